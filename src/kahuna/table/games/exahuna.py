"""Exahuna: one bridge a turn on the hexagon; nothing is hidden and nothing is chance (rules E1-E5)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kahuna.rules import exahuna
from kahuna.rules.bits import popcount
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.outcome import RUNNING
from kahuna.table.events import BoardEvent, Event, Layout, consequences
from kahuna.table.games.hex_positions import begin_exahuna
from kahuna.table.reading import ISLAND_PATTERN, link_named, unreadable
from kahuna.table.seats import SEATS, Seat
from kahuna.table.spec import Form, Parsed, RefusalReason, Spec, Step
from kahuna.table.view import ExahunaView, as_sides, closing, coloured, opening, seat_to_move, sets_of

if TYPE_CHECKING:
    from kahuna.table.game import Game

EXAMPLES = "a1-a2, a1=a2 or -"
TEXTS = (*EXAHUNA.links, "-")
LINK_PATTERN = rf"{ISLAND_PATTERN}([-=]){ISLAND_PATTERN}"
LINK_PART = r"(?P<link>\w+[-=]\w+)"
PASS_FORM = Form("pass", "-", ("-",))

# Special has the same board and the same turns, and refuses with these reasons too.
BOARD_REASONS = {
    "game-over-hex": ("E4", "the game is over"),
    "not-your-turn-hex": ("E1", "it is {seat}'s move"),
    "place-taken": ("E2", "there is a bridge on {link} already"),
    "supply-empty": ("E4", "you have no bridge left to place"),
}

_BRIDGE = re.compile(LINK_PATTERN)


def parse(text: str) -> Parsed:
    """The action of a text that is not in short form; BadNotation if it means none."""
    match = _BRIDGE.fullmatch(text)
    if not match:
        raise unreadable(text, "this is no action of exahuna", EXAMPLES)
    return Parsed(EXAHUNA.links.index(link_named(EXAHUNA, text, (match[1], match[2], match[3]), EXAMPLES)))


def why_illegal(state: exahuna.State, code: int) -> RefusalReason:
    """Why this action is not legal in this state of a running game."""
    if code == exahuna.PASS:
        return RefusalReason("may-not-pass")
    return why_no_bridge(state.own | state.enemy, code, state.left)


def why_no_bridge(occupied: int, link: int, supply: int) -> RefusalReason:
    """Why no bridge can be laid on this link: there is none left, or one lies there."""
    if not supply:
        return RefusalReason("supply-empty")
    assert occupied >> link & 1
    return RefusalReason("place-taken", {"link": EXAHUNA.links[link]})


_controlled = lru_cache(2**12)(exahuna.controlled)


def layout(state: exahuna.State) -> Layout:
    """Bridges and controlled islands."""
    white, black = as_sides([state.own, state.enemy], state.seat)
    return Layout((white, black), (_controlled(white), _controlled(black)))


def islands(state: exahuna.State) -> list[int]:
    """How many islands White and Black control."""
    return [popcount(held) for held in layout(state).control]


def view(game: Game, seat: Seat | None) -> ExahunaView:
    """What everybody may know, and for a seat its legal actions."""
    state: exahuna.State = game.state
    lies = layout(state)
    white, black = as_sides([state.left, state.enemy_left], state.seat)
    return {
        "game": "exahuna",
        **opening(game, seat, "turn"),
        "bridges": coloured(EXAHUNA.links, lies.bridges),
        "control": coloured(EXAHUNA.islands, lies.control),
        "supply": {"white": white, "black": black},
        **closing(game, seat),
    }


def position(view: ExahunaView) -> exahuna.State:
    """The state of a running game, in which nothing is hidden."""
    seat = seat_to_move(view)
    own, enemy = as_sides(sets_of(EXAHUNA.links, view["bridges"]), seat)
    left, enemy_left = as_sides([view["supply"][name] for name in SEATS], seat)
    passed = int(view["log"][-1:] == ["-"])
    return exahuna.State(own, enemy, left, enemy_left, passed, seat, view["turn"], RUNNING)


def board_events(before: exahuna.State, code: int, after: exahuna.State) -> list[BoardEvent]:
    """What an action does to bridges and islands."""
    if code == exahuna.PASS:
        return []
    placed: BoardEvent = {"event": "placed", "seat": SEATS[before.seat], "link": EXAHUNA.links[code]}
    return [placed, *consequences(EXAHUNA, before.seat, layout(before), layout(after))]


def events(before: exahuna.State, step: Step, after: exahuna.State, _own: bool) -> list[Event]:
    """All that a step did, in order."""
    found = board_events(before, step.code, after)
    return [*found] if found else [{"event": "passed", "seat": SEATS[step.seat]}]


SPEC = Spec(
    name="exahuna",
    title="Exahuna",
    board=EXAHUNA,
    engine=exahuna,
    start=lambda _rules: exahuna.start(),
    no_variants_rule="E1",
    texts=TEXTS,
    parse=parse,
    examples=EXAMPLES,
    forms=(Form("side", LINK_PART, ("a1-a2", "a1=a2")), PASS_FORM),
    reasons=BOARD_REASONS | {"may-not-pass": ("E4", "only a player who cannot place may pass")},
    why_illegal=why_illegal,
    over_reason="game-over-hex",
    turn_reason="not-your-turn-hex",
    view=view,
    board_events=board_events,
    events=events,
    layout=layout,
    islands=islands,
    position=position,
    begin=begin_exahuna,
)
