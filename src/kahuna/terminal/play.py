"""A game in the terminal, line by line: against a player or a friend, with a keyboard or from a pipe."""

import argparse
import json
import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from kahuna.arena.selfplay import act, sit_down
from kahuna.bots.base import Bot, Fault
from kahuna.bots.levels import ADVISER
from kahuna.table.errors import BadNotation, BadRecord, IllegalAction
from kahuna.table.game import UNFINISHED, Game
from kahuna.table.record import dump_record, load_record, read_text, resume_record, write_record
from kahuna.table.ruleset import SEATS, Rules, Seat, other
from kahuna.terminal.board import TextStyle, legend
from kahuna.terminal.lines import Lines
from kahuna.terminal.patience import Awaking, seated
from kahuna.terminal.replay import told_turns
from kahuna.terminal.rules_text import RULES
from kahuna.terminal.screen import advice, numbered, render_view, style_for
from kahuna.terminal.words import NAMES, effects, outcome, told

HUMAN = "human"
FRIEND = "friend"
COMMANDS = ("help", "rules", "moves", "hint", "undo", "board", "log", "save", "resign", "quit")
HELP = """\
Type an action in notation, or the number that `moves` shows for it.
  help        this page                    rules       the rules in short
  moves       all legal actions, numbered  hint        what each would win and cost, and the best
  board       the table again              log         what happened so far
  undo        takes back the last action of this turn
  save FILE   writes the game to a file; kahuna play --resume FILE goes on with it
  resign now  gives the game up            quit        leaves; save first
"""
NOTATION = {
    "kahuna": "Actions: HUNA>ELAI builds a bridge with card HUNA; HUNA+ELAI x ELAI-HUNA removes one with two\n"
    "cards (xx in the planning variant builds yours at once); ~BARI puts a card away; +1 +2 +3 or + takes\n"
    "a card and ends the turn; - ends it without.",
    "exahuna": "Actions: a1-a2 builds between two islands, a1=a2 on the rim; - passes when you cannot build.",
    "exahuna-special": "Actions: 3:a1-a2 or minus:a1=a2 builds a bridge of that kind; b2-b3>a1-a2 moves your\n"
    "bridge on b2-b3 to your joker's place a1-a2; - passes when you cannot build.",
}
ROWS = 46  # lines that the table and everything around it take
MANY = 40  # more legal actions than this are not listed unasked


ADVICE_MS = 400.0


class Leave(Exception):
    """The person leaves the table."""


class Session:
    """One sitting: a game, who sits where, and a screen."""

    def __init__(
        self, game: Game, players: dict[str, str], bots: dict[Seat, Bot], style: TextStyle, random: Random
    ) -> None:
        self.game = game
        self.players = players
        self.bots = bots
        self.style = style
        self.lines = Lines(remember=bool(bots))
        self.random = random
        self.shown_to: Seat | None = None
        self.told_waking = False
        self.adviser: Bot | None = None
        self.saved = -1  # how many actions the saved game has
        self.read = dict.fromkeys(SEATS, len(game.steps))  # how many actions each seat has been told about

    @property
    def hot_seat(self) -> bool:
        """Whether two people share the screen."""
        return not self.bots

    @property
    def secret(self) -> bool:
        """Whether there are hands to hide from each other."""
        return self.hot_seat and self.game.spec.hidden

    def run(self) -> int:
        """Plays until the game is over or the person leaves."""
        say(legend(self.game.rules.game, self.style))
        explain(NOTATION.get(self.game.rules.game, f"Actions: {self.game.spec.examples}."))
        if self.lines.interactive and shutil.get_terminal_size().lines < ROWS:
            explain(
                f"(The table needs about {ROWS} rows; this terminal has fewer. Make it higher, or scroll back.)"
            )
        try:
            while (seat := self.game.to_move) is not None:
                if seat in self.bots:
                    self._bot_acts(seat)
                else:
                    self._person_acts(seat)
        except Leave:
            return 0
        if not self.hot_seat:
            self._tell(self._person())
        say("\n" + render_view(self.game.view(None if self.hot_seat else self._person()), self.style))
        say("\n" + outcome(self.game.result or {}))
        return 0

    def _person(self) -> Seat:
        """The one person's seat."""
        return next(seat for seat in SEATS if seat not in self.bots)

    def _bot_acts(self, seat: Seat) -> None:
        bot = self.bots[seat]
        try:
            act(bot, self.game, seat, self.random, None, [])
        except Fault as fault:
            say(f"{NAMES[seat]} breaks off: {fault}.")
            self.game.end(fault.by if fault.by in UNFINISHED else "crash", other(seat))
        if isinstance(bot, Awaking) and bot.asleep and not self.told_waking:
            say(
                "(Your opponent is being compiled, once for this version; until then it plays at first sight.)"
            )
            self.told_waking = True

    def _person_acts(self, seat: Seat) -> None:
        """Shows the table if something changed, and obeys one line."""
        fresh = self.shown_to != seat
        if fresh and self.secret:
            self._hand_over(seat)
        if fresh:
            self._show(seat)
            self.shown_to = seat
        self._tell(seat)
        view = self.game.view(seat)
        explain(f"{advice(view)}. (An action, its number, or help.)")
        self._obey(self.lines.ask(f"{NAMES[seat]}> ", [*view["legal"], *COMMANDS]), seat, view)
        if self.game.to_move != seat and not self.hot_seat:
            self.shown_to = None

    def _hand_over(self, seat: Seat) -> None:
        """Hides one hand before the other is shown."""
        if self.shown_to is not None:
            self.lines.wait("Press Enter to hide your hand ")
            self.lines.clear()
        say(f"---- {NAMES[seat]}'s turn: pass the keyboard to {NAMES[seat]} ----")
        self.lines.wait(f"{NAMES[seat]}, press Enter when nobody else is looking ")

    def _show(self, seat: Seat) -> None:
        view = self.game.view(seat)
        say("\n" + render_view(view, self.style, self._news(seat)))
        if len(view["legal"]) <= MANY:
            say(numbered(view))
        else:
            say(f"{len(view['legal'])} legal actions; moves lists them.")

    def _news(self, seat: Seat) -> set[str]:
        """The links where others have built since this seat was last told."""
        events = (
            e
            for number in range(self.read[seat], len(self.game.steps))
            for e in self.game.events(seat, number)
        )
        return {event.get("to", event["link"]) for event in events if event["event"] in ("placed", "moved")}

    def _tell(self, seat: Seat) -> None:
        """Tells a seat what happened since it was last told, a line for each action."""
        for number in range(self.read[seat], len(self.game.steps)):
            say(told(self.game.events(seat, number), seat))
        self.read[seat] = len(self.game.steps)

    def _obey(self, line: str, seat: Seat, view: Mapping[str, Any]) -> None:
        command, _, rest = line.strip().partition(" ")
        if not command:
            return
        match command.lower():
            case "help":
                game = self.game.rules.game
                explain(HELP + NOTATION[game])
                say(legend(game, self.style))
            case "rules":
                explain(RULES.get(self.game.rules.game, self.game.spec.title))
            case "moves":
                say(numbered(view))
            case "hint":
                self._hint(seat, view)
            case "undo":
                self._undo(seat)
            case "board":
                self._show(seat)
            case "log":
                say("\n".join(told_turns(self.game, seat, len(self.game.steps))) or "Nothing yet.")
            case "save":
                self._save(rest.strip())
            case "resign" if rest.strip() == "now":
                self.game.end("resign", other(seat))
            case "resign":
                say("To give the game up, type: resign now")
            case "quit":
                say("The game is saved." if self.saved == len(self.game.steps) else "The game is not saved.")
                raise Leave
            case _:
                self._try(line.strip(), seat)

    def _try(self, text: str, seat: Seat) -> None:
        try:
            self._act(text, seat)
        except (BadNotation, IllegalAction) as error:
            explain(f"{error}.")

    def _act(self, text: str, seat: Seat) -> None:
        text = spelled(text, self.game)
        self.game.play(text, seat)
        self._tell(seat)
        if self.game.to_move == seat:
            self._show(seat)

    def _hint(self, seat: Seat, view: Mapping[str, Any]) -> None:
        """Legal actions with what each would win and cost, those that change most first."""
        found = []
        for number, action in enumerate(self.game.legal(), 1):
            events = self.game.preview(action, seat)
            gain = sum((1 if e["seat"] == seat else -1) * _worth(e) for e in events)
            found.append((-gain, number, action, effects(events, seat)))
        telling = [line for line in sorted(found) if line[3]]
        for _, number, action, words in telling[:20]:
            say(f"{number:>4} {action:<24} {words}")
        others = len(found) - len(telling)
        if len(telling) > 20:
            say(f"... and {len(telling) - 20} more that change something.")
        if others:
            say(
                f"{others} other actions win and cost nothing at once."
                if telling
                else "No action wins an island now."
            )
        try:
            adviser = self._adviser()
        except ValueError as error:  # not every game has a champion
            explain(f"{error}.")
            return
        best = adviser.choose(view, Random(0), ADVICE_MS).best
        waking = isinstance(adviser, Awaking) and adviser.asleep
        say(
            "Best at first sight, with the chance to win (the champion is being compiled, once for this version):"
            if waking
            else "Best, with the chance to win that the champion sees:"
        )
        for action, chance in best[:3]:
            say(f"     {action:<24} {chance:.0%}")

    def _adviser(self) -> Bot:
        """Who gives hints."""
        if self.adviser is None:
            self.adviser = seated(ADVISER, self.game.rules.game, self.lines.interactive)
        return self.adviser

    def _undo(self, seat: Seat) -> None:
        """Takes back the last action of this turn."""
        try:
            self.game.undo()
        except ValueError as error:
            say(f"{error}.")
            return
        self.read = {name: min(count, len(self.game.steps)) for name, count in self.read.items()}
        say("Taken back.")
        self._show(seat)

    def _save(self, name: str) -> None:
        """Writes the game to a file."""
        if not name:
            say("Give the name of a file: save my-game.json")
            return
        try:
            if not _may_replace(Path(name).expanduser()):
                say(f"{name} exists and is no saved game; nothing was saved.")
                return
            save(Path(name).expanduser(), dump_record(write_record(self.game, self.players)) + "\n")
        except (OSError, ValueError, RuntimeError) as error:
            say(f"{name}: {getattr(error, 'strerror', None) or error}; nothing was saved.")
            return
        self.saved = len(self.game.steps)
        say("Saved, with all hidden cards in it, so do not look inside.")
        program = sys.argv[0] if Path(sys.argv[0]).name == "kahuna" else "kahuna"
        say(f"Go on later with: {program} play --resume {shlex.quote(name)}")


def spelled(text: str, game: Game) -> str:
    """The action that a person means: by its number, or in notation with small and capital letters as they come."""
    if text.isdecimal():
        legal = game.legal()
        if len(text) > 4 or not 1 <= int(text) <= len(legal):
            raise BadNotation(f"there is no action number {text[:9]}; moves lists 1 to {len(legal)}")
        return legal[int(text) - 1]
    if game.spec.board.islands[0].isupper():
        return text.upper().replace(" XX ", " xx ").replace(" X ", " x ")
    return text.lower()


def _may_replace(path: Path) -> bool:
    """Whether nothing is lost by writing this file: there is none, or it is a game."""
    if not path.exists():
        return True
    try:
        return bool(load_record(read_text(path))["format"])
    except (BadRecord, KeyError, TypeError):
        return False


def _worth(event: Mapping[str, Any]) -> int:
    return {"won": 100, "lost": -100, "fell": -1, "removed": -1, "placed": 1}.get(event["event"], 0)


def say(text: str) -> None:
    """Shows a text."""
    sys.stdout.write(text.rstrip("\n") + "\n")
    sys.stdout.flush()


def explain(text: str) -> None:
    """Shows prose, in a terminal broken into lines that fit it."""
    if not sys.stdout.isatty():
        say(text)
        return
    columns = min(shutil.get_terminal_size().columns, 100)
    for line in text.rstrip("\n").split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        say(
            textwrap.fill(
                line, columns, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
            )
        )


def save(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all."""
    part = path.with_name(path.name + ".part")
    with os.fdopen(
        os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    part.replace(path)


def start(options: argparse.Namespace, rules: Rules | None) -> int:
    """Sits down at a new game with these rules, or at a saved one."""
    if rules is None:
        game, players = _resumed(Path(options.resume), options.against)
    else:
        against = HUMAN if options.against == FRIEND else options.against
        players = {other(options.seat): against, options.seat: HUMAN}
        game = Game(rules, seed=options.seed)
    bots: dict[Seat, Bot] = {
        seat: seated(players[seat], game.rules.game, sys.stdin.isatty())
        for seat in SEATS
        if players[seat] != HUMAN
    }
    style = style_for(options.ascii, options.no_colour)
    random = Random() if options.seed is None else Random(f"{options.seed}/player")
    try:
        for seat, bot in bots.items():
            sit_down(bot, game.rules, seat)
        return Session(game, players, bots, style, random).run()
    except Fault as fault:
        raise ValueError(f"the other player cannot begin: {fault}") from None
    except EOFError:
        say("\nThe input has ended; the game is not saved.")
        return 0
    finally:
        for bot in bots.values():
            with suppress(Exception):  # the game is over: whatever a player does now changes nothing
                bot.end(game.result or {})
            bot.close()


def _resumed(path: Path, against: str) -> tuple[Game, dict[str, str]]:
    """The game and players of a saved file. A file from elsewhere must not start programs unasked."""
    record = load_record(read_text(path))
    game = resume_record(record)
    if game.over:
        raise BadRecord(f"{path}: this game is over; kahuna replay {path} shows it")
    players: dict[str, str] = {seat: record["players"][seat] or HUMAN for seat in SEATS}
    for spec in players.values():
        if spec.startswith("exec:") and spec != against:
            raise BadRecord(
                f"{path}: the opponent is a program; to start it, add --against {shlex.quote(spec)}"
            )
    if HUMAN not in players.values():
        raise BadRecord(
            f"{path}: nobody sits at this game: {json.dumps(players)}; one player must be {HUMAN!r}"
        )
    return game, players
