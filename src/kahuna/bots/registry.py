"""Players by name: a spec is `name` or `name:key=value,key=value`."""

from collections.abc import Callable
from typing import NamedTuple

from kahuna.bots.base import Bot
from kahuna.bots.greedy import Greedy
from kahuna.bots.uniform import Uniform


class Entry(NamedTuple):
    """A player by name: how it is made from its options, and what `kahuna players` says of it."""

    make: Callable[[dict[str, str]], Bot]
    about: str
    options: tuple[str, ...] = ()


PLAYERS: dict[str, Entry] = {
    "random": Entry(lambda _: Uniform(), "any legal action with the same chance"),
    "greedy": Entry(lambda _: Greedy(), "most islands at once, then most bridges"),
}


def find_bot(spec: str) -> Bot:
    """The player this spec names; ValueError with one clear line if there is none."""
    name, _, given = spec.partition(":")
    if name not in PLAYERS:
        raise ValueError(f"no player is called {name!r}; there are {', '.join(PLAYERS)}")
    entry = PLAYERS[name]
    options: dict[str, str] = {}
    for option in filter(None, given.split(",")):
        key, equals, value = option.partition("=")
        if key not in entry.options or not equals:
            known = f"has {', '.join(entry.options)}" if entry.options else "has no options"
            raise ValueError(f"player {name!r} {known}, but {option!r} was given")
        options[key] = value
    return entry.make(options)
