"""For research: many games at once in numpy arrays, PettingZoo environments, OpenSpiel games (docs/research.md)."""
