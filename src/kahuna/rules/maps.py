"""Custom maps for Kahuna: read, checked and written; a map is islands and links as in boards.toml (docs/maps.md).

Whatever order a map is written in, its islands, its links and the ends of each link stand in alphabetical order here:
two files that describe the same archipelago give the same board.
"""

import re
from collections import Counter
from collections.abc import Mapping
from math import dist
from typing import Any, NoReturn, TypedDict

from kahuna.rules.boards import Board, make_board

# Hands of five hold ten cards at most; three more must be left to lay a row, and an island has two (K1, K7, K10).
MIN_ISLANDS = 7
MAX_ISLANDS = 14
MAX_MAP_LINKS = 31
MAP_CANVAS = (1000, 760)
CANVAS_MARGIN = 60  # the least distance of an island from the edge of the canvas
MIN_APART = 90  # the least distance between two islands
MAX_MAP_BYTES = 20_000
_NAME = re.compile(r"[A-Z][A-Z0-9]{1,3}")
_LINK = re.compile(r"([A-Z0-9]+)-([A-Z0-9]+)")


class BadMap(ValueError):
    """A map on which Kahuna cannot be played; says why in one line."""


class MapIsland(TypedDict):
    """An island of a map."""

    name: str
    at: list[int]  # where it lies on a canvas of 1000 x 760


class BoardMap(TypedDict):
    """A board as data, as it stands in files, records and views."""

    islands: list[MapIsland]
    links: list[str]


def map_of(board: Board) -> BoardMap:
    """The board as data."""
    islands: list[MapIsland] = [
        {"name": name, "at": list(place)} for name, place in zip(board.islands, board.places, strict=True)
    ]
    return {"islands": islands, "links": list(board.links)}


def read_map(path: str) -> Board:
    """The board in this file; BadMap if it holds none."""
    import tomllib

    with open(path, "rb") as file:
        data = file.read(MAX_MAP_BYTES + 1)
    if len(data) > MAX_MAP_BYTES:
        raise BadMap(f"{path}: a map has at most {MAX_MAP_BYTES} bytes, and this file has more")
    try:
        return board_of_map(tomllib.loads(data.decode("utf-8")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadMap(f"{path}: not a map: no TOML ({str(error).splitlines()[0]})") from None
    except BadMap as error:
        raise BadMap(f"{path}: {error}") from None


def board_of_map(data: Any) -> Board:
    """The board that this data describes; BadMap if Kahuna cannot be played on it."""
    if not isinstance(data, Mapping) or set(data) != {"islands", "links"}:
        _fail("a map has islands and links, and nothing else")
    places = _islands(data["islands"])
    links = _links(data["links"], places)
    names = sorted(places)
    touched = Counter(end for link in links for end in link)
    for name in names:
        if not touched[name]:
            _fail(f"{name} has no link")
    apart = set(names) - _reached(names[0], links)
    if apart:
        _fail(f"no way leads from {names[0]} to {min(apart)}: all islands must hang together")
    return make_board(names, [places[name] for name in names], ["-".join(link) for link in links])


def _fail(reason: str) -> NoReturn:
    raise BadMap(reason)


def _islands(islands: Any) -> dict[str, tuple[int, int]]:
    """The place of each island."""
    if not isinstance(islands, list) or not MIN_ISLANDS <= len(islands) <= MAX_ISLANDS:
        count = f"this one has {len(islands)}" if isinstance(islands, list) else "as a list"
        _fail(f"a map has {MIN_ISLANDS} to {MAX_ISLANDS} islands, {count}")
    places: dict[str, tuple[int, int]] = {}
    for island in islands:
        if not isinstance(island, Mapping) or set(island) != {"name", "at"}:
            _fail('an island is written like { name = "ALOA", at = [164, 132] }')
        name, at = island["name"], island["at"]
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            _fail(f"an island's name is two to four capital letters or digits, not {str(name)[:20]!r}")
        if name in places:
            _fail(f"there are two islands called {name}")
        if not isinstance(at, list) or len(at) != 2 or not all(type(number) is int for number in at):
            _fail(f"{name}: at has two whole numbers, from the west and from the north")
        if any(
            not CANVAS_MARGIN <= x <= size - CANVAS_MARGIN for x, size in zip(at, MAP_CANVAS, strict=True)
        ):
            canvas = f"{MAP_CANVAS[0]} x {MAP_CANVAS[1]} canvas"
            _fail(f"{name} lies at {at[0]}, {at[1]}, which is not {CANVAS_MARGIN} inside the {canvas}")
        for other, place in places.items():
            if dist(place, at) < MIN_APART:
                _fail(f"{other} and {name} lie {dist(place, at):.0f} apart; islands need {MIN_APART}")
        places[name] = (at[0], at[1])
    return places


def _links(links: Any, places: Mapping[str, object]) -> list[tuple[str, str]]:
    """Both ends of each link, in alphabetical order."""
    if not isinstance(links, list) or len(links) > MAX_MAP_LINKS:
        count = f"this one has {len(links)}" if isinstance(links, list) else "as a list"
        _fail(f"a map has at most {MAX_MAP_LINKS} links, {count}")
    found: set[tuple[str, str]] = set()
    for link in links:
        match = _LINK.fullmatch(link) if isinstance(link, str) else None
        if not match:
            _fail(f'a link is written like "ALOA-BARI", not {str(link)[:20]!r}')
        first, second = sorted((match[1], match[2]))
        for name in (first, second):
            if name not in places:
                _fail(f"link {link}: there is no island {name[:20]}")
        if first == second:
            _fail(f"link {link} leads from an island to itself")
        if (first, second) in found:
            _fail(f"{first} and {second} are linked twice")
        found.add((first, second))
    return sorted(found)


def _reached(start: str, links: list[tuple[str, str]]) -> set[str]:
    """The islands that can be reached from this one."""
    reached, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        near = {end for link in links if here in link for end in link} - reached
        reached |= near
        fresh += near
    return reached
