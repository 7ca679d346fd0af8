"""Games that teach the net that sees all cards: it watches while the bundled net plays both seats.

The players see only what players may see, so the net learns the chance to win of a full state when neither seat
sees all cards.
"""

from functools import cache

import numpy as np

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.kahuna_games import KERNELS, MAX_KAHUNA_ACTIONS, dealt, scored
from kahuna.bots.nets.kahuna_inputs import ACTIVE as SEEN_BY_PLAYERS
from kahuna.bots.nets.network import Net, answered, chance, gathered
from kahuna.bots.nets.scoring import new_buffers
from kahuna.review.open_inputs import ACTIVE, SLOTS, open_inputs
from kahuna.rules import kahuna
from kahuna.rules.bits import below, next_random
from kahuna.rules.jit import compiled
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.sisters import MAP_MARK
from kahuna.training.learning import Lesson, Samples
from kahuna.training.openings import begun_kahuna
from kahuna.training.practice import RivalAnswer, picked
from kahuna.training.subjects import Subject, subject_of

HIDDEN_CARDS = ("kahuna",)  # games that have such
OPEN_HIDDEN_UNITS = 64
MAX_DECISIONS = 400  # decisions of a game
ABSURD = 10  # in a quarter of the games, this many times as many actions are random


def watch(net: Net, guide: Net, lesson: Lesson, games: int, x: int, samples: Samples) -> int:
    """Plays this many games by the guide and writes what they teach the net; returns how many samples that are.

    The goal of a state moves from the result towards what the net thought on the way (as in `learned`). An action
    chosen without thinking says nothing about the states before it.
    """
    most = MAX_KAHUNA_ACTIONS
    codes, odds, starts = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(most, np.float64)
    buffers = new_buffers(guide, SEEN_BY_PLAYERS)
    total, middle = np.empty(len(net.bias), np.float32), np.empty(len(net.second_bias), np.float32)
    awake = np.empty(len(net.bias), np.int64)
    seen = np.empty((MAX_DECISIONS, ACTIVE), np.int16)
    seats, strayed = np.empty(MAX_DECISIONS, np.int64), np.empty(MAX_DECISIONS, np.int64)
    values = np.empty(MAX_DECISIONS, np.float64)
    written = 0
    for _ in range(games):
        state, x = begun_kahuna(lesson, x)
        x = next_random(x)
        stray = lesson.stray * (ABSURD if x & 3 == 0 else 1)
        length = 0
        while state.flow.outcome == 0 and length < MAX_DECISIONS:
            open_inputs(state, seen[length])
            gathered(net, seen[length], total)
            mine = chance(answered(net, total, middle, awake)[0])
            seats[length] = state.flow.seat
            values[length] = mine if state.flow.seat == WHITE else 1.0 - mine
            count = scored(guide, state, codes, odds, starts, buffers)
            x = next_random(x)
            strayed[length] = 1 if below(x, 1000) < stray else 0
            x = next_random(x)
            choice = below(x, count) if strayed[length] else picked(odds, count, lesson.temperature, x)
            state, x = dealt(kahuna.play(state, int(codes[choice])), x)
            length += 1
        goal = worth(state.flow.outcome, WHITE) if state.flow.outcome else 0.5
        for number in range(length - 1, -1, -1):
            if strayed[number]:
                goal = values[number]
                continue
            x = next_random(x)
            if x >> 20 & 1023 < lesson.keep and written < len(samples.goals):
                samples.slots[written] = seen[number]
                samples.starts[written] = 0.0
                samples.goals[written] = goal if seats[number] == WHITE else 1.0 - goal
                written += 1
            goal = values[number] + lesson.trace * (goal - values[number])
    return written


watch_native = compiled(watch)


def _watch_bundled(
    net: Net,
    rival: Net,  # noqa: ARG001 (there is none)
    lesson: Lesson,
    games: int,
    x: int,
    samples: Samples,
    search: RivalAnswer | None = None,  # noqa: ARG001
) -> int:
    """The same with the bundled net as the guide."""
    return watch_native(net, net_for("kahuna", path_of("kahuna")), lesson, games, x, samples)


def subject_for(game: str, open_cards: bool) -> Subject:
    """What is learned: the game as players know it, or with all cards open; ValueError where nothing is hidden."""
    if not open_cards:
        return subject_of(game)
    if game not in HIDDEN_CARDS:
        if MAP_MARK in game:
            raise ValueError("games on a map have no reviews, and so no net that sees all cards")
        raise ValueError(f"{game} hides nothing: its ordinary net sees everything already")
    return open_subject()


@cache
def open_subject() -> Subject:
    """Kahuna as the net that sees all cards learns it."""
    kernels = KERNELS._replace(slots=SLOTS, active=ACTIVE)
    return Subject(kernels, _watch_bundled, _no_duel, begun_kahuna, MAX_DECISIONS)


def _no_duel(*_: object) -> None:
    raise ValueError("a net that sees all cards plays no games")
