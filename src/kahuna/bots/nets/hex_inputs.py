"""What the nets of Exahuna and Special see: a position after a move, from one seat.

| group | positions | slots of each | says |
| --- | --- | --- | --- |
| control on a link | 54 | 27 | its bridge, and who controls both ends |
| needs on a link | 54 | 1950 for all | its bridge, and at both ends how far both sides are from control; rim or not |
| islands | 19 | 28, in Special 140 | own and enemy bridges, in Special with the lead in points there |
| supply | 2, in Special 16 | 33, in Special 5 | bridges left of both sides, of each kind |
| time | 1 | 65 | bridges left of both together |
| lead | 2 | 164 | in islands (their worth) and in bridges, by quarter of the game |
| kinds | only Special: 54 | 17 | the bridge on a link with its kind |
| worth | only Special: 19 | 12 | what an island counts, and for whom |
| passed | only Special: 1 | 2 | whether the last move was to pass |

Two links along the rim join the same islands, so their bridges are sorted first: it must not matter which of the
two lies outside.
"""

from itertools import pairwise

from kahuna.bots.hex_value import BRIDGE_COUNTS, INNER, OUTER, bridges_in_supply
from kahuna.bots.nets.kahuna_inputs import clamped, like_groups, pair_table
from kahuna.bots.nets.network import Slots
from kahuna.rules import exahuna, special
from kahuna.rules.bits import lowest, popcount
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.jit import kernel

LINKS, ISLANDS = exahuna.LINKS, exahuna.ISLAND_COUNT
RIM = tuple(int(link in OUTER or link in INNER) for link in range(LINKS))
DEGREE = tuple(links.bit_count() for links in EXAHUNA.links_at)
PAIR = pair_table(max(DEGREE))
OUT_OF_REACH = (
    4  # four bridges or more are missing, or control is out of reach while the other side's bridges stand
)

CONTROL = 0
NEEDS = CONTROL + LINKS * 27
TIME = NEEDS + 2 * 3 * 325
LEAD = TIME + 65
BRIDGES = LEAD + 4 * 41
ISLAND = BRIDGES + 4 * 41

SUPPLY = ISLAND + ISLANDS * 28
EXAHUNA_SLOTS = SUPPLY + 2 * 33
EXAHUNA_ACTIVE = 2 * LINKS + ISLANDS + 5

KIND = ISLAND + ISLANDS * 140
WORTH = KIND + LINKS * 17
KIND_SUPPLY = WORTH + ISLANDS * 12
PASSED = KIND_SUPPLY + 16 * 5
SPECIAL_SLOTS = PASSED + 2
SPECIAL_ACTIVE = 3 * LINKS + 2 * ISLANDS + 3 + 16 + 1
ALL_ISLANDS = (1 << ISLANDS) - 1

BOARD_GROUPS = (
    *like_groups(CONTROL, LINKS, 27),
    (NEEDS, NEEDS + 3 * 325, LINKS - sum(RIM)),
    (NEEDS + 3 * 325, TIME, sum(RIM)),
    *((first, end, 1) for first, end in pairwise((TIME, LEAD, BRIDGES, ISLAND))),
)
EXAHUNA_GROUPS = (*BOARD_GROUPS, *like_groups(ISLAND, ISLANDS, 28), *like_groups(SUPPLY, 2, 33))
SPECIAL_GROUPS = (
    *BOARD_GROUPS,
    *like_groups(ISLAND, ISLANDS, 140),
    *like_groups(KIND, LINKS, 17),
    *like_groups(WORTH, ISLANDS, 12),
    *like_groups(KIND_SUPPLY, 16, 5),
    *like_groups(PASSED, 1, 2),
)


def need(mine: int, theirs: int, degree: int, majority: int) -> int:
    """How many bridges are missing for a majority (E3; Special's points are other groups'): 0 to 3, or OUT_OF_REACH."""
    missing = majority - mine
    if missing <= 0:
        return 0
    return missing if missing <= degree - mine - theirs and missing < OUT_OF_REACH else OUT_OF_REACH


# The needs of both sides, own * 5 + enemy, for each size of an island and each pair of own and enemy bridges.
SIZES = sorted(set(zip(DEGREE, exahuna.MAJORITY, strict=True)))
NEEDS_OF_PAIR = tuple(
    need(mine, theirs, degree, majority) * 5 + need(theirs, mine, degree, majority)
    for degree, majority in SIZES
    for mine in range(BRIDGE_COUNTS)
    for theirs in range(BRIDGE_COUNTS)
)
# Where those of an island begin.
PAIRS_AT = tuple(SIZES.index(size) * BRIDGE_COUNTS**2 for size in zip(DEGREE, exahuna.MAJORITY, strict=True))
# Each island with its neighbours.
NEAR = tuple(special.ends_of(links) for links in EXAHUNA.links_at)
OUTER_LINKS = sum(1 << link for link in OUTER)
INNER_OF = tuple(INNER[OUTER.index(link)] if link in OUTER else 0 for link in range(LINKS))


@kernel
def board_inputs(
    me: int,
    foe: int,
    mine_controlled: int,
    foe_controlled: int,
    lead: int,
    left: int,
    islands: int,
    slots: Slots,
) -> int:
    """Writes the groups of both games but islands and supply, for these islands' links; returns how many positions."""
    links, near = special.links_of(islands), 0
    while islands:
        near |= NEAR[lowest(islands)]
        islands &= islands - 1
    low, high = 0, 0  # five bits an island: the needs of both sides there, islands 0-9 and 10-18
    while near:
        island = lowest(near)
        near &= near - 1
        here = exahuna.LINKS_AT[island]
        both = NEEDS_OF_PAIR[PAIRS_AT[island] + popcount(me & here) * BRIDGE_COUNTS + popcount(foe & here)]
        if island < 10:
            low |= both << 5 * island
        else:
            high |= both << 5 * (island - 10)
    while links:
        link = lowest(links)
        links &= links - 1
        a, b = exahuna.FIRST_END[link], exahuna.SECOND_END[link]
        owner = (me >> link & 1) + 2 * (foe >> link & 1)
        held_a = (mine_controlled >> a & 1) + 2 * (foe_controlled >> a & 1)
        held_b = (mine_controlled >> b & 1) + 2 * (foe_controlled >> b & 1)
        slots[link] = CONTROL + link * 27 + owner * 9 + held_a * 3 + held_b
        need_a = (low >> 5 * a if a < 10 else high >> 5 * (a - 10)) & 31
        need_b = (low >> 5 * b if b < 10 else high >> 5 * (b - 10)) & 31
        if need_a > need_b:
            need_a, need_b = need_b, need_a
        slots[LINKS + link] = NEEDS + (RIM[link] * 3 + owner) * 325 + need_b * (need_b + 1) // 2 + need_a
    at = 2 * LINKS
    quarter = min(3, (64 - left) // 16)
    slots[at] = TIME + left
    slots[at + 1] = LEAD + quarter * 41 + clamped(lead, 20)
    slots[at + 2] = BRIDGES + quarter * 41 + clamped(popcount(me) - popcount(foe), 20)
    return at + 3


@kernel
def swapped(word: int, inner: int, outer: int, swap: int) -> int:
    """The word with these two bits exchanged if `swap` is 1."""
    differ = ((word >> inner) ^ (word >> outer)) & swap
    return word ^ (differ << inner | differ << outer)


@kernel
def exahuna_inputs(state: exahuna.State, seat: int, slots: Slots) -> None:
    """Writes the slots of this state of Exahuna, seen from this seat."""
    _exahuna_inputs(state, seat, ALL_ISLANDS, slots)


@kernel
def exahuna_changes(before: exahuna.State, after: exahuna.State, seat: int, slots: Slots) -> None:
    """Turns the slots of a state of Exahuna into those of the state after a move."""
    changed = (before.own ^ after.enemy) | (before.enemy ^ after.own)
    _exahuna_inputs(after, seat, special.ends_of(changed), slots)


@kernel
def _exahuna_inputs(state: exahuna.State, seat: int, islands: int, slots: Slots) -> None:
    """Writes the slots of these islands and their links, and all that are of neither."""
    mine = state.seat == seat
    me, foe = (state.own, state.enemy) if mine else (state.enemy, state.own)
    rim = special.links_of(islands) & OUTER_LINKS
    while rim:
        outer = lowest(rim)
        rim &= rim - 1
        inner = INNER_OF[outer]
        there, here = (me >> outer & 1) + 2 * (foe >> outer & 1), (me >> inner & 1) + 2 * (foe >> inner & 1)
        swap = 1 if there > here else 0
        me, foe = swapped(me, inner, outer, swap), swapped(foe, inner, outer, swap)
    my_left, foe_left = (state.left, state.enemy_left) if mine else (state.enemy_left, state.left)
    mine_controlled, foe_controlled = exahuna.controlled(me), exahuna.controlled(foe)
    lead = popcount(mine_controlled) - popcount(foe_controlled)
    at = board_inputs(me, foe, mine_controlled, foe_controlled, lead, my_left + foe_left, islands, slots)
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        here = exahuna.LINKS_AT[island]
        slots[at + island] = ISLAND + island * 28 + PAIR[popcount(me & here) * 7 + popcount(foe & here)]
    slots[at + ISLANDS] = SUPPLY + my_left
    slots[at + ISLANDS + 1] = SUPPLY + 33 + foe_left


@kernel
def special_inputs(state: special.State, seat: int, slots: Slots) -> None:
    """Writes the slots of this state of Special, seen from this seat."""
    _special_inputs(state, seat, ALL_ISLANDS, slots)


@kernel
def special_changes(before: special.State, after: special.State, seat: int, slots: Slots) -> None:
    """Turns the slots of a state of Special into those of the state after a move."""
    changed = (before.own ^ after.enemy) | (before.enemy ^ after.own)
    was, now = before.kinds, after.kinds
    changed |= (was.low ^ now.low) | (was.middle ^ now.middle) | (was.high ^ now.high)
    _special_inputs(after, seat, special.ends_of(changed), slots)


@kernel
def _special_inputs(state: special.State, seat: int, islands: int, slots: Slots) -> None:
    """Writes the slots of these islands and their links, and all that are of neither."""
    mine = state.seat == seat
    me, foe = (state.own, state.enemy) if mine else (state.enemy, state.own)
    supply, foe_supply = (state.supply, state.enemy_supply) if mine else (state.enemy_supply, state.supply)
    low, middle, high = state.kinds
    links = special.links_of(islands)
    rim = links & OUTER_LINKS
    while rim:
        outer = lowest(rim)
        rim &= rim - 1
        inner = INNER_OF[outer]
        there = (low >> outer & 1) + 2 * (middle >> outer & 1) + 4 * (high >> outer & 1)
        here = (low >> inner & 1) + 2 * (middle >> inner & 1) + 4 * (high >> inner & 1)
        there += 8 * (me >> outer & 1) + 16 * (foe >> outer & 1)
        here += 8 * (me >> inner & 1) + 16 * (foe >> inner & 1)
        swap = 1 if there > here else 0
        me, foe = swapped(me, inner, outer, swap), swapped(foe, inner, outer, swap)
        low, middle = swapped(low, inner, outer, swap), swapped(middle, inner, outer, swap)
        high = swapped(high, inner, outer, swap)
    kinds = special.Kinds(low, middle, high)
    mine_controlled, foe_controlled = special.controlled(me, foe, kinds), special.controlled(foe, me, kinds)
    lead = special.total_worth(kinds, mine_controlled) - special.total_worth(kinds, foe_controlled)
    left = bridges_in_supply(supply) + bridges_in_supply(foe_supply)
    at = board_inputs(me, foe, mine_controlled, foe_controlled, lead, left, islands, slots)
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        here = exahuna.LINKS_AT[island]
        pair = PAIR[popcount(me & here) * 7 + popcount(foe & here)]
        points = special.points_at(me, foe, kinds, here) - special.points_at(foe, me, kinds, here)
        slots[at + island] = ISLAND + island * 140 + pair * 5 + clamped(points, 2)
        controller = (mine_controlled >> island & 1) + 2 * (foe_controlled >> island & 1)
        doubled = min(3, popcount(special.of_kind(kinds, special.DOUBLE) & here))
        slots[at + ISLANDS + island] = WORTH + island * 12 + controller * 4 + doubled
    at += 2 * ISLANDS
    while links:
        link = lowest(links)
        links &= links - 1
        state_of = 0
        if (me | foe) >> link & 1:
            state_of = 1 + special.kind_at(kinds, link) + 8 * (foe >> link & 1)
        slots[at + link] = KIND + link * 17 + state_of
    at += LINKS
    for kind in range(8):
        slots[at + kind] = KIND_SUPPLY + kind * 5 + (supply >> 3 * kind & 7)
        slots[at + 8 + kind] = KIND_SUPPLY + 40 + kind * 5 + (foe_supply >> 3 * kind & 7)
    slots[at + 16] = PASSED + (1 if state.passed else 0)
