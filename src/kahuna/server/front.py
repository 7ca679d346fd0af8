"""What a room shows of itself apart from its game: who sits where, by which rules, what follows.

A room in memory is a front with a game; lists of games are made from notes, without loading any game.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from kahuna.server.stored import Began, Linked
from kahuna.table.fair import commitment
from kahuna.table.ruleset import SEATS, Rules
from kahuna.table.seats import Seat

LINK_LIFE = 3_600_000  # milliseconds for which a link to a seat is good
OWNED: dict[tuple[bool, bool], tuple[Seat, ...]] = {  # by whether White's and Black's seat are somebody's
    (False, False): (),
    (True, False): ("white",),
    (False, True): ("black",),
    (True, True): SEATS,
}


class Front(ABC):
    """A room apart from its game."""

    def __init__(self, id: str, began: Began) -> None:
        self.id = id
        self.began = began
        self.rules = Rules(began.game, **began.rules)
        self.holders: dict[Seat, set[str]] = {seat: set() for seat in SEATS}
        self.names: dict[Seat, str] = {seat: began.levels.get(seat, "") for seat in SEATS}
        self.seat_links: dict[int, Linked] = {}  # links to a seat that nobody has used or revoked, by number
        self.following: str | None = None
        self.wishes: list[Seat] = []  # who wants to play again
        # Those that people have taken, where they agreed to hints.
        self.hints: dict[Seat, int] = dict.fromkeys(SEATS, 0)
        fair = began.fair and self.rules.has_cards
        self.commitment = commitment(bytes.fromhex(began.seed)) if fair else None
        self.number = 1
        self.changed = began.at

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def to_move(self) -> Seat | None:
        """The seat to move, None when the game is over."""

    def level(self, seat: Seat) -> str | None:
        """The name of the level that holds this seat, None if it is a person's."""
        return self.began.levels.get(seat)

    def free_seat(self) -> Seat | None:
        """The seat that waits for somebody to be invited."""
        for seat in SEATS:
            if not self.holders[seat] and seat not in self.began.levels:
                return seat
        return None

    @property
    def waiting(self) -> bool:
        """Whether the game has not begun because a seat is free: until then nobody is shown a card."""
        if not self.began.waits or (self.holders["white"] and self.holders["black"]):
            return False
        return self.free_seat() is not None and not self.over

    def links_to(self, seats: Sequence[Seat], at: int) -> list[tuple[int, Linked]]:
        """The links to these seats that are still good."""
        found = self.seat_links.items()
        return [(n, link) for n, link in found if link.seat in seats and at < link.at + LINK_LIFE]

    def seats_of(self, visitor: str | None) -> tuple[Seat, ...]:
        """The seats that belong to this visitor."""
        return OWNED[visitor in self.holders["white"], visitor in self.holders["black"]]

    @property
    def against_person(self) -> bool:
        """Whether two people play on two screens."""
        return not self.began.levels and not self.began.same_screen
