"""Exahuna: placing, passing, the end and the winner. Control and capture are in test_control.py."""

from typing import Any

import pytest

from kahuna.rules import exahuna
from kahuna.rules.boards import EXAHUNA
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
from support.positions import after, bridges, control, exahuna_at, legal, result, special_at, table_at
from support.views import seen_exahuna

ALL = set(EXAHUNA.links)
EVEN, ODD = " ".join(EXAHUNA.links[::2]), " ".join(EXAHUNA.links[1::2])  # a full board, 27 bridges each
A1, E3 = "a1-a2 a1-b1 a1-b2", "d3-e3 d4-e3 e2-e3"  # three bridges that hold the corner


def test_exahuna_gives_each_player_thirty_two_bridges_and_white_begins() -> None:
    """E1: an empty board, 32 bridges each, White first, then in turns."""
    game = Game(Rules("exahuna"))
    view = seen_exahuna(game)
    assert (view["bridges"], view["supply"]) == ({}, {"white": 32, "black": 32})
    movers = []
    for link in ("a1-a2", "a1=a2", "c3-d3"):
        movers.append(game.to_move)
        game.play(link)
    assert movers == ["white", "black", "white"]
    assert seen_exahuna(game)["bridges"] == {"a1-a2": "white", "a1=a2": "black", "c3-d3": "white"}
    assert seen_exahuna(game)["supply"] == {"white": 30, "black": 31}


def test_exahuna_has_no_variants_of_kahuna() -> None:
    """E1: White begins, and there is neither planning nor a handicap."""
    for rules in (
        Rules("exahuna", first="black"),
        Rules("exahuna", planning=True),
        Rules("exahuna-special", handicap=1, handicap_to="white"),
    ):
        with pytest.raises(ValueError, match="has no variants"):
            Game(rules)


def test_an_exahuna_move_puts_one_bridge_on_any_free_link() -> None:
    """E2: every free link and nothing else; moving is compulsory, controlled islands are open."""
    assert legal(exahuna.start()) == ALL
    state = exahuna_at(A1, E3, seat="black")
    assert control(state) == {"white": {"a1"}, "black": {"e3"}}
    assert legal(state) == ALL - set(A1.split()) - set(E3.split())
    built = after(state, "a1=a2")
    assert bridges(built) == {"white": set(A1.split()), "black": {*E3.split(), "a1=a2"}}
    assert control(built) == control(state)
    assert (built.seat, built.turn) == (0, 10)


def test_captured_exahuna_bridges_leave_the_game() -> None:
    """E3: supplies only shrink by placing; what falls does not come back, and its link is free again."""
    state = exahuna_at("a1-a2 a1-b1", "a1=a2 a1=b1")
    won = after(state, "a1-b2")
    assert bridges(won) == {"white": set(A1.split()), "black": set()}
    assert (won.enemy_left, won.left) == (29, 30)
    assert {"a1=a2", "a1=b1"} <= legal(won)


def test_an_island_piece_comes_and_goes_with_control() -> None:
    """E3, Control: Black's piece is set on a2 and White's on b2 returns to its owner, both by themselves."""
    game = table_at(exahuna_at("b2-c3 b2-b3 b2-c2 a2-b2", "a2-a3 a2=a3 a2-b3", seat="black"))
    assert game.view(None)["control"] == {"b2": "white"}
    game.play("a1=a2")
    assert game.view(None)["control"] == {"a2": "black"}


@pytest.mark.parametrize(("seat", "other"), [("white", 1), ("black", 0)])
@pytest.mark.parametrize("special", [False, True], ids=["exahuna", "special"])
def test_only_a_player_who_cannot_place_passes_and_two_passes_end_the_game(
    special: bool, seat: str, other: int
) -> None:
    """E4: with no free link both pass, with bridges left or not, and the second pass is the end."""
    state: Any = exahuna_at(EVEN, ODD, left=(5, 3), seat=seat)
    if special:
        state = special_at(ones(EVEN), ones(ODD), left=("2", "1 3"), seat=seat)
    assert legal(state) == {"-"}
    passed = after(state, "-")
    assert (passed.passed, passed.seat, passed.turn, legal(passed)) == (1, other, 10, {"-"})
    assert result(passed) is None
    over = after(passed, "-")
    held = control(state)
    assert len(held["black"]) > len(held["white"]) > 0
    assert (result(over), legal(over)) == (("black", "islands"), set())


def ones(links: str) -> str:
    """The same bridges in Special, all of kind 1."""
    return " ".join(f"1:{link}" for link in links.split())


@pytest.mark.parametrize("special", [False, True], ids=["exahuna", "special"])
def test_a_player_without_bridges_passes_until_the_other_has_placed_theirs(special: bool) -> None:
    """E4: one must pass, the other must not; a placement between two passes starts them anew."""
    state: Any = exahuna_at(A1, E3, left=(0, 2))
    if special:
        state = special_at(ones(A1), ones(E3), left=("", "1 1"))
    prefix = "1:" if special else ""
    assert legal(state) == {"-"}
    passed = after(state, "-")
    assert legal(passed) == {prefix + link for link in ALL - set(A1.split()) - set(E3.split())}
    again = after(passed, f"{prefix}c3-d3", "-")
    assert (result(again), again.seat, again.turn) == (None, 1, 12)
    assert result(after(again, f"{prefix}c2-c3")) == ("black", "bridges")


def test_a_free_link_after_a_pass_must_be_used() -> None:
    """E4: a pass is no right: one pass, and whoever can place has to."""
    rest = EVEN.replace("a1-a2 ", "")
    passed = after(exahuna_at(rest, ODD, left=(0, 3)), "-")
    assert legal(passed) == {"a1-a2"}


@pytest.mark.parametrize(
    "state",
    [
        exahuna_at("a1-a2", "e2-e3", left=(1, 0)),
        exahuna_at("a1-a2", "e2-e3", left=(0, 1), seat="black"),
        special_at("joker:a1-a2 1:a1-b1", "joker:e2-e3 1:d4-e3", left=("2", "")),
        special_at("joker:a1-a2 1:a1-b1", "joker:e2-e3 1:d4-e3", left=("", "minus"), seat="black"),
    ],
    ids=["White's last", "Black's last", "White's last, Special", "Black's last, Special"],
)
def test_exahuna_ends_when_both_supplies_are_empty(state: object) -> None:
    """E4: the action that empties the second supply ends it at once, without passes, jokers or not."""
    action = next(action for action in sorted(legal(state)) if action.endswith("c3-d3"))
    over = after(state, action)
    assert result(over) is not None
    assert legal(over) == set()


@pytest.mark.parametrize(
    "state",
    [exahuna_at(A1, E3, left=(1, 1)), special_at("1:a1-a2", "1:e2-e3", left=("2", "2"))],
    ids=["exahuna", "special"],
)
def test_the_first_empty_supply_ends_nothing(state: object) -> None:
    """E4: as long as the other has a bridge left, they place it."""
    action = next(action for action in sorted(legal(state)) if action.endswith("c3-d3"))
    emptied = after(state, action)
    assert result(emptied) is None
    assert len(legal(emptied)) == 54 - len(bridges(emptied)["white"] | bridges(emptied)["black"])


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        (A1, "e1-e2 c3-d3 c3-d2 b2-b3 c4-d4", ("white", "islands")),
        ("e1-e2 c3-d3 c3-d2 b2-b3 c4-d4", E3, ("black", "islands")),
        (f"{A1} b2-b3", E3, ("white", "bridges")),
        (A1, f"{E3} b2-b3", ("black", "bridges")),
        (A1, E3, (None, "draw")),
    ],
)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_more_islands_then_more_bridges_wins_exahuna(
    white: str, black: str, expected: tuple[str | None, str], seat: str
) -> None:
    """E5: islands first, however few bridges; then bridges on the board; then a tie; whoever ends the game."""
    state = exahuna_at(white, black, left=(0, 0), seat=seat, passed=True)
    assert result(after(state, "-")) == expected


def test_the_result_of_exahuna_names_islands_and_no_points() -> None:
    """E5: as a record has it."""
    game = table_at(exahuna_at("a1-a2 a1-b1", "e2-e3", left=(1, 0)))
    game.play("a1-b2")
    assert game.result == {"winner": "white", "by": "islands", "points": None, "islands": [1, 0]}
    assert (game.to_move, game.view("black")["phase"], game.view("black")["legal"]) == (None, "over", [])


def test_the_last_state_is_seen_from_the_mover_with_both_supplies_empty() -> None:
    """E4: nothing but the outcome tells it from the state before they would have passed the turn on."""
    over = after(exahuna_at("a1-a2", "e2-e3", left=(1, 0)), "c3-d3")
    links = [1 << EXAHUNA.links.index(link) for link in ("a1-a2", "c3-d3", "e2-e3")]
    assert over == exahuna.State(links[0] | links[1], links[2], 0, 0, 0, 0, 9, over.outcome)
    special = after(special_at("1:a1-a2", "1:e2-e3", left=("1", "")), "1:c3-d3")
    assert special == (links[0] | links[1], links[2], (0, 0, 0), 0, 0, 0, 0, 9, special.outcome)
    assert result(over) == result(special) == ("white", "bridges")


def test_the_capture_of_the_last_move_counts() -> None:
    """E4, E5: islands are counted after the last bridge has swept."""
    state = exahuna_at("a1-a2 a1-b1", f"a1-b2 a1=a2 {E3}", left=(1, 0))
    assert result(after(state, "a1=b1")) == (None, "draw")
