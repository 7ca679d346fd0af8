"""The tables of docs/strength.md about beginning and head starts, made of src/kahuna/bots/head_starts.json alone."""

from kahuna.arena.checkout import Figures
from kahuna.bots.head_starts import fair_start
from kahuna.bots.levels import LEVELS
from review_tables import put

GAME_NAMES = {"kahuna": "Kahuna", "exahuna": "Exahuna", "exahuna-special": "Special"}


def span(cell: Figures) -> str:
    """A share with its interval."""
    return f"{cell['share']:.3f} ({cell['low']:.3f} to {cell['high']:.3f})"


def first_table(told: Figures) -> str:
    """What White makes when both are equal."""
    games = told["first"]
    rows = [
        f"| both are | {' | '.join(GAME_NAMES[game] for game in games)} |",
        "| --- " * (1 + len(games)) + "|",
    ]
    rows += [f"| {level} | {' | '.join(span(games[game][level]) for game in games)} |" for level in LEVELS]
    return "\n".join(rows)


def shares_table(told: Figures) -> str:
    """What the weaker level makes with 0 to 3 bridges, and which of these is fairest."""
    rows = [
        "| weaker | stronger | pairs | no head start | 1 bridge | 2 bridges | 3 bridges | fairest |",
        "| --- " * 8 + "|",
    ]
    for weaker, others in told["shares"].items():
        for stronger, row in others.items():
            bridges, expected = fair_start(weaker, stronger, told["fitted"])
            fairest = f"{bridges}: {expected:.2f}"
            pairs = min(cell["pairs"] for cell in row)
            rows.append(f"| {weaker} | {stronger} | {pairs} | {' | '.join(map(span, row))} | {fairest} |")
    return "\n".join(rows)


def source_lines(told: Figures) -> str:
    """How each game was measured."""
    lines = []
    for game, about in told["about"].items():
        machine = about["machine"]
        lines.append(
            f"- {GAME_NAMES[game]}: commit {about['commit']}, net {about['net'][:8]}; "
            f"{machine['cpu']}, {machine['cores']} cores."
        )
    return "\n".join(lines)


TABLES = {"first-player": first_table, "head-starts": shares_table, "head-starts-source": source_lines}


def write_documents(told: Figures) -> None:
    """Puts all tables into docs/strength.md."""
    for name, table in TABLES.items():
        put("strength.md", name, table(told))
