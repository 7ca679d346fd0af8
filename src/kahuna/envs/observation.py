"""What a seat sees now, as numbers of fixed size.

`encode` turns a view into zeros and ones. A count n of at most m stands as m entries of which the first n are 1, a
multiset of cards as one for each card: the first card of each island, then the second. "own" is the view's seat,
"enemy" the other, so that one network serves both. The batch computes the same entries from its states
(`batch_*.observe`), and the tests hold the two together.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import exahuna
from kahuna.rules.boards import KAHUNA
from kahuna.rules.special import KINDS
from kahuna.table.ruleset import Seat, board_of, other
from kahuna.table.sisters import Sisters
from kahuna.table.view import KahunaView, View, bridges_in, supply_in


class Section(NamedTuple):
    """Neighbouring entries of an observation that belong together."""

    name: str
    width: int
    meaning: str


_ISLAND_COUNT, _LINK_COUNT = len(KAHUNA.islands), len(KAHUNA.links)
_CARD_COUNT = 2 * _ISLAND_COUNT  # K1
_MOST_POINTS = 1 + 2 + _ISLAND_COUNT  # K9, K11
_BOTH = "cards, the first and the second of each island"
_KAHUNA = (
    Section("own bridges", _LINK_COUNT, "links with a bridge of this seat"),
    Section("enemy bridges", _LINK_COUNT, "links with a bridge of the opponent"),
    Section("own islands", _ISLAND_COUNT, "islands that this seat controls"),
    Section("enemy islands", _ISLAND_COUNT, "islands that the opponent controls"),
    Section("hand", _CARD_COUNT, f"{_BOTH}, in this seat's hand"),
    Section("own known", _CARD_COUNT, f"{_BOTH}, that the opponent knows to be in this hand"),
    Section("enemy known", _CARD_COUNT, f"{_BOTH}, that are certainly in the opponent's hand"),
    Section("discards", _CARD_COUNT, f"{_BOTH}, face up on the pile since the last shuffle"),
    Section("own secret", _CARD_COUNT, f"{_BOTH}, that this seat discarded secretly since the last shuffle"),
    Section("row", 3 * _ISLAND_COUNT, "the island in slot 1, in slot 2, in slot 3; none if it is empty"),
    Section("enemy cards", 5, "how many cards the opponent holds"),
    Section("stack", _CARD_COUNT - 3, "how many cards the stack has"),
    Section(
        "enemy secret", _CARD_COUNT, "how many cards the opponent discarded secretly since the last shuffle"
    ),
    Section("own points", _MOST_POINTS, "points of this seat"),
    Section("enemy points", _MOST_POINTS, "points of the opponent"),
    Section("round", 3, "1, 2 or 3, one of them"),
    Section("this turn", 2, "the seat to move has played; has discarded"),
    Section("must take", 1, "the seat to move may not decline"),
    Section("last turns", 2, "turns left after the last card of round 3"),
    Section("handicap", 3, "bridges that may still be placed before the first turn"),
    Section("to move", 1, "this seat is to move"),
    Section("black", 1, "this seat is Black"),
    Section("planning", 1, "the planning variant is played"),
    Section("over", 1, "the game has ended"),
)
_EXAHUNA = (
    Section("own bridges", exahuna.LINKS, "links with a bridge of this seat"),
    Section("enemy bridges", exahuna.LINKS, "links with a bridge of the opponent"),
    Section("own islands", exahuna.ISLAND_COUNT, "islands that this seat controls"),
    Section("enemy islands", exahuna.ISLAND_COUNT, "islands that the opponent controls"),
    Section("own supply", exahuna.SUPPLY, "how many bridges this seat can still place"),
    Section("enemy supply", exahuna.SUPPLY, "how many bridges the opponent can still place"),
    Section("passed", 1, "the last move was a pass"),
    Section("to move", 1, "this seat is to move"),
    Section("black", 1, "this seat is Black"),
    Section("over", 1, "the game has ended"),
)
_SPECIAL = (
    Section(
        "own bridges",
        len(KINDS) * exahuna.LINKS,
        f"for each kind ({', '.join(KINDS)}) its links with a bridge of this seat",
    ),
    Section("enemy bridges", len(KINDS) * exahuna.LINKS, "the same for the opponent"),
    Section("own islands", exahuna.ISLAND_COUNT, "islands that this seat controls"),
    Section("enemy islands", exahuna.ISLAND_COUNT, "islands that the opponent controls"),
    Section("own supply", len(KINDS) * 4, "for each kind how many bridges this seat can still place"),
    Section("enemy supply", len(KINDS) * 4, "for each kind how many bridges the opponent can still place"),
    Section("passed", 1, "the last move was a pass"),
    Section("to move", 1, "this seat is to move"),
    Section("black", 1, "this seat is Black"),
    Section("over", 1, "the game has ended"),
)
LAYOUTS = Sisters("observation", {"kahuna": _KAHUNA, "exahuna": _EXAHUNA, "exahuna-special": _SPECIAL})


def size(game: str) -> int:
    """How many entries an observation of this game has."""
    return sum(section.width for section in LAYOUTS[game])


def section_of(game: str, name: str) -> slice:
    """The place of a section in an observation."""
    at = 0
    for section in LAYOUTS[game]:
        if section.name == name:
            return slice(at, at + section.width)
        at += section.width
    raise ValueError(
        f"{game} has no section {name!r}, but {', '.join(section.name for section in LAYOUTS[game])}"
    )


def encode(view: View) -> NDArray[np.uint8]:
    """The view of a seat (not a spectator's) as zeros and ones, laid out as `LAYOUTS` says."""
    game, seat = view["game"], view["seat"]
    if seat is None:
        raise ValueError("a spectator's view has no hand to observe; take the view of a seat")
    ones = _ONES[game](view, seat, other(seat)) | _flow(view, seat)
    places, at = [], 0
    for name, width, _ in LAYOUTS[game]:
        places += [at + place for place in ones[name]]
        at += width
    entries = np.zeros(at, np.uint8)
    entries[places] = 1
    return entries


# Which entries of each section are 1, counted from the section's first.
Ones = dict[str, Iterable[int]]

_LINKS = {game: {name: number for number, name in enumerate(board_of(game).links)} for game in LAYOUTS}
_ISLANDS = {game: {name: number for number, name in enumerate(board_of(game).islands)} for game in LAYOUTS}
_CARDS = _ISLANDS["kahuna"]


def _kahuna(view: KahunaView, own: Seat, enemy: Seat) -> Ones:
    return {
        **_board(view, own, enemy),
        "hand": _multiset(view["hand"] or []),
        "own known": _multiset(view["known"][own]),
        "enemy known": _multiset(view["known"][enemy]),
        "discards": _multiset(view["discards"]),
        "own secret": _multiset(view["own_secret"] or []),
        "row": [_ISLAND_COUNT * slot + _CARDS[card] for slot, card in enumerate(view["row"]) if card],
        "enemy cards": range(view["cards"][enemy]),
        "stack": range(view["stack"]),
        "enemy secret": range(view["secret"][enemy]),
        "own points": range(view["points"][own]),
        "enemy points": range(view["points"][enemy]),
        "round": [view["round"] - 1],
        "this turn": {"none": [], "played": [0], "discarded": [1]}[view["this_turn"]],
        "must take": range(view["must_take"]),
        "last turns": range(view["last_turns_left"] or 0),
        "handicap": range(view["handicap_left"]),
        "planning": range(view["rules"]["planning"]),
    }


def _hex(view: View, own: Seat, enemy: Seat) -> Ones:
    sections = _board(view, own, enemy)
    for name, seat in (("own supply", own), ("enemy supply", enemy)):
        left = supply_in(view, seat)
        if isinstance(left, int):
            sections[name] = range(left)
        else:
            sections[name] = [4 * place + n for place, kind in enumerate(KINDS) for n in range(left[kind])]
    return sections | {"passed": range(view["log"][-1:] == ["-"])}


def _board(view: View, own: Seat, enemy: Seat) -> Ones:
    """Bridges, in Special by kind, and islands."""
    links, islands = _LINKS[view["game"]], _ISLANDS[view["game"]]
    bridges: dict[str, list[int]] = {own: [], enemy: []}
    for link, bridge in bridges_in(view).items():
        if isinstance(bridge, str):
            bridges[bridge].append(links[link])
        else:
            bridges[bridge["colour"]].append(KINDS.index(bridge["kind"]) * len(links) + links[link])
    held: dict[str, list[int]] = {own: [], enemy: []}
    for island, seat in view["control"].items():
        held[seat].append(islands[island])
    return {
        "own bridges": bridges[own],
        "enemy bridges": bridges[enemy],
        "own islands": held[own],
        "enemy islands": held[enemy],
    }


_ONES: Sisters[Callable[[Any, Seat, Seat], Ones]] = Sisters(
    "observation", {"kahuna": _kahuna, "exahuna": _hex, "exahuna-special": _hex}
)


def _flow(view: View, own: str) -> Ones:
    """Whose move it is."""
    return {
        "to move": range(view["to_move"] == own),
        "black": range(own == "black"),
        "over": range(view["phase"] == "over"),
    }


def _multiset(cards: list[str]) -> list[int]:
    """The first card of an island at its number, the second as many places on as there are islands."""
    numbers = sorted([_CARDS[name] for name in cards])
    second = [place > 0 and numbers[place - 1] == card for place, card in enumerate(numbers)]
    return [card + _ISLAND_COUNT * again for card, again in zip(numbers, second, strict=True)]
