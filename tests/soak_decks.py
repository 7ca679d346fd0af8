"""The long run over fair decks: chi-square and serial tests (`make soak`).

    python tests/soak_decks.py [--games 1000000]

Exit status 1 if one of them is passed that true chance passes once in a million times.
"""

import argparse
import sys

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from support.decks import chi_squares

STEP = 1_000  # games between two movements of the bar


def main() -> int:
    """Counts and tells."""
    parser = argparse.ArgumentParser(description="Tests whether fair decks look like chance.")
    parser.add_argument("--games", type=int, default=1_000_000)
    games = parser.parse_args().games
    columns = TextColumn("decks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns) as bar:
        task = bar.add_task("decks", total=games)

        def tell(game: int) -> None:
            if (game + 1) % STEP == 0:
                bar.update(task, completed=game + 1)

        tests = chi_squares(games, tell)
    for test in tests:
        verdict = "like chance" if test.value < test.bound else "NOT like chance"
        sys.stdout.write(
            f"{test.name:>10}: chi-square {test.value:8.1f}, bound {test.bound:8.1f}: {verdict}\n"
        )
    return int(any(test.value >= test.bound for test in tests))


if __name__ == "__main__":
    raise SystemExit(main())
