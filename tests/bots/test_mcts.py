"""The search for Exahuna and Special: what it returns, that it repeats itself, that its last moves are exact."""

from functools import cache
from random import Random
from typing import Any

import pytest

from kahuna.bots.base import Bot
from kahuna.bots.greedy import Greedy
from kahuna.bots.hex_graph import MIND, NODE_COUNT, new_graph
from kahuna.bots.mcts import LAST, Mcts, bridges_to_place
from kahuna.bots.registry import find_bot
from kahuna.rules import exahuna, special
from kahuna.table.game import Game
from kahuna.table.knowledge import position
from kahuna.table.notation import codes_of
from kahuna.table.ruleset import SEATS, Rules
from support.two_speeds import printed_at_both_speeds
from support.views import result_of

GAMES = ("exahuna", "exahuna-special")
RULES: dict[str, Any] = {"exahuna": exahuna, "exahuna-special": special}


def score_of(first: Bot, second: Bot, game: str, games: int) -> float:
    """What the first scores in so many games, seats swapped after each."""
    score = 0.0
    for number in range(games):
        table, random = Game(Rules(game)), Random(number)
        seats = dict(zip(SEATS, (first, second) if number % 2 else (second, first), strict=True))
        while (seat := table.to_move) is not None:
            table.play(seats[seat].choose(table.view(seat), random).action)
        winner = result_of(table)["winner"]
        score += 0.5 if winner is None else float(seats[winner] is first)
    return score


def late_games(game: str, left: int, count: int) -> list[Game]:
    """Games in which so many bridges are left to place; jokers are used up early, for they make the tree big."""
    found: list[Game] = []
    seed = 0
    while len(found) < count:
        table, random = Game(Rules(game)), Random(seed)
        seed += 1
        while table.to_move is not None and bridges_to_place(game, table.state) > left:
            legal = table.legal()
            joking = [action for action in legal if ">" in action or action.startswith("joker")]
            table.play(random.choice(joking or legal))
        if table.to_move is not None and not any(">" in action for action in table.legal()):
            found.append(table)
    return found


@cache
def solved(game: str, state: Any) -> float:
    """What the seat to move gets if both play perfectly, by looking at everything."""
    rules, best = RULES[game], 0.0
    for code in rules.codes(rules.legal(state)):
        best = max(best, result(game, state, code))
        if best == 1.0:
            break
    return best


def result(game: str, state: Any, code: int) -> float:
    """What this action gets the seat to move."""
    after = RULES[game].play(state, code)
    if after.outcome:
        winner = (after.outcome - 1) % 3
        return 0.5 if winner == 2 else float(winner == state.seat)
    return 1.0 - solved(game, after)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [{}, {"simple": True, "exact": False}, {"attention": 3}])
def test_a_choice_is_legal_and_has_a_value(game: str, options: dict[str, Any]) -> None:
    """Through a whole game: legal, between 0 and 1, the best few without repetition and itself the first."""
    player, random, table = Mcts(25, **options), Random(5), Game(Rules(game))
    while (seat := table.to_move) is not None:
        view = table.view(seat)
        choice = player.choose(view, random)
        assert choice.value is not None
        assert choice.best[0] == (choice.action, choice.value)
        assert all(0 <= value <= 1 for _, value in choice.best)
        told = [action for action, _ in choice.best]
        assert len(set(told)) == len(told)
        assert set(told) <= set(view["legal"])
        table.play(choice.action if random.random() < 0.7 else random.choice(view["legal"]))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_generator_gives_the_same_search_and_others_give_other_games(game: str) -> None:
    """No deal makes two games differ, so the player does. Nothing is left from the choice before."""
    table, player = Game(Rules(game)), Mcts(200)
    first, view = player.choose(table.view("white"), Random(3)), table.view("white")
    table.play(first.action)
    player.choose(table.view("black"), Random(4))
    assert player.choose(view, Random(3)) == first
    assert len({Mcts(200).choose(view, Random(seed)).action for seed in range(10)}) >= 3


@pytest.mark.parametrize(("game", "left"), [("exahuna", 2), ("exahuna", 4), ("exahuna-special", 2)])
def test_the_last_moves_are_exact(game: str, left: int) -> None:
    """Value and action agree with a solver that looks at everything, however short the search."""
    assert left <= LAST[game]
    values = set()
    for table in late_games(game, left, 6):
        view = table.view(table.to_move or "white")
        state = position(view)
        choice = Mcts(1).choose(view, Random(1))
        assert choice.value == solved(game, state) == result(game, state, codes_of(game)[choice.action])
        values.add(choice.value)
    assert values >= {0.0, 1.0}


@pytest.mark.parametrize("game", GAMES)
def test_time_is_enough_for_exact_last_moves_too(game: str) -> None:
    """The search stops when all is proven, long before its time."""
    for table in late_games(game, 2, 2):
        view = table.view(table.to_move or "white")
        assert Mcts().choose(view, Random(1), 60_000).value == solved(game, position(view))


@pytest.mark.parametrize("game", GAMES)
def test_the_graph_is_kept_while_a_game_goes_on(game: str) -> None:
    """Limited by time only; a step back or a new game starts afresh. The shortest time is one chunk of iterations."""
    table, player = Game(Rules(game)), Mcts()
    sizes = []

    def choose(view: Any) -> str:
        action = player.choose(view, Random(1), 0.0001).action
        sizes.append(int(player.graphs[0].size[NODE_COUNT]))
        return action

    before = table.view("white")
    table.play(choose(before))
    table.play(table.legal()[0])
    choose(table.view("white"))
    choose(before)
    player.start(game, Rules(game).settings(), "white")
    choose(before)
    assert sizes[1] > sizes[0] == sizes[2] == sizes[3]


@pytest.mark.parametrize(
    "room", [{"nodes": 1 << 6}, {"edges": 1 << 9}, {"moves": 1 << 13}], ids=["nodes", "edges", "moves"]
)
def test_a_full_graph_is_not_kept(room: dict[str, int]) -> None:
    """A decision always finds room."""
    player, game, random = Mcts(), Game(Rules("exahuna-special")), Random(1)
    player.graphs = [new_graph(MIND, **room)]
    for _ in range(6):
        choice = player.choose(game.view(SEATS[game.state.seat]), random, 20.0)
        assert choice.value is not None
        game.play(choice.action)
        game.play(random.choice(game.legal()))


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_greedy(game: str) -> None:
    """Nine of ten at least, with a short search."""
    assert score_of(Mcts(40), Greedy(), game, 10) >= 9


@pytest.mark.parametrize("game", GAMES)
def test_more_search_is_stronger_than_less(game: str) -> None:
    """300 iterations win most of ten games against one."""
    assert score_of(Mcts(300), Mcts(1, exact=False), game, 10) >= 8


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_search_still_chooses(game: str) -> None:
    """One iteration, or no time at all."""
    view = Game(Rules(game)).view("white")
    assert Mcts(1).choose(view, Random(1)).action in view["legal"]
    assert Mcts().choose(view, Random(1), 0.0001).action in view["legal"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:iterations=0", "iterations must be a whole number of at least 1"),
        ("mcts:attention=101", "attention is per cent, 1 to 100, not 101"),
        ("mcts:exact=no", "exact must be a whole number"),
        ("mcts:depth=3", "has iterations, threads, attention, plain, exact, but 'depth=3' was given"),
    ],
)
def test_wrong_options_get_one_clear_line(spec: str, words: str) -> None:
    """ValueError with what was expected."""
    with pytest.raises(ValueError, match=words):
        find_bot(spec)


def test_it_does_not_sit_down_at_kahuna() -> None:
    """There cards are hidden."""
    with pytest.raises(ValueError, match="does not play kahuna, only exahuna, exahuna-special"):
        find_bot("mcts", "kahuna")


SEARCH = """
from random import Random
from kahuna.bots.mcts import Mcts
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
for name in ("exahuna", "exahuna-special"):
    game = Game(Rules(name))
    for number in range(58):
        if number % 19 == 0:
            print(Mcts(30, 60, exact=False).choose(game.view(game.to_move), Random(1)))
        game.play(game.legal()[number * 7 % len(game.legal())])
"""


def test_plain_and_compiled_searches_agree() -> None:
    """Design: one source, two speeds."""
    compiled, plain = printed_at_both_speeds(SEARCH)
    assert compiled == plain != ""
