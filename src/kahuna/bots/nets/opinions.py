"""The net's opinion of every action in a view: one ply, no search, and no look at hidden cards."""

from functools import cache
from typing import Any

import numpy as np

from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.scoring import kernels_of, new_buffers
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled
from kahuna.table.games.kahuna_worlds import forgetful_knowledge, sample_world, simple_knowledge
from kahuna.table.knowledge import position
from kahuna.table.notation import write
from kahuna.table.view import View, has_cards


@cache
def native_scores(game: str) -> Any:
    """The compiled function that scores all actions of a state of this game."""
    kernels = kernels_of(game)
    scored, active = kernels.scored, kernels.active

    def scores(net: Net, state: Any, codes: Any, odds: Any) -> int:
        return scored(net, state, codes, odds, np.empty(len(odds), np.float64), new_buffers(net, active))

    return compiled(scores)


def state_of(view: View, memory: bool = True) -> Any:
    """A state that this view's seat cannot tell from the true one; any will do, since the net sees no hidden card.

    Without memory, nothing is known in it of what the opponent took.
    """
    if not has_cards(view):
        return position(view)
    return sample_world(simple_knowledge(view) if memory else forgetful_knowledge(view), seeded(1, 0))[0]


def opinions(net: Net, view: View, memory: bool = True, compiled: bool = True) -> list[tuple[str, float]]:
    """The sensible actions with the chance to win that the net gives each, the best first."""
    kernels = kernels_of(view["game"])
    codes, odds = np.empty(kernels.most, np.int64), np.empty(kernels.most, np.float64)
    state = state_of(view, memory)
    if compiled:
        count = native_scores(view["game"])(net, state, codes, odds)
    else:
        count = kernels.scored(net, state, codes, odds, np.empty_like(odds), new_buffers(net, kernels.active))
    order = np.argsort(-odds[:count], kind="stable")
    return [(write(view["game"], int(codes[i])), chance(float(odds[i]))) for i in order]
