"""What a player is."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, Protocol


class Choice(NamedTuple):
    """The action a player chose, in notation."""

    action: str


class Bot(Protocol):
    """A player. It sees a view (docs/protocol.md), which holds its legal actions, and can reach nothing else."""

    name: str

    def choose(self, view: Mapping[str, Any], random: Random) -> Choice:
        """One of `view["legal"]`; all randomness comes from the generator."""
        ...
