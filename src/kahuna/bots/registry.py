"""Players by name: a spec is `name` or `name:key=value,key=value`."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kahuna.bots.base import TOLD_ACTIONS, Bot, ByGame, not_played
from kahuna.bots.beginner import Beginner
from kahuna.bots.champion import Habits, NetPlayer, champion
from kahuna.bots.exploiter import Exploiter
from kahuna.bots.external import External
from kahuna.bots.greedy import Greedy
from kahuna.bots.hex_value import MAX_MOVES
from kahuna.bots.ismcts import PLAIN, Ismcts, SearchStyle
from kahuna.bots.levels import LEVELS, Opponent
from kahuna.bots.mcts import Mcts
from kahuna.bots.uniform import Uniform
from kahuna.table.sisters import MAP_MARK

Options = dict[str, str]
MAX_THREADS = 64
MAX_TIME_MS = 3_600_000.0


class PlayerEntry(NamedTuple):
    """A player by name: how it is made from its options, and what `kahuna players` says of it."""

    make: Callable[[Options], Bot]
    about: str
    options: tuple[str, ...] = ()


def number(options: Options, key: str, default: int, least: int = 1, most: int = 10**9) -> int:
    """A whole number among the options."""
    text = options.get(key, str(default))
    if not text.isdecimal() or int(text) < least:
        raise ValueError(f"{key} must be a whole number of at least {least}, not {text!r}")
    if int(text) > most:
        raise ValueError(f"{key} must be at most {most:,}, not {text!r}")
    return int(text)


def real(options: Options, key: str, default: float, least: float = 0.0, most: float = 100.0) -> float:
    """A number among the options."""
    try:
        value = float(options.get(key, default))
    except ValueError:
        value = -1.0
    if not least <= value <= most:
        raise ValueError(f"{key} must be a number from {least:g} to {most:g}, not {options[key]!r}")
    return value


def threads_of(options: Options) -> int:
    """How many threads search side by side."""
    return number(options, "threads", 1, most=MAX_THREADS)


def iterations_of(options: Options) -> int | None:
    """The limit of iterations among the options; None leaves it to the time."""
    return number(options, "iterations", 0) if "iterations" in options else None


def _ismcts(options: Options) -> Bot:
    """The search, plain or with all improvements; limited by iterations if they are given."""
    style = PLAIN if number(options, "plain", 0, 0) else SearchStyle()
    style = style._replace(exploration=real(options, "exploration", style.exploration))
    style = style._replace(
        careful=number(options, "careful", style.careful, 0),
        eager=number(options, "eager", style.eager, 0),
        turns=number(options, "turns", style.turns, 0),
        removes=number(options, "removes", style.removes, 0),
    )
    memory = bool(number(options, "memory", 1, 0))
    return Ismcts(style, iterations_of(options), threads_of(options), memory)


def _mcts(options: Options) -> Bot:
    """The search of the open games; limited by iterations if they are given."""
    simple, exact = number(options, "plain", 0, 0), number(options, "exact", 1, 0)
    return Mcts(
        iterations_of(options),
        percent_option(options, "attention", 100),
        bool(simple),
        bool(exact),
        threads_of(options),
    )


def percent_option(options: Options, key: str, default: int) -> int:
    """A number from 1 to 100 among the options."""
    share = number(options, key, default)
    if share > 100:
        raise ValueError(f"{key} is per cent, 1 to 100, not {share}")
    return share


def _beginner(options: Options) -> Bot:
    """A player that overlooks things."""
    attention = percent_option(options, "attention", 50)
    return Beginner("beginner", attention / 100, bool(number(options, "removes", 1, 0)))


def net_path(options: Options) -> Path | None:
    """The file of a net; None for the bundled one."""
    if options.get("file") == "":
        raise ValueError("file must name a net")
    return Path(options["file"]) if "file" in options else None


def _net(options: Options) -> Bot:
    """The net by itself."""
    memory = bool(number(options, "memory", 1, 0))
    return NetPlayer(net_path(options), percent_option(options, "attention", 100), memory)


def champion_habits(options: Options) -> Habits:
    """How a champion with these options searches."""
    return Habits(
        bool(number(options, "early", int(Habits().early), 0)),
        real(options, "exploration", 0.0) if "exploration" in options else None,
        real(options, "sharpness", 0.0, 0.05) if "sharpness" in options else None,
        real(options, "trust", 1.0, most=1.0) if "trust" in options else None,
        number(options, "wide", 1, most=MAX_MOVES) if "wide" in options else None,
        real(options, "confidence", 1.0, 0.1, 10.0) if "confidence" in options else None,
        number(options, "told", TOLD_ACTIONS, most=MAX_MOVES),
        real(options, "time_ms", 0.0, 1.0, MAX_TIME_MS) if "time_ms" in options else None,
    )


def _champion(options: Options) -> Bot:
    """Search with the net."""
    habits = champion_habits(options)
    if habits.time_ms and "iterations" in options:
        raise ValueError("a champion is limited by iterations or by time_ms, not by both")
    return champion(net_path(options), iterations_of(options), threads_of(options), habits)


def _exploiter(options: Options) -> Bot:
    """The best response to the champion."""
    iterations, tries = number(options, "iterations", 100), number(options, "tries", 60)
    return Exploiter(net_path(options), iterations, tries)


PLAYERS: dict[str, PlayerEntry] = {
    "random": PlayerEntry(lambda _: Uniform(), "any legal action with the same chance"),
    "greedy": PlayerEntry(lambda _: Greedy(), "most islands at once, then most bridges"),
    "beginner": PlayerEntry(
        _beginner,
        "greedy among the actions it notices; attention in per cent",
        ("attention", "removes"),
    ),
    "ismcts": PlayerEntry(
        _ismcts,
        "Kahuna: tree search over imagined worlds",
        ("iterations", "threads", "plain", "exploration", "careful", "eager", "turns", "removes", "memory"),
    ),
    "mcts": PlayerEntry(
        _mcts,
        "Exahuna and Special: graph search with a fitted judge, exact at the end",
        ("iterations", "threads", "attention", "plain", "exact"),
    ),
    "champion": PlayerEntry(
        _champion,
        "search with a learned net, the strongest; file=NET takes one that you have trained",
        (
            "iterations",
            "threads",
            "file",
            "early",
            "exploration",
            "sharpness",
            "trust",
            "wide",
            "confidence",
            "told",
            "time_ms",
        ),
    ),
    "net": PlayerEntry(_net, "the learned net without search", ("file", "attention", "memory")),
    "exploiter": PlayerEntry(
        _exploiter,
        "Kahuna: knows how champion:iterations=N would answer (file, iterations), and looks for what beats it",
        ("iterations", "file", "tries"),
    ),
    "exec": PlayerEntry(lambda _: External(""), "exec:COMMAND is your own program (docs/bots.md)"),
}


def find_bot(spec: str, game: str | None = None) -> Bot:
    """The player this spec names; ValueError with one clear line if there is none, or none for this game."""
    bot = _found(spec)
    if game and not bot.plays(game):
        bot.close()
        raise ValueError(not_played(spec, bot, game))
    if game and isinstance(bot, ByGame):
        bot.seated(game)  # fail now if it cannot be made
    return bot


def _found(spec: str) -> Bot:
    name, _, given = spec.partition(":")
    if name == "exec":
        return External(given)
    if name in LEVELS:
        if given:
            raise ValueError(f"level {name!r} has no options, but {given!r} was given")
        return Opponent(LEVELS[name], _found)
    if name not in PLAYERS:
        raise ValueError(f"no player is called {name!r}; there are {', '.join((*PLAYERS, *LEVELS))}")
    return PLAYERS[name].make(options_of(name, given))


def options_of(name: str, given: str) -> Options:
    """What a spec gives this player, `key=value,key=value`; ValueError if it has no such option."""
    entry, options = PLAYERS[name], Options()
    for option in filter(None, given.split(",")):
        key, equals, value = option.partition("=")
        if key not in entry.options or not equals:
            known = f"has {', '.join(entry.options)}" if entry.options else "has no options"
            raise ValueError(f"player {name!r} {known}, but {option!r} was given")
        options[key] = value
    return options


def stand_in(spec: str, game: str) -> Bot:
    """The player that answers while native code is not yet compiled: the player itself if it needs none, else the
    net.

    On a custom map, which no net knows, a player that looks one action ahead.
    """
    bot = find_bot(spec, game)
    if MAP_MARK in game and bot.native:
        bot.close()
        return Beginner("greedy", 1.0)
    player = bot.seated(game) if isinstance(bot, ByGame) else bot
    if isinstance(player, NetPlayer):
        player.compiled = False
    elif player.native:
        player.close()
        return NetPlayer(compiled=False)
    return player
