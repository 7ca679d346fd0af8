"""A game whose cards are supplied from outside, step by step: an action, then each card it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kahuna.envs.resample import Past
from kahuna.rules.bits import cards_of, count_card, popcount
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.ruleset import Rules


class Told:
    """A moment of such a game. It never changes visibly: `after` returns the next one.

    Only the rules' state is computed at once. The table, with its log and views, is made when it is asked for.
    """

    __slots__ = ("_cards", "_code", "_parent", "_table", "rules", "state", "steps")

    def __init__(
        self,
        rules: Rules,
        state: Any,
        steps: tuple[int, ...] = (),
        code: int = -1,
        dealt: tuple[int, ...] = (),
        parent: Told | None = None,
        table: Game | None = None,
    ) -> None:
        self.rules = rules
        self.state = state  # of the rules; cards may be due in it
        self.steps = steps  # all so far, actions and cards
        self._code = code  # the last action
        self._cards = dealt  # that it has brought
        self._parent = parent  # the moment before, until the table is made
        self._table = table

    @property
    def table(self) -> Game | None:
        """The game as it was before the action that waits for its cards; None while the first hands are dealt."""
        moments, moment = [], self
        while moment._parent is not None:
            moments.append(moment)
            moment = moment._parent
        table = moment._table
        for moment in reversed(moments):
            if not moment.waiting:
                if table is None:
                    table = Game(moment.rules, _Opening(moment._cards))
                else:
                    table = _played(table, moment._code, moment._cards)
            moment._table, moment._parent = table, None
        return table

    def __deepcopy__(self, memo: dict[int, Any]) -> Told:
        """Itself: it never changes, so no copy is needed."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickles: the steps, to be replayed."""
        return replayed, (self.rules, self.steps)

    @property
    def waiting(self) -> bool:
        """Whether a card is to be dealt next."""
        return _due(self.rules, self.state)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The cards since the action that waits for more of them."""
        return self._cards if self.waiting else ()

    @property
    def dealing(self) -> str:
        """While cards are dealt, the action they belong to and how many have come: all that both may know of them."""
        action = f"action {self._code}" if self._code >= 0 else "first hands"
        return f"{action}, cards dealt {len(self.dealt)}" if self.waiting else ""

    def chances(self) -> list[tuple[int, float]]:
        """The islands of the cards that may come next, with their chances."""
        stack = self.state.stack
        cards = dict.fromkeys(cards_of(stack))
        return [(card, count_card(stack, card) / popcount(stack)) for card in cards]

    def after(self, step: int) -> Told:
        """The next moment: after this card if one is due, else after this action."""
        spec = spec_of(self.rules.game)
        if spec.cards and self.waiting:
            state, code, dealt = spec.cards.deal(self.state, step), self._code, (*self.dealt, step)
        else:
            state, code, dealt = spec.engine.play(self.state, step), step, ()
        return Told(self.rules, state, (*self.steps, step), code, dealt, self)

    def codes(self) -> list[int]:
        """The legal actions, none while a card is due."""
        engine = spec_of(self.rules.game).engine
        return [] if self.waiting else engine.codes(engine.legal(self.state))


class _Opening:
    """Opens a round with these cards; the others follow in any order, until they are told."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = cards

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """A deck that begins with the cards told."""
        rest = list(cards)
        for card in self.cards:
            rest.remove(card)
        return [*self.cards, *rest]


def _played(table: Game, code: int, dealt: tuple[int, ...]) -> Game:
    """The game after this action, with the cards it brought: one from the stack, three that open a round, or both."""
    top = dealt[0] if len(dealt) in (1, 4) else None
    opening = dealt if top is None else dealt[1:]
    fork = table.fork(_Opening(opening) if opening else None, top)
    fork.play_code(code)
    return fork


def _due(rules: Rules, state: Any) -> bool:
    """Whether a card must be dealt before anybody can act."""
    cards = spec_of(rules.game).cards
    return cards is not None and cards.due(state) != 0


def beginning(rules: Rules) -> Told:
    """The first moment: in a game with cards before any is dealt."""
    spec = spec_of(rules.game)
    return Told(rules, spec.start(rules), table=None if spec.cards else Game(rules))


def replayed(rules: Rules, steps: Sequence[int]) -> Told:
    """The moment after these steps."""
    moment = beginning(rules)
    for step in steps:
        moment = moment.after(step)
    return moment


def steps_of_past(rules: Rules, past: Past) -> list[int]:
    """A past as steps: each action followed by the cards it brought. A deck is used up before the next one begins."""
    spec = spec_of(rules.game)
    if spec.cards is None:
        return past.actions
    cards = (card for deck in past.decks for card in deck)
    state, steps = spec.start(rules), []
    for code in [-1, *past.actions]:
        if code >= 0:
            steps.append(code)
            state = spec.engine.play(state, code)
        while spec.cards.due(state):
            steps.append(next(cards))
            state = spec.cards.deal(state, steps[-1])
    return steps
