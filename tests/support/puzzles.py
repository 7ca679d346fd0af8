"""What is to be proven of a bundled puzzle, or judged anew."""

from kahuna.learn.best_turn import Way, stands
from kahuna.learn.puzzle import BEST_TURN, prove
from kahuna.learn.shelf import Puzzle
from kahuna.rules import kahuna
from kahuna.table.notation import parse


def fault(puzzle: Puzzle) -> str:
    """What is not as the puzzle says, or "" if its answer is proven to be the only one."""
    if puzzle.goal.kind == BEST_TURN:
        return _misjudged(puzzle)
    proof = prove(puzzle.game, puzzle.begin().state, puzzle.goal)
    if proof is None:
        return f"{puzzle.id}: no proof that there is one answer"
    if tuple(proof.answer) != puzzle.answer:
        return f"{puzzle.id}: the answer is {proof.answer}, not {list(puzzle.answer)}"
    return ""


def _misjudged(puzzle: Puzzle) -> str:
    """What other searches than those that found this best turn say against it."""
    game = puzzle.begin()
    if not stands(game.view(game.to_move), Way(*links_of(puzzle.answer), (), 0, 0.0), "judged anew"):
        return f"{puzzle.id}: not every turn without its answer is clearly worse"
    return ""


def links_of(answer: tuple[str, ...]) -> tuple[int, int]:
    """The links that these plays of Kahuna build and remove."""
    built = removed = 0
    for code in (parse("kahuna", action).code for action in answer):
        if code < kahuna.REMOVE:
            built |= 1 << code % kahuna.LINKS
        else:
            removed |= 1 << (code - kahuna.REMOVE) % kahuna.LINKS
    return built, removed
