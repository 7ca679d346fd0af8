"""What a decision cost: one search chooses the best action, others measure it and the played one alike.

The best of many noisy values is too high, and a hundred such differences would add up to a loss that never
happened. So the search that chooses measures nothing, and those that measure know both actions beforehand and
imagine the same worlds for both. The effort spent on a decision depends only on the seat's view, the depth and the
seed; otherwise it would reveal what was hidden (K16).
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import sqrt
from typing import NamedTuple

import msgspec

from kahuna.review.assessors import Assessor, KnownPosition
from kahuna.review.data import Decision, Option
from kahuna.review.labels import decided
from kahuna.table.notation import parse, write
from kahuna.table.view import View

SEED_MASK = (1 << 62) - 1


class Depth(NamedTuple):
    """How much is spent on a decision, in iterations of the champion's search."""

    choosing: int
    batch: int  # of one measurement of one action
    batches: int  # measurements at least
    most: int  # measurements where a label is not decided


DEPTHS = {
    "quick": Depth(150, 60, 3, 8),
    "normal": Depth(1500, 500, 4, 16),
    "deep": Depth(10_000, 3000, 4, 24),
}
LEAST_ERROR = 0.002  # of a few measurements that happen to agree


class DecisionAsked(NamedTuple):
    """A decision to be judged: the view of the seat to move, and what it did."""

    number: int
    view: View
    played: str
    later: tuple[str, ...] = ()  # other actions that would have led to the same place


def judge(assessor: Assessor, asked: DecisionAsked, depth: Depth, seed: str) -> Decision:
    """The decision with its loss."""
    game = asked.view["game"]
    position = assessor.position(asked.view)
    seeds = Seeds(asked.view, seed)
    choices = position.choices(depth.choosing, seeds.number("choosing", 0))
    best, played = choices[0][0], parse(game, asked.played).code
    options = tuple(Option(write(game, code), chance) for code, chance in choices)
    if position.same(best, played) or write(game, best) in asked.later:
        value = choices[0][1]
        return Decision(
            asked.number, asked.played, options[0].action, value, value, 0.0, 0.0, options, depth.choosing
        )
    found = measured(position, best, played, depth, seeds)
    return Decision(
        asked.number,
        asked.played,
        options[0].action,
        found.best,
        found.played,
        found.loss,
        found.error,
        options,
        depth.choosing + 2 * found.iterations,
    )


class Measured(NamedTuple):
    """The chances after two actions, what the second loses, and the iterations that each of them took."""

    best: float
    played: float
    loss: float
    error: float
    iterations: int


def measured(position: KnownPosition, best: int, played: int, depth: Depth, seeds: "Seeds") -> Measured:
    """Both actions over the same worlds, as often as it takes to decide a label.

    Where nothing is left to chance, repeating a search gives the same answer. Instead one longer search follows,
    and the amount by which it changes the loss counts as its uncertainty.
    """

    def pair(iterations: int) -> tuple[float, float]:
        seed = seeds.number("measuring", len(pairs))
        one, other = (position.chance(code, iterations, seed) for code in (best, played))
        return one, other

    pairs: list[tuple[float, float]] = []
    while len(pairs) < depth.batches or (len(pairs) < depth.most and not decided(*difference(pairs))):
        pairs.append(pair(depth.batch))
        if len(pairs) == 2 and pairs[0] == pairs[1]:
            longer = depth.batch * depth.batches
            (one, other), (short, _) = pair(longer), difference(pairs)
            change = abs(one - other - short)
            return Measured(one, other, one - other, change / 2, 2 * depth.batch + longer)
    loss, error = difference(pairs)
    return Measured(
        mean([one for one, _ in pairs]),
        mean([other for _, other in pairs]),
        loss,
        error,
        depth.batch * len(pairs),
    )


def mean(values: Sequence[float]) -> float:
    """Their mean."""
    return sum(values) / len(values)


def difference(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """How much better the first of each pair is, and the standard error of that."""
    gaps = [one - other for one, other in pairs]
    middle = mean(gaps)
    squares = sum((gap - middle) ** 2 for gap in gaps)
    return middle, max(sqrt(squares / (len(gaps) - 1) / len(gaps)), LEAST_ERROR / sqrt(len(gaps)))


class Seeds:
    """Numbers for the searches of a decision, decided by what the seat could know and the review's seed."""

    def __init__(self, view: View, seed: str) -> None:
        known = msgspec.json.encode(view, order="deterministic")
        self._base = blake2b(known + b"\n" + seed.encode(), digest_size=16).digest()

    def number(self, purpose: str, count: int) -> int:
        """The number of this purpose's search with this count."""
        digest = blake2b(self._base + f"{purpose} {count}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") & SEED_MASK
