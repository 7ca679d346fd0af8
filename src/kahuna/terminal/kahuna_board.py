"""Where Kahuna's islands and links lie in a picture made of characters."""

from collections.abc import Mapping, Sequence
from math import ceil, floor

from kahuna.rules.boards import KAHUNA

Cell = tuple[int, int]  # column, line
Point = tuple[float, float]

MAP_COLUMNS, MAP_LINES = 79, 31
HALF_NAME = 4  # a label is 9 wide, here 2 high; an island's place is the middle of its label's first line
SPREAD = 1  # how far from the middle of its label a link may set out

# Moves by whole characters, found by a search that keeps links apart from each other and from labels.
NUDGES = {
    "BARI": (2, -1), "COCO": (-3, -1), "DUDA": (6, -3), "ELAI": (6, -1), "FAAA": (-5, 1), "GOLA": (-1, -2),
    "HUNA": (-2, -1), "IFFI": (-1, -1), "JOJO": (-1, -4), "KAHU": (4, -2),
}  # fmt: skip


def kahuna_islands(islands: Mapping[str, tuple[int, int]]) -> dict[str, Cell]:
    """The place of every island: its point on the map, scaled to the picture and nudged."""
    west, east = min(x for x, _ in islands.values()), max(x for x, _ in islands.values())
    north, south = min(y for _, y in islands.values()), max(y for _, y in islands.values())
    across, down = (
        (MAP_COLUMNS - 1 - 2 * HALF_NAME) / max(1, east - west),
        (MAP_LINES - 2) / max(1, south - north),
    )
    nudges = NUDGES if tuple(islands) == KAHUNA.islands else {}
    places = {}
    for name, (x, y) in islands.items():
        right, lower = nudges.get(name, (0, 0))
        places[name] = (HALF_NAME + round((x - west) * across) + right, round((y - north) * down) + lower)
    return places


def kahuna_links(places: Mapping[str, Cell], links: Sequence[str]) -> dict[str, list[Cell]]:
    """The cells of every link, from its first island to its second, without those under their labels."""
    cells = {}
    for link in links:
        ends = [places[name] for name in link.split("-")]
        line = straight(anchor(ends[0], ends[1]), anchor(ends[1], ends[0]))
        cells[link] = [cell for cell in line if not any(covers(end, cell) for end in ends)]
    return cells


def covers(island: Cell, cell: Cell) -> bool:
    """Whether the label of the island at this place takes up the cell."""
    return abs(cell[0] - island[0]) <= HALF_NAME and 0 <= cell[1] - island[1] <= 1


def anchor(island: Cell, other: Cell) -> Point:
    """The point under an island's label from which its link to the other sets out, the nearest to halfway."""
    (x, y), across, down = island, (island[0] + other[0]) / 2, (island[1] + other[1]) / 2
    return min(max(across, x - SPREAD), x + SPREAD), min(max(down, y), y + 1)


def straight(start: Point, end: Point) -> list[Cell]:
    """The cells of a straight line, one in each column or, if it is steep, in each line."""
    (x, y), right, lower = start, end[0] - start[0], end[1] - start[1]
    steps = max(1, ceil(max(abs(right), abs(lower))))
    return [
        (floor(x + right * i / steps + 0.5), floor(y + lower * i / steps + 0.5)) for i in range(steps + 1)
    ]
