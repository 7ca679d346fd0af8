"""The command `kahuna completion`: a script that lets bash, zsh or fish complete commands, options and players."""

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kahuna.cli.main import Parser
    from kahuna.cli.options import Commands

SHELLS = ("bash", "zsh", "fish")
PLAYER_METAVARS = ("PLAYER", "SPEC")  # arguments with these metavars are completed with the names of players


class CommandOption(NamedTuple):
    """An option of a command."""

    name: str
    # Its possible values; None for a file or a number, empty for a flag.
    values: tuple[str, ...] | None
    about: str


class Command(NamedTuple):
    """A command as shells complete it."""

    name: str
    about: str
    options: list[CommandOption]
    words: tuple[str, ...]  # values of positional arguments


def add_completion(commands: "Commands") -> None:
    """Adds `kahuna completion`."""
    commands.add_parser(
        "completion",
        help="print a completion script for bash, zsh or fish",
        description="Print a completion script. bash: source <(kahuna completion bash) in ~/.bashrc; "
        "zsh: the same with zsh in ~/.zshrc; fish: kahuna completion fish > ~/.config/fish/completions/kahuna.fish.",
        options=_options,
    )


def _options(completion: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(run=run_completion)


def run_completion(options: argparse.Namespace) -> int:
    """Prints the script."""
    from kahuna.cli.main import parser

    written = {"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell]
    sys.stdout.write(written(described_commands(parser())))
    return 0


def described_commands(parser: "Parser") -> list[Command]:
    """All commands of the parser, including subcommands such as `store show`."""
    players = _players()
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            abouts = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                command.complete()
                found.append(_command(name, abouts.get(name, ""), command, players))
    return found


def _players() -> tuple[str, ...]:
    from kahuna.bots.levels import LEVELS
    from kahuna.bots.registry import PLAYERS as REGISTERED

    return (*LEVELS, *REGISTERED, "friend")


def _command(name: str, about: str, parser: argparse.ArgumentParser, players: tuple[str, ...]) -> Command:
    options, words = [], list[str]()
    for action in parser._actions:
        values = tuple(map(str, action.choices)) if action.choices else None
        if action.metavar in PLAYER_METAVARS:
            values = players
        if action.nargs == 0:
            values = ()
        if not action.option_strings:
            words += values or ()
        about_option = (action.help or "").partition(" (")[0].partition(";")[0].replace("%%", "%")
        for option in action.option_strings:
            if option.startswith("--"):
                options.append(CommandOption(option, values, about_option))
    return Command(name, about, options, tuple(words))


def _bash(commands: list[Command]) -> str:
    """One function that looks at the word before and at the command."""
    lines = [
        "_kahuna() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
        '  local command="${COMP_WORDS[1]}" words=""',
        "  COMPREPLY=()",
        '  if [ "$COMP_CWORD" -eq 1 ]; then',
        f'    COMPREPLY=($(compgen -W "{" ".join(command.name for command in commands)} --help --version" -- "$word"))',
        "    return",
        "  fi",
        '  case "$command $before" in',
    ]
    for command in commands:
        for option in command.options:
            if option.values:
                lines.append(f'    "{command.name} {option.name}") words="{" ".join(option.values)}" ;;')
            elif option.values is None:
                lines.append(
                    f'    "{command.name} {option.name}") COMPREPLY=($(compgen -f -- "$word")); return ;;'
                )
    lines += ["    *)", '      case "$command" in']
    for command in commands:
        known = " ".join([*command.words, *(option.name for option in command.options)])
        lines.append(f'        {command.name}) words="{known}" ;;')
    lines += [
        "      esac ;;",
        "  esac",
        '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
        '  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))',
        "}",
        "complete -o filenames -F _kahuna kahuna",
    ]
    return "\n".join(lines) + "\n"


def _zsh(commands: list[Command]) -> str:
    """The same function; zsh runs those of bash."""
    return "autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n" + _bash(
        commands
    )


def _fish(commands: list[Command]) -> str:
    """A line for each command and each option."""
    lines = ["complete -c kahuna -n __fish_use_subcommand -l version -d 'the version'"]
    for command in commands:
        lines.append(
            f"complete -c kahuna -f -n __fish_use_subcommand -a {command.name} -d {_quoted(command.about)}"
        )
        seen = f"-n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"complete -c kahuna {seen} -a {_quoted(' '.join(command.words))}")
        for option in command.options:
            follows = (
                ""
                if option.values == ()
                else " -r"
                if option.values is None
                else f" -x -a {_quoted(' '.join(option.values))}"
            )
            lines.append(
                f"complete -c kahuna {seen} -l {option.name[2:]}{follows} -d {_quoted(option.about)}"
            )
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
