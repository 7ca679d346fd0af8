"""Said and real chances to win."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random
from typing import cast

import pytest

from kahuna.arena.calibration import (
    CalibrationRun,
    NotedChance,
    NotedChances,
    moments_of,
    noted_game,
    noted_games,
    summary,
)
from kahuna.arena.crew import Processes
from kahuna.arena.pictures import calibration_picture
from kahuna.arena.report import calibration_text
from kahuna.cli.main import main
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
from kahuna.table.view import View

COURSE = CalibrationRun("net", Rules("exahuna"), "calibration", 2)


def games(calibrated: float, count: int = 3000) -> list[NotedChances]:
    """Games of three positions each whose stated chances are right, except for a share of games decided at random."""
    random = Random(7)
    found = []
    for _ in range(count):
        said = random.random()
        real = said if random.random() < calibrated else 0.5
        result = float(random.random() < real)
        found.append([NotedChance(said, result)] * 3)
    return found


def test_calibrated_chances_have_a_small_error_and_others_a_large_one() -> None:
    calibrated, other = summary(COURSE, games(1.0)), summary(COURSE, games(0.0))
    assert calibrated["positions"] == 9000
    assert calibrated["games"] == 3000
    assert calibrated["error"] < 0.03
    assert 0.2 < other["error"] < 0.3


def test_the_noise_is_the_error_that_perfect_chances_show() -> None:
    """It depends on the number of games and not on that of positions."""
    few, many = games(1.0, 300), games(1.0, 30_000)
    assert summary(COURSE, few)["noise"] == pytest.approx(10 * summary(COURSE, many)["noise"], rel=0.1)
    assert summary(COURSE, [game[:1] for game in few])["noise"] == pytest.approx(
        summary(COURSE, few)["noise"]
    )
    parts = [many[start : start + 300] for start in range(0, len(many), 300)]
    errors = [summary(COURSE, part)["error"] for part in parts]
    assert sum(errors) / len(errors) == pytest.approx(summary(COURSE, few)["noise"], rel=0.1)
    text = calibration_text(summary(COURSE, few))
    assert f"an error of about {summary(COURSE, few)['noise']:.4f} with so many games" in text


def test_the_best_factor_of_log_odds_is_found() -> None:
    random = Random(4)
    for factor in (0.5, 1.0, 1.6):
        found = []
        for _ in range(20_000):
            said = random.random()
            good, bad = said**factor, (1 - said) ** factor
            found.append([NotedChance(said, float(random.random() < good / (good + bad)))])
        assert summary(COURSE, found)["confidence"] == pytest.approx(factor, rel=0.05)
    assert summary(COURSE, [[NotedChance(0.0, 0.0), NotedChance(1.0, 1.0)]])["confidence"] > 1


def test_intervals_count_games_and_not_positions() -> None:
    """Ninety-five of a hundred hold what is true; three positions of a game are no more than one."""
    held = [
        row["interval"][0] <= row["said"] <= row["interval"][1]
        for row in summary(COURSE, games(1.0, 20_000))["bins"]
    ]
    assert sum(held) >= 8
    once = summary(COURSE, [game[:1] for game in games(1.0)])["bins"][4]
    thrice = summary(COURSE, games(1.0))["bins"][4]
    assert once["interval"] == pytest.approx(thrice["interval"])


def test_bins_hold_their_ends_and_may_be_empty() -> None:
    figures = summary(COURSE, [[NotedChance(0.0, 0.0), NotedChance(0.1, 0.0), NotedChance(1.0, 1.0)]])
    assert [row["positions"] for row in figures["bins"]] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert figures["error"] == pytest.approx(0.1 / 3)
    assert "0.2 - 0.3" in calibration_text(figures)
    assert ET.fromstring(calibration_picture(figures)).tag.endswith("svg")


def test_each_moment_of_a_game_is_told_by_itself() -> None:
    """Right in the first round, and always half a chance too hopeful in the second."""
    found = [
        [
            NotedChance(0.5, float(number % 2), ("round 1",)),
            NotedChance(0.95, float(number % 2), ("round 2",)),
        ]
        for number in range(100)
    ]
    figures = summary(COURSE, found)
    assert [(row["moment"], row["positions"]) for row in figures["moments"]] == [
        ("round 1", 100),
        ("round 2", 100),
    ]
    assert [row["error"] for row in figures["moments"]] == pytest.approx([0.0, 0.45])
    assert "round 2" in calibration_text(figures)
    assert "moment" not in calibration_text(summary(COURSE, games(1.0, 10)))


def test_the_moments_of_kahuna_are_rounds_and_sizes_of_the_stack() -> None:
    game = Game(Rules(), seed=1)
    assert moments_of(game.view("white")) == ("round 1", "stack of 11 or more")
    assert moments_of(Game(Rules("exahuna"), seed=1).view("white")) == ()
    large = cast("View", {**game.view("white"), "stack": 40})  # on a map of many islands
    assert moments_of(large) == ("round 1", "stack of 11 or more")
    stacks = {moments_of(game.view("white"))[1]}
    while not game.over:
        game.play_code(game.codes()[-1])
        stacks.add(moments_of(game.view("white"))[1])
    assert stacks == {"stack of 11 or more", "stack of 6 to 10", "stack of 1 to 5", "empty stack"}


def test_a_game_is_noted_from_both_seats_and_the_same_again() -> None:
    noted = noted_game(COURSE, 0)
    assert len(noted) > 50
    assert noted_game(COURSE, 1) != noted  # though nothing is dealt in this game
    assert {entry.got for entry in noted} in ({0.0, 1.0}, {0.5})
    crew = Processes(1)
    try:
        assert noted_games(COURSE, crew)[0][0] == noted
    finally:
        crew.close()


def test_the_command_prints_figures_and_renders_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "a.svg"
    assert (
        main(["calibrate", "net", "--game", "exahuna", "--games", "2", "--json", "--svg", str(picture)]) == 0
    )
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 2
    assert len(figures["bins"]) == 10
    assert "expected error" in picture.read_text("utf-8")


def test_a_player_that_says_no_chances_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "random", "--games", "1"]) == 2
    assert "player 'random' states no win chances" in capsys.readouterr().err
