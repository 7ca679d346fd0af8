"""The command line: what it prints, where, and with which status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kahuna.cli.main import main
from kahuna.table.record import dump_record, read_record


def run(*arguments: str) -> int:
    """The exit status of a command, however it leaves."""
    try:
        return main(list(arguments))
    except SystemExit as leaving:
        return int(leaving.code or 0)


@pytest.mark.parametrize("game", ["kahuna", "exahuna", "exahuna-special"])
def test_selfplay_writes_records_that_verify(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Full records, one a line, each a game by the rules."""
    out = tmp_path / "games.jsonl"
    players = ("--white", "greedy", "--black", "random")
    assert run("selfplay", "--game", game, "--games", "3", "--seed", "9", *players, "--out", str(out)) == 0
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 3
    for line in lines:
        record = json.loads(line)
        assert record["players"] == {"white": "greedy", "black": "random"}
        assert read_record(record).result == record["result"]
        assert dump_record(record) == line
    assert run("replay", str(out), "--verify") == 0
    assert "3 records" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    """Byte for byte, with variant and handicap; another seed gives another."""
    files = [tmp_path / name for name in "abc"]
    for file, seed in zip(files, ("1", "1", "2"), strict=True):
        settings = ("--planning", "--handicap", "white:2", "--white", "greedy", "--first", "black")
        assert run("selfplay", "--games", "2", "--seed", seed, *settings, "--out", str(file)) == 0
    first, second, third = (file.read_bytes() for file in files)
    assert first == second != third
    rules = json.loads(first.splitlines()[0])["rules"]
    assert rules == {"planning": True, "handicap": 2, "handicap_to": "white", "first": "black"}


def test_both_games_of_a_pair_have_the_same_opening_by_lot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records say how long it is and verify; an opening that leaves nothing to decide is refused in one line."""
    out = tmp_path / "games.jsonl"
    asked = ("match", "greedy", "greedy", "--game", "exahuna", "--pairs", "2", "--workers", "1")
    assert run(*asked, "--opening", "3", "--records", str(out)) == 0
    assert "first 3 actions by lot" in capsys.readouterr().out
    records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [record["meta"]["opening"] for record in records] == [3] * 4
    beginnings = [record["actions"][:3] for record in records]
    assert beginnings[0] == beginnings[1] != beginnings[2] == beginnings[3]
    assert run("replay", str(out), "--verify") == 0
    capsys.readouterr()
    assert run(*asked, "--opening", "21") == 2
    assert "expected a whole number from 0 to 20, not '21'" in capsys.readouterr().err


def test_selfplay_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """`-` is standard output."""
    assert run("selfplay", "--game", "exahuna", "--out", "-") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "exahuna"


def test_replay_shows_a_game_and_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In words, to the end or up to an action, for everybody or for one seat."""
    out = tmp_path / "games.jsonl"
    assert run("selfplay", "--games", "2", "--seed", "4", "--out", str(out)) == 0
    assert run("replay", str(out), "--number", "2") == 0
    whole = capsys.readouterr().out
    assert "Turn 1, White" in whole
    assert " wins " in whole.splitlines()[-1] or "tied" in whole.splitlines()[-1]
    assert run("replay", str(out), "--at", "10", "--seat", "black") == 0
    part = capsys.readouterr().out
    assert "Your hand:" in part
    assert "  11  " not in part


def test_replay_from_one_seat_hides_what_it_never_saw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """K16: the other's cards from the stack and secret discards stay unnamed."""
    out = tmp_path / "game.jsonl"
    assert run("selfplay", "--seed", "3", "--out", str(out)) == 0
    assert run("replay", str(out), "--seat", "white") == 0
    shown = capsys.readouterr().out
    assert "Black takes a card from the stack." in shown
    assert "Black discards a card secretly." in shown
    assert "White takes a card" not in shown


def test_a_broken_record_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names file, record and action; status 2."""
    out = tmp_path / "games.jsonl"
    run("selfplay", "--games", "2", "--out", str(out))
    good, other = out.read_text("utf-8").splitlines()
    record = json.loads(other)
    record["actions"][4] = "~~"
    out.write_text(f"{good}\n{json.dumps(record)}\n", "utf-8")
    assert run("replay", str(out), "--verify") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "record 2: action 5: cannot read '~~'" in error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["frobnicate"], "invalid choice"),
        (["selfplay"], "--out"),
        (["selfplay", "--games", "0", "--out", "x"], "at least 1"),
        (["selfplay", "--games", "many", "--out", "x"], "at least 1"),
        (["selfplay", "--white", "nobody", "--out", "x"], "no player is called 'nobody'"),
        (["selfplay", "--white", "random:depth=3", "--out", "x"], "has no options"),
        (["selfplay", "--out", "no/such/folder/x"], "No such file"),
        (["selfplay", "--game", "exahuna", "--planning", "--out", "x"], "no variants"),
        (["selfplay", "--handicap", "white:4", "--out", "x"], "white:2"),
        (["replay", "no-such-file"], "no-such-file: No such file"),
        (["replay", "."], "directory"),
        (["play", "--against", "nobody"], "no player is called"),
        (["play", "--resume", "no-such-file"], "no-such-file"),
        (["play", "--handicap", "green:1"], "white:2"),
        (["--nonsense"], "unknown option --nonsense"),
        (["-V"], "unknown option -V"),
        (["play", "--nonsense"], "kahuna play: unknown option --nonsense"),
        (["match", "random", "greedy", "limu"], "too many arguments: limu"),
        (
            ["match", "random", "greedy", "--cluster", "foo"],
            "expected a cluster's address like tcp://10.0.0.5:8786",
        ),
        (["train", "--games", "1", "--out", "x", "--cluster", "foo"], "expected a cluster's address like"),
        (["calibrate", "random", "--cluster", "tcp://"], "expected a cluster's address like"),
        (["puzzles", "--out", "-", "--cluster", "foo"], "expected a cluster's address like"),
        (
            ["puzzles", "--out", "-", "--workers", "2", "--cluster", "a:1"],
            "not allowed with argument --workers",
        ),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On standard error, nothing on standard output, never a traceback, and no file left behind."""
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert words in output.err
    assert list(tmp_path.iterdir()) == []


def test_replay_of_things_that_are_no_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Empty input, other JSON, bytes that are no text: one line each."""
    for text in ("", "[]", "{}", '{"format": "kahuna-record"}', "[" * 100_000):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run("replay", "-") == 2
        assert capsys.readouterr().err.count("\n") == 1
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(binary)) == 2
    assert "not text" in capsys.readouterr().err


HEAVY = {
    "numba",
    "numpy",
    "msgspec",
    "rich",
    "prompt_toolkit",
    "asyncio",
    "starlette",
    "sqlite3",
    "multiprocessing",
}
SLOW = {"dataclasses", "inspect", "pathlib", "hashlib", "secrets", "random", "tempfile", "subprocess", "json"}
GAMES_LOADED = {"kahuna.rules", "kahuna.table.games"}
STARTS = {
    "import kahuna": "import kahuna",
    "kahuna --help": "from kahuna.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: pass",
}


@pytest.mark.parametrize("start", STARTS)
def test_what_only_some_commands_need_is_not_loaded_at_the_start(start: str) -> None:
    """Start-up stays light: whoever needs one of these imports it where it is used."""
    code = f"{STARTS[start]}\nimport sys\nsys.exit(' '.join({HEAVY | SLOW | GAMES_LOADED} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert ("selfplay" in done.stdout) == ("--help" in start)


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    """`kahuna replay F | head` ends quietly."""
    out = tmp_path / "game.jsonl"
    run("selfplay", "--out", str(out))
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "kahuna", "replay", str(out)]
    done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.stderr == ""


def test_one_broken_line_is_named_among_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that was cut off: which record it is, and nothing of the others is blamed."""
    out = tmp_path / "games.jsonl"
    run("selfplay", "--games", "2", "--out", str(out))
    out.write_text(out.read_text("utf-8")[:-40], "utf-8")
    assert run("replay", str(out), "--verify") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"{out}: record 2: not a record" in error


def test_a_player_for_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is played."""
    for command in (
        ["selfplay", "--out", "-", "--white", "ismcts"],
        ["match", "ismcts", "random", "--pairs", "1"],
    ):
        assert run(*command, "--game", "exahuna") == 2
        assert "does not play exahuna" in capsys.readouterr().err


def test_one_record_of_many_is_read_without_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken neighbour does not matter, a number beyond the end is told."""
    out = tmp_path / "games.jsonl"
    run("selfplay", "--games", "3", "--game", "exahuna", "--out", str(out))
    lines = out.read_text("utf-8").splitlines()
    out.write_text(f"{lines[0]}\n\nnonsense\n{lines[2]}\n", "utf-8")
    assert run("replay", str(out), "--number", "1") == 0
    assert run("replay", str(out), "--number", "3") == 0
    capsys.readouterr()
    assert run("replay", str(out), "--number", "2") == 2
    assert "record 2: not a record" in capsys.readouterr().err
    assert run("replay", str(out), "--number", "4") == 2
    assert "has 3 records, so there is no number 4" in capsys.readouterr().err
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(json.loads(lines[0]), indent=2), "utf-8")
    assert run("replay", str(pretty)) == 0
