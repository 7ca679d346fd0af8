"""Pictures of a review as SVG: the board at a moment, the chances along a game, the account as bars."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from kahuna.review.data import Review
from kahuna.review.report import account_figures, account_parts
from kahuna.table.ruleset import SEATS, board_of
from kahuna.table.view import View, bridges_in, colour_of

PICTURE_WIDTH, PICTURE_HEIGHT = 1000, 760  # of a board, as boards.toml places its islands
APART = 26  # how far the outer one of two links between the same islands bends outwards
CURVE = (900, 260)  # of the chances along a game
LUCK = 40  # height of the strip with what cards gave
LUCK_SCALE = 250  # its units for a whole game; longer ticks end at the edge of the strip
BAR = 26
NAME_WIDTH = 180


def board_picture(view: View, title: str, better: Sequence[str], played: Sequence[str]) -> str:
    """The board of a view; links of the better action are marked as ghosts, those of the played one with a ring."""
    board = board_of(view["game"])
    places = dict(zip(board.islands, board.places, strict=True))
    parts = [
        f'<svg class="board" viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}" role="img" '
        f'aria-label="{escape(title, quote=True)}">'
    ]
    for link in board.links:
        bridge = bridges_in(view).get(link)
        if bridge:
            parts.append(f'<path class="edge" d="{_path(link, places)}"/>')
        parts.append(f'<path class="{_link_class(view, link, better, played)}" d="{_path(link, places)}"/>')
        if bridge and not isinstance(bridge, str):
            x, y = _middle(link, places)
            parts.append(
                f'<text class="kind {colour_of(bridge)}" x="{x:.0f}" y="{y + 8:.0f}">{escape(bridge["kind"][0])}</text>'
            )
    for name, (x, y) in places.items():
        side = view["control"].get(name, "free")
        parts.append(f'<circle class="island {side}" cx="{x}" cy="{y}" r="38"/>')
        parts.append(f'<text class="name {side}" x="{x}" y="{y + 8}">{escape(name)}</text>')
    return "".join([*parts, "</svg>"])


def _link_class(view: View, link: str, better: Sequence[str], played: Sequence[str]) -> str:
    bridge = bridges_in(view).get(link)
    side = colour_of(bridge) if bridge else "free"
    marks = [name for name, links in (("better", better), ("played", played)) if link in links]
    return " ".join(["link", side, *marks])


def _ends(link: str, places: Mapping[str, tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = link.replace("=", "-").split("-")
    return places[first], places[second]


def _middle(link: str, places: Mapping[str, tuple[int, int]]) -> tuple[float, float]:
    """The middle of a link; of an outer one beyond the straight line, away from the board's centre."""
    (x1, y1), (x2, y2) = _ends(link, places)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if "=" not in link:
        return x, y
    out_x, out_y = x - PICTURE_WIDTH / 2, y - PICTURE_HEIGHT / 2
    length = (out_x**2 + out_y**2) ** 0.5 or 1.0
    return x + 2 * APART * out_x / length, y + 2 * APART * out_y / length


def _path(link: str, places: Mapping[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = _ends(link, places)
    x, y = _middle(link, places)
    return f"M{x1} {y1}Q{2 * x - (x1 + x2) / 2:.0f} {2 * y - (y1 + y2) / 2:.0f} {x2} {y2}"


def curve_picture(review: Review) -> str:
    """White's chance along the game: all cards open, as White knew, as Black knew; below what cards gave.

    Where nothing is hidden it is one line: the chance as the seat to move knew it.
    """
    width, height = CURVE
    count = max(len(review.steps), 1)

    def at(number: int, chance: float) -> str:
        return f"{10 + (width - 20) * number / count:.1f},{10 + (height - 20) * (1 - chance):.1f}"

    parts = [
        f'<svg class="curve" viewBox="0 0 {width} {height + LUCK}" role="img" '
        'aria-label="White\'s chance to win along the game">',
        f'<path class="grid" d="M10 {height / 2}H{width - 10}M10 10H{width - 10}M10 {height - 10}H{width - 10}"/>',
        *(
            f'<text class="scale" x="{width - 12}" y="{6 + (height - 20) * (1 - chance) + 18:.0f}">{chance:.0%}</text>'
            for chance in (1.0, 0.5)
        ),
        *_round_lines(review, lambda number: at(number, 0.0).split(",")[0]),
    ]
    lines = _chances(review)
    for name, line in lines.items():
        parts.append(f'<polyline class="{name}" points="{" ".join(at(*place) for place in line)}"/>')
    for step in review.steps:
        if abs(step.cards) > 0.001:
            x = 10 + (width - 20) * (step.number + 1) / count
            y = height + LUCK / 2
            gain = max(-LUCK / 2, min(LUCK / 2, LUCK_SCALE * step.cards))
            parts.append(f'<path class="luck" d="M{x:.1f} {y}V{y - gain:.1f}"/>')
    marked = dict(lines["open"])
    for point in review.points:
        cx, cy = at(point.number, marked[point.number]).split(",")
        parts.append(f'<circle class="point" cx="{cx}" cy="{cy}" r="10"/>')
        parts.append(f'<text class="letter" x="{cx}" y="{float(cy) + 4:.1f}">{point.letter}</text>')
    return "".join([*parts, "</svg>"])


def _chances(review: Review) -> dict[str, list[tuple[int, float]]]:
    """The lines of the curve: White's chance before each action that is on it."""
    told = [
        (turn.seat, decision.number, decision.chance if turn.seat == "white" else 1 - decision.chance)
        for turn in review.turns
        for decision in turn.decisions
    ]
    if review.hidden_means != "cards":
        end = [(len(review.steps), review.account.result)] if review.result else []
        return {"open": [*((number, chance) for _, number, chance in told), *end]}
    whole = [(0, review.opening), *((step.number + 1, step.white) for step in review.steps)]
    return {"open": whole} | {
        seat: [(number, chance) for each, number, chance in told if each == seat] for seat in SEATS
    }


def _round_lines(review: Review, x: Callable[[int], str]) -> Iterator[str]:
    """A line where each later round begins."""
    for before, turn in pairwise(review.turns):
        if turn.round != before.round:
            yield f'<path class="grid" d="M{x(turn.first)} 10V{CURVE[1] - 10}"/>'
            yield f'<text x="{x(turn.first)}" y="24" dx="5">Round {turn.round}</text>'


def account_picture(review: Review) -> str:
    """The account as bars that begin where the one before ends, from start to result."""
    edges = [review.account.start]
    for _, value in account_parts(review):
        edges.append(edges[-1] + value)
    low, high = min(0.0, *edges), max(1.0, *edges)
    width, plot = 700, 700 - NAME_WIDTH - 80

    def x(chance: float) -> float:
        return NAME_WIDTH + plot * (chance - low) / (high - low)

    spans = [(0.0, edges[0]), *pairwise(edges), (0.0, review.account.result)]
    rows = [
        (name, *span, figure) for (name, figure), span in zip(account_figures(review), spans, strict=True)
    ]
    height = BAR * len(rows) + 10
    found = [f'<svg class="account" viewBox="0 0 {width} {height}" role="img" aria-label="The account">']
    for edge in (0.0, 0.5, 1.0):
        found.append(f'<path class="grid" d="M{x(edge):.1f} 0V{height}"/>')
    for row, (name, begin, end, text) in enumerate(rows):
        y = 5 + BAR * row
        sort = "gain" if end >= begin else "cost"
        found += [
            f'<text x="0" y="{y + 17}">{escape(name)}</text>',
            f'<rect class="{sort}" x="{min(x(begin), x(end)):.1f}" y="{y + 4}" '
            f'width="{max(abs(x(end) - x(begin)), 1):.1f}" height="{BAR - 8}"/>',
            f'<text class="figure" x="{width}" y="{y + 17}">{text}</text>',
        ]
    return "".join([*found, "</svg>"])
