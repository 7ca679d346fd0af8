"""The pictures of the rules page show what the rules say: positions, who holds what, and what the moves lead to."""

import re
from pathlib import Path
from typing import Any

import pytest

from support.positions import after, bridges, control, exahuna_at, kahuna_at, special_at, table_at
from support.views import seen_special

WEB = Path(__file__).parents[2] / "src/kahuna/web"
SIDES = r"\{ white: '([^']*)', black: '([^']*)' \}"
PAIR = re.compile(rf"'?([\w.-]+)'?: (?:\{{ [^{{}}]*?)?position\( ?{SIDES}, {SIDES} ?\)")
SPECIAL = re.compile(
    r"'([\w.]+)': \{ \.\.\.around\( ?'([^']*)', '([^']*)', '([^']*)'(?:, \{ (\w+): '(\w+)' \})? ?\)"
)


def source(*names: str) -> str:
    """The code in which the positions stand, without the formatter's line breaks."""
    text = "\n".join((WEB / name).read_text(encoding="utf-8") for name in names)
    text = re.sub(r"' \+\s+'", "", text)
    return re.sub(r",? ([)}])", r" \1", re.sub(r"\s+", " ", text))


def states() -> dict[str, Any]:
    """Every picture as a position, with White to move, or Black where the picture shows Black's move."""
    samples = {"kahuna": "kahuna", "exahuna": "exahuna", "exahuna-special": "special"}
    named = [source(f"games/{file}.js").replace("sample:", f"'{name}':") for name, file in samples.items()]
    text = "\n".join([*named, source("pages/rules.js")])
    found: dict[str, Any] = {}
    for name, white, black, *held in PAIR.findall(text):
        state: Any
        if name == "exahuna-special":
            state = special_at(white, black)
        elif name.startswith("e"):
            state = exahuna_at(white, black, seat="black")
        else:
            state = kahuna_at(white=white, black=black, white_hand="ALOA BARI ELAI", round=2)
        assert control(state) == {"white": set(held[0].split()), "black": set(held[1].split())}, name
        found[name] = state
    for name, white, black, values, seat, islands in SPECIAL.findall(text):
        state = special_at(white, black)
        expected = {"white": set[str](), "black": set[str]()}
        if seat:
            expected[seat] = {islands}
        assert control(state) == expected, name
        shown = {line.split()[0]: line.split()[1:] for line in values.split(", ")}
        for island, value in seen_special(table_at(state))["values"].items():
            points = [int(each) for each in shown.get(island, ("0", "0"))]
            assert [value["white"], value["black"]] == points, f"{island} in {name}"
        found[name] = state
    return found


def test_every_picture_is_a_true_position() -> None:
    assert set(states()) == {
        *("kahuna", "exahuna", "exahuna-special", "k.win.2", "k.example.1", "k.example.2", "k.example.3"),
        *("e.win.1", "e.win.2", "s.control.1", "s.control.2", "s.control.3", "s.control.4"),
    }


@pytest.mark.parametrize(
    ("before", "actions", "then"),
    [
        ("kahuna", ("ELAI>IFFI",), "k.win.2"),
        ("k.example.1", ("BARI>DUDA", "ALOA>BARI"), "k.example.2"),
        ("e.win.1", ("a1=a2",), "e.win.2"),
        ("s.control.1", ("2:c3-d2",), "s.control.2"),
        ("s.control.3", ("minus:c3-d3",), "s.control.4"),
    ],
)
def test_a_picture_after_a_move_shows_what_the_move_does(
    before: str, actions: tuple[str, ...], then: str
) -> None:
    made = after(states()[before], *actions)
    assert bridges(made) == bridges(states()[then])
    assert control(made) == control(states()[then])


def test_blacks_turn_of_the_worked_example() -> None:
    text = source("pages/rules.js")
    (white, black) = next(found[1:3] for found in PAIR.findall(text) if found[0] == "k.example.2")
    state = kahuna_at(white=white, black=black, black_hand="ELAI HUNA HUNA", seat="black")
    made = after(state, "HUNA+HUNA x ELAI-HUNA", "ELAI>HUNA")
    assert bridges(made) == bridges(states()["k.example.3"])
