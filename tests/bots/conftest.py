"""Programs that are sure to be ended after a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna.bots.external import External
from support.programs import SOUND, Lifeline, Make, command


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Make]:
    """Makes players out of scripts."""
    made: list[External] = []

    def make(choose: str = SOUND, first: str = "", *arguments: object) -> External:
        made.append(External(command(tmp_path, choose, first, *arguments)))
        return made[-1]

    yield make
    for bot in made:
        bot.close()


@pytest.fixture
def lifeline() -> Iterator[Lifeline]:
    """A lifeline, cut after the test."""
    line = Lifeline()
    yield line
    for connection in (line.server, *line.lines):
        connection.close()
