"""The hexagon in 11 lines and 60 columns, for small terminals: a line a row of islands, one between two rows."""

from collections.abc import Collection

from kahuna.rules.boards import Board
from kahuna.table.view import View, bridges_in, has_worths
from kahuna.terminal.board import (
    ASCII,
    HOLDERS,
    KIND_LETTERS,
    UNICODE,
    Marks,
    TextCanvas,
    TextStyle,
    canvas_lines,
    side_on,
    write_on,
)
from kahuna.terminal.hex_board import ends
from kahuna.terminal.kahuna_board import Cell

SMALL_PITCH = 12  # columns from one island to its eastern neighbour
SMALL_HALF = 4  # an island's label is 9 wide
OUT = 2  # how far outside of an island's middle the rim runs


def render_small_hex(
    view: View, board: Board, style: TextStyle, highlight: Collection[str] = ()
) -> list[str]:
    """The board in lines; the links to highlight carry the mark `*`."""
    marks, canvas = UNICODE if style.unicode else ASCII, TextCanvas()
    places = small_places(board)
    middle = sum(x for x, _ in places.values()) // len(places)
    for link in board.links:
        first, second = ends(link)
        cell = _place(places[first], places[second], "=" in link, middle)
        _ink(canvas, cell, view, link, link in highlight, marks)
    for name, (x, y) in places.items():
        side = view["control"].get(name, "free")
        stone = marks.pieces[side] if side != "free" else " "
        tone = "name" if side == "free" else f"{side} land"
        write_on(canvas, (x - SMALL_HALF, y), (f"{f'{stone}{name}{_points(view, name)}':^9}", tone))
    return canvas_lines(canvas, style)


def small_places(board: Board) -> dict[str, Cell]:
    """The middle of every island's label; line 0 is left to the rim."""
    xs = sorted({x for x, _ in board.places})
    ys = sorted({y for _, y in board.places})
    return {
        name: (SMALL_HALF + xs.index(x) * SMALL_PITCH // 2, 1 + 2 * ys.index(y))
        for name, (x, y) in zip(board.islands, board.places, strict=True)
    }


def _place(one: Cell, two: Cell, rim: bool, middle: int) -> Cell:
    """The middle of the mark of a link between islands at these places."""
    upper, lower = sorted((one, two), key=lambda cell: cell[1])
    if upper[1] == lower[1]:
        outside = -1 if upper[1] == 1 else 1
        return (upper[0] + lower[0]) // 2, upper[1] + (outside if rim else 0)
    if not rim:
        return (upper[0] + lower[0]) // 2, upper[1] + 1
    west = upper[0] < middle
    outer = (min if west else max)(upper[0], lower[0])
    return outer + (-OUT if west else OUT), upper[1] + 1


def _ink(canvas: TextCanvas, cell: Cell, view: View, link: str, marked: bool, marks: Marks) -> None:
    """Puts a link on the canvas: its bridge in round or square brackets, a dot if it is free."""
    (x, y), side, bridge = cell, side_on(view, link), bridges_in(view).get(link)
    if bridge is None:
        write_on(canvas, cell, ("*", "marked") if marked else (marks.pieces[side], side))
        return
    letter = (
        marks.pieces[side] if isinstance(bridge, str) else KIND_LETTERS.get(bridge["kind"], bridge["kind"])
    )
    write_on(canvas, (x - 1, y), (letter.join(HOLDERS[side]), side))
    if marked:
        write_on(canvas, (x - 1, y), ("*", "marked"))


def _points(view: View, name: str) -> str:
    """In Special both sides' points, if there are any."""
    if not has_worths(view):
        return ""
    white, black = view["values"][name]["white"], view["values"][name]["black"]
    return f" {white}:{black}" if white or black else ""


def small_worth(view: View, style: TextStyle) -> list[str]:
    """The islands that count more than one, in a line; none if there are none."""
    times = (UNICODE if style.unicode else ASCII).times
    worths = view["worth"] if has_worths(view) else {}
    found = [f"{name} {times}{worth}" for name, worth in worths.items() if worth != 1]
    return [f"Worth: {'  '.join(found)}"] if found else []
