"""Matches that are interrupted and gone on with, and what is kept of programs."""

import json
from pathlib import Path

import pytest

from kahuna.arena.ladder import play_ladder, summary as ladder_summary
from kahuna.arena.match import play_match, summary
from kahuna.arena.pair import MatchSetup
from kahuna.arena.recorded import recorded_games
from kahuna.arena.report import match_text
from kahuna.arena.resume import LadderFile, MatchFile
from kahuna.arena.statistics import SequentialTest
from kahuna.cli.main import main
from kahuna.table.ruleset import Rules
from support.arena_players import Threads

SETUP = MatchSetup(("greedy", "random"), Rules("exahuna"), seed="3")
BROKEN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "broken"}), flush=True)
    elif message["type"] == "choose":
        print("thinking", file=sys.stderr)
        [][message["view"]["turn"]]
"""


def test_a_match_that_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    """Half a line at the end is forgotten; the whole is as if it had been played at once."""
    whole = play_match(SETUP, 6, Threads(1))
    path = tmp_path / "match.jsonl"
    file = MatchFile(path, SETUP)
    play_match(SETUP, 4, Threads(1), note=file.note)
    file.close()
    path.write_text(path.read_text("utf-8")[:-20], "utf-8")
    again = MatchFile(path, SETUP)
    assert sorted(again.pairs) == [0, 1, 2]
    played: list[int] = []
    match = play_match(
        SETUP, 6, Threads(1), keep=lambda pair: played.append(pair.number), known=again.pairs, note=again.note
    )
    again.close()
    assert played == [3, 4, 5]
    first, second = summary(whole), summary(match)
    first.pop("ms_per_decision"), second.pop("ms_per_decision")
    assert first == second
    last = MatchFile(path, SETUP)
    assert sorted(last.pairs) == list(range(6))
    last.close()


def test_a_file_from_before_openings_by_lot_goes_on(tmp_path: Path) -> None:
    """It says nothing of them, so it has none."""
    path = tmp_path / "match.jsonl"
    MatchFile(path, SETUP).close()
    heading = json.loads(path.read_text("utf-8"))
    del heading["opening"]
    path.write_text(json.dumps(heading) + "\n", "utf-8")
    MatchFile(path, SETUP).close()


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    MatchFile(path, SETUP).close()
    with pytest.raises(ValueError, match="another match: its seed is '3', not '4'"):
        MatchFile(path, SETUP._replace(seed="4"))
    with pytest.raises(ValueError, match="another match: its opening is 0, not 2"):
        MatchFile(path, SETUP._replace(opening=2))
    path.write_text("something\n", "utf-8")
    with pytest.raises(ValueError, match="no match"):
        MatchFile(path, SETUP)
    assert path.read_text("utf-8") == "something\n"


def test_a_ladder_that_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    """The ratings are those of a ladder in one go; another ladder's file is refused."""
    specs, path = ("greedy", "random", "net"), tmp_path / "ladder.jsonl"
    whole = play_ladder(specs, SETUP, 2, Threads(1))
    file = LadderFile(path, specs, SETUP)
    play_ladder(specs, SETUP, 1, Threads(1), note=file.note)
    file.close()
    again, played = LadderFile(path, specs, SETUP), list[tuple[int, int]]()
    ladder = play_ladder(specs, SETUP, 2, Threads(1), played.append, again.pairs, again.note)
    again.close()
    assert sorted(played) == [(0, 1), (0, 2), (1, 2)]
    first, second = (
        [{**player, "ms_per_decision": None} for player in ladder_summary(one)["players"]]
        for one in (whole, ladder)
    )
    assert first == second
    with pytest.raises(ValueError, match="another ladder: its ladder is"):
        LadderFile(path, specs[:2], SETUP)


def test_a_verdict_that_is_known_is_not_played_for_again() -> None:
    """The test looks at the pairs that were played before in their order."""
    test = SequentialTest(0, 200)
    match = play_match(SETUP, 40, Threads(1), test)
    known = {pair.number: pair for pair in match.pairs}
    again = play_match(SETUP, 40, Threads(1), test, known=known, note=lambda _: pytest.fail("played"))
    assert again.verdict == match.verdict != ""


def test_the_command_goes_on_and_says_by_what_and_where_it_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["match", "greedy", "random", "--game", "exahuna", "--workers", "1", "--json"]
    command += ["--resume", str(tmp_path / "match.jsonl"), "--records", str(tmp_path / "games.jsonl")]
    for pairs in ("1", "2"):
        assert main([*command, "--pairs", pairs]) == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["pairs"] == 2
    assert figures["version"]
    assert figures["machine"]["python"]
    assert "commit" in figures
    games = [json.loads(line)["meta"] for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert [(meta["pair"], meta["game"]) for meta in games] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_crash_shows_the_end_of_its_traceback_and_the_log_keeps_everything(tmp_path: Path) -> None:
    """The report has the lines around the error, the log every message and the standard error."""
    bot = tmp_path / "broken.py"
    bot.write_text(BROKEN, "utf-8")
    setup = MatchSetup((f"exec:python3 {bot}", "random"), Rules("exahuna"), log=str(tmp_path))
    match = play_match(setup, 1, Threads(1))
    text = match_text(summary(match))
    assert "IndexError: list index out of range (broken.py, line 9)" in text
    assert "Traceback (most recent call last):" in text
    assert '[][message["view"]["turn"]]' in text
    logs = list(tmp_path.glob("1-python3-*.log"))
    assert len(logs) == 1
    said = logs[0].read_text("utf-8")
    assert '> {"type": "hello"' in said
    assert '< {"type": "ready"' in said
    assert "thinking" in said
    assert "IndexError" in said


def test_a_program_says_which_games_it_plays(tmp_path: Path) -> None:
    """And a match in another is lost before its first question."""
    bot = tmp_path / "few.py"
    bot.write_text(BROKEN.replace('"name": "broken"', '"name": "few", "games": ["kahuna"]'), "utf-8")
    match = play_match(MatchSetup((f"exec:python3 {bot}", "random"), Rules("exahuna")), 1, Threads(1))
    assert {fault["reason"] for fault in summary(match)["faults"]} == {"does not play exahuna, only kahuna"}


def test_games_of_several_workers_come_in_order(tmp_path: Path) -> None:
    """The same as one after the other."""
    crew = Threads(3)
    assert list(recorded_games(SETUP, 5, crew)) == list(recorded_games(SETUP, 5))
    crew.close()


def test_selfplay_with_workers_writes_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for workers, file in zip(("1", "2"), files, strict=True):
        assert main(["selfplay", "--games", "3", "--workers", workers, "--out", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
