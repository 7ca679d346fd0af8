"""What a player sees before choosing: the board and everything around it, as text."""

import os
import sys
from collections.abc import Collection, Mapping
from typing import Any

from kahuna.table.ruleset import SEATS, board_of, other
from kahuna.terminal.board import TextStyle, render_board
from kahuna.terminal.words import NAMES


def style_for(ascii_only: bool, no_colour: bool) -> TextStyle:
    """What standard output can show."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    plain = no_colour or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return TextStyle(sys.stdout.isatty() and not plain, encoding.startswith("utf") and not ascii_only)


def render_view(view: Mapping[str, Any], style: TextStyle, highlight: Collection[str] = ()) -> str:
    """The board of a view and what lies beside it."""
    board = board_of(view["game"])
    islands = dict(zip(board.islands, board.places, strict=True))
    picture = render_board(view, islands, board.links, style, highlight)
    return picture + "\n\n" + "\n".join(beside(view, style))


def beside(view: Mapping[str, Any], style: TextStyle) -> list[str]:
    """What lies beside the board."""
    return _BESIDE.get(view["game"], _open)(view, style)


def many(count: int, thing: str) -> str:
    """The number with its noun."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _islands(view: Mapping[str, Any], seat: str) -> int:
    controlled = [island for island, side in view["control"].items() if side == seat]
    return sum(view["worth"][island] for island in controlled) if "worth" in view else len(controlled)


def _kahuna(view: Mapping[str, Any], _style: TextStyle) -> list[str]:
    lines = [f"Round {view['round']} of 3, turn {view['turn']}."]
    for seat in SEATS:
        lines.append(
            f"{NAMES[seat]}: {many(view['points'][seat], 'point')}, {many(_islands(view, seat), 'island')}, "
            f"{view['cards'][seat]} in hand, {view['supply'][seat]} bridges left"
        )
    row = "  ".join(f"+{slot} {card or '(empty)'}" for slot, card in enumerate(view["row"], 1))
    lines.append(f"Row: {row}   Stack: {view['stack']}   Pile: {len(view['discards'])}{_secret(view)}")
    if view["seat"]:
        rival = other(view["seat"])
        known = (
            f"   {NAMES[rival]} surely holds: {' '.join(view['known'][rival])}"
            if view["known"][rival]
            else ""
        )
        lines.append(f"Your hand: {' '.join(view['hand']) or '(empty)'}{known}")
    return lines


def _secret(view: Mapping[str, Any]) -> str:
    away = [f"{NAMES[seat]} {count}" for seat, count in view["secret"].items() if count]
    return f", put away secretly: {', '.join(away)}" if away else ""


def _open(view: Mapping[str, Any], style: TextStyle) -> list[str]:
    times = "×" if style.unicode else "x"
    what = "worth of islands" if "worth" in view else "islands"
    lines = [f"Turn {view['turn']}.  " + "   ".join(f"{NAMES[s]}: {what} {_islands(view, s)}" for s in SEATS)]
    for seat in SEATS if "supply" in view else ():
        supply = view["supply"][seat]
        if isinstance(supply, dict):
            supply = "  ".join(f"{kind} {times}{count}" for kind, count in supply.items() if count) or "none"
        lines.append(f"{NAMES[seat]}'s bridges left: {supply}")
    return lines


def advice(view: Mapping[str, Any]) -> str:
    """What the seat to move may do now, in one line."""
    return _ADVICE.get(view["game"], _advice_open)(view)


def _advice_open(view: Mapping[str, Any]) -> str:
    if view["legal"] == ["-"]:
        return "You cannot place: pass with -"
    joker = any(">" in action for action in view["legal"])
    if "-" in view["legal"]:
        return "You cannot place: move a bridge of yours to a joker's place, or pass with -"
    return "Place a bridge" + (", or move one of yours to a joker's place" if joker else "")


def _advice_kahuna(view: Mapping[str, Any]) -> str:
    if view["phase"] == "handicap":
        return f"Place up to {many(view['handicap_left'], 'bridge')} like =ELAI-HUNA, or stop with -"
    if view["phase"] == "last-turn":
        may = {
            "none": "play cards or put some away",
            "played": "play more cards",
            "discarded": "put more cards away",
        }
        return f"Last turn: {may[view['this_turn']]}, then end it with -"
    if view["this_turn"] == "discarded":
        ending = "take a card" if view["must_take"] else "take a card or decline with -"
        return f"Put more cards away, or {ending}"
    full = " (five cards in hand: play or discard before taking)" if len(view["hand"]) == 5 else ""
    ending = (
        "take one: you must, the opponent declined" if view["must_take"] else "take one, or decline with -"
    )
    if not view["hand"]:
        return f"No cards in hand: {ending}"
    play = "Play more cards" if view["this_turn"] == "played" else "Play cards or put some away"
    return f"{play}, then {ending}{full}"


# What lies beside the board, and what may be done now, in games that are not like the open ones.
_BESIDE = {"kahuna": _kahuna}
_ADVICE = {"kahuna": _advice_kahuna}


def numbered(view: Mapping[str, Any], columns: int = 78) -> str:
    """The legal actions of a view with numbers, in columns; a take from the row with its card."""
    cards = {f"+{slot}": card for slot, card in enumerate(view.get("row", ()), 1)}
    labels = [f"{action} {cards[action]}" if action in cards else action for action in view["legal"]]
    entries = [f"{number:>3} {label}" for number, label in enumerate(labels, 1)]
    width = max(map(len, entries), default=1) + 2
    each = max(1, columns // width)
    rows = [entries[i : i + each] for i in range(0, len(entries), each)]
    return "\n".join("".join(entry.ljust(width) for entry in row).rstrip() for row in rows)
