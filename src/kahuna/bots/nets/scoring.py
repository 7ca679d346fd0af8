"""What a net says about the actions of a position: one ply, no search.

Each game is a set of kernels (`Kernels`), and the code that uses them is written once and compiled for each game.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.hex_value import MAX_MOVES, SCRATCH
from kahuna.bots.nets.network import MAX_LOG_ODDS, Groups, Net, answered, gathered, in_integers, shifted
from kahuna.rules.jit import kernel
from kahuna.table.sisters import Sisters


class Kernels(NamedTuple):
    """A game as a net plays it. States are the game's own."""

    # (net, state, codes, odds, starts, buffers): how many actions; written are their codes, their log odds, and the
    # log odds without the net's part
    scored: Callable[..., int]
    played: Callable[[Any, int], Any]
    dealt: Callable[[Any, int], tuple[Any, int]]  # the state when chance has answered, and the generator's
    inputs: Callable[[Any, int, Any], None]  # (state, seat, slots)
    ended: Callable[[Any], int]  # the outcome, 0 while the game runs
    mover: Callable[[Any], int]
    slots: int  # of the net's inputs
    active: int  # of the slots in every position
    most: int  # actions of a position
    # (state, codes, starts, buffers): how many actions; written are their codes and the log odds without the net's part
    listed: Callable[[Any, Any, Any, Any], int]
    groups: Groups  # of the slots


class Buffers(NamedTuple):
    """Working space for scoring positions."""

    sheet: NDArray[np.int16]  # slots of two positions
    sums: NDArray[Any]  # first layers of two positions
    middle: NDArray[np.float32]
    awake: NDArray[np.int64]  # which sums are above zero
    changed: NDArray[np.int64]  # which slots differ
    moves: NDArray[np.int32]  # for Special's shortlist
    scratch: NDArray[np.int64]  # the same


@kernel
def new_buffers(net: Net, active: int) -> Buffers:
    """Working space that fits this net."""
    return Buffers(
        np.empty((2, active), np.int16),
        np.empty((2, len(net.bias)), net.bias.dtype),
        np.empty(len(net.second_bias), np.float32),
        np.empty(len(net.bias), np.int64),
        np.empty(active, np.int64),
        np.empty(MAX_MOVES, np.int32),
        np.empty(SCRATCH, np.int64),
    )


class ScoreDesk(NamedTuple):
    """What a position's scored actions are written on."""

    codes: NDArray[np.int64]
    odds: NDArray[np.float64]
    starts: NDArray[np.float64]
    buffers: Buffers


def new_score_desk(game: Kernels, net: Net) -> ScoreDesk:
    """A desk for this net's game."""
    return ScoreDesk(
        np.empty(game.most, np.int64),
        np.empty(game.most, np.float64),
        np.empty(game.most, np.float64),
        new_buffers(net, game.active),
    )


@kernel
def settled(outcome: int, seat: int) -> float:
    """What a finished game is worth to a seat, as log odds."""
    winner = (outcome - 1) % 3
    return MAX_LOG_ODDS if winner == seat else -MAX_LOG_ODDS if winner == 1 - seat else 0.0


Ask = Callable[[Net, Any, NDArray[np.int64], int, NDArray[np.float64], Buffers], None]


def asking(played: Any, inputs: Any, changes: Any, ended: Any, mover: Any) -> Ask:
    """The kernel that asks a net about actions of a position, given by their codes: adds log odds for the seat to move.

    Where an action ends the game, the odds are those of the result, whatever they were before.
    """

    @kernel
    def asked(
        net: Net,
        state: Any,
        codes: NDArray[np.int64],
        count: int,
        odds: NDArray[np.float64],
        buffers: Buffers,
    ) -> None:
        before, now, base, sums = buffers.sheet[0], buffers.sheet[1], buffers.sums[0], buffers.sums[1]
        seat = mover(state)
        inputs(state, seat, before)
        gathered(net, before, base)
        for i in range(count):
            after = played(state, int(codes[i]))
            if ended(after):
                odds[i] = settled(ended(after), seat)
            else:
                for position in range(len(now)):
                    now[position] = before[position]
                changes(state, after, seat, now)
                shifted(net, base, before, now, sums, buffers.changed)
                odds[i] += answered(net, sums, buffers.middle, buffers.awake)[0]

    return asked


def scoring(listed: Any, asked: Ask) -> Callable[..., int]:
    """The kernel that lists a position's actions with first odds and asks a net about them; it returns how many."""

    @kernel
    def scored(
        net: Net,
        state: Any,
        codes: NDArray[np.int64],
        odds: NDArray[np.float64],
        starts: NDArray[np.float64],
        buffers: Buffers,
    ) -> int:
        count = int(listed(state, codes, starts, buffers))
        for i in range(count):
            odds[i] = starts[i]
        asked(net, state, codes, count, odds, buffers)
        return count

    return scored


@kernel
def best_of(odds: NDArray[np.float64], count: int) -> int:
    """The first entry with the best odds."""
    best = 0
    for i in range(1, count):
        if odds[i] > odds[best]:
            best = i
    return best


def _kahuna(game: str) -> Kernels:
    from kahuna.bots.nets.kahuna_games import net_game_on
    from kahuna.table.knowledge import rules_of

    return net_game_on(rules_of(game)).playing


def _hex(game: str) -> Kernels:
    from kahuna.bots.nets import hex_games

    return hex_games.KERNELS[game]


KERNELS: Sisters[Callable[[str], Kernels]] = Sisters(
    "net", {"kahuna": _kahuna, "exahuna": _hex, "exahuna-special": _hex}, lambda _: _kahuna
)


def kernels_of(game: str) -> Kernels:
    """The kernels of this game; what they need is imported now."""
    return KERNELS[game](game)


def playing_net(net: Net, game: str) -> Net:
    """This net of this game as it plays fastest."""
    return in_integers(net, kernels_of(game).groups)
