"""Which game is played, and with which settings."""

from typing import NamedTuple

from kahuna.rules.boards import Board
from kahuna.table.errors import quoted
from kahuna.table.games import GAMES, spec_of
from kahuna.table.seats import SEATS, Seat, other
from kahuna.table.spec import Engine
from kahuna.table.view import Settings

__all__ = ["GAMES", "MAX_HANDICAP", "SEATS", "Engine", "Rules", "Seat", "board_of", "engine_of", "other"]

MAX_HANDICAP = 3  # bridges (K15)


class Rules(NamedTuple):
    """The settings of a game, as they stand in records and views."""

    game: str = "kahuna"
    planning: bool = False  # K14
    handicap: int = 0  # K15
    handicap_to: Seat | None = None
    first: Seat = "white"  # K2

    def check(self) -> "Rules":
        """These rules, or a ValueError that says what does not fit together."""
        spec = spec_of(self.game)
        if not isinstance(self.planning, bool):
            raise ValueError(f"planning must be true or false, not {quoted(self.planning)} (K14)")
        if type(self.handicap) is not int or not 0 <= self.handicap <= MAX_HANDICAP:
            raise ValueError(f"a handicap is 0, 1, 2 or 3 bridges, not {quoted(self.handicap)} (K15)")
        if self.handicap_to not in ((*SEATS,) if self.handicap else (None,)):
            wanted = "'white' or 'black'" if self.handicap else "null without a handicap"
            raise ValueError(f"handicap_to must be {wanted}, not {quoted(self.handicap_to)} (K15)")
        if self.first not in SEATS:
            raise ValueError(f"first must be 'white' or 'black', not {quoted(self.first)} (K2)")
        usual = Rules(self.game)
        unusual = {
            name for name in self._fields if getattr(self, name) != getattr(usual, name)
        } - spec.variants
        if unusual and not spec.variants:
            raise ValueError(
                f"{self.game} has no variants: White begins, no planning, no handicap ({spec.no_variants_rule})"
            )
        if unusual:
            raise ValueError(f"{self.game} has no setting {', '.join(sorted(unusual))}")
        return self

    @property
    def has_cards(self) -> bool:
        """Whether this game is played with cards."""
        return spec_of(self.game).cards is not None

    def settings(self) -> Settings:
        """The `rules` of a record or view."""
        return {
            "planning": self.planning,
            "handicap": self.handicap,
            "handicap_to": self.handicap_to,
            "first": self.first,
        }


def engine_of(game: str) -> Engine:
    """The rules of this game."""
    return spec_of(game).engine


def board_of(game: str) -> Board:
    """The board of this game."""
    return spec_of(game).board
