"""A record step by step: the board after each action, back and forth by keys."""

import shutil
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from kahuna.table.events import built
from kahuna.table.game import Game
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import View
from kahuna.terminal.board import TextStyle
from kahuna.terminal.frame import PROMPT_ROWS, framed
from kahuna.terminal.prose import wrapped
from kahuna.terminal.replay import events_of, view_after
from kahuna.terminal.words import NAMES, counted, outcome, told

KEYS = "Right, Left: an action; Down, Up: a turn; Home, End; q leaves"
ON, BACK = ("right", "l", "n", " ", "c-m"), ("left", "h", "b", "c-h")
LEAVE_KEYS = ("q", "Q", "escape")


def step_through(
    record: Any,
    seat: Seat | None,
    style: TextStyle,
    keys: Iterable[str],
    show: Callable[[str], None],
    labels: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """Shows the game of a record from its beginning, moved by these keys, until the reader quits.

    `labels` are words about turns, by the number of their first action.
    """
    game = read_record(record)
    starts = _turn_starts(game)
    at = 0
    show(_screen(game, seat, style, at, labels))
    for key in keys:
        if key in LEAVE_KEYS:
            return
        if key in ON:
            at = min(at + 1, len(game.steps))
        elif key in BACK:
            at = max(at - 1, 0)
        elif key in ("down", "pagedown", "j"):
            at = next((start for start in starts if start > at), len(game.steps))
        elif key in ("up", "pageup", "k"):
            at = next((start for start in reversed(starts) if start < at), 0)
        elif key in ("home", "end"):
            at = 0 if key == "home" else len(game.steps)
        show(_screen(game, seat, style, at, labels))


def _turn_starts(game: Game) -> list[int]:
    """The numbers of actions after which a turn begins."""
    turns = [game.spec.turn_of(moment.state)[:2] for moment in game.moments]
    return [number for number, turn in enumerate(turns) if number == 0 or turn != turns[number - 1]]


def _screen(game: Game, seat: Seat | None, style: TextStyle, at: int, labels: Mapping[int, str]) -> str:
    """The board after this many actions, what the last of them did, and where we are."""
    view = view_after(game, seat, at)
    news, marked = [], set[str]()
    if at:
        events = events_of(game, seat, at - 1)
        news = [told(events, None)]
        marked = built(events)
        first = max((start for start in _turn_starts(game) if start < at), default=0)
        who = f"Action {at} of {len(game.steps)}, {NAMES[SEATS[game.steps[at - 1].seat]]}"
        who += f" ({labels[first]})" if first in labels else ""
    else:
        who = f"Before the first of {len(game.steps)} actions"
    status = wrapped(f"{who}. {KEYS}.", shutil.get_terminal_size().columns)
    shown = framed(
        {**view, "legal": []}, style, [*news, *_end(game, view, at)], marked, spare=len(status) + PROMPT_ROWS
    )
    return "\n".join([shown, *status])


def _end(game: Game, view: View, at: int) -> list[str]:
    """How the game ended, after its last action."""
    return [outcome(game.result, counted(view))] if game.result and at == len(game.steps) else []
