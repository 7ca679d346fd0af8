"""The words of the page: the same in five languages, none missing, none too many, and words for every refusal."""

import json
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from kahuna.bots.levels import LEVELS
from kahuna.rules.special import KINDS
from kahuna.server.refusals import ERRORS
from kahuna.table.reasons import REASONS
from kahuna.table.ruleset import GAMES

WEB = Path(__file__).parents[2] / "src/kahuna/web"
LANGUAGES = ("en", "de", "it", "es", "ja")
PARTS = (
    "home",
    "pages",
    "rules",
    "server",
    "table",
    "answers",
    "errors",
    "review",
    "learn",
    "menu",
    "company",
)
PLURAL = re.compile(r"\.(zero|one|two|few|many|other)$")
PLURALS = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "it": {"one", "other"},
    "es": {"one", "other"},
    "ja": {"other"},
}
ANYTHING = r"[\w.-]+"


@cache
def words(part: str, language: str) -> dict[str, str]:
    """The strings of one part; a key that stands twice is an error."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len({key for key, _ in pairs}) == len(pairs), f"a key stands twice in {part}.{language}"
        return dict(pairs)

    found: dict[str, str] = json.loads(
        (WEB / f"strings/{part}.{language}.json").read_text(encoding="utf-8"), object_pairs_hook=once
    )
    return found


def test_the_language_is_chosen_among_those_that_the_page_offers() -> None:
    early = (WEB / "early.js").read_text(encoding="utf-8")
    listed = re.search(r"const languages = \[([^\]]*)\]", early)
    offered = re.findall(r"^  (\w\w): '", (WEB / "lib/i18n.js").read_text(encoding="utf-8"), re.M)
    assert listed
    assert re.findall(r"'(\w+)'", listed[1]) == offered == list(LANGUAGES)


@cache
def source() -> str:
    """All the page's code."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.js")))


@cache
def asked() -> re.Pattern[str]:
    """What the code could ask for: every string in it, and where a blank is filled (`level.${name}`) anything there."""
    found = {re.escape(word) for text in re.findall(r"'([^'\n]+)'", source()) for word in text.split()}
    for text in source().split("`"):
        pieces = re.split(r"\$\{[^{}]*\}", text)
        if len(pieces) > 1 and any(pieces) and all(re.fullmatch(r"[\w.-]*", piece) for piece in pieces):
            found.add(ANYTHING.join(map(re.escape, pieces)))
    return re.compile("|".join(sorted(found)))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_strings_with_the_same_blanks(part: str, language: str) -> None:
    english, here = words(part, "en"), words(part, language)
    stems = {PLURAL.sub("", key) for key in english}
    assert {PLURAL.sub("", key) for key in here} == stems
    for key, sentence in here.items():
        assert sentence.strip() or key == "log.join", f"{key} is empty"
        like = english.get(key) or english.get(PLURAL.sub(".other", key), "")
        assert blanks(sentence) == blanks(like), f"{key} has other blanks"


def blanks(sentence: str) -> set[str]:
    """The names in braces; `count` may be said in words, as in "one card"."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name} - {"count"}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_every_form_that_its_language_needs(part: str, language: str) -> None:
    here = words(part, language)
    for key in here:
        if (form := PLURAL.search(key)) and f"{PLURAL.sub('', key)}.other" in here:
            stem = PLURAL.sub("", key)
            assert PLURALS[language] <= {each for each in PLURALS["en"] if f"{stem}.{each}" in here}, stem
            assert form[1] in PLURALS["en"]


def test_no_key_stands_in_two_parts() -> None:
    seen: dict[str, str] = {}
    for part in PARTS:
        for key in words(part, "en"):
            assert key not in seen, f"{key} stands in {seen[key]} and {part}"
            seen[key] = part


@pytest.mark.parametrize("part", ["home", "pages", "rules", "table", "answers", "review", "learn"])
def test_no_string_is_unused(part: str) -> None:
    keys = words(part, "en")
    unused = [key for key in keys if not any(map(asked().fullmatch, (key, PLURAL.sub("", key))))]
    assert not unused


def test_every_key_that_the_code_asks_for_has_words() -> None:
    there = {PLURAL.sub("", key) for part in PARTS for key in words(part, "en")} | {
        key for part in PARTS for key in words(part, "en")
    }
    named = set(re.findall(r"\bt\(\s*'([^']+)'", source()))
    named |= {key for pair in re.findall(r"\bt\([^'`()]*\? '([^']+)' : '([^']+)'", source()) for key in pair}
    missing = named - there
    assert not missing


def test_every_refusal_and_every_reason_of_the_rules_has_words() -> None:
    told = {key.removeprefix("error.") for key in words("errors", "en")}
    assert not set(REASONS) - told
    assert not set(ERRORS) - told
    assert not told - set(ERRORS) - {"offline"}, "words for a refusal that nobody gives"


def test_the_blanks_of_a_refusal_are_facts_that_it_carries() -> None:
    for code, sentence in ERRORS.items():
        for language in LANGUAGES:
            ours = words("errors", language)[f"error.{code}"]
            assert blanks(ours) <= blanks(sentence), f"{code} in {language}"


def test_games_levels_and_kinds_have_names() -> None:
    pages, table = words("pages", "en"), words("table", "en")
    assert all(f"game.{game}" in pages and f"game.{game}.line" in pages for game in GAMES)
    assert all(f"level.{level}" in pages and f"level.{level}.line" in pages for level in LEVELS)
    assert all(f"kind.{kind}" in table and f"effect.{kind}" in table for kind in KINDS)
