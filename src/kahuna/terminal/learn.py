"""Lessons in the terminal, with a keyboard or line by line from a pipe."""

from collections.abc import Sequence

from kahuna.learn.lessons import LessonStep
from kahuna.learn.progress import Progress
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Seat
from kahuna.terminal.board import TextStyle
from kahuna.terminal.islands import has_room, render_either
from kahuna.terminal.lines import Lines
from kahuna.terminal.prose import explain, say
from kahuna.terminal.screen import numbered
from kahuna.terminal.session import Leave, spelled
from kahuna.terminal.speech import Speech

LESSON_COMMANDS = ("hint", "show", "moves", "undo", "board", "next", "back", "help", "quit")
DONE_MARKS = {True: "*", False: "-"}  # steps done and not yet done


class Classroom:
    """A course and where the learner is in it."""

    def __init__(
        self, steps: Sequence[LessonStep], language: str, style: TextStyle, progress: Progress
    ) -> None:
        self.steps = steps
        self.speech = Speech(language)
        self.style = style
        self.progress = progress
        self.lines = Lines(remember=True)
        self.praise = ""  # the comment on the step just done, shown below the next board

    def run(self, at: int) -> int:
        """Goes through the steps from this one on until the course is done or the learner leaves."""
        say(self.speech(self.steps[0].course))
        explain(self.speech(f"terminal.notation.{self.steps[0].game}"))
        try:
            while 0 <= at < len(self.steps):
                at += self._step(at)
        except Leave:
            return 0
        except EOFError:
            say("\n" + self.speech("terminal.ended"))
            return 0
        self._praise()
        say(self.speech("learn.finished"))
        return 0

    def _step(self, at: int) -> int:
        """One step until it is done or left; 1 for the next one, -1 for the one before."""
        step = self.steps[at]
        game = step.begin()
        seat = SEATS[game.state.seat]
        self._show(at, game, seat)
        while True:
            line = self.lines.ask(
                f"{at + 1}/{len(self.steps)}> ", [*game.legal(), *LESSON_COMMANDS], small=not has_room()
            ).strip()
            match line.lower():
                case "":
                    continue
                case "help":
                    explain(self.speech("terminal.help.lesson"))
                    explain(self.speech(f"terminal.notation.{step.game}"))
                case "hint":
                    self._say(step, ".hint")
                case "show":
                    explain(self.speech("learn.show", moves="   ".join(step.moves)))
                case "moves":
                    say(numbered(game.view(seat)))
                case "board":
                    self._show(at, game, seat)
                case "undo":
                    game = self._taken_back(step, game, 1)
                    self._show(at, game, seat)
                case "next":
                    return 1
                case "back":
                    return -1 if at else 0
                case "quit":
                    raise Leave
                case _:
                    try:
                        played = self._play(at, step, game, line, seat)
                    except (BadNotation, IllegalAction) as error:
                        explain(self.speech.refused(error, game))
                        continue
                    if played is None:
                        self.progress.add("lessons", f"{step.course}.{step.id}")
                        return 1
                    game = played

    def _play(self, at: int, step: LessonStep, game: Game, line: str, seat: Seat) -> Game | None:
        """The game after this action, or after it is taken back; None when the goal is reached."""
        action = spelled(line, game)
        game.play(action, seat)
        explain(self.speech.told(game.events(seat), seat))
        verdict, said = step.answer(game, action)
        if verdict == "solved":
            self.praise = self.speech(said)
            return None
        if said:
            explain(self.speech(said))
        if action in step.wrong:
            return self._taken_back(step, game, 1)
        if verdict == "missed":
            game = step.begin()
        self._show(at, game, seat)
        return game

    def _taken_back(self, step: LessonStep, game: Game, actions: int) -> Game:
        """The step's game without its last actions, also when they ended the turn."""
        again = step.begin()
        for done in game.steps[: max(0, len(game.steps) - actions)]:
            again.play_code(done.code)
        return again

    def _say(self, step: LessonStep, what: str) -> None:
        explain(self.speech(f"{step.course}.{step.id}{what}"))

    def _show(self, at: int, game: Game, seat: Seat) -> None:
        done = [self.progress.has("lessons", f"{step.course}.{step.id}") for step in self.steps]
        dots = "".join(DONE_MARKS[one] for one in done)
        say(f"\n[{dots[:at]}({at + 1}){dots[at + 1 :]}]")
        view = game.view(seat)
        say(render_either(view, self.style))
        say(self.speech.beside(view, seat, self.style))
        self._praise()
        self._say(self.steps[at], "")

    def _praise(self) -> None:
        if self.praise:
            explain(self.praise)
        self.praise = ""


def first_open(steps: Sequence[LessonStep], progress: Progress) -> int:
    """The number of the first step that is not done, or of the first of all."""
    open_steps = (
        n for n, step in enumerate(steps) if not progress.has("lessons", f"{step.course}.{step.id}")
    )
    return next(open_steps, 0)
