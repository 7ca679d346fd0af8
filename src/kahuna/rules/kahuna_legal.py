"""Who controls what, and which actions are legal, made for a board of Kahuna (rules: Control, K4-K8, K14, K15)."""

from collections.abc import Callable
from typing import NamedTuple

from kahuna.rules.bits import FIRSTS, SECOND, bits_of, nth_bit, popcount
from kahuna.rules.capture import controls
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna_numbers import HAND_LIMIT, LEGAL_WORDS, SUPPLY, KahunaNumbers
from kahuna.rules.kahuna_state import DISCARDED, PLAYED, State
from kahuna.rules.outcome import RUNNING

Legal = tuple[int, int, int, int, int]
NO_ACTIONS: Legal = (0, 0, 0, 0, 0)


class LegalKernels(NamedTuple):
    """What can be asked about bridges and actions on one board."""

    links_from: Callable[[int], int]
    links_to: Callable[[int], int]
    controlled: Callable[[int], int]
    safe_after_loss: Callable[[int], int]
    legal: Callable[[State], Legal]
    nth_legal: Callable[[Legal, int], int]
    word_of: Callable[[int], int]
    is_legal: Callable[[Legal, int], bool]
    codes: Callable[[Legal], list[int]]


@kernel
def count_legal(words: Legal) -> int:
    """How many actions these words hold."""
    return (
        popcount(words[0]) + popcount(words[1]) + popcount(words[2]) + popcount(words[3]) + popcount(words[4])
    )


def _links_by_islands(ends: tuple[int, ...], half: int, shift: int) -> tuple[int, ...]:
    """For each set of this many islands, starting with this one, the links whose given end is in the set."""
    return tuple(
        sum(1 << link for link, end in enumerate(ends) if islands << shift >> end & 1)
        for islands in range(1 << half)
    )


def legal_for(numbers: KahunaNumbers) -> LegalKernels:
    """The kernels of this board."""
    links, island_count, all_links = numbers.LINKS, numbers.ISLANDS, numbers.ALL_LINKS
    links_at, majority = numbers.LINKS_AT, numbers.MAJORITY
    half = (island_count + 1) // 2
    half_mask = (1 << half) - 1
    # Links whose first (second) end lies in a set of islands, by the set's lower and upper half.
    first_low, first_high = (_links_by_islands(numbers.FIRST_END, half, shift) for shift in (0, half))
    second_low, second_high = (_links_by_islands(numbers.SECOND_END, half, shift) for shift in (0, half))
    actions, discard, word_bits = numbers.ACTIONS, numbers.DISCARD, numbers.WORD_BITS
    # Places in the last word.
    take, end, handicap = numbers.TAKE_ROW - discard, numbers.END - discard, numbers.HANDICAP - discard
    last_word = LEGAL_WORDS - 1

    @kernel
    def links_from(islands: int) -> int:
        """Links whose first end is among these islands."""
        return first_low[islands & half_mask] | first_high[islands >> half]

    @kernel
    def links_to(islands: int) -> int:
        """Links whose second end is among these islands."""
        return second_low[islands & half_mask] | second_high[islands >> half]

    @kernel
    def controlled(bridges: int) -> int:
        """The islands these bridges control, as bits (rules: Control)."""
        islands = 0
        for island in range(island_count):
            if controls(bridges, links_at[island], majority[island]):
                islands |= 1 << island
        return islands

    @kernel
    def safe_after_loss(bridges: int) -> int:
        """The islands these bridges would control even with one bridge less there (K14b)."""
        islands = 0
        for island in range(island_count):
            if controls(bridges, links_at[island], majority[island] + 1):
                islands |= 1 << island
        return islands

    @kernel
    def legal(state: State) -> Legal:
        """The legal actions as five words of bits; none while a card is due or when the game is over."""
        flow = state.flow
        if flow.outcome != RUNNING or state.due:
            return NO_ACTIONS
        own, enemy = state.own.bridges, state.enemy.bridges
        free = all_links & ~(own | enemy)
        if flow.handicap:
            return 0, 0, 0, 0, 1 << end | free << handicap
        place, remove, remove_or_replace, replace, other = 0, 0, 0, 0, 0
        hand = state.own.hand
        held = hand & FIRSTS
        if flow.this_turn != DISCARDED:
            pairs = hand >> SECOND
            from_held, to_held = links_from(held), links_to(held)
            if popcount(own) < SUPPLY:
                if state.planning:
                    closed = controlled(enemy)
                    free &= ~(links_from(closed) | links_to(closed))
                place = free & from_held | (free & to_held) << links
            both, twice_first = enemy & from_held & to_held, enemy & links_from(pairs)
            twice_second = enemy & links_to(pairs)
            remove = both | twice_first << links
            remove_or_replace = twice_second
            if state.planning and popcount(own) < SUPPLY:
                closed = safe_after_loss(enemy)
                open_links = ~(links_from(closed) | links_to(closed))
                remove_or_replace |= (both & open_links) << links
                replace = twice_first & open_links | (twice_second & open_links) << links
        if flow.this_turn != PLAYED:
            other = held
        if flow.last_turns:
            other |= 1 << end
        else:
            if popcount(hand) < HAND_LIMIT:
                row = state.row
                slots = (
                    (row & 0xF != 0)
                    | (row & 0xF0 != 0) << 1
                    | (row & 0xF00 != 0) << 2
                    | (state.stack != 0) << 3
                )
                other |= slots << take
            if not flow.must_take:
                other |= 1 << end
        return place, remove, remove_or_replace, replace, other

    @kernel
    def nth_legal(words: Legal, n: int) -> int:
        """The code of the n-th legal action, in the order of the codes."""
        for word in range(last_word):
            here = popcount(words[word])
            if n < here:
                return word * word_bits + nth_bit(words[word], n)
            n -= here
        return last_word * word_bits + nth_bit(words[last_word], n)

    @kernel
    def word_of(code: int) -> int:
        """The word in which this action's bit stands; on a board of few links the last one is longer."""
        return min(code // word_bits, last_word)

    @kernel
    def is_legal(words: Legal, code: int) -> bool:
        """Whether the action with this code is among these words."""
        if code >= discard:  # written out: the table asks this for every action
            return code < actions and words[last_word] >> (code - discard) & 1 == 1
        return code >= 0 and words[code // word_bits] >> code % word_bits & 1 == 1

    def codes(words: Legal) -> list[int]:
        """The codes of these actions, in order."""
        low, high = words[0] | words[1] << word_bits, words[2] | words[3] << word_bits
        return bits_of(low | high << 2 * word_bits | words[4] << discard)

    return LegalKernels(
        links_from, links_to, controlled, safe_after_loss, legal, nth_legal, word_of, is_legal, codes
    )
