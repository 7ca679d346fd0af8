"""`kahuna bot`: our own players by the bot protocol."""

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from kahuna.bots import serve
from kahuna.bots.base import Bot, Choice
from kahuna.bots.registry import find_bot
from kahuna.bots.uniform import Uniform
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, Rules
from support.programs import PATIENCE, ask, play

OURS = [sys.executable, "-m", "kahuna", "bot"]
READY = {"type": "ready", "name": "random", "games": ["kahuna", "exahuna", "exahuna-special"]}
HELLO = {"type": "hello", "protocol": 1}


@pytest.fixture(autouse=True)
def no_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps that other tests of this process have read are not ours to play on."""
    monkeypatch.setattr(serve, "known_on_maps", list)
    monkeypatch.delenv("KAHUNA_MAPS", raising=False)


def lines(*messages: object) -> str:
    """The messages as input; text goes as it is."""
    return "".join((m if isinstance(m, str) else json.dumps(m)) + "\n" for m in messages)


def answers(*messages: object, spec: str = "random", seed: str | None = None) -> list[Any]:
    """What the player answers to these messages."""
    out = io.StringIO()
    serve.serve_bot(spec, io.StringIO(lines(*messages)), out, seed)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def choose(game: str = "kahuna", **other: object) -> dict[str, Any]:
    """A question in the opening, its view changed in these fields."""
    return {"type": "choose", "view": Game(Rules(game), seed=2).view("white") | other, "time_ms": 50}


def test_kahuna_bot_is_driven_by_hand() -> None:
    """A whole exchange with a program of its own, until `quit`; what comes after that is not read."""
    start = {"type": "start", "game": "kahuna", "rules": Rules().settings(), "seat": "white"}
    end = {"type": "end", "result": {"winner": "white", "by": "points", "points": [1, 0], "islands": [2, 1]}}
    sent = lines(HELLO, start, choose(), end, "nonsense", {"type": "quit"}, HELLO)
    run = subprocess.run([*OURS, "random"], input=sent, capture_output=True, text=True, timeout=PATIENCE)
    ready, action = map(json.loads, run.stdout.splitlines())
    assert ready == READY
    assert action.keys() == {"type", "action"}
    assert action["action"] in choose()["view"]["legal"]
    assert run.stderr == "kahuna bot: expected one JSON object a line\n"
    assert run.returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_our_own_player_plays_as_a_program(game: str) -> None:
    """`exec:` and `kahuna bot` are two ends of one pipe."""
    bot = find_bot("exec:" + shlex.join([*OURS, "random"]))
    played = play(Game(Rules(game), seed=4), {"white": bot, "black": Uniform()})
    assert played.result
    assert bot.name == "random"
    bot.close()


def test_a_player_that_does_not_exist_is_one_line() -> None:
    """On standard error, with status 2; through `exec:` that is a crash with the same words."""
    run = subprocess.run([*OURS, "nobody"], input="", capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 2
    assert run.stderr.startswith("kahuna: no player is called 'nobody'")
    assert len(run.stderr.splitlines()) == 1
    with pytest.raises(Exception, match="exited with status 2: kahuna: no player is called 'nobody'"):
        ask(find_bot("exec:" + shlex.join([*OURS, "nobody"])))


def test_the_end_of_input_ends_it() -> None:
    """Without a word."""
    assert answers() == []
    assert answers(HELLO) == [READY]


MALFORMED = {
    "hello": "one JSON object a line",
    "": "one JSON object a line",
    "[" * 100_000: "one JSON object a line",
    "[1]": "an object whose type is one of hello, start, choose, end, quit",
    '{"type": []}': "an object whose type is one of hello",
    '{"type": "hello", "protocol": 2}': 'hello with "protocol": 1',
    '{"type": "start", "game": "chess"}': "start with game (kahuna, exahuna, exahuna-special), rules and seat",
    '{"type": "end"}': "end with a result",
    '{"type": "choose"}': "choose with a view of one of our games",
    json.dumps(choose() | {"time_ms": "soon"}): "time_ms as a number",
    json.dumps(choose(seat=None)): "from a seat",
    json.dumps(choose(legal=[])): "a view that lists legal actions",
    json.dumps(choose(legal=[1])): "a view that lists legal actions",
    json.dumps(choose(hand=["ATLANTIS"])): "a whole view",
    json.dumps(choose("exahuna", bridges={"a1-e3": "white"})): "a whole view",
    json.dumps(choose("exahuna-special", supply=None)): "a whole view",
}


@pytest.mark.parametrize("line", MALFORMED, ids=lambda line: line[:20])
def test_malformed_input_gets_one_line_and_the_loop_goes_on(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names what was expected; no answer is given, since none is due."""
    assert answers(line, HELLO) == [READY]
    said = capsys.readouterr().err
    assert said.startswith("kahuna bot: expected ")
    assert MALFORMED[line] in said
    assert len(said.splitlines()) == 1


def test_a_seed_repeats_the_answers_and_none_does_not() -> None:
    """All randomness comes from one generator."""
    questions = [choose("exahuna")] * 20
    assert answers(*questions, seed="9") == answers(*questions, seed="9")
    assert answers(*questions) != answers(*questions)


class Told(Bot):
    """A player that notes what it is told."""

    name = "told"

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def start(self, *told: Any) -> None:
        """Noted."""
        self.heard.append(told)

    def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
        """The first action, with all that can be said about it."""
        self.heard.append(time_ms)
        return Choice(view["legal"][0], 0.5, ((view["legal"][0], 0.5), (view["legal"][1], 0.25)))

    def end(self, result: Mapping[str, Any]) -> None:
        """Noted."""
        self.heard.append(result)

    def close(self) -> None:
        """Noted."""
        self.heard.append("closed")


def test_times_are_passed_on_and_estimates_passed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """`value` and `info` appear where the player gives them."""
    bot = Told()
    monkeypatch.setattr(serve, "find_bot", lambda spec: bot)
    start = {"type": "start", "game": "exahuna", "rules": {"first": "white"}, "seat": "black"}
    timeless = choose("exahuna") | {"time_ms": None}
    told = answers(start, choose("exahuna"), timeless, {"type": "end", "result": {}}, {"type": "quit"})
    best = [["a1-a2", 0.5], ["a1-b1", 0.25]]
    assert told == [{"type": "action", "action": "a1-a2", "value": 0.5, "info": {"best": best}}] * 2
    assert bot.heard == [("exahuna", {"first": "white"}, "black"), 50, None, {}, "closed"]


def test_native_code_is_ready_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ready` has a minute, a choice may have a second: another such player chooses once in each game first."""
    made: list[Told] = []

    def make(spec: str) -> Told:
        made.append(Told())
        return made[-1]

    monkeypatch.setattr(serve, "find_bot", make)
    answers(HELLO)
    assert [bot.heard for bot in made] == [["closed"], [1, 1, 1, "closed"]]


def test_a_player_that_breaks_down_says_so_and_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going on would only look like thinking."""

    class Broken(Uniform):
        def choose(self, view: Mapping[str, Any], random: Random, time_ms: float | None = None) -> Choice:
            raise ZeroDivisionError("no islands")

    monkeypatch.setattr(serve, "find_bot", lambda spec: Broken())
    with pytest.raises(ValueError, match="player 'random' broke down: ZeroDivisionError: no islands"):
        answers(HELLO, choose(), HELLO)


def test_a_player_says_which_games_it_plays_and_refuses_others(capsys: pytest.CaptureFixture[str]) -> None:
    """In `ready`, and in one line when it is asked to begin another."""
    start = {"type": "start", "game": "kahuna", "rules": Rules().settings(), "seat": "white"}
    with pytest.raises(ValueError, match="'mcts' does not play kahuna, only exahuna, exahuna-special"):
        serve.serve_bot("mcts", io.StringIO(json.dumps(start) + "\n"), io.StringIO())
