"""The two seats of every game."""

from typing import Literal

Seat = Literal["white", "black"]
SEATS: tuple[Seat, Seat] = ("white", "black")


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return "black" if seat == "white" else "white"
