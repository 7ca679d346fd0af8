"""The commands `kahuna match`, `kahuna ladder`, `kahuna calibrate` and `kahuna players`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kahuna.cli.options import INTERRUPTED_STATUS, add_rules, announce_compiling, rules_of, whole

if TYPE_CHECKING:
    from kahuna.arena.crew import Crew
    from kahuna.arena.pair import Pair, Setup

    Commands = argparse._SubParsersAction[Any]


def add_match(commands: "Commands") -> None:
    """Adds `kahuna match`."""
    match = commands.add_parser(
        "match",
        help="two players against each other, by mirrored pairs",
        description="Plays every deal twice, seats swapped, and says how sure the result is.",
    )
    match.add_argument("specs", metavar="PLAYER", nargs=2, help="see kahuna players")
    _add_arena(match)
    match.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop as soon as one of these differences is clear, each error 5 %%",
    )
    match.add_argument("--records", metavar="F.jsonl", help="keep every game, one record a line")
    match.set_defaults(run=run_match)


def add_ladder(commands: "Commands") -> None:
    """Adds `kahuna ladder`."""
    ladder = commands.add_parser(
        "ladder",
        help="ratings of several players, by a round robin",
        description="Lets every player meet every other by mirrored pairs and rates them all.",
    )
    ladder.add_argument("specs", metavar="PLAYER", nargs="+", help="two or more; see kahuna players")
    _add_arena(ladder)
    ladder.add_argument("--svg", metavar="F.svg", help="a picture of the ratings")
    ladder.set_defaults(run=run_ladder)


def add_calibrate(commands: "Commands") -> None:
    """Adds `kahuna calibrate`."""
    calibrate = commands.add_parser(
        "calibrate",
        help="whether a player's chances to win are honest",
        description="Lets a player meet itself, and compares the chances it says with how the games end.",
    )
    calibrate.add_argument("spec", metavar="PLAYER", help="one that says its chances; see kahuna players")
    calibrate.add_argument(
        "--games",
        type=whole,
        default=400,
        metavar="N",
        help="how many (default: 400, about 40,000 positions)",
    )
    _add_setting(calibrate)
    calibrate.add_argument("--svg", metavar="F.svg", help="a picture of said and real chances")
    calibrate.set_defaults(run=run_calibrate)


def add_players(commands: "Commands") -> None:
    """Adds `kahuna players`."""
    players = commands.add_parser(
        "players", help="lists the players", description="Lists the players that can be named in a command."
    )
    players.set_defaults(run=run_players)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pairs", type=whole, default=100, metavar="N", help="how many, of each two players (default: 100)"
    )
    parser.add_argument(
        "--luck",
        action="store_true",
        help="also the score with the luck of the cards taken out; a --sprt then looks at that (implies --strict)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="start programs (exec:) anew for every game: they could remember the deal",
    )
    _add_setting(parser)


def _add_setting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", default="0", metavar="S", help="same seed, same deals (default: 0)")
    add_rules(parser)
    parser.add_argument(
        "--time-ms", type=milliseconds, metavar="T", help="for a decision, of players limited by time"
    )
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--workers", type=whole, metavar="N", help="processes (default: one for each core)")
    place.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a dask cluster, like tcp://10.0.0.5:8786"
    )


def elo_bounds(text: str) -> tuple[float, float]:
    """Reads `0,10`."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two Elo differences like 0,10, not {text!r}") from None
    if not -1000 <= low < high <= 1000:
        raise argparse.ArgumentTypeError(f"expected a lower and a higher Elo difference, not {text!r}")
    return low, high


def milliseconds(text: str) -> float:
    """Reads a time above 0."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if not 0 < time <= 3_600_000:
        raise argparse.ArgumentTypeError(f"expected milliseconds, not {text!r}")
    return time


def _setup(options: argparse.Namespace, specs: tuple[str, str]) -> "Setup":
    """The match that these options describe."""
    from kahuna.arena.pair import Setup

    strict = options.strict or options.luck
    rules, seed = rules_of(options), options.seed
    return Setup(specs, rules, seed, options.time_ms, luck=options.luck, strict=strict)


def run_match(options: argparse.Namespace) -> int:
    """Plays a match and prints its result, as far as it came."""
    from kahuna.arena.match import play_match, summary
    from kahuna.arena.report import match_text
    from kahuna.arena.statistics import SequentialTest

    specs: tuple[str, str] = tuple(options.specs)
    setup = _setup(options, specs)._replace(records=bool(options.records))
    test = SequentialTest(*options.sprt) if options.sprt else None
    _check(specs, options.game)
    with (
        _kept(options.records) as keep,
        _crew(options, options.pairs) as crew,
        _progress("{} : {}".format(*specs), options.pairs) as advance,
    ):
        match = play_match(setup, options.pairs, crew, test, keep, lambda pairs: advance(_running(pairs)))
    figures = summary(match)
    sys.stdout.write((json.dumps(figures) if options.json else match_text(figures)) + "\n")
    return _status(match.stopped)


def run_ladder(options: argparse.Namespace) -> int:
    """Plays a round robin and prints the ratings, as far as it came."""
    from kahuna.arena.ladder import play_ladder, summary
    from kahuna.arena.pictures import ladder_picture
    from kahuna.arena.report import ladder_text

    specs = tuple(options.specs)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise ValueError("a ladder needs two or more different players")
    setup = _setup(options, (specs[0], specs[1]))
    _check(specs, options.game)
    if options.svg:
        Path(options.svg).touch()  # whoever cannot write there hears it before, not after
    total = options.pairs * len(specs) * (len(specs) - 1) // 2

    def tell(pairing: tuple[int, int]) -> None:
        advance(" : ".join(specs[number] for number in pairing))

    with _crew(options, total) as crew, _progress("ladder", total) as advance:
        ladder = play_ladder(specs, setup, options.pairs, crew, tell)
    figures = summary(ladder)
    if options.svg:
        Path(options.svg).write_text(ladder_picture(figures), "utf-8")
    sys.stdout.write((json.dumps(figures) if options.json else ladder_text(figures)) + "\n")
    return _status(ladder.stopped)


def run_calibrate(options: argparse.Namespace) -> int:
    """Plays the games and prints said and real chances."""
    from kahuna.arena.calibration import CalibrationRun, noted_games, summary
    from kahuna.arena.pictures import calibration_picture
    from kahuna.arena.report import calibration_text

    _check([options.spec], options.game)
    if options.svg:
        Path(options.svg).touch()
    course = CalibrationRun(options.spec, rules_of(options), options.seed, options.games, options.time_ms)
    with _crew(options, options.games) as crew, _progress(options.spec, options.games) as advance:
        games, stopped = noted_games(course, crew, advance)
    figures = summary(course, games, stopped)
    if games and not figures["positions"]:
        raise ValueError(f"player {options.spec!r} says no chances")
    if options.svg:
        Path(options.svg).write_text(calibration_picture(figures), "utf-8")
    sys.stdout.write((json.dumps(figures) if options.json else calibration_text(figures)) + "\n")
    return _status(stopped)


def _check(specs: Iterable[str], game: str) -> None:
    """Says now, in one line, if there is no such player, or none for this game."""
    from kahuna.bots.registry import find_bot

    native = False
    for spec in specs:
        bot = find_bot(spec, game)
        native = native or bot.native
        bot.close()
    if native:
        announce_compiling()


def _status(stopped: str) -> int:
    """The exit status, and one line if the match could not go on."""
    from kahuna.arena.match import INTERRUPTED

    if stopped and stopped != INTERRUPTED:
        sys.stderr.write(f"kahuna: {stopped}\n")
        return 2
    return INTERRUPTED_STATUS if stopped else 0


@contextmanager
def _crew(options: argparse.Namespace, pairs: int) -> "Iterator[Crew]":
    from kahuna.arena.crew import Cluster, Processes, cores

    crew: Crew = (
        Cluster(options.cluster) if options.cluster else Processes(min(options.workers or cores(), pairs))
    )
    try:
        yield crew
    finally:
        crew.close()


@contextmanager
def _kept(name: str | None) -> "Iterator[Callable[[Pair], None]]":
    """Writes the games of the pairs it is given, so that a match that is killed leaves what it had."""
    if name is None:
        yield lambda _: None
        return
    with Path(name).open("w", encoding="utf-8") as file:

        def keep(pair: "Pair") -> None:
            file.writelines(record + "\n" for record in pair.records)
            file.flush()

        yield keep


def _running(pairs: "Mapping[int, Pair]") -> str:
    """The score so far."""
    from kahuna.arena import statistics

    score = statistics.score(statistics.count_pairs(pair.score for pair in pairs.values()))
    return f"{score.value:.3f} ({score.low:.3f} to {score.high:.3f})"


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error, where that is a terminal; yields the function that moves it on and tells the score."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    told = TextColumn("{task.fields[told]}", markup=False)
    columns = (
        TextColumn(title, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        told,
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total, told="")
        yield lambda told: bar.update(task, advance=1, told=told)


class Listed(NamedTuple):
    """An entry of `kahuna players`."""

    spec: str
    about: str
    options: tuple[str, ...] = ()


def listed_players() -> list[Listed]:
    """The players of the registry with their options."""
    from kahuna.bots.registry import PLAYERS

    return [Listed(name, entry.about, entry.options) for name, entry in PLAYERS.items()]


def listed_levels() -> list[Listed]:
    """The opponents for people, the weakest first."""
    from kahuna.bots.levels import LEVELS

    return [Listed(level.name, level.about) for level in LEVELS.values()]


# What `kahuna players` lists, by heading.
LISTINGS: dict[str, Callable[[], list[Listed]]] = {
    "Levels for people, each stronger than the one before, in every game": listed_levels,
    "Players": listed_players,
}


def run_players(options: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Lists everything that can be named as a player."""
    listings = {heading: listed() for heading, listed in LISTINGS.items()}
    width = max(len(entry.spec) for entries in listings.values() for entry in entries) + 2
    for heading, entries in listings.items():
        sys.stdout.write(f"{heading}\n")
        for entry in entries:
            sys.stdout.write(f"  {entry.spec:<{width}}{entry.about}\n")
            if entry.options:
                sys.stdout.write(f"  {'':<{width}}options: {', '.join(entry.options)}\n")
    return 0
