"""Labels of turns by their loss, and a player's accuracy."""

from collections.abc import Iterable
from itertools import pairwise

FORCED, BEST, GOOD, SLIP, MISTAKE, BLUNDER = "forced", "best", "good", "slip", "mistake", "blunder"
LABELS = (FORCED, BEST, GOOD, SLIP, MISTAKE, BLUNDER)
FROM = {BEST: 0.0, GOOD: 0.01, SLIP: 0.03, MISTAKE: 0.08, BLUNDER: 0.18}  # the least loss of each label
ACCURATE = (BEST, GOOD)
CLEAR_ERRORS = 2.0  # a loss is clear if it is this many times its standard error


def label_of(loss: float) -> str:
    """The label of a loss that is certain."""
    return max((name for name in FROM if FROM[name] <= max(loss, 0.0)), key=lambda name: FROM[name])


def careful_label(loss: float, uncertainty: float) -> str:
    """The label of a measured loss: the milder one where the measurement does not decide."""
    return label_of(loss - uncertainty) if loss > CLEAR_ERRORS * uncertainty else BEST


def decided(loss: float, uncertainty: float) -> bool:
    """Whether a longer search would hardly change the label, since no threshold is near."""
    borders = [high for _, high in pairwise(FROM.values())]
    return all(abs(loss - border) > CLEAR_ERRORS * uncertainty for border in borders)


def accuracy(labels: Iterable[str]) -> float | None:
    """The share of unforced turns labelled best or good; None where every turn was forced."""
    free = [label for label in labels if label != FORCED]
    return sum(label in ACCURATE for label in free) / len(free) if free else None
