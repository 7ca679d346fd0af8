"""Kahuna: actions as text (rules: Notation)."""

import re
from functools import lru_cache

from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.table.reading import ISLAND_PATTERN, link_named, unreadable
from kahuna.table.spec import Form, Parsed


def texts_on(on: KahunaRules) -> tuple[str, ...]:
    """The short form of every action, by its code."""
    texts = [""] * on.ACTIONS
    for number, link in enumerate(on.board.links):
        a, b = link.split("-")
        for way, text in enumerate((f"{a}>{b}", f"{b}>{a}")):
            texts[on.PLACE + way * on.LINKS + number] = text
        for way, pair in enumerate((f"{a}+{b}", f"{a}+{a}", f"{b}+{b}")):
            texts[on.REMOVE + way * on.LINKS + number] = f"{pair} x {link}"
            texts[on.REPLACE + way * on.LINKS + number] = f"{pair} xx {link}"
        texts[on.HANDICAP + number] = f"={link}"
    for number, island in enumerate(on.board.islands):
        texts[on.DISCARD + number] = f"~{island}"
    texts[on.TAKE_ROW : on.END + 1] = ["+1", "+2", "+3", "+", "-"]
    return tuple(texts)


_LINK = r"(?P<link>\w+-\w+)"
FORMS = (
    Form("place", r"(?P<card>\w+)>(?P<to>\w+)", ("HUNA>ELAI",)),
    Form("remove", rf"(?P<card>\w+)\+(?P<second>\w+) x {_LINK}", ("HUNA+HUNA x ELAI-HUNA",)),
    Form("replace", rf"(?P<card>\w+)\+(?P<second>\w+) xx {_LINK}", ("ELAI+HUNA xx ELAI-HUNA",)),
    Form("discard", r"~(?P<card>\w+)", ("~BARI",)),
    Form("take", r"\+\d?", ("+2", "+")),
    Form("end", "-", ("-",)),
    Form("head-start", f"={_LINK}", ("=ELAI-HUNA",)),
)
EXAMPLES = "HUNA>ELAI, HUNA+HUNA x ELAI-HUNA, ~BARI, +1, + or -"


@lru_cache(64)
def _codes(on: KahunaRules) -> dict[str, int]:
    return {text: code for code, text in enumerate(texts_on(on))}


_PLACE = re.compile(rf"{ISLAND_PATTERN}>{ISLAND_PATTERN}")
_REMOVE = re.compile(rf"{ISLAND_PATTERN}\+{ISLAND_PATTERN}\s*(xx?)\s*{ISLAND_PATTERN}-{ISLAND_PATTERN}")
_TAKE = re.compile(rf"(\+[1-3]?)(?:={ISLAND_PATTERN})?")
_DISCARD = re.compile(rf"~{ISLAND_PATTERN}")
_HANDICAP = re.compile(rf"={ISLAND_PATTERN}-{ISLAND_PATTERN}")


def parse(text: str, on: KahunaRules = OURS) -> Parsed:
    """The action of a text that is not in short form; BadNotation if it means none."""
    if match := _PLACE.fullmatch(text):
        _link(text, match[1], match[2], on)
    elif match := _REMOVE.fullmatch(text):
        link = _link(text, match[4], match[5], on)
        pair = "+".join(sorted((match[1], match[2])))
        code = _codes(on).get(f"{pair} {match[3]} {link}")
        if code is None:
            raise unreadable(text, f"both cards must name an end of {link} (K5)", EXAMPLES)
        return Parsed(code)
    elif match := _HANDICAP.fullmatch(text):
        return Parsed(_codes(on)["=" + _link(text, match[1], match[2], on)])
    elif match := _TAKE.fullmatch(text):
        if match[2] in on.board.islands:
            return Parsed(_codes(on)[match[1]], on.board.islands.index(match[2]))
        raise unreadable(text, f"no island is called {match[2]}", EXAMPLES)
    elif match := _DISCARD.fullmatch(text):
        raise unreadable(text, f"no island is called {match[1]}", EXAMPLES)
    raise unreadable(text, "this is no action of kahuna", EXAMPLES)


def _link(text: str, a: str, b: str, on: KahunaRules) -> str:
    return link_named(on.board, text, (a, "-", b), EXAMPLES)
