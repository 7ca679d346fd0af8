"""The long run over the wire: hostile messages, and whole games re-dealt in what a seat cannot see.

    python tests/soak_wire.py [--frames 1000000] [--games 1000] [--first 0] [--seconds-limit 3600] [--workers 4]

Every message must be refused and change nothing; every byte that a page gets must be the same in both deals, with
hints, replays and a rematch. Exit status 1 at the first difference. A run that ends early says with which --first the
next one goes on.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count as count_from
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kahuna.server import store_sqlite
from kahuna.server.refusals import ERRORS
from kahuna.table.ruleset import GAMES, SEATS
from server.test_wire_blindness import VARIANTS, perceived
from server.test_wire_fuzz import Nuisance, some_actions
from support.house import LOOSE, serving, two
from support.raw import RawPage
from support.redeal import Deal
from test_blindness import deal_of, finished, points_in_round, redeal_at_one_of

AT_ONCE = 10_000  # messages to one page before the next has its turn
BUNCH = 100  # messages in flight
GAMES_AT_ONCE = 3  # re-dealt games that a process plays before it says so
NEVER_FLUSHED = Path("/dev/shm")  # these stores need not outlive anything


def hurry() -> None:
    """Nobody waits here for what spares a server that many play on: commits follow at once, threads take turns."""
    store_sqlite.COMMIT_PACE = 0.0
    sys.setswitchinterval(0.0005)


def folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder for stores, in memory where there is one."""
    return tempfile.TemporaryDirectory(dir=NEVER_FLUSHED if NEVER_FLUSHED.is_dir() else None)


def frames(seed: int) -> int:
    """Wrong messages of both seats' pages in a new game on a server of its own; how many there were."""
    game, limits = tuple(GAMES)[seed % len(GAMES)], LOOSE._replace(patience=10**9, backlog=10**9)
    with folder() as name, serving(Path(name) / "frames.db", limits=limits) as house:
        ann, bob, id = two(house, game=game)
        with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
            sent = some_actions(white, black)
            pages = {"white": (ann, white), "black": (bob, black)}
            stood = {seat: page.ask("look", seat=seat) for seat, (_, page) in pages.items()}
            for seat, (visitor, page) in pages.items():
                nuisance = Nuisance(f"soak {seed} {seat}", seat, game, page, sent)
                with RawPage(house.port, f"game={id}", visitor.cookie) as raw:
                    bombard(raw, nuisance, page.last["number"])
            for seat, (_, page) in pages.items():
                now = page.ask("look", seat=seat)
                assert now["view"] == stood[seat]["view"], f"{game} {seed}: {seat} sees another table"
                assert now["number"] == stood[seat]["number"]
    return 2 * AT_ONCE


def bombard(page: RawPage, nuisance: Nuisance, number: int) -> None:
    """Each of these messages must have one answer, a refusal."""
    assert page.said().type == "update"
    for _ in range(AT_ONCE // BUNCH):
        page.send(*(nuisance.message() for _ in range(BUNCH)))
        for _ in range(BUNCH):
            answer = page.said()
            assert answer.type == "denied", answer
            assert answer.code in ERRORS
            assert answer.text
            assert answer.number == number


def redealt(seed: int) -> int:
    """How many of these games sound the same to a page in two deals that differ in what its seat cannot see.

    One in four is played to its end by the rules, the others to a point of one of the three rounds, where Black gives
    up: what is hidden then is most.
    """
    alike = 0
    for each in range(seed, seed + GAMES_AT_ONCE):
        rules, seat = VARIANTS[each % len(VARIANTS)], (*SEATS, None)[each % 3]
        game, random = finished(rules, 10_000 + each), Random(each)
        points = points_in_round(game, each % 4) if each % 4 else [len(game.steps)]
        point, other = redeal_at_one_of(points, game, seat, random)
        while other.decks == game.decks[: len(other.decks)]:
            point, other = redeal_at_one_of([*points, random.randrange(len(game.steps))], game, seat, random)
        deals = Deal(deal_of(game).decks, deal_of(game).actions[:point]), other
        with folder() as name:
            heard = [perceived(Path(name) / f"{n}.db", rules, deal, seat) for n, deal in enumerate(deals)]
        alike += heard[0] == heard[1]
    return alike


def soak(count: int, games: int, first: int, seconds: float, workers: int, console: Console) -> int:
    """Runs both in processes, with a bar each; the exit status."""
    columns = (TextColumn("{task.description:14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    begin, done = time.monotonic(), {"messages": 0, "re-dealt games": 0}
    wanted = {"messages": count, "re-dealt games": games}
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, hurry) as pool, Progress(*columns, console=console) as progress:
        bars = {name: progress.add_task(name, total=total) for name, total in wanted.items()}
        seeds = {"messages": count_from(first), "re-dealt games": count_from(first, GAMES_AT_ONCE)}
        under_way: dict[Future[int], str] = {}
        while True:
            for name, size in (("re-dealt games", GAMES_AT_ONCE), ("messages", 2 * AT_ONCE)):
                mine = [future for future, kind in under_way.items() if kind == name]
                late = time.monotonic() - begin > seconds
                if not late and len(mine) < workers and done[name] + size * len(mine) < wanted[name]:
                    run = frames if name == "messages" else redealt
                    under_way[pool.submit(run, next(seeds[name]))] = name
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                if error := future.exception():
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise error
                name, found = under_way.pop(future), future.result()
                done[name] += found
                progress.update(bars[name], completed=done[name])
                if name == "re-dealt games" and found < GAMES_AT_ONCE:
                    console.print(f"DIFFERENCE in {GAMES_AT_ONCE - found} re-dealt games")
                    pool.shutdown(wait=False, cancel_futures=True)
                    return 1
    console.print(
        f"{done['messages']:,} messages refused, {done['re-dealt games']:,} re-dealt games alike"
        f" in {time.monotonic() - begin:,.0f} seconds"
    )
    if done["re-dealt games"] < games:
        console.print(f"to go on: --first {next(seeds['re-dealt games'])}")
    return 0


def main(arguments: list[str]) -> int:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description="Hostile messages and re-dealt games over the wire.")
    parser.add_argument("--frames", type=int, default=1_000_000, help="hostile messages")
    parser.add_argument("--games", type=int, default=1000, help="whole games, each in two deals")
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first game, to go on with a run"
    )
    parser.add_argument("--seconds-limit", type=float, default=float("inf"))
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 1), help="processes")
    options = parser.parse_args(arguments)
    return soak(
        options.frames, options.games, options.first, options.seconds_limit, options.workers, Console()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
