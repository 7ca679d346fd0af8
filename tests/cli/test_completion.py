"""Completion in shells: the script knows every command, option and player."""

import subprocess

import pytest

from kahuna.bots.levels import LEVELS
from kahuna.cli.completion import SHELLS, described_commands
from kahuna.cli.main import main, parser


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in described_commands(parser()):
        assert command.name in script
        for option in command.options:
            assert option.name.removeprefix("--") in script


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kahuna repl", ["replay"]),
        ("kahuna play --against ho", [name for name in LEVELS if name.startswith("ho")]),
        ("kahuna play --seat ", ["white", "black"]),
        ("kahuna match gre", ["greedy"]),
        ("kahuna play --resu", ["--resume"]),
        ("kahuna store back", ["backup"]),
    ],
)
def test_bash_completes_commands_options_and_players(
    line: str, offered: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "bash"]) == 0
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    script = capsys.readouterr().out + (
        f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _kahuna; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    )
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert sorted(found) == sorted(offered)
