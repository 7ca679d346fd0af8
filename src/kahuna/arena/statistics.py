"""What the results of mirrored pairs say: score and Elo with intervals, and a sequential test.

The unit is the pair, because its two games share a deal. A pair's score is the mean of its two games, so a match is
five counts: pairs with score 0, 1/4, 1/2, 3/4 and 1. Functions take such a row of counts or an array of rows.
"""

from collections.abc import Iterable
from math import log, log10
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Counts = NDArray[np.int64]  # how many pairs had each score, in the order of SCORES

SCORES: Doubles = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
Z = 1.959964  # 95 % of a normal distribution lie within this many deviations of its mean
ELO = 400 / log(10)  # Elo points in one unit of log odds
MAX_ELO = 1200.0  # differences are reported up to here; no match is long enough to measure more
IMAGINED = 0.25  # the squared deviation of one pair that is all won or all lost beside an even score


class Estimate(NamedTuple):
    """A figure and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def count_pairs(scores: Iterable[float]) -> Counts:
    """The five counts of these pair scores, 0 to 1."""
    counts = np.zeros(5, np.int64)
    for score in scores:
        counts[round(score * 4)] += 1
    return counts


def mean_score(counts: Any) -> Doubles:
    """The mean score of the pairs."""
    counts = np.asarray(counts, np.float64)
    mean: Doubles = counts @ SCORES / counts.sum(-1)
    return mean


def relative_variance(counts: Any) -> Doubles:
    """The variance of a pair's score, as a part of the largest that its mean allows, m (1 - m).

    One half for two independent games, less where the deal decides or games are tied. One
    imagined pair of the largest variance is added: pairs that all ended alike do not prove that all will.
    """
    counts = np.asarray(counts, np.float64)
    pairs, mean = counts.sum(-1), mean_score(counts)
    squares = np.maximum(counts @ SCORES**2 - pairs * mean**2, 0) * pairs / np.maximum(pairs - 1, 1)
    part: Doubles = np.minimum((squares + IMAGINED) / (pairs * mean * (1 - mean) + IMAGINED), 1)
    return part


def score_interval(counts: Any) -> tuple[Doubles, Doubles]:
    """The 95 % interval of the score.

    Wilson's interval, as if there had been pairs / spread independent games, with Student's t for the normal. The
    end nearer to 0 or 1 is computed as if up to half a game fewer had gone wrong, since Wilson's interval is too
    confident about rare events. It never shrinks to a point, and in simulations it holds the true score in more
    than 93 % of matches, however short or one-sided they are (tests/arena/test_statistics.py).
    """
    counts = np.asarray(counts, np.float64)
    pairs, mean = counts.sum(-1), mean_score(counts)
    games = pairs / relative_variance(counts)
    nudge = (mean - 0.5) / games
    t = student(pairs + 2)
    low, _ = _wilson(np.maximum(mean + np.minimum(nudge, 0), 0), games, t)
    _, high = _wilson(np.minimum(mean + np.maximum(nudge, 0), 1), games, t)
    return low, high


def _wilson(mean: Doubles, games: Doubles, t: Doubles) -> tuple[Doubles, Doubles]:
    middle = mean + t**2 / (2 * games)
    half = t * np.sqrt(mean * (1 - mean) / games + (t / (2 * games)) ** 2)
    scale = 1 + t**2 / games
    low, high = (middle - half) / scale, (middle + half) / scale
    return np.where(mean <= 0, 0, low), np.where(mean >= 1, 1, high)


def student(freedom: Any) -> Doubles:
    """The 97.5 % point of Student's t with three or more degrees of freedom, by Cornish and Fisher's series."""
    nu = np.asarray(freedom, np.float64)
    t: Doubles = Z + (Z**3 + Z) / (4 * nu) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * nu**2)
    return t + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * nu**3)


def score(counts: Any) -> Estimate:
    """The score of one match; before its first pair nothing is known."""
    if not np.sum(counts):
        return Estimate(0.5, 0.0, 1.0)
    low, high = score_interval(counts)
    return Estimate(float(mean_score(counts)), float(low), float(high))


def elo_of(score: float) -> float:
    """The Elo difference that corresponds to this score; no further from 0 than MAX_ELO."""
    if not 0 < score < 1:
        return MAX_ELO if score >= 1 else -MAX_ELO
    return min(max(400 * log10(score / (1 - score)), -MAX_ELO), MAX_ELO)


def score_of(elo: float) -> float:
    """The score that corresponds to this Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo(counts: Any) -> Estimate:
    """The Elo difference of one match: its score and interval in other units."""
    return Estimate(*(elo_of(figure) for figure in score(counts)))


# Pairs with the luck of the cards taken out: any numbers, not five

RESAMPLES = 1000


def adjusted_score(values: Iterable[float]) -> Estimate:
    """The mean of adjusted pair scores with its interval, which one imagined pair widens in short matches.

    What is estimated is a score, so the interval ends at 0 and 1, though single pairs go beyond.
    """
    found = np.fromiter(values, np.float64)
    pairs = len(found)
    if not pairs:
        return Estimate(0.5, 0.0, 1.0)
    mean = float(found.mean())
    variance = (float(((found - mean) ** 2).sum()) + IMAGINED) / pairs
    reach = float(student(pairs + 2)) * (variance / pairs) ** 0.5
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach))


def variance_ratio(scores: Iterable[float], adjusted: Iterable[float]) -> Estimate | None:
    """The variance of adjusted pair scores as a part of that of the plain ones; None where these do not vary.

    The interval is a bootstrap over the pairs.
    """
    plain, other = np.fromiter(scores, np.float64), np.fromiter(adjusted, np.float64)
    if len(plain) < 2 or not plain.var():
        return None
    chosen = np.random.default_rng(1).integers(0, len(plain), (RESAMPLES, len(plain)))
    below = plain[chosen].var(1)
    ratios = other[chosen].var(1)[below > 0] / below[below > 0]
    low, high = np.quantile(ratios, (0.025, 0.975))
    return Estimate(float(other.var() / plain.var()), float(low), float(high))


# The sequential test

LEAST_PAIRS = 20  # before the test looks at adjusted scores
SMOOTHING = 1e-3  # added to every count, so that no score is impossible (as fishtest does)
ERROR_RATE = 0.05  # the chance of either wrong verdict
BOUND = log((1 - ERROR_RATE) / ERROR_RATE)


class SequentialTest(NamedTuple):
    """Whether the first player is `low` or `high` Elo stronger, asked after every pair until the answer is clear.

    A generalised sequential probability ratio test: how likely the pairs are if the difference is `high`, beside how
    likely if it is `low`, each with the distribution of pair scores that suits it best. Where one of the two is true,
    the other is accepted in about 5 % of matches.
    """

    low: float
    high: float

    def ratio(self, counts: Any) -> Doubles:
        """The logarithm of the likelihood ratio."""
        return log_likelihood(counts, score_of(self.high)) - log_likelihood(counts, score_of(self.low))

    def adjusted_ratio(self, values: Iterable[float]) -> float:
        """The same for adjusted pair scores, whose mean is nearly normal after some pairs; 0 before."""
        found = np.fromiter(values, np.float64)
        if len(found) < LEAST_PAIRS:
            return 0.0
        low, high = score_of(self.low), score_of(self.high)
        variance = float(found.var()) + IMAGINED / len(found)
        return float(len(found) * (high - low) * (found.mean() - (low + high) / 2) / variance)

    def verdict(self, ratio: float) -> str:
        """`high` or `low` once the ratio has left the bounds, before that nothing."""
        return "high" if ratio >= BOUND else "low" if ratio <= -BOUND else ""


def log_likelihood(counts: Any, mean: float) -> Doubles:
    """The logarithm of the highest likelihood that a distribution with this mean gives the pairs, up to a constant.

    That distribution is the observed one, each part divided by 1 + t (score - mean); t is found by halving.
    """
    counts = np.asarray(counts, np.float64) + SMOOTHING
    parts = counts / counts.sum(-1, keepdims=True)
    away = SCORES - mean
    low = np.full(counts.shape[:-1], -1 / (1 - mean))
    high = np.full(counts.shape[:-1], 1 / mean)
    for _ in range(32):
        t = (low + high) / 2
        above = (parts * away / (1 + t[..., None] * away)).sum(-1) > 0
        low, high = np.where(above, t, low), np.where(above, high, t)
    t = (low + high) / 2
    likelihood: Doubles = -(counts * np.log1p(t[..., None] * away)).sum(-1)
    return likelihood
