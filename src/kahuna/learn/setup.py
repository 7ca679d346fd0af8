"""Positions as lessons and puzzles write them down: by names, short, with everything usual left out.

Bridges are links, `"ALOA-BARI ALOA-DUDA"`, in Special with their kinds, `"3:a1-a2 joker:a1=a2"`; cards are islands,
`"HUNA HUNA ELAI"`; a row has a dot for an empty slot. Cards that are not mentioned are in the stack or, where the
stack is given, on the pile. In Exahuna and Special `left` says what is not yet placed; without it, both are assumed
to have placed in turn as many bridges as lie on the board.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kahuna.rules import exahuna, special
from kahuna.rules.boards import KAHUNA
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.position import Position
from kahuna.table.ruleset import SEATS, Rules, Seat, other
from kahuna.table.view import Bridge, bridges_in, colour_of, has_cards, kahuna_view, supply_in

Setup = Mapping[str, Any]

# Games whose bridges are of several kinds.
BRIDGE_KINDS = {"exahuna-special": special.KINDS}
SETUP_KEYS = (
    "white", "black", "white_hand", "black_hand", "white_secret", "black_secret", "row", "discards", "points",
    "stack", "seat", "first", "round", "turn", "this_turn", "must_take", "last_turns", "handicap", "planning", "left",
)  # fmt: skip
USUAL_ROW = "KAHU LALE LALE"


def rules_of_setup(game: str, setup: Setup) -> Rules:
    """The settings of a game that begins so."""
    handicap = setup.get("handicap", 0)
    return Rules(
        game,
        bool(setup.get("planning", False)),
        handicap,
        setup.get("seat", "white") if handicap else None,
        setup.get("first", "white"),
    )


def position_of_setup(game: str, setup: Setup) -> Position:
    """The position this setup describes, without what can be worked out (table/position.py)."""
    for key in setup:
        if key not in SETUP_KEYS:
            raise ValueError(f"a setup has no {key!r}")
    seat: Seat = setup.get("seat", "white")
    first: Seat = setup.get("first", "white")
    position: Position = {
        "to_move": seat,
        "turn": setup.get("turn", 1 if setup.get("handicap") else 7 if seat == first else 8),
        "bridges": _bridges(game, setup),
    }
    if not spec_of(game).cards:
        return position | {"supply": _supply(game, setup, seat)}
    cards = {
        key: setup.get(key, "").split()
        for key in ("white_hand", "black_hand", "white_secret", "black_secret")
    }
    rival = other(seat)
    discards = setup.get("discards", "").split()
    if "stack" in setup:
        elsewhere = [
            *(name for names in cards.values() for name in names),
            *setup["stack"].split(),
            *setup.get("row", USUAL_ROW).split(),
            *discards,
        ]
        discards += sorted((Counter(KAHUNA.islands * 2) - Counter(elsewhere)).elements())
    return position | {
        "round": setup.get("round", 1),
        "this_turn": setup.get("this_turn", "none"),
        "last_turns_left": setup.get("last_turns"),
        "handicap_left": setup.get("handicap", 0),
        "points": dict(zip(SEATS, setup.get("points", (0, 0)), strict=True)),
        "hand": cards[f"{seat}_hand"],
        "opponent_hand": cards[f"{rival}_hand"],
        "own_secret": cards[f"{seat}_secret"],
        "opponent_secret": cards[f"{rival}_secret"],
        "known": {"white": [], "black": []},
        "taken": {"white": [], "black": []},
        "row": [None if name == "." else name for name in setup.get("row", USUAL_ROW).split()],
        "discards": discards,
        "must_take": setup.get("must_take", False),
    }


def game_of_setup(game: str, setup: Setup, seed: str) -> Game:
    """A game that stands at this position; the seed decides the cards to come."""
    return Game(rules_of_setup(game, setup), seed=seed, start=position_of_setup(game, setup))


def _bridges(game: str, setup: Setup) -> dict[str, Bridge]:
    found: dict[str, Bridge] = {}
    for seat in SEATS:
        for bridge in setup.get(seat, "").split():
            kind, _, link = bridge.rpartition(":")
            if link in found:
                raise ValueError(f"there are two bridges on {link}")
            found[link] = {"colour": seat, "kind": kind} if game in BRIDGE_KINDS else seat
    return found


def _supply(game: str, setup: Setup, seat: Seat) -> Mapping[str, int | dict[str, int]]:
    """What is left to place: as told, or as if White and Black had placed in turn."""
    if "left" in setup:
        if game not in BRIDGE_KINDS:
            return dict(zip(SEATS, setup["left"], strict=True))
        return {
            name: dict(zip(BRIDGE_KINDS[game], map(int, digits), strict=True))
            for name, digits in zip(SEATS, setup["left"], strict=True)
        }
    placed = {name: setup.get(name, "").split() for name in SEATS}
    if game not in BRIDGE_KINDS:
        ahead = int(seat == "black")
        most = max(len(placed["white"]), len(placed["black"]) + ahead)
        return {"white": exahuna.SUPPLY - most, "black": exahuna.SUPPLY - most + ahead}
    kinds = {name: [bridge.split(":")[0] for bridge in placed[name]] for name in SEATS}
    return {name: {kind: 4 - kinds[name].count(kind) for kind in BRIDGE_KINDS[game]} for name in SEATS}


def _left(supply: int | dict[str, int]) -> int | str:
    """A side's supply as it is written down: a number, or a digit for each kind."""
    return supply if isinstance(supply, int) else "".join(map(str, supply.values()))


def setup_of(game: Game) -> Setup:
    """How the position of this game is written down, for the turn that begins here."""
    view = game.view(game.to_move)
    seat = view["seat"]
    found: dict[str, object] = {}
    for name in SEATS:
        found[name] = " ".join(
            link if isinstance(bridge, str) else f"{bridge['kind']}:{link}"
            for link, bridge in bridges_in(view).items()
            if colour_of(bridge) == name
        )
    if has_cards(view):
        hands = {name: kahuna_view(game.view(name)) for name in SEATS}
        found |= {f"{name}_hand": " ".join(hands[name]["hand"] or ()) for name in SEATS}
        found |= {f"{name}_secret": " ".join(hands[name]["own_secret"] or ()) for name in SEATS}
        found |= {
            "row": " ".join(name or "." for name in view["row"]),
            "discards": " ".join(view["discards"]),
            "points": [view["points"][name] for name in SEATS],
            "round": view["round"],
            "must_take": view["must_take"],
            "last_turns": view["last_turns_left"],
        }
    else:
        found["left"] = [_left(supply_in(view, name)) for name in SEATS]
    found |= {"seat": seat, "turn": view["turn"]}
    usual = {"points": [0, 0], "round": 1, "must_take": False, "last_turns": None, "seat": "white"}
    return {key: value for key, value in found.items() if value not in ("", usual.get(key, ""))}
