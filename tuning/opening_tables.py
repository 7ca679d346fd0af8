"""The tables and the picture of docs/openings.md, made of src/kahuna/learn/openings.json alone."""

from collections.abc import Callable

from kahuna.arena.checkout import Figures
from kahuna.arena.pictures import svg_begun
from kahuna.learn.openings import best_first_bridge, by_control, kinds_of_turns, link_of
from kahuna.rules.boards import KAHUNA
from review_tables import DOCS, put

PICTURE = DOCS / "pictures" / "openings-kahuna.svg"
WIDTH, HEIGHT, TOP = 1000, 830, 66
LOOKS = """
    .span { stroke: #2f6fb5; stroke-linecap: round; } .isle { fill: #f2ead6; stroke: #2f6fb5; stroke-width: 2; }
    .name { font: 600 17px system-ui, sans-serif; } .worth { font: 600 20px system-ui, sans-serif; }
    @media (prefers-color-scheme: dark) { .span { stroke: #7fb2ea; } .isle { fill: #26313d; stroke: #7fb2ea; } }
"""

TURN_NAMES = {
    "build": "build {}",
    "row": "take the best card of the row",
    "stack": "take from the stack",
    "decline": "decline",
    "discard": "discard {}",
}


def signed(span: list[float]) -> str:
    """A gain or cost in per cent of a game, with its interval."""
    value, low, high = span
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


def plain(span: list[float]) -> str:
    """A chance in per cent with its interval."""
    value, low, high = span
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Rows as Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def source(told: Figures) -> str:
    """Where the figures come from."""
    about = told["about"]
    games = ", ".join(f"{told[game]['games']:,} of {game}" for game in about["nets"])
    nets = ", ".join(f"{game} {digest[:8]}" for game, digest in about["nets"].items())
    machine = about["machine"]
    return (
        f"Games: {games}. Nets: {nets}. Commit {about['commit']}; {machine['cpu']}, {machine['cores']} cores, "
        f"Python {machine['python']}."
    )


def islands_table(told: Figures) -> str:
    """What islands and their cards are worth, the best island first."""
    found = told["kahuna"]
    rows = []
    for island in by_control(found):
        best = best_first_bridge(found, island)
        rows.append(
            [
                island,
                str(sum(island in link.split("-") for link in KAHUNA.links)),
                signed(found["control"][island]),
                signed(found["cards"][island]),
                f"`{island}>{best}`",
                signed(found["links"][link_of(island, best)]["by"][island]),
            ]
        )
    heads = [
        "island",
        "links",
        "control after round 1",
        "card in the first hand",
        "best first bridge with it",
        "its gain",
    ]
    return table(heads, rows)


def hands_table(told: Figures) -> str:
    """What cards of a first hand are worth together."""
    found = told["kahuna"]
    rows = [
        ["two cards of the same island", signed(found["pair"])],
        ["two cards of neighbouring islands", signed(found["neighbours"])],
    ]
    return table(["in the first hand", "gain"], rows)


def links_table(told: Figures) -> str:
    """First bridges, the best first."""
    links = told["kahuna"]["links"]
    rows = []
    for name in sorted(links, key=lambda link: -links[link]["first"][0]):
        facts = links[name]
        by = [f"`{card}>{other_end(name, card)}` {span[0]:+.1f}" for card, span in facts["by"].items()]
        rows.append([name, signed(facts["first"]), ", ".join(by), f"{facts['built']:.0f} %"])
    return table(["first bridge", "gain", "by which card", "built by the net in its first turn"], rows)


def other_end(link: str, island: str) -> str:
    """The island at the other end of a link."""
    one, two = link.split("-")
    return two if one == island else one


def turns_table(told: Figures) -> str:
    """Kinds of first turns for both seats."""
    white, black = told["kahuna"]["white"], told["kahuna"]["black"]
    rows = [["what the net likes best", f"{plain(white['chance'])} %", "", f"{plain(black['chance'])} %", ""]]
    for (name, count, ours), (_, _, theirs) in zip(kinds_of_turns(white), kinds_of_turns(black), strict=True):
        cells = [TURN_NAMES[name].format(count or "nothing")]
        for facts in (ours, theirs):
            cells += [signed(facts["gain"]), "" if name == "discard" else f"{facts['chosen']:.0f} %"]
        rows.append(cells)
    return table(["first turn", "White", "chosen", "Black", "chosen"], rows)


def open_table(found: Figures) -> str:
    """First moves of an open game, the best first."""
    rows = [["the net's own choice", "", plain(found["chance"]), ""]]
    for move in sorted(found["first"], key=lambda move: -move["chance"][0]):
        rows.append([move["move"], str(move["links"]), plain(move["chance"]), f"{move['chosen']:.0f} %"])
    return table(["first move", "links like it", "White's chance, per cent", "chosen"], rows)


TABLES: dict[str, Callable[[Figures], str]] = {
    "source": source,
    "islands": islands_table,
    "hands": hands_table,
    "links": links_table,
    "turns": turns_table,
    "exahuna": lambda told: open_table(told["exahuna"]),
    "special": lambda told: open_table(told["exahuna-special"]),
}


def picture(told: Figures) -> str:
    """The board: islands with what their control is worth, links as wide as a first bridge there is good."""
    found = told["kahuna"]
    first = {link: facts["first"][0] for link, facts in found["links"].items()}
    worst, best = min(first.values()), max(first.values())
    about = (
        "In an island: chance that its control after round 1 is worth, in per cent; below: its card in the first hand. "
        "The wider a link, the better a first bridge."
    )
    parts = svg_begun("What islands are worth in Kahuna", about, WIDTH, HEIGHT)
    parts.append(f"<style>{LOOKS}</style>")
    places = {island: (x, y + TOP) for island, (x, y) in zip(KAHUNA.islands, KAHUNA.places, strict=True)}
    for link, gain in first.items():
        (x1, y1), (x2, y2) = (places[island] for island in link.split("-"))
        width = 2 + 14 * (gain - worst) / (best - worst)
        parts.append(
            f'<line class="span" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-width="{width:.1f}" opacity="0.75">'
            f"<title>{link} {gain:+.1f}</title></line>"
        )
    for island, (x, y) in places.items():
        control, card = found["control"][island][0], found["cards"][island][0]
        parts += [
            f'<circle class="isle" cx="{x}" cy="{y}" r="46"/>',
            f'<text class="name middle" x="{x}" y="{y - 15}">{island}</text>',
            f'<text class="worth middle" x="{x}" y="{y + 9}">{control:+.1f}</text>',
            f'<text class="faint middle" x="{x}" y="{y + 28}">card {card:+.1f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def write_documents(told: Figures) -> None:
    """Puts all tables into docs/openings.md and renders the picture."""
    for name, make in TABLES.items():
        put("openings.md", name, make(told))
    PICTURE.write_text(picture(told), "utf-8")
