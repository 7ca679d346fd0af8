"""Exahuna Special: bridges of eight kinds on Exahuna's board (rules S1-S7, and E1, E2, E4, E5)."""

from typing import NamedTuple

from kahuna.rules.bits import bits_of, lowest, nth_bit, popcount
from kahuna.rules.exahuna import ALL_LINKS, FIRST_END, ISLAND_COUNT, LINKS, LINKS_AT, SECOND_END, verdict
from kahuna.rules.jit import kernel
from kahuna.rules.outcome import RUNNING

# Kinds; the value of a kind is its number + 1 up to FOUR and 1 beyond (S1).
ONE, TWO, THREE, FOUR, MINUS, JOKER, VALOUR, DOUBLE = range(8)
KINDS = ("1", "2", "3", "4", "minus", "joker", "valour", "double")
FULL_SUPPLY = 0o44444444  # three bits a kind, ONE lowest
CORNERS = sum(1 << island for island in range(ISLAND_COUNT) if LINKS_AT[island].bit_count() == 5)

# Action codes: kind * LINKS + link places a bridge; MOVE_JOKER + joker's link * LINKS + the link that its replacement
# comes from.
MOVE_JOKER = 8 * LINKS
PASS = MOVE_JOKER + LINKS * LINKS
ACTIONS = PASS + 1


class Kinds(NamedTuple):
    """The kind of every bridge on the board, one bit of its number in each word; free links are 0."""

    low: int
    middle: int
    high: int


class State(NamedTuple):
    """A game of Exahuna Special between two moves, seen from the seat to move."""

    own: int  # bridges
    enemy: int
    kinds: Kinds
    supply: int  # bridges not yet placed, three bits a kind
    enemy_supply: int
    passed: int  # 1 if the last move was a pass
    seat: int  # 0 White, 1 Black
    turn: int
    outcome: int  # 0 while the game runs, else 1 + 3 * by + winner


class Legal(NamedTuple):
    """The legal actions: each of these kinds on each free link, each of these bridges to each joker, or a pass."""

    free: int  # links; 0 if nothing can be placed
    kinds: int  # a bit a kind
    jokers: int  # own jokers on the board
    bridges: int  # own bridges on the board
    may_pass: int


@kernel
def start() -> State:
    """The empty board, White to move (E1, S1)."""
    return State(0, 0, Kinds(0, 0, 0), FULL_SUPPLY, FULL_SUPPLY, 0, 0, 1, RUNNING)


@kernel
def of_kind(kinds: Kinds, kind: int) -> int:
    """The links whose bridge has this kind; for ONE also all free links."""
    low = kinds.low if kind & 1 else ~kinds.low
    middle = kinds.middle if kind & 2 else ~kinds.middle
    high = kinds.high if kind & 4 else ~kinds.high
    return ALL_LINKS & low & middle & high


@kernel
def kind_at(kinds: Kinds, link: int) -> int:
    """The kind of the bridge on this link."""
    return (kinds.low >> link & 1) | (kinds.middle >> link & 1) << 1 | (kinds.high >> link & 1) << 2


@kernel
def with_kind(kinds: Kinds, link: int, kind: int) -> Kinds:
    """The kinds with a bridge of this kind on this link, free until now."""
    return Kinds(
        kinds.low | (kind & 1) << link,
        kinds.middle | (kind >> 1 & 1) << link,
        kinds.high | (kind >> 2 & 1) << link,
    )


@kernel
def only_on(kinds: Kinds, links: int) -> Kinds:
    """The kinds on these links alone."""
    return Kinds(kinds.low & links, kinds.middle & links, kinds.high & links)


@kernel
def points_at(own: int, enemy: int, kinds: Kinds, links: int) -> int:
    """What these own bridges are worth at the island with these links (S1-S3).

    Valour and minus are summed first, then a bridge counts at least 0. A valour bridge does not raise itself.
    """
    here = own & links
    valours = here & of_kind(kinds, VALOUR)
    change = popcount(valours) - popcount(enemy & links & of_kind(kinds, MINUS))
    normal = here & ~kinds.high
    twos = popcount(normal & kinds.low & ~kinds.middle)
    threes = popcount(normal & ~kinds.low & kinds.middle)
    fours = popcount(normal & kinds.low & kinds.middle)
    ones = popcount(here) - popcount(valours) - twos - threes - fours
    return (
        ones * max(0, 1 + change)
        + twos * max(0, 2 + change)
        + threes * max(0, 3 + change)
        + fours * max(0, 4 + change)
        + popcount(valours) * max(0, change)
    )


@kernel
def controls(own: int, enemy: int, kinds: Kinds, island: int) -> bool:
    """Whether the own bridges control this island (S5)."""
    links = LINKS_AT[island]
    count = popcount(own & links)
    if count != 3:
        return count > 3
    if CORNERS >> island & 1:
        return True
    return points_at(own, enemy, kinds, links) > points_at(enemy, own, kinds, links)


@kernel
def controlled(own: int, enemy: int, kinds: Kinds) -> int:
    """The islands the own bridges control, as bits."""
    return _controlled_among(own, enemy, kinds, (1 << ISLAND_COUNT) - 1)


@kernel
def _controlled_among(own: int, enemy: int, kinds: Kinds, islands: int) -> int:
    found = 0
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if controls(own, enemy, kinds, island):
            found |= 1 << island
    return found


@kernel
def island_worth(kinds: Kinds, island: int) -> int:
    """What the island counts for whoever controls it: 1, doubled by each double bridge on it (S7)."""
    return 1 << popcount(of_kind(kinds, DOUBLE) & LINKS_AT[island])


@kernel
def total_worth(kinds: Kinds, islands: int) -> int:
    """The sum of the worth of these islands (S7)."""
    total = 0
    while islands:
        total += island_worth(kinds, lowest(islands))
        islands &= islands - 1
    return total


@kernel
def kinds_left(supply: int) -> int:
    """The kinds of which the supply still has a bridge, a bit each."""
    present = 0
    for kind in range(8):
        if supply >> 3 * kind & 7:
            present |= 1 << kind
    return present


@kernel
def legal(state: State) -> Legal:
    """The legal actions: placing, moving a joker, or passing if nothing can be placed (E4, S4, S7)."""
    if state.outcome != RUNNING:
        return Legal(0, 0, 0, 0, 0)
    free = ALL_LINKS & ~(state.own | state.enemy)
    jokers = state.own & of_kind(state.kinds, JOKER)
    if free == 0 or state.supply == 0:
        return Legal(0, 0, jokers, state.own, 1)
    return Legal(free, kinds_left(state.supply), jokers, state.own, 0)


@kernel
def count_legal(actions: Legal) -> int:
    """How many actions there are."""
    places = popcount(actions.free) * popcount(actions.kinds)
    return places + popcount(actions.jokers) * (popcount(actions.bridges) - 1) + actions.may_pass


@kernel
def nth_legal(actions: Legal, n: int) -> int:
    """The code of the n-th legal action, in the order of the codes."""
    free = popcount(actions.free)
    places = free * popcount(actions.kinds)
    if n < places:
        return nth_bit(actions.kinds, n // free) * LINKS + nth_bit(actions.free, n % free)
    n -= places
    others = popcount(actions.bridges) - 1
    if n < popcount(actions.jokers) * others:
        joker = nth_bit(actions.jokers, n // others)
        return MOVE_JOKER + joker * LINKS + nth_bit(actions.bridges & ~(1 << joker), n % others)
    return PASS


@kernel
def is_legal(actions: Legal, code: int) -> bool:
    """Whether the action with this code is among these."""
    if code < 0 or code >= PASS:
        return code == PASS and actions.may_pass == 1
    if code < MOVE_JOKER:
        return actions.kinds >> code // LINKS & actions.free >> code % LINKS & 1 == 1
    joker, source = (code - MOVE_JOKER) // LINKS, (code - MOVE_JOKER) % LINKS
    return joker != source and actions.jokers >> joker & actions.bridges >> source & 1 == 1


def codes(actions: Legal) -> list[int]:
    """The codes of these actions, in order."""
    free, bridges = bits_of(actions.free), bits_of(actions.bridges)
    places = [kind * LINKS + link for kind in bits_of(actions.kinds) for link in free]
    moves = [
        MOVE_JOKER + joker * LINKS + source
        for joker in bits_of(actions.jokers)
        for source in bridges
        if source != joker
    ]
    return places + moves + [PASS] * actions.may_pass


@kernel
def play(state: State, code: int) -> State:
    """The state after this legal action (E2, E4, S4, S6)."""
    if code == PASS:
        if state.passed:
            return _final(state)
        return State(
            state.enemy, state.own, state.kinds, state.enemy_supply, state.supply,
            1, 1 - state.seat, state.turn + 1, 0,
        )  # fmt: skip
    own, kinds, supply = state.own, state.kinds, state.supply
    link = code % LINKS
    touched = 1 << FIRST_END[link] | 1 << SECOND_END[link]
    if code < MOVE_JOKER:
        own |= 1 << link
        kinds = with_kind(kinds, link, code // LINKS)
        supply -= 1 << 3 * (code // LINKS)
    else:
        joker = (code - MOVE_JOKER) // LINKS
        touched |= 1 << FIRST_END[joker] | 1 << SECOND_END[joker]
        moving = kind_at(kinds, link)
        own &= ~(1 << link)
        kinds = with_kind(only_on(kinds, ~(1 << link | 1 << joker)), joker, moving)
    mark = _controlled_among(state.own, state.enemy, state.kinds, touched)
    enemy_mark = _controlled_among(state.enemy, state.own, state.kinds, touched)
    own, enemy, kinds = _resolved(own, state.enemy, kinds, touched, mark, enemy_mark, state)
    if supply | state.enemy_supply == 0:
        return _final(State(own, enemy, kinds, 0, 0, 0, state.seat, state.turn, 0))
    return State(enemy, own, kinds, state.enemy_supply, supply, 0, 1 - state.seat, state.turn + 1, 0)


@kernel
def ends_of(links: int) -> int:
    """The islands at the ends of these links, as bits."""
    islands = 0
    while links:
        link = lowest(links)
        links &= links - 1
        islands |= 1 << FIRST_END[link] | 1 << SECOND_END[link]
    return islands


@kernel
def links_of(islands: int) -> int:
    """All links of these islands."""
    links = 0
    while islands:
        links |= LINKS_AT[lowest(islands)]
        islands &= islands - 1
    return links


@kernel
def _resolved(
    own: int, enemy: int, kinds: Kinds, touched: int, mark: int, enemy_mark: int, before: State
) -> tuple[int, int, Kinds]:
    """Own and enemy bridges and kinds once neither side wins anything more (S6).

    Only touched islands, those where a bridge came or went, can change hands. A mark says who controlled the
    island before the move, or won it during the move; an island that gets touched is marked as it was before.
    """
    while True:
        won = _controlled_among(own, enemy, kinds, touched & ~mark)
        if won:
            fallen = enemy & links_of(won)
            mark, enemy_mark = mark | won, enemy_mark & ~won
            enemy &= ~fallen
        else:
            won = _controlled_among(enemy, own, kinds, touched & ~enemy_mark)
            if won == 0:
                return own, enemy, kinds
            fallen = own & links_of(won)
            mark, enemy_mark = mark & ~won, enemy_mark | won
            own &= ~fallen
        kinds = only_on(kinds, own | enemy)
        new = ends_of(fallen) & ~touched
        mark |= _controlled_among(before.own, before.enemy, before.kinds, new)
        enemy_mark |= _controlled_among(before.enemy, before.own, before.kinds, new)
        touched |= new


@kernel
def _final(state: State) -> State:
    """The end: more worth, then more bridges on the board (E5, S7)."""
    own, enemy, kinds = state.own, state.enemy, state.kinds
    lead = total_worth(kinds, controlled(own, enemy, kinds)) - total_worth(
        kinds, controlled(enemy, own, kinds)
    )
    outcome = verdict(lead, popcount(own) - popcount(enemy), state.seat)
    return State(
        own, enemy, kinds, state.supply, state.enemy_supply, state.passed, state.seat, state.turn, outcome
    )
