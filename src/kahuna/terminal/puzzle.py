"""Puzzles in the terminal, with a keyboard or line by line from a pipe."""

from kahuna.learn.attempt import Attempt
from kahuna.learn.lessons import words
from kahuna.learn.progress import Progress
from kahuna.learn.shelf import Puzzle
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.ruleset import Seat, other
from kahuna.terminal.board import TextStyle
from kahuna.terminal.islands import render_either
from kahuna.terminal.lines import Lines
from kahuna.terminal.prose import NOTATION, explain, say
from kahuna.terminal.screen import numbered
from kahuna.terminal.session import Leave, spelled
from kahuna.terminal.words import NAMES, told

PUZZLE_COMMANDS = ("hint", "solution", "moves", "undo", "again", "board", "help", "quit")
PUZZLE_HELP = """\
Type an action in notation, or the number that `moves` shows for it.
  hint   where to look, then the first move   solution  the answer, played
  undo   takes back an action                 again     from the start
  moves  all legal actions                    board     the table again        quit  leaves
"""


def goal_in_words(puzzle: Puzzle, seat: Seat, language: str) -> str:
    """What the puzzle asks of this seat."""
    text, goal = words(language), puzzle.goal
    key = f"puzzle.{goal.kind}" + (f"-{goal.moves}" if goal.kind == "win-islands" else "")
    if goal.islands:
        key += ".one" if goal.islands == 1 else ".other"
    return text[key].format(count=goal.islands, who=NAMES[other(seat)], island=goal.lose)


class Solving:
    """A puzzle and somebody who tries it."""

    def __init__(self, puzzle: Puzzle, language: str, style: TextStyle, progress: Progress) -> None:
        self.puzzle = puzzle
        self.language = language
        self.style = style
        self.progress = progress
        self.lines = Lines(remember=True)
        self.attempt = Attempt(puzzle)
        self.hints = 0

    def run(self) -> int:
        """Tries until the puzzle is solved or given up."""
        puzzle = self.puzzle
        say(f"Puzzle {puzzle.id}, {puzzle.game}, difficulty {puzzle.difficulty} of 10")
        explain(NOTATION[puzzle.game])
        self._show()
        try:
            while not self._obey(
                self.lines.ask(f"{puzzle.id}> ", [*self.attempt.game.legal(), *PUZZLE_COMMANDS]).strip()
            ):
                pass
        except Leave:
            return 0
        except EOFError:
            say("\nThe input has ended.")
        return 0

    def _obey(self, line: str) -> bool:
        """Does what a line asks; returns whether the puzzle is over."""
        match line.lower():
            case "":
                return False
            case "help":
                explain(PUZZLE_HELP + NOTATION[self.puzzle.game])
            case "hint":
                self._hint()
            case "solution":
                self._solution()
                return True
            case "moves":
                say(numbered(self.attempt.game.view(self.attempt.seat)))
            case "undo":
                if not self.attempt.undo():
                    say("Nothing to take back.")
                self._show()
            case "again":
                self.attempt = Attempt(self.puzzle)
                self._show()
            case "board":
                self._show()
            case "quit":
                raise Leave
            case _:
                return self._try(line)
        return False

    def _try(self, line: str) -> bool:
        game, seat = self.attempt.game, self.attempt.seat
        before = len(game.steps)
        try:
            verdict = self.attempt.play(spelled(line, game))
        except (BadNotation, IllegalAction) as error:
            explain(f"{error}.")
            return False
        for number in range(before, len(game.steps)):
            explain(told(game.events(seat, number), seat))
        if verdict == "solved":
            self.progress.add("puzzles", self.puzzle.id)
            explain(f"Solved. {self._line()}")
            self._why_not()
            return True
        if verdict == "open":
            self._show()
            return False
        self.attempt = Attempt(self.puzzle)
        self._show()  # first, so that the reasons below it are not pushed off a small screen
        explain("The goal is out of reach now. Once more from the start; hint tells where to look.")
        self._why_not()
        return False

    def _hint(self) -> None:
        """First the place, then the first action."""
        first = self.puzzle.answer[0]
        self.hints += 1
        if self.hints == 1:
            place = first.rpartition(" ")[2].rpartition(":")[2].replace("~", "")
            explain(f"Look at {place.replace('>', ' and ')}.")
        else:
            explain(f"Begin with {first}.")

    def _solution(self) -> None:
        attempt = Attempt(self.puzzle)
        for action in self.puzzle.answer:
            attempt.game.play(action)
            explain(f"{action}: {told(attempt.game.events(attempt.seat), attempt.seat)}")
        self._why_not()

    def _why_not(self) -> None:
        """Why the move that tempts is not the one."""
        lure = self.puzzle.tempting
        if not lure:
            return
        if "reply" in lure:
            why = f"then {lure['reply']} is the answer to it"
        elif "reaches" in lure:
            why = f"it reaches only {lure['reaches']} of {self.puzzle.goal.islands}"
        elif "costs" in lure:
            why = f"a turn with it costs at least {lure['costs']} % of your chance to win"
        else:
            why = "the goal is out of reach after it"
        explain(f"{lure['action']} is tempting, but {why}.")

    def _line(self) -> str:
        return f"The answer in short: {'   '.join(self.puzzle.answer)}"

    def _show(self) -> None:
        attempt = self.attempt
        say("\n" + render_either(attempt.game.view(attempt.seat), self.style))
        explain(f"You are {NAMES[attempt.seat]}. {goal_in_words(self.puzzle, attempt.seat, self.language)}")
