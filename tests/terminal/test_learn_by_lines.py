"""Lessons and puzzles in the terminal, driven by lines from a pipe; what is done is kept on the device."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna.cli.main import main
from kahuna.learn.courses import COURSES, LANGUAGES
from kahuna.learn.lessons import course, words
from kahuna.learn.shelf import find_puzzle
from kahuna.terminal.prose import cells, wrapped

Say = Callable[..., str]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Say:
    """What a command says to these lines."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def run(lines: list[str], *command: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(list(command)) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("name", COURSES)
def test_a_whole_course_can_be_done_by_lines_and_is_kept(say: Say, name: str, tmp_path: Path) -> None:
    steps = course(name)
    said = " ".join(say([move for step in steps for move in step.moves], "learn", name).split())
    assert words("en")["learn.finished"] in said
    for step in steps:
        assert words("en")[f"{name}.{step.id}.done"] in said
    kept = json.loads((tmp_path / "kahuna/learn.json").read_text("utf-8"))
    assert kept["lessons"] == [f"{name}.{step.id}" for step in steps]


def test_what_is_said_of_a_step_stands_below_the_next_board(say: Say) -> None:
    said = say(["BARI>COCO", "quit"], "learn")
    assert said.index("which neighbour it goes to is up to you") > said.rindex("Your hand:")


def test_hints_wrong_moves_and_nonsense_are_answered(say: Say) -> None:
    said = " ".join(say(["hint", "+1", "nonsense", "show", "quit"], "learn").split())
    for key in ("build.hint", "build.take"):
        assert words("en")[f"kahuna.{key}"] in said
    assert "One way: BARI" in said


def test_a_puzzle_is_hinted_missed_and_solved(say: Say, tmp_path: Path) -> None:
    puzzle = find_puzzle("k0002")
    said = say(["hint", "hint", "-", *puzzle.answer], "puzzle", "k0002")
    assert "Look at ALOA–HUNA" in said
    assert f"Begin with {puzzle.answer[0]}" in said
    assert "out of reach" in said
    assert "Solved" in said
    assert json.loads((tmp_path / "kahuna/learn.json").read_text("utf-8"))["puzzles"] == ["k0002"]


def test_why_the_tempting_move_of_a_best_turn_fails_stands_below_the_board(say: Say) -> None:
    puzzle = find_puzzle("b0001")
    assert puzzle.tempting
    said = say(["-", "quit"], "puzzle", "b0001")
    assert said.index("is tempting, but a turn with it costs") > said.rindex("Your hand:")
    assert f"{puzzle.tempting['costs']} %" in said.replace("\n", " ")


_WORDY = re.compile(r"\w")
ENGLISH = re.compile(
    r"\b(the|you|your|and|with|card|turn|type|island|islands|bridge|row|round|difficulty)\b", re.I
)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", COURSES)
def test_everything_around_a_lesson_is_said_in_the_chosen_language(
    say: Say, name: str, language: str
) -> None:
    steps = course(name)
    lines = ["help", "hint", "show", "undo", "nonsense", "99999", "a1-e3", "BARI+COCO x BARI-COCO", "-"]
    said = say(
        [*lines, *(move for step in steps for move in step.moves)], "learn", name, "--language", language
    )
    assert not ENGLISH.findall(_without_typed(said))
    assert not ENGLISH.findall(say([], "learn", "--list", "--language", language))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("id", ["k0002", "b0001", "e0101", "s0101"])
def test_everything_around_a_puzzle_is_said_in_the_chosen_language(say: Say, id: str, language: str) -> None:
    lines = ["help", "hint", "hint", "undo", "nonsense", "-", "again", find_puzzle(id).answer[0], "solution"]
    said = say(lines, "puzzle", id, "--language", language)
    assert not ENGLISH.findall(_without_typed(said))


def _without_typed(said: str) -> str:
    """What was said, without the lines that were typed."""
    return "\n".join(line for line in said.splitlines() if "> " not in line)


def test_a_line_of_japanese_is_as_wide_as_the_terminal_at_most() -> None:
    for text in filter(_WORDY.search, words("ja").values()):
        lines = wrapped(text, 60)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
        assert max(map(cells, lines)) <= 60
        assert not any(line.startswith(("。", "、", "ょ")) for line in lines)
