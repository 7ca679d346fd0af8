"""Matches: mirrored, repeatable, and unharmed by players and workers that die."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kahuna.arena.crew import Crew, Processes
from kahuna.arena.match import Match, play_match, summary
from kahuna.arena.pair import MatchSetup, close_players, play_pair
from kahuna.arena.report import elo_text, match_text
from kahuna.arena.statistics import SequentialTest
from kahuna.table.record import read_record
from kahuna.table.ruleset import Rules
from support.arena_players import Threads, command, find

COMMAND = (sys.executable, str(Path(__file__).parents[1] / "support" / "arena_players.py"))
GAMES = ("kahuna", "exahuna", "exahuna-special")
PATIENCE = 300.0  # seconds for what takes some on an idle machine


def setup(first: str, second: str, game: str = "kahuna", seed: str = "1") -> MatchSetup:
    """A match of players that are found here too, with records."""
    return MatchSetup((first, second), Rules(game), seed, records=True, find=find)


def played(
    crew: Crew, match: MatchSetup, pairs: int, test: SequentialTest | None = None
) -> tuple[Match, list[str]]:
    """A match and the records it kept."""
    records: list[str] = []
    try:
        return play_match(match, pairs, crew, test, lambda pair: records.extend(pair.records)), records
    finally:
        crew.close()


def test_both_games_of_a_pair_have_the_same_deal_and_swapped_seats() -> None:
    """The first deck is the same; later ones shuffle what was discarded, by the same seed."""
    for number in range(3):
        games = [json.loads(record) for record in play_pair(setup("greedy", "random"), number).records]
        assert games[0]["decks"][0] == games[1]["decks"][0]
        assert [game["players"]["white"] for game in games] == ["greedy", "random"]
        assert [game["players"]["black"] for game in games] == ["random", "greedy"]
        assert games[0]["actions"] != games[1]["actions"]
    assert games[0]["meta"] == {"seed": "1/2", "pair": 2, "game": 0}


def test_later_rounds_are_shuffled_by_the_same_seed() -> None:
    """The two games of equal players without luck of their own are the same to the last deck."""
    games = [json.loads(record) for record in play_pair(setup("odd-first", "odd-first"), 0).records]
    assert len(games[0]["decks"]) > 1
    assert games[0]["decks"] == games[1]["decks"]


@pytest.mark.parametrize("game", GAMES)
def test_equal_players_without_luck_score_exactly_half(game: str) -> None:
    """Whatever the deal is worth, both have it once."""
    match, _ = played(Threads(), setup("odd-first", "odd-first", game), 10)
    assert all(pair.score == 0.5 for pair in match.pairs)
    assert summary(match)["score"] == 0.5
    assert summary(match)["distinct_pairs"] == (10 if game == "kahuna" else 1)
    assert ("only 1 of the 10 pairs differ" in match_text(summary(match))) == (game != "kahuna")


def test_greedy_beats_random_and_not_itself() -> None:
    """The first player is who is told of."""
    for order, better in ((("greedy", "random"), True), (("random", "greedy"), False)):
        figures = summary(played(Threads(), setup(*order), 10)[0])
        assert figures["interval"][0] > 0.5 if better else figures["interval"][1] < 0.5
        assert figures["wins" if better else "losses"] >= 18
    figures = summary(played(Threads(), setup("greedy", "greedy"), 20)[0])
    low, high = figures["interval"]
    assert low < 0.5 < high


def test_the_number_of_workers_changes_nothing() -> None:
    """Byte for byte the same records, in the order of the pairs, from threads and from processes."""
    match = setup("greedy", "random", seed="same")
    kept = [played(crew, match, 6)[1] for crew in (Threads(), Threads(3), Processes(2))]
    assert len(kept[0]) == 12
    assert kept[0] == kept[1] == kept[2]
    assert [json.loads(record)["meta"]["pair"] for record in kept[0]] == [n // 2 for n in range(12)]
    for record in kept[0]:
        read_record(json.loads(record))


def test_a_pair_does_not_depend_on_what_was_played_before() -> None:
    """The same pair alone, first or last."""
    match = setup("greedy", "greedy")
    alone = play_pair(match, 4).records
    for number in range(3):
        play_pair(match, number)
    assert play_pair(match, 4).records == alone


@pytest.mark.parametrize("size", [1, 4])
def test_the_sequential_test_stops_at_the_same_pair_whoever_plays(size: int) -> None:
    """What was played beyond that pair does not count."""
    match, records = played(Threads(size), setup("greedy", "random"), 500, SequentialTest(0, 100))
    assert match.verdict == "high"
    assert len(match.pairs) < 30
    assert [pair.number for pair in match.pairs] == list(range(len(match.pairs)))
    assert len(records) == 2 * len(match.pairs)
    figures = summary(match)
    assert figures["sprt"]["accepted"] == "elo1"
    assert figures["sprt"]["llr"] >= figures["sprt"]["bounds"][1]
    before = match._replace(pairs=match.pairs[:-1])
    assert summary(before)["sprt"]["llr"] < figures["sprt"]["bounds"][1]


@pytest.mark.parametrize(
    ("kind", "by", "reason"),
    [("late", "time", "no answer"), ("broken", "crash", "oops"), ("nonsense", "illegal", "heaven")],
)
def test_faults_lose_and_are_reported(kind: str, by: str, reason: str) -> None:
    """With the player, the game and the reason; the match goes on."""
    match, records = played(Threads(), setup("random", f"odd-{kind}"), 3)
    figures = summary(match)
    assert (figures["wins"], figures["losses"]) == (6, 0)
    assert len(figures["faults"]) == 6
    for fault in figures["faults"]:
        assert (fault["player"], fault["number"], fault["by"]) == (f"odd-{kind}", 2, by)
        assert reason in fault["reason"]
    assert f"6 by odd-{kind} ({by})" in match_text(figures)
    assert all(json.loads(record)["meta"]["fault"] == figures["faults"][0]["reason"] for record in records)


def test_a_worker_that_dies_loses_no_finished_pair(tmp_path: Path) -> None:
    """Its unfinished pairs are played again, and the result is as if nothing had happened."""
    mark = tmp_path / "died"
    pairs = 8
    match, records = played(Processes(2), setup(f"odd-deadly-once:{mark}", "random"), pairs)
    assert mark.exists()
    assert not match.stopped
    again, same = played(Threads(), setup(f"odd-deadly-once:{mark}", "random"), pairs)
    assert records == same
    assert [pair.scores for pair in match.pairs] == [pair.scores for pair in again.pairs]


def test_a_pair_that_always_kills_its_worker_ends_the_match_in_one_line() -> None:
    """After a few tries."""
    match, _ = played(Processes(1), setup("random", "odd-deadly"), 4)
    assert match.pairs == []
    assert match.stopped.endswith("ended its worker 3 times")
    assert "stopped before the end" in match_text(summary(match))


def test_players_are_made_once_for_each_worker_and_closed_at_the_end(tmp_path: Path) -> None:
    """Not once for each pair."""
    diary = tmp_path / "diary"
    played(Processes(1), setup(f"odd-diary:{diary}", "random"), 3)
    lines = diary.read_text("utf-8").splitlines()
    assert [line.split()[0] for line in lines] == ["start"] * 6 + ["close"]
    assert len({line.split()[1] for line in lines}) == 1


def test_another_match_in_the_same_thread_gets_players_of_its_own(tmp_path: Path) -> None:
    """And those of the match before are closed; a match that is over keeps none."""
    diary = tmp_path / "diary"
    one, two = (setup(f"odd-diary:{diary}", "random")._replace(ticket=ticket) for ticket in "12")
    for match in (one, two, two):
        play_pair(match, 0)
    close_players("2")
    close_players("2")
    words = [line.split()[0] for line in diary.read_text("utf-8").splitlines()]
    assert words == ["start", "start", "close", *["start"] * 4, "close"]


def test_an_interrupt_keeps_what_was_played() -> None:
    """All finished pairs count and are kept."""
    records: list[str] = []

    def interrupt(pairs: Any) -> None:
        if len(pairs) == 5:
            raise KeyboardInterrupt

    crew = Threads(2)
    match = play_match(
        setup("random", "random"), 1000, crew, keep=lambda pair: records.extend(pair.records), tell=interrupt
    )
    crew.close()
    assert match.stopped == "interrupted"
    assert len(match.pairs) == 5
    assert len(records) == 10


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return [int(line) for line in listed.stdout.split()]


def test_ctrl_c_prints_the_result_so_far_and_leaves_no_process(tmp_path: Path) -> None:
    """Status 130, a result, records that verify, nothing on standard error."""
    out = tmp_path / "games.jsonl"
    arguments = [
        "match",
        "random",
        "random",
        "--pairs",
        "1000000",
        "--workers",
        "2",
        "--json",
        "--records",
        str(out),
    ]
    match = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and (not out.exists() or out.stat().st_size < 50_000):
        time.sleep(0.05)
    workers = children(match.pid)
    os.killpg(match.pid, signal.SIGINT)
    printed, complaints = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130
    assert complaints == ""
    figures = json.loads(printed)
    assert figures["stopped"] == "interrupted"
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 2 * figures["pairs"] > 0
    read_record(json.loads(lines[-1]))
    assert len(workers) >= 2
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_workers_end_when_the_match_is_killed() -> None:
    """Even by a signal that nobody can handle."""
    match = subprocess.Popen(
        [*COMMAND, "match", "random", "random", "--pairs", "1000000", "--workers", "1"],
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + PATIENCE
    while (
        time.monotonic() < deadline and len(children(match.pid)) < 2
    ):  # a worker and Python's resource tracker
        time.sleep(0.05)
    workers = children(match.pid)
    match.kill()
    match.wait()
    while time.monotonic() < deadline and any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)
    assert len(workers) >= 2
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_the_command_prints_json_for_machines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One object with everything, and records that verify."""
    out = tmp_path / "games.jsonl"
    arguments = [
        "match",
        "greedy",
        "random",
        "--pairs",
        "3",
        "--seed",
        "x",
        "--planning",
        "--handicap",
        "white:1",
    ]
    arguments += ["--time-ms", "50", "--workers", "1", "--sprt", "0,30", "--json", "--records", str(out)]
    assert command(arguments) == 0
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert printed.err == ""
    assert figures["players"] == ["greedy", "random"]
    assert figures["pairs"] == 3
    assert figures["wins"] + figures["ties"] + figures["losses"] == 6
    assert 0 <= figures["interval"][0] <= figures["score"] <= figures["interval"][1] <= 1
    assert figures["elo_interval"][0] <= figures["elo"] <= figures["elo_interval"][1]
    assert sum(figures["pentanomial"]) == 3
    assert all(ms > 0 for ms in figures["ms_per_decision"])
    assert len(figures["ms_per_decision"]) == 2
    assert figures["faults"] == []
    assert figures["rules"] == {"planning": True, "handicap": 1, "handicap_to": "white", "first": "white"}
    assert figures["sprt"]["accepted"] is None
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 6
    for line in lines:
        assert read_record(json.loads(line)).over


def test_the_command_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """What was asked, and every figure by its name."""
    assert command(["match", "greedy", "random", "--game", "exahuna", "--pairs", "4", "--workers", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("greedy against random\nexahuna, seed 0, 4 mirrored pairs\n")
    for label in ("score", "Elo", "games", "pairs", "seats", "time", "faults"):
        assert f"\n{label}" in printed
    assert "95 % interval" in printed


def test_differences_beyond_measure_are_told_in_words() -> None:
    """Not as infinity."""
    assert [elo_text(elo) for elo in (1200.0, -1200.0, 12.4, -3.0)] == [
        "over +1200",
        "below -1200",
        "+12",
        "-3",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "greedy", "nobody"],
        ["match", "greedy:depth=3", "random"],
        ["match", "greedy", "random", "--game", "exahuna", "--planning"],
        ["match", "greedy", "random", "--cluster", "127.0.0.1:1"],
        ["ladder", "greedy"],
        ["ladder", "greedy", "greedy"],
    ],
)
def test_what_cannot_be_played_is_one_clear_line(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ValueError, which the command line prints; before anything is played."""
    monkeypatch.setattr("kahuna.arena.crew.CONNECT_SECONDS", 1)
    with pytest.raises(ValueError) as refusal:
        command(arguments)
    assert str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "option",
    [
        ["--pairs", "0"],
        ["--sprt", "5"],
        ["--sprt", "9,3"],
        ["--time-ms", "-1"],
        ["--workers", "2", "--cluster", "x"],
    ],
)
def test_wrong_options_are_refused(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """By the parser, with status 2."""
    with pytest.raises(SystemExit) as leaving:
        command(["match", "greedy", "random", *option])
    assert leaving.value.code == 2
    capsys.readouterr()


def test_players_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Every one that the registry knows."""
    from kahuna.bots.registry import PLAYERS

    assert command(["players"]) == 0
    printed = capsys.readouterr().out
    for name, entry in PLAYERS.items():
        assert f"  {name} " in printed
        assert entry.about in printed
        assert all(option in printed for option in entry.options)
