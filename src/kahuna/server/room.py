"""A room: one game with its seats, clock and log. No input or output, no clock of its own, no task.

A command is checked and returns the events that it would cause; the room does not change yet. Once these are
stored they are applied, one by one. Applying a game's stored events to a new room recreates the room.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from kahuna.server.clock import Clocks, Pause
from kahuna.server.front import Front
from kahuna.server.refusals import Refusal, by_the_rules
from kahuna.server.stored import (
    Asked,
    Began,
    Declined,
    Ended,
    Followed,
    Hinted,
    Linked,
    Played,
    Renamed,
    Sat,
    Stored,
    Undone,
    Unlinked,
    Wished,
)
from kahuna.server.wire import Clock
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.events import BoardEvent
from kahuna.table.fair import NOTHING_ADDED, FairDealer
from kahuna.table.game import Game
from kahuna.table.imagined import until
from kahuna.table.packed import pack_past
from kahuna.table.ruleset import SEATS, other
from kahuna.table.seats import Seat
from kahuna.table.view import Count

# Given the secret and what White and Black add, in hexadecimal digits.
FairDealing = Callable[[str, str, str], Dealer]

DESERTED = 60_000  # milliseconds without a page after which a player has left
MAX_EVENTS = 1000  # after this many nothing is taken back or renamed: a game must not grow for ever
MAX_LINKS = 5  # to seats of one game at a time
MOVES_ON = (Played, Undone, Ended)  # events after which an older number is stale


def fair_dealer(secret: str, white: str, black: str) -> FairDealer:
    """The dealer of fair cards; a seat that adds nothing adds zeros."""
    added = (bytes.fromhex(digits) if digits else NOTHING_ADDED for digits in (white, black))
    return FairDealer(bytes.fromhex(secret), *added)


class Room(Front):
    """One game. `number` counts its events; a page's request must be based on the last move."""

    def __init__(
        self,
        id: str,
        events: Iterable[Stored],
        pauses: Sequence[Pause] = (),
        dealer: FairDealing = fair_dealer,
    ) -> None:
        first, *rest = events
        assert isinstance(first, Began)
        super().__init__(id, first)
        self._dealer = dealer
        self.contributions: dict[Seat, str] = {}  # what seats have added to the cards
        self.next_contributions: dict[Seat, str] = {}  # and to those of the next game
        self.game = self._dealt()
        self.clocks = Clocks(first.clock, pauses) if first.clock else None
        self.asking: Seat | None = None
        self.refused = False  # whether a request was refused since the last move
        self.wishers: set[str] = set()  # the devices that said so
        self.moved = 1  # the number of the last event that moved the game on
        self._checked: tuple[Played, int] | None = None  # the action that was found legal last, with its code
        self.gone_since: dict[Seat, int] = {}  # seats without a page, since when; not stored
        for event in rest:
            self.apply(event)

    def _dealt(self) -> Game:
        """The game with the cards that follow from its secret and what the seats have added so far."""
        began = self.began
        white, black = (self.contributions.get(seat, "") for seat in SEATS)
        dealer = self._dealer(began.seed, white, black) if began.fair else SeededDealer(began.seed)
        game = Game(self.rules, dealer, start=began.start)
        pack_past(game)
        return game

    # -------------------------------------------------------------- who is who

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None when the game is over or waits for somebody."""
        return None if self.waiting else self.game.to_move

    def view(self, seat: Seat | None) -> Any:
        """What this seat, or a spectator, may see of the game; None while it waits for somebody."""
        return None if self.waiting else self.game.view(seat)

    @property
    def thinker(self) -> Seat | None:
        """The seat to move if one of our players holds it."""
        seat = self.game.to_move
        return seat if seat and self.level(seat) else None

    # -------------------------------------------------------------- commands

    def _check_number(self, number: int) -> None:
        """Refuses a request made before the last move, or with a number that does not exist yet."""
        if not self.moved <= number <= self.number:
            raise Refusal("stale")

    def _check_running(self) -> None:
        if self.over:
            raise Refusal("game-is-over")

    def _check_begun(self) -> None:
        """Refuses what would show a card before both seats are taken."""
        if self.waiting:
            raise Refusal("waiting")

    def sit(
        self, seat: Seat, visitor: str, name: str, at: int, link: int = 0, contribution: str = ""
    ) -> list[Stored]:
        """A visitor takes this seat; the lobby decides whether they may."""
        return [Sat(at, seat, visitor, name, link, contribution)]

    def link(self, seat: Seat, at: int) -> list[Stored]:
        """A link that takes this seat along to another device."""
        if self.number >= MAX_EVENTS or len(self.links_to(SEATS, at)) >= MAX_LINKS:
            raise Refusal("too-many-links")
        return [Linked(at, seat)]

    def revoke(self, seats: Sequence[Seat], link: int, at: int) -> list[Stored]:
        """Revokes a link to one of these seats."""
        known = self.seat_links.get(link)
        return [Unlinked(at, link)] if known and known.seat in seats else []

    def play(self, seat: Seat, action: str, number: int, at: int) -> list[Stored]:
        """An action by this seat."""
        self._check_number(number)
        self._check_begun()
        try:
            code = self.game.check(action, seat)
        except (IllegalAction, BadNotation) as error:
            raise by_the_rules(error) from None
        if self.clocks and self.free_seat():
            raise Refusal("waiting")
        played = Played(at, seat, action)
        self._checked = played, code
        return [played]

    def preview(self, seat: Seat, actions: Sequence[str], number: int) -> dict[str, list[BoardEvent]]:
        """What each of these actions of this seat would do; an action that is not legal refuses all."""
        self._check_number(number)
        self._check_begun()
        try:
            return {action: self.game.preview(action, seat) for action in actions}
        except (IllegalAction, BadNotation) as error:
            raise by_the_rules(error) from None

    def preview_counts(self, seat: Seat, actions: Sequence[str]) -> dict[str, dict[str, Count]]:
        """What bridges would count after each of these actions, which `preview` has let pass."""
        return {action: counts for action in actions if (counts := self.game.preview_counts(action, seat))}

    def counts_after(self, actions: int) -> dict[str, Count]:
        """What bridges counted at each island after this many actions; everybody could see it then (S3)."""
        counts = self.game.spec.counts
        if self.waiting or not counts or actions > len(self.game.steps):
            return {}
        return dict(counts(until(self.game, actions).state))

    def hint(self, seat: Seat, number: int, at: int) -> list[Stored]:
        """Advice for this seat: between people only if they agreed to hints, and both see that it was taken."""
        self._check_number(number)
        self._check_running()
        self._check_begun()
        if self.against_person and (not self.began.hints or self.number >= MAX_EVENTS):
            raise Refusal("no-hint")
        if self.game.to_move != seat:
            raise Refusal("hint-not-now")
        return [Hinted(at, seat)] if self.against_person else []

    def check_chance(self, seats: Sequence[Seat], number: int) -> None:
        """Refuses the chance to win where it would be unfair: between people on two screens."""
        self._check_number(number)
        self._check_running()
        self._check_begun()
        if self.against_person:
            raise Refusal("no-chance")
        if self.game.to_move not in seats:
            raise Refusal("chance-not-now")

    def undo(self, seat: Seat, number: int, at: int) -> list[Stored]:
        """The last action of this turn comes back at once; an earlier turn if the opponent agrees."""
        self._check_number(number)
        what = self.undoing(seat)
        if what == "asked for":
            return [Asked(at, seat)]
        last = len(self.game.steps) - 1
        return [Undone(at, last if what == "action" else self._before_last_turn(self._taker(seat)))]

    def undoing(self, seat: Seat) -> Literal["action", "turn", "asked for"]:
        """What this seat would take back: an action, a turn, or a turn if the opponent agrees; Refusal if nothing."""
        self._check_running()
        self._check_begun()
        if self.number >= MAX_EVENTS:
            raise Refusal("nothing-to-undo")
        taker = self._taker(seat)
        if self.game.to_move == taker and self.game.can_undo():
            return "action"
        if self.clocks:
            raise Refusal("no-undo-by-clock")
        if self.game.last_by(taker) is None:
            raise Refusal("nothing-to-undo")
        if not self.against_person:
            return "turn"
        if self.asking:
            raise Refusal("undo-asked")
        if self.refused:
            raise Refusal("undo-refused")
        return "asked for" if self.holders[other(taker)] else "turn"  # nobody has seen it yet

    def _taker(self, seat: Seat) -> Seat:
        """The seat whose actions this one takes back: on one screen, either seat can take back for both."""
        steps = self.game.steps
        return SEATS[steps[-1].seat] if self.began.same_screen and steps else seat

    def _before_last_turn(self, seat: Seat) -> int:
        """The number of actions before the last turn of this seat, in which it did something."""
        kept = self.game.before_last_turn(seat)
        if kept is None:
            raise Refusal("nothing-to-undo")
        return kept

    def answer_undo(self, seat: Seat, grant: bool, number: int, at: int) -> list[Stored]:
        """The opponent grants or refuses the undo."""
        self._check_number(number)
        if self.asking is None or self.asking == seat:
            raise Refusal("no-undo-asked")
        return [Undone(at, self._before_last_turn(self.asking))] if grant else [Declined(at)]

    def resign(self, seat: Seat, at: int) -> list[Stored]:
        """This seat gives up."""
        self._check_running()
        return [Ended(at, "resign", other(seat))]

    def claim(self, seat: Seat, at: int) -> list[Stored]:
        """This seat claims the win because the opponent has left."""
        self._check_running()
        if not self.can_claim(seat, at):
            raise Refusal("not-deserted")
        return [Ended(at, "time", seat)]

    def deserted_at(self, seat: Seat) -> int | None:
        """From when this seat can claim the win: the opponent left at their move, with minutes on the clock."""
        if not isinstance(self.began.clock, Clock):
            return None
        rival = other(seat)
        if self.game.to_move != rival or not self.holders[rival]:
            return None
        if not self.against_person or rival not in self.gone_since:
            return None
        return self.gone_since[rival] + DESERTED

    def can_claim(self, seat: Seat, at: int) -> bool:
        """Whether the opponent has deserted this game with a clock, at their move."""
        since = self.deserted_at(seat)
        return since is not None and at >= since

    @property
    def due(self) -> int | None:
        """When the running clock will be empty; None if none runs."""
        return self.clocks.falls() if self.clocks and not self.over else None

    def due_after(self, events: Sequence[Stored]) -> int | None:
        """A time before which no clock runs out once these events are stored, found without running the rules."""
        if not self.clocks or self.over or isinstance(events[-1], Ended):
            return None
        return self.clocks.earliest_fall(events[-1].at)

    def flag(self, at: int) -> list[Stored]:
        """The end by time, if a clock has run out, dated to that moment."""
        falls = self.due
        if falls is None or at < falls:
            return []
        assert self.clocks
        assert self.clocks.running
        return [Ended(max(falls, self.changed), "time", other(self.clocks.running))]

    def give_up_for(self, seat: Seat, by: str, at: int) -> list[Stored]:
        """A computer player has failed on this seat."""
        self._check_running()
        return [Ended(at, by, other(seat))]

    def wish(self, seat: Seat, at: int, visitor: str = "", contribution: str = "") -> list[Stored]:
        """This seat wants to play again; whether the next game can begin, `agreed` says afterwards."""
        if not self.over:
            raise Refusal("game-runs")
        return [] if seat in self.wishes or self.following else [Wished(at, seat, visitor, contribution)]

    def agreed(self, wishing: Seat) -> bool:
        """Whether the next game begins with this seat's wish."""
        return not self.following and (not self.against_person or other(wishing) in self.wishes)

    def rename(self, seat: Seat, name: str, at: int) -> list[Stored]:
        """Renames the person on this seat."""
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
            case Played():
                self._play(event)
            case Undone(kept=kept):
                self.game.rewind(kept)  # no rule is run for it, and the cards stay as they were dealt
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
                self._add_to_cards(event)
                self._sit(seat, visitor, name, at)
            case Hinted(seat=seat):
                self.hints[seat] += 1
            case Renamed(seat=seat, name=name):
                self.names[seat] = name
            case Wished(seat=seat, visitor=visitor, contribution=contribution):
                self.wishes.append(seat)
                self.next_contributions[seat] = contribution
                self.wishers.add(visitor)
            case Followed(game=game):
                self.following = game
            case Began():
                raise ValueError("a game begins once")

    def _add_to_cards(self, event: Sat) -> None:
        """The first visitor on a seat adds to the cards, which nobody sees before both seats are taken."""
        if self.began.fair and event.contribution and not self.holders[event.seat]:
            self.contributions[event.seat] = event.contribution
            self.game = self._dealt()

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

    def _play(self, event: Played) -> None:
        turn = self.game.state.turn, self.game.to_move
        if self._checked and self._checked[0] is event:
            self.game.play_code(self._checked[1])  # nothing that is not legal is played, but reading is done
        else:
            self.game.play(event.action, event.seat)
        self._checked = None
        if not self.clocks:
            return
        if self.over:
            self._stop(event.at)
        elif turn != (self.game.state.turn, self.game.to_move):
            self.clocks.end_turn(event.seat, self._runs_for(), event.at)

    def _stop(self, at: int) -> None:
        if self.clocks:
            self.clocks.stop(at)
