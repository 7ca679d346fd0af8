"""What might make Kahuna's champion stronger: each trial plays the champion as it is, by mirrored pairs.

    python tuning/trials.py open-cards --pairs 200 --iterations 400

Some need what no player of the program has, since players see views alone (K16): here a script looks into the game.
"""

import argparse
import sys
from collections import Counter
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from kahuna.arena import statistics
from kahuna.arena.crew import Processes, cores, do_all
from kahuna.arena.selfplay import act, sit_down
from kahuna.bots.base import Choice
from kahuna.bots.champion import Habits, KahunaChampion, net_for, path_of
from kahuna.bots.nets.kahuna_games import MAX_KAHUNA_ACTIONS
from kahuna.bots.nets.opinions import native_scores
from kahuna.rules import kahuna
from kahuna.rules.bits import add_card, cards_of, count_card, nth_card, popcount, remove_card, seeded
from kahuna.rules.outcome import worth
from kahuna.table.game import Game
from kahuna.table.games.kahuna_events import all_cards_played
from kahuna.table.games.kahuna_view import card_multiset
from kahuna.table.games.kahuna_worlds import SCALE, Knowledge, sample_world
from kahuna.table.notation import codes_of, write
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.view import Settings, View


class Trial(KahunaChampion):
    """The champion with something else about it. It can look at the table, and counts what it likes to."""

    table: Game
    counts: Counter[str]


class OpenCards(Trial):
    """Both its net and its search know the opponent's hand and secret discards: bounds what guessing could win."""

    def _facts(self, view: View) -> Knowledge:
        state = self.table.state
        assert view["seat"] == view["to_move"]  # a champion is only asked when it is to move
        rival = state.enemy
        state = state._replace(enemy=rival._replace(known=rival.hand))
        row = (SCALE, rival.hand, rival.secret, 0, 0, state.stack)
        return Knowledge(state, 1, np.array([row], np.int64))


class Acts(Trial):
    """Weights worlds by how likely the net would have acted as the opponent did in their last turns."""

    worlds, turns, heat, chance = 256, 2, 0.4, 0.1

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """Forgets the last game."""
        super().start(game, rules, seat)
        self.turn, self.rows = 0, np.empty((0, 6), np.int64)

    def _facts(self, view: View) -> Knowledge:
        facts = super()._facts(view)
        if view["turn"] != self.turn:
            self.turn, self.rows = view["turn"], self._weighted(facts, view["turn"])
        return facts._replace(cases=self.rows)

    def _weighted(self, facts: Knowledge, turn: int) -> Any:
        """Worlds with the chances that the opponent's actions give them."""
        x, rows, total = seeded(turn, 0), [], 0.0
        steps = [
            (moment.state, step.code, step.card)
            for moment, step in zip(self.table.moments, self.table.steps, strict=False)
            if step.seat != facts.state.flow.seat
            and moment.state.flow.turn >= turn - 2 * self.turns
            and moment.state.flow.round == facts.state.flow.round
        ]
        random = Random(turn)
        for _ in range(self.worlds):
            world, x = sample_world(facts, x)
            total += self._likelihood(steps, world.enemy.hand, world.enemy.secret, random)
            rows.append((total, world.enemy.hand, world.enemy.secret, 0, 0, world.stack))
        table = np.array([(0, *row[1:]) for row in rows], np.int64)
        table[:, 0] = [int(row[0] / total * SCALE) for row in rows]
        table[-1, 0] = SCALE
        return table

    def _imagined(self, state: kahuna.State, hand: int, secret: int) -> kahuna.State | None:
        """The position with another hidden hand and other secret discards, if they fit what was unseen then."""
        side = state.own
        pool = Counter(card for cards in (state.stack, side.hand, side.secret) for card in cards_of(cards))
        pool.subtract([*cards_of(hand), *cards_of(secret)])
        if min(pool.values(), default=0) < 0:
            return None
        return state._replace(
            own=side._replace(hand=hand, secret=secret), stack=card_multiset(pool.elements())
        )

    def _likelihood(
        self, steps: list[tuple[kahuna.State, int, int]], hand: int, secret: int, random: Random
    ) -> float:
        """How likely these actions are if they leave this hand and these discards: it is played backwards."""
        codes, odds, likely = (
            np.empty(MAX_KAHUNA_ACTIONS, np.int64),
            np.empty(MAX_KAHUNA_ACTIONS, np.float64),
            1.0,
        )
        for state, code, card in reversed(steps):
            if kahuna.DISCARD <= code < kahuna.TAKE_ROW:
                break
            if code == kahuna.TAKE_STACK:
                hand = remove_card(hand, nth_card(hand, random.randrange(popcount(hand))))
            elif kahuna.TAKE_ROW <= code < kahuna.TAKE_STACK:
                if not count_card(hand, card):
                    break
                hand = remove_card(hand, card)
            elif code < kahuna.DISCARD:
                if any(count_card(hand, played) >= 2 for played in all_cards_played(kahuna.OURS)[code]):
                    break
                for played in all_cards_played(kahuna.OURS)[code]:
                    hand = add_card(hand, played)
            then = self._imagined(state, hand, secret)
            if then is None:
                break
            count = native_scores("kahuna")(self.net, then, codes, odds)
            if count > 1 and code in codes[:count]:
                shares = np.exp((odds[:count] - odds[:count].max()) / self.heat)
                share = float(shares[list(codes[:count]).index(code)] / shares.sum())
                likely *= share * (1 - self.chance) + self.chance / count
        return likely + exp(-20)


class Forgets(Trial):
    """Begins every decision with a new tree."""

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """As the champion does, with an empty memory."""
        self.expected = []
        return super().choose(view, random, time_ms)


class LastTurn(Trial):
    """Plays the game's last turn exactly, by looking at everything that can be done in it."""

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """As the champion does, unless that is worse than what is best."""
        found = super().choose(view, random, time_ms)
        state = self.table.state
        if state.flow.last_turns != 1 or len(view["legal"]) < 2:
            return found
        seen: dict[Any, float] = {}
        codes = [codes_of("kahuna")[action] for action in view["legal"]]
        values = {code: self._worth(kahuna.play(state, code), state.flow.seat, seen) for code in codes}
        best = max(values, key=lambda code: values[code])
        self.counts["decisions of the last turn"] += 1
        if values[codes_of("kahuna")[found.action]] < values[best]:
            self.counts["not the best"] += 1
            self.expected = []
            return Choice(write("kahuna", best))
        return found

    def _worth(self, state: kahuna.State, seat: int, seen: dict[Any, float]) -> float:
        """The best result that the seat to move can still reach."""
        if state.flow.outcome:
            return worth(state.flow.outcome, seat)
        key = (state.own.bridges, state.enemy.bridges, state.own.hand, state.flow)
        if key not in seen:
            seen[key] = 0.0
            for code in kahuna.codes(kahuna.legal(state)):
                seen[key] = max(seen[key], self._worth(kahuna.play(state, code), seat, seen))
                if seen[key] == 1.0:
                    break
        return seen[key]


TRIALS = {
    "open-cards": OpenCards,
    "acts": Acts,
    "forgets": Forgets,
    "last-turn": LastTurn,
}


class Task(NamedTuple):
    """What is tried, and how."""

    trial: str
    net: Path
    iterations: int | None
    time_ms: float | None


@cache
def players(task: Task) -> tuple[Trial, KahunaChampion]:
    """Both players, made once in each process."""
    weights, habits = net_for("kahuna", task.net), Habits()
    trial = TRIALS[task.trial]("kahuna", weights, task.iterations, 1, habits)
    return trial, KahunaChampion("kahuna", weights, task.iterations, 1, habits)


def pair(task: Task, number: int) -> tuple[float, Counter[str]]:
    """The trial's mean score in two games of the same deal, and what it counted."""
    tried, usual = players(task)
    tried.counts = Counter()
    total = 0.0
    for seat in SEATS:
        game = tried.table = Game(Rules(), seed=f"trial/{number}")
        bots: dict[Seat, KahunaChampion] = {name: tried if name == seat else usual for name in SEATS}
        randoms = {name: Random(f"{number}/{seat}/{name}") for name in SEATS}
        for name in SEATS:
            sit_down(bots[name], game.rules, name)
        while (mover := game.to_move) is not None:
            act(bots[mover], game, mover, randoms[mover], task.time_ms, [])
        assert game.result
        winner = game.result["winner"]
        total += 0.5 if winner is None else float(winner == seat)
    return total / 2, tried.counts


def main() -> None:
    """Plays the pairs on all cores."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "trial", choices=TRIALS, help="; ".join(f"{k}: {v.__doc__}" for k, v in TRIALS.items())
    )
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--iterations", type=int, help="of each decision")
    parser.add_argument("--time-ms", type=float, help="of each decision, where no iterations are given (50)")
    parser.add_argument("--net", type=Path, default=path_of("kahuna"))
    options = parser.parse_args()
    scores, counts = [], Counter[str]()
    task = Task(options.trial, options.net, options.iterations, options.time_ms)
    crew = Processes(cores())
    try:
        for _, _, (score, counted) in do_all(crew, pair, ((task, n) for n in range(options.pairs)), str):
            scores.append(score)
            counts += counted
            sys.stderr.write(f"\r{len(scores)} pairs ")
    finally:
        crew.close()
    result = statistics.score(statistics.count_pairs(scores))
    sys.stdout.write(
        f"\n{options.trial}: {result.value:.3f} ({result.low:.3f} to {result.high:.3f}), {len(scores)} pairs\n"
    )
    for what, count in counts.items():
        sys.stdout.write(f"{what}: {count:,}\n")


if __name__ == "__main__":
    main()
