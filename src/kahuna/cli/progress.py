"""The progress bar, shown on standard error if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

BETWEEN_NAMES = " : "  # of two players in a title
MIN_BAR, MAX_BAR = 10, 40  # characters
MIN_NAME = 6
RESERVED_COLUMNS = 50  # characters for count, news, time left and the gaps between them


class Bar(Protocol):
    """Receives the progress of some work."""

    def advance(self, told: str = "") -> None:
        """One more is done; `told` is shown beside the count."""

    def reach(self, done: float, told: str) -> None:
        """`done` of the total is done."""

    def say(self, line: str) -> None:
        """A line that stays above the bar."""


class Silent:
    """No bar: only lines that stay are written."""

    def advance(self, told: str = "") -> None:
        """Nothing to show."""

    def reach(self, done: float, told: str) -> None:
        """Nothing to show."""

    def say(self, line: str) -> None:
        """Writes the line."""
        sys.stderr.write(line + "\n")


class Shown:
    """A bar rendered by rich."""

    def __init__(self, progress: Any, task: Any) -> None:
        self._progress, self._task = progress, task

    def advance(self, told: str = "") -> None:
        """Moves the bar on by one."""
        self._progress.update(self._task, advance=1, told=told)

    def reach(self, done: float, told: str) -> None:
        """Moves the bar to this point."""
        self._progress.update(self._task, completed=done, told=told)

    def say(self, line: str) -> None:
        """Prints the line above the bar."""
        self._progress.console.print(line, highlight=False, markup=False)


def shortened(title: str, room: int) -> str:
    """The title shortened to fit `room` characters: long names are cut, so that count and time left stay visible."""
    names = title.split(BETWEEN_NAMES)
    each = max(MIN_NAME, (room - len(BETWEEN_NAMES) * (len(names) - 1)) // len(names))
    return BETWEEN_NAMES.join(name if len(name) <= each else name[: each - 1] + "…" for name in names)


@contextmanager
def progress(title: str, total: float, console: Any = None) -> Iterator[Bar]:
    """A bar for this total; a total of 1 is shown in per cent, any other as a count."""
    if console is None and not sys.stderr.isatty():
        yield Silent()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = console or Console(stderr=True)
    shown = shortened(title, console.width - RESERVED_COLUMNS - MIN_BAR)
    width = max(MIN_BAR, min(MAX_BAR, console.width - RESERVED_COLUMNS - len(shown)))
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(width),
        TaskProgressColumn() if total == 1.0 else MofNCompleteColumn(),
        TextColumn("{task.fields[told]}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console) as bar:
        yield Shown(bar, bar.add_task(shown, total=total, told=""))
