"""A report on a custom map for its author: figures for each island, a picture in characters, and SVG."""

from kahuna.rules.boards import Board
from kahuna.rules.maps import MAP_CANVAS
from kahuna.table.game import Game
from kahuna.table.games import on_map
from kahuna.table.ruleset import Rules
from kahuna.terminal.board import TextStyle, render_board

ISLAND_RADIUS = 38  # of an island


def map_text(board: Board, style: TextStyle) -> str:
    """The numbers of a map, a line for each island, and its picture."""
    lines = [
        f"Kahuna can be played here: {len(board.islands)} islands, {len(board.links)} links, "
        f"{2 * len(board.islands)} cards.",
        "",
        "island  links  to control  neighbours",
    ]
    for number, (name, needed) in enumerate(zip(board.islands, board.majorities(), strict=True)):
        near = [
            board.islands[first + second - number]
            for first, second in zip(board.first_end, board.second_end, strict=True)
            if number in (first, second)
        ]
        lines.append(f"{name:<8}{board.degree(number):>5}{needed:>12}  {' '.join(sorted(near))}")
    view = Game(Rules(on_map(board)), seed=0).view(None)
    places = dict(zip(board.islands, board.places, strict=True))
    return "\n".join([*lines, "", render_board(view, places, board.links, style)])


def map_svg(board: Board) -> str:
    """The map as a picture."""
    width, height = MAP_CANVAS
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#265c80"/>',
    ]
    for first, second in zip(board.first_end, board.second_end, strict=True):
        (x1, y1), (x2, y2) = board.places[first], board.places[second]
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#dfe8ee" stroke-width="6" '
            'stroke-dasharray="4 12" stroke-linecap="round"/>'
        )
    for name, (x, y) in zip(board.islands, board.places, strict=True):
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{ISLAND_RADIUS}" fill="#decb96"/>'
            f'<text x="{x}" y="{y + 8}" font-size="24" text-anchor="middle">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
