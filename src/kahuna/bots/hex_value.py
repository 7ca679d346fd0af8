"""What a position of Exahuna or Special is worth, and what each of its actions leads to is worth.

The worth is a sum over islands, fitted to played games (hex_weights.toml; tuning/fit_hex.py fits anew): the log odds of
winning for the seat to move, in hundredths. All actions are judged at once, which is quick because a bridge
that wins no island changes only the two at its ends.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import exahuna, special
from kahuna.rules.bits import lowest, popcount
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.exahuna import FIRST_END, ISLAND_COUNT, LINKS, LINKS_AT, MAJORITY, SECOND_END
from kahuna.rules.jit import kernel
from kahuna.rules.special import Kinds

Ints = NDArray[np.int64]

SURE = 2000  # the score of a game that is won; other scores are smaller
CODE_BITS = 12
CODE_MASK = (1 << CODE_BITS) - 1  # the code in a move: a move is a score, made positive, above a code
IS_CORNER = tuple(int(links.bit_count() == 5) for links in LINKS_AT)
# Along the rim two links join the same islands (Board): the inner and the outer one of each such pair.
OUTER = tuple(link for link in range(LINKS) if "=" in EXAHUNA.links[link])
INNER = tuple(EXAHUNA.links.index(EXAHUNA.links[link].replace("=", "-")) for link in OUTER)
OUTER_PAIR_COUNT = len(OUTER)
BRIDGE_COUNTS = 7  # a side has 0 to 6 bridges at an island
LEADS = 9  # points ahead at an island, from -4 or less to 4 or more
KIND_COUNT = 8
MAX_MOVES = 1000  # no position has more: 8 kinds on 54 links, or fewer of them and up to four jokers
SCRATCH = (ISLAND_COUNT, KIND_COUNT)


class Weights(NamedTuple):
    """What things are worth to the seat to move, in hundredths of log odds; the first index is bridges yet to place."""

    islands: Ints  # by corner or not, then by bridges there (in Special also points ahead)
    own: Ints  # a bridge of each kind in the own supply
    enemy: Ints
    seat: Ints  # White or Black to move: who places last has an advantage


@kernel
def bridges_in_supply(supply: int) -> int:
    """How many bridges this supply of Special has."""
    total = 0
    for kind in range(KIND_COUNT):
        total += supply >> 3 * kind & 7
    return total


@kernel
def score_exahuna(weights: Weights, state: exahuna.State) -> int:
    """The score of a running game of Exahuna for the seat to move."""
    left = state.left + state.enemy_left
    total = weights.seat[left, state.seat]
    for island in range(ISLAND_COUNT):
        total += weights.islands[left, IS_CORNER[island], cell_exahuna(state.own, state.enemy, island)]
    return int(total)


@kernel
def score_special(weights: Weights, state: special.State) -> int:
    """The score of a running game of Special for the seat to move."""
    left = bridges_in_supply(state.supply) + bridges_in_supply(state.enemy_supply)
    total = weights.seat[left, state.seat] + _supplies(weights, left, state.supply, state.enemy_supply)
    for island in range(ISLAND_COUNT):
        total += _island(weights, left, state.own, state.enemy, state.kinds, island)
    return int(total)


@kernel
def _supplies(weights: Weights, left: int, own: int, enemy: int) -> int:
    total = 0
    for kind in range(KIND_COUNT):
        total += weights.own[left, kind] * (own >> 3 * kind & 7)
        total -= weights.enemy[left, kind] * (enemy >> 3 * kind & 7)
    return total


@kernel
def _island(weights: Weights, left: int, own: int, enemy: int, kinds: Kinds, island: int) -> int:
    """What an island of Special adds to the score of the side that owns `own` and is to move."""
    cell = cell_special(own, enemy, kinds, island)
    return int(weights.islands[left, IS_CORNER[island], cell] * special.island_worth(kinds, island))


@kernel
def cell_exahuna(own: int, enemy: int, island: int) -> int:
    """Where an island's weight stands: by bridges there."""
    return popcount(own & LINKS_AT[island]) * BRIDGE_COUNTS + popcount(enemy & LINKS_AT[island])


@kernel
def cell_special(own: int, enemy: int, kinds: Kinds, island: int) -> int:
    """The same for Special: also by points ahead, which do not matter at a corner (S5)."""
    lead = 0
    if IS_CORNER[island] == 0:
        links = LINKS_AT[island]
        lead = special.points_at(own, enemy, kinds, links) - special.points_at(enemy, own, kinds, links)
    return cell_exahuna(own, enemy, island) * LEADS + max(-4, min(4, lead)) + 4


@kernel
def packed_move(score: int, code: int) -> int:
    """A move: its score, then its code."""
    return (max(1 - SURE, min(SURE - 1, score)) + SURE) << CODE_BITS | code


@kernel
def packed_end(outcome: int, seat: int, code: int) -> int:
    """A move of this seat that ends the game."""
    winner = (outcome - 1) % 3
    return (SURE if winner == 2 else 2 * SURE if winner == seat else 0) << CODE_BITS | code


@kernel
def best_first(moves: NDArray[np.int32], count: int, wide: int) -> int:
    """Brings this many of the best moves to the front, in order; returns how many these are."""
    for number in range(count):
        move, place = moves[number], number
        if number >= wide:
            place = wide - 1
            if move < moves[place]:
                continue
            moves[number] = moves[place]
        while place and moves[place - 1] < move:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
    return min(wide, count)


@kernel
def without_twins(free: int) -> int:
    """The free links without the outer one of two that join the same islands, since both would do the same."""
    for pair in range(OUTER_PAIR_COUNT):
        free &= ~((free >> INNER[pair] & 1) << OUTER[pair])
    return free


@kernel
def moves_exahuna(weights: Weights, state: exahuna.State, moves: NDArray[np.int32], scratch: Ints) -> int:
    """Writes every distinct action, packed with its score for the seat to move; returns how many there are."""
    actions = without_twins(exahuna.legal(state))
    left = state.left + state.enemy_left
    gain = scratch[:, 0]
    base, loud = 0, actions
    if left > 1 and actions >> exahuna.PASS & 1 == 0:
        loud = 0
        base = int(weights.seat[left - 1, 1 - state.seat])
        for island in range(ISLAND_COUNT):
            own, enemy = popcount(state.own & LINKS_AT[island]), popcount(state.enemy & LINKS_AT[island])
            here = weights.islands[left - 1, IS_CORNER[island]]
            base += here[enemy * BRIDGE_COUNTS + own]
            if own + enemy < popcount(LINKS_AT[island]):
                gain[island] = here[enemy * BRIDGE_COUNTS + own] - here[enemy * BRIDGE_COUNTS + own + 1]
            if own + 1 == MAJORITY[island] and enemy:
                loud |= LINKS_AT[island]
    count = 0
    while actions:
        code = lowest(actions)
        actions &= actions - 1
        if loud >> code & 1:
            after = exahuna.play(state, code)
            if after.outcome:
                moves[count] = packed_end(after.outcome, state.seat, code)
            else:
                moves[count] = packed_move(-score_exahuna(weights, after), code)
        else:
            moves[count] = packed_move(gain[FIRST_END[code]] + gain[SECOND_END[code]] - base, code)
        count += 1
    return count


@kernel
def moves_special(weights: Weights, state: special.State, moves: NDArray[np.int32], scratch: Ints) -> int:
    """The same for Special, where the score of a placement that sets off more than one capture is an estimate."""
    actions = special.legal(state)
    left = bridges_in_supply(state.supply) + bridges_in_supply(state.enemy_supply)
    base = 0
    if left > 1 and actions.free:
        base = _weigh_places(weights, state, actions, left - 1, scratch)
    count, places = 0, without_twins(actions.free)
    for kind in range(KIND_COUNT):
        free = places if actions.kinds >> kind & 1 else 0
        while free:
            link = lowest(free)
            free &= free - 1
            if left > 1:
                gain = scratch[FIRST_END[link], kind] + scratch[SECOND_END[link], kind]
                moves[count] = packed_move(base + gain - weights.enemy[left - 1, kind], kind * LINKS + link)
            else:
                moves[count] = -1 - (kind * LINKS + link)
            count += 1
    jokers = actions.jokers
    while jokers:
        joker = lowest(jokers)
        jokers &= jokers - 1
        others = actions.bridges & ~(1 << joker)
        while others:
            moves[count] = -1 - (special.MOVE_JOKER + joker * LINKS + lowest(others))
            others &= others - 1
            count += 1
    if actions.may_pass:
        moves[count] = -1 - special.PASS
        count += 1
    for number in range(count):
        if moves[number] < 0:
            code = -1 - int(moves[number])
            after = special.play(state, code)
            if after.outcome:
                moves[number] = packed_end(after.outcome, state.seat, code)
            else:
                moves[number] = packed_move(-score_special(weights, after), code)
    return count


@kernel
def _weigh_places(
    weights: Weights, state: special.State, actions: special.Legal, left: int, scratch: Ints
) -> int:
    """Writes what each kind of bridge gains at each island, captures included; the score without that gain."""
    own, enemy = state.own, state.enemy
    base = -_supplies(weights, left, state.enemy_supply, state.supply) - weights.seat[left, 1 - state.seat]
    for island in range(ISLAND_COUNT):
        links = LINKS_AT[island]
        now = _island(weights, left, enemy, own, state.kinds, island)
        base -= now
        if actions.free & links == 0:
            continue
        link = lowest(actions.free & links)  # any free link of the island will do
        contested = enemy & links and popcount(own & links) in (2, 3)
        if contested and special.controls(own, enemy, state.kinds, island):
            contested = 0
        survivors = enemy & ~links
        raid = _raid(weights, state, left, island) if contested else 0
        for kind in range(KIND_COUNT):
            if actions.kinds >> kind & 1:
                more, kinds = own | 1 << link, special.with_kind(state.kinds, link, kind)
                if contested and special.controls(more, enemy, kinds, island):
                    kinds = special.only_on(kinds, more | survivors)
                    after = _island(weights, left, survivors, more, kinds, island) - raid
                else:
                    after = _island(weights, left, enemy, more, kinds, island)
                scratch[island, kind] = now - after
    return int(base)


@kernel
def _raid(weights: Weights, state: special.State, left: int, island: int) -> int:
    """What is gained at other islands when all enemy bridges of this one fall."""
    fallen = state.enemy & LINKS_AT[island]
    survivors = state.enemy & ~fallen
    kinds = special.only_on(state.kinds, state.own | survivors)
    gain = 0
    for other in range(ISLAND_COUNT):
        if other != island and fallen & LINKS_AT[other]:
            gain += _island(weights, left, state.enemy, state.own, state.kinds, other)
            gain -= _island(weights, left, survivors, state.own, kinds, other)
    return gain
