"""Puzzles in the terminal, with a keyboard or line by line from a pipe."""

from kahuna.learn.attempt import Attempt
from kahuna.learn.progress import Progress
from kahuna.learn.shelf import Puzzle
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.ruleset import Seat, other
from kahuna.terminal.board import TextStyle
from kahuna.terminal.islands import has_room, render_either
from kahuna.terminal.lines import Lines
from kahuna.terminal.prose import explain, say
from kahuna.terminal.screen import numbered
from kahuna.terminal.session import Leave, spelled
from kahuna.terminal.speech import Speech

PUZZLE_COMMANDS = ("hint", "solution", "moves", "undo", "again", "board", "help", "quit")


def goal_in_words(puzzle: Puzzle, seat: Seat, speech: Speech) -> str:
    """What the puzzle asks of this seat."""
    goal = puzzle.goal
    key = f"puzzle.{goal.kind}" + (f"-{goal.moves}" if goal.kind == "win-islands" else "")
    return speech(key, count=goal.islands, who=speech.side(other(seat)), island=goal.lose)


class Solving:
    """A puzzle and somebody who tries it."""

    def __init__(self, puzzle: Puzzle, language: str, style: TextStyle, progress: Progress) -> None:
        self.puzzle = puzzle
        self.speech = Speech(language)
        self.style = style
        self.progress = progress
        self.lines = Lines(remember=True)
        self.attempt = Attempt(puzzle)
        self.hints = 0

    def run(self) -> int:
        """Tries until the puzzle is solved or given up."""
        puzzle, speech = self.puzzle, self.speech
        head = speech("puzzles.named", id=puzzle.id), speech(f"game.{puzzle.game}")
        say(", ".join([*head, speech("puzzles.difficulty", level=puzzle.difficulty)]))
        explain(speech(f"terminal.notation.{puzzle.game}"))
        self._show()
        try:
            while not self._obey(
                self.lines.ask(
                    f"{puzzle.id}> ", [*self.attempt.game.legal(), *PUZZLE_COMMANDS], small=not has_room()
                ).strip()
            ):
                pass
        except Leave:
            return 0
        except EOFError:
            say("\n" + speech("terminal.ended"))
        return 0

    def _obey(self, line: str) -> bool:
        """Does what a line asks; returns whether the puzzle is over."""
        match line.lower():
            case "":
                return False
            case "help":
                explain(self.speech("terminal.help.puzzle"))
                explain(self.speech(f"terminal.notation.{self.puzzle.game}"))
            case "hint":
                self._hint()
            case "solution":
                self._solution()
                return True
            case "moves":
                say(numbered(self.attempt.game.view(self.attempt.seat)))
            case "undo":
                if not self.attempt.undo():
                    say(self.speech("error.nothing-to-undo"))
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
            explain(self.speech.refused(error, game))
            return False
        for number in range(before, len(game.steps)):
            explain(self.speech.told(game.events(seat, number), seat))
        if verdict == "solved":
            self.progress.add("puzzles", self.puzzle.id)
            explain(self.speech("puzzles.right"))
            explain(self.speech("terminal.answer", moves="   ".join(self.puzzle.answer)))
            self._why_not()
            return True
        if verdict == "open":
            self._show()
            return False
        self.attempt = Attempt(self.puzzle)
        self._show()  # first, so that the reasons below it are not pushed off a small screen
        explain(self.speech("terminal.missed"))
        self._why_not()
        return False

    def _hint(self) -> None:
        """First the place, then the first action."""
        first = self.puzzle.answer[0]
        self.hints += 1
        if self.hints == 1:
            place = first.rpartition(" ")[2].rpartition(":")[2].replace("~", "")
            explain(self.speech("terminal.look", place=place.replace(">", "–")))
        else:
            explain(self.speech("puzzles.hint.move", move=first))

    def _solution(self) -> None:
        attempt = Attempt(self.puzzle)
        for action in self.puzzle.answer:
            attempt.game.play(action)
            explain(f"{action}: {self.speech.told(attempt.game.events(attempt.seat), attempt.seat)}")
        self._why_not()

    def _why_not(self) -> None:
        """Why the tempting move is wrong."""
        lure = self.puzzle.tempting
        if not lure:
            return
        move = lure["action"]
        if "reply" in lure:
            explain(self.speech("puzzles.tempting.reply", move=move, reply=lure["reply"]))
        elif "reaches" in lure:
            asked = self.puzzle.goal.islands
            explain(self.speech("puzzles.tempting.few", move=move, done=lure["reaches"], of=asked))
        elif "costs" in lure:
            explain(self.speech("puzzles.tempting.costs", move=move, percent=lure["costs"]))
        else:
            explain(self.speech("puzzles.tempting", move=move))

    def _show(self) -> None:
        attempt = self.attempt
        view = attempt.game.view(attempt.seat)
        say("\n" + render_either(view, self.style))
        say(self.speech.beside(view, attempt.seat, self.style))
        explain(goal_in_words(self.puzzle, attempt.seat, self.speech))
