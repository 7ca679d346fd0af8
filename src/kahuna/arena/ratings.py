"""Ratings from the results of many pairings, and the results that no ratings explain."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from kahuna.arena.statistics import ELO, Counts, Doubles, Estimate, mean_score, relative_variance, student

STRANGE = 3.0  # a score this many deviations from what the ratings expect needs an explanation
# Where less than this part of the variance is left, the ratings follow that pairing and cannot test it.
MIN_LEFT = 0.1


class Residual(NamedTuple):
    """How far a pairing's score is from what the ratings expect."""

    first: int
    second: int
    score: float
    expected: float
    deviations: float

    @property
    def strange(self) -> bool:
        """Whether chance hardly explains it."""
        return abs(self.deviations) > STRANGE


class Ratings(NamedTuple):
    """The Elo rating of every player, their mean 0, and the residual of every pairing that was played."""

    players: list[Estimate]
    residuals: list[Residual]


def rate(players: int, results: dict[tuple[int, int], Counts]) -> Ratings:
    """Bradley-Terry ratings of players 0, 1, ... by the pair counts of their pairings, a tie being half a win.

    Firth's correction (h/2 won and h/2 lost games for a pairing with leverage h) takes the bias away and keeps the
    rating of a player who won or lost everything finite. Intervals come from the Hessian and from how much pairs
    really vary, since the two games of a pair share a deal and do not count as two.
    """
    pairings = [pairing for pairing in combinations(range(players), 2) if np.sum(results.get(pairing, 0))]
    if not pairings:
        return Ratings([Estimate(0.0, -np.inf, np.inf)] * players, [])
    counts = np.array([results[pairing] for pairing in pairings], np.float64)
    pairs = counts.sum(-1)
    played, won = 2 * pairs, 2 * pairs * mean_score(counts)
    design = np.zeros((len(pairings), players))
    for row, (first, second) in zip(design, pairings, strict=True):
        row[first], row[second] = 1.0, -1.0
    strengths, inverse = _fitted(design, played, won)
    expected = _chance(design @ strengths)
    weight = played * expected * (1 - expected)
    variance = 2 * weight * relative_variance(counts)  # of what a pairing won, in games
    errors = np.sqrt(np.diag(inverse @ (design.T * variance) @ design @ inverse)) * student(pairs.sum() + 2)
    errors[~design.any(0)] = np.inf
    rated = [
        Estimate(rating, rating - error, rating + error)
        for rating, error in zip((strengths * ELO).tolist(), (errors * ELO).tolist(), strict=True)
    ]
    # What is left when the ratings have taken their part: (I - W D H D') of the deviation from the true expectation.
    rest = np.eye(len(pairings)) - (weight[:, None] * design) @ inverse @ design.T
    left = np.einsum("ij,j,ij->i", rest, variance, rest) / variance
    deviations = _deviations(counts, expected) / np.sqrt(np.maximum(left, MIN_LEFT))
    return Ratings(rated, _residuals(pairings, counts, expected, deviations))


def _deviations(counts: Doubles, expected: Doubles) -> Doubles:
    """How many normal deviations the scores lie from these.

    Uses Anscombe's arc sine, which does not overrate a single rare loss, then converts Student's t to the equally
    unlikely normal deviation (Abramowitz and Stegun 26.7.8).
    """
    pairs = counts.sum(-1)
    games = pairs / relative_variance(counts)
    angles = [
        np.arcsin(np.sqrt((games * p + 3 / 8) / (games + 3 / 4))) for p in (mean_score(counts), expected)
    ]
    t = 2 * np.sqrt(games + 1 / 2) * (angles[0] - angles[1])
    freedom = pairs + 2
    deviations: Doubles = t * (1 - 1 / (4 * freedom)) / np.sqrt(1 + t**2 / (2 * freedom))
    return deviations


def _residuals(
    pairings: Sequence[tuple[int, int]], counts: Doubles, expected: Doubles, deviations: Doubles
) -> list[Residual]:
    figures: Any = zip(
        pairings, mean_score(counts).tolist(), expected.tolist(), deviations.tolist(), strict=True
    )
    return [Residual(*pairing, *rest) for pairing, *rest in figures]


def _fitted(design: Doubles, played: Doubles, won: Doubles) -> tuple[Doubles, Doubles]:
    """The strengths in log odds, by Newton's steps, and the inverse of the Hessian there."""
    strengths: Doubles = np.zeros(design.shape[1])
    inverse: Doubles
    for _ in range(100):
        expected = _chance(design @ strengths)
        weight = played * expected * (1 - expected)
        inverse = np.linalg.pinv((design.T * weight) @ design, hermitian=True).astype(np.float64)
        leverage = weight * np.einsum("ij,jk,ik->i", design, inverse, design)
        step = inverse @ (design.T @ (won - played * expected + leverage * (0.5 - expected)))
        strengths += step * min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-9:
            break
    return strengths, inverse


def _chance(odds: Doubles) -> Doubles:
    chance: Doubles = 1 / (1 + np.exp(-odds))
    return chance
