"""Views of a game that a test knows, with their own types."""

from typing import cast

from kahuna.table.game import Game
from kahuna.table.ruleset import Seat
from kahuna.table.view import ExahunaView, KahunaView, Result, SpecialView, kahuna_view, special_view


def seen(game: Game, seat: Seat | None = None) -> KahunaView:
    """The view of a game of Kahuna."""
    return kahuna_view(game.view(seat))


def seen_exahuna(game: Game, seat: Seat | None = None) -> ExahunaView:
    """The view of a game of Exahuna."""
    return cast("ExahunaView", game.view(seat))


def seen_special(game: Game, seat: Seat | None = None) -> SpecialView:
    """The view of a game of Special."""
    return special_view(game.view(seat))


def hand_of(game: Game, seat: Seat) -> list[str]:
    """The cards in a hand."""
    cards = seen(game, seat)["hand"]
    assert cards is not None
    return cards


def result_of(game: Game) -> Result:
    """How a game has ended."""
    assert game.result
    return game.result
