"""Players against each other, one game after the other."""

import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from kahuna.bots.base import Bot, Fault
from kahuna.bots.program import MAX_SHOWN_CHARS, MAX_SHOWN_LINES
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.game import UNFINISHED, Game
from kahuna.table.games import spec_of
from kahuna.table.ruleset import SEATS, Rules, Seat, other

MAX_REASON_CHARS = 200


class GameFault(NamedTuple):
    """Whose fault ended a game outside its rules, and why."""

    seat: Seat
    by: str
    reason: str
    detail: str = ""  # the end of its traceback, in lines


class PlayedGame(NamedTuple):
    """A finished game, what went wrong in it if anything did, and the seconds that each seat's decisions took."""

    game: Game
    fault: GameFault | None
    seconds: dict[Seat, list[float]]


def play_whole(
    rules: Rules,
    bots: Mapping[Seat, Bot],
    deal: str,
    luck: str,
    time_ms: float | None = None,
    opening: int = 0,
) -> PlayedGame:
    """A whole game: `deal` is the dealer's seed, `luck` that of the players, which has nothing to do with it (K16).

    Its first actions, as many as `opening` says, are drawn by lot, the same with every luck.

    A player that stops, crashes or answers with an illegal action loses, and the result says why. Players
    are not closed.
    """
    game = Game(rules, seed=deal)
    randoms = {seat: Random(f"{luck}/{seat} player") for seat in SEATS}
    seconds: dict[Seat, list[float]] = {seat: [] for seat in SEATS}
    fault: GameFault | None = None
    seat: Seat | None = None
    try:
        for seat in SEATS:
            sit_down(bots[seat], rules, seat)
        draw_opening(game, deal, opening)
        while (seat := game.to_move) is not None:
            act(bots[seat], game, seat, randoms[seat], time_ms, seconds[seat])
    except Fault as raised:
        assert seat
        by = raised.by if raised.by in UNFINISHED else "crash"
        fault = GameFault(seat, by, _one_line(str(raised)), raised.detail)
        game.end(fault.by, other(seat))
    assert game.result
    for bot in bots.values():
        with suppress(Exception):  # the game is over, so a failing player changes nothing
            bot.end(game.result)
    return PlayedGame(game, fault, seconds)


def opening_for(game: str, actions: int) -> int:
    """So many first actions by lot where no deal makes games differ, none where one does."""
    return 0 if spec_of(game).cards else actions


def draw_opening(game: Game, deal: str, actions: int) -> None:
    """Plays so many legal actions drawn by lot, or fewer if the game ends."""
    random = Random(f"{deal}/opening")
    for _ in range(actions):
        if game.over:
            break
        game.play(random.choice(game.legal()))


def sit_down(bot: Bot, rules: Rules, seat: Seat) -> None:
    """A player begins a game; whatever goes wrong is a Fault."""
    try:
        bot.start(rules.game, rules.settings(), seat)
    except Fault:
        raise
    except Exception as error:
        raise Fault("crash", _described(error), _traceback(error)) from error


def act(
    bot: Bot, game: Game, seat: Seat, random: Random, time_ms: float | None, seconds: list[float]
) -> None:
    """A player chooses and its action is played; whatever goes wrong is a Fault, and the game stays as it was."""
    _play(game, _chosen(bot, game, seat, random, time_ms, seconds))


def _chosen(
    bot: Bot, game: Game, seat: Seat, random: Random, time_ms: float | None, seconds: list[float]
) -> str:
    view = game.view(seat)
    begin = perf_counter()
    try:
        return bot.choose(view, random, time_ms).action
    except Fault:
        raise
    except Exception as error:
        raise Fault("crash", _described(error), _traceback(error)) from error
    finally:
        seconds.append(perf_counter() - begin)


def _play(game: Game, action: object) -> None:
    if not isinstance(action, str):
        raise Fault("illegal", f"answered {action!r}, which is no action")
    try:
        game.play(action)
    except (IllegalAction, BadNotation) as error:
        raise Fault("illegal", str(error)) from None


def _described(error: Exception) -> str:
    """The error and where it was raised, for whoever debugs the player."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"


def _traceback(error: Exception) -> str:
    """The end of the traceback."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    return "\n".join(line[:MAX_SHOWN_CHARS] for line in lines[-MAX_SHOWN_LINES:])


def _one_line(reason: str) -> str:
    line = " ".join(reason.split())
    return line if len(line) <= MAX_REASON_CHARS else f"{line[: MAX_REASON_CHARS - 3]}..."
