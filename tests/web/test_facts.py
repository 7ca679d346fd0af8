"""What the page knows of rules and server is written from them, and up to date."""

import re

from kahuna.server.pagefacts import FILE, facts
from kahuna.server.site import WEB
from kahuna.table.games import GAMES

NAME_TEST = re.compile(rf"""[!=]==?\s*['"](?:{"|".join(GAMES)})['"]""")


def test_the_page_has_the_facts_that_rules_and_server_have() -> None:
    assert FILE.read_text(encoding="utf-8") == facts(), "run `make types`"


def test_no_module_of_the_page_asks_for_a_game_by_name() -> None:
    for path in WEB.rglob("*.js"):
        assert not NAME_TEST.search(path.read_text(encoding="utf-8")), path.name


def test_every_game_has_a_page_and_is_in_the_registry() -> None:
    registry = (WEB / "games/index.js").read_text(encoding="utf-8")
    modules = [(WEB / "games" / f"{name}.js").read_text(encoding="utf-8")
               for name in re.findall(r"from './(\w+)\.js'", registry)]  # fmt: skip
    for game in GAMES:
        assert any(f"name: '{game}'" in text for text in modules), game
