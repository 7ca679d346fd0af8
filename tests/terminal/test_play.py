"""The game in the terminal, driven as a script drives it: lines in, text out."""

import io
import json
import random
from pathlib import Path

import pytest

from kahuna.bots.head_starts import fair_start
from kahuna.cli.main import main, parser
from kahuna.table.game import Game
from kahuna.table.notation import write
from kahuna.table.record import load_record, read_record
from kahuna.table.ruleset import Rules
from support.views import hand_of, result_of


class Table:
    """`kahuna play` with lines from a script."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def play(self, lines: list[str], *options: str) -> str:
        """What the program says to these lines."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *options]) == 0
        output = self.capsys.readouterr()
        assert output.err == ""
        return output.out


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(monkeypatch, capsys)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--planning", "--handicap", "white:2"],
        ["--handicap", "black:1", "--first", "black"],
        ["--game", "exahuna"],
        ["--game", "exahuna-special"],
    ],
)
def test_a_whole_game_of_two_friends_can_be_played_from_a_pipe(options: list[str], table: Table) -> None:
    """The same actions as in a game of the library, to the same end."""
    game = _finished_game(options)
    said = table.play(_actions(game), "--against", "friend", "--seed", "5", *options)
    assert result_of(game)["winner"] is None or said.splitlines()[-1].startswith(
        str(result_of(game)["winner"]).capitalize() + " wins"
    )


def _finished_game(options: list[str]) -> Game:
    given = parser().parse_args(["play", *options])
    to, bridges = given.handicap or (None, 0)
    game = Game(Rules(given.game, given.planning, bridges, to, given.first), seed="5")
    chosen = random.Random(1)
    while not game.over:
        game.play(chosen.choice(game.legal()))
    return game


def _actions(game: Game) -> list[str]:
    return [write(game.rules.game, step.code) for step in game.steps]


def test_a_whole_game_against_greedy_by_numbers(table: Table) -> None:
    """Always the first action: the game ends, and its end is told."""
    said = table.play(["1"] * 400, "--seed", "3")
    assert said.splitlines()[-1].split()[1] in ("wins", "game")


def test_what_the_opponent_does_is_told_without_its_secrets(table: Table) -> None:
    """K16: cards from the row are named, cards from the stack are not; one's own are."""
    said = table.play(["1", "+"] * 60 + ["quit"], "--seed", "2", "--against", "random")
    assert "You take " in said
    assert "You take a card" not in said
    assert "Black takes a card from the stack." in said


def test_bad_input_is_answered_and_changes_nothing(table: Table) -> None:
    """One line with the reason and the rule, in place of the action."""
    lines = [
        "HUNA>LALE",
        "blah",
        "+9",
        "0",
        "999",
        "+=BARI",
        "x" * 500,
        "ALOA+LALE x ALOA-BARI",
        "log",
        "quit",
    ]
    said = table.play(lines, "--seed", "5")
    assert "HUNA>LALE: HUNA is not in your hand (K4)." in said
    assert "cannot read 'blah'" in said.lower()
    assert "there is no action number 999" in said
    assert "(K16)" in said
    assert "both cards must name an end of ALOA-BARI (K5)" in said
    assert said.count("Round 1 of 3, turn 1.") == 1
    assert max(len(line) for line in said.splitlines() if "xxx" not in line or "cannot" in line) < 200


def test_lower_case_will_do(table: Table) -> None:
    """People do not like to shout."""
    said = table.play(["coco>faaa", "lale+lale x iffi-lale", "quit"], "--seed", "5")
    assert "You build a bridge on COCO-FAAA." in said
    assert "LALE+LALE x IFFI-LALE: there is no bridge of the opponent on IFFI-LALE (K5)." in said


def test_undo_takes_back_what_was_played_this_turn_only(table: Table) -> None:
    """Up to the beginning of the turn."""
    said = table.play(["COCO>FAAA", "undo", "undo", "quit"], "--seed", "5")
    assert said.count("Taken back.") == 1
    assert "nothing to take back" in said


def test_hint_says_what_each_action_would_win(table: Table) -> None:
    """Exahuna: the third bridge at a corner wins it."""
    moves = ["a1-a2", "e1-e2", "a1=a2", "e2-e3", "hint", "quit"]
    said = table.play(moves, "--game", "exahuna", "--against", "friend")
    assert "a1-b1                    You win a1" in said
    assert "other actions win and cost nothing at once" in said


def test_saving_and_resuming_goes_on_with_the_same_game(table: Table, tmp_path: Path) -> None:
    """The file is a record of the running game; hands, row and opponent are as they were."""
    file = tmp_path / "my game.json"
    said = table.play(["COCO>FAAA", f"save {file}", "quit"], "--seed", "5")
    assert f"kahuna play --resume '{file}'" in said
    record = load_record(file.read_text("utf-8"))
    assert record["players"] == {"white": "human", "black": "greedy"}
    assert read_record(record).logs[0] == ["round 1: DUDA IFFI COCO", "COCO>FAAA"]
    again = table.play(["+1", "log", "quit"], "--resume", str(file))
    assert "Your hand: LALE LALE" in again
    assert "Black" in again.split("You take DUDA from the row.")[1]


def test_a_game_that_cannot_be_saved_goes_on(table: Table, tmp_path: Path) -> None:
    """The reason is told, and nothing is half written."""
    said = table.play(["save", f"save {tmp_path}/no/such/folder", "COCO>FAAA", "quit"], "--seed", "5")
    assert "Give the name of a file" in said
    assert "nothing was saved" in said
    assert "You build a bridge" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": {"white": "greedy", "black": "random"}}, "no person plays in this game"),
        ({"actions": ["-", "-"]}, "must take a card (K8)"),
    ],
)
def test_a_file_that_cannot_be_resumed_is_refused(
    change: dict[str, object], words: str, table: Table, tmp_path: Path
) -> None:
    """One line and status 2."""
    file = tmp_path / "game.json"
    table.play([f"save {file}", "quit"], "--seed", "5")
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    assert main(["play", "--resume", str(file)]) == 2
    assert words in table.capsys.readouterr().err


def test_resigning_ends_the_game(table: Table) -> None:
    """The other side has won."""
    assert (
        table.play(["resign", "resign now"], "--seed", "5").splitlines()[-1]
        == "Black wins because White resigned."
    )


def test_the_end_of_input_ends_the_program(table: Table) -> None:
    """With a word about the game."""
    assert "not saved" in table.play([], "--seed", "5").splitlines()[-1]


def test_ascii_output_is_ascii(table: Table) -> None:
    """Everything but what the person typed."""
    for game in ("kahuna", "exahuna", "exahuna-special"):
        assert table.play(["help", "rules", "1", "hint", "quit"], "--ascii", "--game", game).isascii()


def test_the_hidden_hand_is_never_shown_to_the_other(table: Table) -> None:
    """K16, hot-seat: after the hand-over line only the hand of the seat to move appears."""
    said = table.play(["+", "quit"], "--against", "friend", "--seed", "5")
    white, black = said.split("---- Black's turn")
    game = Game(seed="5")
    assert f"Your hand: {' '.join(hand_of(game, 'white'))}" in white
    assert f"Your hand: {' '.join(hand_of(game, 'black'))}" in black
    assert "White takes a card from the stack." in black


def test_a_player_that_cannot_begin_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, no traceback."""
    assert main(["play", "--against", "exec:false"]) == 2
    assert capsys.readouterr().err.startswith("kahuna: the other player cannot begin: ")


def test_lines_that_make_no_sense_never_end_the_game(table: Table) -> None:
    """Absurd numbers and names of files are answered, and the game goes on."""
    said = table.play(["9" * 5000, "save ~nosuchuser/x", "save a\0b", "COCO>FAAA", "quit"], "--seed", "5")
    assert said.count("nothing was saved") == 2
    assert "You build a bridge on COCO-FAAA." in said


def test_a_saved_game_is_private_and_names_its_players_as_they_were_given(
    table: Table, tmp_path: Path
) -> None:
    """K16: nobody else may read it; and the opponent comes back with its options."""
    file = tmp_path / "game.json"
    table.play([f"save {file}", "quit"], "--against", "ismcts:iterations=5")
    assert file.stat().st_mode & 0o077 == 0
    assert load_record(file.read_text("utf-8"))["players"]["black"] == "ismcts:iterations=5"
    assert main(["replay", str(file)]) == 0


def test_the_replay_of_a_running_game_shows_only_what_is_public(table: Table, tmp_path: Path) -> None:
    """K16: everything is public when it is over, not before."""
    file = tmp_path / "game.json"
    hand = hand_of(Game(seed="5"), "white")
    table.play([f"~{hand[0]}", "+", f"save {file}", "quit"], "--against", "friend", "--seed", "5")
    assert main(["replay", str(file)]) == 0
    said = table.capsys.readouterr().out
    assert "White discards a card secretly." in said
    assert "White takes a card from the stack." in said


def test_a_file_from_elsewhere_starts_no_program_unasked(table: Table, tmp_path: Path) -> None:
    """A saved game may name a program as opponent; it runs only if it is named on the command line too."""
    file, trace = tmp_path / "game.json", tmp_path / "trace"
    table.play([f"save {file}", "quit"], "--seed", "5")
    record = json.loads(file.read_text("utf-8"))
    record["players"]["black"] = f"exec:touch {trace}"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["play", "--resume", str(file)]) == 2
    assert "--against" in table.capsys.readouterr().err
    assert not trace.exists()


def test_greedy_takes_from_the_stack_too(table: Table) -> None:
    """K7: where nothing is better, any card will do."""
    said = table.play(["-", "+", "-", "+1"] * 30 + ["quit"], "--seed", "8")
    assert "Black takes a card from the stack." in said


def test_saving_never_overwrites_what_is_no_game(table: Table, tmp_path: Path) -> None:
    """A slip of the keyboard costs nobody a file; a saved game may be saved again."""
    other, game = tmp_path / "thesis.txt", tmp_path / "game.json"
    other.write_text("years of work", "utf-8")
    said = table.play([f"save {other}", f"save {game}", f"save {game}", "quit"], "--seed", "5")
    assert "exists and is not a saved game" in said
    assert other.read_text("utf-8") == "years of work"
    assert said.count("Saved. The file") == 2
    assert said.splitlines()[-1] == "The game is saved."


def test_where_the_opponent_has_built_is_marked_and_told_below_the_board(table: Table) -> None:
    """The account stands between the board and the prompt, and new bridges are marked."""
    said = table.play(["a1-a2", "quit"], "--game", "exahuna", "--seed", "1")
    board, after = said.split("Turn 3.")
    assert "*[" in board
    assert "Black builds a bridge on" in after


def test_a_fair_handicap_is_chosen_for_two_levels(table: Table) -> None:
    bridges, share = fair_start("honu", "mano")
    said = table.play(["quit"], "--against", "mano", "--like", "honu", "--seat", "black")
    assert (
        f"Fair head start: {bridges} bridges for you. You would win about {100 * share:.0f} of 100 games."
        in said
    )
    assert f"Place up to {bridges} bridges" in said


@pytest.mark.parametrize(
    "options",
    [
        ("--against", "greedy"),
        ("--against", "mano", "--handicap", "white:1"),
        ("--against", "mano", "--game", "exahuna"),
        (),
    ],
)
def test_a_fair_handicap_needs_two_levels_of_kahuna(options: tuple[str, ...], table: Table) -> None:
    assert main(["play", "--like", "honu", *options]) == 2
    assert "--like" in table.capsys.readouterr().err
