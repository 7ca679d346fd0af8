"""Whom a net may learn to beat: another net by itself, or the champion's search with one."""

from pathlib import Path
from typing import NamedTuple

from kahuna.bots.champion import CHAMPIONS, Habits, path_of
from kahuna.bots.levels import LEVELS
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import Net
from kahuna.bots.registry import PLAYERS, champion_habits, iterations_of, net_path, options_of
from kahuna.training.practice import RivalAnswer

SEARCHER = "champion"
# Options of a champion that would change nothing here, or not let the same seed give the same net.
FOREIGN = ("threads", "early", "confidence", "told", "time_ms")


class Rival(NamedTuple):
    """A fixed opponent: a net by itself or, with iterations, the search with it."""

    path: Path
    net: Net  # as in its file; in a round's plan in whole numbers
    digest: str
    iterations: int = 0
    habits: Habits = Habits()


def is_search(against: str) -> bool:
    """Whether this is a player that searches, and not the file of a net."""
    return against.partition(":")[0] == SEARCHER


def read_rival(against: str, game: str, slots: int) -> Rival:
    """The rival that is given as the file of a net or as champion:iterations=N; ValueError if it is neither."""
    if not is_search(against):
        name = against.partition(":")[0]
        if (name in PLAYERS or name in LEVELS) and not Path(against).exists():
            raise ValueError(f"a rival is the file of a net or champion:iterations=N, not {against!r}")
        net, header = read_net(Path(against), game, slots)
        return Rival(Path(against), net, header["digest"])
    options = options_of(SEARCHER, against.partition(":")[2])
    for key in FOREIGN:
        if key in options:
            raise ValueError(f"a rival has no {key}, but {against!r} was given")
    iterations = iterations_of(options)
    if not iterations:
        raise ValueError(
            f"a rival is not limited by time: {against!r} needs iterations, as in iterations=100"
        )
    path = net_path(options) or path_of(game)
    net, header = read_net(path, game, slots)
    rival = Rival(path, net, header["digest"], iterations, champion_habits(options))
    searching(rival, game)  # what this game's champion does not have is refused now
    return rival


def rival_name(against: str) -> str:
    """The rival as a net's header names it: files without their folders."""
    if not is_search(against):
        return Path(against).name
    name, colon, given = against.partition(":")
    parts = [
        f"file={Path(part.removeprefix('file=')).name}" if part.startswith("file=") else part
        for part in given.split(",")
    ]
    return name + colon + ",".join(parts)


def searching(rival: Rival, game: str) -> RivalAnswer:
    """How the rival answers a state."""
    return CHAMPIONS[game](game, rival.net, rival.iterations, 1, rival.habits).answer
