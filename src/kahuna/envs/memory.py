"""Arrays as other libraries need them: at addresses that JAX shares without a copy, or read-only."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

ALIGNMENT = 64  # bytes; JAX copies an array that begins anywhere else


def aligned_bytes(rows: int, columns: int) -> NDArray[np.uint8]:
    """A table of zeros like numpy's own, but at an aligned address."""
    memory = np.zeros(rows * columns + ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % ALIGNMENT
    return memory[begin : begin + rows * columns].reshape(rows, columns)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A read-only view of the same array."""
    view = array.view()
    view.flags.writeable = False
    return view
