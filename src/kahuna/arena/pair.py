"""One mirrored pair, as a worker plays it: the same deal twice, seats swapped.

The players of a match are made once for each thread that plays and kept from pair to pair.
"""

import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from kahuna.arena.selfplay import PlayedGame, play_whole
from kahuna.bots.base import Bot
from kahuna.bots.external import External
from kahuna.bots.registry import find_bot
from kahuna.review.account import luck_of
from kahuna.review.assessors import assessor_of
from kahuna.table.record import dump_record, write_record
from kahuna.table.ruleset import SEATS, Rules, Seat

MAX_LOG_NAME_CHARS = 40


class MatchSetup(NamedTuple):
    """A match, as every worker must know it."""

    specs: tuple[str, str]
    rules: Rules = Rules()
    seed: str = "0"
    time_ms: float | None = None
    records: bool = False  # whether pairs contain their games
    find: Callable[[str], Bot] = find_bot  # must be importable by the workers
    luck: bool = False  # whether the luck of the cards is worked out
    strict: bool = (
        False  # whether programs are restarted for every game, so that they cannot remember the deal
    )
    opening: int = 0  # first actions of every deal that are drawn by lot
    log: str = ""  # a folder for all that is said to programs and by them
    ticket: str = ""  # identifies this match, so that its players can be closed


class PairFault(NamedTuple):
    """A fault in a game of a pair: the player who committed it lost that game."""

    pair: int
    game: int  # 0 or 1
    player: int  # 0 or 1, as in Setup.specs
    by: str
    reason: str
    detail: str = ""  # the end of its traceback, in lines


class Pair(NamedTuple):
    """Two finished games; the first player is White in the first one."""

    number: int
    scores: tuple[float, float]  # of the first player
    decisions: tuple[int, int]  # that were timed, of each player
    seconds: tuple[float, float]
    faults: tuple[PairFault, ...]
    digest: str  # the same for the same two games
    records: tuple[str, ...] = ()
    lucks: tuple[float, ...] = ()  # the luck of the first player in each game, if requested

    @property
    def score(self) -> float:
        """The mean of the first player's two games."""
        return sum(self.scores) / 2

    @property
    def adjusted(self) -> float:
        """The same without what the cards gave: its mean is that of the score, and it varies less."""
        return self.score - sum(self.lucks) / 2


class Stopped(Exception):
    """The match is over, so this pair is not needed any more."""


def play_pair(setup: MatchSetup, number: int) -> Pair:
    """The pair with this number. It depends on the setup and the number alone, never on who played before."""
    with players_of(setup) as (bots, fresh):
        games = []
        for game in range(2):
            if setup.ticket in _over:
                raise Stopped
            order = {"white": bots[game], "black": bots[1 - game]}
            seats: dict[Seat, Bot] = {seat: order[seat] for seat in SEATS}
            if setup.strict:
                for bot in bots:
                    if isinstance(bot, External):
                        bot.close()  # the next game starts it again
            deal = f"{setup.seed}/{number}"
            luck = f"{deal}/{game}"
            games.append(play_whole(setup.rules, seats, deal, luck, setup.time_ms, setup.opening))
    return _result(setup, number, games, fresh)


def _seat(player: int, game: int) -> Seat:
    return SEATS[player ^ game]


def _result(setup: MatchSetup, number: int, games: list[PlayedGame], fresh: bool) -> Pair:
    scores, faults, records, digest = [], [], [], hashlib.blake2b(digest_size=8)
    for game, played in enumerate(games):
        result = played.game.result
        assert result
        winner = result["winner"]
        scores.append(0.5 if winner is None else float(winner == _seat(0, game)))
        if played.fault:
            player = int(played.fault.seat == _seat(1, game))
            told = played.fault
            faults.append(PairFault(number, game, player, told.by, told.reason, told.detail))
        names: dict[str, str] = {_seat(player, game): setup.specs[player] for player in range(2)}
        meta = {"seed": f"{setup.seed}/{number}", "pair": number, "game": game}
        if setup.opening:
            meta["opening"] = setup.opening
        if played.fault:
            meta["fault"] = played.fault.reason
        record = write_record(played.game, names, meta)
        digest.update(repr((record["decks"], record["actions"], record["result"])).encode())
        records.append(dump_record(record) if setup.records else "")
    # The first decision of a new player may have waited for native code, which says nothing about the player.
    timed = [
        [
            second
            for game, played in enumerate(games)
            for second in played.seconds[_seat(player, game)][int(fresh and game == 0) :]
        ]
        for player in range(2)
    ]
    return Pair(
        number,
        (scores[0], scores[1]),
        (len(timed[0]), len(timed[1])),
        (sum(timed[0]), sum(timed[1])),
        tuple(faults),
        digest.hexdigest(),
        tuple(records) if setup.records else (),
        tuple(_luck(played, _seat(0, game)) for game, played in enumerate(games)) if setup.luck else (),
    )


def _luck(played: PlayedGame, seat: Seat) -> float:
    """What the cards of a game gave this seat."""
    luck = luck_of(assessor_of(played.game.rules.game), played.game)
    return luck if seat == "white" else -luck


# The players that are kept, by thread: a cluster's worker may play in several threads at once


class _Kept(NamedTuple):
    setup: MatchSetup
    bots: tuple[Bot, Bot]

    def close(self) -> None:
        for bot in self.bots:
            with suppress(Exception):
                bot.close()


_kept: dict[int, _Kept] = {}  # by thread, while it is not playing
_over: set[str] = set()  # tickets of matches that are over
_lock = threading.Lock()


def _made(setup: MatchSetup, player: int) -> Bot:
    """One of the two players; a program with its log."""
    bot = setup.find(setup.specs[player])
    if setup.log and isinstance(bot, External):
        bot.log = log_file(Path(setup.log), setup.specs[player], player + 1)
    return bot


def log_file(folder: Path, spec: str, number: int) -> Path:
    """The log of a player in this folder: its number, its command, and who plays, since several do at once."""
    words = re.sub(r"[^A-Za-z0-9._]+", "-", spec.removeprefix("exec:")).strip("-.")[:MAX_LOG_NAME_CHARS]
    return folder / f"{number}-{words}-{os.getpid()}-{threading.get_native_id()}.log"


@contextmanager
def players_of(setup: MatchSetup) -> Iterator[tuple[tuple[Bot, Bot], bool]]:
    """This thread's two players of the match, and whether they are new."""
    with _lock:
        kept = _kept.pop(threading.get_ident(), None)
    if kept and kept.setup != setup:
        kept.close()
        kept = None
    players = kept or _Kept(setup, (_made(setup, 0), _made(setup, 1)))
    try:
        yield players.bots, kept is None
    finally:
        with _lock:
            over = setup.ticket in _over
            if not over:
                _kept[threading.get_ident()] = players
        if over:
            players.close()


def close_players(ticket: str | None = None) -> None:
    """Closes the players of this match, or of all; those that are playing now are closed when they finish."""
    with _lock:
        if ticket is not None:
            _over.add(ticket)
        leaving = [thread for thread, kept in _kept.items() if ticket in (None, kept.setup.ticket)]
        closing = [_kept.pop(thread) for thread in leaving]
    for kept in closing:
        kept.close()
