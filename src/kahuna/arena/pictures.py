"""Ladders and calibrations as pictures: SVG that is readable on light and dark ground."""

from html import escape

from kahuna.arena.checkout import Figures
from kahuna.arena.report import settings_text

ROW_HEIGHT = 30
TOP = 58
PLOT = 420
LETTER = 7.6  # about the width of a letter
CSS = """
    .paper { fill: #ffffff; } text { fill: #1d2733; font: 13px system-ui, sans-serif; }
    .title { font-weight: 600; } text.faint { fill: #5c6773; font-size: 11px; }
    .line { stroke: #d5dae0; } .bar { stroke: #2f6fb5; stroke-width: 3; stroke-linecap: round; } .dot { fill: #2f6fb5; }
    .end { text-anchor: end; } .middle { text-anchor: middle; }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #161b21; } text { fill: #e8ecf1; } text.faint { fill: #9aa5b1; }
      .line { stroke: #3a444f; } .bar { stroke: #7fb2ea; } .dot { fill: #7fb2ea; }
    }
"""


def svg_begun(title: str, about: str, width: int, height: int) -> list[str]:
    """The beginning of a picture, with its headings."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{CSS}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
        f'<text class="faint" x="16" y="43">{escape(about)}</text>',
    ]


def ladder_picture(figures: Figures) -> str:
    """The ratings with their intervals."""
    rated = [player for player in figures["players"] if player["rating"] is not None]
    left = 24 + LETTER * max((len(player["player"]) for player in rated), default=0)
    width, height = left + PLOT + 90, TOP + ROW_HEIGHT * len(rated) + 40
    low = min((player["interval"][0] for player in rated), default=0.0)
    high = max((player["interval"][1] for player in rated), default=0.0)
    step = next((step for step in (20, 50, 100, 200, 500) if high - low <= 8 * step), 1000)
    start, stop = step * (low // step), step * -(-high // step)
    scale = PLOT / max(stop - start, 1)
    parts = svg_begun(
        f"Ratings: {settings_text(figures)}",
        "Elo, the mean of all is 0; bars are 95 % intervals",
        round(width),
        height,
    )
    bottom = TOP + ROW_HEIGHT * len(rated)
    for mark in range(int(start), int(stop) + 1, step):
        x = left + (mark - start) * scale
        parts.append(f'<line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="faint middle" x="{x:.1f}" y="{bottom + 16}">{mark:+d}</text>')
    for row, player in enumerate(rated):
        y = TOP + ROW_HEIGHT * (row + 0.5)
        x, x1, x2 = (left + (figure - start) * scale for figure in (player["rating"], *player["interval"]))
        parts += [
            f'<text class="end" x="{left - 12:.1f}" y="{y + 4:.1f}">{escape(player["player"])}</text>',
            f'<line class="bar" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>',
            f'<text x="{left + PLOT + 14:.1f}" y="{y + 4:.1f}">{player["rating"]:+.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


SQUARE = 320
LEFT_MARGIN = 60


def calibration_picture(figures: Figures) -> str:
    """Said and real chances to win: calibrated ones lie on the diagonal. The larger a dot, the more positions."""
    bottom = TOP + SQUARE
    about = f"{figures['positions']:,} positions of {figures['games']:,} games, expected error {figures['error']:.4f}"
    title = f"Said and real chances to win: {figures['player']}, {figures['game']}"
    width = max(LEFT_MARGIN + SQUARE + 40, round(32 + LETTER * len(title)))
    parts = svg_begun(title, about, width, bottom + 56)
    for tenth in range(0, 11, 2):
        x, y = LEFT_MARGIN + SQUARE * tenth / 10, bottom - SQUARE * tenth / 10
        parts += [
            f'<line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>',
            f'<line class="line" x1="{LEFT_MARGIN}" x2="{LEFT_MARGIN + SQUARE}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="faint middle" x="{x:.1f}" y="{bottom + 16}">{tenth / 10:.1f}</text>',
            f'<text class="faint end" x="{LEFT_MARGIN - 8}" y="{y + 4:.1f}">{tenth / 10:.1f}</text>',
        ]
    parts.append(
        f'<line class="line" x1="{LEFT_MARGIN}" y1="{bottom}" x2="{LEFT_MARGIN + SQUARE}" y2="{TOP}"/>'
    )
    parts.append(
        f'<text class="faint middle" x="{LEFT_MARGIN + SQUARE / 2:.1f}" y="{bottom + 36}">said</text>'
    )
    parts.append(f'<text class="faint" x="16" y="{TOP + SQUARE // 2 + 4}">real</text>')
    most = max((row["positions"] for row in figures["bins"]), default=1)
    for row in figures["bins"]:
        if row["positions"]:
            x = LEFT_MARGIN + SQUARE * row["said"]
            y, low, high = (bottom - SQUARE * chance for chance in (row["real"], *row["interval"]))
            radius = 2.5 + 5 * (row["positions"] / most) ** 0.5
            parts.append(f'<line class="bar" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>')
            parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"
