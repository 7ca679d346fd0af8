"""The page's own sentences, for the few things that the server says to people itself: previews of links, feeds."""

import json
from functools import cache
from typing import Any

from kahuna.learn.courses import LANGUAGES
from kahuna.server.site import WEB

STRING_FILES = ("pages", "server")


@cache
def _strings(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in STRING_FILES:
        found |= json.loads((WEB / f"strings/{part}.{language}.json").read_text("utf-8"))
    return found


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that we speak, else English."""
    for offer in accepted.lower().split(","):
        code = offer.partition(";")[0].strip().partition("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def say(language: str, key: str, **facts: Any) -> str:
    """The sentence for this key with its blanks filled; `count` chooses between one and many."""
    strings = _strings(language)
    form = "one" if facts.get("count") == 1 else "other"
    sentence = strings.get(f"{key}.{form}") or strings.get(f"{key}.other") or strings[key]
    for name, value in facts.items():
        sentence = sentence.replace("{" + name + "}", str(value))
    return sentence
