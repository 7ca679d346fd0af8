"""Kahuna: a position read as the start of a game, or refused in one line (rules: Record, version 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kahuna.rules import kahuna
from kahuna.rules.bits import popcount, remaining
from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.table.errors import quoted
from kahuna.table.games.kahuna_view import THIS_TURN, card_multiset
from kahuna.table.position import Begun, bridges_of, by_seat, fail, list_at, seat_and_turn, whole_at
from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from kahuna.table.ruleset import Rules

ROUND_POINTS = {1: ({0},), 2: ({0}, {0, 1}), 3: ({0}, {0, 1}, {0, 2}, {0, 3}, {1, 2})}


def begin(rules: Rules, position: Mapping[str, Any], on: KahunaRules = OURS) -> Begun:
    """What a game that starts from this position begins with."""
    seat, turn = seat_and_turn(rules, position)
    bridges = bridges_of(on.board, position, lambda bridge: bridge)
    for name, mine in zip(SEATS, bridges, strict=True):
        if popcount(mine) > kahuna.SUPPLY:
            raise fail(f"{name} has {popcount(mine)} bridges, and there are {kahuna.SUPPLY} (K1)")
    hands = _own_first(seat, _islands(position, "hand", on), _islands(position, "opponent_hand", on))
    secrets = _own_first(
        seat, _islands(position, "own_secret", on), _islands(position, "opponent_secret", on)
    )
    discards, row = _islands(position, "discards", on), _row(position, on)
    stack = _rest([*hands[0], *hands[1], *secrets[0], *secrets[1], *discards, *row], on)
    for name, hand in zip(SEATS, hands, strict=True):
        if len(hand) > kahuna.HAND_LIMIT:
            raise fail(f"{name} has {len(hand)} cards, and a hand never exceeds five (K7)")
    known = [_known(position, who, hands, on) for who in (0, 1)]
    taken = [tuple(sorted(_islands(by_seat(position, "taken"), seat, on))) for seat in SEATS]
    round = whole_at(position, "round", 1, 3)
    points = _points(position, round)
    flow = _flow(position, seat, turn, round)
    _check_cards(flow, stack, row)
    if round > 1 and (bridges[0] == 0) != (bridges[1] == 0):
        raise fail(f"one player has no bridge in round {round}, so the game is over (K13)")
    sides = [
        kahuna.Side(
            bridges[who], card_multiset(hands[who]), known[who], card_multiset(secrets[who]), points[who]
        )
        for who in (0, 1)
    ]
    slots = [0 if name is None else on.board.islands.index(name) + 1 for name in position["row"]]
    state = kahuna.State(
        sides[seat],
        sides[1 - seat],
        stack,
        sum(slot << 4 * place for place, slot in enumerate(slots)),
        0,
        flow,
        SEATS.index(rules.first),
        int(rules.planning),
    )
    memory = (tuple(discards), (taken[0], taken[1]))
    shown = " ".join(name or "." for name in position["row"])
    return Begun(state, memory, f"from turn {turn}, round {round}: {shown}")


def _own_first(seat: int, own: list[int], other: list[int]) -> list[list[int]]:
    """The values of the mover and of the other seat as White's and Black's."""
    return [own, other] if seat == 0 else [other, own]


def _row(position: Mapping[str, Any], on: KahunaRules) -> list[int]:
    row = list_at(position, "row")
    if len(row) != 3 or not all(name is None or name in on.board.islands for name in row):
        raise fail(f"row must have three islands or null, not {quoted(row)}")
    return [on.board.islands.index(name) for name in row if name is not None]


def _rest(seen: list[int], on: KahunaRules) -> int:
    """The cards that lie nowhere else: the stack (K1)."""
    for card, count in Counter(seen).items():
        if count > 2:
            raise fail(f"{on.board.islands[card]} is there {count} times, and an island has two cards (K1)")
    return remaining(on.ALL_CARDS, card_multiset(seen), 0)


def _known(position: Mapping[str, Any], who: int, hands: list[list[int]], on: KahunaRules) -> int:
    """The cards of a hand that are public.

    Cards taken are different: one may be discarded secretly and taken again in the next round, so an island may
    have more than two of them.
    """
    cards = _islands(by_seat(position, "known"), SEATS[who], on)
    if Counter(cards) - Counter(hands[who]):
        shown = quoted(position["known"][SEATS[who]])
        raise fail(f"{SEATS[who]} does not hold all that is known: {shown} (K16)")
    return card_multiset(cards)


def _points(position: Mapping[str, Any], round: int) -> list[int]:
    points = by_seat(position, "points")
    found = [points[seat] for seat in SEATS]
    if any(type(n) is not int for n in found) or set(found) not in ROUND_POINTS[round]:
        raise fail(f"nobody can have {found[0]}:{found[1]} points in round {round} (K9)")
    return found


def _flow(position: Mapping[str, Any], seat: int, turn: int, round: int) -> kahuna.Flow:
    if position["this_turn"] not in THIS_TURN:
        raise fail(f"this_turn must be one of {', '.join(THIS_TURN)}, not {quoted(position['this_turn'])}")
    if type(position["must_take"]) is not bool:
        raise fail(f"must_take must be true or false, not {quoted(position['must_take'])}")
    last = 0 if position["last_turns_left"] is None else whole_at(position, "last_turns_left", 1, 2)
    handicap = whole_at(position, "handicap_left", 0, 3)
    if last and round < 3:
        raise fail(f"last turns come in round 3, not in round {round} (K11)")
    if last and position["must_take"]:
        raise fail("in a last turn nobody must take a card (K11)")
    if handicap and (turn, round) != (1, 1):
        raise fail("handicap bridges are placed before the first turn only (K15)")
    return kahuna.Flow(
        seat,
        round,
        turn,
        THIS_TURN.index(position["this_turn"]),
        int(position["must_take"]),
        last,
        handicap,
        0,
    )


def _check_cards(flow: kahuna.Flow, stack: int, row: list[int]) -> None:
    """Whether stack and row can lie so (K7, K9, K11)."""
    if flow.last_turns and (stack or row):
        raise fail("last turns begin when stack and row are empty (K11)")
    if stack and len(row) < 3:
        raise fail("the row has a gap while the stack lasts (K7)")
    if not (flow.last_turns or stack or row):
        raise fail("stack and row are empty, so the round is over (K9)")


def _islands(position: Mapping[str, Any], key: str, on: KahunaRules) -> list[int]:
    names = list_at(position, key)
    for name in names:
        if name not in on.board.islands:
            raise fail(f"{key}: {quoted(name)} is no island")
    return [on.board.islands.index(name) for name in names]
