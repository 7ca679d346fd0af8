"""What is certain within a turn of Kahuna: the cards in hand can end the game.

A player who can end the game with the cards in hand needs no imagined world to know what that is worth: every order of
every card is played. That decides last turns (K11) and early ends (K13).
"""

from kahuna.review.turns import all_turns, ending_of
from kahuna.rules import kahuna
from kahuna.rules.outcome import worth

FEW_BRIDGES = 8  # no turn removes all bridges of a player with more


def certain_chance(state: kahuna.State) -> float | None:
    """What the turn is worth to the seat to move if it ends the game; None where that is not certain.

    1 where some order of its cards wins at once. In the last turn of the game, the value of the best order.
    """
    if state.due or state.flow.handicap or not (state.flow.last_turns == 1 or _may_end_early(state)):
        return None
    outcomes = all_turns(state, ending_of(state))
    if outcomes is None:
        return None
    ends = {int(result) for result in outcomes.result if result}
    best = max((worth(end, state.seat) for end in ends), default=0.0)
    return best if best == 1.0 or state.flow.last_turns == 1 else None


def _may_end_early(state: kahuna.State) -> bool:
    """Whether it is worth looking for an early end: from round 2 on or as it begins, against few bridges."""
    late = state.flow.round > 1 or ending_of(state) != kahuna.END
    return late and state.enemy.bridges.bit_count() <= FEW_BRIDGES
