"""A round robin: every player meets every other by mirrored pairs, and all get ratings."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from kahuna.arena import statistics
from kahuna.arena.checkout import Figures
from kahuna.arena.crew import Crew, WorkersLost, do_all
from kahuna.arena.match import INTERRUPTED, fault_line, luck_summary, named
from kahuna.arena.pair import MatchSetup, Pair, play_pair
from kahuna.arena.ratings import rate
from kahuna.arena.resume import Pairing
from kahuna.arena.statistics import Estimate


class Ladder(NamedTuple):
    """What was played of a round robin."""

    specs: tuple[str, ...]
    setup: MatchSetup  # of every pairing, except its specs
    pairs: dict[Pairing, list[Pair]]
    stopped: str = ""


def play_ladder(
    specs: tuple[str, ...],
    setup: MatchSetup,
    pairs: int,
    crew: Crew,
    tell: Callable[[Pairing], None] = lambda _: None,
    known: Mapping[Pairing, Mapping[int, Pair]] = MappingProxyType({}),
    note: Callable[[Pairing, Pair], None] = lambda *_: None,
) -> Ladder:
    """Every pairing plays what `kahuna match` would play with the same seed, all in one stream of pairs.

    Pairs that are `known` from before are not played again; each new one is noted as it ends.
    """
    finished: dict[Pairing, list[Pair]] = {
        pairing: [pair for pair in known.get(pairing, {}).values() if pair.number < pairs]
        for pairing in combinations(range(len(specs)), 2)
    }
    tickets = {secrets.token_hex(8): pairing for pairing in finished}
    tasks = (
        (setup._replace(specs=(specs[first], specs[second]), ticket=ticket), number)
        for ticket, (first, second) in tickets.items()
        for number in range(pairs)
        if number not in known.get((first, second), {})
    )
    stopped = ""
    try:
        with closing(do_all(crew, play_pair, tasks, named)) as results:
            for played, _, pair in results:
                pairing = tickets[played.ticket]
                finished[pairing].append(pair)
                note(pairing, pair)
                if len(finished[pairing]) == pairs:
                    crew.dismiss(played.ticket)
                tell(pairing)
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except WorkersLost as loss:
        stopped = str(loss)
    finally:
        for ticket, pairing in tickets.items():
            if len(finished[pairing]) < pairs:
                crew.dismiss(ticket)
    in_order = {pairing: sorted(played) for pairing, played in finished.items()}
    return Ladder(specs, setup, in_order, stopped)


def summary(ladder: Ladder) -> Figures:
    """The ladder in figures, as `kahuna ladder --json` prints it: players from the strongest on, and every pairing."""
    specs, setup = ladder.specs, ladder.setup
    counts = {
        pairing: statistics.count_pairs(pair.score for pair in pairs)
        for pairing, pairs in ladder.pairs.items()
    }
    ratings = rate(len(specs), counts)
    players = [_player(ladder, number, rating) for number, rating in enumerate(ratings.players)]
    players.sort(key=lambda player: (player["rating"] is None, -(player["rating"] or 0.0)))
    pairings = []
    for residual in ratings.residuals:
        first, second = residual.first, residual.second
        score = statistics.score(counts[first, second])
        pairings.append(
            {
                "players": [specs[first], specs[second]],
                "pairs": len(ladder.pairs[first, second]),
                "score": score.value,
                "interval": [score.low, score.high],
                "expected": residual.expected,
                "deviations": residual.deviations,
                "unexplained": residual.strange,
                **(luck_summary(ladder.pairs[first, second]) if setup.luck else {}),
                "distinct_pairs": len({pair.digest for pair in ladder.pairs[first, second]}),
            }
        )
    return {
        "game": setup.rules.game,
        "rules": setup.rules.settings(),
        "seed": setup.seed,
        "opening": setup.opening,
        "time_ms": setup.time_ms,
        "players": players,
        "pairings": pairings,
        "faults": [
            fault_line(setup._replace(specs=(specs[first], specs[second])), fault)
            for (first, second), pairs in ladder.pairs.items()
            for pair in pairs
            for fault in pair.faults
        ],
        "stopped": ladder.stopped or None,
    }


def _player(ladder: Ladder, number: int, rating: Estimate) -> Figures:
    games: list[float] = []
    decisions, seconds = 0, 0.0
    for pairing, pairs in ladder.pairs.items():
        if number in pairing:
            side = pairing.index(number)
            for pair in pairs:
                games += [1 - score if side else score for score in pair.scores]
                decisions += pair.decisions[side]
                seconds += pair.seconds[side]
    known = bool(games) and bool(np.isfinite(rating.high))
    return {
        "player": ladder.specs[number],
        "rating": rating.value if known else None,
        "interval": [rating.low, rating.high] if known else None,
        "games": len(games),
        "score": sum(games) / len(games) if games else None,
        "ms_per_decision": round(1000 * seconds / decisions, 3) if decisions else None,
    }
