"""The bot protocol, version 1, with real second programs: whole games, what is sent, nothing left behind."""

import gc
import json
import multiprocessing
import shlex
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kahuna.bots import program as program_module
from kahuna.bots.external import External
from kahuna.bots.registry import find_bot
from kahuna.bots.uniform import Uniform
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, SEATS, Rules, board_of, other
from support.programs import (
    CONNECTED,
    PATIENCE,
    PATIENT_MS,
    SOUND,
    STUBBORN,
    Lifeline,
    Make,
    ask,
    command,
    play,
    reaped,
)
from support.views import result_of

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = shlex.join([sys.executable, "-IS", str(EXAMPLES / "first_bot.py")])
NODE = shlex.join(["node", str(EXAMPLES / "first_bot.js")])
has_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")


@pytest.mark.parametrize("game", GAMES)
def test_a_program_plays_whole_games_in_a_row(game: str, program: Make) -> None:
    """One process for a match, from either seat."""
    bot = program()
    pids = set()
    for number, seat in enumerate(SEATS):
        played = play(Game(Rules(game), seed=number), {seat: bot, other(seat): Uniform()})
        assert played.result
        assert bot._program
        pids.add(bot._program.process.pid)
    assert bot.name == "script 1.0"
    assert len(pids) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "spec", [pytest.param(PYTHON, id="python"), pytest.param(NODE, id="node", marks=has_node)]
)
def test_the_examples_beat_random_from_either_seat(spec: str, game: str) -> None:
    """Complete bots for all three games."""
    bot = find_bot(f"exec:{spec}")
    for number, seat in enumerate(SEATS):
        played = play(Game(Rules(game), seed=number), {seat: bot, other(seat): Uniform()})
        assert played.result
        assert played.result["winner"] == seat
    assert bot.name.startswith("first bot")
    bot.close()


@has_node
@pytest.mark.parametrize(
    "rules", [Rules(planning=True, handicap=2, handicap_to="white"), *map(Rules, [*GAMES][1:])]
)
def test_the_examples_think_alike(rules: Rules) -> None:
    """Two languages, one protocol, one way to choose."""
    bots = (External(PYTHON), External(NODE))
    game = Game(rules, seed=8)
    while game.to_move is not None:
        view = game.view(game.to_move)
        first, second = (bot.choose(view, Random(0), PATIENT_MS) for bot in bots)
        assert first == second
        game.play(first.action)
    for bot in bots:
        bot.close()


def test_the_examples_are_short_and_need_nothing() -> None:
    """Under 80 lines, nothing to install."""
    for name in ("first_bot.py", "first_bot.js"):
        text = (EXAMPLES / name).read_text("utf-8")
        assert len(text.splitlines()) < 80
        imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
        assert imports <= sys.stdlib_module_names
        assert text.count("require(") == text.count('require("node:')


@pytest.mark.parametrize(
    "rules", [Rules(planning=True, handicap=2, handicap_to="black"), *map(Rules, [*GAMES][1:])]
)
def test_a_program_is_sent_its_view_and_nothing_more(rules: Rules, program: Make, tmp_path: Path) -> None:
    """Byte for byte the protocol's messages with JSON of the views, so no hidden card can be among them (K16)."""
    heard = tmp_path / "heard"
    log = "heard = open(sys.argv[1], 'w'); sys.stdin = (heard.write(line) and line for line in sys.stdin)"
    bot = program(SOUND, log, heard)
    game = Game(rules, seed=5)
    said: list[dict[str, Any]] = [{"type": "hello", "protocol": 1}]
    names = board_of(rules.game)
    board = {"islands": list(names.islands), "links": list(names.links)}
    settings = rules.settings()
    said.append({"type": "start", "game": rules.game, "rules": settings, "seat": "black", "board": board})
    bot.start(rules.game, rules.settings(), "black")
    while (mover := game.to_move) is not None:
        if mover == "black":
            said.append({"type": "choose", "view": game.view(mover), "time_ms": PATIENT_MS})
            game.play(bot.choose(game.view(mover), Random(0), PATIENT_MS).action)
        else:
            game.play(game.legal()[0])
    bot.end(result_of(game))
    bot.close()
    said += [{"type": "end", "result": game.result}, {"type": "quit"}]
    assert heard.read_text() == "".join(json.dumps(message) + "\n" for message in said)


def test_without_a_time_the_default_of_all_players_is_named(program: Make) -> None:
    """The protocol always names a time."""
    bot = program("play(legal[message['time_ms'] == 50 and type(message['time_ms']) is int])")
    view = Game(Rules("exahuna")).view("white")
    assert bot.choose(view, Random(0)).action == view["legal"][1]


def test_who_only_asks_for_choices_gets_them(program: Make) -> None:
    """The program hears `start` all the same, as the view tells it, and again for another game or seat."""
    count = """
lines, starts = sys.stdin, []
sys.stdin = (line for line in lines if not (line.startswith('{"type": "start"') and starts.append(line)))
"""
    bot = program("play(legal[0], value=len(starts) / 10)", count)
    games = [Game(Rules(game)) for game in ("exahuna", "exahuna", "kahuna")]
    assert [bot.choose(game.view("white"), Random(0), PATIENT_MS).value for game in games] == [0.1, 0.1, 0.2]


def test_ends_of_a_link_may_stand_in_either_order(program: Make) -> None:
    """The caller gets the action as it is listed."""
    assert ask(program("play('a2-a1')"), "exahuna").action == "a1-a2"


def test_value_and_best_are_taken_over_and_the_unknown_is_ignored(program: Make) -> None:
    """`info` may hold anything; what is not a list of actions with chances is left out."""
    more = "value=0.25, mood='fine', info={'nodes': 9, 'best': [['+1', 0.25], ['+', 'x'], 4, ['-', 0]]}"
    assert ask(program(f"play('+1', {more})")) == ("+1", 0.25, (("+1", 0.25), ("-", 0.0)))
    assert ask(program("play('+1', value=None, info=[{}])")) == ("+1", None, ())


def test_close_asks_a_program_to_leave(program: Make, tmp_path: Path) -> None:
    """It has time to write its diary; closing twice does no harm, and it may be used again."""
    diary = tmp_path / "diary"
    bot = program(
        SOUND, "import atexit; atexit.register(lambda: open(sys.argv[1], 'a').write('done '))", diary
    )
    for _ in range(2):
        ask(bot)
        bot.close()
        bot.close()
    assert diary.read_text() == "done done "


def test_a_program_hears_quit_however_its_player_ends(tmp_path: Path) -> None:
    """Also when Python ends, whatever else has registered to be run then, and after a fault."""
    diary = tmp_path / "diary"
    write = "import atexit; atexit.register(lambda: open(sys.argv[1], 'a').write('done '))"
    sound, late = command(tmp_path, SOUND, write, diary), command(tmp_path, "pass", write, diary)
    for end in ("", "External(late).choose(view, Random(0), 1)"):
        ours = f"""
from random import Random
from kahuna import Game
from kahuna.bots.external import External
view, late = Game(seed=1).view("white"), {late!r}
bot = External({sound!r})
bot.choose(view, Random(0), {PATIENT_MS})
{end}
"""
        subprocess.run([sys.executable, "-c", ours], stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)
    assert diary.read_text().count("done") == 3


def test_all_that_is_said_can_be_kept_in_a_log(program: Make, tmp_path: Path) -> None:
    """Messages both ways, and what the program wrote to its standard error."""
    bot = program(SOUND, "sys.stderr.write('thinking\\n')")
    bot.log = tmp_path / "bot.log"
    ask(bot)
    bot.close()
    lines = bot.log.read_text().splitlines()
    assert '> {"type": "hello", "protocol": 1}' in lines
    assert '< {"type": "ready", "name": "script  1.0"}' in lines
    assert "thinking" in lines
    assert any(line.startswith('> {"type": "choose"') for line in lines)
    assert any(line.startswith('< {"type": "action"') for line in lines)
    assert '> {"type": "quit"}' in lines


def test_a_program_that_ignores_quit_is_ended_with_its_children(
    program: Make, lifeline: Lifeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole process group, and no zombie stays."""
    monkeypatch.setattr(program_module, "QUIT_SECONDS", 0.05)
    bot = program(SOUND + "\ntime.sleep(600)", CONNECTED + STUBBORN, lifeline.port)
    ask(bot)
    bot.close()
    assert reaped(lifeline.pid())
    assert lifeline.breaks()


def test_a_forgotten_player_takes_its_program_along(tmp_path: Path, lifeline: Lifeline) -> None:
    """Garbage collection is enough."""
    bot = External(command(tmp_path, SOUND, CONNECTED + STUBBORN, lifeline.port))
    ask(bot)
    del bot
    gc.collect()
    assert reaped(lifeline.pid())
    assert lifeline.breaks()


@pytest.mark.parametrize("how", ["exit", "SIGINT", "SIGTERM", "SIGKILL"])
def test_no_program_outlives_us_however_we_end(how: str, tmp_path: Path, lifeline: Lifeline) -> None:
    """In the ordinary way, interrupted, or killed without a last word."""
    ours = f"""
import sys
from kahuna.bots.external import External
bot = External({command(tmp_path, SOUND, CONNECTED + STUBBORN, lifeline.port)!r})
bot.start("kahuna", {{}}, "white")
print("ready", flush=True)
sys.stdin.readline()
"""
    arguments = [sys.executable, "-c", ours]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=null, text=True) as we:
        assert we.stdin
        assert we.stdout
        assert we.stdout.readline() == "ready\n"
        lifeline.pid()
        if how == "exit":
            we.stdin.close()
        else:
            we.send_signal(getattr(signal, how))
        assert we.wait(PATIENCE) == (0 if how == "exit" else -getattr(signal, how))
    assert lifeline.breaks()


def chosen_by(spec: str) -> str:
    """Runs in another process: only the spec travels."""
    return ask(find_bot(spec), "exahuna").action


def test_worker_processes_make_their_own_players(tmp_path: Path, lifeline: Lifeline) -> None:
    """Spawned workers get a spec, and their programs end with them."""
    spec = "exec:" + command(tmp_path, "play(legal[5])", CONNECTED, lifeline.port)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(chosen_by, spec).result(PATIENCE) == "a2-b3"
    lifeline.pid()
    assert lifeline.breaks()
