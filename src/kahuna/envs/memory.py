"""Arrays as other libraries want them: at addresses that JAX shares without a copy, or for readers only."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

ALIGNMENT = 64  # bytes; JAX copies an array that begins anywhere else


def aligned_bytes(rows: int, columns: int) -> NDArray[np.uint8]:
    """A table of zeros, as numpy's own but for the address it begins at."""
    memory = np.zeros(rows * columns + ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % ALIGNMENT
    return memory[begin : begin + rows * columns].reshape(rows, columns)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array for readers."""
    view = array.view()
    view.flags.writeable = False
    return view
