"""Refused actions: each reason in a situation of its own, the game untouched, nothing hidden said."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from kahuna.rules.boards import KAHUNA
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.game import Game
from kahuna.table.reasons import REASONS
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.view import has_cards
from support.positions import exahuna_at, kahuna_at, special_at, table_at
from support.views import hand_of, seen

HIDDEN = ("COCO GOLA", "FAAA JOJO")  # two hands that Black may have; the stack has the rest
FULL = " ".join(KAHUNA.links[:25])  # all but JOJO-KAHU and KAHU-LALE
HOLDS_ALOA = "ALOA-BARI ALOA-DUDA ALOA-HUNA"


class Situation(NamedTuple):
    """A game, made with one of two things that the mover cannot see, and what is refused there."""

    game: Callable[[str], Game]
    action: str
    message: str
    seat: Seat | None = None


def cards(action: str, message: str, **setup: Any) -> Situation:
    """A situation in Kahuna with White to move."""
    setup.setdefault("row", "HUNA IFFI LALE")
    return Situation(lambda hidden: table_at(kahuna_at(black_hand=hidden, **setup)), action, message)


def hexes(action: str, message: str, state: Any) -> Situation:
    """A situation in one of the games without cards."""
    return Situation(lambda _: table_at(state), action, message)


def finished(hidden: str) -> Game:
    game = table_at(kahuna_at(black_hand=hidden, row=". . .", stack="", round=3, last_turns=1))
    game.play("-")
    return game


def finished_hex(_: str) -> Game:
    game = table_at(exahuna_at("a1-a2", "b1-b2", left=(1, 0)))
    game.play("c3-d3")
    return game


def one_handicap_bridge(seed: str) -> Game:
    game = Game(Rules(handicap=2, handicap_to="white"), seed=seed)
    game.play("=ALOA-BARI")
    return game


SITUATIONS = {
    "game-over": Situation(finished, "-", "the game is over (K12)"),
    "game-over-hex": Situation(finished_hex, "a1=a2", "the game is over (E4)"),
    "not-your-turn": Situation(lambda seed: Game(seed=seed), "+", "it is white's move (K3)", "black"),
    "not-your-turn-hex": Situation(
        lambda _: Game(Rules("exahuna")), "a1-a2", "it is white's move (E1)", "black"
    ),
    "handicap-first": Situation(
        lambda seed: Game(Rules(handicap=1, handicap_to="white"), seed=seed),
        "+1",
        "handicap bridges come first; place one like =ELAI-HUNA or stop with - (K15)",
    ),
    "handicap-taken": Situation(one_handicap_bridge, "=ALOA-BARI", "there is a bridge on ALOA-BARI already (K15)"),
    "handicap-past": cards("=ELAI-HUNA", "bridges without a card are placed before the first turn only (K15)"),
    "play-after-discard": cards(
        "ALOA>BARI", "no card can be played in a turn with a discard (K6)",
        white_hand="ALOA", this_turn="discarded",
    ),
    "discard-after-play": cards(
        "~ALOA", "no card can be discarded in a turn with a play (K6)", white_hand="ALOA", this_turn="played"
    ),
    "card-not-in-hand": cards("COCO>BARI", "COCO is not in your hand (K4)", white_hand="BARI"),
    "pair-not-in-hand": cards(
        "COCO+COCO x BARI-COCO", "your hand does not have both cards, COCO+COCO (K5)",
        white_hand="COCO", black="BARI-COCO", row="HUNA IFFI LALE",
    ),
    "discard-not-in-hand": cards("~GOLA", "GOLA is not in your hand (K6)", white_hand="BARI"),
    "link-taken": cards(
        "ALOA>BARI", "there is a bridge on ALOA-BARI already (K4)", white_hand="ALOA", black="ALOA-BARI"
    ),
    "no-bridges-left": cards(
        "KAHU>JOJO", "all your 25 bridges are on the board (K1)", white_hand="KAHU", white=FULL
    ),
    "island-closed": cards(
        "HUNA>ALOA", "the opponent controls an end of ALOA-HUNA, and this is the planning variant (K14)",
        white_hand="HUNA", black="ALOA-BARI ALOA-DUDA", planning=True,
    ),
    "no-enemy-bridge": cards(
        "ALOA+BARI x ALOA-BARI", "there is no bridge of the opponent on ALOA-BARI (K5)",
        white_hand="ALOA BARI", white="ALOA-BARI",
    ),
    "only-planning": cards(
        "ALOA+BARI xx ALOA-BARI", "replacing at once (xx) belongs to the planning variant (K14)",
        white_hand="ALOA BARI", black="ALOA-BARI",
    ),
    "replace-closed": cards(
        "ALOA+BARI xx ALOA-BARI", "the opponent would still control an end of ALOA-BARI (K14)",
        white_hand="ALOA BARI", black=HOLDS_ALOA, planning=True,
    ),
    "hand-full": cards(
        "+", "with five cards in hand none can be taken; play or discard first (K7)",
        white_hand="ALOA ALOA BARI BARI DUDA",
    ),
    "slot-empty": cards("+2", "slot 2 of the row is empty (K7)", row="HUNA . LALE", stack=""),
    "stack-empty": cards("+", "the stack is empty (K7)", row="HUNA . LALE", stack=""),
    "last-turn": cards(
        "+", "in a last turn no card is taken; end it with - (K11)", row=". . .", stack="", round=3, last_turns=2
    ),
    "must-take": cards("-", "the opponent has just declined, so you must take a card (K8)", must_take=True),
    "wrong-card": cards("+2=ALOA", "slot 2 of the row shows IFFI (K7)"),
    "card-unknown": cards("+=BARI", "the top of the stack is unknown until it is taken; write + (K16)"),
    "place-taken": hexes("a1-a2", "there is a bridge on a1-a2 already (E2)", exahuna_at("", "a1-a2")),
    "supply-empty": hexes("a1-a2", "you have no bridge left to place (E4)", exahuna_at("c3-d3", left=(0, 2))),
    "may-not-pass": hexes("-", "only a player who cannot place may pass (E4)", exahuna_at()),
    "must-place": hexes(
        "-",
        "only a player who cannot place may pass; place a bridge or move a joker (S7)",
        special_at(left=("1 2", "1")),
    ),
    "kind-used-up": hexes("minus:a1-a2", "you have no minus bridge left (S1)", special_at(left=("1 2", "1"))),
    "no-joker": hexes(
        "a1-a2>c3-d3", "there is no joker of yours on c3-d3 (S4)", special_at("1:a1-a2 2:c3-d3", "joker:b1-b2")
    ),
    "no-bridge-to-move": hexes(
        "b1-b2>c3-d3", "there is no bridge of yours on b1-b2 (S4)", special_at("1:a1-a2 joker:c3-d3", "2:b1-b2")
    ),
    "joker-itself": hexes(
        "c3-d3>c3-d3", "a joker is replaced by another bridge, not by itself (S4)",
        special_at("1:a1-a2 joker:c3-d3"),
    ),
}  # fmt: skip
every_reason = pytest.mark.parametrize("reason", REASONS)


def all_of(game: Game) -> Any:
    """Everything about a game that an action could change."""
    views = [game.view(seat) for seat in (*SEATS, None)]
    logs = [list(log) for log in game.logs]
    return (
        views,
        logs,
        list(game.moments),
        list(game.steps),
        list(game._undealt),
        game.legal(),
        len(game.decks),
    )


def refuse(game: Game, action: str, seat: Seat | None = None) -> IllegalAction:
    """The error this action gives; the game must be as it was."""
    before = all_of(game)
    with pytest.raises(IllegalAction) as caught:
        game.play(action, seat)
    assert all_of(game) == before
    return caught.value


def test_every_reason_has_a_situation() -> None:
    """Design: nothing is refused for a reason that no test has seen."""
    assert set(SITUATIONS) == set(REASONS)


@every_reason
def test_a_refusal_names_the_action_the_reason_and_the_rule_and_changes_nothing(reason: str) -> None:
    """K16: one line for each reason, the same for all that the seat cannot see, and the game untouched."""
    make, action, message, seat = SITUATIONS[reason]
    for hidden in HIDDEN:
        error = refuse(make(hidden), action, seat)
        assert str(error) == f"{action}: {message}"
        assert (error.action, error.reason, error.rule) == (action, reason, REASONS[reason][0])
        assert error.rule in message
        assert message == f"{REASONS[reason][1].format(**error.facts)} ({error.rule})"


@every_reason
def test_a_refusal_names_no_card_but_those_of_the_action_and_of_the_row(reason: str) -> None:
    """K16: no hidden card is in any message or in the facts beside it."""
    make, action, _, seat = SITUATIONS[reason]
    game = make(HIDDEN[0])
    open_cards = set(seen(game)["row"] if has_cards(game.view(None)) else ()) | set(
        re.findall("[A-Z]{4}", action + REASONS[reason][1])
    )
    error = refuse(game, action, seat)
    assert set(re.findall("[A-Z]{4}", f"{error} {error.facts}")) <= open_cards


@pytest.mark.parametrize("hidden", HIDDEN)
def test_who_is_not_to_move_learns_nothing_but_that(hidden: str) -> None:
    """K3, K16: whatever the other seat tries, legal or not, their cards are not looked at."""
    game = table_at(kahuna_at(white_hand="ALOA", black_hand=hidden, black="ALOA-BARI"))
    for action in ("COCO>BARI", "FAAA>GOLA", "~GOLA", "~JOJO", "+1=ALOA", "+=ALOA", "-", "ALOA>BARI"):
        error = refuse(game, action, "black")
        assert (error.reason, error.facts) == ("not-your-turn", {"seat": "white"})


def test_a_guess_at_the_stack_is_refused_right_or_wrong() -> None:
    """K7, K16: nobody learns from an error what lies on top of the stack."""
    messages = set()
    for top in KAHUNA.islands[:6]:
        game = table_at(kahuna_at(row="HUNA IFFI LALE"), stack=top)
        messages.add(str(refuse(game, "+=ALOA")))
    assert len(messages) == 1


def test_a_take_may_name_the_card_that_the_row_shows() -> None:
    """K7: the named card is checked and then taken."""
    game = table_at(kahuna_at(row="HUNA IFFI LALE"))
    game.play("+2=IFFI")
    assert hand_of(game, "white") == ["IFFI"]


def test_a_named_take_from_an_empty_slot_says_that_the_slot_is_empty() -> None:
    """K7: there is no card that the row could show instead."""
    error = refuse(table_at(kahuna_at(row="HUNA . LALE", stack="")), "+2=HUNA")
    assert (error.reason, error.facts) == ("slot-empty", {"slot": "2"})


@pytest.mark.parametrize("game", ["kahuna", "exahuna", "exahuna-special"])
def test_a_game_ended_from_outside_takes_no_more_actions(game: str) -> None:
    """K12, E4: after a resignation nothing is legal, played, chosen by code or previewed."""
    table = Game(Rules(game), seed=1)
    action, code = table.legal()[0], table.codes()[0]
    table.end("resign", "black")
    reason = "game-over" if game == "kahuna" else "game-over-hex"
    assert refuse(table, action).reason == reason
    for ask in (lambda: table.play_code(code), lambda: table.preview(action)):
        with pytest.raises(IllegalAction) as caught:
            ask()
        assert caught.value.reason == reason
    assert (table.legal(), table.codes()) == ([], [])


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("kahuna", "", "this is no action of kahuna"),
        ("kahuna", "HUNA>GOLA", "there is no link GOLA-HUNA"),
        ("kahuna", "HUNA>ATLANTIS", "no island is called ATLANTIS"),
        ("kahuna", "huna>elai", "no island is called huna"),
        ("kahuna", "BARI+COCO x ELAI-HUNA", "both cards must name an end of ELAI-HUNA (K5)"),
        ("kahuna", "~", "this is no action of kahuna"),
        ("kahuna", "+4", "this is no action of kahuna"),
        ("kahuna", "+1=MAUI", "no island is called MAUI"),
        ("exahuna", "a1-c3", "there is no link a1-c3"),
        ("exahuna", "b2=b3", "there is no link b2=b3"),
        ("exahuna", "3:a1-a2", "this is no action of exahuna"),
        ("exahuna-special", "5:a1-a2", "no kind is called 5"),
        ("exahuna-special", "a1-a2", "this is no action of exahuna-special"),
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(game: str, text: str, reason: str) -> None:
    """Design: the error quotes the text, says what is wrong and shows how actions look."""
    table = Game(Rules(game), seed=1)
    before = all_of(table)
    with pytest.raises(BadNotation) as caught:
        table.play(text)
    assert str(caught.value).startswith(f"cannot read {text!r}: {reason}")
    assert "expected something like" in str(caught.value)
    assert all_of(table) == before


@pytest.mark.parametrize("code", [-1, 260, 10**6])
def test_a_code_that_is_no_action_is_refused(code: int) -> None:
    """Design: and the game is untouched."""
    game = Game(seed=1)
    before = all_of(game)
    with pytest.raises(ValueError, match="run from 0 to 259"):
        game.play_code(code)
    assert all_of(game) == before
