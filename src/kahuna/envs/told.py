"""A game whose chance is told from outside, step by step: an action, then each card it brings, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kahuna.envs.resample import Past
from kahuna.rules.bits import count_card, popcount
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.ruleset import Rules


class Told:
    """A moment of such a game. Nothing ever changes in it: `after` gives the next one.

    `table` is the game as it was before the action that waits for its cards; None while the first hands are dealt.
    """

    __slots__ = ("_code", "dealt", "rules", "state", "steps", "table")

    def __init__(
        self,
        rules: Rules,
        table: Game | None,
        state: Any,
        steps: tuple[int, ...] = (),
        code: int = -1,
        dealt: tuple[int, ...] = (),
    ) -> None:
        self.rules = rules
        self.table = table
        self.state = state  # of the rules; cards may be due in it
        self.steps = steps  # all so far, actions and cards
        self._code = code  # the action that waits
        self.dealt = dealt  # the cards since then

    def __deepcopy__(self, memo: dict[int, Any]) -> Told:
        """Itself, as nothing in it changes: copies cost nothing."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickles: the steps, to be gone again."""
        return replayed, (self.rules, self.steps)

    @property
    def waiting(self) -> bool:
        """Whether a card is to be dealt next."""
        return _due(self.rules, self.state)

    @property
    def dealing(self) -> str:
        """While cards are dealt, the action they belong to and how many have come: all that both may know of them."""
        action = f"action {self._code}" if self._code >= 0 else "first hands"
        return f"{action}, cards dealt {len(self.dealt)}" if self.waiting else ""

    def chances(self) -> list[tuple[int, float]]:
        """The islands of the cards that may come next, with their chances."""
        stack = self.state.stack
        cards = ((card, count_card(stack, card)) for card in range(12))
        return [(card, count / popcount(stack)) for card, count in cards if count]

    def after(self, step: int) -> Told:
        """The next moment: after this card if one is due, else after this action."""
        spec = spec_of(self.rules.game)
        if spec.cards and self.waiting:
            state, code, dealt = spec.cards.deal(self.state, step), self._code, (*self.dealt, step)
        else:
            state, code, dealt = spec.engine.play(self.state, step), step, ()
        steps = (*self.steps, step)
        if _due(self.rules, state):
            return Told(self.rules, self.table, state, steps, code, dealt)
        if self.table is None:
            return Told(self.rules, Game(self.rules, _Opening(dealt)), state, steps)
        return Told(self.rules, _played(self.table, code, dealt), state, steps)


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
    return Told(rules, None if spec.cards else Game(rules), spec.start(rules))


def replayed(rules: Rules, steps: Sequence[int]) -> Told:
    """The moment after these steps."""
    moment = beginning(rules)
    for step in steps:
        moment = moment.after(step)
    return moment


def steps_of(rules: Rules, past: Past) -> list[int]:
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
