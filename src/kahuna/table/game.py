"""A game in progress: the state, the dealer that decides chance, and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from kahuna.rules.outcome import BY, NOBODY
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.events import BoardEvent, Event
from kahuna.table.games import spec_of
from kahuna.table.notation import Parsed, parse
from kahuna.table.position import begun, position_of
from kahuna.table.reasons import refusal, why_illegal
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.spec import Cards, Step
from kahuna.table.view import Count, Result, View

if TYPE_CHECKING:
    from kahuna.table.packed import PackedList

UNFINISHED = ("resign", "time", "illegal", "crash")  # endings from outside the rules


S = TypeVar("S")
M = TypeVar("M")


class Moment(NamedTuple, Generic[S, M]):
    """The game between two actions."""

    state: S
    memory: M  # what the table remembers beside the state (Spec.memory)


# Makes a moment in a third of the time of `Moment(...)`; every action makes one.
new_moment: Callable[[tuple[Any, Any]], Moment[Any, Any]] = partial(tuple.__new__, Moment)


class Game:
    """One game. Actions go in as text or code; views, events and records come out.

    A refused action raises and leaves the game as it was. Cards not yet dealt are known to the dealer and to
    `decks`, never to the state, and leave this object only through `record`.
    """

    def __init__(
        self,
        rules: Rules = Rules(),
        dealer: Dealer | None = None,
        *,
        seed: int | str | None = None,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules.check()
        self.spec = spec_of(rules.game)
        self.engine = self.spec.engine
        self.dealer = dealer or SeededDealer(seed)
        # One moment more than steps. A server that keeps many games replaces these by packed lists.
        self.steps: list[Step] | PackedList[Step] = []
        self.decks: list[list[int]] = []
        self.logs: tuple[list[str], list[str], list[str]] = ([], [], [])  # White's, Black's, the public one
        self._undealt: list[int] = []
        self._forced_end: tuple[Seat, str] | None = None
        state, memory = self.spec.start(self.rules), self.spec.memory
        if start is not None:
            state, memory = self._begun(start)
        elif self.spec.cards:
            state, memory = self._dealt(self.spec.cards, state, memory)
        self.moments: list[Moment[Any, Any]] | PackedList[Moment[Any, Any]] = [Moment(state, memory)]
        # Cached between two actions.
        self.memory = memory
        self.state: Any  # of the rules
        self.over: bool
        self.to_move: Seat | None  # None when the game is over
        self._arrive(state)
        # Where it started, if not from the beginning.
        self.start = None if start is None else position_of(self)

    def __getstate__(self) -> dict[str, object]:
        """For copies and other processes: everything but the game's spec."""
        return {key: value for key, value in self.__dict__.items() if key not in ("spec", "engine")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        spec = spec_of(state["rules"].game)
        self.__dict__.update(state, spec=spec, engine=spec.engine)

    def _begun(self, start: Mapping[str, Any]) -> tuple[Any, Any]:
        """State and memory with which a game from this position starts, its stack shuffled; the logs say from where."""
        state, memory, line = begun(self.rules, start, self.spec.begin)
        if cards := self.spec.cards:
            self.decks.append(self.dealer.shuffle(cards.round(state), cards.stack(state)))
            self._undealt = self.decks[0][::-1]
        for log in self.logs:
            log.append(line)
        return state, memory

    def _dealt(self, cards: Cards, state: Any, memory: Any) -> tuple[Any, Any]:
        """State and memory when every card that is due has been dealt."""
        if not cards.opening(state):
            state = cards.deal(state, self._undealt.pop())
        return self._round_opened(cards, state, memory) if cards.due(state) else (state, memory)

    def _round_opened(self, cards: Cards, state: Any, memory: Any) -> tuple[Any, Any]:
        """State and memory when a new round's cards have been shuffled and dealt; the logs open with its line."""
        deck = self.dealer.shuffle(cards.round(state), cards.stack(state))
        self.decks.append(deck)
        self._undealt = deck[::-1]
        while cards.due(state):
            state = cards.deal(state, self._undealt.pop())
        line, memory = cards.opened(state, memory)
        for log in self.logs:
            log.append(line)
        return state, memory

    def _arrive(self, state: Any) -> None:
        """Updates what is cached for the new state."""
        self.state = state
        self.over = bool(self._forced_end or state.outcome)
        self.to_move = None if self.over else SEATS[state.seat]
        self._legal = self.engine.legal(state)

    @property
    def result(self) -> Result | None:
        """Who won and why, as in a record; None while the game runs."""
        if self._forced_end:
            return self._result(*self._forced_end)
        return self._result() if self.state.outcome else None

    def _result(self, winner: Seat | None = None, by: str = "") -> Result:
        if not by:
            number, side = divmod(self.state.outcome - 1, 3)
            winner, by = None if side == NOBODY else SEATS[side], BY[number]
        points = self.spec.points and self.spec.points(self.state)
        return {"winner": winner, "by": by, "points": points, "islands": self.spec.islands(self.state)}

    def codes(self) -> list[int]:
        """The codes of the legal actions, in order."""
        return [] if self._forced_end else self.engine.codes(self._legal)

    def legal(self) -> list[str]:
        """The legal actions in short notation."""
        texts = self.spec.texts
        return [texts[code] for code in self.codes()]

    def play(self, action: str, seat: Seat | None = None) -> None:
        """Plays an action given in notation; if a seat is named, only when it is that seat's move."""
        self.play_code(self._read(action, seat))

    def check(self, action: str, seat: Seat | None = None) -> int:
        """The code of an action that could be played now, by this seat if one is named; raises as `play` does
        if it cannot.

        The rules are asked what is legal, and nothing is worked out twice when the action is then played.
        """
        code = self._read(action, seat)
        self._check_legal(code)
        return code

    def _read(self, action: str, seat: Seat | None) -> int:
        """The action; refused if the game is over, it is not this seat's move, or it names a wrong card."""
        parsed = parse(self.rules.game, action)
        self._check_running(parsed.code)
        if seat is not None and seat != self.to_move:
            raise refusal(self.spec.texts[parsed.code], self.spec.turn_reason, seat=str(self.to_move))
        if parsed.card is not None:
            self._check_card(parsed, parsed.card)
        return parsed.code

    def _check_card(self, parsed: Parsed, card: int) -> None:
        """Refuses an action that names a card it may not name."""
        refused = self.spec.card_refused(self.state, parsed)
        if refused and self.spec.cards:
            named = f"{self.spec.texts[parsed.code]}={self.spec.cards.names[card]}"
            raise refusal(named, refused.reason, **refused.facts)

    def _check_running(self, code: int) -> None:
        if self.over:
            raise refusal(self.spec.texts[code], self.spec.over_reason)

    def _check_legal(self, code: int) -> None:
        """Refuses a code that is not an action, or not legal now."""
        if not 0 <= code < self.engine.ACTIONS:
            raise ValueError(
                f"action codes of {self.rules.game} run from 0 to {self.engine.ACTIONS - 1}, not {code}"
            )
        self._check_running(code)
        if not self.engine.is_legal(self._legal, code):
            raise why_illegal(self.rules.game, self.state, code)

    def play_code(self, code: int) -> None:
        """Plays the action with this code."""
        if self._forced_end or not self.engine.is_legal(self._legal, code):
            self._check_legal(code)
        spec, undealt = self.spec, self._undealt
        state = self.state
        step, own, public, memory = spec.step(
            state, self.memory, code, spec.texts[code], undealt[-1] if undealt else -1
        )
        logs, seat = self.logs, step.seat
        logs[seat].append(own)
        logs[1 - seat].append(public)
        logs[2].append(public)
        self.steps.append(step)
        state = self.engine.play(state, code)
        if (cards := spec.cards) and cards.due(state):
            state, memory = self._dealt(cards, state, memory)
        self.moments.append(new_moment((state, memory)))
        self.memory = memory
        self._arrive(state)

    def can_undo(self) -> bool:
        """Whether the last action can be taken back: this turn, before its end, the game still running."""
        if self.over or not self.steps:
            return False
        return self.spec.turn_of(self.moments[-2].state) == self.spec.turn_of(self.state)

    def undo(self) -> None:
        """Takes back the last card play, discard or handicap bridge of this turn; ValueError if there is none."""
        if not self.can_undo():
            raise ValueError("nothing to undo: only what was played since this turn began can be taken back")
        self.rewind(len(self.steps) - 1)

    def last_by(self, seat: Seat) -> int | None:
        """The number (from 0) of the last action of this seat; None if it never acted."""
        number = SEATS.index(seat)
        for back, step in enumerate(reversed(self.steps), 1):
            if step.seat == number:
                return len(self.steps) - back
        return None

    def before_last_turn(self, seat: Seat) -> int | None:
        """How many actions came before the last turn in which this seat acted; None if it never has."""
        number, steps = SEATS.index(seat), self.steps
        place = self.last_by(seat)
        if place is None:
            return None
        turn_of, moments = self.spec.turn_of, self.moments
        turn = turn_of(moments[place].state)
        while place > 0 and steps[place - 1].seat == number and turn_of(moments[place - 1].state) == turn:
            place -= 1
        return place

    def rewind(self, kept: int) -> None:
        """Takes back all but the first `kept` actions; the cards then come in the same order as before.

        The rules do not provide for this; the caller needs the opponent's consent.
        """
        if not 0 <= kept <= len(self.steps):
            raise ValueError(f"there are {len(self.steps)} actions, so {kept} of them cannot be kept")
        del self.steps[kept:], self.moments[kept + 1 :]
        self._forced_end = None
        state, self.memory = self.moments[-1]
        self._arrive(state)
        # Lines of the log that are no action: a start's, and each round's first.
        lines = int(self.start is not None)
        if cards := self.spec.cards:
            lines = cards.round(self.state) - (cards.round(self.moments[0].state) - 1)
            del self.decks[lines:]
            self._undealt = self.decks[-1][::-1][: len(cards.stack(self.state))]
        for log in self.logs:
            del log[kept + lines :]

    def end(self, by: str, winner: Seat) -> None:
        """Ends a running game for a reason outside the rules: resign, time, illegal or crash."""
        if by not in UNFINISHED:
            raise ValueError(f"a game is ended by {', '.join(UNFINISHED)}, not by {by!r}")
        if winner not in SEATS:
            raise ValueError(f"the winner is 'white' or 'black', not {winner!r}")
        if self.over:
            raise ValueError("the game is over already")
        self._forced_end = (winner, by)
        self.over, self.to_move = True, None

    def fork(self, dealer: Dealer | None = None, top: int | None = None) -> Game:
        """An independent copy, with this dealer for later rounds and this as the next card, if given.

        The moments are shared, since they never change.
        """
        fork = copy(self)
        fork.dealer = dealer or self.dealer
        fork.steps, fork.moments = list(self.steps), list(self.moments)
        fork.logs = (list(self.logs[0]), list(self.logs[1]), list(self.logs[2]))
        fork.decks, fork._undealt = [list(deck) for deck in self.decks], list(self._undealt)
        if top is not None:
            undealt = fork._undealt
            place = undealt.index(top)
            undealt[place], undealt[-1] = undealt[-1], undealt[place]
            fork.decks[-1][-len(undealt) :] = undealt[::-1]
        return fork

    def view(self, seat: Seat | None) -> View:
        """What this seat, or a spectator, may know (K16)."""
        if seat not in (*SEATS, None):
            raise ValueError(f"a seat is 'white', 'black' or None for a spectator, not {seat!r}")
        return self.spec.view(self, seat)

    def events(self, seat: Seat | None, number: int = -1) -> list[Event]:
        """What the action with this number (from 0; the last by default) did, as this seat saw it."""
        count = len(self.steps)
        if not -count <= number < count:
            raise IndexError(f"there is no action {number}")
        number = number - count if number >= 0 else number  # from the end, where packed lists are quickest
        before, after = self.moments[number - 1].state, self.moments[number].state
        step = self.steps[number]
        found = self.spec.events(before, step, after, seat == SEATS[step.seat])
        if number == -1 and (result := self.result):
            found.append({"event": "over", "result": result})
        elif (before.seat, before.turn) != (after.seat, after.turn):
            found.append({"event": "turn", "seat": SEATS[after.seat]})
        return found

    def preview(self, action: str, seat: Seat | None = None) -> list[BoardEvent]:
        """What a legal action would do to the board, as events, without the cards that chance would bring.

        If a seat is named, only when it is that seat's move: others must not learn what is in the hand.
        """
        code = self.check(action, seat)
        return self.spec.board_events(self.state, code, self.engine.play(self.state, code))

    def preview_counts(self, action: str, seat: Seat | None = None) -> dict[str, Count]:
        """What bridges would count at the islands where a legal action changes that; empty where bridges do not
        count.

        `seat` works as in `preview`.
        """
        code = self.check(action, seat)
        if not self.spec.counts:
            return {}
        before = self.spec.counts(self.state)
        after = self.spec.counts(self.engine.play(self.state, code))
        return {island: count for island, count in after.items() if count != before[island]}
