"""Kahuna's three rounds: how they end, score and follow each other, the winner and the early end."""

from typing import Any

import pytest

from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.rules.outcome import BY_EARLY_END
from kahuna.table.games.kahuna_view import names, points
from support.positions import after, bridges, control, hands, kahuna_at, legal, result, row, table_at
from support.views import seen

ALOA, LALE = "ALOA-BARI ALOA-DUDA", "HUNA-LALE IFFI-LALE"  # two bridges that control the island


def near_end(**setup: Any) -> kahuna.State:
    """A position with one card left, in slot 2."""
    return kahuna_at(row=". HUNA .", stack="", **setup)


def last_turn(**setup: Any) -> kahuna.State:
    """A position in the last turn of the game."""
    return kahuna_at(row=". . .", stack="", round=3, last_turns=1, **setup)


def test_a_round_ends_when_the_last_card_of_stack_and_row_is_taken() -> None:
    """K9: neither the last card of the stack nor the last but one of the row ends it."""
    state = kahuna_at(white=ALOA, black=LALE, row="HUNA ELAI IFFI", stack="BARI COCO")
    rounds = []
    for take in ("+", "+1", "+3", "+1", "+2"):
        state = after(state, take)
        rounds.append((state.flow.round, row(state).count(".")))
    assert rounds == [(1, 0), (1, 0), (1, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize(
    ("number", "white", "black", "scored"),
    [
        (1, ALOA, "BARI-COCO", [1, 0]),
        (1, "BARI-COCO", ALOA, [0, 1]),
        (1, ALOA, LALE, [0, 0]),
        (1, "BARI-COCO", "HUNA-LALE", [0, 0]),
        (2, f"{ALOA} {LALE}", "COCO-KAHU", [2, 0]),
        (2, "COCO-KAHU", f"{ALOA} {LALE}", [0, 2]),
        (2, ALOA, f"{LALE} COCO-KAHU", [0, 0]),
    ],
)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_rounds_one_and_two_score_one_and_two_points_and_nothing_when_equal(
    number: int, white: str, black: str, scored: list[int], seat: str
) -> None:
    """K9: whoever controls more islands, by however many, and whoever takes the last card."""
    state = near_end(white=white, black=black, round=number, points=(4, 7), seat=seat)
    over = after(state, "+2")
    assert points(over) == [4 + scored[0], 7 + scored[1]]
    assert over.flow.round == number + 1


def test_the_next_round_shuffles_every_discard_and_keeps_bridges_and_hands() -> None:
    """K10: secret discards are in the new stack, what is in hand is not; three cards are turned up."""
    state = near_end(
        white=ALOA,
        black=LALE,
        white_hand="ALOA COCO",
        black_hand="COCO BARI BARI",
        white_secret="DUDA",
        black_secret="DUDA KAHU",
    )
    begun = after(state, "+2", dealt="DUDA DUDA KAHU")
    assert hands(begun) == {"white": ["ALOA", "COCO", "HUNA"], "black": ["BARI", "BARI", "COCO"]}
    assert row(begun) == "DUDA DUDA KAHU"
    left = sorted([*KAHUNA.islands, *KAHUNA.islands])
    for card in ["ALOA", "COCO", "HUNA", "BARI", "BARI", "COCO", "DUDA", "DUDA", "KAHU"]:
        left.remove(card)
    assert names(begun.stack) == left
    assert (begun.own.secret, begun.enemy.secret) == (0, 0)
    assert (bridges(begun), control(begun)) == (bridges(state), control(state))


def test_the_new_round_is_public_and_clears_the_pile() -> None:
    """K10, K16: the view shows the new row, an empty pile and a log line that opens the round."""
    game = table_at(near_end(white=ALOA, black=LALE, white_secret="DUDA"))
    assert len(seen(game, "black")["discards"]) == 22
    game.play("+2")
    view = seen(game, "black")
    assert (view["round"], view["discards"], view["secret"]) == (2, [], {"white": 0, "black": 0})
    assert (view["stack"], len(view["row"]), view["cards"]) == (20, 3, {"white": 1, "black": 0})
    assert view["log"][1:] == ["+2=HUNA", f"round 2: {' '.join(filter(None, view['row']))}"]


@pytest.mark.parametrize(("seat", "other"), [("white", 1), ("black", 0)])
def test_the_next_round_goes_on_with_the_player_whose_turn_is_next(seat: str, other: int) -> None:
    """K10: the one who did not take the last card, by a normal turn: they may decline."""
    begun = after(near_end(white=ALOA, black=LALE, seat=seat), "+2")
    assert (begun.seat, begun.turn) == (other, 8)
    assert legal(begun) == {"+1", "+2", "+3", "+", "-"}


@pytest.mark.parametrize(("seat", "other"), [("white", "black"), ("black", "white")])
def test_after_the_last_card_of_round_three_each_player_has_one_turn_without_taking(
    seat: str, other: str
) -> None:
    """K11: the opponent of the last taker first; each ends with `-`, which is no decline."""
    game = table_at(near_end(white=ALOA, black=LALE, round=3, seat=seat))
    game.play("+2")
    turns = []
    while not game.over:
        view = seen(game, game.to_move)
        turns.append((view["phase"], view["to_move"], view["last_turns_left"], view["must_take"]))
        assert [action for action in view["legal"] if action[0] in "+-"] == ["-"]
        game.play("-")
    assert turns == [("last-turn", other, 2, False), ("last-turn", seat, 1, False)]
    assert game.result == {"winner": None, "by": "draw", "points": [0, 0], "islands": [1, 1]}


def test_a_last_turn_has_plays_or_discards_too_and_never_both() -> None:
    """K11, K3: the either-or still holds, even with an empty hand `-` is needed."""
    state = kahuna_at(
        white=ALOA, black=LALE, white_hand="LALE", black_hand="ALOA", round=3, last_turns=2, seat="black",
        row=". . .", stack="",
    )  # fmt: skip
    assert legal(state) == {"ALOA>HUNA", "~ALOA", "-"}
    assert legal(after(state, "ALOA>HUNA")) == legal(after(state, "~ALOA")) == {"-"}
    last = after(state, "~ALOA", "-")
    assert (last.seat, legal(last)) == (0, {"LALE>KAHU", "~LALE", "-"})
    assert result(after(last, "LALE>KAHU")) is None
    assert result(after(last, "LALE>KAHU", "-")) == ("white", "bridges")


@pytest.mark.parametrize(
    ("white", "black", "scored"),
    [
        (f"{ALOA} HUNA-LALE IFFI-LALE", "COCO-KAHU", [2, 0]),
        ("COCO-KAHU", f"{ALOA} {LALE}", [0, 2]),
        ("ALOA-BARI ALOA-DUDA BARI-COCO BARI-ELAI", LALE, [1, 0]),
        (ALOA, LALE, [0, 0]),
    ],
)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_round_three_scores_the_difference_in_islands(
    white: str, black: str, scored: list[int], seat: str
) -> None:
    """K11: not one's own islands but how many more one has, added to the points so far."""
    state = last_turn(white=white, black=black, points=(1, 2), seat=seat)
    assert points(after(state, "-")) == [1 + scored[0], 2 + scored[1]]


@pytest.mark.parametrize(
    ("white", "black", "so_far", "expected"),
    [
        (ALOA, LALE, (1, 0), ("white", "points")),
        (ALOA, LALE, (1, 2), ("black", "points")),
        ("COCO-KAHU", f"{ALOA} {LALE}", (3, 0), ("white", "points")),
        (f"{ALOA} {LALE}", "COCO-KAHU", (0, 3), ("black", "points")),
        (ALOA, "COCO-KAHU BARI-FAAA GOLA-JOJO", (0, 1), ("white", "round-3")),
        ("COCO-KAHU", f"{ALOA} {LALE}", (2, 0), ("black", "round-3")),
        (ALOA, f"{LALE} COCO-KAHU", (2, 2), ("black", "bridges")),
        (f"{ALOA} COCO-KAHU", LALE, (0, 0), ("white", "bridges")),
        (ALOA, LALE, (2, 2), (None, "draw")),
    ],
)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_most_points_then_round_three_then_bridges_then_a_tie(
    white: str, black: str, so_far: tuple[int, int], expected: tuple[str | None, str], seat: str
) -> None:
    """K12: each criterion decides only when those before it are equal."""
    state = last_turn(white=white, black=black, points=so_far, seat=seat)
    assert result(state) is None
    over = after(state, "-")
    assert result(over) == expected
    assert legal(over) == set()


@pytest.mark.parametrize(("number", "last_turns"), [(2, 0), (3, 0), (3, 2), (3, 1)])
@pytest.mark.parametrize("seat", ["white", "black"])
@pytest.mark.parametrize(
    "action",
    ["ALOA>DUDA", "ALOA+BARI x ALOA-BARI", "ALOA+BARI xx ALOA-BARI"],
    ids=["capture", "removal", "replaced"],
)
def test_a_player_without_bridges_in_round_two_or_three_loses_at_once(
    number: int, last_turns: int, seat: str, action: str
) -> None:
    """K13: checked after every action, in mid-turn, whatever the points; also in a last turn."""
    white, black = ("ALOA-HUNA", "ALOA-BARI") if seat == "white" else ("ALOA-BARI", "ALOA-HUNA")
    state = kahuna_at(
        white=white, black=black, white_hand="ALOA BARI", black_hand="ALOA BARI", points=(3, 3),
        seat=seat, round=number, planning=True, last_turns=last_turns,
    )  # fmt: skip
    assert result(state) is None
    over = after(state, action)
    assert bridges(over)["black" if seat == "white" else "white"] == set()
    assert (result(over), legal(over), points(over)) == ((seat, "early-end"), set(), [3, 3])


@pytest.mark.parametrize("seat", ["white", "black"])
@pytest.mark.parametrize(
    ("white", "black", "winner", "scored"), [(ALOA, "", "white", [1, 0]), ("", ALOA, "black", [0, 1])]
)
def test_a_lack_of_bridges_loses_nothing_in_round_one_but_counts_as_round_two_begins(
    white: str, black: str, winner: str, scored: list[int], seat: str
) -> None:
    """K13, K9: round 1 is scored first, then the player without a bridge has lost, and nothing is shuffled."""
    state = near_end(white=white, black=black, seat=seat)
    assert result(after(state, "-")) is None
    game = table_at(state)
    game.play("+2")
    assert game.result == {"winner": winner, "by": "early-end", "points": scored, "islands": scored}
    view = seen(game)
    assert (len(game.decks), view["row"], view["stack"]) == (1, [None] * 3, 0)
    assert (view["phase"], view["round"], view["turn"], view["legal"]) == ("over", 2, 7, [])
    seats = ("white", "black")
    outcome = 1 + 3 * BY_EARLY_END + seats.index(winner)
    assert game.state.flow == kahuna.Flow(seats.index(seat), 2, 7, 0, 0, 0, 0, outcome)


@pytest.mark.parametrize(("seat", "winner"), [("white", "black"), ("black", "white")])
def test_whoever_has_no_bridge_loses_even_by_their_own_move(seat: str, winner: str) -> None:
    """K13: exactly one without a bridge, and the other wins; from a position that no game comes to."""
    sides, hand = {winner: "ALOA-BARI COCO-KAHU"}, {f"{seat}_hand": "ALOA BARI"}
    state = kahuna_at(round=2, seat=seat, **sides, **hand)  # type: ignore[arg-type]
    assert result(after(state, "ALOA+BARI x ALOA-BARI")) == (winner, "early-end")


def test_a_finished_game_shows_nothing_of_the_turn_that_ended_it() -> None:
    """K12: no duty, no phase and no bridges to place are left over."""
    over = after(last_turn(white=ALOA, black=LALE, white_hand="HUNA"), "HUNA>DUDA", "-")
    assert over.flow == kahuna.Flow(0, 3, 7, 0, 0, 0, 0, over.outcome)
    assert result(over) == ("white", "bridges")


def test_a_last_bridge_lost_in_round_one_does_not_end_the_game() -> None:
    """K13: the rule sleeps in round 1, for captures and removals alike."""
    state = kahuna_at(white="ALOA-HUNA", black="ALOA-BARI", white_hand="ALOA BARI")
    for action in ("ALOA>DUDA", "ALOA+BARI x ALOA-BARI"):
        assert bridges(after(state, action))["black"] == set()
        assert result(after(state, action)) is None


@pytest.mark.parametrize(("takes", "winner"), [((), "black"), (("+", "+"), "black"), (("+",), "white")])
def test_if_neither_has_a_bridge_as_round_two_begins_the_first_to_build_wins(
    takes: tuple[str, ...], winner: str
) -> None:
    """K13: play goes on over an empty board, and one bridge decides."""
    begun = after(near_end(white_hand="ALOA", black_hand="BARI"), "+2", *takes)
    assert (begun.flow.round, points(begun), result(begun)) == (2, [0, 0], None)
    over = after(begun, "ALOA>DUDA" if winner == "white" else "BARI>COCO")
    assert result(over) == (winner, "early-end")
