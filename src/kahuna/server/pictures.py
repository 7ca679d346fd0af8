"""Pictures that the server makes: a position for the preview of a link, and the icon of the installed page.

A position is rendered from what everybody may see: bridges and who controls which island.
"""

import itertools
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kahuna.rules.boards import Board
from kahuna.server.raster import Canvas, Point
from kahuna.table.games import spec_of
from kahuna.table.ruleset import SEATS

CANVAS = (1000, 760)  # of the places in boards.toml
MAX_KEPT = 64  # pictures, some 60 kB each
SEA, SHALLOW, SHORE, LAND, SAND = "#8cbab5", "#aed2c8", "#c5e1d4", "#bcc387", "#f3e3b9"
RIM_COLOUR, INK = "#7d5f36", "#1d4a50"
LANDS = {"white": "#fdf6e4", "black": "#46362b"}
IVORY, IVORY_EDGE, EBONY, EBONY_EDGE = "#fff8e7", "#4a3520", "#241a14", "#f0e0bd"
# The turtle of web/icon.svg: a start, then cubic curves.
TURTLE = (
    "0-10.2 1.7-10.2 2.5-8.8 2.3-7.1 2.2-6.5 1.9-6 1.6-5.7 2.7-5.4 3.6-4.9 4.4-4.2 6-6.1 8.3-6.8 10.4-6.1"
    " 9.9-3.8 8.2-2.1 5.9-1.6 6.3-.4 6.3 1 6 2.3 5.7 3.5 5.2 4.5 4.5 5.4 6 5.6 7.1 6.8 7.2 8.6"
    " 5.3 8.8 3.7 8 2.9 6.9 2 7.5 1 7.9 0 9.6"
)
SHELL = ((0, -3.6), (2.6, -1.6), (2.2, 2.2), (0, 4.2), (-2.2, 2.2), (-2.6, -1.6))
RIBS = ((0, -5.2), (4.8, -2.4), (4.6, 3.9), (0, 6.4), (-4.6, 3.9), (-4.8, -2.4))


def position(game: str, view: Mapping[str, Any] | None, size: tuple[int, int]) -> bytes:
    """This position as a PNG; without a view the board before the game."""
    view = view or {"bridges": {}, "control": {}}
    bridges = tuple(
        sorted(
            (link, _colour(bridge)) for link, bridge in view["bridges"].items() if _colour(bridge) in SEATS
        )
    )
    return _position(game, bridges, tuple(sorted(view["control"].items())), size)


def _colour(bridge: Any) -> str:
    return str(bridge["colour"] if isinstance(bridge, Mapping) else bridge)


@lru_cache(MAX_KEPT)
def _position(
    game: str,
    bridges: tuple[tuple[str, str], ...],
    control: tuple[tuple[str, str], ...],
    size: tuple[int, int],
) -> bytes:
    board: Board = spec_of(game).board
    canvas = Canvas(*size, SEA)
    scale = size[1] / CANVAS[1]
    left = (size[0] - CANVAS[0] * scale) / 2
    centre = (size[0] / 2, size[1] / 2)
    at = [(left + x * scale, y * scale) for x, y in board.places]
    nearest = min(math.dist(a, b) for a in at for b in at if a != b)
    radius, width = nearest * 0.34, max(8.0, nearest * 0.11)
    for grow, ink in ((1.55, SHALLOW), (1.3, SHORE)):
        for place, middle in enumerate(at):
            canvas.blob(middle, radius * grow, place, ink)
    laid = dict(bridges)
    for link, first, second in zip(board.links, board.first_end, board.second_end, strict=True):
        ends = _ends(at[first], at[second], _bend(link, at[first], at[second]), centre)
        if link in laid:
            _bridge(canvas, ends, laid[link], width)
        else:
            _dots(canvas, ends, width)
    holders = dict(control)
    for place, middle in enumerate(at):
        holder = holders.get(board.islands[place])
        canvas.blob(middle, radius * 1.09, place, RIM_COLOUR)
        canvas.blob(middle, radius * 1.05, place, SAND)
        canvas.blob(middle, radius * 0.9, place, LANDS.get(holder or "", LAND))
        if holder in SEATS:
            _stone(canvas, middle, radius * 0.52, holder)
    return canvas.png()


def _bend(link: str, first: Point, second: Point) -> float:
    """How far a link bends: the second one between two islands of the rim runs around the outside."""
    return 0.55 * math.dist(first, second) if "=" in link else 0.0


def _ends(first: Point, second: Point, bend: float, centre: Point) -> list[Point]:
    """The link as a line of points; one that bends goes away from the centre."""
    if not bend:
        return [first, second]
    x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    away = math.dist((x, y), centre) or 1.0
    top = (x + (x - centre[0]) / away * bend, y + (y - centre[1]) / away * bend)
    steps = [number / 8 for number in range(9)]
    return [
        (
            (1 - t) ** 2 * first[0] + 2 * t * (1 - t) * top[0] + t * t * second[0],
            (1 - t) ** 2 * first[1] + 2 * t * (1 - t) * top[1] + t * t * second[1],
        )
        for t in steps
    ]


def _bridge(canvas: Canvas, points: list[Point], seat: str, width: float) -> None:
    """White: planks across; black: one beam. They differ without any colour."""
    edge, body = (IVORY_EDGE, IVORY) if seat == "white" else (EBONY_EDGE, EBONY)
    for ink, thick in ((edge, width * 1.5), (body, width)):
        for start, end in itertools.pairwise(points):
            canvas.line(start, end, thick, ink)
    if seat == "white":
        for (x, y), (across_x, across_y) in _along(points, width * 1.1):
            half = width * 0.5
            canvas.line(
                (x - across_x * half, y - across_y * half),
                (x + across_x * half, y + across_y * half),
                2,
                edge,
            )


def _dots(canvas: Canvas, points: list[Point], width: float) -> None:
    for middle, _ in _along(points, width * 1.5):
        canvas.disc(middle, max(1.5, width * 0.14), INK)


def _along(points: list[Point], step: float) -> list[tuple[Point, Point]]:
    """Places along a line at even steps, each with the direction across it."""
    found, ahead = [], step / 2
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.dist((x0, y0), (x1, y1)) or 1.0
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        while ahead < length:
            found.append(((x0 + dx * ahead, y0 + dy * ahead), (-dy, dx)))
            ahead += step
        ahead -= length
    return found


def _stone(canvas: Canvas, middle: Point, radius: float, seat: str) -> None:
    edge, body = (IVORY_EDGE, IVORY) if seat == "white" else (EBONY_EDGE, EBONY)
    canvas.disc(middle, radius, edge)
    canvas.disc(middle, radius * 0.9, body)
    _turtle(canvas, middle, radius * 0.06, edge, body, 1 if seat == "white" else -1)


def _turtle(canvas: Canvas, middle: Point, scale: float, ink: str, lines: str, up: int) -> None:
    x0, y0 = middle

    def put(point: Point) -> Point:
        return x0 + point[0] * scale, y0 + point[1] * scale * up

    half = _curves(TURTLE)
    canvas.polygon([put(p) for p in [*half, *((-x, y) for x, y in reversed(half))]], ink)
    for corner, nxt, rib in zip(SHELL, (*SHELL[1:], SHELL[0]), RIBS, strict=True):
        canvas.line(put(corner), put(nxt), scale, lines)
        canvas.line(put(corner), put(rib), scale, lines)


def _curves(text: str) -> list[Point]:
    """The points of cubic curves that follow each other."""
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
    dots = list(zip(numbers[::2], numbers[1::2], strict=True))
    found: list[Point] = [dots[0]]
    for place in range(0, len(dots) - 1, 3):
        p, a, b, q = dots[place : place + 4]
        for step in range(1, 7):
            t = step / 6
            k = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            found.append(
                (
                    k[0] * p[0] + k[1] * a[0] + k[2] * b[0] + k[3] * q[0],
                    k[0] * p[1] + k[1] * a[1] + k[2] * b[1] + k[3] * q[1],
                )
            )
    return found


@lru_cache(4)
def icon(size: int) -> bytes:
    """The icon of the page: our turtle on a white stone in the sea. Systems may cut off its corners."""
    canvas, middle = Canvas(size, size, SEA), (size / 2, size / 2)
    radius = size * 0.38
    canvas.disc(middle, radius, IVORY_EDGE)
    canvas.disc(middle, radius * 0.94, IVORY)
    canvas.disc(middle, radius * 0.84, "#dcc99c")
    canvas.disc(middle, radius * 0.8, IVORY)
    _turtle(canvas, middle, radius * 0.066, IVORY_EDGE, IVORY, 1)
    return canvas.png()
