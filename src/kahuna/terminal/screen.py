"""What a player sees before choosing: the board and everything around it, as text."""

import os
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any

from kahuna.table.ruleset import SEATS, board_of, other
from kahuna.table.sisters import family_of
from kahuna.table.view import KahunaView, View, has_cards, has_worths, supply_in
from kahuna.terminal.board import TextStyle, render_board
from kahuna.terminal.words import NAMES, counted


def style_for(ascii_only: bool, no_colour: bool) -> TextStyle:
    """The style that standard output supports."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    plain = no_colour or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return TextStyle(sys.stdout.isatty() and not plain, encoding.startswith("utf") and not ascii_only)


def render_view(view: View, style: TextStyle, highlight: Collection[str] = ()) -> str:
    """The board of a view, and the text beside it."""
    return render_picture(view, style, highlight) + "\n\n" + "\n".join(beside(view, style))


def render_picture(view: View, style: TextStyle, highlight: Collection[str] = ()) -> str:
    """The board of a view alone."""
    board = board_of(view["game"])
    islands = dict(zip(board.islands, board.places, strict=True))
    return render_board(view, islands, board.links, style, highlight)


def beside(view: View, style: TextStyle) -> list[str]:
    """The text beside the board: cards, points, supplies."""
    return _BESIDE.get(family_of(view["game"]), _open)(view, style)


def many(count: int, thing: str) -> str:
    """The number with its noun."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def islands_of(view: View, seat: str) -> int:
    """How many islands this seat controls; in Special what they are worth."""
    controlled = [island for island, side in view["control"].items() if side == seat]
    return sum(view["worth"][island] for island in controlled) if has_worths(view) else len(controlled)


def _kahuna(view: KahunaView, _style: TextStyle) -> list[str]:
    lines = [
        f"Round {view['round']} of 3, turn {view['turn']}. Stack: {view['stack']}, pile: {len(view['discards'])}."
    ]
    for seat in SEATS:
        secret = view["secret"][seat]
        lines.append(
            f"{NAMES[seat]}: {many(view['points'][seat], 'point')}, {many(islands_of(view, seat), 'island')}, "
            f"{many(view['cards'][seat], 'card')}, supply {view['supply'][seat]}"
            + (f", discarded {secret}" if secret else "")
        )
    lines.append(
        "Row: " + "  ".join(f"+{slot} {card or '(empty)'}" for slot, card in enumerate(view["row"], 1))
    )
    if view["seat"]:
        rival = other(view["seat"])
        known = " ".join(view["known"][rival])
        lines.append(
            f"Your hand: {' '.join(view['hand'] or ()) or '(empty)'}"
            + (f"   {NAMES[rival]} certainly has: {known}" if known else "")
        )
    return lines


def _open(view: View, style: TextStyle) -> list[str]:
    times = "×" if style.unicode else "x"
    lines = [
        f"Turn {view['turn']}.  "
        + "   ".join(f"{NAMES[s]}: {counted(view)} {islands_of(view, s)}" for s in SEATS)
    ]
    if has_worths(view):
        for seat, kinds in view["supply"].items():
            left = [f"{kind}{times}{count}" for kind, count in kinds.items() if count]
            lines.append(f"{NAMES[seat]}: {' '.join(left) or 'no bridges left'}")
    elif "supply" in view:
        lines.append("Bridges left: " + ", ".join(f"{NAMES[seat]} {supply_in(view, seat)}" for seat in SEATS))
    return lines


def advice(view: View) -> str:
    """What the seat to move may do now, in one line."""
    return _ADVICE.get(family_of(view["game"]), _advice_open)(view)


def _advice_open(view: View) -> str:
    if view["legal"] == ["-"]:
        return "You cannot place: pass with -"
    joker = any(">" in action for action in view["legal"])
    if "-" in view["legal"]:
        return "You cannot place: move a bridge of yours to a joker's place, or pass with -"
    return "Place a bridge" + (", or move one of yours to a joker's place" if joker else "")


def _advice_kahuna(view: KahunaView) -> str:
    if view["phase"] == "handicap":
        return f"Place up to {many(view['handicap_left'], 'bridge')} like =ELAI-HUNA, or stop with -"
    if view["phase"] == "last-turn":
        may = {
            "none": "play or discard cards",
            "played": "play more cards",
            "discarded": "discard more cards",
        }
        return f"Last turn: {may[view['this_turn']]}, then end it with -"
    if view["this_turn"] == "discarded":
        ending = "take a card" if view["must_take"] else "take a card or decline with -"
        return f"Discard more cards, or {ending}"
    full = " (five cards in hand: play or discard before taking)" if len(view["hand"] or ()) == 5 else ""
    ending = (
        "take one (you must: the opponent declined)" if view["must_take"] else "take one, or decline with -"
    )
    if not view["hand"]:
        return f"No cards in hand: {ending}"
    play = "Play more cards" if view["this_turn"] == "played" else "Play or discard cards"
    return f"{play}, then {ending}{full}"


# Text beside the board and advice, for games that differ from the open ones.
_BESIDE: dict[str, Callable[[Any, TextStyle], list[str]]] = {"kahuna": _kahuna}
_ADVICE: dict[str, Callable[[Any], str]] = {"kahuna": _advice_kahuna}


def numbered(view: View, columns: int = 78, numbers: Sequence[int] | None = None) -> str:
    """The legal actions of a view, or those with these numbers, in columns; a take from the row with its card."""
    cards = {f"+{slot}": card for slot, card in enumerate(view["row"] if has_cards(view) else (), 1)}
    labels = [f"{action} {cards[action]}" if action in cards else action for action in view["legal"]]
    asked = range(1, len(labels) + 1) if numbers is None else numbers
    entries = [f"{number:>3} {labels[number - 1]}" for number in asked]
    width = max(map(len, entries), default=1) + 2
    each = max(1, columns // width)
    rows = [entries[i : i + each] for i in range(0, len(entries), each)]
    return "\n".join("".join(entry.ljust(width) for entry in row).rstrip() for row in rows)
