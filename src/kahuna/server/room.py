"""A room: one game with its seats, clock and log. No input or output, no clock of its own, no task.

A command is checked and answered with the events that it would bring about; nothing has changed then. Once these are
stored they are applied, one by one. Applying the stored events of a game to a new room gives the same room again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kahuna.server.clock import Clocks, Pause
from kahuna.server.front import Front
from kahuna.server.messages import Clock, Seat
from kahuna.server.refusals import Refusal, by_the_rules
from kahuna.server.stored import (
    Asked,
    Began,
    Declined,
    Ended,
    Followed,
    Linked,
    Played,
    Renamed,
    Sat,
    Stored,
    Undone,
    Unlinked,
    Wished,
)
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, other

DESERTED = 60_000  # milliseconds without a page after which a player has left
MAX_EVENTS = 1000  # after them nothing is taken back and nobody renamed: a game must not grow for ever
MAX_LINKS = 5  # to seats of one game at a time
MOVES_ON = (Played, Undone, Ended)  # events after which an older number is stale


class Room(Front):
    """One game. `number` counts its events; what a page asks for must have been asked knowing the last move."""

    def __init__(
        self,
        id: str,
        events: Iterable[Stored],
        pauses: Sequence[Pause] = (),
        dealer: Callable[[str], Dealer] = SeededDealer,
    ) -> None:
        first, *rest = events
        assert isinstance(first, Began)
        super().__init__(id, first)
        self.game = Game(self.rules, dealer(first.seed))
        self.clocks = Clocks(first.clock, pauses) if first.clock else None
        self.asking: Seat | None = None
        self.refused = False  # whether a request was refused since the last move
        self.wishes: list[Seat] = []
        self.wishers: set[str] = set()  # the devices that said so
        self.moved = 1  # the number of the last event that moved the game on
        self.gone_since: dict[Seat, int] = {}  # seats without a page, since when; not stored
        for event in rest:
            self.apply(event)

    # -------------------------------------------------------------- who is who

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None when the game is over or waits for somebody."""
        return None if self.waiting else self.game.to_move

    def public_view(self) -> Any:
        """What everybody may see of the game, None while it waits for somebody."""
        return self.view(None)

    def view(self, seat: Seat | None) -> Any:
        """What this seat may see of the game, None while it waits for somebody."""
        return None if self.waiting else self.game.view(seat)

    @property
    def thinker(self) -> Seat | None:
        """The seat to move if one of our players holds it."""
        seat = self.game.to_move
        return seat if seat and self.level(seat) else None

    # -------------------------------------------------------------- commands

    def _check_number(self, number: int) -> None:
        """Refuses what was asked before the game moved on, or about a future nobody can have seen."""
        if not self.moved <= number <= self.number:
            raise Refusal("stale")

    def _check_running(self) -> None:
        if self.game.over:
            raise Refusal("game-is-over")

    def _check_begun(self) -> None:
        """Refuses whatever would show a card to one who may still choose whom to invite."""
        if self.waiting:
            raise Refusal("waiting")

    def sit(self, seat: Seat, visitor: str, name: str, at: int, link: int = 0) -> list[Stored]:
        """A visitor takes this seat; whether they may is the lobby's business."""
        return [Sat(at, seat, visitor, name, link)]

    def link(self, seat: Seat, at: int) -> list[Stored]:
        """A link that takes this seat along to another device."""
        if self.number >= MAX_EVENTS or len(self.links_to(SEATS, at)) >= MAX_LINKS:
            raise Refusal("too-many-links")
        return [Linked(at, seat)]

    def revoke(self, seats: Sequence[Seat], link: int, at: int) -> list[Stored]:
        """A link to one of these seats is good for nothing any more."""
        known = self.seat_links.get(link)
        return [Unlinked(at, link)] if known and known.seat in seats else []

    def play(self, seat: Seat, action: str, number: int, at: int) -> list[Stored]:
        """An action by this seat."""
        self._check_number(number)
        self._check_begun()
        try:
            self.game.check(action, seat)
        except (IllegalAction, BadNotation) as error:
            raise by_the_rules(error) from None
        if self.clocks and self.free_seat():
            raise Refusal("waiting")
        return [Played(at, seat, action)]

    def preview(self, seat: Seat, actions: Sequence[str], number: int) -> dict[str, list[dict[str, Any]]]:
        """What each of these actions of this seat would do; an action that is not legal refuses all."""
        self._check_number(number)
        self._check_begun()
        try:
            return {action: self.game.preview(action, seat) for action in actions}
        except (IllegalAction, BadNotation) as error:
            raise by_the_rules(error) from None

    def check_hint(self, seat: Seat, number: int) -> None:
        """Refuses advice where it would be unfair or useless."""
        self._check_number(number)
        self._check_running()
        self._check_begun()
        if self.clocks and self.against_person:
            raise Refusal("no-hint")
        if self.game.to_move != seat:
            raise Refusal("hint-not-now")

    def undo(self, seat: Seat, number: int, at: int) -> list[Stored]:
        """The last action of this turn comes back at once; an earlier turn if the opponent agrees."""
        self._check_number(number)
        kept, asks = self.undoing(seat)
        return [Asked(at, seat)] if asks else [Undone(at, kept)]

    def undoing(self, seat: Seat) -> tuple[int, bool]:
        """How many actions would be left if this seat took back, and whether it must ask; Refusal if it cannot."""
        self._check_running()
        self._check_begun()
        if self.number >= MAX_EVENTS:
            raise Refusal("nothing-to-undo")
        if self.began.same_screen and self.game.steps:
            seat = SEATS[self.game.steps[-1].seat]  # there one hand takes back for both
        if self.game.to_move == seat and self.game.can_undo():
            return len(self.game.steps) - 1, False
        if self.clocks:
            raise Refusal("no-undo-by-clock")
        kept = self._before_last_turn(seat)
        if self.against_person:
            if self.asking:
                raise Refusal("undo-asked")
            if self.refused:
                raise Refusal("undo-refused")
            if not self.holders[other(seat)]:
                return kept, False  # nobody has seen it yet
        return kept, self.against_person

    def _before_last_turn(self, seat: Seat) -> int:
        """The number of actions before the last turn of this seat, in which it did something."""
        number, steps = SEATS.index(seat), self.game.steps
        place = len(steps) - 1
        while place >= 0 and steps[place].seat != number:
            place -= 1
        if place < 0:
            raise Refusal("nothing-to-undo")
        turn = self._turn_at(place)
        while place > 0 and steps[place - 1].seat == number and self._turn_at(place - 1) == turn:
            place -= 1
        return place

    def _turn_at(self, place: int) -> tuple[int, ...]:
        return self.game.spec.turn_of(self.game.moments[place].state)

    def answer_undo(self, seat: Seat, grant: bool, number: int, at: int) -> list[Stored]:
        """The opponent of who asks says yes or no."""
        self._check_number(number)
        if self.asking is None or self.asking == seat:
            raise Refusal("no-undo-asked")
        return [Undone(at, self._before_last_turn(self.asking))] if grant else [Declined(at)]

    def resign(self, seat: Seat, at: int) -> list[Stored]:
        """This seat gives up."""
        self._check_running()
        return [Ended(at, "resign", other(seat))]

    def claim(self, seat: Seat, at: int) -> list[Stored]:
        """This seat takes the win that a deserter leaves."""
        self._check_running()
        if not self.can_claim(seat, at):
            raise Refusal("not-deserted")
        return [Ended(at, "time", seat)]

    def deserted_at(self, seat: Seat) -> int | None:
        """From when this seat can claim the win: a rival gone at their move, minutes on the clock."""
        rival = other(seat)
        if not isinstance(self.began.clock, Clock) or self.game.to_move != rival or not self.holders[rival]:
            return None
        if not self.against_person or rival not in self.gone_since:
            return None
        return self.gone_since[rival] + DESERTED

    def can_claim(self, seat: Seat, at: int) -> bool:
        """Whether the opponent has deserted this game with a clock, at their move."""
        since = self.deserted_at(seat)
        return since is not None and at >= since

    def flag(self, at: int) -> list[Stored]:
        """The end by time, if a clock has run out; dated when it did."""
        falls = self.clocks.falls() if self.clocks and not self.game.over else None
        if falls is None or at < falls:
            return []
        assert self.clocks
        assert self.clocks.running
        return [Ended(max(falls, self.changed), "time", other(self.clocks.running))]

    def give_up_for(self, seat: Seat, by: str, at: int) -> list[Stored]:
        """One of our players has failed on this seat."""
        self._check_running()
        return [Ended(at, by, other(seat))]

    def wish(self, seat: Seat, at: int, visitor: str = "") -> list[Stored]:
        """This seat wants to play again; whether the next game can begin, `agreed` says afterwards."""
        if not self.game.over:
            raise Refusal("game-runs")
        return [] if seat in self.wishes or self.following else [Wished(at, seat, visitor)]

    def agreed(self, wishing: Seat) -> bool:
        """Whether the next game begins with this seat's wish."""
        return not self.following and (not self.against_person or other(wishing) in self.wishes)

    def rename(self, seat: Seat, name: str, at: int) -> list[Stored]:
        """The person on this seat is called otherwise."""
        same = self.names[seat] == name or self.number >= MAX_EVENTS
        return [] if same else [Renamed(at, seat, name)]

    # -------------------------------------------------------------- changes

    def apply(self, event: Stored) -> None:
        """Changes the room by an event that is stored."""
        self.number += 1
        self.changed = event.at
        if isinstance(event, MOVES_ON):
            self.moved, self.asking, self.refused = self.number, None, False
        match event:
            case Played(at=at, seat=seat, action=action):
                self._play(seat, action, at)
            case Undone(kept=kept):
                self._undo_to(kept)
            case Asked(seat=seat):
                self.asking = seat
            case Declined():
                self.asking, self.refused = None, True
            case Ended(at=at, by=by, winner=winner):
                self.game.end(by, winner)
                self._stop(at)
            case Linked():
                self.seat_links[self.number] = event
            case Unlinked(link=link):
                self.seat_links.pop(link, None)
            case Sat(at=at, seat=seat, visitor=visitor, name=name, link=link):
                self.seat_links.pop(link, None)
                self._sit(seat, visitor, name, at)
            case Renamed(seat=seat, name=name):
                self.names[seat] = name
            case Wished(seat=seat, visitor=visitor):
                self.wishes.append(seat)
                self.wishers.add(visitor)
            case Followed(game=game):
                self.following = game
            case Began():
                raise ValueError("a game begins once")

    def _sit(self, seat: Seat, visitor: str, name: str, at: int) -> None:
        first = not self.holders[seat]
        self.holders[seat].add(visitor)
        self.gone_since.setdefault(seat, at)
        self.names[seat] = name or self.names[seat]
        if self.clocks and first and not self.free_seat():
            self.clocks.start(self._runs_for(), at)

    def _runs_for(self) -> Seat | None:
        """Whose clock runs: the seat to move's, unless one of our players holds it."""
        return None if self.thinker else self.game.to_move

    def _play(self, seat: Seat, action: str, at: int) -> None:
        turn = self.game.state.turn, self.game.to_move
        self.game.play(action, seat)
        if self.game.over:
            self._stop(at)
        elif self.clocks and turn != (self.game.state.turn, self.game.to_move):
            self.clocks.end_turn(seat, self._runs_for(), at)

    def _stop(self, at: int) -> None:
        if self.clocks:
            self.clocks.stop(at)

    def _undo_to(self, kept: int) -> None:
        """The game with its first actions only; no rule is run for it, and the cards stay as they were dealt."""
        self.game.rewind(kept)
