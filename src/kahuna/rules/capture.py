"""Control and capture where every bridge counts the same: Kahuna and Exahuna (rules: Control, Capture)."""

from kahuna.rules.bits import popcount
from kahuna.rules.jit import kernel


@kernel
def controls(bridges: int, links: int, majority: int) -> bool:
    """Whether these bridges lie on more than half of an island's links."""
    return popcount(bridges & links) >= majority


@kernel
def swept(bridges: int, links: int, majority: int) -> int:
    """The island's links if the bridge just placed there wins it, else none. Enemy bridges on them fall.

    One bridge adds one, so the island is new exactly when the majority is exactly reached; a bridge on an
    island that was controlled before removes nothing.
    """
    return links if popcount(bridges & links) == majority else 0
