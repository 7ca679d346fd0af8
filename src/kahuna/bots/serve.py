"""Any of our players as a program that speaks the bot protocol, version 1 (docs/bots.md)."""

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Literal, NotRequired, TextIO, TypedDict, TypeGuard, cast

from kahuna.bots.base import Bot, Choice, not_played
from kahuna.bots.external import PROTOCOL, External
from kahuna.bots.registry import find_bot
from kahuna.table.game import Game
from kahuna.table.games import UnknownGame, known_on_maps, spec_of
from kahuna.table.knowledge import KNOWLEDGE, position
from kahuna.table.ruleset import GAMES, SEATS, Rules, Seat
from kahuna.table.sisters import family_of
from kahuna.table.view import Result, Settings, View

WARM_SECONDS = 20  # no further game is warmed up after that: `ready` is due
MESSAGE_TYPES = ("hello", "start", "choose", "end", "quit")


Said = dict[str, Any]  # what comes in: any JSON object, until it is looked at


class Ready(TypedDict):
    """The answer to `hello`."""

    type: Literal["ready"]
    name: str
    games: list[str]  # that the player plays


class Info(TypedDict):
    """What a player thinks beside its choice."""

    best: list[list[str | float]]  # actions and their chances to win


class Action(TypedDict):
    """The answer to `choose`."""

    type: Literal["action"]
    action: str
    value: NotRequired[float]  # the chance to win
    info: NotRequired[Info]


class Unexpected(ValueError):
    """A message that does not follow the protocol; says what was expected."""


def serve_bot(spec: str, stdin: TextIO, stdout: TextIO, seed: str | None = None) -> None:
    """Answers messages until `quit` or the end of input; ValueError if the player cannot be found or breaks down.

    A message that cannot be read gets one line on standard error and no answer.
    """
    bot = find_bot(spec)
    random = Random(seed)
    try:
        for line in stdin:
            try:
                message = _message(line)
                if message["type"] == "quit":
                    return
                answer = _answer(bot, spec, message, random)
            except Unexpected as error:
                sys.stderr.write(f"kahuna bot: {error}\n")
                sys.stderr.flush()
                continue
            if answer is not None:
                stdout.write(json.dumps(answer) + "\n")
                stdout.flush()
    finally:
        bot.close()


def _message(line: str) -> Said:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Unexpected("expected one JSON object a line") from None
    if not isinstance(message, dict) or message.get("type") not in MESSAGE_TYPES:
        raise Unexpected(f"expected an object whose type is one of {', '.join(MESSAGE_TYPES)}")
    return message


def _answer(bot: Bot, spec: str, message: Said, random: Random) -> Ready | Action | None:
    """The answer to a message, None where none is due."""
    kind = message["type"]
    if kind == "hello":
        if message.get("protocol") != PROTOCOL:
            raise Unexpected(f'expected hello with "protocol": {PROTOCOL}')
        _warm(spec)
        return {"type": "ready", "name": bot.name, "games": _games(bot)}
    deed: Callable[[], Choice | None]
    game = ""
    if kind == "start":
        game, rules, seat = _start(message)
        deed = partial(bot.start, game, rules, seat)
    elif kind == "end":
        deed = partial(bot.end, _end(message))
    else:
        view, time_ms = _choose(message)
        game = view["game"]
        deed = partial(bot.choose, view, random, time_ms)
    if game and not bot.plays(game):
        raise ValueError(not_played(spec, bot, game))
    try:
        choice = deed()
    except Exception as error:  # the message was valid, so the player is at fault
        raise ValueError(f"player {spec!r} broke down: {type(error).__name__}: {error}") from error
    return _written(choice) if choice else None


def _games(bot: Bot) -> list[str]:
    """What it plays, on the maps that KAHUNA_MAPS names, too."""
    return list(dict.fromkeys([*bot.games, *filter(bot.plays, known_on_maps())]))


def _known(game: Any) -> TypeGuard[str]:
    """Whether it is one of our games, or Kahuna on a map that KAHUNA_MAPS names."""
    if not isinstance(game, str):
        return False
    try:
        return bool(spec_of(game))
    except UnknownGame:
        return False


def _start(message: Said) -> tuple[str, Settings, Seat]:
    game, rules, seat = message.get("game"), message.get("rules"), message.get("seat")
    if not _known(game) or seat not in SEATS or not isinstance(rules, dict):
        raise Unexpected(
            f"expected start with game ({', '.join(GAMES)}), rules and seat ({', '.join(SEATS)})"
        )
    return game, cast("Settings", rules), seat


def _choose(message: Said) -> tuple[View, float | None]:
    """The view and the time, None where no time is given."""
    view, time_ms = message.get("view"), message.get("time_ms")
    if time_ms is not None and (
        isinstance(time_ms, bool) or not isinstance(time_ms, int | float) or not time_ms >= 0
    ):
        raise Unexpected("expected choose with time_ms as a number of milliseconds")
    if not isinstance(view, dict) or not _known(view.get("game")) or view.get("seat") not in SEATS:
        raise Unexpected("expected choose with a view of one of our games from a seat")
    legal = view.get("legal")
    if not isinstance(legal, list) or not legal or not all(isinstance(action, str) for action in legal):
        raise Unexpected("expected choose with a view that lists legal actions")
    try:
        read: Callable[[Any], object] = KNOWLEDGE.get(family_of(view["game"]), position)
        read(view)
    except Exception as error:  # anything may be wrong in there
        found = f"{type(error).__name__}: {error}"
        raise Unexpected(f"expected choose with a whole view as in docs/bots.md, but found {found}") from None
    return cast("View", view), time_ms


def _end(message: Said) -> Result:
    result = message.get("result")
    if not isinstance(result, dict):
        raise Unexpected("expected end with a result")
    return cast("Result", result)


def _written(choice: Choice) -> Action:
    answer: Action = {"type": "action", "action": choice.action}
    if choice.value is not None:
        answer["value"] = choice.value
    if choice.best:
        answer["info"] = {"best": [list(pair) for pair in choice.best]}
    return answer


def _warm(spec: str) -> None:
    """Chooses once in each game with another such player: native code is loaded before `ready`, not on the clock."""
    bot = find_bot(spec)
    if isinstance(bot, External):
        return
    begun = monotonic()
    for game in GAMES:
        if monotonic() - begun < WARM_SECONDS:
            with suppress(Exception):  # it may not play this game; if it is broken, that will show later
                bot.choose(Game(Rules(game), seed=0).view("white"), Random(0), 1)
    bot.close()
