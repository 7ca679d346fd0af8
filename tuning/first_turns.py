"""Games of the bundled nets with a planned first turn, in compiled code: what `tuning/openings.py` counts.

In every game of Kahuna the first turn of one seat is studied. In some games it is the net's own; in the others a
plan, chosen by lot, restricts it, and the net chooses the rest. So every plan meets all hands alike.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.hex_games import KERNELS
from kahuna.bots.nets.kahuna_games import LEARNED
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import ScoreDesk, best_of
from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import below, next_random, popcount, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import State
from kahuna.rules.outcome import WHITE, worth
from kahuna.training.practice import picked

FREE, LINK, BRIDGES, ENDING, DISCARDS = range(5)  # plans
IMPOSSIBLE = -1  # a plan that did not fit the hand; the net went on as it liked
PLAN_LOTS = (25, 45, 15, 10, 5)  # of a hundred games, how many have each plan
WHITE_LOTS = 60  # of a hundred games, in how many White's first turn is studied; in the others Black's
BUILD, REMOVE, DISCARD, ROW, STACK, DECLINE = range(6)  # kinds of actions; the last three end a turn
MILLION = 1_000_000

Rows = NDArray[np.int64]


# What is kept of a game of Kahuna, in this order: whose first turn is studied, the plan, its option (how many bridges
# or discards, or the kind of the end), the chance that the net saw before the turn, in millionths, the code of its
# first action, the links it built on, the kind of action that ended it, what the studied seat made (2 for a win), both
# hands, and the islands of both at the end of round 1, as bits.
SEAT, PLAN, OPTION, EXPECTED, FIRST, BUILT, END_KIND, HALF_POINTS = range(8)
WHITE_HAND, BLACK_HAND, WHITE_ISLANDS, BLACK_ISLANDS = range(8, 12)
FIELDS = 12


@kernel
def kind_of(code: int) -> int:
    """The kind of an action."""
    if code < kahuna.REMOVE:
        return BUILD
    if code < kahuna.DISCARD:
        return REMOVE
    if code < kahuna.TAKE_ROW:
        return DISCARD
    if code < kahuna.TAKE_STACK:
        return ROW
    return STACK if code == kahuna.TAKE_STACK else DECLINE


@kernel
def a_plan(x: int) -> tuple[int, int, int]:
    """A plan by lot, its option, and the generator's state."""
    x = next_random(x)
    lot, plan = below(x, 100), FREE
    while lot >= PLAN_LOTS[plan]:
        lot -= PLAN_LOTS[plan]
        plan += 1
    x = next_random(x)
    if plan == BRIDGES:
        return plan, below(x, 4), x
    if plan == ENDING:
        return plan, ROW + below(x, 3), x
    return plan, 1 + below(x, 3) if plan == DISCARDS else 0, x


@kernel
def best_planned(
    state: State,
    codes: Rows,
    odds: NDArray[np.float64],
    count: int,
    plan: int,
    option: int,
    done: int,
) -> int:
    """The place of the best action that fits the plan when so many of the turn are done; -1 if none does."""
    full = popcount(state.own.hand) == kahuna.HAND_LIMIT
    best = -1
    for i in range(count):
        kind = kind_of(int(codes[i]))
        if plan in (BRIDGES, DISCARDS):
            wanted = (kind == BUILD if plan == BRIDGES else kind == DISCARD) if done < option else kind >= ROW
        elif plan == ENDING:
            wanted = kind == option
        else:  # as the bundled net plays
            wanted = kind != DISCARD or full
        if wanted and (best < 0 or odds[i] > odds[best]):
            best = i
    return best


@kernel
def random_bridge(codes: Rows, count: int, x: int) -> int:
    """The place of a bridge chosen by lot; -1 if none can be built."""
    builds = 0
    for i in range(count):
        builds += 1 if kind_of(int(codes[i])) == BUILD else 0
    lot = below(x, builds) if builds else -1
    for i in range(count):
        if kind_of(int(codes[i])) == BUILD:
            if lot == 0:
                return i
            lot -= 1
    return -1


def study_kahuna(net: Net, games: int, seed: int, desk: ScoreDesk, rows: Rows) -> None:
    """Plays this many games; writes what is studied of each."""
    scored, played, dealt = SCORED, kahuna.play, DEALT
    codes, odds, starts, buffers = desk
    x = seeded(seed, 0)
    for number in range(games):
        row = rows[number]
        x = next_random(x)
        seat = 0 if below(x, 100) < WHITE_LOTS else 1
        plan, option, x = a_plan(x)
        state, x = dealt(kahuna.start(0, 0, 0, 0), x)
        row[SEAT], row[OPTION], row[BUILT], row[WHITE_ISLANDS] = seat, option, 0, -1
        row[WHITE_HAND], row[BLACK_HAND] = state.own.hand, state.enemy.hand
        done = 0
        while state.flow.outcome == 0:
            count = scored(net, state, codes, odds, starts, buffers)
            choice = best_planned(state, codes, odds, count, FREE, 0, 0)
            if state.flow.turn == 1 + seat:
                if done == 0:
                    row[EXPECTED] = int(MILLION * chance(odds[choice]))
                ends = kind_of(int(codes[choice])) >= ROW
                fitting = choice
                if plan == LINK and done == 0:
                    x = next_random(x)
                    fitting = random_bridge(codes, count, x)
                elif plan in (BRIDGES, DISCARDS) or (plan == ENDING and ends):
                    fitting = best_planned(state, codes, odds, count, plan, option, done)
                if fitting < 0:
                    plan = IMPOSSIBLE
                else:
                    choice = fitting
                kind = kind_of(int(codes[choice]))
                if done == 0:
                    row[FIRST] = codes[choice]
                if kind == BUILD:
                    row[BUILT] |= 1 << codes[choice] % kahuna.LINKS
                row[END_KIND] = kind
                done += 1
            state, x = dealt(played(state, int(codes[choice])), x)
            if row[WHITE_ISLANDS] < 0 and state.flow.round == 2:
                own, enemy = kahuna.controlled(state.own.bridges), kahuna.controlled(state.enemy.bridges)
                row[WHITE_ISLANDS] = own if state.flow.seat == 0 else enemy
                row[BLACK_ISLANDS] = enemy if state.flow.seat == 0 else own
        row[PLAN] = plan
        row[HALF_POINTS] = int(2 * worth(state.flow.outcome, seat))


# Discards are among the actions of a net that learns, and the net that plays has the same otherwise.
SCORED, DEALT = LEARNED.scored, LEARNED.dealt
study_kahuna_native = compiled(study_kahuna, allocates=False)


# The open games

HEATED = 10  # moves in which the nets vary their choice, so that no two games are alike
TEMPERATURE = 0.25
FREE_LOTS = 25  # of a hundred games, how many begin with the net's own move
# What is kept of an open game: the first move, and what White made. The net's own move with code c is -1 - c.
OPEN_FIRST, OPEN_HALF_POINTS = range(2)
OPEN_FIELDS = 2
OPEN_RULES = {"exahuna": exahuna, "exahuna-special": special}


def playing_open(game: str) -> Callable[[Net, Rows, int, int, ScoreDesk, Rows], None]:
    """The compiled function that plays an open game many times, the first move one of these codes or the net's own."""
    rules: Any = OPEN_RULES[game]
    start = rules.start
    kernels = KERNELS[game]
    scored, played, ended = kernels.scored, kernels.played, kernels.ended

    def play(net: Net, firsts: Rows, games: int, seed: int, desk: ScoreDesk, rows: Rows) -> None:
        codes, odds, starts, buffers = desk
        x = seeded(seed, 0)
        for number in range(games):
            state = start()
            x = next_random(x)
            free = below(x, 100) < FREE_LOTS
            moves = 0
            while ended(state) == 0:
                code = -1
                if moves == 0 and not free:
                    x = next_random(x)
                    code = int(firsts[below(x, len(firsts))])
                else:
                    count = scored(net, state, codes, odds, starts, buffers)
                    choice = best_of(odds, count)
                    if moves < HEATED:
                        x = next_random(x)
                        choice = picked(odds, count, TEMPERATURE, x)
                    code = int(codes[choice])
                if moves == 0:
                    rows[number, OPEN_FIRST] = -1 - code if free else code
                state = played(state, code)
                moves += 1
            rows[number, OPEN_HALF_POINTS] = int(2 * worth(ended(state), WHITE))

    return compiled(play, allocates=False)
