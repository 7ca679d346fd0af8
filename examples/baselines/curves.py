"""The learning curves of docs/baselines.md as one SVG: a panel a rival, a line a seed, with the last interval."""

from html import escape

COLOURS = ("#1f6f8b", "#b5532a", "#5b7f2b", "#7a4b94", "#8a6d1f")
WIDTH, HEIGHT, LEFT, TOP = 240, 180, 44, 28


def draw(learners, path):
    """Writes the picture."""
    rivals = list(learners[0]["pairs"])
    most = max(run["curve"][-1]["games"] for made in learners for run in made["runs"])
    parts = []
    for number, rival in enumerate(rivals):
        left = LEFT + number * (WIDTH + LEFT)
        parts.append(f'<text x="{left}" y="{TOP - 10}" font-weight="bold">{escape(rival)}</text>')
        for share in (0, 0.25, 0.5, 0.75, 1):
            y = TOP + HEIGHT * (1 - share)
            parts.append(f'<path d="M{left} {y}h{WIDTH}" stroke="#ccc"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{share:.2f}</text>')
        for colour, made in zip(COLOURS, learners, strict=False):
            for run in made["runs"]:
                parts.append(_line(run["curve"], rival, left, most, colour))
    for number, (colour, made) in enumerate(zip(COLOURS, learners, strict=False)):
        x, y = LEFT + 120 * number, TOP + HEIGHT + 34
        parts.append(f'<path d="M{x} {y - 4}h18" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 24}" y="{y}">{escape(made["learner"])}, {escape(made["game"])}</text>')
    wide, high = LEFT + len(rivals) * (WIDTH + LEFT), TOP + HEIGHT + 48
    note = f'<text x="{wide - LEFT}" y="{TOP + HEIGHT + 16}" text-anchor="end">games, to {most:,}</text>'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
        f'font-size="11"><rect width="{wide}" height="{high}" fill="#fff"/>{"".join(parts)}{note}</svg>\n',
        encoding="utf-8",
    )


def _line(curve, rival, left, most, colour):
    points = []
    for entry in curve:
        points.append((left + WIDTH * entry["games"] / most, TOP + HEIGHT * (1 - entry["scores"][rival][0])))
    _, low, high = curve[-1]["scores"][rival]
    x = points[-1][0]
    ends = f"M{x:.1f} {TOP + HEIGHT * (1 - low):.1f}V{TOP + HEIGHT * (1 - high):.1f}"
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="{line}{ends}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
