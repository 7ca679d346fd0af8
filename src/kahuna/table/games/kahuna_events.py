"""Kahuna: what an action did, as its own seat and the others are told (K16)."""

from kahuna.rules import kahuna
from kahuna.rules.bits import popcount
from kahuna.rules.boards import KAHUNA
from kahuna.table.events import BoardEvent, BridgeEvent, Event, PlacedEvent, consequences
from kahuna.table.games.kahuna_view import islands, layout, points, row_names
from kahuna.table.seats import SEATS, Seat
from kahuna.table.spec import Step


def cards_played(code: int) -> tuple[int, ...]:
    """The cards that a placing or removing action lays on the pile, in that order."""
    link = code % kahuna.LINKS
    a, b = kahuna.FIRST_END[link], kahuna.SECOND_END[link]
    if code < kahuna.REMOVE:
        return (a,) if code < kahuna.LINKS else (b,)
    return ((a, b), (a, a), (b, b))[(code - kahuna.REMOVE) // kahuna.LINKS % 3]


CARDS_PLAYED = tuple(map(cards_played, range(kahuna.DISCARD)))


def board_events(before: kahuna.State, code: int, after: kahuna.State) -> list[BoardEvent]:
    """What an action does to bridges and islands."""
    if kahuna.DISCARD <= code < kahuna.HANDICAP:
        return []
    mover = before.seat
    link = (code - kahuna.HANDICAP if code >= kahuna.HANDICAP else code) % kahuna.LINKS
    removed = 1 << link if kahuna.REMOVE <= code < kahuna.DISCARD else 0
    caused = (0, removed) if mover == 0 else (removed, 0)
    return [
        *_done(code, link, SEATS[mover], SEATS[1 - mover]),
        *consequences(KAHUNA, mover, layout(before), layout(after), caused),
    ]


def _done(code: int, link: int, mover: Seat, rival: Seat) -> list[BoardEvent]:
    """What the mover did, apart from what came of it."""
    placed: PlacedEvent = {"event": "placed", "seat": mover, "link": KAHUNA.links[link]}
    if not kahuna.REMOVE <= code < kahuna.DISCARD:
        return [placed]
    removed: BridgeEvent = {"event": "removed", "seat": rival, "link": KAHUNA.links[link]}
    return [removed, placed] if code >= kahuna.REPLACE else [removed]


def events(before: kahuna.State, step: Step, after: kahuna.State, own: bool) -> list[Event]:
    """All that a step did, in order; `own` for the eyes of the seat that acted."""
    found: list[Event] = [
        *_card_events(before, step, SEATS[step.seat], own),
        *board_events(before, step.code, after),
    ]
    if before.flow.handicap and not after.flow.handicap:
        found.append({"event": "began", "seat": SEATS[after.seat]})
    return found + _round_events(before, after)


def _card_events(before: kahuna.State, step: Step, mover: Seat, own: bool) -> list[Event]:
    code, name = step.code, KAHUNA.islands
    if code < kahuna.DISCARD:
        return [{"event": "played", "seat": mover, "cards": [name[card] for card in CARDS_PLAYED[code]]}]
    if code < kahuna.TAKE_ROW:
        return [{"event": "discarded", "seat": mover, "card": name[code - kahuna.DISCARD] if own else None}]
    if code == kahuna.TAKE_STACK:
        return [{"event": "took", "seat": mover, "slot": None, "card": name[step.card] if own else None}]
    if code < kahuna.TAKE_STACK:
        slot = code - kahuna.TAKE_ROW + 1
        found: list[Event] = [{"event": "took", "seat": mover, "slot": slot, "card": name[step.card]}]
        if step.refill >= 0:
            found.append({"event": "refilled", "slot": slot, "card": name[step.refill]})
        return found
    if code == kahuna.END and not before.flow.handicap:
        return [{"event": "ended" if before.flow.last_turns else "declined", "seat": mover}]
    return []


def _round_events(before: kahuna.State, after: kahuna.State) -> list[Event]:
    last_card = after.flow.round > before.flow.round
    if not last_card and not after.flow.outcome:
        return []
    scored = [now - then for now, then in zip(points(after), points(before), strict=True)]
    found: list[Event] = []
    if last_card or (before.flow.last_turns == 1 and after.flow.outcome and not after.flow.last_turns):
        found.append(
            {"event": "scored", "round": before.flow.round, "islands": islands(before), "points": scored}
        )
    if last_card and not after.flow.outcome:
        row, stack = row_names(after.row), popcount(after.stack)
        found.append({"event": "shuffled", "round": after.flow.round, "row": row, "stack": stack})
    return found
