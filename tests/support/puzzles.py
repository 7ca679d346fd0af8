"""What is to be proven of a bundled puzzle."""

from kahuna.learn.puzzle import prove
from kahuna.learn.shelf import Puzzle


def fault(puzzle: Puzzle) -> str:
    """What is not as the puzzle says, or "" if its answer is proven to be the only one."""
    proof = prove(puzzle.game, puzzle.begin().state, puzzle.goal)
    if proof is None:
        return f"{puzzle.id}: no proof that there is one answer"
    if tuple(proof.answer) != puzzle.answer:
        return f"{puzzle.id}: the answer is {proof.answer}, not {list(puzzle.answer)}"
    return ""
