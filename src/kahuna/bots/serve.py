"""Any of our players as a program that speaks the bot protocol, version 1 (docs/bots.md)."""

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, TextIO

from kahuna.bots.base import Bot, Choice
from kahuna.bots.external import PROTOCOL, External
from kahuna.bots.registry import find_bot
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, SEATS, Rules
from kahuna.table.worlds import KNOWLEDGE, position

WARM_SECONDS = 20  # no further game is warmed up after that: `ready` is due
TYPES = ("hello", "start", "choose", "end", "quit")


class Unexpected(ValueError):
    """A message that is not as the protocol has it; says what was expected."""


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


def _message(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Unexpected("expected one JSON object a line") from None
    if not isinstance(message, dict) or message.get("type") not in TYPES:
        raise Unexpected(f"expected an object whose type is one of {', '.join(TYPES)}")
    return message


def _answer(bot: Bot, spec: str, message: Mapping[str, Any], random: Random) -> dict[str, Any] | None:
    """The answer to a message, None where none is due."""
    kind = message["type"]
    if kind == "hello":
        if message.get("protocol") != PROTOCOL:
            raise Unexpected(f'expected hello with "protocol": {PROTOCOL}')
        _warm(spec)
        return {"type": "ready", "name": bot.name}
    arguments = {"start": _start, "choose": _choose, "end": _end}[kind](message)
    try:
        if kind == "start":
            bot.start(*arguments)
        elif kind == "end":
            bot.end(*arguments)
        else:
            return _written(bot.choose(arguments[0], random, arguments[1]))
    except Exception as error:  # the message was in order, so it is the player that is broken
        raise ValueError(f"player {spec!r} broke down: {type(error).__name__}: {error}") from error
    return None


def _start(message: Mapping[str, Any]) -> tuple[Any, ...]:
    game, rules, seat = message.get("game"), message.get("rules"), message.get("seat")
    if game not in GAMES or seat not in SEATS or not isinstance(rules, dict):
        raise Unexpected(
            f"expected start with game ({', '.join(GAMES)}), rules and seat ({', '.join(SEATS)})"
        )
    return game, rules, seat


def _choose(message: Mapping[str, Any]) -> tuple[Any, ...]:
    """The view and the time, None where no time is given."""
    view, time_ms = message.get("view"), message.get("time_ms")
    if time_ms is not None and (
        isinstance(time_ms, bool) or not isinstance(time_ms, int | float) or not time_ms >= 0
    ):
        raise Unexpected("expected choose with time_ms as a number of milliseconds")
    if not isinstance(view, dict) or view.get("game") not in GAMES or view.get("seat") not in SEATS:
        raise Unexpected("expected choose with a view of one of our games from a seat")
    legal = view.get("legal")
    if not isinstance(legal, list) or not legal or not all(isinstance(action, str) for action in legal):
        raise Unexpected("expected choose with a view that lists legal actions")
    try:
        KNOWLEDGE.get(view["game"], position)(view)
    except Exception as error:  # anything may be wrong in there
        found = f"{type(error).__name__}: {error}"
        raise Unexpected(f"expected choose with a whole view as in docs/bots.md, but found {found}") from None
    return view, time_ms


def _end(message: Mapping[str, Any]) -> tuple[Any, ...]:
    result = message.get("result")
    if not isinstance(result, dict):
        raise Unexpected("expected end with a result")
    return (result,)


def _written(choice: Choice) -> dict[str, Any]:
    answer: dict[str, Any] = {"type": "action", "action": choice.action}
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
            with suppress(Exception):  # it may not play this game; if it is broken, that will show
                bot.choose(Game(Rules(game), seed=0).view("white"), Random(0), 1)
    bot.close()
