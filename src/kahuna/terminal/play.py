"""Starts games in the terminal: new ones, saved ones, an unfinished one, rematches."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from kahuna.arena.pair import log_file
from kahuna.arena.selfplay import sit_down
from kahuna.bots.base import Bot, Fault
from kahuna.bots.external import External
from kahuna.table.dealer import SeededDealer
from kahuna.table.errors import BadRecord
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat, other
from kahuna.terminal.board import TextStyle
from kahuna.terminal.islands import too_small
from kahuna.terminal.keeping import FRIEND, HUMAN, Kept, Seating, described, resumed
from kahuna.terminal.lines import Lines
from kahuna.terminal.patience import seated
from kahuna.terminal.prose import explain
from kahuna.terminal.screen import style_for
from kahuna.terminal.session import Session

OPPONENT = "greedy"  # where nobody names one


def play_in_terminal(options: argparse.Namespace, rules: Rules | None, log: str = "") -> int:
    """Plays a new game with these rules, or a saved one, and any rematches after it."""
    lines = Lines(remember=options.against != FRIEND)
    word = ""
    if rules is None:
        seating = resumed(Path(options.resume), options.against, options.seat)
        if options.against is not None:
            word = f"--against: from here on the game is played against {options.against}."
    else:
        seating = _unfinished(lines) or _new(rules, options.against, options.seat, options.seed)
    if lines.interactive and (small := too_small(seating.game.rules.game)):
        explain(small)
    style, played = style_for(options.ascii, options.no_colour), 1
    while _played(seating, style, lines, log, word):
        played, word = played + 1, ""
        seed = None if options.seed is None else f"{options.seed}/{played}"
        seating = _rematch(seating, seed)
    return 0


def _new(rules: Rules, against: str | None, seat: Seat, seed: str | None) -> Seating:
    against = OPPONENT if against is None else HUMAN if against == FRIEND else against
    dealer = SeededDealer(seed)
    return Seating(Game(rules, dealer), {other(seat): against, seat: HUMAN}, dealer.seed)


def _rematch(seating: Seating, seed: str | None) -> Seating:
    """Another game of the same kind, sides swapped."""
    dealer = SeededDealer(seed)
    players: dict[str, str] = {seat: seating.players[other(seat)] for seat in SEATS}
    return Seating(Game(seating.game.rules, dealer), players, dealer.seed)


def _unfinished(lines: Lines) -> Seating | None:
    """The game that was left unfinished, if there is one and the person wants to go on with it."""
    if not lines.interactive:
        return None
    kept = Kept()
    while path := kept.found():
        try:
            about, seating = described(path), resumed(path, None, "white", own=True)
        except (BadRecord, OSError):
            kept.drop(path)
            continue
        explain(f"There is an unfinished game: {about}.")
        answer = lines.answer("Resume it? (Enter: yes; n: no, delete it; later: keep it) ").lower()
        if answer in ("", "y", "yes"):
            kept.drop(path)
            kept.write(seating)
            return seating
        if answer in ("n", "no"):
            kept.drop(path)
        return None
    return None


def _played(seating: Seating, style: TextStyle, lines: Lines, log: str, word: str) -> bool:
    """Plays a game to its end, or until the person leaves; returns whether they want a rematch.

    The first screen shows `word`, if there is one.
    """
    game, players = seating.game, seating.players
    bots: dict[Seat, Bot] = {
        seat: seated(players[seat], game.rules.game, sys.stdin.isatty())
        for seat in SEATS
        if players[seat] != HUMAN
    }
    for number, bot in enumerate(bots.values(), 1):
        if log and isinstance(bot, External):
            bot.log = log_file(Path(log), bot.name, number)
    try:
        for seat, bot in bots.items():
            sit_down(bot, game.rules, seat)
        session = Session(seating, bots, style, lines)
        if word:
            session.note(word)
        return session.run()
    except Fault as fault:
        raise ValueError(f"the other player cannot begin: {fault}") from None
    finally:
        for bot in bots.values():
            with suppress(Exception):  # nobody plays on, so a failing player changes nothing
                if game.result:
                    bot.end(game.result)
            bot.close()
