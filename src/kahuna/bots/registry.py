"""Players by name: a spec is `name` or `name:key=value,key=value`."""

from collections.abc import Callable
from typing import NamedTuple

from kahuna.bots.base import Bot
from kahuna.bots.beginner import Beginner
from kahuna.bots.external import External
from kahuna.bots.greedy import Greedy
from kahuna.bots.ismcts import PLAIN, Ismcts, Style
from kahuna.bots.uniform import Uniform

Options = dict[str, str]


class Entry(NamedTuple):
    """A player by name: how it is made from its options, and what `kahuna players` says of it."""

    make: Callable[[Options], Bot]
    about: str
    options: tuple[str, ...] = ()


def number(options: Options, key: str, default: int, least: int = 1) -> int:
    """A whole number among the options."""
    text = options.get(key, str(default))
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{key} must be a whole number of at least {least}, not {text!r}")
    return int(text)


def _ismcts(options: Options) -> Bot:
    """The search, plain or with all that helps; limited by iterations where they are given."""
    style = PLAIN if number(options, "plain", 0, 0) else Style()
    if "exploration" in options:
        try:
            style = style._replace(exploration=float(options["exploration"]))
        except ValueError:
            style = style._replace(exploration=-1)
        if not 0 <= style.exploration < 100:
            raise ValueError(f"exploration must be a number from 0 to 100, not {options['exploration']!r}")
    style = style._replace(
        careful=number(options, "careful", style.careful, 0),
        eager=number(options, "eager", style.eager, 0),
        turns=number(options, "turns", style.turns, 0),
        removes=number(options, "removes", style.removes, 0),
    )
    iterations = number(options, "iterations", 0) if "iterations" in options else None
    memory = bool(number(options, "memory", 1, 0))
    return Ismcts(style, iterations, number(options, "threads", 1), memory)


def _beginner(options: Options) -> Bot:
    """A player that overlooks things."""
    attention = number(options, "attention", 50)
    if attention > 100:
        raise ValueError(f"attention is per cent, 1 to 100, not {attention}")
    return Beginner("beginner", attention / 100, bool(number(options, "removes", 1, 0)))


PLAYERS: dict[str, Entry] = {
    "random": Entry(lambda _: Uniform(), "any legal action with the same chance"),
    "greedy": Entry(lambda _: Greedy(), "most islands at once, then most bridges"),
    "beginner": Entry(
        _beginner,
        "greedy among the actions it notices; attention in per cent",
        ("attention", "removes"),
    ),
    "ismcts": Entry(
        _ismcts,
        "Kahuna: tree search over imagined worlds",
        ("iterations", "threads", "plain", "exploration", "careful", "eager", "turns", "removes", "memory"),
    ),
    "exec": Entry(lambda _: External(""), "exec:COMMAND is your own program (docs/bots.md)"),
}


def find_bot(spec: str, game: str | None = None) -> Bot:
    """The player this spec names; ValueError with one clear line if there is none, or none for this game."""
    bot = _found(spec)
    if game and game not in bot.games:
        bot.close()
        raise ValueError(f"player {spec!r} does not play {game}, only {', '.join(bot.games)}")
    return bot


def _found(spec: str) -> Bot:
    name, _, given = spec.partition(":")
    if name == "exec":
        return External(given)
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
