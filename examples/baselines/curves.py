"""The learning curves of docs/baselines.md as one SVG: a panel a rival, thin lines for seeds, a bold one for all."""

from html import escape

from kahuna.arena import statistics

COLOURS = ("#1f6f8b", "#b5532a", "#5b7f2b", "#7a4b94", "#8a6d1f")
WIDTH, HEIGHT, LEFT, TOP = 240, 180, 44, 28


def render(learners, path):
    """Writes the picture of these learners: each a name, its runs and the curve of all seeds."""
    rivals = list(learners[0][2][0]["pairs"])
    most = max(run["curve"][-1]["cpu_s"] for _, runs, _ in learners for run in runs)
    parts = []
    for number, rival in enumerate(rivals):
        left = LEFT + number * (WIDTH + LEFT)
        parts.append(f'<text x="{left}" y="{TOP - 10}" font-weight="bold">against {escape(rival)}</text>')
        for share in (0, 0.25, 0.5, 0.75, 1):
            y = height_of(share)
            parts.append(f'<path d="M{left} {y}h{WIDTH}" stroke="#ccc"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{share:.2f}</text>')
        for colour, (_, runs, curve) in zip(COLOURS, learners, strict=False):
            for run in runs:
                parts.append(
                    line(run["curve"], rival, left, most, f'stroke="{colour}" stroke-opacity="0.35"')
                )
            parts.append(line(curve, rival, left, most, f'stroke="{colour}" stroke-width="2.2"'))
            parts.append(intervals(curve, rival, left, most, f'stroke="{colour}" stroke-width="1.2"'))
    for number, (colour, (name, _, _)) in enumerate(zip(COLOURS, learners, strict=False)):
        x, y = LEFT + 140 * number, TOP + HEIGHT + 34
        parts.append(f'<path d="M{x} {y - 4}h18" stroke="{colour}" stroke-width="2.2"/>')
        parts.append(f'<text x="{x + 24}" y="{y}">{escape(name)}</text>')
    wide, high = LEFT + len(rivals) * (WIDTH + LEFT), TOP + HEIGHT + 48
    note = f"share of points by processor seconds of learning, to {most:.0f}"
    parts.append(f'<text x="{wide - LEFT}" y="{TOP + HEIGHT + 16}" text-anchor="end">{note}</text>')
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" '
        f'font-size="11"><rect width="{wide}" height="{high}" fill="#fff"/>{"".join(parts)}</svg>\n',
        encoding="utf-8",
    )


def height_of(share):
    """Where this share of the points stands."""
    return TOP + HEIGHT * (1 - share)


def line(curve, rival, left, most, style):
    """A curve's scores, from one point to the next."""
    points = []
    for entry in curve:
        x, y = left + WIDTH * entry["cpu_s"] / most, height_of(statistics.score(entry["pairs"][rival]).value)
        points.append(f"{x:.1f} {y:.1f}")
    return f'<path d="M{"L".join(points)}" fill="none" {style}/>'


def intervals(curve, rival, left, most, style):
    """An upright line of 95 % at each point."""
    parts = []
    for entry in curve:
        _, low, high = statistics.score(entry["pairs"][rival])
        parts.append(
            f"M{left + WIDTH * entry['cpu_s'] / most:.1f} {height_of(low):.1f}V{height_of(high):.1f}"
        )
    return f'<path d="{"".join(parts)}" fill="none" {style}/>'
