"""A record, step by step: as one seat saw it, or with everything open."""

from typing import Any, Literal

from kahuna.bots.levels import LEVELS
from kahuna.server.bodies import Frame, Replay
from kahuna.server.names import plain_name
from kahuna.table.game import Game
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat
from kahuna.table.sisters import family_of
from kahuna.table.view import View

Perspective = Literal["white", "black", "open"]
PERSPECTIVES: dict[str, Perspective] = {"white": "white", "black": "black", "open": "open"}


def replay(record: Any, side: Perspective) -> Replay:
    """The record as frames; BadRecord if it cannot be read."""
    whole = read_record(record)
    game = Game(whole.rules, whole.dealer, start=record.get("start"))
    frames = [_frame(game, side, None)]
    for number, step in enumerate(whole.steps, 1):
        game.play_code(step.code)
        if number == len(whole.steps) and whole.over and not game.over:
            result = whole.result
            assert result
            assert result["winner"]  # it was not ended by the game's rules, so there is a winner
            game.end(result["by"], result["winner"])
        frames.append(_frame(game, side, record["actions"][number - 1]))
    if not whole.steps and whole.over:
        frames = [_frame(whole, side, None)]
    levels = record["meta"].get("levels")
    return Replay(
        game=family_of(whole.rules.game),
        rules=whole.rules.settings(),
        players={seat: plain_name(record["players"][seat]) for seat in SEATS},
        levels={seat: _level(levels, seat) for seat in SEATS},
        result=whole.result,
        frames=frames,
    )


def _level(levels: Any, seat: Seat) -> str | None:
    """The level that a record names for a seat, if it is one of ours: anybody can write a record."""
    level = levels.get(seat) if isinstance(levels, dict) else None
    return level if level in tuple(LEVELS) else None  # a tuple, because the value may be of any type


def _frame(game: Game, side: Perspective, action: str | None) -> Frame:
    mover = SEATS[game.steps[-1].seat] if game.steps and action is not None else None
    if side != "open":
        shown = action if mover == side else _public(action)
        return Frame(shown, mover, game.events(side) if mover else [], _named(game.view(side)))
    view = _named(game.view(None))
    view["log"] = [
        white if white != public else black for white, black, public in zip(*game.logs, strict=True)
    ]
    hands = game.spec.hands(game.state) if game.spec.hands else None
    return Frame(action, mover, game.events(mover) if mover else [], view, hands)


def _named(view: View) -> View:
    """The view as a page reads it: on a custom map with the game's own name, since it has the map."""
    view["game"] = family_of(view["game"])
    return view


def _public(action: str | None) -> str | None:
    """A recorded action as the opponent saw it (K16)."""
    if action and action.startswith("~"):
        return "~"
    return "+" if action and action.startswith("+=") else action
