"""Decides when a search limited by time ends."""

import threading
from collections.abc import Callable
from time import perf_counter

CHUNK = 100  # iterations between two looks at the clock
LOOKS = 16  # how often to check whether the choice is already certain


class Watch:
    """Says when a search is over: at the end of its time, or earlier if no action can catch up with the first."""

    def __init__(self, time_ms: float, tries: Callable[[], list[int]] | None = None) -> None:
        """`tries`, if the search may end early: how often each action has been tried so far."""
        self._start = perf_counter()
        self._length = time_ms / 1000
        self._tries = tries
        self._looked = 0.0  # the time of the last look, since the start
        self._seen = 0  # tries, then
        self._lock = threading.Lock()

    def over(self) -> bool:
        """Whether the search is over; all threads get the same answer, and it never changes back."""
        with self._lock:
            spent = perf_counter() - self._start
            if self._tries and spent > self._looked + self._length / LOOKS:
                tries = sorted(self._tries(), reverse=True)
                pace = (sum(tries) - self._seen) / (spent - self._looked)
                if self._looked and tries[0] - sum(tries[1:2]) > pace * (self._length - spent):
                    self._length = 0.0
                self._looked, self._seen = spent, sum(tries)
            return spent >= self._length
