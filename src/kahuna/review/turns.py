"""Every way to play one's cards in a turn of Kahuna: every order of every card, natively (K3-K5).

Ways that build and remove the same links and leave the same hand are one outcome, found once. Within a turn the
mover never loses anything and the opponent never regains anything, so a goal once reached stays reached.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import kahuna
from kahuna.rules.jit import compiled

Ints = NDArray[np.int64]

MOST_OUTCOMES = 1 << 17  # a turn with more is given up
TABLE_SLOTS = 2 * MOST_OUTCOMES  # of the table in which outcomes are found again
ROW_COUNT = 10
(
    OWN_ROW,
    ENEMY_ROW,
    HAND_ROW,
    REMOVED_ROW,
    PARENT_ROW,
    CODE_ROW,
    ISLANDS_ROW,
    ENEMY_ISLANDS_ROW,
    RESULT_ROW,
    SCORED_ROW,
) = range(ROW_COUNT)


class TurnOutcomes(NamedTuple):
    """All outcomes of a turn, the turn without a play first; every array has one entry for each."""

    own: Ints  # bridges
    enemy: Ints
    hand: Ints
    removed: Ints  # links from which cards took a bridge
    parent: Ints  # the outcome one play before it
    code: Ints  # that play
    islands: Ints  # what the mover controls, as bits
    enemy_islands: Ints
    result: Ints  # how the game has ended, 0 if it runs
    scored: Ints  # what the turn's ending scores for the mover

    def plays(self, number: int) -> list[int]:
        """The codes of the plays that lead to this outcome, in order."""
        found: list[int] = []
        while number:
            found.append(int(self.code[number]))
            number = int(self.parent[number])
        return found[::-1]


def ending_of(state: kahuna.State) -> int:
    """The action that ends this turn for the score: the take of the last card if one is left, else `-`."""
    if not state.flow.last_turns and not state.stack:
        slots = [slot for slot in range(3) if state.row >> 4 * slot & 15]
        if len(slots) == 1:
            return kahuna.TAKE_ROW + slots[0]
    return kahuna.END


def all_turns(state: kahuna.State, ending: int) -> TurnOutcomes | None:
    """Every outcome of the mover's turn, scored as if it ended with this action; None if there are too many."""
    found = np.zeros((ROW_COUNT, MOST_OUTCOMES), np.int64)
    count = _enumerate(state, ending, found, np.full(TABLE_SLOTS, -1, np.int32))
    return TurnOutcomes(*(row[:count].copy() for row in found)) if count >= 0 else None


@compiled
def _enumerate(state: Any, ending: int, found: Any, table: Any) -> int:
    """Writes all outcomes and returns how many there are, or -1 if they do not fit."""
    count = 1
    found[OWN_ROW, 0], found[ENEMY_ROW, 0], found[HAND_ROW, 0] = (
        state.own.bridges,
        state.enemy.bridges,
        state.own.hand,
    )
    done = 0
    while done < count:
        mover = kahuna.Side(found[OWN_ROW, done], found[HAND_ROW, done], 0, 0, state.own.points)
        rival = kahuna.Side(found[ENEMY_ROW, done], state.enemy.hand, 0, 0, state.enemy.points)
        flow = kahuna.Flow(
            state.flow.seat,
            state.flow.round,
            state.flow.turn,
            kahuna.PLAYED if done else state.flow.this_turn,
            state.flow.must_take,
            state.flow.last_turns,
            0,
            found[RESULT_ROW, done],
        )
        here = kahuna.State(mover, rival, state.stack, state.row, 0, flow, state.first, state.planning)
        found[ISLANDS_ROW, done] = kahuna.controlled(mover.bridges)
        found[ENEMY_ISLANDS_ROW, done] = kahuna.controlled(rival.bridges)
        words = kahuna.legal(here)
        if kahuna.is_legal(words, ending):
            ended = kahuna.play(here, ending)
            side = ended.own if ended.flow.seat == flow.seat else ended.enemy
            found[SCORED_ROW, done] = side.points - state.own.points
            found[RESULT_ROW, done] = ended.flow.outcome
        for number in range(kahuna.count_legal(words)):
            code = kahuna.nth_legal(words, number)
            if code >= kahuna.DISCARD:
                break
            after = kahuna.play(here, code)
            removed = found[REMOVED_ROW, done]
            if code >= kahuna.REMOVE:
                removed |= 1 << (code - kahuna.REMOVE) % kahuna.LINKS
            own, enemy, hand = after.own.bridges, after.enemy.bridges, after.own.hand
            slot = (own * 5 + enemy * 11 + hand * 17 + removed * 23) % TABLE_SLOTS
            while table[slot] >= 0:
                other = table[slot]
                if (
                    found[OWN_ROW, other] == own
                    and found[ENEMY_ROW, other] == enemy
                    and found[HAND_ROW, other] == hand
                    and found[REMOVED_ROW, other] == removed
                ):
                    break
                slot = (slot + 1) % TABLE_SLOTS
            if table[slot] >= 0:
                continue
            if count == MOST_OUTCOMES:
                return -1
            table[slot] = count
            found[OWN_ROW, count], found[ENEMY_ROW, count], found[HAND_ROW, count] = own, enemy, hand
            found[REMOVED_ROW, count], found[PARENT_ROW, count], found[CODE_ROW, count] = removed, done, code
            found[RESULT_ROW, count] = after.flow.outcome
            count += 1
        done += 1
    return count
