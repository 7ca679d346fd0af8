"""Kahuna: what an action did, as its own seat and the others are told (K16)."""

from functools import lru_cache

from kahuna.rules import kahuna
from kahuna.rules.bits import popcount
from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.table.events import BoardEvent, BridgeEvent, Event, PlacedEvent, consequences
from kahuna.table.games.kahuna_view import islands, layout, points, row_names
from kahuna.table.seats import SEATS, Seat
from kahuna.table.spec import Step


def cards_played(code: int, on: KahunaRules = OURS) -> tuple[int, ...]:
    """The cards that a placing or removing action lays on the pile, in that order."""
    link = code % on.LINKS
    a, b = on.FIRST_END[link], on.SECOND_END[link]
    if code < on.REMOVE:
        return (a,) if code < on.LINKS else (b,)
    return ((a, b), (a, a), (b, b))[(code - on.REMOVE) // on.LINKS % 3]


@lru_cache(64)
def all_cards_played(on: KahunaRules) -> tuple[tuple[int, ...], ...]:
    """The same of every code that plays cards."""
    return tuple(cards_played(code, on) for code in range(on.DISCARD))


def board_events(
    before: kahuna.State, code: int, after: kahuna.State, on: KahunaRules = OURS
) -> list[BoardEvent]:
    """What an action does to bridges and islands."""
    if on.DISCARD <= code < on.HANDICAP:
        return []
    mover = before.seat
    link = (code - on.HANDICAP if code >= on.HANDICAP else code) % on.LINKS
    removed = 1 << link if on.REMOVE <= code < on.DISCARD else 0
    caused = (0, removed) if mover == 0 else (removed, 0)
    return [
        *_done(code, link, SEATS[mover], SEATS[1 - mover], on),
        *consequences(on.board, mover, layout(before, on), layout(after, on), caused),
    ]


def _done(code: int, link: int, mover: Seat, rival: Seat, on: KahunaRules) -> list[BoardEvent]:
    """What the mover did, apart from what came of it."""
    placed: PlacedEvent = {"event": "placed", "seat": mover, "link": on.board.links[link]}
    if not on.REMOVE <= code < on.DISCARD:
        return [placed]
    removed: BridgeEvent = {"event": "removed", "seat": rival, "link": on.board.links[link]}
    return [removed, placed] if code >= on.REPLACE else [removed]


def events(
    before: kahuna.State, step: Step, after: kahuna.State, own: bool, on: KahunaRules = OURS
) -> list[Event]:
    """All that a step did, in order; `own` for the eyes of the seat that acted."""
    found: list[Event] = [
        *_card_events(before, step, SEATS[step.seat], own, on),
        *board_events(before, step.code, after, on),
    ]
    if before.flow.handicap and not after.flow.handicap:
        found.append({"event": "began", "seat": SEATS[after.seat]})
    return found + _round_events(before, after, on)


def _card_events(before: kahuna.State, step: Step, mover: Seat, own: bool, on: KahunaRules) -> list[Event]:
    code, name = step.code, on.board.islands
    if code < on.DISCARD:
        return [
            {"event": "played", "seat": mover, "cards": [name[card] for card in all_cards_played(on)[code]]}
        ]
    if code < on.TAKE_ROW:
        return [{"event": "discarded", "seat": mover, "card": name[code - on.DISCARD] if own else None}]
    if code == on.TAKE_STACK:
        return [{"event": "took", "seat": mover, "slot": None, "card": name[step.card] if own else None}]
    if code < on.TAKE_STACK:
        slot = code - on.TAKE_ROW + 1
        found: list[Event] = [{"event": "took", "seat": mover, "slot": slot, "card": name[step.card]}]
        if step.refill >= 0:
            found.append({"event": "refilled", "slot": slot, "card": name[step.refill]})
        return found
    if code == on.END and not before.flow.handicap:
        return [{"event": "ended" if before.flow.last_turns else "declined", "seat": mover}]
    return []


def _round_events(before: kahuna.State, after: kahuna.State, on: KahunaRules) -> list[Event]:
    last_card = after.flow.round > before.flow.round
    if not last_card and not after.flow.outcome:
        return []
    scored = [now - then for now, then in zip(points(after), points(before), strict=True)]
    found: list[Event] = []
    if last_card or (before.flow.last_turns == 1 and after.flow.outcome and not after.flow.last_turns):
        found.append(
            {"event": "scored", "round": before.flow.round, "islands": islands(before, on), "points": scored}
        )
    if last_card and not after.flow.outcome:
        row, stack = row_names(after.row, on.board.islands), popcount(after.stack)
        found.append({"event": "shuffled", "round": after.flow.round, "row": row, "stack": stack})
    return found
