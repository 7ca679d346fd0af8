"""The boards that the page draws are the boards that the rules play on."""

import re
from pathlib import Path

import pytest

from kahuna.rules.boards import EXAHUNA, KAHUNA

DATA = (Path(__file__).parents[2] / "src/kahuna/web/board/data.js").read_text(encoding="utf-8")
TOML = (Path(__file__).parents[2] / "src/kahuna/rules/boards.toml").read_text(encoding="utf-8")


def drawn(name: str) -> tuple[dict[str, list[int]], list[str]]:
    """Islands with their places, and links, as data.js has them."""
    found = re.search(
        rf"export const {name} = \{{.*?islands\(\{{(.*?)\}}\),\s*links: words\(\s*`(.*?)`", DATA, re.S
    )
    assert found
    places = re.findall(r"(\w+): \[(\d+), (\d+)\]", found[1])
    return {island: [int(x), int(y)] for island, x, y in places}, found[2].split()


@pytest.mark.parametrize(("name", "board"), [("KAHUNA", KAHUNA), ("EXAHUNA", EXAHUNA)])
def test_the_page_draws_the_islands_and_links_of_the_rules(name: str, board: object) -> None:
    islands, links = drawn(name)
    assert tuple(islands) == tuple(board.islands)  # type: ignore[attr-defined]
    assert links == list(board.links)  # type: ignore[attr-defined]


def test_islands_lie_where_the_data_of_the_boards_suggest() -> None:
    places = {
        name: [int(x), int(y)] for name, x, y in re.findall(r'name = "(\w+)", at = \[(\d+), (\d+)\]', TOML)
    }
    assert drawn("KAHUNA")[0] | drawn("EXAHUNA")[0] == places
