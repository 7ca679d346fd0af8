"""The board as a list of islands, for terminals with fewer rows than the picture needs: 12 lines, or 10."""

import shutil
from collections.abc import Mapping
from typing import Any

from kahuna.rules.boards import Board
from kahuna.table.ruleset import board_of
from kahuna.terminal.board import ASCII, KINDS, UNICODE, Marks, TextStyle, side_on
from kahuna.terminal.screen import beside, render_view

PICTURE_ROWS = 46  # rows of a terminal in which the picture fits with what stands around it
COLUMN = 40
MAX_LINES = 14  # islands in one column, wide apart; more stand in two


def render_either(view: Mapping[str, Any], style: TextStyle) -> str:
    """The board as a picture where there is room for it, else as a list; and what lies beside it."""
    if shutil.get_terminal_size().lines >= PICTURE_ROWS:
        return render_view(view, style)
    return "\n".join([*listed_islands(view, style), *beside(view, style)])


def listed_islands(view: Mapping[str, Any], style: TextStyle) -> list[str]:
    """A line for each island: who controls it, its name, and each neighbour with whose bridge leads there."""
    board, marks = board_of(view["game"]), UNICODE if style.unicode else ASCII
    lines = [_line(view, name, board, marks) for name in board.islands]
    if len(lines) <= MAX_LINES:
        return lines
    half = (len(lines) + 1) // 2
    rows = zip(lines[:half], [*lines[half:], ""], strict=False)
    return [f"{left:<{COLUMN}}{right}".rstrip() for left, right in rows]


def _line(view: Mapping[str, Any], name: str, board: Board, marks: Marks) -> str:
    stone = marks.pieces.get(view["control"].get(name, ""), " ")
    points = ""
    if "values" in view:
        white, black = view["values"][name].values()
        points = f" {white}:{black}" if white or black else ""
    gap = "   " if len(board.islands) <= MAX_LINES else " "
    return f"{stone}{name}{points}{gap}" + gap.join(
        _way(view, name, link, marks) for link in board.links if name in _ends(link)
    )


def _ends(link: str) -> list[str]:
    return link.replace("=", "-").split("-")


def _way(view: Mapping[str, Any], name: str, link: str, marks: Marks) -> str:
    """The island at the other end, = before it on the rim, and the bridge that leads there."""
    first, second = _ends(link)
    bridge = view["bridges"].get(link)
    kind = "" if bridge is None or isinstance(bridge, str) else KINDS.get(bridge["kind"], bridge["kind"])
    far = second if first == name else first
    return f"{'=' if '=' in link else ''}{far}{marks.pieces[side_on(view, link)]}{kind}"
