"""What a program of the bot protocol can do wrong: the game is lost with a clear reason, and nothing else happens.

Limits are made short only where the program never answers, so that no slow machine can fail.
"""

import select
import shlex
import shutil
from pathlib import Path
from random import Random

import pytest

from kahuna.bots import external, program as program_module
from kahuna.bots.base import Fault
from kahuna.bots.external import External
from kahuna.bots.program import Program
from kahuna.bots.registry import find_bot
from kahuna.bots.uniform import Uniform
from kahuna.table.game import Game
from kahuna.table.ruleset import Rules
from support.programs import CONNECTED, PATIENCE, SOUND, STUBBORN, Lifeline, Make, ask, fault, play, reaped

EXPECTED = 'instead of {"type": "action", "action": "..."}'
ANSWERS = {
    "play('HUNA>HUNA')": "there is no link HUNA-HUNA",
    "play('=ALOA-BARI')": "answered '=ALOA-BARI', which is not legal",
    "play('+1=' + ('ALOA' if message['view']['row'][0] == 'BARI' else 'BARI'))": "which is not legal",
    "play('+=BARI')": "which is not legal",
    "play('')": "cannot read ''",
    "play('+1', value=1.5)": "the value '1.5', which is no number from 0 to 1",
    "play('+1', value=True)": "the value 'True'",
    "play('+1', value=float('nan'))": "the value 'nan'",
    "say('+1')": "answered '+1', which is not a line of JSON",
    "say('')": "answered '', which is not a line of JSON",
    "say('[' * 60000)": "which is not a line of JSON",
    "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()": "which is not a line of JSON",
    "say(['+1'])": EXPECTED,
    "say({'type': 'ready', 'name': 'again'})": EXPECTED,
    "say({'type': 'action'})": EXPECTED,
    "play(1)": EXPECTED,
    "say('x' * 10_000_000)": "a line of more than 65536 bytes: 'xxx",
    "say('y' * 70_000, ''); time.sleep(600)": "a line of more than 65536 bytes: 'yyy",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_illegal_or_unreadable_answer_is_a_fault(answer: str, program: Make) -> None:
    """With a reason in one line that shows what came."""
    by, reason = fault(program(answer))
    assert by == "illegal"
    assert ANSWERS[answer] in reason
    assert reason.isprintable()
    assert len(reason) < 300


def test_speaking_without_being_asked_is_a_fault(program: Make) -> None:
    """Else every later answer would be one late."""
    bot = program("say(json.dumps({'type': 'action', 'action': legal[0]}) + chr(10) + 'and more')")
    ask(bot)
    assert fault(bot) == ("illegal", "spoke without being asked: 'and more\\n'")


CRASHES = {
    ("", "sys.exit('no luck')"): "exited with status 1: no luck",
    ("", "sys.exit(7)"): "exited with status 7",
    ("", "os.kill(os.getpid(), 9)"): "was ended by SIGKILL",
    ("raise KeyError('HUNA')", ""): "exited with status 1: KeyError: 'HUNA' (bot0.py, line 17)",
    ("sys.exit(3)", ""): "exited with status 3",
    ("say('{\"type\": \"action\"', ''); os._exit(0)", ""): "exited with status 0",
}


@pytest.mark.parametrize("place", CRASHES)
def test_a_crash_is_a_fault_with_status_and_last_words(place: tuple[str, str], program: Make) -> None:
    """At the start or in the middle of a game."""
    assert fault(program(*place)) == ("crash", CRASHES[place])


@pytest.mark.parametrize(("number", "name"), [(0, "input"), (1, "output")])
def test_a_closed_pipe_is_a_crash(
    number: int, name: str, program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the program runs on."""
    monkeypatch.setattr(program_module, "QUIT_SECONDS", 0.05)
    bot = program(SOUND + f"\nos.close({number}); os.write(2, b'!'); time.sleep(600)")
    ask(bot)
    assert bot._program
    while not bot._program._chatter:  # it has closed the pipe by then
        bot._program._drain.join(0.01)
    assert fault(bot) == ("crash", f"closed its standard {name}: !")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_a_crash_in_javascript_is_told_by_its_error(tmp_path: Path) -> None:
    """Not by node's version, which is the last line it writes."""
    (tmp_path / "bot.js").write_text('throw new RangeError("too far")')
    bot = External(f"node {shlex.quote(str(tmp_path / 'bot.js'))}")
    assert fault(bot) == ("crash", "exited with status 1: RangeError: too far")


def test_a_crashed_program_is_started_again_for_the_next_game(program: Make) -> None:
    """Also when it crashed between two games, and as often as it takes."""
    bot = program("assert asked < 4\n" + SOUND)
    for _ in range(2):
        with pytest.raises(Fault, match="exited with status 1: AssertionError"):
            play(Game(seed=1), {"white": bot, "black": Uniform()})
        bot.end({"winner": "black", "by": "crash", "points": [0, 0], "islands": [0, 0]})
    ask(bot)
    bot.end({"winner": "white", "by": "resign", "points": [0, 0], "islands": [0, 0]})
    assert bot._program
    first = bot._program.process
    first.kill()
    first.wait()
    ask(bot)
    assert bot._program.process is not first


def test_children_of_a_crashed_program_are_ended_too(program: Make, lifeline: Lifeline) -> None:
    """Although they keep its pipes open, so that it does not look like a crash at first."""
    bot = program("os._exit(4)", CONNECTED + STUBBORN, lifeline.port)
    bot.start("kahuna", Rules().settings(), "white")
    running = bot._program
    assert running
    running.say({"type": "choose", "view": Game().view("white"), "time_ms": 0})
    running.process.wait(PATIENCE)
    with pytest.raises(Fault, match=r"^exited with status 4$"), bot._running():
        running.hear(0)
    assert reaped(lifeline.pid())
    assert lifeline.breaks()


def test_a_hanging_program_loses_on_time(
    program: Make, lifeline: Lifeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three times the time plus one second; then it is ended."""
    assert (external.TIME_FACTOR, external.GRACE_SECONDS, external.READY_SECONDS) == (3, 1.0, 60.0)
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.02)
    bot = program("time.sleep(600)", CONNECTED + STUBBORN, lifeline.port)
    assert fault(bot, time_ms=10) == ("time", "no answer within 0.05 s")
    assert reaped(lifeline.pid())
    assert lifeline.breaks()


def test_an_answer_without_an_end_of_line_is_named_as_such(program: Make) -> None:
    """A usual mistake of a first bot."""
    bot = program("say({}, ''); time.sleep(600)")
    bot.start("kahuna", Rules().settings(), "white")
    running = bot._program
    assert running
    running.say({"type": "choose", "view": Game().view("white"), "time_ms": 0})
    assert select.select([running._stdout], [], [], PATIENCE)[0]
    with pytest.raises(Fault) as caught, bot._running():
        running.hear(0)
    assert caught.value.by == "time"
    assert str(caught.value) == "no answer within 0 s, only '{}' without an end of line"


def test_a_program_that_does_not_read_cannot_block_us(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view larger than a pipe."""
    bot = program("", "say({'type': 'ready', 'name': 'deaf'}); time.sleep(600)")
    view = Game().view("white") | {"log": ["x" * 1_000_000]}
    bot.start("kahuna", view["rules"], "white")
    monkeypatch.setattr(external, "GRACE_SECONDS", 0.05)
    with pytest.raises(Fault, match="it does not read its input") as caught:
        bot.choose(view, Random(0), 0)
    assert caught.value.by == "time"


def test_a_view_larger_than_a_pipe_arrives(program: Make) -> None:
    """In as many pieces as it takes, while a slow reader gets on with it."""
    bot = program("play(legal[0], value=len(message['view']['log'][0]) / 1e7)")
    view = Game().view("white") | {"log": ["x" * 1_000_000]}
    assert bot.choose(view, Random(0), PATIENCE * 1000).value == 0.1


def test_ready_is_due_in_time(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty seconds, here much less."""
    monkeypatch.setattr(external, "READY_SECONDS", 0.05)
    assert fault(program("", "time.sleep(600)")) == ("time", "no answer within 0.05 s")


@pytest.mark.parametrize(
    "word", ["{'type': 'action', 'action': '+'}", "{'type': 'ready', 'name': 3}", "'hi'"]
)
def test_anything_but_ready_is_a_fault(word: str, program: Make) -> None:
    """The first answer must be `ready` with a name."""
    assert fault(program("", f"say({word}); time.sleep(600)"))[0] == "illegal"


def test_a_name_is_made_fit_for_a_table(program: Make) -> None:
    """One short line without tricks; a program must not colour our terminal."""
    bot = program(
        SOUND, r"say({'type': 'ready', 'name': '\x1b[31m big\nred  ' + 'x' * 99}); sys.stdin.readline()"
    )
    ask(bot)
    assert bot.name == ("[31m big red " + "x" * 99)[:60]


def test_megabytes_of_chatter_never_block_a_program(program: Make) -> None:
    """Standard error is always read; only its end is kept."""
    chatter = "sys.stderr.write('noise ' * 1_000_000 + chr(10)); "
    bot = program(chatter + "asked > 2 and sys.exit('the end'); " + SOUND, chatter)
    ask(bot)
    ask(bot)
    assert bot._program
    assert len(bot._program._chatter) <= program_module.MAX_STDERR_BYTES + 64 * 1024
    assert fault(bot) == ("crash", "exited with status 1: the end")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs a command"),
        ("  ", "needs a command"),
        ("python3 'bot.py", "No closing quotation"),
        ("no-such-program-here --fast", "there is no program 'no-such-program-here'"),
    ],
)
def test_a_command_that_cannot_be_one_is_refused_at_once(text: str, words: str) -> None:
    """Before any game, as a wrong option is."""
    with pytest.raises(ValueError, match=words):
        find_bot(f"exec:{text}")


def test_a_file_that_cannot_be_executed_is_a_fault(tmp_path: Path) -> None:
    """It looks like a program until it is run."""
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(Fault, match=r"^cannot be started: ") as caught:
        Program([str(path)])
    assert caught.value.by == "crash"
