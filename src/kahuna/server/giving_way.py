"""Long work, in small pieces on the event loop or in a thread, so that others are served in between.

A message that asks for much still counts as one message. So each address's requests wait for its earlier ones, and
another player's move waits for one piece at most, however many pages ask.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from itertools import islice
from time import monotonic
from typing import TypeVar
from weakref import WeakValueDictionary

WorkedOut = TypeVar("WorkedOut")

PIECE = 8  # previews at a time: two or three milliseconds
LONGEST_PAUSE = 0.02  # seconds


class GivingWay:
    """Gives each address one turn at a time."""

    def __init__(self) -> None:
        self._thread = asyncio.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Waits for this address's earlier work; afterwards the address pauses for as long as the work took."""
        lock = self._turns.get(address)
        if lock is None:
            lock = self._turns[address] = asyncio.Lock()
        async with lock:
            begin = monotonic()
            yield
            await asyncio.sleep(min(monotonic() - begin, LONGEST_PAUSE))

    async def beside(self, address: str, work: Callable[[], WorkedOut]) -> WorkedOut:
        """The result of long work that cannot be done in pieces: it runs in a thread.

        One runs at a time, since several would compete with the loop for the interpreter. Each address has at most
        one waiting, so that others come in between.
        """
        async with self.turn(address), self._thread:
            return await asyncio.to_thread(work)

    async def in_pieces(
        self, address: str, asked: Iterable[str], work: Callable[[list[str]], Mapping[str, WorkedOut]]
    ) -> dict[str, WorkedOut]:
        """The result of `work` for every item, a piece at a time; duplicates are worked out once."""
        found: dict[str, WorkedOut] = {}
        left = iter(dict.fromkeys(asked))
        while piece := list(islice(left, PIECE)):
            async with self.turn(address):
                found.update(work(piece))
        return found
