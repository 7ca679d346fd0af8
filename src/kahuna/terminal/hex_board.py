"""Where Exahuna's islands and links lie in a picture made of characters."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kahuna.terminal.kahuna_board import HALF_NAME, Cell

PITCH = 16  # columns from one island to its eastern neighbour
GAP = 3  # lines between two rows of islands
CORNER_COLUMNS = 2  # how far from an island's middle a rim link leaves its northern or southern coast


class HexLink(NamedTuple):
    """A link as seen: the middle of its bridge, and the strokes that tie it to its two islands."""

    place: Cell
    strokes: dict[Cell, str]


def hex_islands(islands: Mapping[str, tuple[int, int]], height: int) -> dict[str, Cell]:
    """The place of every island when labels are this many lines high; line 0 is left to the rim."""
    xs, ys = sorted({x for x, _ in islands.values()}), sorted({y for _, y in islands.values()})
    return {
        name: (HALF_NAME + xs.index(x) * PITCH // 2, 1 + ys.index(y) * (height + GAP))
        for name, (x, y) in islands.items()
    }


def hex_links(places: Mapping[str, Cell], links: Sequence[str], height: int) -> dict[str, HexLink]:
    """Every link between islands at these places: `-` lies between its islands, `=` outside them."""
    middle = sum(x for x, _ in places.values()) // len(places)
    shapes = {}
    for link in links:
        one, two = sorted((places[name] for name in ends(link)), key=lambda place: (place[1], place[0]))
        level = one[1] == two[1]
        if "=" in link:
            shapes[link] = level_rim(one, two, height) if level else side_rim(one, two, height, middle)
        else:
            shapes[link] = level_link(one, two) if level else slanted_link(one, two, height)
    return shapes


def ends(link: str) -> list[str]:
    """The names of the two islands a link joins, on the rim or not."""
    return link.replace("=", "-").split("-")


def level_link(west: Cell, east: Cell) -> HexLink:
    """The link between two islands of one row."""
    line = west[1] + 1
    strokes = {(x, line): "─" for x in range(west[0] + HALF_NAME + 1, east[0] - HALF_NAME)}
    return HexLink(((west[0] + east[0]) // 2, line), strokes)


def slanted_link(upper: Cell, lower: Cell, height: int) -> HexLink:
    """The link between two islands of neighbouring rows."""
    x, y = (upper[0] + lower[0]) // 2, upper[1] + height + 1
    step, stroke = (1, "╲") if upper[0] < lower[0] else (-1, "╱")
    return HexLink((x, y), {(x - step, y - 1): stroke, (x + step, y + 1): stroke})


def level_rim(west: Cell, east: Cell, height: int) -> HexLink:
    """The rim link along the northern or the southern coast."""
    north = west[1] == 1
    line = west[1] - 1 if north else west[1] + height
    start, end = west[0] + CORNER_COLUMNS, east[0] - CORNER_COLUMNS
    strokes = {(x, line): "─" for x in range(start, end)}
    strokes[start, line], strokes[end, line] = "╭╮" if north else "╰╯"
    return HexLink(((start + end) // 2, line), strokes)


def side_rim(upper: Cell, lower: Cell, height: int, middle: int) -> HexLink:
    """The rim link along a slanting coast: level from the inner island, then upright to the outer one."""
    west = upper[0] < middle
    out = -1 if west else 1
    widens = (lower[0] - upper[0]) * out > 0  # towards the south, so the lower island is the outer one
    outer, inner = (lower, upper) if widens else (upper, lower)
    turn, line = outer[0] + out * CORNER_COLUMNS, inner[1] + 1
    strokes = {(x, line): "─" for x in range(inner[0] + out * (HALF_NAME + 1), turn, out)}
    upright = range(line + 1, lower[1]) if widens else range(upper[1] + height, line)
    strokes |= {(turn, y): "│" for y in upright}
    strokes[turn, line] = ("╭" if west else "╮") if widens else ("╰" if west else "╯")
    return HexLink((turn, upper[1] + height + 1), strokes)
