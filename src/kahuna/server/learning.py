"""Lessons and puzzles for the page: nothing is kept here; a request contains all moves since the position began.

Every answer is worked out from the lesson or puzzle and a bounded number of moves, so there is nothing to
store, to expire or to fill up. Nothing in it is secret: positions and answers are bundled with the program.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from kahuna.learn.attempt import Attempt
from kahuna.learn.lessons import Answer, find_step
from kahuna.learn.shelf import find_puzzle
from kahuna.server.bodies import Learn, Learned, Lure, PuzzleGoal
from kahuna.server.refusals import Refusal, by_the_rules
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.events import BoardEvent
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import Count


class Trial(NamedTuple):
    """A lesson or puzzle after some moves."""

    game: Game
    seat: Seat
    known: int  # actions that were played before the last of the moves
    answer: Answer
    line: tuple[str, ...]
    goal: PuzzleGoal | None

    def preview(self, actions: Iterable[str]) -> dict[str, tuple[list[BoardEvent], dict[str, Count]]]:
        """What each of these actions would do there, and what bridges would then count."""
        with _explained():
            return {
                action: (self.game.preview(action, self.seat), self.game.preview_counts(action, self.seat))
                for action in actions
            }


def tried(wish: Learn) -> Trial:
    """Where these moves lead."""
    with _explained():
        return _lesson(wish) if wish.lesson else _puzzle(wish)


@contextmanager
def _explained() -> Iterator[None]:
    """Turns what the rules refuse into a refusal; any other error means that there is no such lesson or puzzle."""
    try:
        yield
    except ValueError as error:
        if isinstance(error, IllegalAction | BadNotation):
            raise by_the_rules(error) from None
        raise Refusal("no-such-page") from None


def _lesson(wish: Learn) -> Trial:
    step = find_step(wish.id)
    game = step.begin()
    seat = SEATS[game.state.seat]
    known = 0
    answer = Answer("open")
    for action in wish.moves:
        known = len(game.steps)
        game.play(action, seat)
        answer = step.answer(game, action)
    return Trial(game, seat, known, answer, step.moves, None)


def _puzzle(wish: Learn) -> Trial:
    puzzle = find_puzzle(wish.id)
    attempt = Attempt(puzzle)
    known = 0
    answer = Answer("open")
    for action in wish.moves:
        known = len(attempt.game.steps)
        answer = Answer(attempt.play(action))
    kind, islands, moves, lose = puzzle.goal
    goal = PuzzleGoal(kind, islands, moves, lose, Lure(**puzzle.tempting) if puzzle.tempting else None)
    return Trial(attempt.game, attempt.seat, known, answer, puzzle.answer, goal)


def previewed(trial: Trial, found: Mapping[str, tuple[list[BoardEvent], dict[str, Count]]]) -> Learned:
    """The answer to a request that only asks what some actions would do."""
    return Learned(
        trial.seat,
        trial.answer.verdict,
        previews={action: events for action, (events, _) in found.items()},
        counts={action: counts for action, (_, counts) in found.items() if counts},
    )


def answered(trial: Trial) -> Learned:
    """The answer to a request with moves."""
    game, seat, known, answer, line, goal = trial
    views = []
    for count in range(known + 1, len(game.steps)):
        earlier = game.fork()
        earlier.rewind(count)
        views.append(earlier.view(seat))
    return Learned(
        seat=seat,
        verdict=answer.verdict,
        words=answer.words,
        views=[*views, game.view(seat)],
        history=[game.events(seat, number) for number in range(len(game.steps))],
        answer=list(line),
        goal=goal,
    )
