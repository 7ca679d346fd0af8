"""Which game is played, and with which settings."""

from typing import Any, Literal, NamedTuple, Protocol

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from kahuna.table.errors import quoted

Seat = Literal["white", "black"]
SEATS: tuple[Seat, Seat] = ("white", "black")
GAMES = ("kahuna", "exahuna", "exahuna-special")


class Rules(NamedTuple):
    """The settings of a game, as they stand in records and views."""

    game: str = "kahuna"
    planning: bool = False  # K14
    handicap: int = 0  # K15
    handicap_to: Seat | None = None
    first: Seat = "white"  # K2

    def check(self) -> "Rules":
        """These rules, or a ValueError that says what does not fit together."""
        if self.game not in GAMES:
            raise ValueError(f"no game is called {quoted(self.game)}; there are {', '.join(GAMES)}")
        if not isinstance(self.planning, bool):
            raise ValueError(f"planning must be true or false, not {quoted(self.planning)} (K14)")
        if type(self.handicap) is not int or not 0 <= self.handicap <= 3:
            raise ValueError(f"a handicap is 0, 1, 2 or 3 bridges, not {quoted(self.handicap)} (K15)")
        if self.handicap_to not in ((*SEATS,) if self.handicap else (None,)):
            wanted = "'white' or 'black'" if self.handicap else "null without a handicap"
            raise ValueError(f"handicap_to must be {wanted}, not {quoted(self.handicap_to)} (K15)")
        if self.first not in SEATS:
            raise ValueError(f"first must be 'white' or 'black', not {quoted(self.first)} (K2)")
        if self.game != "kahuna" and self != Rules(self.game):
            raise ValueError(f"{self.game} has no variants: White begins, no planning, no handicap (E1)")
        return self

    def settings(self) -> dict[str, Any]:
        """The `rules` of a record or view."""
        return {
            "planning": self.planning,
            "handicap": self.handicap,
            "handicap_to": self.handicap_to,
            "first": self.first,
        }


class Engine(Protocol):
    """What each module of `kahuna.rules` that plays a game offers; states and legal sets are its own."""

    ACTIONS: int

    def legal(self, state: Any, /) -> Any: ...
    def codes(self, legal: Any, /) -> list[int]: ...
    def is_legal(self, legal: Any, code: int, /) -> bool: ...
    def play(self, state: Any, code: int, /) -> Any: ...


def engine_of(game: str) -> Engine:
    """The rules of this game."""
    return {"kahuna": kahuna, "exahuna": exahuna, "exahuna-special": special}[game]


def board_of(game: str) -> Board:
    """The board of this game."""
    return KAHUNA if game == "kahuna" else EXAHUNA


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return "black" if seat == "white" else "white"
