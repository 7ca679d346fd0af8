"""What a seat sees when its game has ended, although the batch has already begun the next one."""

from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.envs import observation
from kahuna.table.ruleset import engine_of

# Sections that are empty once a game has ended, as in the view of a finished game.
_IDLE = ("this turn", "must take", "last turns", "to move")


def final_observation(
    game: str,
    kernels: ModuleType,
    settings: tuple[Any, ...],
    before: NDArray[np.int64],
    code: int,
    seat: int,
) -> NDArray[np.uint8]:
    """What this seat sees after the action that ended the game, as `observation.encode` would make it from the last
    view.

    `before` is the game's row before that action. No card is dealt after it: nothing here depends on chance.
    """
    state = kernels.load(before, *settings)
    row = np.zeros((1, kernels.COLUMNS), np.int64)
    kernels.store(row[0], _seen_from(seat, engine_of(game).play(state, code)))
    seen: NDArray[np.uint8] = np.zeros(observation.size(game), np.uint8)
    kernels.observe(row, seen[None], *settings)
    names = {name for name, _, _ in observation.LAYOUTS[game]}
    for name in names.intersection(_IDLE):
        seen[observation.section_of(game, name)] = 0
    seen[observation.section_of(game, "over")] = 1
    return seen


def _seen_from(seat: int, state: Any) -> Any:
    """The same state with this seat's things as its own."""
    flow = getattr(state, "flow", state)
    if flow.seat == seat:
        return state
    turned = {name: name.removeprefix("enemy_") for name in state._fields if name.startswith("enemy_")}
    turned["enemy"] = "own"
    changed = {mine: getattr(state, theirs) for theirs, mine in turned.items()}
    changed |= {theirs: getattr(state, mine) for theirs, mine in turned.items()}
    changed |= {"flow": flow._replace(seat=seat)} if flow is not state else {"seat": seat}
    return state._replace(**changed)
