"""What the page must know of rules and server, written into web/games/facts.js and web/wire.d.ts: `make types`.

python -m kahuna.server.pagefacts           writes the files
python -m kahuna.server.pagefacts --check   only says whether they are up to date
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kahuna.bots.levels import LEVELS
from kahuna.review.labels import FROM
from kahuna.rules.boards import Board
from kahuna.rules.kahuna import HAND_LIMIT
from kahuna.rules.special import KINDS
from kahuna.server.pagetypes import page_types
from kahuna.server.site import WEB
from kahuna.server.wire import MAX_NAME_CHARS, MAX_PREVIEWS, PROTOCOL_VERSION
from kahuna.table.game import Game
from kahuna.table.games import GAMES, spec_of
from kahuna.table.ruleset import MAX_HANDICAP, Rules
from kahuna.table.view import supply_in

FACTS = WEB / "games/facts.js"
TYPES = WEB / "wire.d.ts"
HEADER = (
    "/** Facts of the rules and of the server. Written by `make types`: change them there, not here. */\n"
)


def facts() -> str:
    """The module that the page imports."""
    specs = [spec_of(name) for name in GAMES]
    boards: dict[str, Board] = {}
    for spec in specs:
        boards.setdefault(_constant(spec.board, boards) or spec.name.upper(), spec.board)
    cards, start = next(
        (spec.cards, spec.start(Rules(spec.name))) for spec in specs if spec.cards is not None
    )
    parts = [HEADER, *(_board(name, board) for name, board in boards.items())]
    numbers = {
        "VERSION": (PROTOCOL_VERSION, "Of the messages between page and server."),
        "HAND_LIMIT": (HAND_LIMIT, "Cards in a hand (K7)."),
        "CARDS_AN_ISLAND": (cards.stack(start).count(0), "Cards of each island (K1)."),
        "ROUNDS": (len(cards.decks), "Rounds of a game with cards (K10)."),
        "MAX_HANDICAP": (MAX_HANDICAP, "Bridges of a head start (K15)."),
        "MAX_NAME_CHARS": (MAX_NAME_CHARS, "Characters of a player's name."),
        "MAX_PREVIEWS": (MAX_PREVIEWS, "Actions in one request for previews."),
    }
    parts += [f"/** {about} */\nexport const {name} = {value};\n" for name, (value, about) in numbers.items()]
    parts.append(_list("LEVELS", "Our players, from the weakest to the strongest.", LEVELS))
    parts.append(_list("KINDS", "The kinds of Special's bridges (S2).", KINDS))
    parts.append(_list("GAMES", "The games, in the order in which they are offered.", GAMES))
    parts.append(_labels())
    parts.append(_supplies())
    parts.append(_notation())
    lines = [f"  {_key(spec.name)}: {_constant(spec.board, boards)},\n" for spec in specs]
    parts.append(
        "/** The board of each game. @type {Record<string, Board>} */\nexport const BOARDS = {\n"
        + "".join(lines)
        + "};\n"
    )
    return "\n".join(parts)


def _labels() -> str:
    """The names of turns by what they lose."""
    lines = [f"  ['{name}', {least:g}],\n" for name, least in sorted(FROM.items(), key=lambda each: -each[1])]
    opening = (
        "/** The names of turns by their least loss, the greatest first. @type {[string, number][]} */\n"
    )
    return f"{opening}export const LABELS = [\n{''.join(lines)}];\n"


def _supplies() -> str:
    """The bridges that each side begins with: a number, or one for each kind."""
    lines = []
    for name in GAMES:
        view = Game(Rules(name), seed=0).view(None)
        if "supply" not in view:
            continue  # the page does not offer a game without this (docs/adding-a-game.md)
        supply = supply_in(view, "white")
        told = json.dumps(supply).replace('"', "'") if isinstance(supply, dict) else str(supply)
        lines.append(f"  {_key(name)}: {told},\n")
    opening = (
        "/**\n * The bridges that each side begins with: a number, or one for each kind.\n"
        " * @type {Record<string, number | Record<string, number>>}\n */\n"
    )
    return f"{opening}export const SUPPLIES = {{\n{''.join(lines)}}};\n"


def _notation() -> str:
    """How actions are written: the forms of each game, whose named groups are the parts of an action."""
    lines = []
    for name in GAMES:
        lines.append(f"  {_key(name)}: [\n")
        for form in spec_of(name).forms:
            examples = ", ".join(f"'{example}'" for example in form.examples)
            pattern = form.pattern.replace("(?P<", "(?<")
            lines.append(
                f"    {{\n      name: '{form.name}',\n      pattern: /^{pattern}$/,\n"
                f"      examples: [{examples}],\n    }},\n"
            )
        lines.append("  ],\n")
    opening = (
        "/**\n * How actions are written: of each game the forms; the named groups are the parts of an action.\n"
        " * @type {Record<string, { name: string, pattern: RegExp, examples: string[] }[]>}\n */\n"
    )
    return f"{opening}export const NOTATION = {{\n{''.join(lines)}}};\n"


def _constant(board: Board, boards: dict[str, Board]) -> str:
    """What this board is called in the module; '' if it is not in it yet."""
    return next((name for name, known in boards.items() if known is board), "")


def _board(name: str, board: Board) -> str:
    islands = [
        f"    {{ name: '{island}', at: [{x}, {y}] }},\n"
        for island, (x, y) in zip(board.islands, board.places, strict=True)
    ]
    links = []
    for link in board.links:
        rim = "=" in link
        first, second = link.split("=" if rim else "-")
        links.append(f"    {{ id: '{link}', a: '{first}', b: '{second}', rim: {str(rim).lower()} }},\n")
    return (
        f"/** @type {{Board}} */\nexport const {name} = {{\n  islands: [\n{''.join(islands)}  ],\n"
        f"  links: [\n{''.join(links)}  ],\n}};\n"
    )


def _list(name: str, about: str, words: Iterable[str]) -> str:
    quoted = ", ".join(f"'{word}'" for word in words)
    return f"/** {about} */\nexport const {name} = [{quoted}];\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def stale(files: Mapping[Path, str]) -> list[Path]:
    """The files that are missing or out of date."""
    return [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]


def main(arguments: Sequence[str] = sys.argv[1:]) -> int:
    """Writes the files, or checks them."""
    files = {FACTS: facts(), TYPES: page_types()}
    if "--check" in arguments:
        old = stale(files)
        for path in old:
            sys.stderr.write(f"{path.name} is not what rules and server say: run `make types`\n")
        return int(bool(old))
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
