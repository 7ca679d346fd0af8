"""Fits the judge of the open games (src/kahuna/bots/hex_weights.toml) to games that the search plays against itself.

    .venv/bin/python tuning/fit_hex.py exahuna --games 8000 --iterations 150 --from-plain --rounds 3

Each round plays games with the weights of the round before and fits a logistic model to who won them. The table
is printed; put it in the place of the old one once a match says that it is better.
"""

import argparse
import sys
from random import Random
from typing import Any

import numpy as np

from kahuna.bots import hex_graph, hex_value, hex_weights
from kahuna.bots.mcts import ranked
from kahuna.rules import exahuna, special
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import worth

RULES: dict[str, Any] = {"exahuna": exahuna, "exahuna-special": special}
KNOTS = {"exahuna": [0, 4, 16, 36, 64], "exahuna-special": [0, 20, 64]}
CELLS = {"exahuna": 49, "exahuna-special": 441}
BATCH = 20_000


def features(game: str, state: Any) -> np.ndarray:
    """The row of numbers whose weights are wanted, in the order of the table; then bridges yet to place."""
    cells = CELLS[game]
    row = np.zeros(2 * cells + 19, np.float32)
    for island in range(19):
        if game == "exahuna":
            cell, worth = hex_value.cell_exahuna(state.own, state.enemy, island), 1
        else:
            cell = hex_value.cell_special(state.own, state.enemy, state.kinds, island)
            worth = special.island_worth(state.kinds, island)
        row[hex_value.IS_CORNER[island] * cells + cell] += worth
    row[2 * cells + 16 + state.seat] = 1
    if game == "exahuna":
        row[-1] = state.left + state.enemy_left
        return row
    for kind in range(8):
        row[2 * cells + kind] = state.supply >> 3 * kind & 7
        row[2 * cells + 8 + kind] = -(state.enemy_supply >> 3 * kind & 7)
    row[-1] = hex_value.bridges_in_supply(state.supply) + hex_value.bridges_in_supply(state.enemy_supply)
    return row


def play(
    game: str, weights: Any, games: int, iterations: int, random: Random
) -> tuple[np.ndarray, np.ndarray]:
    """Features of positions, and what the seat to move got in the end; some actions are random, all the first are."""
    rules, graph = RULES[game], hex_graph.new_graph()
    grow = hex_graph.grow_exahuna if game == "exahuna" else hex_graph.grow_special
    rows, seats = [], []
    results: list[float] = []
    for number in range(games):
        state, opening = rules.start(), random.randint(3, 11)
        while not state.outcome:
            if state.turn > opening and random.random() > 0.03:
                hex_graph.clear_graph(graph)
                grow(graph, weights, state, iterations, 100, seeded(random.getrandbits(62), 0))
                state = rules.play(state, ranked([graph])[0][0])
            else:
                state = rules.play(state, random.choice(rules.codes(rules.legal(state))))
            if not state.outcome and state.turn > opening:
                rows.append(features(game, state))
                seats.append(state.seat)
        results += [worth(state.outcome, seat) for seat in seats[len(results) :]]
        if number % 100 == 99:
            sys.stderr.write(f"\r{number + 1} games ")
    return np.array(rows), np.array(results)


def fit(
    rows: np.ndarray, results: np.ndarray, knots: list[int], ridge: float = 3.0
) -> tuple[np.ndarray, float]:
    """The weights at each knot by Newton's method, and the mean loss. What is hardly ever seen stays 0."""
    stages = np.array([np.interp(rows[:, -1], knots, corner) for corner in np.eye(len(knots))], np.float32).T
    used = np.flatnonzero((rows[:, :-1] != 0).sum(0) > 50)
    size = len(knots) * len(used)
    weights, loss = np.zeros(size), 0.0
    for _ in range(8):
        slope, bend, loss = ridge * weights, ridge * np.eye(size), 0.0
        for first in range(0, len(rows), BATCH):
            some = slice(first, first + BATCH)
            inputs = (stages[some, :, None] * rows[some, None, used]).reshape(-1, size)
            chance = 1 / (1 + np.exp(-(inputs @ weights.astype(np.float32)).astype(float)))
            chance, won = np.clip(chance, 1e-6, 1 - 1e-6), results[some]
            slope += inputs.T @ (chance - won).astype(np.float32)
            bend += (inputs * np.clip(chance * (1 - chance), 1e-4, 1)[:, None].astype(np.float32)).T @ inputs
            loss -= np.sum(won * np.log(chance) + (1 - won) * np.log(1 - chance)) / len(rows)
        weights -= np.linalg.solve(bend, slope)
    table = np.zeros((len(knots), rows.shape[1] - 1))
    table[:, used] = weights.reshape(len(knots), -1)
    return np.rint(100 * table).astype(int), loss


def parts(game: str, table: np.ndarray) -> dict[str, Any]:
    """The table as hex_weights.toml names it."""
    cells = CELLS[game]
    bounds = {"inner": 0, "corner": cells, "own": 2 * cells, "enemy": 2 * cells + 8, "seat": 2 * cells + 16}
    ends = [*list(bounds.values())[1:], 2 * cells + 18]
    named = {name: table[:, first:end] for (name, first), end in zip(bounds.items(), ends, strict=True)}
    return {"knots": KNOTS[game], **{name: columns.tolist() for name, columns in named.items()}}


def main() -> None:
    """Prints the table of the last round."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-plain", action="store_true", help="begin with islands and bridges only")
    given = parser.parse_args()
    weights, random = (
        (hex_weights.plain if given.from_plain else hex_weights.fitted_weights)(given.game),
        Random(given.seed),
    )
    for number in range(given.rounds):
        rows, results = play(given.game, weights, given.games, given.iterations, random)
        table, loss = fit(rows, results, KNOTS[given.game])
        named = parts(given.game, table)
        weights = hex_weights.weights_by_stage(named)
        sys.stderr.write(f"round {number + 1}: {len(rows)} positions, loss {loss:.4f}\n")
    sys.stdout.write(f"[{given.game}]\nknots = {named.pop('knots')}\n")
    for name, columns in named.items():
        lines = "".join(f"    {line},\n" for line in columns)
        sys.stdout.write(f"{name} = [\n{lines}]\n")


if __name__ == "__main__":
    main()
