"""What Kahuna's net sees: a position after an action and before any card is dealt, from one seat.

Nothing in it depends on cards that the seat cannot see (K16), so a sampled world can stand in for the true one. On
our own board, where no island has more than six links:

| group | positions | slots of each | says |
| --- | --- | --- | --- |
| cards on a link | 27 | 27 | its bridge, and own cards of both ends |
| control on a link | 27 | 27 | its bridge, and who controls both ends |
| own cards | 12 | 168 | own and enemy bridges at an island, own cards of it, how many of them the enemy is certain of |
| others' cards | 12 | 168 | the same bridges, the enemy's certain cards of it, unseen cards of it |
| row | 12 | 3 | cards of an island in the row |
| hands | 1 | 49 | sizes of both hands |
| time | 1 | 200 | cards in stack and row, and whose turn it is |
| phase | 1 | 192 | round, last turn or handicap left, must take, played or discarded, whose turn, planning variant |
| points | 1 | 27 | lead in points by round |
| islands | 1 | 100 | lead in islands by round |
| bridges | 1 | 124 | lead in bridges by round |
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from kahuna.bots.nets.network import Groups, Slots
from kahuna.rules import kahuna
from kahuna.rules.bits import FIRSTS, SECOND, count_card, lowest, popcount
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import KahunaRules, Side, State

LINK_SLOTS = 27  # three owners, and three times three cards or controllers of its ends
CARD_SLOTS = 6  # pairs of small numbers of cards, as in HELD and WHERE
MAX_BRIDGE_LEAD = 15  # a greater one is seen as this
# The number of a pair (own cards, those the enemy is certain of), at most two: own * 3 + certain to 0..5.
HELD = (0, 0, 0, 1, 2, 2, 3, 4, 5)
# The number of a pair (certain cards of the enemy, unseen cards), at most two together: certain * 3 + unseen to 0..5.
WHERE = (0, 1, 2, 3, 4, 4, 5, 5, 5)


def pair_table(degree: int) -> tuple[int, ...]:
    """The number of a pair (own bridges, enemy bridges) at an island, at most `degree` together.

    The place of a pair is own * (degree + 1) + enemy; there are (degree + 1) * (degree + 2) / 2 of them.
    """
    return tuple(
        sum(degree + 1 - o for o in range(own)) + enemy if own + enemy <= degree else 0
        for own in range(degree + 1)
        for enemy in range(degree + 1)
    )


def like_groups(first: int, count: int, slots: int) -> Groups:
    """So many groups in a row, of so many slots each."""
    return tuple((first + slots * number, first + slots * (number + 1), 1) for number in range(count))


class InputPlaces:
    """Where each group of slots begins on one board."""

    def __init__(self, on: KahunaRules) -> None:
        islands, links = on.ISLANDS, on.LINKS
        self.degree = max(map(on.board.degree, range(islands)))
        island_slots = (max(pair_table(self.degree)) + 1) * CARD_SLOTS
        self.CARDS = 0
        self.CONTROL = self.CARDS + links * LINK_SLOTS
        self.OWN = self.CONTROL + links * LINK_SLOTS
        self.OTHERS = self.OWN + islands * island_slots
        self.ROW = self.OTHERS + islands * island_slots
        self.HANDS = self.ROW + islands * 3
        self.TIME = self.HANDS + 49
        self.PHASE = self.TIME + (2 * islands + 1) * 8
        self.POINTS = self.PHASE + 192
        self.LEAD = self.POINTS + 27
        self.BRIDGES = self.LEAD + 4 * (2 * islands + 1)
        self.SLOTS = self.BRIDGES + 4 * (2 * MAX_BRIDGE_LEAD + 1)
        self.ACTIVE = 2 * links + 3 * islands + 6
        self.island_slots = island_slots
        self.islands, self.links = islands, links

    def groups(self) -> Groups:
        """The groups of slots, as in the table above."""
        repeated = (
            (self.CARDS, self.links, LINK_SLOTS),
            (self.CONTROL, self.links, LINK_SLOTS),
            (self.OWN, self.islands, self.island_slots),
            (self.OTHERS, self.islands, self.island_slots),
            (self.ROW, self.islands, 3),
        )
        single = (self.HANDS, self.TIME, self.PHASE, self.POINTS, self.LEAD, self.BRIDGES, self.SLOTS)
        return tuple(part for each in repeated for part in like_groups(*each)) + tuple(
            (first, end, 1) for first, end in pairwise(single)
        )


class InputKernels(NamedTuple):
    """What writes the slots on one board."""

    inputs: Callable[[State, int, Slots], None]
    changes: Callable[[State, State, int, Slots], None]


@kernel
def clamped(value: int, most: int) -> int:
    """The value shifted to 0 .. 2 * most, so that zero becomes `most`."""
    return min(max(value, -most), most) + most


def inputs_on(on: KahunaRules, places: InputPlaces) -> InputKernels:
    """The kernels for this board."""
    links, islands, cards = on.LINKS, on.ISLANDS, 2 * on.ISLANDS
    first_end, second_end, links_at, controlled = on.FIRST_END, on.SECOND_END, on.LINKS_AT, on.controlled
    pair_of, pair_step, island_slots = pair_table(places.degree), places.degree + 1, places.island_slots
    at_cards, at_control, at_own, at_others = places.CARDS, places.CONTROL, places.OWN, places.OTHERS
    at_row, at_hands, at_time, at_phase = places.ROW, places.HANDS, places.TIME, places.PHASE
    at_points, at_lead, at_bridges = places.POINTS, places.LEAD, places.BRIDGES

    @kernel
    def write_cards(me: Side, foe: Side, link: int, slots: Slots) -> None:
        """The slot of a link with the own cards of its ends."""
        owner = (me.bridges >> link & 1) + 2 * (foe.bridges >> link & 1)
        held = count_card(me.hand, first_end[link]) * 3 + count_card(me.hand, second_end[link])
        slots[link] = at_cards + link * LINK_SLOTS + owner * 9 + held

    @kernel
    def write_control(me: Side, foe: Side, held: int, foe_held: int, link: int, slots: Slots) -> None:
        """The slot of a link with who controls its ends."""
        owner = (me.bridges >> link & 1) + 2 * (foe.bridges >> link & 1)
        a, b = first_end[link], second_end[link]
        held_a = (held >> a & 1) + 2 * (foe_held >> a & 1)
        held_b = (held >> b & 1) + 2 * (foe_held >> b & 1)
        slots[links + link] = at_control + link * LINK_SLOTS + owner * 9 + held_a * 3 + held_b

    @kernel
    def write_island(me: Side, foe: Side, stack: int, island: int, slots: Slots) -> None:
        """An island's two slots: with the own cards of it, and with the others'."""
        here = links_at[island]
        pair = pair_of[popcount(me.bridges & here) * pair_step + popcount(foe.bridges & here)]
        shown = HELD[count_card(me.hand, island) * 3 + count_card(me.known, island)]
        slots[2 * links + island] = at_own + island * island_slots + pair * CARD_SLOTS + shown
        certain = count_card(foe.known, island)
        unseen = (
            count_card(stack, island)
            + count_card(foe.hand, island)
            + count_card(foe.secret, island)
            - certain
        )
        slots[2 * links + islands + island] = (
            at_others + island * island_slots + pair * CARD_SLOTS + WHERE[certain * 3 + unseen]
        )

    @kernel
    def write_row(row: int, slots: Slots) -> None:
        """The slots of the cards in the row."""
        found = 0  # two bits for each island
        for slot in range(3):
            card = row >> 4 * slot & 15
            found += 1 << 2 * (card - 1) if card else 0
        for island in range(islands):
            slots[2 * links + 2 * islands + island] = at_row + island * 3 + (found >> 2 * island & 3)

    @kernel
    def write_rest(state: State, seat: int, held: int, foe_held: int, slots: Slots) -> None:
        """The slots of what the board does not show: hands, time, phase and leads."""
        flow = state.flow
        mine = flow.seat == seat
        me, foe = (state.own, state.enemy) if mine else (state.enemy, state.own)
        # A card from the stack is due for a hand or the row; then the turn is over.
        turn_over = 1 if state.due >> 4 == kahuna.THEN_END_TURN else 0
        to_hand = turn_over if state.due & 15 == kahuna.TO_OWN_HAND else 0
        my_turn = 1 if mine != (turn_over == 1) else 0
        stack = popcount(state.stack) - turn_over
        row = state.row
        in_row = (row & 0xF != 0) + (row & 0xF0 != 0) + (row & 0xF00 != 0)
        at = 2 * links + 3 * islands
        my_hand = popcount(me.hand) + (to_hand if mine else 0)
        foe_hand = popcount(foe.hand) + (0 if mine else to_hand)
        slots[at] = at_hands + my_hand * 7 + foe_hand
        slots[at + 1] = at_time + (min(stack, cards) * 4 + in_row) * 2 + my_turn
        period = (
            4 + flow.handicap if flow.handicap else 2 + flow.last_turns if flow.last_turns else flow.round - 1
        )
        done = 0 if turn_over else flow.this_turn
        must = 0 if turn_over else flow.must_take
        slots[at + 2] = at_phase + (((period * 2 + must) * 3 + done) * 2 + my_turn) * 2 + state.planning
        round_number = min(flow.round, 3) - 1
        slots[at + 3] = at_points + round_number * 9 + clamped(me.points - foe.points, 4)
        quarter = 3 if flow.last_turns else round_number
        lead = clamped(popcount(held) - popcount(foe_held), islands)
        slots[at + 4] = at_lead + quarter * (cards + 1) + lead
        ahead = clamped(popcount(me.bridges) - popcount(foe.bridges), MAX_BRIDGE_LEAD)
        slots[at + 5] = at_bridges + quarter * (2 * MAX_BRIDGE_LEAD + 1) + ahead

    @kernel
    def inputs(state: State, seat: int, slots: Slots) -> None:
        """Writes the slots of this state, seen from this seat, in the order of the groups."""
        me, foe = (state.own, state.enemy) if state.flow.seat == seat else (state.enemy, state.own)
        held, foe_held = controlled(me.bridges), controlled(foe.bridges)
        for link in range(links):
            write_cards(me, foe, link, slots)
            write_control(me, foe, held, foe_held, link, slots)
        for island in range(islands):
            write_island(me, foe, state.stack, island, slots)
        write_row(state.row, slots)
        write_rest(state, seat, held, foe_held, slots)

    @kernel
    def changes(state: State, after: State, seat: int, slots: Slots) -> None:
        """Makes the slots of a state those of the state after an action of this seat, which was to move."""
        me, foe = (after.own, after.enemy) if after.flow.seat == seat else (after.enemy, after.own)
        was, rival = state.own, state.enemy
        if after.stack != state.stack or after.flow.round != state.flow.round:
            inputs(after, seat, slots)
            return
        bridged = (me.bridges ^ was.bridges) | (foe.bridges ^ rival.bridges)
        held, foe_held = controlled(me.bridges), controlled(foe.bridges)
        played, known = me.hand ^ was.hand, me.known ^ was.known
        touched = (played | played >> SECOND) & FIRSTS
        by_card, by_control = bridged, bridged
        left = touched
        while left:
            by_card |= links_at[lowest(left)]
            left &= left - 1
        touched |= (known | known >> SECOND) & FIRSTS
        left = bridged
        while left:
            link = lowest(left)
            touched |= 1 << first_end[link] | 1 << second_end[link]
            left &= left - 1
        if bridged:
            turned = (held ^ controlled(was.bridges)) | (foe_held ^ controlled(rival.bridges))
            while turned:
                by_control |= links_at[lowest(turned)]
                turned &= turned - 1
        while by_card:
            write_cards(me, foe, lowest(by_card), slots)
            by_card &= by_card - 1
        while by_control:
            write_control(me, foe, held, foe_held, lowest(by_control), slots)
            by_control &= by_control - 1
        while touched:
            write_island(me, foe, after.stack, lowest(touched), slots)
            touched &= touched - 1
        if after.row != state.row:
            write_row(after.row, slots)
        write_rest(after, seat, held, foe_held, slots)

    return InputKernels(inputs, changes)


OURS = InputPlaces(kahuna.OURS)
SLOTS, ACTIVE = OURS.SLOTS, OURS.ACTIVE
inputs, changes = inputs_on(kahuna.OURS, OURS)
