"""Actions as text and as codes, for all three games (rules: Notation).

`write` gives the short form; `parse` reads every form that the rules allow, also with the ends of a link or the
two cards of a pair the other way round.
"""

import re
from typing import NamedTuple

from kahuna.rules import kahuna, special
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.errors import BadNotation, quoted


class Parsed(NamedTuple):
    """An action and, for a take that named it, the card (an island)."""

    code: int
    card: int | None = None


def _kahuna_texts() -> list[str]:
    texts = [""] * kahuna.ACTIONS
    for number, link in enumerate(KAHUNA.links):
        a, b = link.split("-")
        for way, text in enumerate((f"{a}>{b}", f"{b}>{a}")):
            texts[kahuna.PLACE + way * kahuna.LINKS + number] = text
        for way, pair in enumerate((f"{a}+{b}", f"{a}+{a}", f"{b}+{b}")):
            texts[kahuna.REMOVE + way * kahuna.LINKS + number] = f"{pair} x {link}"
            texts[kahuna.REPLACE + way * kahuna.LINKS + number] = f"{pair} xx {link}"
        texts[kahuna.HANDICAP + number] = f"={link}"
    for number, island in enumerate(KAHUNA.islands):
        texts[kahuna.DISCARD + number] = f"~{island}"
    texts[kahuna.TAKE_ROW : kahuna.END + 1] = ["+1", "+2", "+3", "+", "-"]
    return texts


def _special_texts() -> list[str]:
    places = [f"{kind}:{link}" for kind in special.KINDS for link in EXAHUNA.links]
    moves = [f"{source}>{joker}" for joker in EXAHUNA.links for source in EXAHUNA.links]
    return [*places, *moves, "-"]


TEXTS: dict[str, list[str]] = {
    "kahuna": _kahuna_texts(),
    "exahuna": [*EXAHUNA.links, "-"],
    "exahuna-special": _special_texts(),
}
CODES = {game: {text: code for code, text in enumerate(texts)} for game, texts in TEXTS.items()}
EXAMPLES = {
    "kahuna": "HUNA>ELAI, HUNA+HUNA x ELAI-HUNA, ~BARI, +1, + or -",
    "exahuna": "a1-a2, a1=a2 or -",
    "exahuna-special": "3:a1-a2, minus:a1=a2, b2-b3>a1-a2 or -",
}

MAX_NOTATION_CHARS = 60  # characters; with more, reading would take its time

_ISLAND = r"([A-Za-z0-9]+)"
_LINK = rf"{_ISLAND}([-=]){_ISLAND}"
_PLACE = re.compile(rf"{_ISLAND}>{_ISLAND}")
_REMOVE = re.compile(rf"{_ISLAND}\+{_ISLAND}\s*(xx?)\s*{_ISLAND}-{_ISLAND}")
_TAKE = re.compile(rf"(\+[1-3]?)(?:={_ISLAND})?")
_DISCARD = re.compile(rf"~{_ISLAND}")
_HANDICAP = re.compile(rf"={_ISLAND}-{_ISLAND}")
_BRIDGE = re.compile(_LINK)
_KIND = re.compile(rf"([a-z0-9]+):{_LINK}")
_MOVE = re.compile(rf"{_LINK}>{_LINK}")


def write(game: str, code: int) -> str:
    """The action in short form."""
    return TEXTS[game][code]


def parse(game: str, text: str) -> Parsed:
    """The action this text means in this game, legal or not; BadNotation if it means none."""
    text = text.strip()
    code = CODES[game].get(text)
    if code is not None:
        return Parsed(code)
    if len(text) > MAX_NOTATION_CHARS:
        raise _unreadable(game, text, "it is longer than any action")
    return _parse_kahuna(text) if game == "kahuna" else _parse_hex(game, text)


def _unreadable(game: str, text: str, reason: str) -> BadNotation:
    return BadNotation(f"cannot read {quoted(text)}: {reason}; expected something like {EXAMPLES[game]}")


def _link(game: str, text: str, a: str, mark: str, b: str) -> str:
    """The name of the link between two islands, in the board's own spelling."""
    board = KAHUNA if game == "kahuna" else EXAHUNA
    for island in (a, b):
        if island not in board.islands:
            raise _unreadable(game, text, f"no island is called {island}")
    link = mark.join(sorted((a, b)))
    if link not in board.links:
        raise _unreadable(game, text, f"there is no link {link}")
    return link


def _parse_kahuna(text: str) -> Parsed:
    codes = CODES["kahuna"]
    if match := _PLACE.fullmatch(text):
        _link("kahuna", text, match[1], "-", match[2])
    elif match := _REMOVE.fullmatch(text):
        link = _link("kahuna", text, match[4], "-", match[5])
        pair = "+".join(sorted((match[1], match[2])))
        code = codes.get(f"{pair} {match[3]} {link}")
        if code is None:
            raise _unreadable("kahuna", text, f"both cards must name an end of {link} (K5)")
        return Parsed(code)
    elif match := _HANDICAP.fullmatch(text):
        return Parsed(codes["=" + _link("kahuna", text, match[1], "-", match[2])])
    elif match := _TAKE.fullmatch(text):
        if match[2] in KAHUNA.islands:
            return Parsed(codes[match[1]], KAHUNA.islands.index(match[2]))
        raise _unreadable("kahuna", text, f"no island is called {match[2]}")
    elif match := _DISCARD.fullmatch(text):
        raise _unreadable("kahuna", text, f"no island is called {match[1]}")
    raise _unreadable("kahuna", text, "this is no action of kahuna")


def _parse_hex(game: str, text: str) -> Parsed:
    codes = CODES[game]
    if game == "exahuna":
        if match := _BRIDGE.fullmatch(text):
            return Parsed(codes[_link(game, text, *match.groups())])
    elif match := _KIND.fullmatch(text):
        if match[1] not in special.KINDS:
            raise _unreadable(
                game, text, f"no kind is called {match[1]}, there are {' '.join(special.KINDS)}"
            )
        return Parsed(codes[f"{match[1]}:{_link(game, text, match[2], match[3], match[4])}"])
    elif match := _MOVE.fullmatch(text):
        source = _link(game, text, match[1], match[2], match[3])
        return Parsed(codes[f"{source}>{_link(game, text, match[4], match[5], match[6])}"])
    raise _unreadable(game, text, f"this is no action of {game}")
