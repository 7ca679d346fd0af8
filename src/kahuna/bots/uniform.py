"""The player that chooses any legal action with the same chance."""

from collections.abc import Mapping
from random import Random
from typing import Any

from kahuna.bots.base import Bot, Choice


class Uniform(Bot):
    """Random play."""

    name = "random"

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """Any legal action."""
        return Choice(random.choice(view["legal"]))
