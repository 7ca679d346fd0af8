"""Kahuna: states, legal actions, what an action does, what chance does (rules K1-K16).

A state is seen from the seat to move: `own` is its side, `enemy` the other. It knows nothing of the future: the
stack is a multiset, and whenever a card leaves it, `due` says where the card goes and `deal` is told which it is.
"""

from kahuna.rules.bits import (
    LOW,
    add_card,
    bits_of,
    nth_bit,
    nth_card,
    popcount,
    remaining,
    remove_card,
)
from kahuna.rules.boards import KAHUNA
from kahuna.rules.capture import controls, swept
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna_state import (
    DISCARDED as DISCARDED,
    DUE_ROW as DUE_ROW,
    NOTHING as NOTHING,
    PLAYED as PLAYED,
    THEN_END_TURN as THEN_END_TURN,
    TO_ENEMY_HAND as TO_ENEMY_HAND,
    TO_OWN_HAND as TO_OWN_HAND,
    Flow as Flow,
    Side as Side,
    State as State,
    acted,
    over,
    with_bridges,
    with_cards,
    with_due,
    with_flow,
    with_hand,
    with_points,
    without_secrets,
)
from kahuna.rules.outcome import BY_BRIDGES, BY_DRAW, BY_EARLY_END, BY_POINTS, BY_ROUND_3, NOBODY, RUNNING

LINKS = len(KAHUNA.links)
ISLANDS = len(KAHUNA.islands)
ALL_LINKS = (1 << LINKS) - 1
ALL_CARDS = (1 << 2 * ISLANDS) - 1
SUPPLY = 25  # K1
HAND_LIMIT = 5  # K7
FIRST_END, SECOND_END, LINKS_AT, MAJORITY = (
    KAHUNA.first_end,
    KAHUNA.second_end,
    KAHUNA.links_at,
    KAHUNA.majorities(),
)

# Links whose first (second) end lies in a set of islands, by the set's lower and upper half.
FIRST_LOW, FIRST_HIGH, SECOND_LOW, SECOND_HIGH = (
    tuple(sum(1 << link for link in range(LINKS) if half << shift >> ends[link] & 1) for half in range(64))
    for ends in (FIRST_END, SECOND_END)
    for shift in (0, 6)
)

# Action codes. A link's code in a group is way * LINKS + link.
PLACE = 0  # way: the card of the link's first or second end
REMOVE = 2 * LINKS  # way: both cards, twice the first end's, twice the second end's
REPLACE = 5 * LINKS  # the same, and the own bridge laid at once (K14)
DISCARD = 8 * LINKS
TAKE_ROW = DISCARD + ISLANDS
TAKE_STACK = TAKE_ROW + 3
END = TAKE_STACK + 1
HANDICAP = END + 1
ACTIONS = HANDICAP + LINKS
WORD_BITS = 2 * LINKS  # action c is bit c % WORD_BITS of word c // WORD_BITS in `legal`

Legal = tuple[int, int, int, int, int]
NO_ACTIONS: Legal = (0, 0, 0, 0, 0)


@kernel
def start(planning: int, handicap: int, handicap_to: int, first: int) -> State:
    """The state before the deal: three cards to the beginner, three to the other, three to the row (K2)."""
    seat = handicap_to if handicap else first
    due = DUE_ROW << 24 | (0x555444 if seat == first else 0x444555)
    side = Side(0, 0, 0, 0, 0)
    return State(
        side, side, ALL_CARDS, 0, due, Flow(seat, 1, 1, NOTHING, 0, 0, handicap, RUNNING), first, planning
    )


@kernel
def links_from(islands: int) -> int:
    """Links whose first end is among these islands."""
    return FIRST_LOW[islands & 63] | FIRST_HIGH[islands >> 6]


@kernel
def links_to(islands: int) -> int:
    """Links whose second end is among these islands."""
    return SECOND_LOW[islands & 63] | SECOND_HIGH[islands >> 6]


@kernel
def controlled(bridges: int) -> int:
    """The islands these bridges control, as bits (rules: Control)."""
    islands = 0
    for island in range(ISLANDS):
        if controls(bridges, LINKS_AT[island], MAJORITY[island]):
            islands |= 1 << island
    return islands


@kernel
def safe_after_loss(bridges: int) -> int:
    """The islands these bridges would control even with one bridge less there (K14b)."""
    islands = 0
    for island in range(ISLANDS):
        if controls(bridges, LINKS_AT[island], MAJORITY[island] + 1):
            islands |= 1 << island
    return islands


@kernel
def legal(state: State) -> Legal:
    """The legal actions as five words of bits; none while a card is due or when the game is over."""
    flow = state.flow
    if flow.outcome != RUNNING or state.due:
        return NO_ACTIONS
    own, enemy = state.own.bridges, state.enemy.bridges
    free = ALL_LINKS & ~(own | enemy)
    if flow.handicap:
        return 0, 0, 0, 0, 1 << (END - DISCARD) | free << (HANDICAP - DISCARD)
    place, remove, remove_or_replace, replace, other = 0, 0, 0, 0, 0
    hand = state.own.hand
    held = hand & LOW
    if flow.this_turn != DISCARDED:
        pairs = hand >> ISLANDS
        from_held, to_held = links_from(held), links_to(held)
        if popcount(own) < SUPPLY:
            if state.planning:
                closed = controlled(enemy)
                free &= ~(links_from(closed) | links_to(closed))
            place = free & from_held | (free & to_held) << LINKS
        both, twice_first = enemy & from_held & to_held, enemy & links_from(pairs)
        twice_second = enemy & links_to(pairs)
        remove = both | twice_first << LINKS
        remove_or_replace = twice_second
        if state.planning and popcount(own) < SUPPLY:
            closed = safe_after_loss(enemy)
            open_links = ~(links_from(closed) | links_to(closed))
            remove_or_replace |= (both & open_links) << LINKS
            replace = twice_first & open_links | (twice_second & open_links) << LINKS
    if flow.this_turn != PLAYED:
        other = held
    if flow.last_turns:
        other |= 1 << (END - DISCARD)
    else:
        if popcount(hand) < HAND_LIMIT:
            row = state.row
            slots = (
                (row & 0xF != 0) | (row & 0xF0 != 0) << 1 | (row & 0xF00 != 0) << 2 | (state.stack != 0) << 3
            )
            other |= slots << (TAKE_ROW - DISCARD)
        if not flow.must_take:
            other |= 1 << (END - DISCARD)
    return place, remove, remove_or_replace, replace, other


@kernel
def count_legal(words: Legal) -> int:
    """How many actions these words hold."""
    return (
        popcount(words[0]) + popcount(words[1]) + popcount(words[2]) + popcount(words[3]) + popcount(words[4])
    )


@kernel
def nth_legal(words: Legal, n: int) -> int:
    """The code of the n-th legal action, in the order of the codes."""
    for word in range(4):
        here = popcount(words[word])
        if n < here:
            return word * WORD_BITS + nth_bit(words[word], n)
        n -= here
    return 4 * WORD_BITS + nth_bit(words[4], n)


@kernel
def is_legal(words: Legal, code: int) -> bool:
    """Whether the action with this code is among these words."""
    return 0 <= code < ACTIONS and words[code // WORD_BITS] >> code % WORD_BITS & 1 == 1


def codes(words: Legal) -> list[int]:
    """The codes of these actions, in order."""
    low, high = words[0] | words[1] << WORD_BITS, words[2] | words[3] << WORD_BITS
    return bits_of(low | high << 2 * WORD_BITS | words[4] << DISCARD)


@kernel
def play(state: State, code: int) -> State:
    """The state after this legal action; if cards must be dealt next, they stand in `due`."""
    if code < REMOVE:
        return _place(state, code % LINKS, code >= LINKS)
    if code < REPLACE:
        code -= REMOVE
        return _remove(state, code % LINKS, code // LINKS, False)
    if code < DISCARD:
        code -= REPLACE
        return _remove(state, code % LINKS, code // LINKS, True)
    if code < TAKE_ROW:
        return _discard(state, code - DISCARD)
    if code < TAKE_STACK:
        return _take_row(state, code - TAKE_ROW)
    if code == TAKE_STACK:
        return with_due(state, THEN_END_TURN << 4 | TO_OWN_HAND)
    if code == END:
        return _end(state)
    return _handicap_bridge(state, code - HANDICAP)


def opens_round(state: State) -> bool:
    """Whether a freshly shuffled stack is about to open a round (K2, K10)."""
    return state.due == DUE_ROW or state.due >> 24 == DUE_ROW


@kernel
def deal(state: State, island: int) -> State:
    """The state after a card of this island, on the stack until now, has gone where `due` says (K2, K7, K10)."""
    to, due = state.due & 15, state.due >> 4
    own, enemy, row = state.own, state.enemy, state.row
    if to == TO_OWN_HAND:
        own = with_hand(own, add_card(own.hand, island), own.known)
    elif to == TO_ENEMY_HAND:
        enemy = with_hand(enemy, add_card(enemy.hand, island), enemy.known)
    else:
        row |= (island + 1) << 4 * (to - 1)
    stack = remove_card(state.stack, island)
    if due == THEN_END_TURN:
        return _end_turn_after_take(with_cards(state, own, enemy, stack, row, 0))
    return with_cards(state, own, enemy, stack, row, due)


@kernel
def deal_nth(state: State, n: int) -> State:
    """`deal` of the n-th card on the stack: the step of a fair chance if n is uniform."""
    return deal(state, nth_card(state.stack, n))


@kernel
def _laid(state: State, hand: int, known: int, enemy_bridges: int, link: int) -> State:
    """The state with an own bridge on this link: what it wins, it sweeps (rules: Capture)."""
    bridges = state.own.bridges | 1 << link
    a, b = FIRST_END[link], SECOND_END[link]
    fallen = swept(bridges, LINKS_AT[a], MAJORITY[a]) | swept(bridges, LINKS_AT[b], MAJORITY[b])
    return _played(state, bridges, hand, known, enemy_bridges & ~fallen)


@kernel
def _played(state: State, bridges: int, hand: int, known: int, enemy_bridges: int) -> State:
    """The state in mid-turn after a card play, or the end if a side has lost its last bridge (K13)."""
    flow = state.flow
    outcome = flow.outcome
    if flow.round > 1 and (bridges == 0) != (enemy_bridges == 0):
        outcome = 1 + 3 * BY_EARLY_END + (flow.seat if bridges else 1 - flow.seat)
    own = Side(bridges, hand, known, state.own.secret, state.own.points)
    enemy = with_bridges(state.enemy, enemy_bridges)
    return with_flow(state, own, enemy, acted(flow, PLAYED, outcome))


@kernel
def _place(state: State, link: int, by_second: bool) -> State:
    """K4: one card, one bridge."""
    card = SECOND_END[link] if by_second else FIRST_END[link]
    hand, known = remove_card(state.own.hand, card), remove_card(state.own.known, card)
    return _laid(state, hand, known, state.enemy.bridges, link)


@kernel
def _remove(state: State, link: int, way: int, and_replace: bool) -> State:
    """K5: two cards, one enemy bridge less; K14b: and an own one in its place."""
    one = SECOND_END[link] if way == 2 else FIRST_END[link]
    two = FIRST_END[link] if way == 1 else SECOND_END[link]
    hand = remove_card(remove_card(state.own.hand, one), two)
    known = remove_card(remove_card(state.own.known, one), two)
    enemy_bridges = state.enemy.bridges & ~(1 << link)
    if and_replace:
        return _laid(state, hand, known, enemy_bridges, link)
    return _played(state, state.own.bridges, hand, known, enemy_bridges)


@kernel
def _discard(state: State, island: int) -> State:
    """K6: a card leaves the hand unseen, so no island's known cards are more certain than one less."""
    own = state.own
    hand, secret = remove_card(own.hand, island), add_card(own.secret, island)
    own = Side(own.bridges, hand, own.known >> ISLANDS, secret, own.points)
    return with_flow(state, own, state.enemy, acted(state.flow, DISCARDED, state.flow.outcome))


@kernel
def _take_row(state: State, slot: int) -> State:
    """K7: a card that both have seen; its slot is refilled while the stack lasts."""
    own = state.own
    card = (state.row >> 4 * slot & 15) - 1
    own = with_hand(own, add_card(own.hand, card), add_card(own.known, card))
    row = state.row & ~(15 << 4 * slot)
    if state.stack:
        return with_cards(state, own, state.enemy, state.stack, row, THEN_END_TURN << 4 | slot + 1)
    return _end_turn_after_take(with_cards(state, own, state.enemy, 0, row, 0))


@kernel
def _end(state: State) -> State:
    """`-`: declining (K8), the end of a last turn (K11), or no more handicap bridges (K15)."""
    if state.flow.handicap:
        return _begin(state)
    if state.flow.last_turns == 2:
        return _next_turn(state, state.flow.round, 0, 1)
    if state.flow.last_turns == 1:
        return _final(state)
    return _next_turn(state, state.flow.round, 1, 0)


@kernel
def _next_turn(state: State, number: int, must_take: int, last_turns: int) -> State:
    """The state with the other seat to move."""
    flow = state.flow
    flow = Flow(1 - flow.seat, number, flow.turn + 1, NOTHING, must_take, last_turns, 0, flow.outcome)
    return with_flow(state, state.enemy, state.own, flow)


@kernel
def _end_turn_after_take(state: State) -> State:
    """The next turn, or the end of the round if that was its last card (K9)."""
    if state.stack or state.row:
        return _next_turn(state, state.flow.round, 0, 0)
    if state.flow.round == 3:
        return _next_turn(state, 3, 0, 2)
    return _next_round(state)


@kernel
def _lead(state: State) -> int:
    """Own islands minus the enemy's."""
    return popcount(controlled(state.own.bridges)) - popcount(controlled(state.enemy.bridges))


@kernel
def _next_round(state: State) -> State:
    """Scores round 1 or 2 (K9), looks for the early end (K13) and makes the pile the new stack (K10)."""
    own, enemy, flow = state.own, state.enemy, state.flow
    lead = _lead(state)
    if lead > 0:
        own = with_points(own, flow.round)
    elif lead < 0:
        enemy = with_points(enemy, flow.round)
    if (own.bridges == 0) != (enemy.bridges == 0):
        winner = flow.seat if own.bridges else 1 - flow.seat
        return with_flow(state, own, enemy, over(flow, flow.round + 1, BY_EARLY_END, winner))
    own, enemy = without_secrets(own), without_secrets(enemy)
    shuffled = with_cards(state, own, enemy, remaining(own.hand, enemy.hand), 0, DUE_ROW)
    return _next_turn(shuffled, flow.round + 1, 0, 0)


@kernel
def _final(state: State) -> State:
    """The end after both last turns: round 3 scores the difference (K11) and the winner is found (K12)."""
    flow, lead = state.flow, _lead(state)
    own, enemy = with_points(state.own, max(lead, 0)), with_points(state.enemy, max(-lead, 0))
    by, margin = BY_POINTS, own.points - enemy.points
    if margin == 0:
        by, margin = BY_ROUND_3, lead
    if margin == 0:
        by, margin = BY_BRIDGES, popcount(own.bridges) - popcount(enemy.bridges)
    winner = flow.seat if margin > 0 else 1 - flow.seat
    if margin == 0:
        by, winner = BY_DRAW, NOBODY
    return with_flow(state, own, enemy, over(flow, flow.round, by, winner))


@kernel
def _handicap_bridge(state: State, link: int) -> State:
    """K15: a bridge without a card; after the last one the game begins."""
    own, flow = state.own, state.flow
    own = with_bridges(own, own.bridges | 1 << link)
    flow = Flow(flow.seat, 1, 1, NOTHING, 0, 0, flow.handicap - 1, flow.outcome)
    placed = with_flow(state, own, state.enemy, flow)
    return placed if flow.handicap else _begin(placed)


@kernel
def _begin(state: State) -> State:
    """The first turn, of the seat that begins (K2)."""
    flow = Flow(state.first, 1, 1, NOTHING, 0, 0, 0, state.flow.outcome)
    if state.flow.seat == state.first:
        return with_flow(state, state.own, state.enemy, flow)
    return with_flow(state, state.enemy, state.own, flow)
