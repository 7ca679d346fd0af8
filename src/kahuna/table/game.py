"""A game in progress: the state, the dealer who answers chance, and the log."""

from typing import Any, NamedTuple

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import cards_of, popcount
from kahuna.rules.boards import KAHUNA
from kahuna.rules.outcome import BY, NOBODY
from kahuna.table import events, view
from kahuna.table.dealer import Dealer, SeededDealer
from kahuna.table.errors import IllegalAction
from kahuna.table.notation import TEXTS, Parsed, parse, write
from kahuna.table.reasons import refusal, why_illegal
from kahuna.table.ruleset import SEATS, Rules, Seat, engine_of

KAHUNA_TEXTS = TEXTS["kahuna"]
UNFINISHED = ("resign", "time", "illegal", "crash")  # ends that no rule of the game brings about


class Step(NamedTuple):
    """An action that was played, with the cards that chance answered; cards are islands, -1 for none."""

    seat: int
    code: int
    card: int = -1  # the card taken
    refill: int = -1  # the card that filled the row's slot


class Moment(NamedTuple):
    """Everything that is true between two actions."""

    state: Any
    discards: tuple[int, ...] = ()  # face-up discards since the last shuffle, in order
    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # from the row and not yet played, sorted


class Game:
    """One game. Actions go in as text or code; views, events and records come out.

    A refused action raises and leaves the game as it was. What is not yet dealt is known to the dealer and to
    `decks`, never to the state, and leaves this object only through `record`.
    """

    def __init__(
        self, rules: Rules = Rules(), dealer: Dealer | None = None, *, seed: int | str | None = None
    ) -> None:
        self.rules = rules.check()
        self.engine = engine_of(rules.game)
        self.dealer = dealer or SeededDealer(seed)
        self.steps: list[Step] = []
        self.decks: list[list[int]] = []
        self.logs: tuple[list[str], list[str], list[str]] = ([], [], [])  # White's, Black's, the public one
        self._undealt: list[int] = []
        self._forced_end: tuple[Seat, str] | None = None
        self.moments = [Moment(self._start())]
        self._legal = self.engine.legal(self.state)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and other processes: everything but the module of the rules."""
        return {key: value for key, value in self.__dict__.items() if key != "engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, engine=engine_of(state["rules"].game))

    def _start(self) -> Any:
        if self.rules.game == "exahuna":
            return exahuna.start()
        if self.rules.game == "exahuna-special":
            return special.start()
        to = self.rules.handicap_to
        state = kahuna.start(
            int(self.rules.planning),
            self.rules.handicap,
            SEATS.index(to) if to else 0,
            SEATS.index(self.rules.first),
        )
        return self._deal(state)

    def _deal(self, state: kahuna.State) -> kahuna.State:
        """The state when every card that is due has been dealt."""
        if state.due and not kahuna.opening(state):
            state = kahuna.deal(state, self._undealt.pop())
        return self._open_round(state) if state.due else state

    def _open_round(self, state: kahuna.State) -> kahuna.State:
        """The state when a new round's cards have been shuffled and dealt; the log opens with its row."""
        deck = self.dealer.shuffle(state.flow.round, cards_of(state.stack))
        self.decks.append(deck)
        self._undealt = deck[::-1]
        while state.due:
            state = kahuna.deal(state, self._undealt.pop())
        for log in self.logs:
            log.append(f"round {state.flow.round}: {' '.join(view.row_names(state.row))}")
        return state

    @property
    def state(self) -> Any:
        """The state of the rules now."""
        return self.moments[-1].state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._forced_end or self.state.outcome)

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None when the game is over."""
        return None if self.over else SEATS[self.state.seat]

    @property
    def result(self) -> dict[str, Any] | None:
        """Who won and why, as in a record; None while the game runs."""
        if self._forced_end:
            return self._result(*self._forced_end)
        return self._result() if self.state.outcome else None

    def _result(self, winner: Seat | None = None, by: str = "") -> dict[str, Any]:
        if not by:
            number, side = divmod(self.state.outcome - 1, 3)
            winner, by = None if side == NOBODY else SEATS[side], BY[number]
        points = view.points(self.state) if self.rules.game == "kahuna" else None
        return {"winner": winner, "by": by, "points": points, "islands": view.islands(self.state)}

    def codes(self) -> list[int]:
        """The codes of the legal actions, in order."""
        return [] if self._forced_end else self.engine.codes(self._legal)

    def legal(self) -> list[str]:
        """The legal actions in short notation."""
        return [write(self.rules.game, code) for code in self.codes()]

    def play(self, action: str, seat: Seat | None = None) -> None:
        """Plays an action given in notation; if a seat is named, only when it is that seat's move."""
        self.play_code(self._read(action, seat).code)

    def _read(self, action: str, seat: Seat | None) -> Parsed:
        """The action, if the game runs, it is this seat's move and a card named with it is the right one."""
        parsed = parse(self.rules.game, action)
        self._check_running(parsed.code)
        if seat is not None and seat != self.to_move:
            raise self._refusal("not-your-turn", parsed.code, seat=str(self.to_move))
        if parsed.card is not None:
            self._check_named_card(parsed)
        return parsed

    def _refusal(self, reason: str, code: int, **facts: str) -> IllegalAction:
        """A refusal that the card game and the open games each have under a rule of their own."""
        own = reason if self.rules.game == "kahuna" else f"{reason}-hex"
        return refusal(write(self.rules.game, code), own, **facts)

    def _check_running(self, code: int) -> None:
        if self.over:
            raise self._refusal("game-over", code)

    def _check_legal(self, code: int) -> None:
        """Refuses a code that is no action, or none that is legal now."""
        if not 0 <= code < self.engine.ACTIONS:
            raise ValueError(
                f"action codes of {self.rules.game} run from 0 to {self.engine.ACTIONS - 1}, not {code}"
            )
        self._check_running(code)
        if not self.engine.is_legal(self._legal, code):
            raise why_illegal(self.rules.game, self.state, code)

    def _check_named_card(self, parsed: Parsed) -> None:
        """Refuses a take that names another card than the row shows, or any card of the stack.

        Whether the stack's top was guessed right must not be told, so no guess is taken at all (K16).
        """
        name = KAHUNA.islands[parsed.card or 0]
        if parsed.code == kahuna.TAKE_STACK:
            raise refusal(f"+={name}", "card-unknown")
        slot = parsed.code - kahuna.TAKE_ROW
        shown = view.row_names(self.state.row)[slot]
        if shown and shown != name:
            raise refusal(f"+{slot + 1}={name}", "wrong-card", slot=str(slot + 1), card=shown)

    def play_code(self, code: int) -> None:
        """Plays the action with this code."""
        if self._forced_end or not self.engine.is_legal(self._legal, code):
            self._check_legal(code)
        before = self.moments[-1]
        if self.rules.game == "kahuna":
            self._play_kahuna(before, code)
        else:
            self.steps.append(Step(before.state.seat, code))
            self.moments.append(Moment(self.engine.play(before.state, code)))
            for log in self.logs:
                log.append(write(self.rules.game, code))
        self._legal = self.engine.legal(self.state)

    def _play_kahuna(self, before: Moment, code: int) -> None:
        state, discards, taken = before
        seat: int = state.flow.seat
        own_line = public_line = KAHUNA_TEXTS[code]
        card = refill = -1
        if code < kahuna.DISCARD:
            cards = events.CARDS_PLAYED[code]
            discards += cards
            if taken[seat]:
                taken = _with_taken(taken, seat, _without(taken[seat], cards))
        elif code < kahuna.TAKE_ROW:
            public_line = "~"
        elif code == kahuna.TAKE_STACK:
            card = self._undealt[-1]
            own_line = f"+={KAHUNA.islands[card]}"
        elif code < kahuna.TAKE_STACK:
            card = (state.row >> 4 * (code - kahuna.TAKE_ROW) & 15) - 1
            refill = self._undealt[-1] if self._undealt else -1
            own_line += f"={KAHUNA.islands[card]}" + (f"/{KAHUNA.islands[refill]}" if refill >= 0 else "")
            public_line = own_line
            taken = _with_taken(taken, seat, tuple(sorted((*taken[seat], card))))
        self.steps.append(Step(seat, code, card, refill))
        self.logs[seat].append(own_line)
        self.logs[1 - seat].append(public_line)
        self.logs[2].append(public_line)
        state = kahuna.play(state, code)
        if state.due:
            rounds = len(self.decks)
            state = self._deal(state)
            discards = discards if rounds == len(self.decks) else ()
        self.moments.append(Moment(state, discards, taken))

    def can_undo(self) -> bool:
        """Whether the last action can be taken back: this turn, before its end, the game still running."""
        if self.over or len(self.moments) < 2:
            return False
        before, now = self.moments[-2].state, self.state
        if (before.seat, before.turn) != (now.seat, now.turn):
            return False
        return not (before.flow.handicap and not now.flow.handicap)

    def undo(self) -> None:
        """Takes back the last card play, discard or handicap bridge of this turn; ValueError if there is none."""
        if not self.can_undo():
            raise ValueError("nothing to undo: only what was played since this turn began can be taken back")
        self.moments.pop()
        self.steps.pop()
        for log in self.logs:
            log.pop()
        self._legal = self.engine.legal(self.state)

    def rewind(self, kept: int) -> None:
        """Takes back all but the first `kept` actions; the cards then come in the order that was dealt before.

        No rule of the game allows this; whoever calls has the opponent's consent.
        """
        if not 0 <= kept <= len(self.steps):
            raise ValueError(f"there are {len(self.steps)} actions, so {kept} of them cannot be kept")
        del self.steps[kept:], self.moments[kept + 1 :]
        self._forced_end = None
        rounds = 0
        if self.rules.game == "kahuna":
            rounds = self.state.flow.round
            del self.decks[rounds:]
            self._undealt = self.decks[-1][::-1][: popcount(self.state.stack)]
        for log in self.logs:
            del log[kept + rounds :]  # a round's first line is no action
        self._legal = self.engine.legal(self.state)

    def end(self, by: str, winner: Seat) -> None:
        """Ends a running game from outside its rules: by resign, time, illegal or crash."""
        if by not in UNFINISHED:
            raise ValueError(f"a game is ended by {', '.join(UNFINISHED)}, not by {by!r}")
        if winner not in SEATS:
            raise ValueError(f"the winner is 'white' or 'black', not {winner!r}")
        if self.over:
            raise ValueError("the game is over already")
        self._forced_end = (winner, by)

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """What this seat, or a spectator, may know (K16)."""
        return view.view_of(self, seat)

    def events(self, seat: Seat | None, number: int = -1) -> list[dict[str, Any]]:
        """What the action with this number (from 0; the last by default) did, as this seat saw it."""
        if not -len(self.steps) <= number < len(self.steps):
            raise IndexError(f"there is no action {number}")
        number %= len(self.steps)
        result = self.result if number == len(self.steps) - 1 else None
        before, after = self.moments[number : number + 2]
        return events.events_of(self.rules.game, before.state, self.steps[number], after.state, seat, result)

    def preview(self, action: str, seat: Seat | None = None) -> list[dict[str, Any]]:
        """What a legal action would do to the board, as events; nothing about cards that chance would answer.

        If a seat is named, only when it is that seat's move: others must not learn what is in the hand.
        """
        parsed = self._read(action, seat)
        self._check_legal(parsed.code)
        return events.board_events(self.rules.game, self.state, parsed.code)


def _without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards less those that are gone, as far as they are there."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _with_taken(
    taken: tuple[tuple[int, ...], tuple[int, ...]], seat: int, cards: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (cards, taken[1]) if seat == 0 else (taken[0], cards)
