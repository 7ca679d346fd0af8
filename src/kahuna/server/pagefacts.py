"""What the page must know of rules and server, written into web/games/facts.js: `make types`.

python -m kahuna.server.pagefacts           writes the file
python -m kahuna.server.pagefacts --check   only says whether it is up to date
"""

import json
import sys
from collections.abc import Iterable

from kahuna.bots.levels import LEVELS
from kahuna.rules.boards import Board
from kahuna.rules.kahuna import HAND
from kahuna.rules.special import KINDS
from kahuna.server.messages import MAX_NAME_CHARS, MAX_PREVIEWS, VERSION
from kahuna.server.site import WEB
from kahuna.table.game import Game
from kahuna.table.games import GAMES, spec_of
from kahuna.table.ruleset import MAX_HANDICAP, Rules

FILE = WEB / "games/facts.js"
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
        "VERSION": (VERSION, "Of the messages between page and server."),
        "HAND_LIMIT": (HAND, "Cards in a hand (K7)."),
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
    parts.append(_supplies())
    lines = [f"  {_key(spec.name)}: {_constant(spec.board, boards)},\n" for spec in specs]
    parts.append(
        "/** The board of each game. @type {Record<string, Board>} */\nexport const BOARDS = {\n"
        + "".join(lines)
        + "};\n"
    )
    return "\n".join(parts)


def _supplies() -> str:
    """The bridges that each side begins with: a number, or one for each kind."""
    lines = []
    for name in GAMES:
        supply = spec_of(name).view(Game(Rules(name), seed=0), None)["supply"]["white"]
        told = json.dumps(supply).replace('"', "'") if isinstance(supply, dict) else str(supply)
        lines.append(f"  {_key(name)}: {told},\n")
    opening = (
        "/**\n * The bridges that each side begins with: a number, or one for each kind.\n"
        " * @type {Record<string, number | Record<string, number>>}\n */\n"
    )
    return f"{opening}export const SUPPLIES = {{\n{''.join(lines)}}};\n"


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


def main() -> int:
    """Writes the file, or checks it."""
    if "--check" in sys.argv[1:]:
        if FILE.read_text(encoding="utf-8") == facts():
            return 0
        sys.stderr.write(f"{FILE.name} is not what the rules say: run `make types`\n")
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(facts(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
