"""Every rule has a test that cites it, and every test that docs/sources.md names is there and cites that rule."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "docs" / "sources.md"
NUMBERED = [
    f"{letter}{number}" for letter, count in (("K", 16), ("E", 5), ("S", 7)) for number in range(1, count + 1)
]
RULES = {*NUMBERED, "Board", "Control", "Capture"}


class Row(NamedTuple):
    """A sentence of the printed texts: its id, the rules that carry it, the tests that prove it."""

    id: str
    rules: list[str]
    tests: list[str]


def cited(docstring: str) -> set[str]:
    """The rules that a docstring starts with, as in `K7, K8: ...`."""
    names, colon, _ = docstring.partition(": ")
    rules = set(names.split(", "))
    return rules if colon and rules <= RULES else set()


def citations(source: str) -> dict[str, set[str]]:
    """For each test function in this source the rules that its docstring cites."""
    return {
        node.name: cited(ast.get_docstring(node) or "")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@cache
def all_citations() -> dict[str, set[str]]:
    """The rules that each test in this folder cites."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in TESTS.rglob("test_*.py"):
        for name, rules in citations(path.read_text("utf-8")).items():
            found[name] |= rules
    return found


def sentences() -> list[Row]:
    """The rows of all tables of sources.md."""
    rows = []
    for line in SOURCES.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if re.fullmatch(r"(EN|IT|ES|JA|EX)-\d+|[DG]\d+", cells[0]):
            rules = [] if cells[-2] == "–" else cells[-2].split(", ")
            rows.append(Row(cells[0], rules, re.findall(r"`([^`]*)`", cells[-1])))
    return rows


def test_only_a_test_whose_docstring_starts_with_a_rule_cites_it() -> None:
    """Design: how this page counts: no comment, no other function, no mention in passing."""
    source = '''
def test_one() -> None:
    """K7, Control: a sentence about K8."""
def test_two() -> None:
    # K9: not here
    """As K10: not here either."""
def helper() -> None:
    """K11: nor here."""
'''
    assert citations(source) == {"test_one": {"K7", "Control"}, "test_two": set()}


@pytest.mark.parametrize("rule", NUMBERED)
def test_every_rule_is_cited_by_a_test(rule: str) -> None:
    """Design: from K1 to K16, E1 to E5 and S1 to S7."""
    assert rule in set().union(*all_citations().values())


def test_the_page_of_sources_has_a_row_for_every_sentence() -> None:
    """Design: no row is lost, none is there twice, and each names rules that exist."""
    ids = [row.id for row in sentences()]
    assert len(set(ids)) == len(ids)
    for letters, last in (("EN-", 77), ("EX-", 36), ("IT-", 7), ("ES-", 2), ("JA-", 5), ("D", 26), ("G", 28)):
        assert [id for id in ids if id.rstrip("0123456789") == letters] == [
            f"{letters}{number}" for number in range(1, last + 1)
        ]
    assert {rule for row in sentences() for rule in row.rules} <= RULES


def test_every_test_named_among_the_sources_exists_and_cites_the_sentences_rule() -> None:
    """Design: no name is left over from a plan, and no sentence is proven by a test of other rules."""
    assert "?test" not in SOURCES.read_text("utf-8")
    tests = all_citations()
    assert [name for row in sentences() for name in row.tests if name not in tests] == []
    strangers = {
        row.id: name for row in sentences() for name in row.tests if not tests[name] & set(row.rules)
    }
    assert strangers == {}
