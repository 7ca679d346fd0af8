"""Exahuna and Special: a position read as the start of a game, or refused in one line (rules: Record, version 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kahuna.rules import exahuna, special
from kahuna.rules.bits import popcount
from kahuna.rules.boards import EXAHUNA
from kahuna.table.position import Begun, bridges_of, by_seat, fail, seat_and_turn
from kahuna.table.seats import SEATS

if TYPE_CHECKING:
    from kahuna.table.ruleset import Rules


def _supplies(position: Mapping[str, Any]) -> list[Any]:
    supply = by_seat(position, "supply")
    return [supply[seat] for seat in SEATS]


def begin_exahuna(rules: Rules, position: Mapping[str, Any]) -> Begun:
    """What a game of Exahuna that starts from this position begins with."""
    seat, turn = seat_and_turn(rules, position)
    bridges = bridges_of(EXAHUNA, position, lambda bridge: bridge)
    left = _supplies(position)
    for name, mine, rest in zip(SEATS, bridges, left, strict=True):
        if type(rest) is not int or not 0 <= rest <= exahuna.SUPPLY - popcount(mine):
            raise fail(f"{name} has {popcount(mine)} of {exahuna.SUPPLY} bridges on the board (E1)")
    if left[1] - left[0] != seat:
        raise fail(f"bridges are placed in turn, so {left[0]} and {left[1]} cannot be left (E1)")
    _check_running(sum(left))
    state = exahuna.State(bridges[seat], bridges[1 - seat], left[seat], left[1 - seat], 0, seat, turn, 0)
    return Begun(state, None, f"from turn {turn}")


def begin_special(rules: Rules, position: Mapping[str, Any]) -> Begun:
    """What a game of Special that starts from this position begins with."""
    seat, turn = seat_and_turn(rules, position)
    bridges = bridges_of(EXAHUNA, position, _colour)
    kinds = special.Kinds(0, 0, 0)
    on_board = (Counter[str](), Counter[str]())
    for link, bridge in position["bridges"].items():
        if bridge.get("kind") not in special.KINDS:
            raise fail(f"the bridge on {link} has no kind of {' '.join(special.KINDS)} (S1)")
        kinds = special.with_kind(kinds, EXAHUNA.links.index(link), special.KINDS.index(bridge["kind"]))
        on_board[SEATS.index(bridge["colour"])][bridge["kind"]] += 1
    supplies = []
    for name, rest, placed in zip(SEATS, _supplies(position), on_board, strict=True):
        if not isinstance(rest, Mapping) or set(rest) != set(special.KINDS):
            raise fail(f"supply of {name} must count {' '.join(special.KINDS)} (S1)")
        for kind, count in rest.items():
            if type(count) is not int or not 0 <= count <= 4 - placed[kind]:
                raise fail(f"{name} has {placed[kind]} of four {kind} bridges on the board (S1)")
        supplies.append(sum(rest[kind] << 3 * number for number, kind in enumerate(special.KINDS)))
    _check_running(sum(supplies))
    state = special.State(
        bridges[seat], bridges[1 - seat], kinds, supplies[seat], supplies[1 - seat], 0, seat, turn, 0
    )
    return Begun(state, None, f"from turn {turn}")


def _colour(bridge: Any) -> Any:
    return bridge.get("colour") if isinstance(bridge, Mapping) else None


def _check_running(left: int) -> None:
    if not left:
        raise fail("all bridges are placed, so the game is over (E4)")
