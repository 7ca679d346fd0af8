"""Our players in processes of their own: in order, started again when they die, and gone at the end."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kahuna import Game, Rules
from kahuna.bots.base import Choice, Fault
from kahuna.server.thinkers import BEAT, MAX_ASKS, Thinkers, samples
from server.test_serve_command import left_of_group

HESITANT = """
import json, os, sys, time
marker = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "hesitant"}), flush=True)
    if message["type"] == "choose":
        if not os.path.exists(marker):
            open(marker, "w").close()
            time.sleep(600)
        print(json.dumps({"type": "action", "action": message["view"]["legal"][-1]}), flush=True)
    if message["type"] == "quit":
        break
"""

SLOW_TO_START = """
import sys, time
open(sys.argv[1], "w").close()
time.sleep(600)  # it has a minute until it must be ready, in each game
"""

DEADLY = """
import json, os, signal, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "deadly"}), flush=True)
    if message["type"] == "choose":
        with open(sys.argv[2], "a") as tries:
            tries.write("x")
        if sys.argv[1] == "kill":
            os.kill(os.getppid(), signal.SIGKILL)
        print(json.dumps({"type": "action", "action": "ALOA, which is no action"}), flush=True)
    if message["type"] == "quit":
        break
"""

BUSY = """
import time
from kahuna.server import thinkers

def answer(bot, question):
    open(MARKER, "w").close()
    time.sleep(60)

thinkers._answer = answer  # in the worker too, which loads this file
if __name__ == "__main__":
    thinkers.Thinkers(1).start(["random"])
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    """One worker, warmed up with players that need no compiling."""
    found = Thinkers(1)
    found.start(["random"])
    while not found.ready:
        time.sleep(0.05)
    yield found
    found.close()


def ask(thinkers: Thinkers, *specs: str) -> list[Any]:
    """What these players answer to the same view, in the order in which the answers came."""
    game = Game(Rules(), seed="thinkers")
    found: list[Any] = []

    async def one(spec: str) -> None:
        try:
            found.append(await thinkers.choose(spec, game.rules, game.view("white"), "luck"))
        except Fault as fault:
            found.append(fault)

    async def every() -> None:
        await asyncio.wait_for(asyncio.gather(*map(one, specs)), 60)

    asyncio.run(every())
    return found


def test_a_player_answers_with_a_legal_action_of_the_view(thinkers: Thinkers) -> None:
    (choice,) = ask(thinkers, "random")
    assert isinstance(choice, Choice)
    assert choice.action in Game(Rules(), seed="thinkers").view("white")["legal"]
    assert ask(thinkers, "random") == [choice]  # luck is an argument


def test_how_long_a_player_thought_is_not_told(thinkers: Thinkers) -> None:
    """Answers come on a beat: a level's time depends on its hand (K16)."""
    begin = time.monotonic()
    ask(thinkers, "random")
    ask(thinkers, "random")
    assert time.monotonic() - begin >= 2 * BEAT


def test_each_question_gets_the_answer_of_the_player_it_was_put_to(thinkers: Thinkers) -> None:
    answers = [choice.action for choice in ask(thinkers, "random", "greedy", "random:", "random")]
    (alone,) = [choice.action for choice in ask(thinkers, "random")]
    assert answers.count(alone) == 3


@pytest.mark.parametrize("how", ["kill", "say"])
def test_a_player_that_fails_every_time_is_logged_and_somebody_else_answers(
    thinkers: Thinkers, tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    program = tmp_path / "deadly.py"
    program.write_text(DEADLY)
    (choice,) = ask(thinkers, f"exec:{sys.executable} {program} {how} {tmp_path}/tries")
    assert isinstance(choice, Choice)
    assert choice.action in Game(Rules(), seed="thinkers").view("white")["legal"]
    tries = (tmp_path / "tries").read_text()
    assert len(tries) == (MAX_ASKS if how == "kill" else 1)
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert "so net answers" in record.getMessage()
    assert "ALOA" not in record.getMessage()


def test_a_worker_that_dies_is_replaced_and_asked_again(thinkers: Thinkers) -> None:
    before = ask(thinkers, "random:")
    process = thinkers._workers[0].process
    assert process
    assert process.pid
    os.kill(process.pid, signal.SIGKILL)
    assert ask(thinkers, "random:") == before


def test_a_worker_that_dies_while_thinking_is_replaced_and_asked_again(
    thinkers: Thinkers, tmp_path: Path
) -> None:
    program, marker = tmp_path / "hesitant.py", tmp_path / "marker"
    program.write_text(HESITANT)

    async def kill_when_thinking() -> None:
        while not marker.exists():
            await asyncio.sleep(0.02)
        process = thinkers._workers[0].process
        assert process
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)

    async def both() -> Choice:
        game = Game(Rules(), seed="thinkers")
        spec = f"exec:{sys.executable} {program} {marker}"
        question = thinkers.choose(spec, game.rules, game.view("white"), "luck")
        choice, _ = await asyncio.wait_for(asyncio.gather(question, kill_when_thinking()), 300)
        return choice

    assert asyncio.run(both()).action


def test_closing_ends_a_thinking_worker_at_once(tmp_path: Path) -> None:
    program = tmp_path / "hesitant.py"
    program.write_text(HESITANT)
    found = Thinkers(1)
    found.start([])
    game = Game(Rules(), seed="thinkers")

    async def give_up() -> None:
        marker = tmp_path / "marker"
        spec = f"exec:{sys.executable} {program} {marker}"
        task = asyncio.create_task(found.choose(spec, game.rules, game.view("white"), "luck"))
        while not marker.exists():
            await asyncio.sleep(0.02)
        task.cancel()

    asyncio.run(give_up())
    process = found._workers[0].process
    begin = time.monotonic()
    found.close()
    assert time.monotonic() - begin < 300  # it would think twice as long
    assert process
    assert found._workers[0].process is None


def test_a_thinking_worker_ends_with_a_server_that_was_killed(tmp_path: Path) -> None:
    server, marker = tmp_path / "server.py", tmp_path / "marker"
    server.write_text(f"MARKER = {str(marker)!r}" + BUSY)
    process = subprocess.Popen([sys.executable, str(server)], start_new_session=True)
    try:
        wait_until(marker.exists)
        process.kill()
        process.wait()
        wait_until(lambda: not left_of_group(process.pid))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def wait_until(true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if true():
            return
        time.sleep(0.01)
    pytest.fail("it never came true")


def test_nobody_waits_while_players_are_compiled(tmp_path: Path) -> None:
    """The first worker is busy for a minute; who asks is answered all the same, at first sight."""
    program = tmp_path / "slow.py"
    program.write_text(SLOW_TO_START)
    found = Thinkers(1)
    found.start([f"exec:{sys.executable} {program} {tmp_path / 'marker'}"])
    try:
        wait_until((tmp_path / "marker").exists)
        assert [type(answer) for answer in ask(found, "hoku", "limu")] == [Choice, Choice]
        assert not found.ready
        assert (tmp_path / "marker").exists()
    finally:
        found.close()
    assert found._stand_in.process is None


def test_warming_up_asks_in_every_game() -> None:
    assert [(question.spec, question.rules.game) for question in samples(["hoku"])] == [
        ("hoku", "kahuna"),
        ("hoku", "exahuna"),
        ("hoku", "exahuna-special"),
    ]


def test_the_server_itself_never_loads_numba() -> None:
    code = "import sys, kahuna.server.serve, kahuna.server.lobby; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_question_that_nobody_waits_for_any_more_is_not_asked(thinkers: Thinkers, tmp_path: Path) -> None:
    program, marker = tmp_path / "hesitant.py", tmp_path / "marker"
    program.write_text(HESITANT)
    game = Game(Rules(), seed="thinkers")

    async def lose_patience() -> None:
        spec = f"exec:{sys.executable} {program} {marker}"
        first = asyncio.create_task(thinkers.choose("random", game.rules, game.view("white"), "luck"))
        second = asyncio.create_task(thinkers.choose(spec, game.rules, game.view("white"), "luck"))
        await asyncio.sleep(0)
        second.cancel()
        assert (await first).action
        assert (await thinkers.choose("random", game.rules, game.view("white"), "luck")).action

    asyncio.run(lose_patience())
    assert not marker.exists()
