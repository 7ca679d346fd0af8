"""The player that chooses any legal action with the same chance."""

from random import Random

from kahuna.bots.base import Bot, Choice
from kahuna.table.view import View


class Uniform(Bot):
    """Random play."""

    name = "random"
    maps = True

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """Any legal action."""
        return Choice(random.choice(view["legal"]))
