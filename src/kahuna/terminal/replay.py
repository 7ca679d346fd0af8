"""A record as text: what happened turn by turn, and the board."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from kahuna.table.events import Event
from kahuna.table.game import Game
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import View
from kahuna.terminal.board import legend
from kahuna.terminal.screen import render_view, style_for
from kahuna.terminal.words import NAMES, counted, outcome, told


def show(
    record: Any, seat: Seat | None, at: int | None, ascii_only: bool, labels: Mapping[int, str] | None = None
) -> str:
    """The game of a record in words and its board after `at` actions, all of it or as one seat saw it.

    `labels` are words about turns, by the number of their first action.
    """
    game = read_record(record)
    count = len(game.steps) if at is None else at
    if not 0 <= count <= len(game.steps):
        raise ValueError(
            f"the game has {len(game.steps)} actions, so the board after {count} cannot be shown"
        )
    players = record["players"]
    title = " against ".join(f"{NAMES[name]} ({players[name] or 'unnamed'})" for name in SEATS)
    lines = [f"{game.rules.game}: {title}", *told_turns(game, seat, count, labels or {})]
    style = style_for(ascii_only, False)
    view = view_after(game, seat, count)
    lines += ["", render_view(view, style), legend(game.rules.game, style)]
    if game.result and count == len(game.steps):
        lines += ["", outcome(game.result, counted(view))]
    return "\n".join(lines)


def told_turns(
    game: Game, seat: Seat | None, count: int, labels: Mapping[int, str] = MappingProxyType({})
) -> list[str]:
    """The first `count` actions, a line each, numbered, with a heading for each turn."""
    lines: list[str] = []
    heading = ""
    for number in range(count):
        state = game.moments[number].state
        placing = any(game.spec.turn_of(state)[2:])
        now = f"{'Handicap' if placing else f'Turn {state.turn}'}, {NAMES[SEATS[state.seat]]}"
        if now != heading:
            heading = now
            lines.append(f"{heading}: {labels[number]}" if number in labels else heading)
        text = told(events_of(game, seat, number), None)
        lines.append(f"  {number + 1:>3}  {text}")
    return lines


def events_of(game: Game, seat: Seat | None, number: int) -> list[Event]:
    """What an action did as the seat saw it; for no seat everything when the game is over, else what is public."""
    actor = SEATS[game.steps[number].seat] if game.over else None
    found = game.events(seat or actor, number)
    return [event for event in found if event["event"] not in ("turn", "over")]


def view_after(game: Game, seat: Seat | None, count: int) -> View:
    """The view of the position after this many actions."""
    if count == len(game.steps):
        return game.view(seat)
    earlier = Game(game.rules, game.dealer)
    for step in game.steps[:count]:
        earlier.play_code(step.code)
    return earlier.view(seat)
