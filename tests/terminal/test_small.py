"""The game in a small terminal, repainted in place: what is on the screen, what is kept, what follows the end."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import cast

import pytest

from kahuna.cli.main import main
from kahuna.table.errors import BadNotation
from kahuna.table.game import Game
from kahuna.table.games import on_map
from kahuna.table.record import load_record, read_record, write_record
from kahuna.table.ruleset import Rules
from kahuna.table.view import Result, View
from kahuna.terminal import play
from kahuna.terminal.board import TextStyle
from kahuna.terminal.frame import framed
from kahuna.terminal.islands import render_small, small_legend, too_small
from kahuna.terminal.lines import Lines
from kahuna.terminal.moves import matching, words_of
from kahuna.terminal.prose import listed_commands, wrapped
from kahuna.terminal.rules_text import RULES
from kahuna.terminal.session import COMMANDS
from kahuna.terminal.stepping import step_through
from kahuna.terminal.words import counted, outcome
from support.map_games import MAPS, board_named

GAMES = ["kahuna", "exahuna", "exahuna-special"]
PLAIN, ASCII = TextStyle(colour=False, unicode=True), TextStyle(colour=False, unicode=False)


class Screen(Lines):
    """A terminal with somebody who types these lines; every repainted screen is kept."""

    script: Sequence[str] = ()
    frames: list[str] = []  # noqa: RUF012

    def __init__(self, remember: bool) -> None:
        super().__init__(remember)
        self.interactive = True
        self.left = iter(self.script)

    def ask(self, prompt: str, words: Sequence[str], small: bool = False) -> str:
        sys.stdout.write(prompt)
        for line in self.left:
            sys.stdout.write(line + "\n")
            return line
        raise EOFError

    def wait(self, prompt: str) -> None: ...

    def repaint(self, text: str) -> None:
        self.frames.append(text)


class Player:
    """`kahuna play` in a terminal of 80 columns and 24 rows."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self.monkeypatch, self.capsys, self.folder = monkeypatch, capsys, folder
        monkeypatch.setattr(play, "Lines", Screen)
        monkeypatch.setenv("XDG_STATE_HOME", str(folder))
        self.resize(80, 24)

    def resize(self, columns: int, rows: int) -> None:
        self.monkeypatch.setenv("COLUMNS", str(columns))
        self.monkeypatch.setenv("LINES", str(rows))

    def play(self, lines: list[str], *options: str) -> str:
        """What is said beside the repainted screens, which are in `frames`."""
        self.monkeypatch.setattr(Screen, "script", lines)
        self.monkeypatch.setattr(Screen, "frames", [])
        assert main(["play", *options]) == 0
        return self.capsys.readouterr().out

    @property
    def frames(self) -> list[str]:
        return Screen.frames

    @property
    def kept(self) -> list[Path]:
        return list((self.folder / "kahuna" / "unfinished").glob("*.json"))


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Player:
    return Player(monkeypatch, capsys, tmp_path)


def stages(name: str) -> Iterator[Game]:
    """A game at its beginning, at every 20th action and at its end, with as many cards discarded as there can be."""
    game, random = Game(Rules(name), seed=1), Random(3)
    while not game.over:
        if len(game.steps) % 20 == 0:
            yield game
        discards = [action for action in game.legal() if action.startswith("~")]
        game.play(random.choice(discards if discards and len(game.steps) % 5 else game.legal()))
    yield game


def crowded(name: str, actions: int = 45) -> Game:
    game, random = Game(Rules(name), seed=1), Random(3)
    for _ in range(actions):
        game.play(random.choice(game.legal()))
    return game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("style", [PLAIN, ASCII])
def test_the_small_board_names_every_island_and_shows_every_bridge(name: str, style: TextStyle) -> None:
    """In at most 60 columns and 13 lines; a changed link changes the picture."""
    game = crowded(name)
    view = game.view("white")
    lines = render_small(view, style)
    assert len(lines) <= 13
    assert max(map(len, [*lines, small_legend(name, style)])) <= 60
    assert all(island in "\n".join(lines) for island in game.spec.board.islands)
    assert "\n".join(lines).isascii() or style.unicode
    pictures = {"\n".join(render_small(cast("View", {**view, "bridges": {}}), style))}
    for link in game.spec.board.links:
        for side in ("white", "black"):
            bridge = side if name != "exahuna-special" else {"colour": side, "kind": "3"}
            one = cast("View", {**view, "bridges": {link: bridge}})
            pictures.add("\n".join(render_small(one, style)))
    assert len(pictures) == 1 + 2 * len(game.spec.board.links)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (60, 50), (100, 30), (120, 50)])
def test_a_screen_fits_the_terminal(
    name: str, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every size from 60 by 20 on, with news of any length, the last of which are there."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    news = [f"Black builds a bridge on number {number} and something falls." for number in range(30)]
    for game in stages(name):
        lines = framed(game.view(game.to_move), PLAIN, news).split("\n")
        assert len(lines) < rows
        assert max(map(len, lines)) <= columns
        assert any("number 29" in line for line in lines)
    assert too_small(name) == ""


@pytest.mark.parametrize("name", GAMES)
def test_a_step_of_a_replay_fits_the_smallest_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below it one row stays free for the cursor."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")
    shown: list[str] = []
    *_, last = stages(name)
    step_through(write_record(last), None, PLAIN, ["down"] * 200, shown.append)
    for text in shown:
        assert len(text.split("\n")) < 20
        assert max(map(len, text.split("\n"))) <= 60
        assert "q leaves" in text.replace("\n", " ")


def test_a_terminal_that_is_too_small_is_told_what_is_needed(player: Player) -> None:
    player.resize(50, 15)
    said = player.play(["+1", "quit"], "--seed", "5")
    assert "This terminal has 50 columns and 15 rows; the table needs 60 and 20" in said
    assert all("the table needs 60 and 20" in " ".join(frame.split()) for frame in player.frames)


def test_the_table_is_repainted_and_nothing_of_it_is_printed_again(player: Player) -> None:
    """An action repaints; a question is answered below; Enter brings the table back."""
    said = player.play(["COCO>FAAA", "moves lale", "", "foo", "q"], "--seed", "5")
    assert len(player.frames) == 3
    assert "You build a bridge on COCO-FAAA." in player.frames[1]
    assert "Round 1" not in said
    assert "LALE>HUNA" in said.split("moves lale")[1]
    assert "cannot read 'FOO'" in said


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_in_a_small_terminal(name: str, player: Player) -> None:
    """By numbers, to the end, and no screen is larger than the terminal."""
    said = player.play(["1"] * 400, "--game", name, "--seed", "3", "--against", "random")
    ends = re.findall(r"(?:White|Black) wins |is tied", said + player.frames[-1])
    assert len(ends) == 1, "how it ended is said once"
    assert max(frame.count("\n") for frame in player.frames) < 23
    assert player.kept == []


def test_the_end_of_special_speaks_of_worth() -> None:
    view = crowded("exahuna-special", 2).view("white")
    result: Result = {"winner": "black", "by": "islands", "points": None, "islands": [5, 42]}
    assert outcome(result, counted(view)) == "Black wins with worth 42 : 5."


@pytest.mark.parametrize("name", GAMES)
def test_the_last_turn_is_taken_back_against_every_level(name: str, player: Player) -> None:
    """The opponent has answered already; what was on the screen before is there again."""
    first = {"kahuna": ["COCO>FAAA", "+1"], "exahuna": ["a1-a2"], "exahuna-special": ["3:a1-a2"]}[name]
    said = player.play([*first, "undo", "undo", "quit"], "--game", name, "--seed", "5", "--against", "limu")
    before, after = player.frames[0], player.frames[-1]
    assert after.split("\n")[:13] == before.split("\n")[:13]
    assert "Taken back." in after
    assert "There is nothing to take back." in said
    assert player.kept == [], "a game with nothing played is not kept, however it came about"


def test_friends_at_one_screen_take_back_too(player: Player) -> None:
    player.play(["a1-a2", "undo", "quit"], "--game", "exahuna", "--against", "friend")
    assert "Turn 1." in player.frames[-1]


def test_a_game_that_was_left_is_offered_at_the_next_start(player: Player) -> None:
    """Kept after every action, private, and gone on with as if nothing had happened."""
    left = player.play(["COCO>FAAA", "+1"], "--seed", "5", "--against", "honu")  # then Ctrl-D
    assert "kahuna play offers it the next time" in left
    assert [file.stat().st_mode & 0o077 for file in player.kept] == [0]
    said = player.play(["", "+", "quit", ""], "--game", "exahuna")
    assert "There is an unfinished game: Kahuna against honu, turn 3" in said
    resumed = read_record(load_record(player.kept[0].read_text("utf-8")))
    said = player.play(["later", "quit"])
    assert "Round 1 of 3, turn 1." in player.frames[0]
    assert len(player.kept) == 1
    player.play(["n", "quit"])
    assert player.kept == []
    whole = player.play(["COCO>FAAA", "+1", "+", "quit", ""], "--seed", "5", "--against", "honu")
    assert whole
    assert read_record(load_record(player.kept[0].read_text("utf-8"))).logs == resumed.logs


def test_a_saved_game_goes_on_as_if_it_had_not_been_interrupted(player: Player, tmp_path: Path) -> None:
    """The same seed deals the later rounds and rules the opponent's choices."""
    file, whole, rest = tmp_path / "half.json", tmp_path / "whole.json", tmp_path / "rest.json"
    player.play(
        [*["1"] * 20, f"save {file}", *["1"] * 400, f"save {whole}"], "--seed", "9", "--against", "limu"
    )
    player.play([*["1"] * 400, f"save {rest}"], "--resume", str(file))
    records = [load_record(path.read_text("utf-8")) for path in (whole, rest)]
    assert records[0] == records[1]
    assert len(records[0]["decks"]) > 1


def test_quitting_offers_to_save_and_a_finished_game_offers_a_rematch(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = player.play(["a1-a2", "exit", str(file)], "--game", "exahuna")
    assert "type a name" in said
    assert read_record(load_record(file.read_text("utf-8"))).steps
    said = player.play(["n", "resign now", "what", "log", f"save {file}", "rematch", "quit"], "--seed", "5")
    assert "Black wins because White resigned." in said
    assert "once more, sides swapped" in said
    assert "White> " not in said.split("rematch\n")[-1]
    assert "Black> quit" in said
    assert load_record(file.read_text("utf-8"))["result"]["by"] == "resign"


def test_resuming_with_another_opponent_says_so(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    player.play(["a1-a2", f"save {file}", "quit"], "--game", "exahuna", "--against", "limu")
    player.play(["quit", ""], "--resume", str(file), "--against", "random")
    assert "from here on the game is played against random" in player.frames[0]
    assert load_record(player.kept[0].read_text("utf-8"))["players"]["black"] == "random"


def test_moves_are_filtered_by_island_and_kind() -> None:
    """Every action is found by its islands, and unknown words are refused."""
    view = crowded("exahuna-special", 2).view("white")
    found = [view["legal"][number - 1] for number in matching(view, ["B2", "minus"])]
    assert found
    assert all(action.startswith("minus:") and "b2" in action for action in found)
    kahuna = Game(seed="5").view("white")
    taking = [kahuna["legal"][number - 1] for number in matching(kahuna, ["take"])]
    assert taking == ["+1", "+2", "+3", "+"]
    assert words_of("kahuna")[-4:] == ["build", "remove", "discard", "take"]
    assert words_of("exahuna-special")[-3:] == ["build", "move", "rim"]
    with pytest.raises(BadNotation, match="knows no 'foo'"):
        matching(view, ["foo"])
    each = {w: len(matching(view, [w])) for w in ("build", "move")}
    assert sum(each.values()) == len(view["legal"])


def test_so_many_moves_that_they_do_not_fit_are_listed_only_on_demand(player: Player) -> None:
    said = player.play(["moves", "moves all", "quit"], "--game", "exahuna-special")
    few, all_ = said.split("moves all\n")
    assert "432 legal actions. moves a1 shows those at a1" in few
    assert "432 " in all_


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
def test_texts_reflow_at_every_width(columns: int) -> None:
    """No line is too long, and none but the last of a paragraph has room for the word that follows."""
    for text in RULES.values():
        lines = wrapped(text, columns)
        assert max(map(len, lines)) <= columns
        assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert max(map(len, listed_commands(COMMANDS, columns).split("\n"))) <= columns


@pytest.mark.parametrize("name", MAPS)
def test_a_map_of_ones_own_fits_the_terminal_that_is_asked_for(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Islands stand in columns whatever their names; a map of more islands needs as many more rows."""
    board = board_named(name)
    game, rows = Game(Rules(on_map(board)), seed=3), 20 + max(0, len(board.islands) - 12)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", str(rows))
    lines = framed(game.view("white"), PLAIN).split("\n")
    assert too_small(game.rules.game) == ""
    assert len(lines) < rows
    assert max(map(len, lines)) <= 80
    begins = {re.match(r".[A-Z]+ +", line).end() for line in lines[: len(board.islands)]}  # type: ignore[union-attr]
    assert len(begins) == 1, "first neighbours stand below each other"
    monkeypatch.setenv("LINES", str(rows - 1))
    assert f"the table needs 60 and {rows}" in too_small(game.rules.game)
