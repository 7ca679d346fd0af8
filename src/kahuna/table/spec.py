"""What a game must define to be played at the table: one `Spec` for each game (docs/adding-a-game.md).

`kahuna.table` uses only the spec of the game and knows no game by name. A game leaves out what it does not have:
cards, hidden hands, variants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kahuna.rules.boards import Board
from kahuna.table.seats import Seat
from kahuna.table.view import own

if TYPE_CHECKING:
    from kahuna.table.events import BoardEvent, Event, Layout
    from kahuna.table.game import Game
    from kahuna.table.position import Begun
    from kahuna.table.ruleset import Rules
    from kahuna.table.view import Own, View

State = Any  # each game has its own


class Engine(Protocol):
    """What each module of `kahuna.rules` that plays a game offers; states and legal sets are its own.

    A state is a NamedTuple that has at least `seat`, the one to move (0 White, 1 Black), `turn`, and `outcome`, 0 while
    the game runs (rules/outcome.py).
    """

    ACTIONS: int

    def legal(self, state: State, /) -> Any:
        """The set of legal actions."""
        ...

    def codes(self, legal: Any, /) -> list[int]:
        """The codes in a legal set, in order."""
        ...

    def is_legal(self, legal: Any, code: int, /) -> bool:
        """Whether the code is in a legal set."""
        ...

    def play(self, state: State, code: int, /) -> State:
        """The state after a legal action."""
        ...


class Parsed(NamedTuple):
    """An action and, for a take that named it, the card."""

    code: int
    card: int | None = None


class Form(NamedTuple):
    """One way in which actions of a game are written in short."""

    name: str  # what such an action does
    pattern: str  # its named groups are the parts: card, second, to, link, piece, from
    examples: tuple[str, ...]


class Step(NamedTuple):
    """An action that was played, with the cards that chance answered, -1 for none."""

    seat: int
    code: int
    card: int = -1  # the card taken
    refill: int = -1  # the card that filled the row's slot


# Makes a step from these four numbers in a third of the time of `Step(...)`; every action makes one.
new_step: Callable[[tuple[int, int, int, int]], Step] = partial(tuple.__new__, Step)

# An action about to be played, as it will stand in the logs: the step, the line in the log of the seat that acts, the
# line in everybody else's, and what the table remembers from now on (Spec.memory). A plain tuple: one is made for
# every action, and to make a NamedTuple takes eight times as long.
Announcement = tuple[Step, str, str, Any]


class RefusalReason(NamedTuple):
    """Why an action is refused: a key of the game's reasons, and what fills its blanks."""

    reason: str
    facts: dict[str, str] = {}  # noqa: RUF012


class Deck(NamedTuple):
    """What is shuffled when a round begins."""

    what: str
    rule: str


class Cards(NamedTuple):
    """How chance comes into a game with cards: one shuffled deck a round, dealt card by card."""

    names: tuple[str, ...]  # of the kinds of cards, as records write them
    decks: tuple[Deck, ...]  # what the deck of each round is made of
    rounds_rule: str  # there are no more rounds than decks
    take_rule: str  # the rule for taking a card
    due: Callable[[State], int]  # other than 0 when a card must be dealt before anybody can act
    opening: Callable[[State], bool]  # whether that card is the first of a new round's deck
    round: Callable[[State], int]
    stack: Callable[[State], list[int]]  # the cards not yet dealt, sorted
    deal: Callable[[State, int], State]  # the state when this card has been dealt where one was due
    # When a round lies ready: its line in all logs, the memory.
    opened: Callable[[State, Any], tuple[str, Any]]


def open_step(state: State, _memory: Any, code: int, text: str, _top: int) -> Announcement:
    """The step of a game without hidden cards and chance."""
    return new_step((state.seat, code, -1, -1)), text, text, None


def never_refused(_state: State, _parsed: Parsed) -> None:
    """No action of this game names a card."""


def turn_of(state: State) -> tuple[int, ...]:
    """What identifies a turn: who is to move, and the turn's number."""
    return state.seat, state.turn


class Spec(NamedTuple):
    """A game: its rules, how it is written down, and what is shown of it.

    `view` and `events` alone decide what a seat may know (K16); they add what it may see and never strip a full state.
    All fields are given by name; those with a default are needed by some games only.
    """

    # ---- what it is
    name: str  # in records, views, addresses and on the command line
    title: str
    board: Board
    engine: Engine
    start: Callable[[Rules], State]  # with cards, before the first is dealt

    # ---- notation
    texts: tuple[str, ...]  # the short notation of every action, by its code
    parse: Callable[[str], Parsed]  # any other way to write an action; BadNotation if the text means none
    examples: str  # for the message of BadNotation

    # ---- refusals
    reasons: Mapping[str, tuple[str, str]]  # for each reason its rule and sentence; facts fill the blanks
    why_illegal: Callable[[State, int], RefusalReason]  # of an action that is not legal
    over_reason: str  # the reason when the game is over
    turn_reason: str  # the reason when it is the other's move; it has the blank `seat`

    # ---- what is shown
    view: Callable[[Game, Seat | None], View]  # a subtype of its own
    board_events: Callable[[State, int, State], list[BoardEvent]]  # what an action does to the board
    events: Callable[[State, Step, State, bool], list[Event]]  # all it did, for its own seat (True) or others
    layout: Callable[[State], Layout]  # bridges and controlled islands
    islands: Callable[[State], list[int]]  # for a result: what White's and Black's islands count
    position: Callable[[Any], State]  # the state, as far as a view of the running game tells it

    # ---- what is chance, what is hidden
    cards: Cards | None = None
    memory: Any = None  # what the table remembers beside the state; at first, and then what `step` says
    memory_type: Any = None  # its type, for whoever packs it
    step: Callable[[State, Any, int, str, int], Announcement] = open_step  # memory, code, text, top card
    card_refused: Callable[[State, Parsed], RefusalReason | None] = never_refused  # if an action names a card
    hands: Callable[[State], dict[Seat, list[str]]] | None = None  # what the players hide from each other
    own: Callable[[Game, Seat], Own] = own  # what a seat's view has other than a spectator's

    # ---- what else only some games have
    on_maps: bool = False  # whether it can be played on custom maps (docs/maps.md)
    variants: frozenset[str] = frozenset()  # the settings of Rules that may be other than usual
    no_variants_rule: str = ""  # the rule by which there are none
    # Within a turn, actions are taken back; a third number other than 0: before the first turn.
    turn_of: Callable[[State], tuple[int, ...]] = turn_of
    forms: tuple[Form, ...] = ()  # how each of `texts` is written, for a page that takes it apart
    points: Callable[[State], list[int]] | None = None  # for a result
    counts: Callable[[State], Mapping[str, Any]] | None = None  # what bridges count at each island
    begin: Callable[[Rules, Mapping[str, Any]], Begun] | None = None  # if games can start from a position

    @property
    def hidden(self) -> bool:
        """Whether a player knows something that the other does not."""
        return self.hands is not None
