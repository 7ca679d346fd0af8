"""How a game can end by its own rules, as one number that fits into a state."""

RUNNING = 0
WHITE, BLACK, NOBODY = 0, 1, 2
POINTS, ROUND_3, BRIDGES, EARLY_END, ISLANDS, DRAW = range(6)
BY = ("points", "round-3", "bridges", "early-end", "islands", "draw")
