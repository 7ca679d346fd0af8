"""What the trials of reviews found, as tables and a picture in the documents: no figure there is written by hand.

    python tuning/review_tables.py FOLDER

FOLDER has the files of `tuning/review_trials.py` (levels.jsonl and so on) and of `kahuna match --luck --json`
(luck-*.json); what is missing is left as it is. A table stands between its marks in docs/review.md or docs/strength.md.
"""

import json
import sys
from collections.abc import Callable, Iterable
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from kahuna.bots.levels import LEVELS
from kahuna.review.labels import BEST, BLUNDER, GOOD, LABELS, MISTAKE, SLIP
from kahuna.table.ruleset import GAMES

DOCS = Path(__file__).parents[1] / "docs"
PICTURE = DOCS / "pictures" / "loss-by-level.svg"
FREE_LABELS = LABELS[1:]
SECONDS = {"quick": 3, "normal": 15, "deep": 120}  # that a review may take on two idle cores

UNDECIDED = (0.1, 0.9)  # chances of a seat that still has something to lose

Line = dict[str, Any]


def read_lines(path: Path) -> list[Line]:
    """The lines of a trial."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def error(values: Iterable[float]) -> str:
    """A mean with its standard error."""
    found = list(values)
    return f"{fmean(found):+.4f} ± {stdev(found) / sqrt(len(found)):.4f}" if len(found) > 1 else "too few"


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson."""
    share, z = count / of, 1.96
    middle, half = share + z**2 / (2 * of), z * sqrt(share * (1 - share) / of + (z / (2 * of)) ** 2)
    return max(0.0, (middle - half) / (1 + z**2 / of)), (middle + half) / (1 + z**2 / of)


def loss_of(games: list[Line], chances: tuple[float, float] = (0.0, 1.0)) -> tuple[float, float]:
    """What a turn with such chances lost in these games, in per cent, and its error, games being what varies."""
    low, high = chances
    lost = [
        [
            100 * loss
            for loss, chance in zip(line["losses"], line["chances"], strict=True)
            if low <= chance <= high
        ]
        for line in games
    ]
    count, total = sum(map(len, lost)), sum(map(sum, lost))
    mean = total / count
    squares = sum((sum(one) - mean * len(one)) ** 2 for one in lost)
    return mean, sqrt(squares * len(lost) / (len(lost) - 1)) / count


def by_level(lines: list[Line]) -> dict[str, list[Line]]:
    """The games of each level that has some."""
    found = {level: [line for line in lines if line["level"] == level] for level in LEVELS}
    return {level: games for level, games in found.items() if len(games) > 1}


def levels_table(lines: list[Line]) -> str:
    """Mean loss of a turn and shares of labels for each level."""
    rows = [
        "| level | games | lost a turn, in per cent | " + " | ".join(FREE_LABELS) + " |",
        "| --- " * (3 + len(FREE_LABELS)) + "|",
    ]
    for level, games in by_level(lines).items():
        labels = [label for line in games for label in line["labels"]]
        shares = " | ".join(f"{100 * labels.count(name) / len(labels):.0f} %" for name in FREE_LABELS)
        mean, spread = loss_of(games)
        rows.append(f"| {level} | {len(games)} | {mean:.2f} ± {spread:.2f} | {shares} |")
    return "\n".join(rows)


def undecided_table(lines: list[Line]) -> str:
    """How many turns of each level were undecided, and what one of these lost."""
    rows = ["| level | games | undecided turns | lost in one, in per cent |", "| --- | --- | --- | --- |"]
    for level, games in by_level(lines).items():
        chances = [chance for line in games for chance in line["chances"]]
        share = fmean(UNDECIDED[0] <= chance <= UNDECIDED[1] for chance in chances)
        mean, spread = loss_of(games, UNDECIDED)
        rows.append(f"| {level} | {len(games)} | {100 * share:.0f} % | {mean:.2f} ± {spread:.2f} |")
    return "\n".join(rows)


def parts_table(lines: list[Line]) -> str:
    """How much the parts of the account moved in a game between equals of each level."""
    rows = [
        "| level against itself | cards | play of both | hidden cards | cards, of all three |",
        "| --- | --- | --- | --- | --- |",
    ]
    for level, games in by_level(lines).items():
        cards, play, hidden = (100 * fmean(line["account"][part] for line in games) for part in range(3))
        share = 100 * cards / (cards + play + hidden)
        rows.append(f"| {level} | {cards:.0f} % | {play:.0f} % | {hidden:.0f} % | {share:.0f} % |")
    return "\n".join(rows)


def stability_table(lines: list[Line]) -> str:
    """How often two seeds agree."""
    pairs = [pair for line in lines for pair in line["pairs"]]
    same = sum(pair[0] == pair[1] for pair in pairs)
    near = sum(abs(LABELS.index(pair[0]) - LABELS.index(pair[1])) <= 1 for pair in pairs)
    flips = sum({BEST, BLUNDER} == {pair[0], pair[1]} for pair in pairs)
    gaps = sorted(abs(pair[2] - pair[3]) for pair in pairs)
    return (
        f"{len(lines)} games, {len(pairs)} turns: {100 * same / len(pairs):.1f} % have the same label by both seeds,"
        f" {100 * near / len(pairs):.1f} % the same or the next, {flips} change between best and blunder.\n"
        f"Losses differ by {fmean(gaps):.4f} on average, by {gaps[int(0.95 * len(gaps))]:.4f} in the 95th percentile."
    )


def own_table(lines: list[Line]) -> str:
    """The champion's own turns: how many are mistakes or worse, and which of those it repeats with more time."""
    told = [
        "| iterations | reviewed | games | turns | best or good | slip | mistake or worse | of these played again |"
        " lost a turn |",
        "| --- " * 9 + "|",
    ]
    for iterations, depth in sorted({(line["iterations"], line["depth"]) for line in lines}):
        games = [line for line in lines if line["iterations"] == iterations]
        labels = [label for line in games for label in line["labels"]]
        losses = [loss for line in games for loss in line["losses"]]
        count = {name: labels.count(name) for name in FREE_LABELS}
        bad = count[MISTAKE] + count[BLUNDER]
        low, high = wilson(bad, len(labels))
        told.append(
            f"| {iterations:,} | {depth} | {len(games)} | {len(labels)} |"
            f" {100 * (count[BEST] + count[GOOD]) / len(labels):.1f} % |"
            f" {100 * count[SLIP] / len(labels):.1f} % |"
            f" {bad}: {100 * bad / len(labels):.2f} % ({100 * low:.2f} to {100 * high:.2f}) |"
            f" {sum(line['again'] for line in games)} | {error(losses)} |"
        )
    return "\n".join(told)


def unbiased_table(lines: list[Line]) -> str:
    """Both means and both lucks."""
    rows = [row for line in lines for row in line["rows"]]
    told = [
        f"{len(rows):,} games; plain score of White {error(row[0] for row in rows)}.\n",
        "| W | mean luck | adjusted score | variance, adjusted to plain |",
        "| --- | --- | --- | --- |",
    ]
    for place, name in ((1, "the net that sees all cards"), (2, "a net that knows nothing, sure of itself")):
        adjusted = [row[0] - row[place] for row in rows]
        ratio = (stdev(adjusted) / stdev(row[0] for row in rows)) ** 2
        told.append(f"| {name} | {error(row[place] for row in rows)} | {error(adjusted)} | {ratio:.3f} |")
    return "\n".join(told)


def timing_table(lines: list[Line]) -> str:
    """Seconds of a review."""
    told = ["| game | depth | games | seconds | may take |", "| --- | --- | --- | --- | --- |"]
    for game, depth in product(GAMES, SECONDS):
        found = [line["seconds"] for line in lines if (line["game"], line["depth"]) == (game, depth)]
        if found:
            span = f"{min(found):.1f}" if len(found) == 1 else f"{min(found):.1f} to {max(found):.1f}"
            told.append(f"| {game} | {depth} | {len(found)} | {span} | {SECONDS[depth]} |")
    return "\n".join(told)


TABLES: dict[str, Callable[[list[Line]], str]] = {
    "levels": levels_table,
    "stability": stability_table,
    "own": own_table,
    "unbiased": unbiased_table,
    "timing": timing_table,
}


def luck_table(matches: list[Line]) -> str:
    """Plain and adjusted scores of matches, and what is left of a pair's variance."""
    told = [
        "| players | pairs | score | adjusted | variance of a pair, adjusted to plain |",
        "| --- | --- | --- | --- | --- |",
    ]

    def span(match: Line, name: str) -> str:
        low, high = match["interval" if name == "score" else f"{name}_interval"]
        return f"{match[name]:.3f} ({low:.3f} to {high:.3f})"

    for match in matches:
        players = " against ".join(f"`{name}`" for name in match["players"])
        told.append(
            f"| {players} | {match['pairs']} | {span(match, 'score')} | {span(match, 'adjusted')} |"
            f" {span(match, 'variance_ratio')} |"
        )
    return "\n".join(told)


def picture(lines: list[Line]) -> str:
    """Loss by level as bars, with twice the standard error."""
    found = {level: loss_of(games) for level, games in by_level(lines).items()}
    most = max(mean + 2 * spread for mean, spread in found.values())
    parts = []
    for place, (level, (mean, spread)) in enumerate(found.items()):
        x = 60 + 70 * place
        top, low, high = (
            200 - 170 * max(value, 0.0) / most for value in (mean, mean - 2 * spread, mean + 2 * spread)
        )
        parts += [
            f'<rect x="{x}" y="{top:.1f}" width="44" height="{200 - top:.1f}" fill="#3f7f86"/>',
            f'<path d="M{x + 22} {low:.1f}V{high:.1f}" stroke="#241a14" stroke-width="2"/>',
            f'<text x="{x + 22}" y="220" text-anchor="middle">{level}</text>',
            f'<text x="{x + 22}" y="{high - 6:.1f}" text-anchor="middle">{mean:.1f}</text>',
        ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 250" font-family="sans-serif" font-size="13">'
        '<rect width="640" height="250" fill="#fdf6e4"/><path d="M50 200H620" stroke="#241a14"/>'
        + "".join(parts)
        + '<text x="335" y="242" text-anchor="middle">chance lost in a turn, per cent, with twice the error</text>'
        "</svg>\n"
    )


def put(document: str, name: str, table: str) -> None:
    """Writes a table between its marks."""
    path = DOCS / document
    text = path.read_text("utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    head, _, rest = text.partition(begin)
    if not rest:
        sys.exit(f"{document} has no mark {begin.strip()}")
    path.write_text(f"{head}{begin}\n{table}\n\n{end}{rest.partition(end)[2]}", "utf-8")


def main() -> int:
    """Puts all that the folder has into the documents."""
    folder = Path(sys.argv[1])
    for name, table in TABLES.items():
        file = folder / f"{name}.jsonl"
        if file.exists() and (lines := read_lines(file)):
            put("strength.md" if name == "unbiased" else "review.md", name, table(lines))
            if name == "levels":
                put("review.md", "undecided", undecided_table(lines))
                put("strength.md", "parts", parts_table(lines))
                PICTURE.write_text(picture(lines), "utf-8")
    matches = [
        json.loads(file.read_text("utf-8"))
        for file in sorted(folder.glob("luck-*.json"))
        if file.stat().st_size
    ]
    if matches:
        put("strength.md", "luck", luck_table(matches))
    return 0


if __name__ == "__main__":
    sys.exit(main())
