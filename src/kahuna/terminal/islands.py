"""The board for terminals smaller than its picture: a list of islands in 12 lines, or the hexagon in 11."""

import shutil
from collections.abc import Collection

from kahuna.rules.boards import Board
from kahuna.table.ruleset import board_of
from kahuna.table.view import View, bridges_in, has_worths
from kahuna.terminal.board import (
    ASCII,
    HEXAGON_ROWS,
    KIND_LETTERS,
    UNICODE,
    Marks,
    TextStyle,
    has_kinds,
    side_on,
)
from kahuna.terminal.hex_board import ends
from kahuna.terminal.screen import beside, render_picture
from kahuna.terminal.small_hex import render_small_hex, small_worth

PICTURE_ROWS, PICTURE_COLUMNS = 46, 80  # of a terminal that fits the picture and the text around it
MIN_ROWS, MIN_COLUMNS = 20, 60  # of a terminal in which the small board fits
MIN_ROWS_ISLANDS = 12  # islands in a list for which those rows are enough
GAPS = ("   ", "  ", " ")  # between two neighbours, the widest that fits
COLUMN = 40
MAX_LINES = 14  # islands in one column, wide apart; more stand in two


def has_room() -> bool:
    """Whether the terminal is large enough for the picture."""
    columns, rows = shutil.get_terminal_size()
    return rows >= PICTURE_ROWS and columns >= PICTURE_COLUMNS


def too_small(game: str) -> str:
    """What a terminal that is too small even for this game's small board needs; "" if it is not."""
    columns, rows = shutil.get_terminal_size()
    needed, wide = MIN_ROWS, MIN_COLUMNS
    if game not in HEXAGON_ROWS:
        board = board_of(game)
        needed += max(0, len(board.islands) - MIN_ROWS_ISLANDS)
        wide = max(wide, _widest(board, GAPS[-1]))
    if rows >= needed and columns >= wide:
        return ""
    return (
        f"This terminal has {columns} columns and {rows} rows; the table needs {wide} and {needed}, and "
        f"{PICTURE_COLUMNS} and {PICTURE_ROWS} for its picture."
    )


def render_either(view: View, style: TextStyle) -> str:
    """The board as a picture where there is room for it, else the small one."""
    if has_room():
        return render_picture(view, style)
    return "\n".join(render_small(view, style))


def render_small(view: View, style: TextStyle, highlight: Collection[str] = ()) -> list[str]:
    """The small board: the hexagon as a picture, any other as a list of islands."""
    if view["game"] in HEXAGON_ROWS:
        return render_small_hex(view, board_of(view["game"]), style, highlight)
    return listed_islands(view, style, highlight)


def small_beside(view: View, style: TextStyle) -> list[str]:
    """What lies beside the small board, and what it has no room for."""
    return [*small_worth(view, style), *beside(view, style)]


def small_legend(game: str, style: TextStyle) -> str:
    """A line that explains the marks of the small board."""
    white, black, free = (UNICODE if style.unicode else ASCII).pieces.values()
    if game not in HEXAGON_ROWS:
        return f"{white} White's   {black} Black's   {free} free   * new"
    if not has_kinds(game):
        return f"({white}) White's   [{black}] Black's   {free} free   * new"
    kinds = " ".join(f"{letter} {kind}" for kind, letter in KIND_LETTERS.items())
    return f"(4) White's [4] Black's  {kinds}"


def listed_islands(view: View, style: TextStyle, highlight: Collection[str] = ()) -> list[str]:
    """A line for each island: who controls it, its name, and each neighbour with whose bridge leads there."""
    board, marks = board_of(view["game"]), UNICODE if style.unicode else ASCII
    lines = [_line(view, name, board, marks, highlight) for name in board.islands]
    if len(lines) <= MAX_LINES:
        return lines
    half = (len(lines) + 1) // 2
    rows = zip(lines[:half], [*lines[half:], ""], strict=False)
    return [f"{left:<{COLUMN}}{right}".rstrip() for left, right in rows]


def _line(view: View, name: str, board: Board, marks: Marks, highlight: Collection[str]) -> str:
    stone = marks.pieces.get(view["control"].get(name, ""), " ")
    points = ""
    if has_worths(view):
        white, black = view["values"][name].values()
        points = f" {white}:{black}" if white or black else ""
    columns, letters = shutil.get_terminal_size().columns, max(map(len, board.islands))
    wide = len(board.islands) <= MAX_LINES
    gap = next((gap for gap in GAPS if wide and _widest(board, gap) <= columns), GAPS[-1])
    ways = [
        _way(view, name, link, marks) + ("*" if link in highlight else "")
        for link in board.links
        if name in ends(link)
    ]
    return gap.join(
        [f"{stone}{name:<{letters}}{points}", *(f"{way:<{letters + 1}}" for way in ways)]
    ).rstrip()


def _widest(board: Board, gap: str) -> int:
    """The columns of the longest line of the list."""
    letters = max(map(len, board.islands))
    most = max(map(board.degree, range(len(board.islands))))
    return 1 + letters + most * (len(gap) + letters + 1)


def _way(view: View, name: str, link: str, marks: Marks) -> str:
    """The island at the other end, = before it on the rim, and the bridge that leads there."""
    first, second = ends(link)
    bridge = bridges_in(view).get(link)
    kind = (
        "" if bridge is None or isinstance(bridge, str) else KIND_LETTERS.get(bridge["kind"], bridge["kind"])
    )
    far = second if first == name else first
    return f"{'=' if '=' in link else ''}{far}{marks.pieces[side_on(view, link)]}{kind}"
