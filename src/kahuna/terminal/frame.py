"""One screenful: the board, the text beside it, what happened and what can be done, as far as there is room."""

import shutil
from collections.abc import Collection, Sequence

from kahuna.table.ruleset import board_of
from kahuna.table.view import View
from kahuna.terminal.board import TextStyle, legend, render_board
from kahuna.terminal.islands import has_room, render_small, small_beside, small_legend, too_small
from kahuna.terminal.prose import wrapped
from kahuna.terminal.screen import advice, beside, numbered

PROMPT_ROWS = 1
ASKING = "(An action, its number, moves or help.)"


def framed(
    view: View,
    style: TextStyle,
    news: Sequence[str] = (),
    highlight: Collection[str] = (),
    spare: int = PROMPT_ROWS,
) -> str:
    """The lines that fill a terminal except for the spare ones below; of the news, the last lines that fit."""
    columns, rows = shutil.get_terminal_size()
    game = view["game"]
    if has_room():
        board = board_of(game)
        islands = dict(zip(board.islands, board.places, strict=True))
        top = [*render_board(view, islands, board.links, style, highlight).split("\n"), ""]
        marks, about = legend(game, style).split("\n"), beside(view, style)
    else:
        top, marks = render_small(view, style, highlight), [small_legend(game, style)]
        about = small_beside(view, style)
    top += [line for text in about for line in wrapped(text, columns)]
    bottom = wrapped(f"{advice(view)}.", columns) if view["legal"] else []
    if short := too_small(game):
        bottom = [*wrapped(short, columns), *bottom]
    told = [line for text in news for line in wrapped(text, columns)]
    room = rows - len(top) - len(bottom) - spare
    if told and room < 1 and not short:  # what happened is more important than the possible actions
        bottom, room = [], room + len(bottom)
    told = told[len(told) - max(room, 0) :] if len(told) > room else told
    room -= len(told)
    if view["legal"] and room > 0:
        bottom += wrapped(ASKING, columns)
        room -= 1
    choice = numbered(view, columns).split("\n") if view["legal"] else []
    if len(choice) <= room:
        bottom = [*choice, *bottom]
        room -= len(choice)
    if len(marks) <= room:
        top += marks
    return "\n".join([*top, *told, *bottom])
