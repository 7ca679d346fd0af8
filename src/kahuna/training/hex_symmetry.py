"""The hexagonal board rotated and mirrored: every position a net sees stands for twelve."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.nets import hex_inputs
from kahuna.bots.nets.hex_inputs import CONTROL, ISLAND, KIND, WORTH
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.symmetry import symmetries, turned_links


@cache
def slot_maps(special: bool) -> NDArray[np.int16]:
    """For each of the twelve symmetries the slot that every slot becomes."""
    maps = []
    straight = np.arange(27)  # owner, who controls the first end, who the second
    crossing = straight.reshape(3, 3, 3).swapaxes(1, 2).ravel()
    for places in symmetries(EXAHUNA):
        to = np.arange(hex_inputs.SPECIAL_SLOTS if special else hex_inputs.EXAHUNA_SLOTS)
        for link, (new, crossed) in enumerate(turned_links(EXAHUNA, places)):
            at = CONTROL + link * 27
            to[at : at + 27] = CONTROL + new * 27 + (crossing if crossed else straight)
            if special:
                to[KIND + link * 17 : KIND + link * 17 + 17] = KIND + new * 17 + np.arange(17)
        size = 140 if special else 28
        for island, new in enumerate(places):
            at = ISLAND + island * size
            to[at : at + size] = ISLAND + new * size + np.arange(size)
            if special:
                at = WORTH + island * 12
                to[at : at + 12] = WORTH + new * 12 + np.arange(12)
        maps.append(to)
    return np.array(maps, np.int16)
