"""Actions as text and as codes (rules: Notation).

`write` gives the short form; `parse` reads every form that the rules allow, also with the ends of a link or the
two cards of a pair the other way round.
"""

from collections.abc import Mapping

from kahuna.table.games import CODES, spec_of
from kahuna.table.reading import MAX_NOTATION_CHARS, unreadable
from kahuna.table.spec import Parsed

__all__ = ["Parsed", "codes_of", "parse", "texts_of", "write"]


def texts_of(game: str) -> tuple[str, ...]:
    """The short form of every action of this game, by its code."""
    return spec_of(game).texts


def codes_of(game: str) -> Mapping[str, int]:
    """The code of every action of this game by its short form."""
    return CODES[game]


def write(game: str, code: int) -> str:
    """The action in short form."""
    return spec_of(game).texts[code]


def parse(game: str, text: str) -> Parsed:
    """The action this text means in this game, legal or not; BadNotation if it means none."""
    spec = spec_of(game)
    text = text.strip()
    code = CODES[game].get(text)
    if code is not None:
        return Parsed(code)
    if len(text) > MAX_NOTATION_CHARS:
        raise unreadable(text, "it is longer than any action", spec.examples)
    return spec.parse(text)
