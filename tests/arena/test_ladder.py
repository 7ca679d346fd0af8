"""Round robins: everybody meets everybody, and the picture shows it."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kahuna.arena.crew import Processes
from kahuna.arena.ladder import Ladder, play_ladder, summary
from kahuna.arena.match import play_match
from kahuna.arena.pair import MatchSetup, Pair
from kahuna.arena.pictures import ladder_picture
from kahuna.arena.report import ladder_text
from support.arena_players import Threads, command, find

SPECS = ("random", "greedy", "odd-first")
SETUP = MatchSetup(("", ""), seed="3", find=find)
SVG = "{http://www.w3.org/2000/svg}"


def untimed(pairs: list[Pair]) -> list[Pair]:
    """Pairs without what differs from run to run."""
    return [pair._replace(seconds=(0, 0), decisions=(0, 0)) for pair in pairs]


def play_three(pairs: int = 6) -> Ladder:
    """A small ladder."""
    crew = Threads(2)
    try:
        return play_ladder(SPECS, SETUP, pairs, crew)
    finally:
        crew.close()


def test_everybody_meets_everybody_as_in_a_match() -> None:
    """A pairing plays the games that `match` plays with the same seed, whoever else takes part."""
    ladder = play_three()
    assert {pairing: len(pairs) for pairing, pairs in ladder.pairs.items()} == {
        (0, 1): 6,
        (0, 2): 6,
        (1, 2): 6,
    }
    crew = Threads()
    for (first, second), pairs in ladder.pairs.items():
        match = play_match(SETUP._replace(specs=(SPECS[first], SPECS[second])), 6, crew)
        assert untimed(pairs) == untimed(match.pairs)
    crew.close()


def test_the_stronger_stands_above() -> None:
    """Ratings from the strongest down, their mean 0, each within its interval."""
    figures = summary(play_three())
    assert figures["players"][0]["player"] == "greedy"
    ratings = [player["rating"] for player in figures["players"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    for player in figures["players"]:
        assert player["interval"][0] < player["rating"] < player["interval"][1]
        assert player["games"] == 24
        assert player["ms_per_decision"] >= 0
    assert [pairing["players"] for pairing in figures["pairings"]] == [
        ["random", "greedy"],
        ["random", "odd-first"],
        ["greedy", "odd-first"],
    ]
    assert json.loads(json.dumps(figures)) == figures
    assert all(spec in ladder_text(figures) for spec in SPECS)


def with_scores(scores: dict[tuple[int, int], float]) -> Ladder:
    """A ladder in which every pairing ended like this thirty times."""
    pairs = {
        pairing: [Pair(n, (score, score), (9, 9), (0.1, 0.1), (), str(n)) for n in range(30)]
        for pairing, score in scores.items()
    }
    return Ladder(("stone", "scissors", "paper"), SETUP, pairs)


def test_results_that_ratings_do_not_explain_are_flagged() -> None:
    """Stone, scissors, paper against a true order."""
    strange = summary(with_scores({(0, 1): 1, (1, 2): 1, (0, 2): 0}))
    assert all(pairing["unexplained"] for pairing in strange["pairings"])
    assert ladder_text(strange).count("the ratings do not explain this") == 3
    consistent = summary(with_scores({(0, 1): 1, (1, 2): 1, (0, 2): 1}))
    assert not any(pairing["unexplained"] for pairing in consistent["pairings"])


def test_faults_and_an_early_end_are_told() -> None:
    """And players who have not played have no rating."""
    crew = Threads()
    told: list[tuple[int, int]] = []

    def interrupt(pairing: tuple[int, int]) -> None:
        told.append(pairing)
        if len(told) == 3:
            raise KeyboardInterrupt

    ladder = play_ladder(("random", "odd-nonsense", "greedy"), SETUP, 3, crew, interrupt)
    crew.close()
    figures = summary(ladder)
    assert figures["stopped"] == "interrupted"
    assert len(figures["faults"]) == 6
    assert [player["player"] for player in figures["players"]] == ["random", "odd-nonsense", "greedy"]
    assert figures["players"][2]["rating"] is None
    text = ladder_text(figures)
    assert "6 by odd-nonsense (illegal)" in text
    assert "stopped before the end: interrupted" in text
    assert "greedy" not in ladder_picture(figures)


def test_players_of_every_pairing_are_closed(tmp_path: Path) -> None:
    """Once for each pairing they were in."""
    diary = tmp_path / "diary"
    crew = Processes(1)
    play_ladder((f"odd-diary:{diary}", "random", "odd-first"), SETUP, 2, crew)
    crew.close()
    words = [line.split()[0] for line in diary.read_text("utf-8").splitlines()]
    assert words == ["start"] * 4 + ["close"] + ["start"] * 4 + ["close"]


def test_the_picture_is_svg_with_every_name_and_interval() -> None:
    """Well-formed, names escaped, bars inside, readable on light and dark ground."""
    ladder = with_scores({(0, 1): 1, (1, 2): 0.5, (0, 2): 0.75})
    figures = summary(ladder._replace(specs=("exec:a <b> & c", "scissors", "paper")))
    text = ladder_picture(figures)
    picture = ElementTree.fromstring(text)
    width = float(picture.attrib["width"])
    names = [element.text for element in picture.iter(f"{SVG}text")]
    assert {"exec:a <b> & c", "scissors", "paper"} <= set(names)
    bars = [element for element in picture.iter(f"{SVG}line") if element.attrib["class"] == "bar"]
    assert len(bars) == 3
    for bar in bars:
        assert 0 < float(bar.attrib["x1"]) < float(bar.attrib["x2"]) < width
    assert "prefers-color-scheme: dark" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_command_prints_a_table_and_renders_the_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Both from the same figures."""
    picture = tmp_path / "ladder.svg"
    assert (
        command(["ladder", "random", "greedy", "--pairs", "3", "--workers", "1", "--svg", str(picture)]) == 0
    )
    printed = capsys.readouterr().out
    assert "rating" in printed
    assert "pairing" in printed
    ElementTree.parse(picture)
    assert command(["ladder", "random", "greedy", "--pairs", "2", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["player"] == "greedy"
