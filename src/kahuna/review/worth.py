"""White's chance in a full state of Kahuna, all cards seen: a net's answer, and the exact mean where cards are due.

This mean makes luck unbiased: when a card comes, the chance changes by zero on average, whatever the net thinks.
Computing it needs hidden cards, so no player may ask (K16).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets.network import Floats, Net, Slots, answered, chance, gathered
from kahuna.review.open_inputs import ACTIVE, ISLANDS, open_inputs
from kahuna.rules import kahuna
from kahuna.rules.bits import below, count_card, next_random, popcount
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import DUE_ROW, State
from kahuna.rules.outcome import WHITE, worth


class NetSpace(NamedTuple):
    """Working space for one net."""

    slots: Slots
    total: Floats
    middle: Floats
    awake: NDArray[np.int64]


@kernel
def new_desk(net: Net) -> NetSpace:
    """Working space that fits this net."""
    return NetSpace(
        np.empty(ACTIVE, np.int16),
        np.empty(len(net.bias), np.float32),
        np.empty(len(net.second_bias), np.float32),
        np.empty(len(net.bias), np.int64),
    )


@kernel
def quiet_worth(net: Net, state: State, desk: NetSpace) -> float:
    """White's chance in a running game that awaits no card: what the net says."""
    open_inputs(state, desk.slots)
    gathered(net, desk.slots, desk.total)
    mine = chance(answered(net, desk.total, desk.middle, desk.awake)[0])
    return mine if state.flow.seat == WHITE else 1.0 - mine


@kernel
def row_worth(net: Net, state: State, desk: NetSpace) -> float:
    """White's chance while a round's row is about to be dealt (K10): the mean over all rows, each multiset once."""
    total, ways = 0.0, 0
    for first in range(ISLANDS):
        firsts = count_card(state.stack, first)
        for second in range(first, ISLANDS):
            seconds = count_card(state.stack, second)
            two = firsts * seconds if first < second else firsts // 2
            if two == 0:
                continue
            for third in range(second, ISLANDS):
                thirds = count_card(state.stack, third)
                if first == second == third or (second == third and thirds < 2):
                    continue
                here = two // seconds if second == third else two * thirds
                if here:
                    dealt = kahuna.deal(kahuna.deal(kahuna.deal(state, first), second), third)
                    total += here * quiet_worth(net, dealt, desk)
                    ways += here
    return total / ways


@kernel
def dealt_worth(net: Net, state: State, desk: NetSpace) -> float:
    """White's chance in a state where no card is due except, perhaps, a round's row."""
    if state.flow.outcome:
        return worth(state.flow.outcome, WHITE)
    return row_worth(net, state, desk) if state.due == DUE_ROW else quiet_worth(net, state, desk)


@kernel
def full_worth(net: Net, state: State, desk: NetSpace) -> float:
    """White's chance in any state after the first deal; if a card is awaited, the mean over all cards it can be."""
    if state.due == 0 or state.due == DUE_ROW:
        return dealt_worth(net, state, desk)
    total = 0.0
    for island in range(ISLANDS):
        count = count_card(state.stack, island)
        if count:
            total += count * dealt_worth(net, kahuna.deal(state, island), desk)
    return total / popcount(state.stack)


@compiled
def white_chance(net: Net, state: State) -> float:
    """White's chance in this state, all cards seen."""
    return full_worth(net, state, new_desk(net))


@compiled
def luck(net: Net, before: State, after: State) -> float:
    """What the cards that came between these states gave White."""
    desk = new_desk(net)
    return full_worth(net, after, desk) - full_worth(net, before, desk)


@compiled
def start_sums(
    net: Net, planning: int, handicap: int, handicap_to: int, deals: int, x: int
) -> tuple[float, float]:
    """White's chances after this many random deals of a game that White begins, added up, and their squares."""
    desk = new_desk(net)
    total, squares = 0.0, 0.0
    for _ in range(deals):
        state = kahuna.start(planning, handicap, handicap_to, WHITE)
        while state.due:
            x = next_random(x)
            state = kahuna.deal_nth(state, below(x, popcount(state.stack)))
        value = quiet_worth(net, state, desk)
        total += value
        squares += value * value
    return total, squares
