"""How a game ended by its own rules, as one number that fits into a state."""

from kahuna.rules.jit import kernel

RUNNING = 0
WHITE, BLACK, NOBODY = 0, 1, 2
BY_POINTS, BY_ROUND_3, BY_BRIDGES, BY_EARLY_END, BY_ISLANDS, BY_DRAW = range(6)
BY = ("points", "round-3", "bridges", "early-end", "islands", "draw")


@kernel
def worth(outcome: int, seat: int) -> float:
    """What a game that has ended so is worth to a seat: 1, 0, or 0.5 for a tie."""
    winner = (outcome - 1) % 3
    return 0.5 if winner == NOBODY else 1.0 if winner == seat else 0.0
