"""What an action did, as data for a log, an animation or a screen reader, seen from one seat (K16).

Every event is a dict with `event`, its name. Cause comes before effect:

| event | other keys |
| --- | --- |
| played | seat, cards: laid face up on the pile |
| removed | seat: the owner, link: a bridge taken off the board by a pair of cards |
| placed | seat, link, and in Special kind |
| moved | seat, link, to, kind: a bridge that replaced the joker on `to` |
| won, lost | seat, island |
| fell | seat: the owner, link: a bridge swept away by a capture |
| discarded | seat, card: null for others |
| took | seat, slot: null for the stack, card: null where it is not known |
| refilled | slot, card |
| declined, ended, passed | seat: no card taken; end of a last turn; a pass |
| began | seat: the handicap phase is over, and this seat has the first turn |
| scored | round, islands, points: what the round gave, both [white, black] |
| shuffled | round, row, stack: a new round lies ready |
| turn | seat: whose turn it is now |
| over | result |
"""

from typing import TYPE_CHECKING, Any

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import bits_of, popcount
from kahuna.rules.boards import KAHUNA
from kahuna.table import view
from kahuna.table.ruleset import SEATS, Seat, board_of, engine_of

if TYPE_CHECKING:
    from kahuna.table.game import Step

Event = dict[str, Any]


def cards_played(code: int) -> tuple[int, ...]:
    """The cards that a placing or removing action of Kahuna lays on the pile, in that order."""
    link = code % kahuna.LINKS
    a, b = kahuna.FIRST_END[link], kahuna.SECOND_END[link]
    if code < kahuna.REMOVE:
        return (a,) if code < kahuna.LINKS else (b,)
    return ((a, b), (a, a), (b, b))[(code - kahuna.REMOVE) // kahuna.LINKS % 3]


CARDS_PLAYED = tuple(map(cards_played, range(kahuna.DISCARD)))


def board_events(game: str, before: Any, code: int) -> list[Event]:
    """What this legal action does to bridges and islands; nothing for actions that do not touch the board."""
    touches = (
        code < kahuna.DISCARD or code >= kahuna.HANDICAP
        if game == "kahuna"
        else code != (exahuna.PASS if game == "exahuna" else special.PASS)
    )
    return _changes(game, before, code, engine_of(game).play(before, code)) if touches else []


def events_of(
    game: str, before: Any, step: "Step", after: Any, seat: Seat | None, result: dict[str, Any] | None
) -> list[Event]:
    """What this step, from one state to the next, shows to this seat."""
    mover = SEATS[step.seat]
    found = board_events(game, before, step.code)
    if game == "kahuna":
        found = _card_events(before, step, mover, seat == mover, found)
        if before.flow.handicap and not after.flow.handicap:
            found.append({"event": "began", "seat": SEATS[after.seat]})
        found += _round_events(before, after)
    elif not found:
        found = [{"event": "passed", "seat": mover}]
    if result:
        return [*found, {"event": "over", "result": result}]
    if (before.seat, before.turn) != (after.seat, after.turn):
        found.append({"event": "turn", "seat": SEATS[after.seat]})
    return found


def _card_events(
    before: kahuna.State, step: "Step", mover: Seat, own: bool, on_board: list[Event]
) -> list[Event]:
    code, name = step.code, KAHUNA.islands
    if code < kahuna.DISCARD:
        cards = [name[card] for card in CARDS_PLAYED[code]]
        return [{"event": "played", "seat": mover, "cards": cards}, *on_board]
    if code < kahuna.TAKE_ROW:
        card = name[code - kahuna.DISCARD] if own else None
        return [{"event": "discarded", "seat": mover, "card": card}]
    if code == kahuna.TAKE_STACK:
        return [{"event": "took", "seat": mover, "slot": None, "card": name[step.card] if own else None}]
    if code < kahuna.TAKE_STACK:
        slot = code - kahuna.TAKE_ROW + 1
        found: list[Event] = [{"event": "took", "seat": mover, "slot": slot, "card": name[step.card]}]
        if step.refill >= 0:
            found.append({"event": "refilled", "slot": slot, "card": name[step.refill]})
        return found
    if code == kahuna.END:
        if before.flow.handicap:
            return []
        return [{"event": "ended" if before.flow.last_turns else "declined", "seat": mover}]
    return on_board


def _round_events(before: kahuna.State, after: kahuna.State) -> list[Event]:
    scored = [now - then for now, then in zip(view.points(after), view.points(before), strict=True)]
    found: list[Event] = []
    last_card = after.flow.round > before.flow.round
    if last_card or (before.flow.last_turns == 1 and after.flow.outcome and not after.flow.last_turns):
        found.append(
            {
                "event": "scored",
                "round": before.flow.round,
                "islands": view.islands(before),
                "points": scored,
            }
        )
    if last_card and not after.flow.outcome:
        row, stack = view.row_names(after.row), popcount(after.stack)
        found.append({"event": "shuffled", "round": after.flow.round, "row": row, "stack": stack})
    return found


def _changes(game: str, before: Any, code: int, after: Any) -> list[Event]:
    """Bridges and islands that came and went between two states, cause before effect."""
    links = board_of(game).links
    mover = before.seat
    had, have = view.bridges(before), view.bridges(after)
    gone = [had[side] & ~have[side] for side in (0, 1)]
    found = _cause(game, before, code)
    if found[0]["event"] == "removed":
        gone[1 - mover] &= ~(1 << code % kahuna.LINKS)
    elif found[0]["event"] == "moved":
        gone[mover] &= ~(1 << code % exahuna.LINKS)
    held, hold = view.controlled(before), view.controlled(after)
    islands = board_of(game).islands
    order = (mover, 1 - mover)
    found += [
        {"event": "won", "seat": SEATS[side], "island": islands[island]}
        for side in order
        for island in bits_of(hold[side] & ~held[side])
    ]
    found += [
        {"event": "fell", "seat": SEATS[side], "link": links[link]}
        for side in (1 - mover, mover)
        for link in bits_of(gone[side])
    ]
    found += [
        {"event": "lost", "seat": SEATS[side], "island": islands[island]}
        for side in (1 - mover, mover)
        for island in bits_of(held[side] & ~hold[side])
    ]
    return found


def _cause(game: str, before: Any, code: int) -> list[Event]:
    """What the mover himself did to the board."""
    links, mover = board_of(game).links, SEATS[before.seat]
    if game == "exahuna":
        return [{"event": "placed", "seat": mover, "link": links[code]}]
    if game == "exahuna-special":
        kind, link = divmod(code, exahuna.LINKS)
        if code < special.MOVE:
            return [{"event": "placed", "seat": mover, "link": links[link], "kind": special.KINDS[kind]}]
        to = links[(code - special.MOVE) // exahuna.LINKS]
        moving = special.KINDS[special.kind_at(before.kinds, link)]
        return [{"event": "moved", "seat": mover, "link": links[link], "to": to, "kind": moving}]
    link = (code - kahuna.HANDICAP if code >= kahuna.HANDICAP else code) % kahuna.LINKS
    placed = {"event": "placed", "seat": mover, "link": links[link]}
    if kahuna.REMOVE <= code < kahuna.DISCARD:
        removed = {"event": "removed", "seat": SEATS[1 - before.seat], "link": links[link]}
        return [removed, placed] if code >= kahuna.REPLACE else [removed]
    return [placed]
