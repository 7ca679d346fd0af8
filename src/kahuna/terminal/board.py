"""Boards as text: a picture of the islands, links and bridges in a view, and a legend to it.

The sides are told apart by shape alone (White round, Black square); colour only repeats it.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kahuna.table.games import spec_of
from kahuna.table.ruleset import Seat, board_of
from kahuna.table.view import View, bridges_in, colour_of, has_worths
from kahuna.terminal.hex_board import HexLink, ends, hex_islands, hex_links
from kahuna.terminal.kahuna_board import HALF_NAME, Cell, kahuna_islands, kahuna_links


class TextStyle(NamedTuple):
    """How boards are written: with or without colour codes, in Unicode or in ASCII."""

    colour: bool
    unicode: bool


class Marks(NamedTuple):
    """The characters of a style; each dictionary has one entry for `white`, `black` and `free`."""

    pieces: dict[str, str]  # a bridge, a pip, a stone
    strokes: dict[str, str]  # what stands for each character of STROKES
    edges: dict[str, tuple[str, str, str]]  # left and right of a label's first, middle and last lines
    times: str


STROKES = "─│╭╮╰╯╱╲"
UNICODE = Marks(
    {"white": "○", "black": "■", "free": "·"},
    {"white": STROKES, "black": "━┃┏┓┗┛╱╲", "free": "········"},
    {"white": ("╭╮", "││", "╰╯"), "black": ("┏┓", "┃┃", "┗┛"), "free": ("┊┊", "┊┊", "┊┊")},
    "×",
)
ASCII = Marks(
    {"white": "o", "black": "#", "free": "."},
    {"white": "-|..''/\\", "black": "######/\\", "free": "........"},
    {"white": ("()", "()", "()"), "black": ("[]", "[]", "[]"), "free": ("::", "::", "::")},
    "x",
)
HOLDERS = {"white": "()", "black": "[]", "free": "  "}  # around the mark in the middle of an Exahuna link
KIND_LETTERS = {"minus": "-", "joker": "J", "valour": "V", "double": "D"}  # the other kinds are digits
# Games on the hexagon, with the lines between two rows of islands; any other board is rendered like Kahuna's, in beads.
HEXAGON_ROWS = {"exahuna": 2, "exahuna-special": 3}

# SGR codes. Land controlled by a side has its own background, so that it reads on a dark and on a light screen.
TONES = {
    "plain": "", "name": "1", "free": "2", "marked": "1;31", "white": "1", "black": "1;35",
    "white land": "30;47", "black land": "97;45", "free land": "2",
}  # fmt: skip

LABEL_WIDTH = 7  # of an island, without its edges
TextCanvas = dict[Cell, tuple[str, str]]  # a character and its tone for every cell that is not blank
Span = tuple[str, str]  # text and its tone


def render_board(
    view: View,
    islands: Mapping[str, tuple[int, int]],
    links: Sequence[str],
    style: TextStyle,
    highlight: Collection[str] = (),
) -> str:
    """The board of a view as lines of text; the links to highlight carry the mark `*`."""
    canvas: TextCanvas = {}
    marks = UNICODE if style.unicode else ASCII
    height = HEXAGON_ROWS.get(view["game"])
    if height is None:
        places = kahuna_islands(islands)
        for link, cells in kahuna_links(places, links).items():
            ink_beads(canvas, cells, side_on(view, link), link in highlight, marks)
    else:
        places = hex_islands(islands, height)
        for link, shape in hex_links(places, links, height).items():
            ink_strokes(canvas, shape, side_on(view, link), marks)
            ink_bridge(canvas, shape.place, view, link, link in highlight, marks)
    for name, place in places.items():
        ink_label(canvas, place, view, name, links, marks)
    return "\n".join(canvas_lines(canvas, style))


def legend(game: str, style: TextStyle) -> str:
    """Three lines that explain the marks of a game's board."""
    marks = UNICODE if style.unicode else ASCII
    rows = [
        link_legend(game, marks),
        *(kinds_legend(marks) if has_kinds(game) else island_legend(game, marks)),
    ]
    return "\n".join("".join(paint(text, tone, style) for text, tone in row) for row in rows)


def has_kinds(game: str) -> bool:
    """Whether bridges of this game are of several kinds, which count differently."""
    return spec_of(game).counts is not None


def side_on(view: View, link: str) -> str:
    """Whose bridge is on the link: `white`, `black` or `free`."""
    bridge = bridges_in(view).get(link)
    return colour_of(bridge) if bridge else "free"


def write_on(canvas: TextCanvas, cell: Cell, *spans: Span) -> None:
    """Puts spans of text on the canvas, one after the other, from this cell on."""
    column, line = cell
    for text, tone in spans:
        for character in text:
            canvas[column, line] = character, tone
            column += 1


def ink_beads(canvas: TextCanvas, cells: Sequence[Cell], side: str, marked: bool, marks: Marks) -> None:
    """Puts a Kahuna link on the canvas: a dense row of pieces if bridged, of scattered dots if free."""
    flat = len({x for x, _ in cells}) >= 2 * len({y for _, y in cells})
    for number, cell in enumerate(cells):
        if side == "free" and flat and number % 2:
            continue
        starred = marked and (side == "free" or number % 2 == 1)
        write_on(canvas, cell, ("*", "marked") if starred else (marks.pieces[side], side))


def ink_strokes(canvas: TextCanvas, shape: HexLink, side: str, marks: Marks) -> None:
    """Puts the strokes of an Exahuna link on the canvas, all of them if bridged, every other if free."""
    table = str.maketrans(STROKES, marks.strokes[side])
    for (x, y), stroke in shape.strokes.items():
        if side != "free" or stroke != "─" or (x - shape.place[0]) % 2 == 0:
            write_on(canvas, (x, y), (stroke.translate(table), side))


def ink_bridge(canvas: TextCanvas, place: Cell, view: View, link: str, marked: bool, marks: Marks) -> None:
    """Puts the bridge of an Exahuna link, or the dot of a free one, on the canvas."""
    (x, y), side, bridge = place, side_on(view, link), bridges_in(view).get(link)
    if bridge is None:
        write_on(canvas, place, ("*", "marked") if marked else (marks.pieces[side], side))
        return
    letter = (
        marks.pieces[side] if isinstance(bridge, str) else KIND_LETTERS.get(bridge["kind"], bridge["kind"])
    )
    write_on(canvas, (x - 1, y), (letter.join(HOLDERS[side]), side))
    if marked:
        write_on(canvas, (x - 2, y), ("*", "marked"))
        write_on(canvas, (x + 2, y), ("*", "marked"))


def ink_label(
    canvas: TextCanvas, place: Cell, view: View, name: str, links: Sequence[str], marks: Marks
) -> None:
    """Puts an island's label on the canvas: stone and name, pips, in Special points too."""
    side = view["control"].get(name, "free")
    land = f"{side} land"
    text = "name" if side == "free" else land
    rows = [[(title(view, name, marks), text)], pips(view, name, links, marks)]
    if has_worths(view):
        rows.append([(points_text(view["values"][name]), text)])
    first, middle, last = marks.edges[side]
    edges = [first, *[middle] * (len(rows) - 2), last]
    for down, (row, edge) in enumerate(zip(rows, edges, strict=True)):
        write_on(canvas, (place[0] - HALF_NAME, place[1] + down), (edge[0], land), *row, (edge[1], land))


def title(view: View, name: str, marks: Marks) -> str:
    """The first line of a label, 7 wide: the stone of whoever controls it, the name, a worth other than 1."""
    side = view["control"].get(name)
    stone = marks.pieces[side] if side else " "
    if not has_worths(view):
        return f" {stone} {name}  " if view["game"] in HEXAGON_ROWS else f" {stone}{name:<4.4} "
    worth = view["worth"][name]
    return f"{stone} {name}" + ("" if worth == 1 else f"{marks.times}{worth}").rjust(3)


def pips(view: View, name: str, links: Sequence[str], marks: Marks) -> list[Span]:
    """The tug of war, 7 wide: a pip for each link, White from the left, Black from the right.

    An even number is split in the middle: a side past the middle has the majority. More than 7 links, as a map of
    one's own may have, are counted instead.
    """
    sides = [side_on(view, link) for link in links if name in ends(link)]
    holder = view["control"].get(name, "free")
    land = f"{holder} land"
    row: list[Span] = []
    if len(sides) > LABEL_WIDTH:
        counted = "".join(f"{sides.count(side)}{marks.pieces[side]}" for side in ("white", "free", "black"))
        return [(counted.center(LABEL_WIDTH), land)]
    for side in ("white", "free", "black"):
        row += [(marks.pieces[side], side if holder == "free" else land)] * sides.count(side)
    if len(row) % 2 == 0:
        row.insert(len(row) // 2, (" ", land))
    margin = (" " * ((LABEL_WIDTH - len(row)) // 2), land)
    return [margin, *row, margin]


def points_text(values: Mapping[Seat, int]) -> str:
    """Both sides' points on an island, 7 wide with the colon in the middle, or blank if there are none."""
    white, black = values["white"], values["black"]
    return f"{white:>3}:{black:<3}" if white or black else " " * 7


def canvas_lines(canvas: TextCanvas, style: TextStyle) -> list[str]:
    """The lines of the canvas as text, without trailing blanks."""
    inked = [cell for cell, (character, _) in canvas.items() if character != " "]
    rows = []
    for y in range(1 + max(line for _, line in inked)):
        width = 1 + max((x for x, line in inked if line == y), default=-1)
        runs = groupby((canvas.get((x, y), (" ", "plain")) for x in range(width)), key=lambda cell: cell[1])
        rows.append("".join(paint("".join(text for text, _ in run), tone, style) for tone, run in runs))
    return rows


def paint(text: str, tone: str, style: TextStyle) -> str:
    """The text in the codes of its tone, or as it is in a style without colour."""
    return f"\x1b[{TONES[tone]}m{text}\x1b[0m" if style.colour and TONES[tone] else text


def link_legend(game: str, marks: Marks) -> list[Span]:
    """The line on the states of a link."""
    if game not in HEXAGON_ROWS:
        samples = {side: piece * 3 for side, piece in marks.pieces.items()}
    else:
        letters = marks.pieces | ({"white": "3", "black": "3"} if has_kinds(game) else {})
        samples = {side: letter.join(HOLDERS[side]).strip() for side, letter in letters.items()}
    return [
        (samples["white"], "white"), (" White's bridge   ", "plain"),
        (samples["black"], "black"), (" Black's bridge   ", "plain"),
        (samples["free"], "free"), (" free link   ", "plain"), ("*", "marked"), (" marked", "plain"),
    ]  # fmt: skip


def island_legend(game: str, marks: Marks) -> list[list[Span]]:
    """The lines on stones and pips."""
    name = " a1" if game in HEXAGON_ROWS else board_of(game).islands[4 % len(board_of(game).islands)]
    return [
        [
            *stone_samples(name, marks),
            (name.strip().join(marks.edges["free"][0]), "name"),
            (" nobody's", "plain"),
        ],
        [
            *pip_sample(marks),
            (" its links: White's left, Black's right; past the middle controls it", "plain"),
        ],
    ]


def kinds_legend(marks: Marks) -> list[list[Span]]:
    """The lines on kinds of bridges and what they count, and on stones and pips."""
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in KIND_LETTERS.items())
    rest = f" its links   5:3 points   {marks.times}2 worth"
    return [
        [(f"kinds: 1 2 3 4, {kinds}", "plain")],
        [*stone_samples(" a1", marks), *pip_sample(marks), (rest, "plain")],
    ]


def stone_samples(name: str, marks: Marks) -> list[Span]:
    """An island controlled by White and one controlled by Black."""
    samples = {side: (marks.pieces[side] + name).join(marks.edges[side][0]) for side in ("white", "black")}
    return [
        (samples["white"], "white land"), (" White's   ", "plain"),
        (samples["black"], "black land"), (" Black's   ", "plain"),
    ]  # fmt: skip


def pip_sample(marks: Marks) -> list[Span]:
    """The pips of an island with two bridges of either side."""
    white, black, free = marks.pieces["white"], marks.pieces["black"], marks.pieces["free"]
    return [(white * 2, "white"), (f"{free} {free}", "free"), (black * 2, "black")]
