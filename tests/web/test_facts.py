"""What the page knows of rules and server is written from them, and up to date."""

import re
from pathlib import Path

from kahuna.server.pagefacts import TYPES, facts, main, stale
from kahuna.server.pagetypes import page_types
from kahuna.server.site import WEB
from kahuna.table.game import Game
from kahuna.table.games import GAMES, spec_of
from kahuna.table.ruleset import Rules

NAME_TEST = re.compile(rf"""[!=]==?\s*['"](?:{"|".join(GAMES)})['"]""")


def test_the_page_has_the_facts_and_types_that_rules_and_server_have() -> None:
    assert main(["--check"]) == 0, "run `make types`"


def test_a_file_that_says_something_else_is_stale(tmp_path: Path) -> None:
    """Also one that is not there."""
    old, gone, good = (tmp_path / name for name in ("old.d.ts", "gone.js", "good.js"))
    good.write_text(facts(), encoding="utf-8")
    old.write_text(page_types().replace("own_secret", "own_discards"), encoding="utf-8")
    assert stale({old: page_types(), gone: facts(), good: facts()}) == [old, gone]


def test_the_types_of_the_page_name_every_key_of_a_view() -> None:
    """What the server sends, key by key."""
    written = TYPES.read_text(encoding="utf-8")
    for game in GAMES:
        (keys,) = [
            body
            for body in re.findall(r"interface \w+View {\n(.*?)\n}", written, re.S)
            if f"game: '{game}'" in body
        ]
        named = set(re.findall(r"^  (\w+)\??:", keys, re.M)) - {"map"}  # which only maps of one's own have
        assert named == set(Game(Rules(game), seed=1).view("white"))


def test_no_module_of_the_page_asks_for_a_game_by_name() -> None:
    for path in WEB.rglob("*.js"):
        assert not NAME_TEST.search(path.read_text(encoding="utf-8")), path.name


def test_every_game_has_a_page_and_is_in_the_registry() -> None:
    registry = (WEB / "games/index.js").read_text(encoding="utf-8")
    modules = [(WEB / "games" / f"{name}.js").read_text(encoding="utf-8")
               for name in re.findall(r"from './(\w+)\.js'", registry)]  # fmt: skip
    for game in GAMES:
        assert any(f"name: '{game}'" in text for text in modules), game


def test_every_action_is_written_in_exactly_one_of_its_games_forms() -> None:
    """And the examples on the page of rules are actions."""
    for game in GAMES:
        spec = spec_of(game)
        patterns = [re.compile(form.pattern) for form in spec.forms]
        for text in spec.texts:
            assert sum(bool(pattern.fullmatch(text)) for pattern in patterns) == 1, text
        for form, pattern in zip(spec.forms, patterns, strict=True):
            assert all(pattern.fullmatch(text) and text in spec.texts for text in form.examples)
