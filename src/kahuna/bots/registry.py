"""Players by name: a spec is `name` or `name:key=value,key=value`."""

from kahuna.bots.base import Bot
from kahuna.bots.greedy import Greedy
from kahuna.bots.uniform import Uniform

PLAYERS: dict[str, type[Uniform] | type[Greedy]] = {"random": Uniform, "greedy": Greedy}


def find_bot(spec: str) -> Bot:
    """The player this spec names; ValueError with one clear line if there is none."""
    name, _, options = spec.partition(":")
    if name not in PLAYERS:
        raise ValueError(f"no player is called {name!r}; there are {', '.join(PLAYERS)}")
    if options:
        raise ValueError(f"player {name!r} has no options, but {options!r} was given")
    return PLAYERS[name]()
