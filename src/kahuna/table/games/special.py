"""Exahuna Special: bridges of eight kinds that count for islands (rules S1-S7)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kahuna.rules import exahuna, special
from kahuna.rules.bits import bits_of
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.outcome import RUNNING
from kahuna.table.events import BoardEvent, Event, Layout, consequences
from kahuna.table.games.exahuna import BOARD_REASONS, LINK_PART, LINK_PATTERN, PASS_FORM, why_no_bridge
from kahuna.table.games.hex_positions import begin_special
from kahuna.table.reading import link_named, unreadable
from kahuna.table.seats import SEATS, Seat
from kahuna.table.spec import Form, Parsed, RefusalReason, Spec, Step
from kahuna.table.view import Count, SpecialView, as_sides, closing, coloured, opening, seat_to_move, sets_of

if TYPE_CHECKING:
    from kahuna.table.game import Game

EXAMPLES = "3:a1-a2, minus:a1=a2, b2-b3>a1-a2 or -"
PLACES = [f"{kind}:{link}" for kind in special.KINDS for link in EXAHUNA.links]
JOKER_MOVES = [f"{source}>{joker}" for joker in EXAHUNA.links for source in EXAHUNA.links]
TEXTS = (*PLACES, *JOKER_MOVES, "-")
OWN_REASONS = {
    "must-place": ("S7", "only a player who cannot place may pass; place a bridge or move a joker"),
    "kind-used-up": ("S1", "you have no {kind} bridge left"),
    "no-joker": ("S4", "there is no joker of yours on {link}"),
    "no-bridge-to-move": ("S4", "there is no bridge of yours on {link}"),
    "joker-itself": ("S4", "a joker is replaced by another bridge, not by itself"),
}

_CODES = {text: code for code, text in enumerate(TEXTS)}
_KIND = re.compile(rf"([a-z0-9]+):{LINK_PATTERN}")
_MOVE = re.compile(rf"{LINK_PATTERN}>{LINK_PATTERN}")


def parse(text: str) -> Parsed:
    """The action of a text that is not in short form; BadNotation if it means none."""
    if match := _KIND.fullmatch(text):
        if match[1] not in special.KINDS:
            kinds = " ".join(special.KINDS)
            raise unreadable(text, f"no kind is called {match[1]}, there are {kinds}", EXAMPLES)
        return Parsed(_CODES[f"{match[1]}:{_link(text, match[2], match[3], match[4])}"])
    if match := _MOVE.fullmatch(text):
        source = _link(text, match[1], match[2], match[3])
        return Parsed(_CODES[f"{source}>{_link(text, match[4], match[5], match[6])}"])
    raise unreadable(text, "this is no action of exahuna-special", EXAMPLES)


def _link(text: str, a: str, mark: str, b: str) -> str:
    return link_named(EXAHUNA, text, (a, mark, b), EXAMPLES)


def why_illegal(state: special.State, code: int) -> RefusalReason:
    """Why this action is not legal in this state of a running game."""
    if code == special.PASS:
        return RefusalReason("must-place")
    if code < special.MOVE_JOKER:
        kind, link = divmod(code, exahuna.LINKS)
        if state.supply and not state.supply >> 3 * kind & 7:
            return RefusalReason("kind-used-up", {"kind": special.KINDS[kind]})
        return why_no_bridge(state.own | state.enemy, link, state.supply)
    joker, source = divmod(code - special.MOVE_JOKER, exahuna.LINKS)
    if not state.own & special.of_kind(state.kinds, special.JOKER) & 1 << joker:
        return RefusalReason("no-joker", {"link": EXAHUNA.links[joker]})
    if joker == source:
        return RefusalReason("joker-itself")
    return RefusalReason("no-bridge-to-move", {"link": EXAHUNA.links[source]})


_controlled = lru_cache(2**12)(special.controlled)


def layout(state: special.State) -> Layout:
    """Bridges and controlled islands."""
    white, black = as_sides([state.own, state.enemy], state.seat)
    kinds = state.kinds
    return Layout((white, black), (_controlled(white, black, kinds), _controlled(black, white, kinds)))


def islands(state: special.State) -> list[int]:
    """What the islands of White and Black are worth (S7)."""
    return [special.total_worth(state.kinds, held) for held in layout(state).control]


def counts(state: special.State) -> dict[str, Count]:
    """What bridges count at each island (S3), and what it is worth (S7)."""
    white, black = as_sides([state.own, state.enemy], state.seat)
    return _counted(white, black, state.kinds)


@lru_cache(2**10)
def _counted(white: int, black: int, kinds: special.Kinds) -> dict[str, Count]:
    return {
        name: {
            "white": special.points_at(white, black, kinds, exahuna.LINKS_AT[island]),
            "black": special.points_at(black, white, kinds, exahuna.LINKS_AT[island]),
            "worth": special.island_worth(kinds, island),
        }
        for island, name in enumerate(EXAHUNA.islands)
    }


def view(game: Game, seat: Seat | None) -> SpecialView:
    """What everybody may know, and for a seat its legal actions."""
    state: special.State = game.state
    kinds, lies = state.kinds, layout(state)
    white, black = lies.bridges
    supplies = as_sides([state.supply, state.enemy_supply], state.seat)
    counted = counts(state)
    return {
        "game": "exahuna-special",
        **opening(game, seat, "turn"),
        "bridges": {
            EXAHUNA.links[link]: {
                "colour": SEATS[black >> link & 1],
                "kind": special.KINDS[special.kind_at(kinds, link)],
            }
            for link in bits_of(white | black)
        },
        "control": coloured(EXAHUNA.islands, lies.control),
        "supply": {
            name: {kind: supply >> 3 * number & 7 for number, kind in enumerate(special.KINDS)}
            for name, supply in zip(SEATS, supplies, strict=True)
        },
        "values": {
            name: {"white": count["white"], "black": count["black"]} for name, count in counted.items()
        },
        "worth": {name: count["worth"] for name, count in counted.items()},
        **closing(game, seat),
    }


def position(view: SpecialView) -> special.State:
    """The state of a running game, in which nothing is hidden."""
    seat = seat_to_move(view)
    bridges, supply = view["bridges"], [view["supply"][name] for name in SEATS]
    kinds = special.Kinds(0, 0, 0)
    for link, bridge in bridges.items():
        kinds = special.with_kind(kinds, EXAHUNA.links.index(link), special.KINDS.index(bridge["kind"]))
    colours = {link: bridge["colour"] for link, bridge in bridges.items()}
    own, enemy = as_sides(sets_of(EXAHUNA.links, colours), seat)
    packed = [sum(count[kind] << 3 * i for i, kind in enumerate(special.KINDS)) for count in supply]
    left, enemy_left = as_sides(packed, seat)
    passed = int(view["log"][-1:] == ["-"])
    return special.State(own, enemy, kinds, left, enemy_left, passed, seat, view["turn"], RUNNING)


def board_events(before: special.State, code: int, after: special.State) -> list[BoardEvent]:
    """What an action does to bridges and islands."""
    if code == special.PASS:
        return []
    mover, links, link = before.seat, EXAHUNA.links, code % exahuna.LINKS
    done: BoardEvent
    if code < special.MOVE_JOKER:
        kind = special.KINDS[code // exahuna.LINKS]
        done = {"event": "placed", "seat": SEATS[mover], "link": links[link], "kind": kind}
        caused = (0, 0)
    else:
        to = links[(code - special.MOVE_JOKER) // exahuna.LINKS]
        kind = special.KINDS[special.kind_at(before.kinds, link)]
        done = {"event": "moved", "seat": SEATS[mover], "link": links[link], "to": to, "kind": kind}
        caused = (1 << link, 0) if mover == 0 else (0, 1 << link)
    return [done, *consequences(EXAHUNA, mover, layout(before), layout(after), caused)]


def events(before: special.State, step: Step, after: special.State, _own: bool) -> list[Event]:
    """All that a step did, in order."""
    found = board_events(before, step.code, after)
    return [*found] if found else [{"event": "passed", "seat": SEATS[step.seat]}]


SPEC = Spec(
    name="exahuna-special",
    title="Exahuna Special",
    board=EXAHUNA,
    engine=special,
    start=lambda _rules: special.start(),
    no_variants_rule="E1",
    texts=TEXTS,
    parse=parse,
    examples=EXAMPLES,
    forms=(
        Form("kind", rf"(?P<piece>\w+):{LINK_PART}", ("3:a1-a2",)),
        Form("joker", rf"(?P<from>\w+[-=]\w+)>{LINK_PART}", ("b2-b3>a1-a2",)),
        PASS_FORM,
    ),
    reasons=BOARD_REASONS | OWN_REASONS,
    why_illegal=why_illegal,
    over_reason="game-over-hex",
    turn_reason="not-your-turn-hex",
    view=view,
    board_events=board_events,
    events=events,
    layout=layout,
    islands=islands,
    counts=counts,
    position=position,
    begin=begin_special,
)
