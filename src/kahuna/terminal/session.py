"""A game in the terminal, line by line: against a player or a friend, with a keyboard or from a pipe."""

import shutil
from random import Random

from kahuna.arena.selfplay import act
from kahuna.bots.base import Bot, Fault
from kahuna.bots.levels import ADVISER
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.events import built
from kahuna.table.game import UNFINISHED, Game
from kahuna.table.ruleset import SEATS, Seat, other
from kahuna.table.sisters import family_of
from kahuna.table.view import View
from kahuna.terminal.board import TextStyle, legend
from kahuna.terminal.frame import framed
from kahuna.terminal.hints import MAX_EFFECTS, best_lines, effect_lines
from kahuna.terminal.islands import has_room, small_legend
from kahuna.terminal.keeping import Kept, Seating, how_to_resume, saved_as
from kahuna.terminal.lines import Lines
from kahuna.terminal.moves import matching, words_of
from kahuna.terminal.patience import Awaking, seated
from kahuna.terminal.prose import NOTATION, explain, listed_commands, recite, say, width
from kahuna.terminal.replay import told_turns
from kahuna.terminal.rules_text import RULES
from kahuna.terminal.screen import advice, numbered, render_view
from kahuna.terminal.words import NAMES, counted, outcome, told

COMMANDS = {
    "help": "this page",
    "rules": "the rules in short",
    "moves": "the legal actions, numbered; moves BARI or moves take: only those (moves b2 minus in Special)",
    "hint": "what each action would win and cost, and what the computer would do",
    "board": "the table again; Enter does the same",
    "log": "what happened so far",
    "undo": "takes back the last action of this turn, or your last turn",
    "save FILE": "writes the game to a file; resume it with kahuna play --resume FILE",
    "resign now": "gives the game up",
    "quit": "leaves, as exit, q and Ctrl-D do; the game is kept for the next time",
}
AFTER = {
    "rematch": "once more, sides swapped",
    "save FILE": "writes the game to a file, for kahuna replay and kahuna review",
    "log": "what happened",
    "quit": "leaves, as Enter does",
}
LEAVING = ("quit", "exit", "q")
MANY = 40  # lists of legal actions longer than this are shown only on request


class Leave(Exception):
    """The person leaves the table."""


class Session:
    """One game from sitting down to leaving, and a screen."""

    def __init__(
        self, seating: Seating, bots: dict[Seat, Bot], style: TextStyle, lines: Lines | None = None
    ) -> None:
        self.seating = seating
        self.game = seating.game
        self.bots = bots
        self.style = style
        self.lines = lines or Lines(remember=bool(bots))
        self.kept = Kept() if self.lines.interactive else None
        self.shown_to: Seat | None = None
        self.told_waking = False
        self.adviser: Bot | None = None
        self.saved = -1  # how many actions the saved game has
        self.read = dict.fromkeys(
            SEATS, len(self.game.steps)
        )  # how many actions each seat has been told about
        self.news: list[str] = []  # what the seat to move has been told since its turn began
        self.marked: set[str] = set()  # the links where others have built meanwhile

    @property
    def hot_seat(self) -> bool:
        """Whether two people share the screen."""
        return not self.bots

    @property
    def secret(self) -> bool:
        """Whether there are hands to hide from each other."""
        return self.hot_seat and self.game.spec.hidden

    def run(self) -> bool:
        """Plays until the game is over or the person leaves; returns whether they want a rematch."""
        if not self.lines.interactive:
            say(legend(self.game.rules.game, self.style))
            recite(NOTATION.get(family_of(self.game.rules.game), f"Actions: {self.game.spec.examples}."))
        try:
            while (seat := self.game.to_move) is not None:
                if seat in self.bots:
                    self._bot_acts(seat)
                else:
                    self._person_acts(seat)
        except (Leave, EOFError) as left:
            self._left(ended=isinstance(left, EOFError))
            return False
        return self._finished()

    def _person(self) -> Seat:
        """The one person's seat."""
        return next(seat for seat in SEATS if seat not in self.bots)

    def _keep(self) -> None:
        """Keeps the running game, so that nothing is lost however this program ends; not one without an action."""
        if self.kept and (self.game.over or not self.game.steps):
            self.kept.drop()
        elif self.kept:
            self.kept.write(self.seating)

    def _bot_acts(self, seat: Seat) -> None:
        bot = self.bots[seat]
        # Depends only on the seed and the place in the game, so that a resumed game continues unchanged.
        random = Random(f"{self.seating.seed}/player/{len(self.game.steps)}")
        try:
            act(bot, self.game, seat, random, None, [])
        except Fault as fault:
            self.note(f"{NAMES[seat]} fails: {fault}.")
            self.game.end(fault.by if fault.by in UNFINISHED else "crash", other(seat))
        if isinstance(bot, Awaking) and bot.asleep and not self.told_waking:
            self.note(
                "(The computer player is being compiled, once for this version; until then it plays simple moves.)"
            )
            self.told_waking = True
        self._keep()

    def note(self, line: str) -> None:
        """Shows a line that is not an event of the game, at once or with the next screen."""
        if self.lines.interactive:
            self.news.append(line)
        else:
            say(line)

    def _person_acts(self, seat: Seat) -> None:
        """Shows the table if something changed, then reads and carries out one line."""
        fresh = self.shown_to != seat
        if fresh and self.secret:
            self._hand_over(seat)
        if fresh:
            self.shown_to = seat
            self._show(seat)
        view = self.game.view(seat)
        if not self.lines.interactive:
            self._tell(seat)
            explain(f"{advice(view)}. (An action, its number, or help.)")
        words = [*view["legal"], *(command.split()[0] for command in COMMANDS), "exit"]
        self._obey(self.lines.ask(f"{NAMES[seat]}> ", words, small=not has_room()), seat, view)
        if self.game.to_move != seat:
            self.news = []
            if not self.hot_seat or self.lines.interactive:
                self.shown_to = None

    def _hand_over(self, seat: Seat) -> None:
        """Hides one hand before the other is shown."""
        if self.game.steps:
            self.lines.wait("Press Enter to hide your hand ")
            self.lines.clear()
        say(f"---- {NAMES[seat]}'s turn: pass the keyboard to {NAMES[seat]} ----")
        self.lines.wait(f"{NAMES[seat]}, press Enter when nobody else is looking ")

    def _show(self, seat: Seat) -> None:
        view = self.game.view(seat)
        self.marked = self._built(seat) or self.marked
        if self.lines.interactive:
            self._tell(seat)
            self.lines.repaint(framed(view, self.style, self.news, self.marked))
            return
        say("\n" + render_view(view, self.style, self.marked))
        if len(view["legal"]) <= MANY:
            say(numbered(view))
        else:
            say(f"{len(view['legal'])} legal actions; moves lists them.")

    def _built(self, seat: Seat) -> set[str]:
        """The links where others have built since this seat was last told."""
        return built(
            [
                event
                for number in range(self.read[seat], len(self.game.steps))
                if SEATS[self.game.steps[number].seat] != seat
                for event in self.game.events(seat, number)
            ]
        )

    def _tell(self, seat: Seat) -> None:
        """Tells a seat what happened since it was last told, a line for each action; how it ended is said later."""
        for number in range(self.read[seat], len(self.game.steps)):
            events = self.game.events(seat, number)
            line = told((event for event in events if event["event"] != "over"), seat)
            self.news.append(line)
            if not self.lines.interactive:
                say(line)
        self.read[seat] = len(self.game.steps)

    def _obey(self, line: str, seat: Seat, view: View) -> None:
        command, _, rest = line.strip().partition(" ")
        match command.lower():
            case "":
                if self.lines.interactive:
                    self._show(seat)
            case "help":
                self._help()
            case "rules":
                recite(RULES.get(family_of(self.game.rules.game), self.game.spec.title))
            case "moves":
                self._moves(rest.split(), view)
            case "hint":
                self._hint(seat, view)
            case "undo":
                self._undo(seat)
            case "board":
                self._show(seat)
            case "log":
                explain("\n".join(told_turns(self.game, seat, len(self.game.steps))) or "Nothing yet.")
            case "save":
                self._save(rest.strip())
            case "resign" if rest.strip() == "now":
                self.game.end("resign", other(seat))
                self._keep()
            case "resign":
                say("To give the game up, type: resign now")
            case word if word in LEAVING and not rest:
                raise Leave
            case _:
                self._try(line.strip(), seat)

    def _help(self) -> None:
        game = self.game.rules.game
        say("Type an action in notation, or the number that moves shows for it.")
        say(listed_commands(COMMANDS, width()))
        recite(NOTATION.get(game, f"Actions: {self.game.spec.examples}."))
        small = self.lines.interactive and not has_room()
        explain(small_legend(game, self.style) if small else legend(game, self.style))

    def _moves(self, words: list[str], view: View) -> None:
        """The legal actions, all or those that are asked for."""
        columns, rows = shutil.get_terminal_size()
        if words == ["all"]:
            words = []
        elif not words and self.lines.interactive and len(numbered(view, columns).split("\n")) >= rows:
            known = words_of(self.game.rules.game)
            explain(
                f"{len(view['legal'])} legal actions. moves {known[0]} shows those at {known[0]}; more words show"
                f" fewer: {', '.join(known[len(self.game.spec.board.islands) :])}. moves all lists all."
            )
            return
        try:
            found = matching(view, words)
        except BadNotation as error:
            explain(f"{error}.")
            return
        say(
            numbered(view, columns if self.lines.interactive else 78, found)
            if found
            else "No such action now."
        )

    def _try(self, text: str, seat: Seat) -> None:
        try:
            self.game.play(spelled(text, self.game), seat)
        except (BadNotation, IllegalAction) as error:
            explain(f"{error}.")
            return
        self._keep()
        if not self.lines.interactive:
            self._tell(seat)
        if self.game.to_move == seat:
            self._show(seat)

    def _hint(self, seat: Seat, view: View) -> None:
        rows = shutil.get_terminal_size().lines
        most = min(MAX_EFFECTS, max(3, rows - 10)) if self.lines.interactive else MAX_EFFECTS
        explain("\n".join(effect_lines(self.game, seat, most)))
        try:
            if self.adviser is None:
                self.adviser = seated(ADVISER, self.game.rules.game, self.lines.interactive)
        except ValueError as error:  # not every game has an adviser
            explain(f"{error}.")
            return
        explain("\n".join(best_lines(self.adviser, view)))

    def _undo(self, seat: Seat) -> None:
        """Takes back the last action of this turn, else the last turn; on a shared screen for both players."""
        kept: int | None = len(self.game.steps) - 1
        if not self.game.can_undo():
            shared = self.hot_seat and self.game.steps
            kept = self.game.before_last_turn(SEATS[self.game.steps[-1].seat] if shared else seat)
        if kept is None or not self.game.steps:
            say("There is nothing to take back.")
            return
        self.game.rewind(kept)
        self.read = {name: min(count, kept) for name, count in self.read.items()}
        self.marked, self.news = set(), []
        self._keep()
        self.note("Taken back.")
        if self.game.to_move == seat:
            self._show(seat)

    def _save(self, name: str) -> None:
        """Writes the game to a file."""
        if not name:
            say("Give the name of a file: save my-game.json")
            return
        if reason := saved_as(name, self.seating):
            explain(reason)
            return
        self.saved = len(self.game.steps)
        if self.game.over:
            explain(f"Saved: {name}")
            return
        explain("Saved. The file holds all hidden cards, so do not look inside.")
        say(f"Resume it with: {how_to_resume(name)}")

    def _left(self, ended: bool) -> None:
        """The person leaves before the end: the game is kept, or they are asked whether to save it."""
        if self.saved == len(self.game.steps):
            say("The game is saved.")
            if self.kept:
                self.kept.drop()
        elif self.kept and self.game.steps:
            self.kept.write(self.seating)
            say("\n" if ended else "")
            explain("The game is kept: kahuna play offers it the next time.")
            name = self.lines.answer("To save it to a file as well, type a name (Enter: no): ")
            if name:
                self._save(name)
        else:
            say("\nThe input has ended; the game is not saved." if ended else "The game is not saved.")

    def _finished(self) -> bool:
        """Shows how it ended; returns whether they want a rematch."""
        seat, result = None if self.hot_seat else self._person(), self.game.result
        assert result
        view = self.game.view(seat)
        if not self.lines.interactive:
            if seat:
                self._tell(seat)
            say("\n" + render_view(view, self.style))
            say("\n" + outcome(result, counted(view)))
            return False
        if seat:
            self._tell(seat)
        self.lines.repaint(framed(view, self.style, self.news))
        say(outcome(result, counted(view)))
        self._keep()
        return self._after()

    def _after(self) -> bool:
        """Commands after a finished game; returns whether a rematch follows."""
        explain(f"Now: {', '.join(AFTER)}.")
        while True:
            command, _, rest = self.lines.answer("> ", list(AFTER)).partition(" ")
            match command.lower():
                case "rematch" | "again":
                    return True
                case "save":
                    self._save(rest.strip())
                case "log":
                    explain("\n".join(told_turns(self.game, None, len(self.game.steps))))
                case word if word in ("", *LEAVING):
                    return False
                case _:
                    say(listed_commands(AFTER, width()))


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
