"""What servers on one database tell each other: notices, each sent to the channel of a server that has the game in
memory.

A column of `games` names those servers. Both advancing a game and adding a server to the column lock the game's
row, so a server is either notified of an event or finds it when it reads the game.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import NamedTuple

CHANNEL = "kahuna_"  # followed by the name of a server
MAX_NOTICE = 7000  # bytes; PostgreSQL takes less than 8,000
SOMEBODY_CAME_OR_WENT = (
    0  # in place of an event's number; below it are numbers that mean something at the table
)

Last = dict[str, tuple[int, bytes]]  # number and sum of each game's last event
LearnPlace = Callable[[str, int, bytes], None]  # a game, and number and sum of its last event


class Notice(NamedTuple):
    """A game and the number of its last event; with the sum of its events what led there, if that is short."""

    game: str
    number: int
    sum: bytes = b""
    bodies: Sequence[bytes] = ()

    def __str__(self) -> str:
        """As it is sent. A game's beginning is never sent: no other server can have that room in memory yet."""
        words = [self.game, str(self.number)]
        if 0 < len(self.bodies) < self.number:
            carried = [self.sum.hex(), *(b64encode(body).decode() for body in self.bodies)]
            if sum(map(len, carried)) < MAX_NOTICE:
                words += carried
        return " ".join(words)


def parse_notice(text: str) -> Notice:
    """A notice as it was sent."""
    game, number, *carried = text.split(" ")
    if not carried:
        return Notice(game, int(number))
    sum, *bodies = carried
    return Notice(game, int(number), bytes.fromhex(sum), [b64decode(body) for body in bodies])
