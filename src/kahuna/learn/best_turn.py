"""The best turn of Kahuna, judged by the review with a clear margin: the links that no good turn does without.

What a turn is worth depends on cards that nobody has seen, so this is measured, not proven. Every way to play the cards
is tried (review/turns.py) with every way to end the turn, and so is discarding. One search chooses the ending of
each way; others, over the same imagined worlds for both, measure by how much the best way is better than each other
one (review/decisions.py). Every way that does not clearly lose at least the margin must contain the answer. A quick
look at the few ways that the net likes best rules out most turns without an answer.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kahuna.bots.nets.network import chance
from kahuna.bots.nets.opinions import native_scores
from kahuna.bots.nets.scoring import kernels_of
from kahuna.review.assessors import assessor_of
from kahuna.review.decisions import DEPTHS, Seeds, difference
from kahuna.review.kahuna import KahunaAssessor, KahunaPosition
from kahuna.review.labels import CLEAR_ERRORS, FROM, MISTAKE, SLIP
from kahuna.review.turns import all_turns, ending_of
from kahuna.rules import kahuna
from kahuna.rules.outcome import worth
from kahuna.table.view import View

CLEAR_MARGIN = FROM[MISTAKE]  # every turn without the answer is a mistake at least
STILL_CLEAR = FROM[SLIP]  # how much of it must remain when other searches judge it again
FEWEST_WAYS, MOST_WAYS = 8, 400
CHOOSING = DEPTHS["quick"].batch  # iterations that choose the ending of a way
MEASURING, MEASUREMENTS = DEPTHS["normal"].batch, DEPTHS["normal"].batches
FAR = 0.25  # a way that looks this much worse at first is not measured again
FEW = 16  # ways that the net likes best, looked at first


class Way(NamedTuple):
    """One way through a turn: the cards played, and the ending that suits it."""

    built: int
    removed: int
    plays: tuple[int, ...]
    ending: int  # the last action, or 0 where the plays have ended the game
    glance: float  # its chance at first sight

    def contains(self, built: int, removed: int) -> bool:
        """Whether it builds and removes these links, among others."""
        return self.built & built == built and self.removed & removed == removed


class BestTurn(NamedTuple):
    """What every good turn does."""

    way: Way  # the plays that do this and no more
    losses: dict[Way, float]  # what each way costs, compared with the best


def best_turn(view: View, margin: float, seed: str) -> BestTurn | None:
    """What all turns that do not clearly lose the margin build and remove; None if nothing, or too much to try."""
    assessor = assessor_of("kahuna")
    assert isinstance(assessor, KahunaAssessor)
    judge = _Judge(assessor.position(view), Seeds(view, seed))
    if not judge.hopeful(margin):
        return None
    ways = sorted(judge.ways(), key=lambda way: -way.glance)
    if len(ways) < FEWEST_WAYS:
        return None
    best = ways[0]
    built, removed, losses = best.built, best.removed, dict[Way, float]()
    for way in ways:
        loss, error = best.glance - way.glance, 0.0
        if loss < FAR:
            loss, error = judge.gap(best, way)
        if loss - CLEAR_ERRORS * error < margin:
            built, removed = built & way.built, removed & way.removed
        if not built | removed:
            return None
        losses[way] = loss
    only = [way for way in ways if (way.built, way.removed) == (built, removed) and losses[way] < margin]
    return BestTurn(min(only, key=losses.__getitem__), losses) if only else None


def stands(view: View, way: Way, seed: str) -> bool:
    """Whether other searches, by this seed, still see every turn without these links clearly behind."""
    again = best_turn(view, STILL_CLEAR, seed)
    return again is not None and again.way.contains(way.built, way.removed)


class _Judge:
    """Measures the ways through one turn."""

    def __init__(self, position: KahunaPosition, seeds: Seeds) -> None:
        self._position, self._seeds = position, seeds
        self._state = position.facts.state
        turn = all_turns(self._state, ending_of(self._state))
        self._turn = turn if turn and len(turn.own) <= MOST_WAYS else None
        self._measured: dict[Way, list[float]] = {}

    def hopeful(self, margin: float) -> bool:
        """Whether the few ways that the net likes best, without those that lose the margin, have a link in common."""
        turn = self._turn
        if turn is None:
            return False
        liked = [self._liked(tuple(turn.plays(number))) for number in range(len(turn.own))]
        few = sorted(range(len(liked)), key=lambda number: -liked[number].glance)[:FEW]
        values = np.array([self._glance(liked[number]) for number in few])
        good = np.array(few)[values > values.max() - margin]
        built, removed = turn.own[good] & ~self._state.own.bridges, turn.removed[good]
        return bool(np.bitwise_and.reduce(built) | np.bitwise_and.reduce(removed))

    def ways(self) -> Iterator[Way]:
        """Every way to play the cards, and instead every discard; none if they are too many."""
        turn = self._turn
        if turn is None:
            return
        for number in range(len(turn.own)):
            plays = tuple(turn.plays(number))
            built = int(turn.own[number]) & ~self._state.own.bridges
            glance, ending = self._best_ending(plays)
            yield Way(built, int(turn.removed[number]), plays, ending, glance)
        for code in kahuna.codes(kahuna.legal(self._state)):
            if kahuna.DISCARD <= code < kahuna.TAKE_ROW:
                yield Way(0, 0, (), code, self._chance((), code, CHOOSING, 0))

    def gap(self, best: Way, other: Way) -> tuple[float, float]:
        """By how much the best way is better than the other, and the standard error of that."""
        return difference(list(zip(self._chances(best), self._chances(other), strict=True)))

    def _chances(self, way: Way) -> list[float]:
        if way not in self._measured:
            self._measured[way] = [
                self._chance(way.plays, way.ending, MEASURING, count + 1) for count in range(MEASUREMENTS)
            ]
        return self._measured[way]

    def _liked(self, plays: tuple[int, ...]) -> Way:
        """These plays with the ending that the net likes best, and its chance without any search."""
        state, kernels = self._after(plays).facts.state, kernels_of("kahuna")
        if state.outcome:
            return Way(0, 0, plays, 0, worth(state.outcome, self._position.seat))
        codes, odds = np.empty(kernels.most, np.int64), np.empty(kernels.most, np.float64)
        count = native_scores("kahuna")(self._position.assessor.player, state, codes, odds)
        endings = [(float(odds[i]), int(codes[i])) for i in range(count) if codes[i] >= kahuna.TAKE_ROW]
        if not endings:  # the hand is full, and a card must be taken
            return Way(0, 0, plays, 0, 0.0)
        best, ending = max(endings)
        return Way(0, 0, plays, ending, chance(best))

    def _glance(self, way: Way) -> float:
        """The chance of this way at first sight, by a short search."""
        return self._chance(way.plays, way.ending, CHOOSING, 0) if way.ending else way.glance

    def _best_ending(self, plays: tuple[int, ...]) -> tuple[float, int]:
        after = self._after(plays).facts.state
        if after.outcome:
            return worth(after.outcome, self._position.seat), 0
        endings = [code for code in kahuna.codes(kahuna.legal(after)) if code >= kahuna.TAKE_ROW]
        return max(((self._chance(plays, code, CHOOSING, 0), code) for code in endings), default=(0.0, 0))

    def _chance(self, plays: tuple[int, ...], ending: int, iterations: int, number: int) -> float:
        """The seat's chance after these plays and this ending, by a search of its own."""
        after = self._after(plays)
        if not ending:
            return worth(after.facts.state.outcome, after.seat)
        return after.chance(ending, iterations, self._seeds.number("best turn", number))

    def _after(self, plays: tuple[int, ...]) -> KahunaPosition:
        position, state = self._position, self._state
        for code in plays:
            state = kahuna.play(state, code)
        facts = position.facts._replace(state=state)
        return KahunaPosition(position.assessor, facts, position.seat, position.confidence)
