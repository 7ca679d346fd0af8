"""Prose for a terminal of any width: paragraphs and lists of commands, broken to fit."""

import shutil
import sys
import textwrap
from collections.abc import Mapping

MAX_COLUMNS = 100  # longer lines are hard to read


def say(text: str) -> None:
    """Shows a text as it is."""
    sys.stdout.write(text.rstrip("\n") + "\n")
    sys.stdout.flush()


def explain(text: str) -> None:
    """Shows prose, in a terminal broken into lines that fit it."""
    say("\n".join(wrapped(text, width())) if sys.stdout.isatty() else text)


def recite(text: str) -> None:
    """Shows a longer text, broken into lines wherever it goes."""
    say("\n".join(wrapped(text, width())))


def width() -> int:
    """The columns that prose may take."""
    return min(shutil.get_terminal_size().columns, MAX_COLUMNS)


def wrapped(text: str, columns: int) -> list[str]:
    """The text in lines of at most this many columns; a paragraph is a line, and what follows its first is indented."""
    lines: list[str] = []
    for paragraph in text.rstrip("\n").split("\n"):
        indent = " " * (len(paragraph) - len(paragraph.lstrip()))
        hanging = indent + "  " if paragraph.lstrip().startswith("- ") or indent else indent
        lines += textwrap.wrap(
            paragraph, max(columns, 20), subsequent_indent=hanging, break_on_hyphens=False
        ) or [""]
    return lines


def listed_commands(commands: Mapping[str, str], columns: int) -> str:
    """A line for each command and what it does."""
    name = max(map(len, commands)) + 2
    lines = []
    for command, about in commands.items():
        first = f"  {command:<{name}}"
        lines += textwrap.wrap(
            about, max(columns, 40), initial_indent=first, subsequent_indent=" " * len(first)
        )
    return "\n".join(lines)


NOTATION = {
    "kahuna": "Actions: HUNA>ELAI builds a bridge with card HUNA; HUNA+ELAI x ELAI-HUNA removes one with two cards "
    "(xx in the planning variant builds yours at once); ~BARI discards a card; +1 +2 +3 or + takes a card and ends "
    "the turn; - ends it without.",
    "exahuna": "Actions: a1-a2 builds between two islands, a1=a2 on the rim; - passes when you cannot build.",
    "exahuna-special": "Actions: 3:a1-a2 or minus:a1=a2 builds a bridge of that kind; b2-b3>a1-a2 moves your bridge "
    "on b2-b3 to your joker's place a1-a2; - passes when you cannot build.",
}
