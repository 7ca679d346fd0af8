"""Matches with the luck of the cards taken out: the same mean, and never more than that is promised."""

from pathlib import Path
from random import Random

import pytest

from kahuna.arena.ladder import Ladder, summary as ladder_summary
from kahuna.arena.match import Match, luck_summary, summary
from kahuna.arena.pair import MatchSetup, Pair, close_players, play_pair
from kahuna.arena.report import ladder_text, match_text
from kahuna.arena.statistics import SequentialTest, adjusted_score, variance_ratio
from kahuna.cli.main import main
from kahuna.review.account import luck_of
from kahuna.review.assessors import assessor_of
from kahuna.table.record import load_record, read_record
from kahuna.table.ruleset import Rules
from support.programs import command


def made(number: int, scores: tuple[float, float], lucks: tuple[float, float]) -> Pair:
    """A pair with these scores and this luck of its first player."""
    return Pair(number, scores, (1, 1), (0.0, 0.0), (), str(number), (), lucks)


def test_the_luck_of_a_pair_is_that_of_its_two_games_for_the_first_player() -> None:
    pair = play_pair(MatchSetup(("random", "greedy"), seed="7", records=True, luck=True), 3)
    close_players()
    first, second = (read_record(load_record(text)) for text in pair.records)
    assessor = assessor_of("kahuna")
    assert pair.lucks == (luck_of(assessor, first), -luck_of(assessor, second))
    assert pair.adjusted == pytest.approx(pair.score - sum(pair.lucks) / 2)


def test_nothing_is_luck_in_an_open_game() -> None:
    pair = play_pair(MatchSetup(("random", "random"), Rules("exahuna"), luck=True), 0)
    close_players()
    assert pair.lucks == (0.0, 0.0)


def test_the_summary_tells_both_scores() -> None:
    pairs = [
        made(0, (1.0, 0.0), (0.3, -0.1)),
        made(1, (1.0, 1.0), (0.2, 0.1)),
        made(2, (0.0, 0.0), (-0.4, 0.0)),
    ]
    figures = summary(Match(MatchSetup(("a", "b"), luck=True), pairs))
    assert figures["score"] == 0.5
    assert figures["adjusted"] == pytest.approx(0.5 - figures["luck"])
    low, high = figures["adjusted_interval"]
    assert low < figures["adjusted"] < high
    assert "no luck" in match_text(figures)
    assert "adjusted" not in summary(Match(MatchSetup(("a", "b")), pairs))
    assert luck_summary([])["adjusted"] is None


def test_a_ladder_tells_both_scores_too() -> None:
    pairs = {(0, 1): [made(0, (1.0, 0.0), (0.3, -0.1)), made(1, (1.0, 1.0), (0.2, 0.1))]}
    figures = ladder_summary(Ladder(("a", "b"), MatchSetup(("a", "b"), luck=True), pairs))
    text = ladder_text(figures)
    assert "no luck" in text
    assert f"{figures['pairings'][0]['adjusted']:.3f}" in text.partition("no luck")[2]
    assert max(map(len, text.splitlines())) <= 80
    plain = ladder_summary(Ladder(("a", "b"), MatchSetup(("a", "b")), pairs))
    assert "no luck" not in ladder_text(plain)


def test_an_adjusted_interval_ends_where_scores_do() -> None:
    estimate = adjusted_score([1.1, 0.9, 1.2])
    assert estimate.value > 1.0
    assert estimate.high == 1.0
    assert adjusted_score([-0.1, 0.1]).low == 0.0


def test_on_a_map_of_ones_own_luck_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(Path(__file__).parents[1] / "support/maps/chain.toml")
    for name in ("match", "ladder"):
        assert main([name, "random", "greedy", "--pairs", "2", "--map", file, "--luck"]) == 2
        told = capsys.readouterr().err
        assert "no review for a map" in told
        assert told.count("\n") == 1


def test_an_adjusted_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    random, held = Random(1), 0
    for _ in range(300):
        estimate = adjusted_score(random.gauss(0.6, 0.3) for _ in range(30))
        held += estimate.low <= 0.6 <= estimate.high
    assert held >= 279


def test_the_variance_falls_by_what_luck_explains() -> None:
    random = Random(2)
    luck = [random.gauss(0, 0.3) for _ in range(500)]
    rest = [random.gauss(0.5, 0.4) for _ in range(500)]
    ratio = variance_ratio((a + b for a, b in zip(luck, rest, strict=True)), rest)
    assert ratio
    assert ratio.low < 0.64 < ratio.high < 1
    assert variance_ratio([1.0, 1.0], [0.9, 0.8]) is None


def test_the_sequential_test_may_look_at_adjusted_scores() -> None:
    test, random = SequentialTest(0, 40), Random(3)
    strong = [random.gauss(0.62, 0.3) for _ in range(400)]
    assert test.verdict(test.adjusted_ratio(strong)) == "high"
    assert test.verdict(test.adjusted_ratio(1 - value for value in strong)) == "low"
    assert test.adjusted_ratio(strong[:5]) == 0.0


@pytest.mark.parametrize(("strict", "starts"), [(False, 1), (True, 2)])
def test_a_strict_match_starts_programs_anew_for_every_game(
    tmp_path: Path, strict: bool, starts: int
) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    log = tmp_path / "starts"
    first = "open(sys.argv[1], 'a').write('x')"
    spec = "exec:" + command(folder, "play(legal[0])", first, log)
    pair = play_pair(MatchSetup((spec, "random"), Rules("exahuna"), strict=strict, time_ms=20_000), 0)
    close_players()
    assert not pair.faults
    assert log.read_text() == "x" * starts
