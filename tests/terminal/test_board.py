"""The text pictures of the boards: complete, unambiguous, within their width and their alphabet."""

import re
import tomllib
from itertools import cycle, product
from pathlib import Path
from typing import Any, cast

import pytest

from kahuna.table.game import Game
from kahuna.table.games import on_map
from kahuna.table.ruleset import Rules
from kahuna.table.view import View, special_view
from kahuna.terminal import board as board_module
from kahuna.terminal.board import TextStyle, legend, render_board
from kahuna.terminal.hex_board import hex_islands, hex_links
from kahuna.terminal.kahuna_board import covers, kahuna_islands, kahuna_links
from support.map_games import board_named

BOARDS = tomllib.loads((Path(board_module.__file__).parents[1] / "rules" / "boards.toml").read_text("utf-8"))
GAMES = ["kahuna", "exahuna", "exahuna-special"]
STYLES = [TextStyle(*flags) for flags in product((False, True), repeat=2)]
PLAIN, ASCII = TextStyle(colour=False, unicode=True), TextStyle(colour=False, unicode=False)
every_picture = pytest.mark.parametrize(("game", "style"), list(product(GAMES, STYLES)))


def islands_of(game: str) -> dict[str, tuple[int, int]]:
    return {island["name"]: tuple(island["at"]) for island in BOARDS[game.split("-")[0]]["islands"]}


def links_of(game: str) -> list[str]:
    return list(BOARDS[game.split("-")[0]]["links"])


def view_of(game: str, sides: dict[str, str], **more: Any) -> View:
    """A view as far as a board shows it."""
    bridges: dict[str, Any] = dict(sides)
    if game == "exahuna-special":
        bridges = {link: {"colour": side, "kind": "3"} for link, side in sides.items()}
        more.setdefault("values", {name: {"white": 0, "black": 0} for name in islands_of(game)})
        more.setdefault("worth", dict.fromkeys(islands_of(game), 1))
    return cast("View", {"game": game, "bridges": bridges, "control": {}} | more)


def picture(view: View, style: TextStyle, highlight: tuple[str, ...] = ()) -> str:
    return render_board(view, islands_of(view["game"]), links_of(view["game"]), style, highlight)


def crowded(game: str) -> View:
    """A view with something of everything, at its widest; no game comes to it."""
    sides = dict(zip(links_of(game), cycle(["white", "black"]), strict=False))
    sides = {link: side for number, (link, side) in enumerate(sides.items()) if number % 3}
    more: dict[str, Any] = {"control": dict(zip(islands_of(game), ["white", "black"] * 4, strict=False))}
    if game == "exahuna-special":
        more["values"] = {name: {"white": 12, "black": 10} for name in islands_of(game)}
        more["worth"] = dict.fromkeys(islands_of(game), 64)
    return view_of(game, sides, **more)


@every_picture
def test_every_island_is_named_once(game: str, style: TextStyle) -> None:
    text = picture(crowded(game), style)
    assert [text.count(name) for name in islands_of(game)] == [1] * len(islands_of(game))


@every_picture
def test_every_state_of_every_link_gives_another_picture(game: str, style: TextStyle) -> None:
    states: list[dict[str, str]] = [
        {},
        *({link: side} for link in links_of(game) for side in ("white", "black")),
    ]
    pictures = {picture(view_of(game, sides), style) for sides in states}
    assert len(pictures) == len(states)
    assert not any("*" in text for text in pictures), "a star is for highlights"


@every_picture
def test_a_highlight_shows_on_every_link_free_or_not(game: str, style: TextStyle) -> None:
    for link, sides in product(links_of(game), ("", "white", "black")):
        assert "*" in picture(view_of(game, {link: sides} if sides else {}), style, (link,))


@every_picture
def test_lines_stay_within_a_terminal_and_end_without_blanks(game: str, style: TextStyle) -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", picture(crowded(game), style, tuple(links_of(game))))
    lines = text.split("\n")
    assert len(lines) <= 34
    assert all(len(line) <= 79 and line == line.rstrip() for line in lines)


@every_picture
def test_colour_only_adds_codes_and_ascii_is_ascii(game: str, style: TextStyle) -> None:
    for text in (picture(crowded(game), style), legend(game, style)):
        assert ("\x1b" in text) == style.colour
        assert style.unicode or text.isascii()
    bare = re.sub(r"\x1b\[[0-9;]*m", "", picture(crowded(game), style))
    assert bare == picture(crowded(game), style._replace(colour=False))


@every_picture
def test_the_legend_is_short(game: str, style: TextStyle) -> None:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", legend(game, style)).split("\n")
    assert len(lines) <= 3
    assert max(map(len, lines)) <= 79


def test_kahunas_links_share_no_cell() -> None:
    links = kahuna_links(kahuna_islands(islands_of("kahuna")), links_of("kahuna"))
    cells = [cell for line in links.values() for cell in line]
    assert len(cells) == len(set(cells))
    assert min(map(len, links.values())) >= 3


def test_kahunas_links_keep_clear_of_foreign_islands() -> None:
    places = kahuna_islands(islands_of("kahuna"))
    for link, cells in kahuna_links(places, links_of("kahuna")).items():
        foreign = [place for name, place in places.items() if name not in link.split("-")]
        around = [(x + right, y + lower) for x, y in cells for right in (-1, 0, 1) for lower in (-1, 0, 1)]
        assert not any(covers(place, cell) for place in foreign for cell in around), link


@pytest.mark.parametrize("height", [2, 3])
def test_exahunas_links_share_no_cell(height: int) -> None:
    shapes = hex_links(hex_islands(islands_of("exahuna"), height), links_of("exahuna"), height).values()
    wide = [{(place[0] + right, place[1]) for right in range(-2, 3)} for place, _ in shapes]
    cells = [cell for shape, bridge in zip(shapes, wide, strict=True) for cell in bridge | set(shape.strokes)]
    assert len(cells) == len(set(cells))


def test_pips_are_a_tug_of_war_parted_in_the_middle() -> None:
    sides = {"BARI-ELAI": "white", "ELAI-FAAA": "black", "DUDA-ELAI": "white"}
    assert "oo. ..#" in picture(view_of("kahuna", sides), ASCII)


def test_a_controlled_island_shows_its_owners_stone() -> None:
    text = picture(view_of("kahuna", {}, control={"ELAI": "white", "KAHU": "black"}), PLAIN)
    assert "╭ ○ELAI ╮" in text
    assert "┏ ■KAHU ┓" in text


@pytest.mark.parametrize(
    ("kind", "letter"),
    [("1", "1"), ("4", "4"), ("minus", "-"), ("joker", "J"), ("valour", "V"), ("double", "D")],
)
def test_special_shows_kind_and_side_of_a_bridge(kind: str, letter: str) -> None:
    bridges = {"c2-c3": {"colour": "white", "kind": kind}, "a1=b1": {"colour": "black", "kind": kind}}
    text = picture(view_of("exahuna-special", {}, bridges=bridges), ASCII)
    assert f"({letter})" in text
    assert f"[{letter}]" in text


def test_special_shows_points_and_worth_only_where_there_are_any() -> None:
    view = special_view(view_of("exahuna-special", {}))
    assert ":  c3   :" in picture(view, ASCII)
    view["values"]["c3"] = {"white": 12, "black": 3}
    view["worth"]["c3"] = 4
    assert ":  c3 x4:" in picture(view, ASCII)
    assert picture(view, ASCII).count(": 12:3  :") == 1


def test_an_island_of_a_map_with_more_links_than_fit_counts_them() -> None:
    """Two to seven links are pips; the hub of this map has thirteen."""
    game = Game(Rules(on_map(board_named("star"))), seed=1)
    board = game.spec.board
    places = dict(zip(board.islands, board.places, strict=True))
    lines = render_board(game.view(None), places, board.links, ASCII).split("\n")
    (hub,) = [number for number, line in enumerate(lines) if "HUB" in line]
    assert ":  HUB  :" in lines[hub]
    assert lines[hub + 1].index(":0o13.0#:") == lines[hub].index(":  HUB  :")
