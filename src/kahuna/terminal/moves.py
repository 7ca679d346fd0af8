"""Filters the legal actions by island and kind, for the command `moves`."""

import re
from collections.abc import Callable, Sequence

from kahuna.table.errors import BadNotation
from kahuna.table.games import spec_of
from kahuna.table.ruleset import board_of
from kahuna.table.view import View

# What an action can be asked for by, besides the names that stand in it: islands and, in Special, kinds of bridges.
KIND_WORDS = {
    "build": re.compile(r"\w+>\w+|=?(\w+:)?\w+[-=]\w+"),
    "remove": re.compile(r".* xx? .*"),
    "discard": re.compile(r"~.*"),
    "take": re.compile(r"\+.*"),
    "move": re.compile(r"\w+[-=]\w+>\w+[-=]\w+"),
    "rim": re.compile(r".*\w=\w.*"),
}


def matching(view: View, words: Sequence[str]) -> list[int]:
    """The numbers, from 1, of the legal actions to which all these words apply; BadNotation if one never could."""
    numbers = list(range(1, len(view["legal"]) + 1))
    for word in words:
        applies = _asked(view["game"], word.lower())
        numbers = [number for number in numbers if applies(view["legal"][number - 1])]
    return numbers


def _asked(game: str, word: str) -> Callable[[str], bool]:
    """Whether a word applies to an action."""
    if word in words_of(game):
        kind = KIND_WORDS.get(word)
        return (
            (lambda action: bool(kind.fullmatch(action))) if kind else lambda action: word in _names(action)
        )
    raise BadNotation(f"moves knows no {word[:20]!r}; it knows {', '.join(words_of(game))}, and all")


def words_of(game: str) -> list[str]:
    """All words that `moves` knows in this game."""
    texts = spec_of(game).texts
    kinds = [word for word, kind in KIND_WORDS.items() if any(map(kind.fullmatch, texts))]
    named = {text.partition(":")[0] for text in texts if ":" in text}
    return [*(name.lower() for name in board_of(game).islands), *sorted(named), *kinds]


def _names(action: str) -> set[str]:
    """The islands in an action and the kind of its bridge."""
    return {name.lower() for name in re.split(r"[^A-Za-z0-9]+", action) if name}
