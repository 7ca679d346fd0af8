"""A fourth game, written only to show how one is added (docs/adding-a-game.md).

ATOLL. Four islands, every two of them linked. White begins; the players take turns to lay a bridge on any free link
(A1). Two of an island's three links control it; nothing ever falls. When all links are taken, more islands win (A2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kahuna.rules.bits import bits_of, popcount
from kahuna.rules.boards import Board
from kahuna.rules.outcome import BY_DRAW, BY_ISLANDS, NOBODY, RUNNING
from kahuna.table.events import BoardEvent, Event, Layout, consequences
from kahuna.table.reading import link_named, unreadable
from kahuna.table.seats import SEATS, Seat
from kahuna.table.spec import Parsed, RefusalReason, Spec, Step
from kahuna.table.view import View, as_sides, closing, coloured, opening, seat_to_move, sets_of

if TYPE_CHECKING:
    from kahuna.table.game import Game

ISLAND_NAMES = ("EAST", "NORD", "SOUT", "WEST")
ENDS = [(a, b) for a in range(4) for b in range(a + 1, 4)]
BOARD = Board(
    islands=ISLAND_NAMES,
    places=((900, 380), (500, 100), (500, 660), (100, 380)),
    links=tuple(f"{ISLAND_NAMES[a]}-{ISLAND_NAMES[b]}" for a, b in ENDS),
    first_end=tuple(a for a, _ in ENDS),
    second_end=tuple(b for _, b in ENDS),
    links_at=tuple(sum(1 << link for link, ends in enumerate(ENDS) if island in ends) for island in range(4)),
)
ALL = (1 << len(ENDS)) - 1


# ------------------------------------------------------------------ the rules


class State(NamedTuple):
    """A game between two moves, seen from the seat to move."""

    own: int
    enemy: int
    seat: int = 0
    turn: int = 1
    outcome: int = RUNNING


def controlled(bridges: int) -> int:
    """The islands these bridges control (A1)."""
    return sum(1 << island for island in range(4) if popcount(bridges & BOARD.links_at[island]) >= 2)


class Engine:
    """Legal actions, and what one does; a link's number is the action that takes it."""

    ACTIONS = len(ENDS)

    def legal(self, state: State) -> int:
        """The free links."""
        return 0 if state.outcome else ALL & ~(state.own | state.enemy)

    def codes(self, legal: int) -> list[int]:
        """The actions, in order."""
        return bits_of(legal)

    def is_legal(self, legal: int, code: int) -> bool:
        """Whether this action is among them."""
        return 0 <= code < self.ACTIONS and legal >> code & 1 == 1

    def play(self, state: State, code: int) -> State:
        """The state after this legal action."""
        own = state.own | 1 << code
        if own | state.enemy != ALL:
            return State(state.enemy, own, 1 - state.seat, state.turn + 1)
        lead = popcount(controlled(own)) - popcount(controlled(state.enemy))
        winner = state.seat if lead > 0 else 1 - state.seat
        outcome = 1 + 3 * BY_ISLANDS + winner if lead else 1 + 3 * BY_DRAW + NOBODY
        return State(own, state.enemy, state.seat, state.turn, outcome)


# ------------------------------------------------------------------ the table


class AtollView(View):
    """Everything, for anybody."""

    bridges: dict[str, Seat]


def parse(text: str) -> Parsed:
    """The link, its ends in any order."""
    a, mark, b = text.partition("-")
    if not mark:
        raise unreadable(text, "this is no link", SPEC.examples)
    return Parsed(BOARD.links.index(link_named(BOARD, text, (a, "-", b), SPEC.examples)))


def layout(state: State) -> Layout:
    """Bridges and controlled islands."""
    white, black = as_sides([state.own, state.enemy], state.seat)
    return Layout((white, black), (controlled(white), controlled(black)))


def view(game: Game, seat: Seat | None) -> AtollView:
    """What everybody may know, and for a seat its legal actions."""
    lies = layout(game.state)
    return {
        "game": "atoll",
        **opening(game, seat, "turn"),
        "bridges": coloured(BOARD.links, lies.bridges),
        "control": coloured(BOARD.islands, lies.control),
        **closing(game, seat),
    }


def position(view: AtollView) -> State:
    """The state that a view shows."""
    seat = seat_to_move(view)
    own, enemy = as_sides(sets_of(BOARD.links, view["bridges"]), seat)
    return State(own, enemy, seat, view["turn"])


def board_events(before: State, code: int, after: State) -> list[BoardEvent]:
    """A bridge, and the islands that it wins."""
    placed: BoardEvent = {"event": "placed", "seat": SEATS[before.seat], "link": BOARD.links[code]}
    return [placed, *consequences(BOARD, before.seat, layout(before), layout(after))]


def events(before: State, step: Step, after: State, _own: bool) -> list[Event]:
    """The same: nothing is hidden."""
    return [*board_events(before, step.code, after)]


def islands(state: State) -> list[int]:
    """How many islands White and Black control."""
    return [popcount(islands) for islands in layout(state).control]


def why_illegal(_state: Any, code: int) -> RefusalReason:
    """The only reason there is."""
    return RefusalReason("atoll-taken", {"link": BOARD.links[code]})


SPEC = Spec(
    name="atoll",
    title="Atoll",
    board=BOARD,
    engine=Engine(),
    start=lambda _rules: State(0, 0),
    no_variants_rule="A1",
    texts=BOARD.links,
    parse=parse,
    examples="EAST-NORD or NORD-WEST",
    reasons={
        "atoll-over": ("A2", "the game is over"),
        "atoll-turn": ("A1", "it is {seat}'s move"),
        "atoll-taken": ("A1", "there is a bridge on {link} already"),
    },
    why_illegal=why_illegal,
    over_reason="atoll-over",
    turn_reason="atoll-turn",
    view=view,
    board_events=board_events,
    events=events,
    layout=layout,
    islands=islands,
    position=position,
)
