"""A view as a picture: SVG text, or an array of pixels rendered by a few lines of numpy.

A picture is a list of shapes, back to front, on the boards' own canvas of 1000 x 760 points.
"""

from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules.boards import Board
from kahuna.table.ruleset import board_of
from kahuna.table.view import View, bridges_in, colour_of, has_cards

WIDTH, HEIGHT = 1000, 760
Colour = tuple[int, int, int]
Point = tuple[float, float]

SEA, LAND, FREE, INK = (38, 92, 128), (222, 203, 150), (74, 126, 158), (28, 34, 40)
SIDES: dict[str, Colour] = {"white": (250, 248, 240), "black": (20, 20, 24)}


class Stroke(NamedTuple):
    """A stroke with round ends through these points."""

    points: tuple[Point, ...]
    width: float
    colour: Colour


class Disc(NamedTuple):
    """A filled circle."""

    at: Point
    radius: float
    colour: Colour


class Label(NamedTuple):
    """Words, centred; pixels leave them out."""

    at: Point
    text: str
    size: float
    colour: Colour


Painted = Stroke | Disc | Label


def shapes(view: View) -> list[Painted]:
    """What the view shows of the board, and of the cards what it may show."""
    board = board_of(view["game"])
    picture: list[Painted] = []
    for number, link in enumerate(board.links):
        bridge = bridges_in(view).get(link)
        path = _path(board, number)
        if bridge is None:
            picture.append(Stroke(path, 4, FREE))
            continue
        colour = SIDES[colour_of(bridge)]
        picture += [Stroke(path, 18, INK), Stroke(path, 13, colour)]
        if not isinstance(bridge, str):
            picture.append(Label(_middle(path), bridge["kind"], 15, (200, 60, 40)))
    for name, place in zip(board.islands, board.places, strict=True):
        owner = view["control"].get(name)
        picture += [Disc(place, 46, INK), Disc(place, 43, LAND)]
        if owner:
            picture += [Disc(place, 27, INK), Disc(place, 24, SIDES[owner])]
        under = 0 if not owner else 38
        picture.append(Label((place[0], place[1] + under), name, 18, INK))
    return picture + _cards(view)


def _path(board: Board, link: int) -> tuple[Point, ...]:
    """The path of a link: straight, or, for the second one between two islands, around the outside."""
    a, b = board.places[board.first_end[link]], board.places[board.second_end[link]]
    if "=" not in board.links[link]:
        return a, b
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    away = np.hypot(x - WIDTH / 2, y - HEIGHT / 2)
    out = (x + 60 * (x - WIDTH / 2) / away, y + 60 * (y - HEIGHT / 2) / away)
    return a, (float(out[0]), float(out[1])), b


def _middle(path: tuple[Point, ...]) -> Point:
    if len(path) == 3:
        return path[1]
    return (path[0][0] + path[1][0]) / 2, (path[0][1] + path[1][1]) / 2


def _cards(view: View) -> list[Painted]:
    """Row, stack and points as words below the board."""
    result = view["result"]
    state = f"{view['to_move']} to move" if not result else f"winner: {result['winner'] or 'nobody'}"
    words = [f"turn {view['turn']}", state]
    if has_cards(view):
        row = " ".join(card or "-" for card in view["row"])
        points, cards = view["points"], view["cards"]
        words += [
            f"row {row}",
            f"stack {view['stack']}",
            f"points {points['white']} : {points['black']}",
            f"cards {cards['white']} : {cards['black']}",
        ]
        if view["hand"]:
            words.append(f"hand {' '.join(view['hand'])}")
    return [Label((WIDTH / 2, HEIGHT - 14), "   ".join(words), 20, SIDES["white"])]


def svg(view: View) -> str:
    """The picture as an SVG document."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_hex(SEA)}"/>',
    ]
    for shape in shapes(view):
        colour = _hex(shape.colour)
        if isinstance(shape, Stroke):
            points = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{shape.width:g}"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
            )
        elif isinstance(shape, Disc):
            x, y = shape.at
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{shape.radius:g}" fill="{colour}"/>')
        else:
            x, y = shape.at
            parts.append(
                f'<text x="{x:g}" y="{y:g}" font-size="{shape.size:g}" fill="{colour}"'
                f' text-anchor="middle" dominant-baseline="middle">{escape(shape.text)}</text>'
            )
    return "\n".join([*parts, "</svg>\n"])


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def pixels(view: View, width: int = 500) -> NDArray[np.uint8]:
    """The picture as (height, width, 3) bytes of red, green and blue, without its words."""
    scale = width / WIDTH
    height = round(HEIGHT * scale)
    image = np.empty((height, width, 3), np.float32)
    image[:] = SEA
    for shape in shapes(view):
        if isinstance(shape, Stroke):
            for a, b in zip(shape.points[:-1], shape.points[1:], strict=True):
                _stroke(image, a, b, shape.width / 2, shape.colour, scale)
        elif isinstance(shape, Disc):
            _stroke(image, shape.at, shape.at, shape.radius, shape.colour, scale)
    return np.rint(image).astype(np.uint8)


def _stroke(
    image: NDArray[np.float32], a: Point, b: Point, radius: float, colour: Colour, scale: float
) -> None:
    """Colours everything within the radius of the line from a to b; its edge is blended over one pixel."""
    (ax, ay), (bx, by), radius = (a[0] * scale, a[1] * scale), (b[0] * scale, b[1] * scale), radius * scale
    left, right = int(min(ax, bx) - radius - 1), int(max(ax, bx) + radius + 2)
    top, bottom = int(min(ay, by) - radius - 1), int(max(ay, by) + radius + 2)
    part = image[max(top, 0) : bottom, max(left, 0) : right]
    y = np.arange(part.shape[0], dtype=np.float32)[:, None] + max(top, 0) + 0.5 - ay
    x = np.arange(part.shape[1], dtype=np.float32)[None, :] + max(left, 0) + 0.5 - ax
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = np.clip((x * dx + y * dy) / length, 0, 1) if length else np.zeros_like(x)
    distance = np.hypot(x - along * dx, y - along * dy)
    share = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    part += (np.array(colour, np.float32) - part) * share
