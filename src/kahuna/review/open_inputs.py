"""What the net that sees all cards sees of Kahuna: a state that awaits no card, from the seat to move.

It judges finished games and takes luck out of matches. No player may ask it (K16): import-linter forbids that.

| group | positions | slots of each | says |
| --- | --- | --- | --- |
| own cards on a link | links | 27 | its bridge, and own cards of both ends |
| enemy cards on a link | links | 27 | its bridge, and the enemy's cards of both ends |
| control on a link | links | 27 | its bridge, and who controls both ends |
| own cards | islands | 84 | own and enemy bridges at an island, own cards of it |
| enemy cards | islands | 84 | the same bridges, the enemy's cards of it |
| open cards | islands | 168 | the same bridges, cards of it in the row and in the stack |
| known cards | islands | 9 | cards of it that the enemy knows of, and that are known of the enemy |
| hands | 1 | 36 | sizes of both hands |
| time | 1 | 100 | cards in stack and row |
| phase | 1 | 96 | round, last turn or handicap bridges left, must take, played or discarded, planning variant |
| points | 1 | 27 | lead in points by round |
| islands | 1 | 100 | lead in islands by round |
| bridges | 1 | 124 | lead in bridges by round |
"""

from kahuna.bots.nets.kahuna_inputs import CARD_SLOTS, LINK_SLOTS, MAX_BRIDGE_LEAD, WHERE, clamped, pair_table
from kahuna.bots.nets.network import Slots
from kahuna.rules import kahuna
from kahuna.rules.bits import count_card, popcount
from kahuna.rules.boards import KAHUNA
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import State

LINKS, ISLANDS, CARDS = kahuna.LINKS, kahuna.ISLANDS, 2 * kahuna.ISLANDS
DEGREE = max(map(KAHUNA.degree, range(ISLANDS)))
PAIR = pair_table(DEGREE)
PAIRS = max(PAIR) + 1
OWN_LINK = 0
ENEMY_LINK = OWN_LINK + LINKS * LINK_SLOTS
CONTROL = ENEMY_LINK + LINKS * LINK_SLOTS
OWN = CONTROL + LINKS * LINK_SLOTS
ENEMY = OWN + ISLANDS * PAIRS * 3
OPEN = ENEMY + ISLANDS * PAIRS * 3
KNOWN = OPEN + ISLANDS * PAIRS * CARD_SLOTS
HANDS = KNOWN + ISLANDS * 9
TIME = HANDS + 36
PHASE = TIME + (CARDS + 1) * 4
POINTS = PHASE + 96
LEAD = POINTS + 27
BRIDGES = LEAD + 4 * (CARDS + 1)
SLOTS = BRIDGES + 4 * (2 * MAX_BRIDGE_LEAD + 1)
ACTIVE = 3 * LINKS + 4 * ISLANDS + 6


@kernel
def open_inputs(state: State, slots: Slots) -> None:
    """Writes the slots of this state, seen from the seat to move, in the order of the groups."""
    flow, own, enemy = state.flow, state.own, state.enemy
    in_row = 0
    row_cards = 0  # two bits for each island
    for slot in range(3):
        card = state.row >> 4 * slot & 15
        if card:
            in_row += 1
            row_cards += 1 << 2 * (card - 1)
    own_held, enemy_held = kahuna.controlled(own.bridges), kahuna.controlled(enemy.bridges)
    for link in range(LINKS):
        a, b = kahuna.FIRST_END[link], kahuna.SECOND_END[link]
        owner = ((own.bridges >> link & 1) + 2 * (enemy.bridges >> link & 1)) * 9
        base = link * LINK_SLOTS + owner
        slots[link] = OWN_LINK + base + count_card(own.hand, a) * 3 + count_card(own.hand, b)
        slots[LINKS + link] = ENEMY_LINK + base + count_card(enemy.hand, a) * 3 + count_card(enemy.hand, b)
        held_a = (own_held >> a & 1) + 2 * (enemy_held >> a & 1)
        held_b = (own_held >> b & 1) + 2 * (enemy_held >> b & 1)
        slots[2 * LINKS + link] = CONTROL + base + held_a * 3 + held_b
    at = 3 * LINKS
    for island in range(ISLANDS):
        links = kahuna.LINKS_AT[island]
        pair = PAIR[popcount(own.bridges & links) * (DEGREE + 1) + popcount(enemy.bridges & links)]
        slots[at + island] = OWN + island * PAIRS * 3 + pair * 3 + count_card(own.hand, island)
        slots[at + ISLANDS + island] = ENEMY + island * PAIRS * 3 + pair * 3 + count_card(enemy.hand, island)
        where = WHERE[(row_cards >> 2 * island & 3) * 3 + count_card(state.stack, island)]
        slots[at + 2 * ISLANDS + island] = OPEN + (island * PAIRS + pair) * CARD_SLOTS + where
        known = count_card(own.known, island) * 3 + count_card(enemy.known, island)
        slots[at + 3 * ISLANDS + island] = KNOWN + island * 9 + known
    at += 4 * ISLANDS
    slots[at] = HANDS + popcount(own.hand) * 6 + popcount(enemy.hand)
    slots[at + 1] = TIME + popcount(state.stack) * 4 + in_row
    period = flow.round - 1
    if flow.handicap:
        period = 4 + flow.handicap
    elif flow.last_turns:
        period = 2 + flow.last_turns
    slots[at + 2] = PHASE + ((period * 2 + flow.must_take) * 3 + flow.this_turn) * 2 + state.planning
    round_number = min(flow.round, 3) - 1
    slots[at + 3] = POINTS + round_number * 9 + clamped(own.points - enemy.points, 4)
    quarter = 3 if flow.last_turns else round_number
    slots[at + 4] = LEAD + quarter * (CARDS + 1) + clamped(popcount(own_held) - popcount(enemy_held), ISLANDS)
    ahead = clamped(popcount(own.bridges) - popcount(enemy.bridges), MAX_BRIDGE_LEAD)
    slots[at + 5] = BRIDGES + quarter * (2 * MAX_BRIDGE_LEAD + 1) + ahead
