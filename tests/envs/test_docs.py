"""docs/research.md does what it says, and its tables are those of the code."""

import re
from pathlib import Path

import pytest

from kahuna.envs import information, observation
from kahuna.envs.openspiel_game import CARDS_DEALT
from kahuna.rules.jit import disabled
from kahuna.table.notation import texts_of
from kahuna.table.ruleset import engine_of

DOCUMENT = (Path(__file__).parents[2] / "docs/research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
def test_every_example_runs(number: int) -> None:
    """As it stands there."""
    exec(EXAMPLES[number], {})


def test_every_section_of_an_observation_is_in_its_table() -> None:
    """Where it begins, how wide it is, what it means."""
    for game, layout in observation.LAYOUTS.items():
        table = DOCUMENT.split(f"**{game}**, {observation.size(game)} entries:")[1].split("\n\n")[1]
        rows = [
            f"| {observation.section_of(game, name).start} | {width} | {name} | {meaning} |"
            for name, width, meaning in layout
        ]
        assert table.splitlines()[2:] == rows


def test_the_table_of_spaces_is_true() -> None:
    """Actions, observations, information states, longest games; and the action that is shown."""
    games = ("kahuna", "exahuna", "exahuna-special")
    for label, numbers in (
        ("actions", [engine_of(game).ACTIONS for game in games]),
        ("observation, zeros and ones", [observation.size(game) for game in games]),
        (
            "information state, zeros and ones (observation and log)",
            [observation.size(game) + information.log_size(game) for game in games],
        ),
        ("actions of players in a game, at most", [information.MAX_GAME_ACTIONS[game] for game in games]),
    ):
        assert f"| {label} | {' | '.join(f'{number:,}' for number in numbers)} |" in DOCUMENT
    assert f"| cards dealt by chance, at most | {CARDS_DEALT} | none | none |" in DOCUMENT
    assert f'texts_of("kahuna")[39]` is `"{texts_of("kahuna")[39]}"`' in DOCUMENT
