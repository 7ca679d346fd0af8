"""Why an action is not legal: a reason with its rule, saying only what the seat to move may know."""

from typing import Any

from kahuna.table.errors import IllegalAction
from kahuna.table.games import REASONS, spec_of

__all__ = ["REASONS", "refusal", "why_illegal"]


def refusal(action: str, reason: str, **facts: str) -> IllegalAction:
    """The error for this action and reason."""
    rule, sentence = REASONS[reason]
    return IllegalAction(action, reason, rule, sentence.format(**facts), facts)


def why_illegal(game: str, state: Any, code: int) -> IllegalAction:
    """The error that explains why this action, not legal in this state of a running game, is refused."""
    spec = spec_of(game)
    reason, facts = spec.why_illegal(state, code)
    return refusal(spec.texts[code], reason, **facts)
