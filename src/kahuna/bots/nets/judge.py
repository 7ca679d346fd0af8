"""The net's opinion of every action in a view: one ply, no search, and no look at hidden cards."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from kahuna.bots.nets.games import new_room
from kahuna.bots.nets.network import Net, chance
from kahuna.bots.nets.subjects import subject_of
from kahuna.rules.bits import seeded
from kahuna.rules.jit import compiled
from kahuna.table.notation import write
from kahuna.table.worlds import knowledge, position, sample


@cache
def _judging(game: str) -> Any:
    """The compiled function that judges all actions of a state of this game."""
    kernels = subject_of(game).kernels
    judged, active = kernels.judged, kernels.active

    def judge(net: Net, state: Any, codes: Any, odds: Any) -> int:
        return judged(net, state, codes, odds, new_room(net, active))

    return compiled(judge)


def state_of(view: Mapping[str, Any]) -> Any:
    """A state that this view's seat cannot tell from the true one; any will do, since the net sees no hidden card."""
    return sample(knowledge(view), seeded(1, 0))[0] if view["game"] == "kahuna" else position(view)


def opinions(net: Net, view: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The sensible actions with the chance to win that the net gives each, the best first."""
    most = subject_of(view["game"]).kernels.most
    codes, odds = np.empty(most, np.int64), np.empty(most, np.float64)
    count = _judging(view["game"])(net, state_of(view), codes, odds)
    order = np.argsort(-odds[:count], kind="stable")
    return [(write(view["game"], int(codes[i])), chance(float(odds[i]))) for i in order]
