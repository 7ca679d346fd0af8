"""The statistics against simulated matches whose truth is known."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from kahuna.arena import statistics
from kahuna.arena.ratings import Ratings, rate
from kahuna.arena.statistics import BOUND, MAX_ELO, SCORES, Doubles, SequentialTest, score_of

MODELS = ("independent", "ties", "alike", "deal")


def chances(model: str, score: float) -> Doubles:
    """The chances of the five pair scores, with this mean.

    Games that have nothing to do with each other, without and with ties; both games always alike; the deal decides most
    that is not decided by strength, so that pairs are split.
    """
    fail = 1 - score
    if model == "alike":
        parts = np.array([fail, 0, 0, 0, score])
    elif model == "deal":
        split = 1.6 * min(score, fail)
        rest = (score - split / 2) / (1 - split)
        parts = (1 - split) * np.array([(1 - rest) ** 2, 0, 2 * rest * (1 - rest), 0, rest**2])
        parts[2] += split
    else:
        tied = min(0.3, 1.2 * score, 1.2 * fail) if model == "ties" else 0.0
        won = score - tied / 2
        lost = 1 - won - tied
        parts = np.array([lost**2, 2 * lost * tied, 2 * won * lost + tied**2, 2 * won * tied, won**2])
    assert parts @ SCORES == pytest.approx(score)
    normed: Doubles = parts / parts.sum()
    return normed


def coverage(rng: np.random.Generator, model: str, score: float, pairs: int, matches: int = 4000) -> float:
    """How often the interval holds the true score."""
    low, high = statistics.score_interval(rng.multinomial(pairs, chances(model, score), matches))
    assert (low < high).all()
    return float(np.mean((low <= score + 1e-12) & (score - 1e-12 <= high)))


@pytest.mark.parametrize("model", MODELS)
def test_intervals_hold_the_true_score_as_often_as_they_say(model: str) -> None:
    """At least 93 % always, however short or one-sided; at most 97 % where a match can end with many scores."""
    rng = np.random.default_rng(20)
    for pairs in (2, 3, 5, 10, 20, 50, 200, 1000):
        for score in (0.5, 0.6, 0.75, 0.9, 0.97, 0.99, 0.997, 0.1, 0.003):
            held = coverage(rng, model, score, pairs)
            assert held >= 0.93, (pairs, score)
            variance = chances(model, score) @ (SCORES - score) ** 2
            if pairs * min(score, 1 - score) >= 20 and pairs * variance >= 4:
                assert held <= 0.97, (pairs, score)


def test_intervals_shrink_with_the_root_of_the_pairs() -> None:
    """A hundred times the pairs, a tenth of the width."""
    width = [float(np.diff(statistics.score_interval([n, 0, 2 * n, 0, 2 * n]))[0]) for n in (20, 2000)]
    assert width[0] / width[1] == pytest.approx(10, rel=0.02)


@pytest.mark.parametrize("pairs", [1, 2, 10, 100, 10_000])
def test_who_wins_everything_is_not_certain_to(pairs: int) -> None:
    """The interval reaches 1 and never shrinks to it; the same for who loses everything, and for all pairs split."""
    won = statistics.score([0, 0, 0, 0, pairs])
    assert won.value == won.high == 1
    assert 1 - 12 / pairs < won.low < pairs / (pairs + 3.8)
    lost = statistics.score([pairs, 0, 0, 0, 0])
    assert lost.low == 0
    assert lost.high == pytest.approx(1 - won.low)
    split = statistics.score([0, 0, pairs, 0, 0])
    assert split.low < 0.5 < split.high


def test_before_the_first_pair_nothing_is_known() -> None:
    """No division by zero."""
    assert statistics.score([0] * 5) == (0.5, 0, 1)
    assert statistics.elo([0] * 5) == (0, -MAX_ELO, MAX_ELO)


def test_pairs_are_counted_by_their_score() -> None:
    """From none to both games won."""
    assert statistics.count_pairs([0, 1, 1, 0.5, 0.75, 0.25, 1]).tolist() == [1, 1, 1, 1, 3]


def test_elo_and_score_are_two_units_of_one_thing() -> None:
    """There and back, and capped where the score is 0 or 1."""
    for elo in (-800.0, -1.0, 0.0, 35.0, 1100.0):
        assert statistics.elo_of(score_of(elo)) == pytest.approx(elo)
    assert score_of(400) == pytest.approx(10 / 11)
    assert statistics.elo_of(1.0) == MAX_ELO
    assert statistics.elo_of(0.0) == -MAX_ELO


@pytest.mark.parametrize(
    ("freedom", "expected"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_student_agrees_with_the_tables(freedom: int, expected: float) -> None:
    """Within one per cent, from three degrees of freedom on."""
    assert float(statistics.student(freedom)) == pytest.approx(expected, rel=0.01)


def verdicts(
    test: SequentialTest, parts: Doubles, matches: int, rng: np.random.Generator
) -> tuple[float, float, float]:
    """How often the test says high, how often low, and the mean number of pairs."""
    counts = np.zeros((matches, 5))
    ratio = np.zeros(matches)
    running = np.arange(matches)
    pairs = 0
    while len(running) and pairs < 1500 * matches:
        counts[running, rng.choice(5, len(running), p=parts)] += 1
        ratio[running] = test.ratio(counts[running])
        pairs += len(running)
        running = running[np.abs(ratio[running]) < BOUND]
    return float(np.mean(ratio >= BOUND)), float(np.mean(ratio <= -BOUND)), pairs / matches


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-60, 60), (150, 300)])
@pytest.mark.parametrize("model", MODELS)
def test_the_sequential_test_errs_as_rarely_as_it_says(model: str, low: int, high: int) -> None:
    """Each wrong verdict in about 5 % of matches, as far as 250 of them can tell, and it always comes to one."""
    rng = np.random.default_rng(7)
    test = SequentialTest(low, high)
    said_high, said_low, _ = verdicts(test, chances(model, score_of(low)), 250, rng)
    assert said_high <= 0.09
    assert said_high + said_low == 1
    said_high, said_low, _ = verdicts(test, chances(model, score_of(high)), 250, rng)
    assert said_low <= 0.09
    assert said_high + said_low == 1


def test_the_sequential_test_is_not_timid_either() -> None:
    """It uses up the errors it is allowed, and needs fewer pairs where pairs vary less."""
    rng = np.random.default_rng(8)
    test = SequentialTest(0, 70)
    said_high, _, varied = verdicts(test, chances("independent", 0.5), 1200, rng)
    assert 0.03 <= said_high <= 0.07
    _, _, steady = verdicts(test, chances("deal", 0.5), 300, rng)
    assert steady < varied / 2


def test_the_sequential_test_is_even_handed() -> None:
    """Results turned round turn the ratio round; a result half way between leaves it near zero."""
    counts = np.array([[3, 1, 9, 2, 8], [0, 0, 0, 0, 5], [0, 0, 7, 0, 0]])
    ratio = SequentialTest(-40, 40).ratio(counts)
    assert ratio == pytest.approx(-SequentialTest(-40, 40).ratio(counts[:, ::-1]))
    assert ratio[2] == pytest.approx(0, abs=1e-6)
    assert ratio[0] > 0
    assert ratio[1] > 0


def test_verdicts_come_at_the_bounds() -> None:
    """And not before."""
    test = SequentialTest(0, 10)
    assert [test.verdict(ratio) for ratio in (-3.0, -2.9, 0.0, 2.9, 3.0)] == ["low", "", "", "", "high"]


def ladder(strengths: list[float], pairs: int, model: str, rng: np.random.Generator) -> Ratings:
    """The ratings of a simulated round robin."""
    results = {
        (a, b): rng.multinomial(pairs, chances(model, score_of(strengths[a] - strengths[b])))
        for a, b in combinations(range(len(strengths)), 2)
    }
    return rate(len(strengths), results)


@pytest.mark.parametrize("model", MODELS)
def test_known_ratings_are_recovered(model: str) -> None:
    """Without bias, within the intervals in about 95 % of ladders, and hardly ever with a flag."""
    rng = np.random.default_rng(3)
    strengths = [260.0, 120.0, 40.0, -60.0, -110.0, -250.0]
    ratings = [ladder(strengths, 40, model, rng) for _ in range(80)]
    values = np.array([[rating.value for rating in one.players] for one in ratings])
    held = [r.low <= s <= r.high for one in ratings for r, s in zip(one.players, strengths, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.98
    assert np.abs(values.mean(0) - strengths).max() < 12
    assert np.mean([residual.strange for one in ratings for residual in one.residuals]) < 0.01


def test_wide_gaps_leave_ratings_finite_and_in_order() -> None:
    """Who wins or loses everything gets a rating, and a wide interval."""
    rng = np.random.default_rng(4)
    players = ladder([1500.0, 500.0, -500.0, -1500.0], 20, "independent", rng).players
    assert all(first.value > second.value for first, second in pairwise(players))
    assert all(-3000 < player.low < player.value < player.high < 3000 for player in players)


def test_a_result_against_the_order_is_flagged() -> None:
    """Stone, scissors, paper: no ratings explain it. And a result turned round among true ones stands out."""
    won = np.array([0, 0, 2, 0, 18])
    circle = rate(3, {(0, 1): won, (1, 2): won, (0, 2): won[::-1]})
    assert all(residual.strange for residual in circle.residuals)
    assert [player.value for player in circle.players] == pytest.approx([0, 0, 0], abs=1e-6)

    strengths = [300.0, 200.0, 100.0, 0.0, -100.0, -200.0]
    results = {
        (a, b): np.rint(60 * chances("independent", score_of(strengths[a] - strengths[b]))).astype(np.int64)
        for a, b in combinations(range(6), 2)
    }
    assert not any(residual.strange for residual in rate(6, results).residuals)
    results[1, 4] = results[1, 4][::-1]
    strangest = max(rate(6, results).residuals, key=lambda residual: abs(residual.deviations))
    assert strangest.strange
    assert (strangest.first, strangest.second) == (1, 4)


def test_one_rare_loss_is_no_wonder() -> None:
    """An upset of one game in a lopsided pairing is not flagged."""
    sure = np.array([0, 0, 0, 0, 30])
    upset = np.array([0, 0, 1, 0, 29])
    ratings = rate(3, {(0, 1): sure, (1, 2): sure, (0, 2): upset})
    assert not any(residual.strange for residual in ratings.residuals)


def test_players_without_a_pair_have_no_rating() -> None:
    """Nor does a ladder without any."""
    ratings = rate(3, {(0, 1): np.array([1, 0, 4, 0, 5])})
    assert np.isinf(ratings.players[2].high)
    assert np.isfinite(ratings.players[0].high)
    assert np.isinf(rate(2, {}).players[0].high)
