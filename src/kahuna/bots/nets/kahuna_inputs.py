"""What Kahuna's net sees: a position after an action and before any card is dealt, from one seat.

Nothing in it depends on cards that the seat cannot see (K16), so a sampled world will do for the true one.

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

from kahuna.bots.nets.network import Slots
from kahuna.rules import kahuna
from kahuna.rules.bits import FIRSTS, SECOND, count_card, lowest, popcount
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import Side, State

LINKS, ISLANDS = kahuna.LINKS, kahuna.ISLANDS
CARDS = 0
CONTROL = CARDS + LINKS * 27
OWN = CONTROL + LINKS * 27
OTHERS = OWN + ISLANDS * 168
ROW = OTHERS + ISLANDS * 168
HANDS = ROW + ISLANDS * 3
TIME = HANDS + 49
PHASE = TIME + 200
POINTS = PHASE + 192
LEAD = POINTS + 27
BRIDGES = LEAD + 100
SLOTS = BRIDGES + 124
ACTIVE = 2 * LINKS + 3 * ISLANDS + 6

# The number of a pair (own bridges, enemy bridges) at an island, at most six together: own * 7 + enemy to 0..27.
PAIR = tuple(
    sum(7 - o for o in range(own)) + enemy if own + enemy <= 6 else 0
    for own in range(7)
    for enemy in range(7)
)
# The number of a pair (own cards, those the enemy is certain of), at most two: own * 3 + certain to 0..5.
HELD = (0, 0, 0, 1, 2, 2, 3, 4, 5)
# The number of a pair (certain cards of the enemy, unseen cards), at most two together: certain * 3 + unseen to 0..5.
WHERE = (0, 1, 2, 3, 4, 4, 5, 5, 5)


@kernel
def clamped(value: int, most: int) -> int:
    """The value as 0 .. 2 * most, `most` for zero."""
    return min(max(value, -most), most) + most


@kernel
def _write_cards(me: Side, foe: Side, link: int, slots: Slots) -> None:
    """The slot of a link with the own cards of its ends."""
    owner = (me.bridges >> link & 1) + 2 * (foe.bridges >> link & 1)
    cards = count_card(me.hand, kahuna.FIRST_END[link]) * 3 + count_card(me.hand, kahuna.SECOND_END[link])
    slots[link] = CARDS + link * 27 + owner * 9 + cards


@kernel
def _write_control(me: Side, foe: Side, held: int, foe_held: int, link: int, slots: Slots) -> None:
    """The slot of a link with who controls its ends."""
    owner = (me.bridges >> link & 1) + 2 * (foe.bridges >> link & 1)
    a, b = kahuna.FIRST_END[link], kahuna.SECOND_END[link]
    held_a = (held >> a & 1) + 2 * (foe_held >> a & 1)
    held_b = (held >> b & 1) + 2 * (foe_held >> b & 1)
    slots[LINKS + link] = CONTROL + link * 27 + owner * 9 + held_a * 3 + held_b


@kernel
def _write_island(me: Side, foe: Side, stack: int, island: int, slots: Slots) -> None:
    """An island's two slots: with the own cards of it, and with the others'."""
    links = kahuna.LINKS_AT[island]
    pair = PAIR[popcount(me.bridges & links) * 7 + popcount(foe.bridges & links)]
    shown = HELD[count_card(me.hand, island) * 3 + count_card(me.known, island)]
    slots[2 * LINKS + island] = OWN + island * 168 + pair * 6 + shown
    certain = count_card(foe.known, island)
    unseen = (
        count_card(stack, island) + count_card(foe.hand, island) + count_card(foe.secret, island) - certain
    )
    slots[2 * LINKS + ISLANDS + island] = OTHERS + island * 168 + pair * 6 + WHERE[certain * 3 + unseen]


@kernel
def _write_row(row: int, slots: Slots) -> None:
    """The slots of the cards in the row."""
    cards = 0  # two bits for each island
    for slot in range(3):
        card = row >> 4 * slot & 15
        cards += 1 << 2 * (card - 1) if card else 0
    for island in range(ISLANDS):
        slots[2 * LINKS + 2 * ISLANDS + island] = ROW + island * 3 + (cards >> 2 * island & 3)


@kernel
def _write_rest(state: State, seat: int, held: int, foe_held: int, slots: Slots) -> None:
    """The slots of what the board does not show: hands, time, phase and leads."""
    flow = state.flow
    mine = flow.seat == seat
    me, foe = (state.own, state.enemy) if mine else (state.enemy, state.own)
    # A card from the stack is on its way to a hand or to the row, and then the turn is over.
    turn_over = 1 if state.due >> 4 == kahuna.THEN_END_TURN else 0
    to_hand = turn_over if state.due & 15 == kahuna.TO_OWN_HAND else 0
    my_turn = 1 if mine != (turn_over == 1) else 0
    stack = popcount(state.stack) - turn_over
    row = state.row
    in_row = (row & 0xF != 0) + (row & 0xF0 != 0) + (row & 0xF00 != 0)
    at = 2 * LINKS + 3 * ISLANDS
    my_hand = popcount(me.hand) + (to_hand if mine else 0)
    foe_hand = popcount(foe.hand) + (0 if mine else to_hand)
    slots[at] = HANDS + my_hand * 7 + foe_hand
    slots[at + 1] = TIME + (min(stack, 24) * 4 + in_row) * 2 + my_turn
    period = (
        4 + flow.handicap if flow.handicap else 2 + flow.last_turns if flow.last_turns else flow.round - 1
    )
    done = 0 if turn_over else flow.this_turn
    must = 0 if turn_over else flow.must_take
    slots[at + 2] = PHASE + (((period * 2 + must) * 3 + done) * 2 + my_turn) * 2 + state.planning
    round_number = min(flow.round, 3) - 1
    slots[at + 3] = POINTS + round_number * 9 + clamped(me.points - foe.points, 4)
    quarter = 3 if flow.last_turns else round_number
    slots[at + 4] = LEAD + quarter * 25 + clamped(popcount(held) - popcount(foe_held), 12)
    slots[at + 5] = BRIDGES + quarter * 31 + clamped(popcount(me.bridges) - popcount(foe.bridges), 15)


@kernel
def inputs(state: State, seat: int, slots: Slots) -> None:
    """Writes the slots of this state, seen from this seat, in the order of the groups."""
    me, foe = (state.own, state.enemy) if state.flow.seat == seat else (state.enemy, state.own)
    held, foe_held = kahuna.controlled(me.bridges), kahuna.controlled(foe.bridges)
    for link in range(LINKS):
        _write_cards(me, foe, link, slots)
        _write_control(me, foe, held, foe_held, link, slots)
    for island in range(ISLANDS):
        _write_island(me, foe, state.stack, island, slots)
    _write_row(state.row, slots)
    _write_rest(state, seat, held, foe_held, slots)


@kernel
def changes(state: State, after: State, seat: int, slots: Slots) -> None:
    """Makes the slots of a state those of the state after an action of this seat, which was to move."""
    me, foe = (after.own, after.enemy) if after.flow.seat == seat else (after.enemy, after.own)
    was, rival = state.own, state.enemy
    if after.stack != state.stack or after.flow.round != state.flow.round:
        inputs(after, seat, slots)
        return
    links = (me.bridges ^ was.bridges) | (foe.bridges ^ rival.bridges)
    held, foe_held = kahuna.controlled(me.bridges), kahuna.controlled(foe.bridges)
    played, known = me.hand ^ was.hand, me.known ^ was.known
    islands = (played | played >> SECOND) & FIRSTS
    by_card, by_control = links, links
    left = islands
    while left:
        by_card |= kahuna.LINKS_AT[lowest(left)]
        left &= left - 1
    islands |= (known | known >> SECOND) & FIRSTS
    left = links
    while left:
        link = lowest(left)
        islands |= 1 << kahuna.FIRST_END[link] | 1 << kahuna.SECOND_END[link]
        left &= left - 1
    if links:
        turned = (held ^ kahuna.controlled(was.bridges)) | (foe_held ^ kahuna.controlled(rival.bridges))
        while turned:
            by_control |= kahuna.LINKS_AT[lowest(turned)]
            turned &= turned - 1
    while by_card:
        _write_cards(me, foe, lowest(by_card), slots)
        by_card &= by_card - 1
    while by_control:
        _write_control(me, foe, held, foe_held, lowest(by_control), slots)
        by_control &= by_control - 1
    while islands:
        _write_island(me, foe, after.stack, lowest(islands), slots)
        islands &= islands - 1
    if after.row != state.row:
        _write_row(after.row, slots)
    _write_rest(after, seat, held, foe_held, slots)
