"""Matches and ladders as text for people, and a ladder as a picture."""

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from kahuna.arena.statistics import MOST_ELO

Figures = Mapping[str, Any]


def match_text(figures: Figures) -> str:
    """The summary of a match."""
    first, second = figures["players"]
    lines = [f"{first} against {second}", f"{_settings(figures)}, {_pairs(figures['pairs'])}", ""]
    if figures["pairs"]:
        zero, half, one, more, two = figures["pentanomial"]
        seats = figures["by_seat"]
        rows = [
            ("score", f"{figures['score']:.3f}", _between(f"{end:.3f}" for end in figures["interval"])),
            ("Elo", elo_text(figures["elo"]), _between(elo_text(end) for end in figures["elo_interval"])),
            ("games", f"{figures['wins']} won, {figures['ties']} tied, {figures['losses']} lost", ""),
            (
                "pairs",
                f"{two} with 2 points, {more} with 1.5, {one} with 1, {half} with 0.5, {zero} with 0",
                "",
            ),
            ("seats", f"{seats['white']:.3f} as White, {seats['black']:.3f} as Black", ""),
            (
                "time",
                " and ".join(_milliseconds(ms) for ms in figures["ms_per_decision"]) + " a decision",
                "",
            ),
        ]
        lines += [f"{label:<8}{value:<12}{rest}".rstrip() for label, value, rest in rows]
    if figures["sprt"]:
        lines.append(f"{'test':<8}{_test_text(figures['sprt'])}")
    lines += _fault_lines(figures["faults"])
    if figures["distinct_pairs"] < figures["pairs"]:
        lines.append(_repeated(figures["distinct_pairs"], figures["pairs"]))
    if figures["stopped"]:
        lines.append(f"stopped before the end: {figures['stopped']}")
    return "\n".join(lines)


def elo_text(elo: float) -> str:
    """An Elo difference with its sign; one that is too large to be measured says so."""
    if abs(elo) >= MOST_ELO:
        return f"over +{MOST_ELO:.0f}" if elo > 0 else f"below -{MOST_ELO:.0f}"
    return f"{elo:+.0f}"


def _between(ends: Iterable[str]) -> str:
    return f"95 % interval {' to '.join(ends)}"


def _settings(figures: Figures) -> str:
    rules = figures["rules"]
    parts = [figures["game"]]
    if rules["planning"]:
        parts.append("planning")
    if rules["handicap"]:
        parts.append(f"handicap {rules['handicap_to']}:{rules['handicap']}")
    if rules["first"] != "white":
        parts.append("Black begins")
    if figures["time_ms"]:
        parts.append(f"{figures['time_ms']:g} ms a decision")
    return ", ".join([*parts, f"seed {figures['seed']}"])


def _pairs(count: int) -> str:
    return f"{count} mirrored pair{'' if count == 1 else 's'}"


def _milliseconds(ms: float | None) -> str:
    return "-" if ms is None else f"{ms:.3g} ms" if ms < 1000 else f"{ms:.0f} ms"


def _test_text(test: Mapping[str, Any]) -> str:
    state = {
        None: "no verdict yet",
        "elo0": f"{test['elo0']:+g} accepted",
        "elo1": f"{test['elo1']:+g} accepted",
    }
    text = f"{test['elo0']:+g} or {test['elo1']:+g} Elo: {state[test['accepted']]}"
    text += f" (log likelihood ratio {test['llr']:+.2f}, bounds {test['bounds'][0]:+.2f} and {test['bounds'][1]:+.2f})"
    return text + ("; a score at such a moment lies a little too far out" if test["accepted"] else "")


def _fault_lines(faults: list[Mapping[str, Any]]) -> list[str]:
    if not faults:
        return [f"{'faults':<8}none"]
    kinds = Counter((fault["player"], fault["by"], fault["reason"]) for fault in faults)
    lines = [
        f"{'faults' if not row else '':<8}{count} by {player} ({by}): {reason}"
        for row, ((player, by, reason), count) in enumerate(kinds.most_common(10))
    ]
    return lines + ([f"{'':<8}and {len(kinds) - 10} other kinds"] if len(kinds) > 10 else [])


def _repeated(distinct: int, pairs: int) -> str:
    return (
        f"note: only {distinct} of the {pairs} pairs differ, since neither deals nor players vary; "
        "the intervals count each of them and are too narrow"
    )


def ladder_text(figures: Figures) -> str:
    """The summary of a ladder."""
    players, pairings = figures["players"], figures["pairings"]
    total = sum(pairing["pairs"] for pairing in pairings)
    width = max(len(player["player"]) for player in players) + 2
    lines = [f"{_settings(figures)}, {_pairs(total)}", ""]
    lines.append(
        f"{'player':<{width}}{'rating':>8}{'95 % interval':>18}{'score':>8}{'games':>8}{'a decision':>13}"
    )
    for player in players:
        rating = interval = score = "-"
        if player["rating"] is not None:
            rating = f"{player['rating']:+.0f}"
            interval = " to ".join(f"{end:+.0f}" for end in player["interval"])
        if player["score"] is not None:
            score = f"{player['score']:.3f}"
        time = _milliseconds(player["ms_per_decision"])
        lines.append(
            f"{player['player']:<{width}}{rating:>8}{interval:>18}{score:>8}{player['games']:>8}{time:>13}"
        )
    lines += ["", *_pairing_lines(pairings, width), "", *_fault_lines(figures["faults"])]
    if figures["stopped"]:
        lines.append(f"stopped before the end: {figures['stopped']}")
    return "\n".join(lines)


def _pairing_lines(pairings: list[Mapping[str, Any]], width: int) -> list[str]:
    lines = [f"{'pairing':<{2 * width}}{'score':>8}{'95 % interval':>18}{'expected':>10}{'deviations':>12}"]
    for pairing in pairings:
        first, second = pairing["players"]
        interval = " to ".join(f"{end:.3f}" for end in pairing["interval"])
        note = "  the ratings do not explain this" if pairing["unexplained"] else ""
        if pairing["distinct_pairs"] < pairing["pairs"]:
            note += f"  only {pairing['distinct_pairs']} of {pairing['pairs']} pairs differ"
        lines.append(
            f"{first:<{width}}{second:<{width}}{pairing['score']:>8.3f}{interval:>18}"
            f"{pairing['expected']:>10.3f}{round(pairing['deviations'], 1) + 0.0:>+12.1f}{note}"
        )
    return lines


# The picture

ROW = 30
TOP = 58
PLOT = 420
LETTER = 7.6  # about the width of a letter
STYLE = """
    .paper { fill: #ffffff; } text { fill: #1d2733; font: 13px system-ui, sans-serif; }
    .title { font-weight: 600; } text.faint { fill: #5c6773; font-size: 11px; }
    .line { stroke: #d5dae0; } .bar { stroke: #2f6fb5; stroke-width: 3; stroke-linecap: round; } .dot { fill: #2f6fb5; }
    .end { text-anchor: end; } .middle { text-anchor: middle; }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #161b21; } text { fill: #e8ecf1; } text.faint { fill: #9aa5b1; }
      .line { stroke: #3a444f; } .bar { stroke: #7fb2ea; } .dot { fill: #7fb2ea; }
    }
"""


def ladder_picture(figures: Figures) -> str:
    """The ratings with their intervals, as SVG that is readable on light and dark ground."""
    rated = [player for player in figures["players"] if player["rating"] is not None]
    left = 24 + LETTER * max((len(player["player"]) for player in rated), default=0)
    width, height = left + PLOT + 90, TOP + ROW * len(rated) + 40
    low = min((player["interval"][0] for player in rated), default=0.0)
    high = max((player["interval"][1] for player in rated), default=0.0)
    step = next((step for step in (20, 50, 100, 200, 500) if high - low <= 8 * step), 1000)
    start, stop = step * (low // step), step * -(-high // step)
    scale = PLOT / max(stop - start, 1)
    title = f"Ratings: {_settings(figures)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width:.0f}" height="{height}"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
        '<text class="faint" x="16" y="43">Elo, the mean of all is 0; bars are 95 % intervals</text>',
    ]
    bottom = TOP + ROW * len(rated)
    for mark in range(int(start), int(stop) + 1, step):
        x = left + (mark - start) * scale
        parts.append(f'<line class="line" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="faint middle" x="{x:.1f}" y="{bottom + 16}">{mark:+d}</text>')
    for row, player in enumerate(rated):
        y = TOP + ROW * (row + 0.5)
        x, x1, x2 = (left + (figure - start) * scale for figure in (player["rating"], *player["interval"]))
        parts += [
            f'<text class="end" x="{left - 12:.1f}" y="{y + 4:.1f}">{escape(player["player"])}</text>',
            f'<line class="bar" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>',
            f'<text x="{left + PLOT + 14:.1f}" y="{y + 4:.1f}">{player["rating"]:+.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
