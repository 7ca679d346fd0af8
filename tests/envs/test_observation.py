"""Observations: what each entry means, and that none of them depends on what the seat cannot see."""

from random import Random

import numpy as np
import pytest

from kahuna import Game, Rules
from kahuna.envs.information import MAX_GAME_ACTIONS, encode_log, information_state, log_size
from kahuna.envs.observation import LAYOUTS, encode, section_of, size
from kahuna.rules import kahuna
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.ruleset import SEATS
from support.redeal import Hidden, ListedDealer
from support.some_games import ALL_RULES, games

NAMES = KAHUNA.islands


def part(game: Game, seat: str, name: str) -> list[int]:
    """A section of what this seat observes."""
    seen = encode(game.view(seat))  # type: ignore[arg-type]
    return list(seen[section_of(game.rules.game, name)])


def cards(*names: str) -> list[int]:
    """These cards as a section says them."""
    return [int(names.count(name) >= number) for number in (1, 2) for name in NAMES]


def dealt(*names: str) -> Game:
    """A game of Kahuna that deals these cards first."""
    deck = [NAMES.index(name) for name in names]
    rest = sorted(2 * list(range(12)))
    for card in deck:
        rest.remove(card)
    return Game(Rules(), ListedDealer([deck + rest]))


@pytest.fixture
def opening() -> Game:
    """White holds HUNA HUNA ELAI, Black BARI COCO DUDA; LALE KAHU KAHU lie open, then come JOJO, IFFI."""
    first = "HUNA HUNA ELAI BARI COCO DUDA LALE KAHU KAHU JOJO IFFI"
    return dealt(*first.split())


def test_an_observation_says_what_its_layout_means(opening: Game) -> None:
    """K16: the own hand, the row, numbers of cards; own and enemy change with the seat."""
    assert part(opening, "white", "hand") == cards("HUNA", "HUNA", "ELAI")
    assert part(opening, "black", "hand") == cards("BARI", "COCO", "DUDA")
    row = part(opening, "white", "row")
    assert [NAMES[place % 12] for place in np.flatnonzero(row)] == ["LALE", "KAHU", "KAHU"]
    assert sum(part(opening, "white", "stack")) == 15
    assert part(opening, "white", "enemy cards") == [1, 1, 1, 0, 0]
    assert part(opening, "white", "to move") == [1]
    assert part(opening, "black", "to move") == [0]
    assert part(opening, "black", "black") == [1]
    assert part(opening, "white", "round") == [1, 0, 0]

    opening.play("HUNA>ELAI")
    link = KAHUNA.links.index("ELAI-HUNA")
    assert np.flatnonzero(part(opening, "white", "own bridges")).tolist() == [link]
    assert np.flatnonzero(part(opening, "black", "enemy bridges")).tolist() == [link]
    assert part(opening, "black", "discards") == cards("HUNA")
    assert part(opening, "white", "this turn") == [1, 0]

    opening.play("+2")
    assert part(opening, "black", "enemy known") == cards("KAHU")
    assert part(opening, "white", "own known") == cards("KAHU")

    opening.play("~COCO")
    assert part(opening, "black", "own secret") == cards("COCO")
    assert sum(part(opening, "white", "enemy secret")) == 1
    assert part(opening, "white", "this turn") == [0, 1]
    opening.play("-")
    assert part(opening, "white", "must take") == [1]


def test_handicap_planning_and_the_end_have_entries() -> None:
    """K11, K14, K15."""
    game = Game(Rules(handicap=2, handicap_to="black", planning=True), seed=1)
    assert part(game, "black", "handicap") == [1, 1, 0]
    assert part(game, "white", "planning") == [1]
    game.play("-")
    assert part(game, "black", "handicap") == [0, 0, 0]
    while not game.over:
        if game.state.flow.last_turns:
            assert sum(part(game, "white", "last turns")) == game.state.flow.last_turns
        game.play_code(game.codes()[-1])
    assert part(game, "white", "over") == [1]
    assert part(game, "white", "to move") == part(game, "black", "to move") == [0]


def test_the_hexagons_have_supplies_kinds_and_passes() -> None:
    """E1, S1: what is left, of each kind in Special."""
    game = Game(Rules("exahuna"))
    game.play("a1-a2")
    assert sum(part(game, "white", "own supply")) == 31
    assert sum(part(game, "white", "enemy supply")) == 32
    special = Game(Rules("exahuna-special"))
    special.play("minus:a1=a2")
    place = 4 * 54 + EXAHUNA.links.index("a1=a2")
    assert np.flatnonzero(part(special, "white", "own bridges")).tolist() == [place]
    assert part(special, "black", "enemy supply")[16:20] == [1, 1, 1, 0]
    assert part(special, "black", "passed") == [0]


def test_layouts_have_the_sizes_that_are_documented() -> None:
    """Trained networks depend on them: a change needs a new version (docs/research.md)."""
    assert {game: size(game) for game in LAYOUTS} == {"kahuna": 329, "exahuna": 214, "exahuna-special": 970}
    with pytest.raises(ValueError, match="no section 'moon'"):
        section_of("kahuna", "moon")


def test_a_spectator_has_no_observation() -> None:
    """K16: it belongs to a seat."""
    with pytest.raises(ValueError, match="spectator"):
        encode(Game(seed=1).view(None))


@pytest.mark.parametrize("name", [name for name in ALL_RULES if not name.startswith("exahuna")])
def test_hidden_cards_change_nothing_that_a_seat_observes(name: str) -> None:
    """K16: cards that the seat cannot see are dealt anew, and every number and letter stays."""
    random, changed = Random(name), 0
    for number, (game, choose) in enumerate(games(name, 8)):
        while not game.over:
            game.play_code(choose())
        for seat in SEATS:
            length = random.randrange(len(game.steps))
            other = Hidden(game, seat, length, random).redealt()
            again, first = (
                Game(game.rules, ListedDealer(other.decks)),
                Game(game.rules, ListedDealer(game.decks)),
            )
            for action, step in zip(["", *other.actions], [None, *game.steps], strict=False):
                if action and step:
                    again.play(action)
                    first.play_code(step.code)
                one, two = again.view(seat), first.view(seat)
                assert np.array_equal(encode(one), encode(two)), number
                assert np.array_equal(encode_log(one), encode_log(two))
                assert information_state(one) == information_state(two)
                changed += again.state != first.state
    assert changed > 20  # hidden cards were indeed others


def slowest(game: Game) -> int:
    """What makes a game of Kahuna last: a bridge each so that it goes on (K13), then discards, declines, takes."""
    codes, flow = game.codes(), game.state.flow
    if flow.handicap:
        return codes[-1]
    place = [code for code in codes if code < kahuna.REMOVE]
    if flow.round == 1 and place and (flow.this_turn or not game.state.own.bridges):
        return place[0]
    away = [code for code in codes if kahuna.DISCARD <= code < kahuna.TAKE_ROW]
    return away[0] if away else kahuna.END if kahuna.END in codes else codes[-1]


def test_the_longest_game_of_all_has_room_in_the_log() -> None:
    """Who takes the last card of a round holds it, all others may have been discarded: 18, 23 and 23 takes."""
    lengths = []
    for seed in range(4):
        game = Game(Rules(handicap=3, handicap_to="black"), seed=seed)
        while not game.over:
            game.play_code(slowest(game))
        lengths.append(len(game.steps))
        for seat in SEATS:
            assert len(encode_log(game.view(seat))) == log_size("kahuna")
    assert max(lengths) == MAX_GAME_ACTIONS["kahuna"] == 203


@pytest.mark.parametrize("name", ["exahuna", "exahuna-special"])
def test_no_hexagon_game_is_longer_than_the_log_has_room_for(name: str) -> None:
    """E4: 64 bridges and, where the links run out, two passes; in Special joker moves too."""
    for game, choose in games(name, 20):
        while not game.over:
            game.play_code(choose())
        assert len(game.steps) <= MAX_GAME_ACTIONS[name]
        assert len(encode_log(game.view("white"))) == log_size(name)
