"""The tree search for Kahuna: what it returns, that it repeats itself, that it does not peek."""

from random import Random

import pytest

from kahuna.bots.base import Choice
from kahuna.bots.ismcts import PLAIN, Ismcts, SearchStyle
from kahuna.bots.registry import find_bot
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules
from support.positions import table_at, won_at_once
from support.redeal import Hidden, ListedDealer
from support.two_speeds import printed_at_both_speeds
from support.views import result_of


def searched(
    game: Game, iterations: int = 300, style: SearchStyle = SearchStyle(), threads: int = 1
) -> Choice:
    """What the search chooses for the seat to move, with a fixed generator."""
    seat = game.to_move
    assert seat is not None
    return Ismcts(style, iterations, threads).choose(game.view(seat), Random(1))


@pytest.mark.parametrize("style", [SearchStyle(), PLAIN])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_choice_is_legal_and_has_a_value(style: SearchStyle, threads: int) -> None:
    """Through whole games of every variant: legal, between 0 and 1, the best few in order."""
    for number, rules in enumerate((Rules(), Rules(planning=True), Rules(handicap=2, handicap_to="black"))):
        game = Game(rules, seed=number)
        players = {seat: Ismcts(style, 60, threads) for seat in SEATS}
        random = Random(number)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            choice = players[seat].choose(view, random)
            assert choice.action in view["legal"]
            if choice.value is not None:
                assert 0 <= choice.value <= 1
                assert choice.best[0] == (choice.action, choice.value)
                assert {action for action, _ in choice.best} <= set(view["legal"])
            game.play(choice.action)


def test_the_same_generator_gives_the_same_search() -> None:
    """Action, value and best actions, also with two threads; another generator gives another value."""
    game = Game(seed=4)
    for threads in (1, 2):
        assert searched(game, threads=threads) == searched(game, threads=threads)
    other = Ismcts(SearchStyle(), 300).choose(game.view("white"), Random(2))
    assert other.value != searched(game).value


@pytest.mark.parametrize("spec", ["ismcts:iterations=50", "champion:iterations=30", "net"])
def test_no_peeking(spec: str) -> None:
    """K16: with what the seat cannot see dealt anew and the same generator, the same answer in 150 positions."""
    bot = find_bot(spec, "kahuna")
    compared = changed = 0
    for number in range(20):
        random = Random(number)
        handicap = Rules(handicap=2, handicap_to="black") if number % 5 == 2 else Rules()
        game = Game(handicap._replace(planning=number % 2 == 1), seed=number)
        while not game.over and len(game.steps) < 150:
            seat = game.to_move
            assert seat is not None
            if random.random() < 0.08:
                deal = Hidden(game, seat, len(game.steps), random).redealt()
                twin = Game(game.rules, ListedDealer(deal.decks))
                for action in deal.actions:
                    twin.play(action)
                answers = []
                for table in (game, twin):
                    bot.start("kahuna", Rules().settings(), seat)
                    answers.append(bot.choose(table.view(seat), Random(1)))
                assert answers[0] == answers[1]
                compared += 1
                changed += twin.state != game.state
            putting = random.random() < 0.1
            plays = [action for action in game.legal() if putting or action[0] != "~"] or game.legal()
            game.play(random.choice(plays))
    assert compared >= 150
    assert changed >= 60


def test_it_takes_a_win_that_is_there() -> None:
    """K13: in round 2 the enemy's last bridge falls by a card in hand."""
    game = table_at(won_at_once())
    choice = searched(game, 2000)
    assert choice.action in {"BARI>DUDA", "BARI>FAAA"}
    assert choice.value is not None
    assert choice.value > 0.9


def test_the_tree_is_kept_while_the_turn_goes_on() -> None:
    """The second choice of a turn starts with what the first one found; the opponent's turn clears it."""
    game = Game(seed=8)
    player, random = Ismcts(SearchStyle(), 400), Random(3)
    while game.to_move == "white":
        before = int(player.trees[0].visits[player.roots[0]])
        action = player.choose(game.view("white"), random).action
        assert int(player.trees[0].visits[player.roots[0]]) >= before
        game.play(action)
    assert player.expected == []


def test_more_search_is_stronger_than_less() -> None:
    """400 iterations win most of 12 mirrored games against 20."""
    strong, weak, score = Ismcts(SearchStyle(), 400), Ismcts(SearchStyle(), 20), 0.0
    for number in range(12):
        game, random = Game(seed=f"mirror {number // 2}"), Random(number)
        seats = dict(zip(SEATS, (strong, weak) if number % 2 else (weak, strong), strict=True))
        while (seat := game.to_move) is not None:
            game.play(seats[seat].choose(game.view(seat), random).action)
        winner = result_of(game)["winner"]
        score += 0.5 if winner is None else float(seats[winner] is strong)
    assert score >= 9


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ismcts:iterations=0", "iterations must be a whole number of at least 1"),
        ("ismcts:iterations=many", "iterations must be a whole number"),
        ("ismcts:exploration=x", "exploration must be a number"),
        ("ismcts:depth=3", "has iterations, threads"),
        ("ismcts:iterations", "'iterations' was given"),
    ],
)
def test_wrong_options_get_one_clear_line(spec: str, words: str) -> None:
    """ValueError with what was expected."""
    with pytest.raises(ValueError, match=words):
        find_bot(spec)


def test_it_does_not_sit_down_at_another_game() -> None:
    """Exahuna wants another search."""
    with pytest.raises(ValueError, match="does not play exahuna, only kahuna"):
        find_bot("ismcts", "exahuna")


SEARCH = """
from random import Random
from kahuna.bots.ismcts import PLAIN, Ismcts, SearchStyle
from kahuna.table.game import Game
game = Game(seed=6)
for number in range(40):
    game.play(game.legal()[number % len(game.legal())])
for style in (SearchStyle(), PLAIN, SearchStyle(removes=0)):
    print(Ismcts(style, 40).choose(game.view(game.to_move), Random(1)))
"""


def test_plain_and_compiled_searches_agree() -> None:
    """Design: one source, two speeds."""
    compiled, plain = printed_at_both_speeds(SEARCH)
    assert compiled == plain != ""


def test_the_smallest_search_still_chooses() -> None:
    """One iteration for two threads, or no time at all."""
    view = Game(seed=1).view("white")
    assert Ismcts(SearchStyle(), 1, threads=2).choose(view, Random(1)).action in view["legal"]
    assert Ismcts(SearchStyle()).choose(view, Random(1), 0.0001).action in view["legal"]
