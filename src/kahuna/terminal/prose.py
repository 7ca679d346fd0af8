"""Prose for a terminal of any width: paragraphs and lists of commands, broken to fit."""

import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from unicodedata import east_asian_width

MAX_COLUMNS = 100  # longer lines are hard to read


def say(text: str) -> None:
    """Shows a text as it is."""
    sys.stdout.write(text.rstrip("\n") + "\n")
    sys.stdout.flush()


def explain(text: str) -> None:
    """Shows prose, in a terminal broken into lines that fit it."""
    say("\n".join(wrapped(text, width())) if sys.stdout.isatty() else text)


def recite(text: str) -> None:
    """Shows a longer text, always broken into lines."""
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
        lines += _broken(paragraph, max(columns, 20), hanging) or [""]
    return lines


def _broken(paragraph: str, columns: int, hanging: str) -> list[str]:
    """A paragraph in lines: they break at blanks, and in Japanese between any two letters."""
    if not _WIDE.search(paragraph):
        return textwrap.wrap(paragraph, columns, subsequent_indent=hanging, break_on_hyphens=False)
    lines = [""]
    for piece in _PIECES.findall(paragraph):
        if cells(lines[-1] + piece.rstrip()) > columns:
            lines.append(hanging + piece.lstrip())
        else:
            lines[-1] += piece
    return [line.rstrip() for line in lines]


def cells(text: str) -> int:
    """The columns that a text takes: two for each letter of Japanese."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def packed(facts: Sequence[str], columns: int) -> list[str]:
    """Short facts side by side, in as few lines of this many columns as they need."""
    lines = [""]
    for fact in facts:
        joined = f"{lines[-1]}   {fact}".lstrip()
        if cells(joined) > columns:
            lines.append(fact)
        else:
            lines[-1] = joined
    return lines


# Letters of Japanese with its marks and signs of full width, and those of them that do not begin a line.
_WIDE_LETTERS = "\u3000-\u9fff\uff01-\uff60"
_NEVER_FIRST = "、。，．）」！？：ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_WIDE = re.compile(f"[{_WIDE_LETTERS}]")
_PIECES = re.compile(f"[{_WIDE_LETTERS}][{_NEVER_FIRST}]* ?|[^{_WIDE_LETTERS} ]+[{_NEVER_FIRST}]* ?| +")


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
