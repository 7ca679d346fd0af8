"""What a room shows of itself apart from its game: who sits where, by which rules, what follows.

A room in memory is one of these with a game; a list of games makes them from notes, without any game.
"""

from collections.abc import Sequence

from kahuna.server.messages import Seat
from kahuna.server.stored import Began, Linked
from kahuna.table.ruleset import SEATS, Rules

LINK_LIFE = 3_600_000  # milliseconds for which a link to a seat is good


class Front:
    """A room apart from its game."""

    def __init__(self, id: str, began: Began) -> None:
        self.id = id
        self.began = began
        self.rules = Rules(began.game, **began.rules)
        self.holders: dict[Seat, set[str]] = {seat: set() for seat in SEATS}
        self.names: dict[Seat, str] = {seat: began.levels.get(seat, "") for seat in SEATS}
        self.seat_links: dict[int, Linked] = {}  # links to a seat that nobody has used or revoked, by number
        self.following: str | None = None
        self.number = 1
        self.changed = began.at

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None when the game is over."""
        raise NotImplementedError

    def level(self, seat: Seat) -> str | None:
        """The name of the level that holds this seat, None if it is a person's."""
        return self.began.levels.get(seat)

    def free_seat(self) -> Seat | None:
        """The seat that waits for somebody to be invited."""
        return next((seat for seat in SEATS if not self.level(seat) and not self.holders[seat]), None)

    @property
    def waiting(self) -> bool:
        """Whether the game has not begun because a seat is free: until then nobody is shown a card."""
        return self.began.waits and not self.over and self.free_seat() is not None

    def links_to(self, seats: Sequence[Seat], at: int) -> list[tuple[int, Linked]]:
        """The links to these seats that are still good."""
        found = self.seat_links.items()
        return [(n, link) for n, link in found if link.seat in seats and at < link.at + LINK_LIFE]

    def seats_of(self, visitor: str | None) -> tuple[Seat, ...]:
        """The seats that belong to this visitor."""
        return tuple(seat for seat in SEATS if visitor in self.holders[seat])

    @property
    def against_person(self) -> bool:
        """Whether two people play on two screens."""
        return not self.began.levels and not self.began.same_screen
