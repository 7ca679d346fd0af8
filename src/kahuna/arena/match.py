"""A match of two players by mirrored pairs: every deal is played twice, seats swapped.

The same setup gives the same games, byte for byte, if the players are limited by iterations rather than time, no
matter who plays a pair and in which order pairs finish. A sequential test looks at them in the order of their
numbers.
"""

import secrets
from collections.abc import Callable, Mapping
from contextlib import closing
from types import MappingProxyType
from typing import NamedTuple

from kahuna.arena import statistics
from kahuna.arena.checkout import Figures
from kahuna.arena.crew import Crew, WorkersLost, do_all
from kahuna.arena.pair import MatchSetup, Pair, PairFault, play_pair
from kahuna.arena.statistics import BOUND, SequentialTest

INTERRUPTED = "interrupted"


class Match(NamedTuple):
    """What was played of a match."""

    setup: MatchSetup
    pairs: list[Pair]  # in the order of their numbers
    test: SequentialTest | None = None
    verdict: str = ""  # of the sequential test
    stopped: str = ""  # why it ended early, if it did


def play_match(
    setup: MatchSetup,
    pairs: int,
    crew: Crew,
    test: SequentialTest | None = None,
    keep: Callable[[Pair], None] = lambda _: None,
    tell: Callable[[Mapping[int, Pair]], None] = lambda _: None,
    known: Mapping[int, Pair] = MappingProxyType({}),
    note: Callable[[Pair], None] = lambda _: None,
) -> Match:
    """Plays this many pairs, or until the test has its verdict or Ctrl-C stops it.

    `keep` receives the pairs that count, in order, as soon as that order is certain. `tell` receives all pairs
    after each new one. Pairs that are `known` from before are neither played nor kept again; `note` is given each
    new one at once.
    """
    setup = setup._replace(ticket=secrets.token_hex(8))
    finished = {number: pair for number, pair in known.items() if number < pairs}
    kept, verdict, stopped = 0, "", ""
    counts, adjusted = statistics.count_pairs(()), list[float]()

    def count_on() -> None:
        """Counts the pairs whose turn it is, until the test has its verdict."""
        nonlocal counts, kept, verdict
        while kept in finished and not verdict:
            if kept not in known:
                keep(finished[kept])
            finished[kept] = finished[kept]._replace(records=())
            counts += statistics.count_pairs([finished[kept].score])
            adjusted.append(finished[kept].adjusted)
            kept += 1
            if test:
                ratio = test.adjusted_ratio(adjusted) if setup.luck else float(test.ratio(counts))
                verdict = test.verdict(ratio)

    count_on()
    missing = [] if verdict else [number for number in range(pairs) if number not in finished]
    try:
        tasks = ((setup, number) for number in missing)
        with closing(do_all(crew, play_pair, tasks, named)) as results:
            for _, _, pair in results:
                finished[pair.number] = pair
                note(pair)
                count_on()
                tell(finished)
                if verdict:
                    break
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    except WorkersLost as loss:
        stopped = str(loss)
    finally:
        crew.dismiss(setup.ticket)
    played = [finished[number] for number in sorted(finished) if not verdict or number < kept]
    for pair in played[kept:]:
        if pair.number not in known:
            keep(pair)
    return Match(setup, played, test, verdict, stopped)


def named(setup: MatchSetup) -> str:
    """What a pair of this match is called."""
    return f"{' against '.join(setup.specs)}: pair"


def summary(match: Match) -> Figures:
    """The match in figures, as `kahuna match --json` prints it; everything is from the first player's point of view."""
    setup, pairs = match.setup, match.pairs
    counts = statistics.count_pairs(pair.score for pair in pairs)
    score, elo = statistics.score(counts), statistics.elo(counts)
    games = [score for pair in pairs for score in pair.scores]
    return {
        "players": list(setup.specs),
        "game": setup.rules.game,
        "rules": setup.rules.settings(),
        "seed": setup.seed,
        "opening": setup.opening,
        "time_ms": setup.time_ms,
        "pairs": len(pairs),
        "wins": games.count(1.0),
        "ties": games.count(0.5),
        "losses": games.count(0.0),
        "score": score.value if pairs else None,
        "interval": [score.low, score.high],
        "elo": elo.value if pairs else None,
        "elo_interval": [elo.low, elo.high],
        "pentanomial": counts.tolist(),  # pairs in which it had 0, 0.5, 1, 1.5 and 2 points
        "by_seat": {seat: _mean([pair.scores[game] for pair in pairs]) for game, seat in _SEATS},
        **(luck_summary(pairs) if setup.luck else {}),
        "distinct_pairs": len({pair.digest for pair in pairs}),
        "ms_per_decision": [mean_milliseconds(pairs, player) for player in range(2)],
        "faults": [fault_line(setup, fault) for pair in pairs for fault in pair.faults],
        "sprt": _test_summary(match, counts),
        "stopped": match.stopped or None,
    }


def luck_summary(pairs: list[Pair]) -> Figures:
    """The score with the luck of the cards taken out, and by how much the variance of a pair falls."""
    adjusted = statistics.adjusted_score(pair.adjusted for pair in pairs)
    ratio = statistics.variance_ratio((p.score for p in pairs), (p.adjusted for p in pairs))
    return {
        "adjusted": adjusted.value if pairs else None,
        "adjusted_interval": [adjusted.low, adjusted.high],
        "luck": _mean([pair.score - pair.adjusted for pair in pairs]),
        "variance_ratio": ratio.value if ratio else None,
        "variance_ratio_interval": [ratio.low, ratio.high] if ratio else None,
    }


_SEATS = ((0, "white"), (1, "black"))


def _test_summary(match: Match, counts: statistics.Counts) -> Figures | None:
    if match.test is None:
        return None
    ratio = float(match.test.ratio(counts)) if match.pairs else 0.0
    if match.setup.luck:
        ratio = match.test.adjusted_ratio(pair.adjusted for pair in match.pairs)
    return {
        "elo0": match.test.low,
        "elo1": match.test.high,
        "llr": ratio,
        "bounds": [-BOUND, BOUND],
        "accepted": {"low": "elo0", "high": "elo1"}.get(match.verdict),
    }


def _mean(figures: list[float]) -> float | None:
    return sum(figures) / len(figures) if figures else None


def mean_milliseconds(pairs: list[Pair], player: int) -> float | None:
    """The mean time of a player's decisions."""
    decisions = sum(pair.decisions[player] for pair in pairs)
    seconds = sum(pair.seconds[player] for pair in pairs)
    return round(1000 * seconds / decisions, 3) if decisions else None


def fault_line(setup: MatchSetup, fault: PairFault) -> Figures:
    """A fault as the report lists it."""
    return {
        "player": setup.specs[fault.player],
        "number": fault.player + 1,
        "pair": fault.pair,
        "game": fault.game,
        "by": fault.by,
        "reason": fault.reason,
        "detail": fault.detail,
    }
