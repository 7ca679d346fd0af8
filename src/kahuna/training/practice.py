"""Games that nets play for learning, and against each other: one ply, and no search but a rival's.

The loops are written once and compiled for each game.
"""

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.network import Net, Slots, chance
from kahuna.bots.nets.scoring import (
    Buffers,
    Kernels,
    ScoreDesk,
    best_of,
    new_buffers,
    new_score_desk,
    settled,
)
from kahuna.rules.bits import below, next_random, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.training.learning import BY_SEARCH, Lesson, Samples, write_samples

# A position to begin with, and the generator's state.
FirstPositions = Callable[[Lesson, int], tuple[Any, int]]
RivalAnswer = Callable[[Any, int], int]  # the action for a state, decided by the generator's state


class Teach(Protocol):
    """Plays games and writes what they teach a net."""

    def __call__(
        self,
        net: Net,
        rival: Net,
        lesson: Lesson,
        games: int,
        x: int,
        samples: Samples,
        search: RivalAnswer | None = None,
    ) -> int:
        """How many samples were written. The rival searches if the lesson says so, else it is a net."""
        ...


@kernel
def picked(odds: NDArray[np.float64], count: int, temperature: float, x: int) -> int:
    """A random entry, better ones more likely: softmax at this temperature, decided by the generator's state."""
    best = odds[best_of(odds, count)]
    total = 0.0
    for i in range(count):
        total += exp((odds[i] - best) / temperature)
    left = total * (below(x, 1 << 30) / (1 << 30))
    for i in range(count):
        left -= exp((odds[i] - best) / temperature)
        if left < 0:
            return i
    return count - 1


class PracticeDesk(NamedTuple):
    """The games of a chunk so far, and the positions of the one being played: it can be left and continued."""

    counts: NDArray[np.int64]  # by the names below
    seen: Slots
    starts: NDArray[np.float64]
    seats: NDArray[np.int64]
    explored: NDArray[np.int64]
    values: NDArray[np.float64]
    bests: NDArray[np.float64]
    scores: ScoreDesk  # of one decision
    rival_buffers: Buffers  # a rival may have another width


GAMES_OVER, MOVES, LENGTH, WRITTEN = range(4)  # in counts; the length is that of what is learned from
NO_ANSWER = -1
SEARCH = 1  # the stream of a search's own luck: what it imagines has nothing to do with what is dealt next


def new_desk(game: Kernels, net: Net, rival: Net, longest: int) -> PracticeDesk:
    """A desk for games of at most so many decisions."""
    return PracticeDesk(
        np.zeros(4, np.int64),
        np.empty((longest, game.active), np.int16),
        np.empty(longest, np.float64),
        np.empty(longest, np.int64),
        np.empty(longest, np.int64),
        np.empty(longest, np.float64),
        np.empty(longest, np.float64),
        new_score_desk(game, net),
        new_buffers(rival, game.active),
    )


@kernel
def write_game(
    lesson: Lesson, samples: Samples, written: int, desk: PracticeDesk, length: int, outcome: int, x: int
) -> tuple[int, int]:
    """Writes what the game on the desk teaches both seats; the new count of samples, and the generator's state."""
    for seat in range(2):
        goal = chance(settled(outcome, seat)) if outcome else 0.5
        written, x = write_samples(
            lesson,
            samples,
            written,
            desk.seen,
            desk.starts,
            desk.seats,
            desk.explored,
            desk.values,
            desk.bests,
            length,
            seat,
            goal,
            x,
        )
    return written, x


def playing_on(game: Kernels, begun: FirstPositions, longest: int) -> Callable[..., tuple[Any, int]]:
    """The compiled function that plays games and writes what they teach the first net.

    It returns the state and the generator's when all games are over, or when a rival who searches is to move. Their
    answer to that state is an argument of the next call.
    """
    scored, played, dealt, inputs = game.scored, game.played, game.dealt, game.inputs
    ended, mover = game.ended, game.mover

    def play_on(
        net: Net,
        rival: Net,
        lesson: Lesson,
        games: int,
        samples: Samples,
        desk: PracticeDesk,
        state: Any,
        answer: int,
        x: int,
    ) -> tuple[Any, int]:
        codes, odds, starts, own_buffers = desk.scores
        counts = desk.counts
        while counts[GAMES_OVER] < games:
            while ended(state) == 0 and counts[MOVES] < longest:
                seat = mover(state)
                rivals = lesson.rivalry != 0 and (counts[GAMES_OVER] + seat) % 2 != 0
                if rivals and lesson.rivalry == BY_SEARCH:
                    if answer == NO_ANSWER:
                        return state, x
                    codes[0], odds[0], count, answer = answer, 0.0, 1, NO_ANSWER
                else:
                    # Kernels are inlined wherever they are called, so each is called in one place.
                    player, buffers = (rival, desk.rival_buffers) if rivals else (net, own_buffers)
                    count = scored(player, state, codes, odds, starts, buffers)
                best = choice = best_of(odds, count)
                strayed = False
                if not rivals:
                    x = next_random(x)
                    strayed = below(x, 1000) < lesson.stray
                    x = next_random(x)
                    choice = below(x, count) if strayed else picked(odds, count, lesson.temperature, x)
                counts[MOVES] += 1
                after = played(state, int(codes[choice]))
                if not rivals:
                    length = counts[LENGTH]
                    desk.seats[length], desk.explored[length] = seat, 1 if strayed else 0
                    desk.values[length], desk.starts[length] = chance(odds[choice]), starts[choice]
                    desk.bests[length] = chance(odds[best])
                    inputs(after, seat, desk.seen[length])
                    counts[LENGTH] += 1
                state, x = dealt(after, x)
            outcome = ended(state)
            counts[WRITTEN], x = write_game(
                lesson, samples, int(counts[WRITTEN]), desk, int(counts[LENGTH]), outcome, x
            )
            counts[GAMES_OVER] += 1
            counts[MOVES] = counts[LENGTH] = 0
            state, x = begun(lesson, x)
        return state, x

    return compiled(play_on, allocates=False)


def teaching(game: Kernels, begun: FirstPositions, longest: int) -> Teach:
    """The function that plays this many games and writes what they teach the first net; it returns how many samples.

    The net plays against itself or, if the lesson says so, against a rival that plays its best and learns nothing.
    """
    play_on = playing_on(game, begun, longest)

    def teach(
        net: Net,
        rival: Net,
        lesson: Lesson,
        games: int,
        x: int,
        samples: Samples,
        search: RivalAnswer | None = None,
    ) -> int:
        desk, answer = new_desk(game, net, rival, longest), NO_ANSWER
        state, x = begun(lesson, x)
        while True:
            state, x = play_on(net, rival, lesson, games, samples, desk, state, answer, x)
            if search is None or desk.counts[GAMES_OVER] == games:
                return int(desk.counts[WRITTEN])
            x = next_random(x)
            answer = search(state, seeded(x, SEARCH))

    return teach


def duelling(
    game: Kernels, begun: FirstPositions, longest: int
) -> Callable[[Net, Net, Lesson, int, int, NDArray[np.int64]], None]:
    """The compiled function that plays mirrored pairs between two nets and writes the first one's half points.

    The nets choose their best actions; games differ only in how they begin.
    """
    scored, played, dealt, ended, mover = game.scored, game.played, game.dealt, game.ended, game.mover
    active, most = game.active, game.most

    def duel(one: Net, two: Net, lesson: Lesson, pairs: int, x: int, scores: NDArray[np.int64]) -> None:
        codes, odds, starts = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(most, np.float64)
        room, other_room = new_buffers(one, active), new_buffers(two, active)  # they may differ in width
        for pair in range(pairs):
            x = next_random(x)
            scores[pair] = 0
            for side in range(2):
                state, y = begun(lesson, x)
                length = 0
                while ended(state) == 0 and length < longest:
                    first = mover(state) == side
                    net, buffers = (one, room) if first else (two, other_room)
                    count = scored(net, state, codes, odds, starts, buffers)
                    state, y = dealt(played(state, int(codes[best_of(odds, count)])), y)
                    length += 1
                outcome = ended(state)
                winner = (outcome - 1) % 3 if outcome else 2
                scores[pair] += 2 if winner == side else 1 if winner == 2 else 0

    return compiled(duel)
