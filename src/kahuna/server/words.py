"""The page's own sentences, for the few things that the server says to people itself: previews of links, feeds."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from kahuna.learn.courses import LANGUAGES
from kahuna.server.site import WEB

STRING_FILES = ("pages", "server")


@cache
def strings(language: str, parts: tuple[str, ...] = STRING_FILES) -> dict[str, str]:
    """The page's sentences of these parts in this language."""
    found: dict[str, str] = {}
    for part in parts:
        found |= json.loads((WEB / f"strings/{part}.{language}.json").read_text("utf-8"))
    return found


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that we have, else English."""
    for offer in accepted.lower().split(","):
        code = offer.partition(";")[0].strip().partition("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def say(language: str, key: str, **facts: Any) -> str:
    """The sentence for this key with its blanks filled; `count` chooses between one and many."""
    return filled(strings(language), key, facts)


def filled(sentences: Mapping[str, str], key: str, facts: Mapping[str, Any]) -> str:
    """The one of these sentences that has this key, with its blanks filled; `count` chooses between one and many."""
    form = "one" if facts.get("count") == 1 else "other"
    sentence = sentences.get(f"{key}.{form}") or sentences.get(f"{key}.other") or sentences[key]
    for name, value in facts.items():
        sentence = sentence.replace("{" + name + "}", str(value))
    return sentence
