"""What the notations of all games have in common."""

from kahuna.rules.boards import Board
from kahuna.table.errors import BadNotation, quoted

MAX_NOTATION_CHARS = 60  # longer texts would take too long to read

ISLAND_PATTERN = r"([A-Za-z0-9]+)"


def unreadable(text: str, reason: str, examples: str) -> BadNotation:
    """The error for a text that means no action."""
    return BadNotation(f"cannot read {quoted(text)}: {reason}; expected something like {examples}")


def link_named(board: Board, text: str, ends: tuple[str, str, str], examples: str) -> str:
    """The link between two islands, given as (island, mark, island), in the board's own spelling."""
    a, mark, b = ends
    for island in (a, b):
        if island not in board.islands:
            raise unreadable(text, f"no island is called {island}", examples)
    link = mark.join(sorted((a, b)))
    if link not in board.links:
        raise unreadable(text, f"there is no link {link}", examples)
    return link
