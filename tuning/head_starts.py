"""What beginning is worth, and a head start (K15) between any two levels: matches, and the tables they make.

    python tuning/head_starts.py FOLDER --pairs 400

FOLDER keeps every mirrored pair: the same deal twice, the weaker level once as White and once as Black. White begins,
and the weaker level has the head start in both. The command can be stopped and started again; pairs of other players
are not counted. At the end it writes src/kahuna/bots/head_starts.json and the tables of docs/strength.md. With
`--pairs 0` it counts what is there, and with `--game` it leaves the other games as they are.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Container, Iterator
from contextlib import closing
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from head_start_tables import write_documents
from kahuna.arena import statistics
from kahuna.arena.checkout import Figures, provenance
from kahuna.arena.crew import Processes, do_all
from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot
from kahuna.bots.champion import path_of
from kahuna.bots.head_starts import HEAD_START_GAME, HEAD_STARTS_FILE
from kahuna.bots.levels import ADVISER, LEVELS
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.registry import find_bot
from kahuna.table.games import GAMES
from kahuna.table.ruleset import MAX_HANDICAP, SEATS, Rules, other

# Of the strongest level, instead of a time.
TOP_ITERATIONS = {"kahuna": 400, "exahuna": 100, "exahuna-special": 100}
SLOW = {"kohola": 0.5, "hoku": 0.2}  # of these only so many pairs are played
APART = (1.0, 1.0, 0.5, 0.125)  # and between levels so many steps apart or more, which are no match anyway
LEAST_PAIRS = 6
NEWTON_STEPS = 30
RIDGE = 0.01  # keeps a rating finite where one side won everything
PARTS = 20  # of a run: a part of every cell, then the next part

Floats = NDArray[np.float64]
Scores = list[float]  # the weaker level's in both games of a pair


class Cell(NamedTuple):
    """Two levels, the first at most as strong as the second, and how many bridges it is given."""

    game: str
    weaker: str
    stronger: str
    bridges: int


def cells(game: str) -> list[Cell]:
    """What is measured: any two levels where there are head starts, elsewhere every level against itself."""
    if game != HEAD_START_GAME:
        return [Cell(game, level, level, 0) for level in LEVELS]
    pairs = combinations_with_replacement(LEVELS, 2)
    return [Cell(game, *two, bridges) for two, bridges in product(pairs, range(MAX_HANDICAP + 1))]


def player_name(game: str, level: str) -> str:
    """The player of a level; the strongest is limited by iterations, so that load changes nothing."""
    if level == ADVISER:
        return f"champion:iterations={TOP_ITERATIONS[game]},threads=1"
    return LEVELS[level].players[game]


def wanted(cell: Cell, pairs: int) -> int:
    """How many pairs of a cell are played, if so many are of quick levels that are near each other."""
    order = list(LEVELS)
    steps = order.index(cell.stronger) - order.index(cell.weaker)
    part = APART[min(steps, len(APART) - 1)] * SLOW.get(cell.stronger, 1.0)
    return max(round(pairs * part), min(pairs, LEAST_PAIRS))


@cache
def players_of(game: str, weaker: str, stronger: str) -> tuple[Bot, Bot]:
    """The players of two levels."""
    return find_bot(player_name(game, weaker), game), find_bot(player_name(game, stronger), game)


def played(cell: Cell, number: int) -> Scores:
    """The scores of the weaker level in a pair: as White, as Black."""
    scores = []
    weaker, stronger = players_of(cell.game, cell.weaker, cell.stronger)
    for seat in SEATS:
        rules = Rules(cell.game, handicap=cell.bridges, handicap_to=seat if cell.bridges else None)
        deal = f"head start {number}"
        game = play_whole(rules, {seat: weaker, other(seat): stronger}, deal, f"{deal} {cell} {seat}")
        if game.fault:
            raise ValueError(f"{cell}: {game.fault.reason}")
        assert game.game.result
        winner = game.game.result["winner"]
        scores.append(0.5 if winner is None else float(winner == seat))
    return scores


def about(game: str) -> Figures:
    """Who plays."""
    players = {level: player_name(game, level) for level in LEVELS}
    return {"players": players, "net": read_net(path_of(game))[1]["digest"]}


def players_digest(game: str) -> str:
    """A name for the players as they are now."""
    return hashlib.blake2b(json.dumps(about(game)).encode(), digest_size=4).hexdigest()


def tasks(game: str, pairs: int, known: Container[tuple[Cell, int]]) -> Iterator[tuple[Cell, int]]:
    """The pairs that are still to be played; all cells get as large a part of theirs before any gets more."""
    for part in range(PARTS):
        for cell in cells(game):
            count = wanted(cell, pairs)
            for number in range(count * part // PARTS, count * (part + 1) // PARTS):
                if (cell, number) not in known:
                    yield cell, number


def played_pairs(folder: Path, game: str, pairs: int, workers: int) -> dict[tuple[Cell, int], Scores]:
    """All pairs of these players in the folder, after so many of each cell were played."""
    path = folder / f"head-starts-{game}-{players_digest(game)}.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith("\n")]  # the last one may have been cut off
    found = {(Cell(*cell), number): scores for cell, number, scores in map(json.loads, whole)}
    path.write_text("".join(whole), "utf-8")
    left = list(tasks(game, pairs, found))
    with path.open("a", encoding="utf-8") as file, closing(Processes(workers)) as crew:
        for done, (cell, number, scores) in enumerate(do_all(crew, played, left, str), 1):
            found[cell, number] = scores
            file.write(json.dumps([cell, number, scores]) + "\n")
            file.flush()
            if done % 200 == 0 or done == len(left):
                sys.stdout.write(f"{game}: {done} of {len(left)} pairs\n")
                sys.stdout.flush()
    return found


def share(scores: list[float]) -> Figures:
    """The mean of pair scores with the ends of its interval."""
    value, low, high = statistics.score(statistics.count_pairs(scores))
    return {"pairs": len(scores), "share": round(value, 4), "low": round(low, 4), "high": round(high, 4)}


def fitted_shares(by_cell: dict[Cell, list[Scores]]) -> Figures:
    """The shares that fit all pairs best, smooth where single cells are noisy.

    The log odds of a game are the difference of two ratings and the worth of the bridges, which grows or shrinks
    evenly from level to level (logistic regression; a tie counts as half a win).
    """
    order = list(LEVELS)

    def inputs(cell: Cell) -> Floats:
        row = np.zeros(len(order) + 2 * MAX_HANDICAP)
        place = order.index(cell.weaker)
        row[place] += 1
        row[order.index(cell.stronger)] -= 1
        if cell.bridges:
            row[len(order) + cell.bridges - 1] = 1
            row[len(order) + MAX_HANDICAP + cell.bridges - 1] = place
        return row

    design = np.array([inputs(cell) for cell in by_cell])
    games = np.array([2.0 * len(pairs) for pairs in by_cell.values()])
    made = np.array([np.sum(pairs) for pairs in by_cell.values()])
    weights = np.zeros(design.shape[1])
    for _ in range(NEWTON_STEPS):
        shares = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (made - games * shares) - RIDGE * weights
        curve = design.T @ (design * (games * shares * (1 - shares))[:, None]) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    found: Figures = {}
    for cell, share in zip(by_cell, 1 / (1 + np.exp(-design @ weights)), strict=True):
        found.setdefault(cell.weaker, {}).setdefault(cell.stronger, []).append(round(float(share), 5))
    return found


def count(told: Figures, game: str, found: dict[tuple[Cell, int], Scores]) -> None:
    """Puts what a game's pairs say in the place of what was told of it before."""
    by_cell: dict[Cell, list[Scores]] = {cell: [] for cell in cells(game)}
    for cell, number in sorted(found):
        by_cell[cell].append(found[cell, number])
    told["about"][game] = {**about(game), **provenance()}
    told["first"][game] = {
        cell.weaker: share([(white + 1 - black) / 2 for white, black in pairs])
        for cell, pairs in by_cell.items()
        if cell.weaker == cell.stronger and not cell.bridges
    }
    if game == HEAD_START_GAME:
        shares: Figures = {}
        for cell, pairs in by_cell.items():
            row = shares.setdefault(cell.weaker, {}).setdefault(cell.stronger, [])
            row.append(share([sum(pair) / 2 for pair in pairs]))
        told["shares"], told["fitted"] = shares, fitted_shares(by_cell)


def main() -> None:
    """Plays what is missing, counts, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=GAMES, help="only this one (default: all)")
    parser.add_argument("--pairs", type=int, default=400, help="of quick levels (default: 400)")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (default: 1)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    told = json.loads(HEAD_STARTS_FILE.read_text("utf-8"))
    for game in [options.game] if options.game else GAMES:
        count(told, game, played_pairs(options.folder, game, options.pairs, options.workers))
    HEAD_STARTS_FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    write_documents(told)


if __name__ == "__main__":
    main()
