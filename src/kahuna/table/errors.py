"""Errors of the table: one line each, with the action, the reason and the rule."""

QUOTES = "'\""


def quoted(thing: object, most: int = 60) -> str:
    """The value as shown in a message: printable, on one line, shortened."""
    text = repr(thing)
    return text if len(text) <= most else f"{text[: most - 4]}...{text[0] if text[0] in QUOTES else ''}"


class BadNotation(ValueError):
    """The text cannot be read as an action of this game."""


class BadRecord(ValueError):
    """The record cannot be read or is not a game by the rules; says where and why."""


class IllegalAction(ValueError):
    """The rules forbid this action. `reason` is a key of `kahuna.table.reasons.REASONS`, `facts` fills its blanks."""

    def __init__(self, action: str, reason: str, rule: str, sentence: str, facts: dict[str, str]) -> None:
        super().__init__(f"{action}: {sentence} ({rule})")
        self.action = action
        self.reason = reason
        self.rule = rule
        self.facts = facts
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[str, str, str, str, dict[str, str]]]:
        """For workers in other processes: everything needed to rebuild this error."""
        return type(self), (self.action, self.reason, self.rule, self.sentence, self.facts)
