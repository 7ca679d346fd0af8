"""An attempt at a puzzle: what a move does, whether it was right, and what the opponent replies.

In Kahuna the answer is the one set of links that every way to the goal contains, so the goal is reached when all of
them are built and removed. In the open games the first move decides; the replies are those of the answer.
"""

from collections.abc import Iterable

from kahuna.learn.lessons import LessonVerdict
from kahuna.learn.puzzle import WIN_ISLANDS
from kahuna.learn.shelf import Puzzle
from kahuna.rules import kahuna
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.notation import parse
from kahuna.table.ruleset import SEATS, Seat


class Attempt:
    """One try at a puzzle, from its position on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game: Game = puzzle.begin()
        self.seat: Seat = SEATS[self.game.state.seat]
        self._islands = self._controlled()

    def play(self, action: str) -> LessonVerdict:
        """Plays an action of the solver and, if the answer has more moves, the opponent's reply."""
        game, puzzle = self.game, self.puzzle
        game.play(action, self.seat)
        if spec_of(puzzle.game).cards:
            if self._contains_answer():
                return "solved"
            return "open" if self._goes_on() else "missed"
        moves = (len(game.steps) + 1) // 2
        if moves == 1 and game.steps[0].code != parse(puzzle.game, puzzle.answer[0]).code:
            return "missed"
        if puzzle.goal.kind != WIN_ISLANDS:
            return "solved"  # one move wins; the rest of the answer is only shown
        if moves == puzzle.goal.moves:
            return "solved" if self._controlled() >= self._islands + puzzle.goal.islands else "missed"
        game.play(puzzle.answer[1])
        return "open"

    def undo(self) -> bool:
        """Takes back the last action of the turn; False if there is none."""
        if not self.game.can_undo():
            return False
        self.game.undo()
        return True

    def _goes_on(self) -> bool:
        """Whether the turn is still the solver's and another card can be played in it."""
        game = self.game
        if game.to_move != self.seat or game.state.turn != game.moments[0].state.turn:
            return False
        return any(code < kahuna.DISCARD for code in game.codes())

    def _controlled(self) -> int:
        view = self.game.view(self.seat)
        return sum(seat == self.seat for seat in view["control"].values())

    def _contains_answer(self) -> bool:
        played = _links(step.code for step in self.game.steps)
        return _links(parse("kahuna", text).code for text in self.puzzle.answer) <= played


def _links(codes: Iterable[int]) -> set[tuple[bool, int]]:
    """The links that these plays build (False) and remove (True)."""
    found = set()
    for code in codes:
        if code < kahuna.REPLACE:
            removes = code >= kahuna.REMOVE
            found.add((removes, (code - kahuna.REMOVE if removes else code) % kahuna.LINKS))
    return found
