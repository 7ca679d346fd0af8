"""Every way to play one's cards in a turn of Kahuna: every order of every card, natively (K3-K5).

Ways that build and remove the same links and leave the same hand are one outcome, found once. Within one's own turn
nothing of one's own is ever lost and nothing of the opponent's comes back, so a goal once reached stays reached.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import kahuna
from kahuna.rules.jit import compiled

Ints = NDArray[np.int64]

MOST_OUTCOMES = 1 << 17  # a turn with more is given up
SLOTS = 2 * MOST_OUTCOMES  # of the table in which outcomes are found again
ROWS = 10
OWN, ENEMY, HAND, REMOVED, PARENT, CODE, ISLANDS, ENEMY_ISLANDS, RESULT, SCORED = range(ROWS)


class Turn(NamedTuple):
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


def all_turns(state: kahuna.State, ending: int) -> Turn | None:
    """Every outcome of the mover's turn, scored as if it ended with this action; None if there are too many."""
    found = np.zeros((ROWS, MOST_OUTCOMES), np.int64)
    count = _enumerate(state, ending, found, np.full(SLOTS, -1, np.int32))
    return Turn(*(row[:count].copy() for row in found)) if count >= 0 else None


@compiled
def _enumerate(state: Any, ending: int, found: Any, table: Any) -> int:
    """Writes all outcomes and returns how many there are, or -1 if they do not fit."""
    count = 1
    found[OWN, 0], found[ENEMY, 0], found[HAND, 0] = state.own.bridges, state.enemy.bridges, state.own.hand
    done = 0
    while done < count:
        mover = kahuna.Side(found[OWN, done], found[HAND, done], 0, 0, state.own.points)
        rival = kahuna.Side(found[ENEMY, done], state.enemy.hand, 0, 0, state.enemy.points)
        flow = kahuna.Flow(
            state.flow.seat,
            state.flow.round,
            state.flow.turn,
            kahuna.PLAYED if done else state.flow.this_turn,
            state.flow.must_take,
            state.flow.last_turns,
            0,
            found[RESULT, done],
        )
        here = kahuna.State(mover, rival, state.stack, state.row, 0, flow, state.first, state.planning)
        found[ISLANDS, done] = kahuna.controlled(mover.bridges)
        found[ENEMY_ISLANDS, done] = kahuna.controlled(rival.bridges)
        words = kahuna.legal(here)
        if kahuna.is_legal(words, ending):
            ended = kahuna.play(here, ending)
            side = ended.own if ended.flow.seat == flow.seat else ended.enemy
            found[SCORED, done] = side.points - state.own.points
            found[RESULT, done] = ended.flow.outcome
        for number in range(kahuna.count_legal(words)):
            code = kahuna.nth_legal(words, number)
            if code >= kahuna.DISCARD:
                break
            after = kahuna.play(here, code)
            removed = found[REMOVED, done]
            if code >= kahuna.REMOVE:
                removed |= 1 << (code - kahuna.REMOVE) % kahuna.LINKS
            own, enemy, hand = after.own.bridges, after.enemy.bridges, after.own.hand
            slot = (own * 5 + enemy * 11 + hand * 17 + removed * 23) % SLOTS
            while table[slot] >= 0:
                other = table[slot]
                if (
                    found[OWN, other] == own
                    and found[ENEMY, other] == enemy
                    and found[HAND, other] == hand
                    and found[REMOVED, other] == removed
                ):
                    break
                slot = (slot + 1) % SLOTS
            if table[slot] >= 0:
                continue
            if count == MOST_OUTCOMES:
                return -1
            table[slot] = count
            found[OWN, count], found[ENEMY, count], found[HAND, count] = own, enemy, hand
            found[REMOVED, count], found[PARENT, count], found[CODE, count] = removed, done, code
            found[RESULT, count] = after.flow.outcome
            count += 1
        done += 1
    return count
