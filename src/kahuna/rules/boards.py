"""Boards as data: islands, links and which of them touch; ours are read from boards.toml."""

import os
import tomllib
from collections.abc import Sequence
from typing import NamedTuple


class Board(NamedTuple):
    """An archipelago. Islands and links are numbered in the order given; a set of links is a word of bits."""

    islands: tuple[str, ...]
    places: tuple[tuple[int, int], ...]  # a point for each island on a 1000 x 760 canvas
    links: tuple[str, ...]
    first_end: tuple[int, ...]
    second_end: tuple[int, ...]
    links_at: tuple[int, ...]  # the links of each island

    def degree(self, island: int) -> int:
        """Number of the island's links (rules: Board)."""
        return self.links_at[island].bit_count()

    def majorities(self) -> tuple[int, ...]:
        """For each island the smallest number of links that is more than half of them (rules: Control)."""
        return tuple(links.bit_count() // 2 + 1 for links in self.links_at)


def make_board(islands: Sequence[str], places: Sequence[tuple[int, int]], links: Sequence[str]) -> Board:
    """The board with these islands and links; a link is written as its ends with - or = between them."""
    ends = [[islands.index(end) for end in link.replace("=", "-").split("-")] for link in links]
    links_at = tuple(
        sum(1 << number for number, pair in enumerate(ends) if island in pair)
        for island in range(len(islands))
    )
    return Board(
        tuple(islands),
        tuple(places),
        tuple(links),
        tuple(first for first, _ in ends),
        tuple(second for _, second in ends),
        links_at,
    )


def read_board(name: str) -> Board:
    """The board of this name in boards.toml."""
    with open(os.path.join(os.path.dirname(__file__), "boards.toml"), "rb") as file:
        data = tomllib.load(file)[name]
    islands = data["islands"]
    places = [(x, y) for x, y in (island["at"] for island in islands)]
    return make_board([island["name"] for island in islands], places, data["links"])


KAHUNA = read_board("kahuna")
EXAHUNA = read_board("exahuna")
