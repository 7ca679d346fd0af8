"""Exahuna Special: kinds, points, jokers, control and worth. How a move resolves is in test_special_steps.py."""

import pytest

from kahuna.rules import exahuna, special
from kahuna.rules.boards import EXAHUNA
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.ruleset import Rules
from support.positions import after, bridges, control, legal, result, special_at, table_at
from support.views import seen_special

KINDS = ("1", "2", "3", "4", "minus", "joker", "valour", "double")
A1, E3 = "1:a1-a2 1:a1-b1 1:a1-b2", "1:d3-e3 1:d4-e3 1:e2-e3"  # three bridges that hold the corner


def values(state: special.State, island: str) -> tuple[int, int]:
    """White's points at the island and Black's."""
    white, black = spec_of("exahuna-special").layout(state).bridges
    links = EXAHUNA.links_at[EXAHUNA.islands.index(island)]
    return special.points_at(white, black, state.kinds, links), special.points_at(
        black, white, state.kinds, links
    )


def test_special_supplies_hold_four_bridges_of_each_of_eight_kinds() -> None:
    """S1: 32 bridges each, four of every kind; any kind goes on any free link, until it is used up."""
    game = Game(Rules("exahuna-special"))
    assert seen_special(game)["supply"] == dict.fromkeys(("white", "black"), dict.fromkeys(KINDS, 4))
    assert legal(game.state) == {f"{kind}:{link}" for kind in KINDS for link in EXAHUNA.links}
    game.play("joker:a1=a2")
    assert seen_special(game)["supply"]["white"] == {**dict.fromkeys(KINDS, 4), "joker": 3}
    assert seen_special(game)["bridges"] == {"a1=a2": {"colour": "white", "kind": "joker"}}
    state = special_at("valour:a1-a2 valour:a2-a3 valour:b1-b2 valour:b2-b3", "2:c3-d3")
    kinds = {action.split(":")[0] for action in legal(state)}
    assert kinds == set(KINDS) - {"valour"}


@pytest.mark.parametrize(("kind", "value"), [*zip(KINDS, (1, 2, 3, 4, 1, 1, 1, 1), strict=True)])
@pytest.mark.parametrize("seat", ["white", "black"])
def test_a_bridge_counts_its_value_at_both_its_islands(kind: str, value: int, seat: str) -> None:
    """S1: 1 to 4, and 1 for every special kind; nothing elsewhere."""
    game = table_at(special_at("", "", seat=seat))
    game.play(f"{kind}:c2-c3")
    other = "black" if seat == "white" else "white"
    worths = seen_special(game)["values"]
    assert worths["c2"] == worths["c3"] == {seat: value, other: 0}
    assert worths["b2"] == {"white": 0, "black": 0}


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("minus:b2-c3", "3:c2-c3", {"c3": (1, 2), "c2": (0, 3), "b2": (1, 0)}),
        ("minus:b2-c3", "3:c2-c3 2:b1-b2 4:b1-c2", {"c3": (1, 2), "b2": (1, 1), "b1": (0, 6), "c2": (0, 7)}),
        ("minus:b2-c3", "4:c2-c3 1:c3-c4 1:c3-d3", {"c3": (1, 3)}),
        ("minus:a1-a2", "2:a1=a2", {"a1": (1, 1), "a2": (1, 1)}),
        ("minus:b2-c3 4:c2-c3 1:c3-c4", "", {"c3": (6, 0), "c2": (4, 0)}),
        ("minus:b2-c3", "minus:c3-d3", {"c3": (0, 0), "b2": (1, 0), "d3": (0, 1)}),
        ("3:c2-c3", "minus:b2-c3", {"c3": (2, 1), "c2": (3, 0)}),
    ],
    ids=["there only", "both islands", "every bridge", "rim", "not one's own", "each other", "Black's"],
)
def test_a_minus_lowers_enemy_bridges_only_on_its_own_two_islands(
    white: str, black: str, expected: dict[str, tuple[int, int]]
) -> None:
    """S2: one point off every enemy bridge there, not at those bridges' other ends."""
    state = special_at(white, black)
    assert {island: values(state, island) for island in expected} == expected


@pytest.mark.parametrize(
    ("white", "black", "points"),
    [
        ("minus:b2-c3 minus:b3-c3", "1:c3-d3", (2, 0)),
        ("minus:b2-c3 minus:b3-c3", "1:c3-d3 4:c3-c4", (2, 2)),
        ("minus:b2-c3 minus:b3-c3 minus:c2-c3", "2:c3-d3 4:c3-c4", (3, 1)),
        ("minus:b2-c3 minus:b3-c3 minus:c2-c3 minus:c3-c4", "3:c3-d2 4:c3-d3", (4, 0)),
        ("minus:b2-c3 minus:b3-c3 minus:c2-c3", "3:c3-d2 2:c3-d3", (3, 0)),
        ("1:b2-c3", "double:c3-d3 joker:c3-c4 minus:c2-c3", (0, 3)),
    ],
)
def test_a_bridge_counts_at_least_nothing(white: str, black: str, points: tuple[int, int]) -> None:
    """S2: several minus bridges add up, but no bridge takes points from its neighbours."""
    assert values(special_at(white, black), "c3") == points


@pytest.mark.parametrize(
    ("white", "black", "points"),
    [
        ("minus:b2-c3", "minus:c3-d3 2:c2-c3", (0, 1)),
        ("valour:b2-c3 1:c2-c3", "minus:c3-d3", (1, 1)),
    ],
    ids=["minus", "valour"],
)
def test_a_bridge_lowered_to_zero_keeps_its_power(white: str, black: str, points: tuple[int, int]) -> None:
    """S2, S3: its points are gone, what it does to the others is not."""
    assert values(special_at(white, black), "c3") == points


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("valour:b2-c3", "", {"c3": (1, 0), "b2": (1, 0)}),
        ("valour:b2-c3 2:c2-c3", "", {"c3": (4, 0), "c2": (2, 0), "b2": (1, 0)}),
        (
            "valour:b2-c3 2:c2-c3 1:b1-b2 4:b1-c2",
            "",
            {"c3": (4, 0), "b2": (3, 0), "c2": (6, 0), "b1": (5, 0)},
        ),
        ("valour:b2-c3 valour:b3-c3", "", {"c3": (4, 0)}),
        ("valour:b2-c3 valour:b3-c3 3:c3-d3 minus:c3-d2", "", {"c3": (12, 0)}),
        ("valour:b2-c3", "2:c2-c3", {"c3": (1, 2)}),
        ("1:c2-c3", "valour:b2-c3 1:c3-d3", {"c3": (1, 3)}),
        ("valour:a1-a2 1:a1=a2", "", {"a1": (3, 0), "a2": (3, 0)}),
    ],
    ids=[
        "itself",
        "there only",
        "both islands",
        "each other",
        "every kind",
        "not the enemy",
        "Black's",
        "rim",
    ],
)
def test_a_valour_raises_only_other_friendly_bridges_on_its_own_two_islands(
    white: str, black: str, expected: dict[str, tuple[int, int]]
) -> None:
    """S3: one point more for every other friendly bridge there, not at far ends and not for itself."""
    state = special_at(white, black)
    assert {island: values(state, island) for island in expected} == expected


@pytest.mark.parametrize(
    ("white", "black", "points"),
    [
        ("valour:b2-c3 1:b3-c3", "minus:c2-c3 minus:c3-d3", (0, 2)),
        ("valour:b2-c3 2:b3-c3", "minus:c2-c3 minus:c3-d3", (1, 2)),
        ("valour:b2-c3 valour:b3-c3 1:c3-d2", "minus:c2-c3", (1 + 1 + 2, 1)),
        ("valour:b2-c3 valour:b3-c3 1:c3-d2", "minus:c2-c3 minus:c3-d3 minus:c3-c4", (0, 3)),
        ("valour:b2-c3 minus:b3-c3", "valour:c2-c3 minus:c3-d3", (1, 1)),
        ("valour:b2-c3 minus:b3-c3 4:c3-d2", "valour:c2-c3 minus:c3-d3", (0 + 1 + 4, 0 + 1)),
    ],
)
def test_powers_add_up_before_the_floor_at_zero(white: str, black: str, points: tuple[int, int]) -> None:
    """S2, S3: valour and minus are summed first, then a bridge counts at least 0."""
    assert values(special_at(white, black), "c3") == points


@pytest.mark.parametrize(
    ("white", "black", "holder"),
    [
        ("2:b2-c3 1:b3-c3 1:c2-c3", "3:c3-d2", "white"),
        ("1:b2-c3 1:b3-c3 1:c2-c3", "3:c3-d2", None),
        ("1:b2-c3 1:b3-c3 1:c2-c3", "4:c3-d2", None),
        ("1:b2-c3 1:b3-c3 1:c2-c3", "", "white"),
        ("1:b2-c3 1:b3-c3 1:c2-c3", "1:c3-d2 1:c3-d3 2:c3-c4", "black"),
        ("1:b2-c3 1:b3-c3 1:c2-c3", "1:c3-d2 1:c3-d3 1:c3-c4", None),
        ("4:b2-c3 4:b3-c3", "1:c3-d2", None),
        ("4:b2-c3 4:b3-c3", "1:c3-d2 1:c3-d3 1:c3-c4", None),
        ("1:b2-c3 1:b3-c3 minus:c2-c3", "3:c3-d2", "white"),
        ("1:b2-c3 1:b3-c3 valour:c2-c3", "4:c3-d2", "white"),
        ("minus:b2-c3 minus:b3-c3 minus:c2-c3", "minus:c3-d2 minus:c3-d3 minus:c3-c4", None),
    ],
)
def test_three_links_and_more_points_control_a_six_link_island(
    white: str, black: str, holder: str | None
) -> None:
    """S5: at least three links and more points; equal or fewer points, or two links, do not do."""
    held = control(special_at(white, black))
    assert held == {seat: {"c3"} if seat == holder else set() for seat in ("white", "black")}


@pytest.mark.parametrize(
    ("white", "black", "island", "holder"),
    [
        ("1:b2-c3 1:b3-c3 1:c2-c3 1:c3-c4", "4:c3-d2 4:c3-d3", "c3", "white"),
        ("minus:b2-c3 minus:b3-c3", "1:c2-c3 1:c3-c4 1:c3-d2 1:c3-d3", "c3", "black"),
        ("1:a1-a2 1:a1=a2 1:a1-b1", "4:a1-b2 4:a1=b1", "a1", "white"),
        ("4:a1-a2 4:a1=a2", "minus:a1-b1", "a1", None),
        ("4:a1-a2 4:a1=a2", "1:a1-b1 1:a1=b1 1:a1-b2", "a1", "black"),
        ("1:a1-a2 1:a1=a2 1:a1-b1 1:a1-b2", "4:a1=b1", "a1", "white"),
        ("1:b2-c3 1:b3-c3 1:c2-c3 1:c3-c4 1:c3-d3", "4:c3-d2", "c3", "white"),
    ],
)
def test_four_of_six_or_three_of_five_links_control_an_island_whatever_the_points(
    white: str, black: str, island: str, holder: str | None
) -> None:
    """S5: four links need no points, and at a corner points never matter."""
    held = control(special_at(white, black))
    assert [seat for seat in ("white", "black") if island in held[seat]] == ([holder] if holder else [])


@pytest.mark.parametrize("corner", ["a1", "a3", "c1", "c5", "e1", "e3"])
def test_points_matter_at_no_corner(corner: str) -> None:
    """S5: three of five links, in every corner."""
    links = [link for link in EXAHUNA.links if corner in link]
    white = " ".join(f"1:{link}" for link in links[:3])
    black = " ".join(f"4:{link}" for link in links[3:])
    assert corner in control(special_at(white, black))["white"]


@pytest.mark.parametrize("kind", range(8))
def test_kinds_are_kept_link_by_link(kind: int) -> None:
    """S1: a kind is found where it lies and nowhere else, and goes with its bridge."""
    kinds = special.with_kind(special.with_kind(special.Kinds(0, 0, 0), 5, kind), 53, 7)
    assert [special.kind_at(kinds, link) for link in (4, 5, 6, 53)] == [0, kind, 0, 7]
    nowhere = exahuna.ALL_LINKS if kind == special.ONE else 0  # a free link looks like ONE
    held = 1 << 53 if kind == special.DOUBLE else 0
    assert special.of_kind(kinds, kind) == (nowhere | 1 << 5 | held) & ~(0 if held else 1 << 53)
    assert special.only_on(kinds, ~(1 << 5)) == special.with_kind(special.Kinds(0, 0, 0), 53, 7)


def test_a_joker_is_replaced_by_another_own_bridge_as_a_whole_move() -> None:
    """S4: the bridge moves with its kind, the joker leaves the game, the link it came from is free."""
    game = table_at(special_at("joker:a1-a2 3:c3-d3", "1:b2-b3 joker:c1-c2"))
    supplies = seen_special(game)["supply"]
    game.play("c3-d3>a1-a2")
    shown = seen_special(game)
    assert shown["bridges"] == {
        "a1-a2": {"colour": "white", "kind": "3"},
        "b2-b3": {"colour": "black", "kind": "1"},
        "c1-c2": {"colour": "black", "kind": "joker"},
    }
    assert (shown["supply"], shown["to_move"]) == (supplies, "black")
    assert "1:c3-d3" in game.legal()
    assert "1:a1-a2" not in game.legal()
    game.play("minus:c3-d3")
    assert seen_special(game)["bridges"]["c3-d3"] == {"colour": "black", "kind": "minus"}


def test_any_other_own_bridge_replaces_a_joker_and_no_enemy_one() -> None:
    """S4: another joker included, which stays a joker; never the joker itself."""
    state = special_at("joker:a1-a2 3:c3-d3 joker:d1-e1", "1:b2-b3 joker:c1-c2")
    assert {action for action in legal(state) if ">" in action} == {
        "c3-d3>a1-a2", "d1-e1>a1-a2", "a1-a2>d1-e1", "c3-d3>d1-e1",
    }  # fmt: skip
    moved = after(state, "d1-e1>a1-a2")
    assert bridges(moved)["white"] == {"a1-a2", "c3-d3"}
    assert {action for action in legal(after(moved, "1:e1-e2")) if ">" in action} == {"c3-d3>a1-a2"}


@pytest.mark.parametrize(
    ("white", "black"), [("joker:a1-a2", "1:b2-b3 joker:c1-c2"), ("3:a1-a2 1:c3-d3", "joker:c1-c2 1:b2-b3")]
)
def test_without_a_joker_and_another_bridge_there_is_no_joker_move(white: str, black: str) -> None:
    """S4: a joker alone cannot be replaced, and the enemy's jokers are the enemy's own."""
    assert {action for action in legal(special_at(white, black)) if ">" in action} == set()


def test_who_cannot_place_may_move_a_joker_or_pass_and_who_can_must_not_pass() -> None:
    """S7, E4: with an empty supply a joker move or a pass, otherwise a placement or a joker move."""
    setup = ("joker:a1-a2 3:c3-d3", "1:b2-b3")
    assert legal(special_at(*setup, left=("", "1 2"))) == {"c3-d3>a1-a2", "-"}
    free = set(EXAHUNA.links) - {"a1-a2", "c3-d3", "b2-b3"}
    assert legal(special_at(*setup, left=("4", "1"))) == {"c3-d3>a1-a2", *(f"4:{link}" for link in free)}
    assert legal(special_at("3:c3-d3", "1:b2-b3", left=("", "1"))) == {"-"}


def test_on_a_full_board_a_joker_move_frees_a_link_that_must_be_used() -> None:
    """S4, S7, E4: after a pass and a joker move the first player can place again, so they may not pass."""
    white = " ".join(f"1:{link}" for link in EXAHUNA.links[::2])
    black = " ".join(f"{'joker' if link == 'a2-a3' else '2'}:{link}" for link in EXAHUNA.links[1::2])
    state = special_at(white, black, left=("4", "1"))
    assert legal(state) == {"-"}
    passed = after(state, "-")
    sources = {link for link in EXAHUNA.links[1::2] if link != "a2-a3"}
    assert legal(passed) == {"-", *(f"{link}>a2-a3" for link in sources)}
    assert result(after(passed, "-")) is not None
    moved = after(passed, "e2=e3>a2-a3")
    assert result(moved) is None
    free = set(EXAHUNA.links) - bridges(moved)["white"] - bridges(moved)["black"]
    assert "e2=e3" in free
    assert legal(moved) == {f"4:{link}" for link in free}


@pytest.mark.parametrize(
    ("white", "black", "islands", "expected"),
    [
        (A1, E3, [1, 1], (None, "draw")),
        ("double:a1-a2 1:a1-b1 1:a1-b2", E3, [2, 1], ("white", "islands")),
        ("double:a1-a2 double:a1-b1 1:a1-b2", E3, [4, 1], ("white", "islands")),
        (A1, f"{E3} double:a1=a2", [2, 1], ("white", "islands")),
        (f"{A1} double:e1=e2", f"{E3} double:e2=e3 double:a1=b1", [2, 2], ("black", "bridges")),
        (f"{A1} 1:b1-c1 1:c1-c2 1:c1-d1", "double:d3-e3 double:d4-e3 1:e2-e3", [2, 4], ("black", "islands")),
        (A1, "double:c3-d3 1:c2-c3", [1, 0], ("white", "islands")),
    ],
    ids=["none", "one", "two make four", "the enemy's", "one each", "worth beats number", "nobody's island"],
)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_doubles_multiply_an_islands_worth_for_whoever_controls_it(
    white: str, black: str, islands: list[int], expected: tuple[str | None, str], seat: str
) -> None:
    """S7, E5: each double on an island doubles its worth; the greater sum wins, then more bridges."""
    game = table_at(special_at(white, black, left=("", ""), passed=True, seat=seat))
    game.play("-")
    assert game.result == {"winner": expected[0], "by": expected[1], "points": None, "islands": islands}


def test_worth_is_shown_for_every_island_controlled_or_not() -> None:
    """S7: a double counts at both its islands."""
    shown = seen_special(table_at(special_at("double:a1-a2 double:a1=a2", "double:a2-b2")))["worth"]
    assert shown == {**dict.fromkeys(EXAHUNA.islands, 1), "a1": 4, "a2": 8, "b2": 2}
