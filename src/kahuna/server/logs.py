"""The server's log: one line an event, in words or as JSON, and at most one a second of each kind.

It contains nothing that a visitor has sent and nothing about a game: of an error only the type and the place are
logged, because its text may name cards, keys or people.
"""

import json
import logging
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Literal

Kind = Literal["plain", "json"]

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OnceASecond(logging.Filter):
    """Lets one line a second of each kind pass; the next one says how many were held back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._last: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written. A kind is the text before it is filled in, of which there are few."""
        kind, now = (record.name, str(record.msg)[:200]), self._now()
        last, kept_back = self._last.get(kind, (now - 1, 0))
        if now - last < 1:
            self._last[kind] = last, kept_back + 1
            return False
        if len(self._last) > 1000:
            self._last.clear()
        self._last[kind] = now, 0
        record.kept_back = kept_back
        return True


def worth_saying(record: logging.LogRecord) -> bool:
    """Whether this line belongs in our log: strangers could fill it with uvicorn's warnings."""
    ours = record.name.startswith("kahuna")
    return ours or (record.levelno >= logging.ERROR and "UTF-8" not in record.getMessage())


def _where(raised: Raised) -> list[str]:
    """Where an error happened: file, line and function of each step; not what it says."""
    return [f"{step.filename}:{step.lineno} {step.name}" for step in traceback.extract_tb(raised[2])]


class Plain(logging.Formatter):
    """For people: `kahuna: what happened`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and of an error where it happened."""
        lines = [f"kahuna: {record.getMessage()}"]
        if more := getattr(record, "kept_back", 0):
            lines[0] += f" (and {more} times more since)"
        if record.exc_info and record.exc_info[0]:
            lines += [f"  at {place}" for place in _where(record.exc_info)]
            lines.append(f"  {record.exc_info[0].__name__}")
        return "\n".join(lines)


class Json(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        found: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if more := getattr(record, "kept_back", 0):
            found["more"] = more
        if record.exc_info and record.exc_info[0]:
            found |= {"error": record.exc_info[0].__name__, "where": _where(record.exc_info)}
        return json.dumps(found)


def set_up(kind: Kind = "plain") -> None:
    """From now on everything is logged to standard error in this format."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if kind == "json" else Plain())
    handler.addFilter(worth_saying)
    handler.addFilter(OnceASecond())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kahuna").setLevel(logging.INFO if kind == "json" else logging.WARNING)
