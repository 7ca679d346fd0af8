"""The long run over the wire: hostile messages, and whole games re-dealt in what a seat cannot see.

    python tests/soak_wire.py [--frames 1000000] [--games 1000] [--seconds-limit 3600]

Every message must be refused and change nothing; every byte that a page gets must be the same in both deals, with
hints, replays and a rematch. Exit status 1 at the first difference.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from kahuna.table.ruleset import GAMES, SEATS
from server.test_wire_blindness import VARIANTS, perceived, warm
from server.test_wire_fuzz import Nuisance, bombard, some_actions
from support.house import LOOSE, House, serving, two
from support.redeal import Deal
from test_blindness import deal_of, finished, points_in_round, redeal_at_one_of

AT_ONCE = 1000  # messages to one page before the next has its turn


def frames(house: House, game: str, seed: int) -> int:
    """Wrong messages of both seats' pages in a new game; how many there were."""
    ann, bob, id = two(house, game=game)
    with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
        sent = some_actions(white, black)
        pages = {"white": white, "black": black}
        stood = {seat: page.ask("look", seat=seat) for seat, page in pages.items()}
        while not all(page.quiet() for page in pages.values()):
            pass
        for seat, page in pages.items():
            bombard(page, Nuisance(f"soak {seed} {seat}", seat, game, page, sent), AT_ONCE)
        for seat, page in pages.items():
            assert page.ask("look", seat=seat) == stood[seat], f"{game} {seed}: {seat} sees another table"
    return 2 * AT_ONCE


def redealt(folder: Path, seed: int) -> bool:
    """Whether a page hears the same of a whole game and of one that differs in what its seat cannot see."""
    rules, seat = VARIANTS[seed % len(VARIANTS)], (*SEATS, None)[seed % 3]
    game, random = finished(rules, 10_000 + seed), Random(seed)
    point, other = redeal_at_one_of(points_in_round(game, 1 + seed % 3), game, seat, random)
    truth = Deal(deal_of(game).decks, deal_of(game).actions[:point])
    heard = [perceived(folder / f"{seed}-{n}.db", rules, deal, seat) for n, deal in enumerate((truth, other))]
    return heard[0] == heard[1]


def soak(count: int, games: int, seconds: float, console: Console) -> int:
    """Runs both with a bar each; the exit status."""
    warm()
    deadline = time.monotonic() + seconds
    columns = (TextColumn("{task.description:14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    sent = played = 0
    with tempfile.TemporaryDirectory() as name, Progress(*columns, console=console) as progress:
        folder = Path(name)
        bars = progress.add_task("messages", total=count), progress.add_task("re-dealt games", total=games)
        limits = LOOSE._replace(patience=10**9, backlog=10**9)
        seed = 0
        while (sent < count or played < games) and time.monotonic() < deadline:
            if sent < count:
                with serving(folder / f"frames-{seed}.db", limits=limits) as house:
                    for game in GAMES:
                        sent += frames(house, game, seed)
                progress.update(bars[0], completed=min(sent, count))
            if played < games:
                if not redealt(folder, seed):
                    console.print(f"DIFFERENCE in the re-dealt game {seed}")
                    return 1
                played += 1
                progress.update(bars[1], completed=played)
            seed += 1
    console.print(f"{sent:,} messages refused, {played:,} re-dealt games alike")
    return 0


def main(arguments: list[str]) -> int:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description="Hostile messages and re-dealt games over the wire.")
    parser.add_argument("--frames", type=int, default=1_000_000, help="hostile messages")
    parser.add_argument("--games", type=int, default=1000, help="whole games, each in two deals")
    parser.add_argument("--seconds-limit", type=float, default=float("inf"))
    options = parser.parse_args(arguments)
    return soak(options.frames, options.games, options.seconds_limit, Console())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
