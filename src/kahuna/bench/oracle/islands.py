"""What the three games share in the naive model: boards, control and capture (rules: Board)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

WHITE, BLACK = "white", "black"
COLOURS = (WHITE, BLACK)
OTHER = {WHITE: BLACK, BLACK: WHITE}
SEATS: tuple[str | None, ...] = (WHITE, BLACK, None)
Shown = dict[str, Any]  # a view, a result or secrets, as the protocol writes them


def boards_path() -> Path:
    """Where the program keeps the boards' data: the only thing that this model shares with it."""
    return Path(__file__).parents[2] / "rules" / "boards.toml"


class Board:
    """An archipelago: islands, links by name, the two ends of each link, the links of each island."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.islands: list[str] = [island["name"] for island in data["islands"]]
        self.links: list[str] = list(data["links"])
        self.ends: dict[str, tuple[str, str]] = {}
        self.links_of: dict[str, list[str]] = {island: [] for island in self.islands}
        for link in self.links:
            a, b = link.replace("=", "-").split("-")  # '=' is a rim link (Exahuna)
            self.ends[link] = (a, b)
            self.links_of[a].append(link)
            self.links_of[b].append(link)


_DATA = tomllib.loads(boards_path().read_text(encoding="utf-8"))
ARCHIPELAGO = Board(_DATA["kahuna"])
HEXAGON = Board(_DATA["exahuna"])


class Islands:
    """Board, control and capture, as the three games share them (rules.md, Board)."""

    board: Board

    def __init__(self) -> None:
        self.bridges: dict[str, str] = {}  # occupied link -> colour
        self.outcome: Shown | None = None

    def free_links(self) -> list[str]:
        """The links without a bridge."""
        return [link for link in self.board.links if link not in self.bridges]

    def bridges_of(self, colour: str) -> list[str]:
        """The links with a bridge of this colour."""
        return [link for link, owner in self.bridges.items() if owner == colour]

    def bridges_at(self, island: str, colour: str) -> list[str]:
        """The island's links with a bridge of this colour."""
        owner = self.bridges.get
        return [link for link in self.board.links_of[island] if owner(link) == colour]

    def controls(self, colour: str, island: str) -> bool:
        """Control: bridges on more than half of the island's links."""
        return 2 * len(self.bridges_at(island, colour)) > len(self.board.links_of[island])

    def controlled_by(self, colour: str) -> set[str]:
        """The islands that this colour controls."""
        return {island for island in self.board.islands if self.controls(colour, island)}

    def control(self) -> dict[str, str]:
        """Who controls each island that somebody controls."""
        return {
            island: colour
            for island in self.board.islands
            for colour in COLOURS
            if self.controls(colour, island)
        }

    def remove_bridge(self, link: str) -> None:
        """Takes the bridge off this link."""
        del self.bridges[link]

    def remove_all_at(self, islands: Iterable[str], colour: str) -> None:
        """Remove every bridge of this colour on these islands, all at once."""
        for link in {link for island in islands for link in self.bridges_at(island, colour)}:
            self.remove_bridge(link)

    def legal(self) -> list[str]:
        """All legal actions of the player to move, in short notation, in no particular order."""
        raise NotImplementedError

    def check(self, action: str) -> None:
        """ValueError if the action is not legal."""
        if action not in self.legal():
            raise ValueError(f"not a legal action: {action!r}")

    def result(self) -> Shown | None:
        """The result as the record writes it, None while the game runs."""
        return self.outcome


def lower(count: Counter[str], name: str) -> None:
    """One less of it, to no less than zero."""
    count[name] = max(0, count[name] - 1)


def spread(count: Counter[str]) -> list[str]:
    """A sorted list with repeats."""
    return sorted(count.elements())
