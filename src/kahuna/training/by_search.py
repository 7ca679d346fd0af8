"""Games that the champion's search plays: the net learns what the search found with it.

The search plays against itself or, to learn how it can be beaten, against a rival's search that learns nothing.

Two kinds of positions are learned from. What was played is worth what later decisions and the result made of it, as in
practice.py, with the search's values in place of the net's. And what was tried often, but not played, is worth what
its tries were worth.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from kahuna.bots.champion import CHAMPIONS, Habits
from kahuna.bots.nets.network import Net, Slots
from kahuna.bots.nets.scoring import kernels_of
from kahuna.rules.bits import below, next_random, seeded
from kahuna.rules.jit import compiled
from kahuna.training.learning import Lesson, Samples
from kahuna.training.practice import SEARCH, RivalAnswer, new_desk, write_game
from kahuna.training.subjects import Subject

OFTEN = 6  # tries from which on an action that was not played teaches something
LOOSE = 100  # of 1,000 decisions, those in which an action is played as often as it was tried
SAMPLES_A_GAME = 1200  # at most, on average; three times what is usual

Tries = list[tuple[int, float, int]]  # tries, value and code of each action; the preferred one is the first


class Steps(NamedTuple):
    """What is done with a position in compiled code."""

    # (state, codes, starts, buffers): as in Kernels
    listed: Callable[[Any, Any, Any, Any], int]
    # (state, code, slots): the position after an action; written is how the player of it sees that position
    played: Callable[[Any, int, Slots], Any]


@cache
def steps_of(game: str) -> Steps:
    """The steps of this game."""
    kernels = kernels_of(game)
    listed, played, inputs, mover = kernels.listed, kernels.played, kernels.inputs, kernels.mover

    def list_actions(state: Any, codes: Any, starts: Any, buffers: Any) -> int:
        return listed(state, codes, starts, buffers)

    def play_and_look(state: Any, code: int, slots: Slots) -> Any:
        after = played(state, code)
        inputs(after, mover(state), slots)
        return after

    return Steps(compiled(list_actions), compiled(play_and_look))


def chosen(found: Tries, x: int) -> tuple[int, int]:
    """The place of the action to play, mostly the preferred one, and the generator's state."""
    x = next_random(x)
    if below(x, 1000) >= LOOSE:
        return 0, x
    x = next_random(x)
    left = below(x, max(1, sum(tries for tries, _, _ in found)))
    for place, (tries, _, _) in enumerate(found):
        left -= tries
        if left < 0:
            return place, x
    return 0, x


def teach_by_search(
    game: str,
    subject: Subject,
    net: Net,
    iterations: int,
    lesson: Lesson,
    games: int,
    x: int,
    samples: Samples,
    rival: RivalAnswer | None = None,
) -> int:
    """Plays this many games by searches with this net of whole numbers; returns how many samples were written.

    A rival has Black in the first game and White in the next, in turn.
    """
    kernels, steps = subject.kernels, steps_of(game)
    champion = CHAMPIONS[game](game, net, iterations, 1, Habits())
    desk = new_desk(kernels, net, net, subject.longest)
    codes, _, starts, buffers = desk.scores
    written = 0
    for number in range(games):
        state, x = subject.begun(lesson, x)
        length = 0
        for _ in range(subject.longest):
            if kernels.ended(state):
                break
            x = next_random(x)
            if rival and (number + kernels.mover(state)) % 2:
                answer = rival(state, seeded(x, SEARCH))
                after = steps.played(state, answer, desk.seen[length])  # what it sees is not kept
                state, x = kernels.dealt(after, x)
                continue
            found = champion.searched(state, seeded(x, SEARCH))
            place, x = chosen(found, x)
            count = steps.listed(state, codes, starts, buffers)
            start_of = dict(zip(codes[:count].tolist(), starts[:count].tolist(), strict=True))
            for other, (tries, value, code) in enumerate(found):
                if other == place or tries < OFTEN or code not in start_of or written == len(samples.goals):
                    continue
                if not kernels.ended(steps.played(state, code, samples.slots[written])):
                    samples.starts[written], samples.goals[written] = start_of[code], value
                    written += 1
            _, value, code = found[place]
            after = steps.played(state, code, desk.seen[length])
            if code in start_of:  # or the net will never be asked about it
                desk.seats[length], desk.starts[length] = kernels.mover(state), start_of[code]
                desk.values[length], desk.bests[length] = value, found[0][1]
                desk.explored[length] = 1 if place else 0
                length += 1
            champion.follow(state, code)
            state, x = kernels.dealt(after, x)
        written, x = write_game(lesson, samples, written, desk, length, kernels.ended(state), x)
    return written
