"""What a seat, or a spectator, may know of a game (K16), as plain data (docs/protocol.md).

A view is built up from public facts and the seat's own cards. Nothing is ever blanked out of a full state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import bits_of, cards_of, popcount
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from kahuna.table.ruleset import SEATS, Seat

if TYPE_CHECKING:
    from kahuna.table.game import Game

THIS_TURN = ("none", "played", "discarded")


def sides(state: kahuna.State) -> tuple[kahuna.Side, kahuna.Side]:
    """White's side and Black's."""
    return (state.own, state.enemy) if state.flow.seat == 0 else (state.enemy, state.own)


def bridges(state: Any) -> tuple[int, int]:
    """White's bridges and Black's, as links."""
    if isinstance(state, kahuna.State):
        white, black = sides(state)
        return white.bridges, black.bridges
    return (state.own, state.enemy) if state.seat == 0 else (state.enemy, state.own)


def controlled(state: Any) -> tuple[int, int]:
    """White's islands and Black's, as bits."""
    white, black = bridges(state)
    if isinstance(state, special.State):
        return special.controlled(white, black, state.kinds), special.controlled(black, white, state.kinds)
    rules = kahuna if isinstance(state, kahuna.State) else exahuna
    return rules.controlled(white), rules.controlled(black)


def points(state: kahuna.State) -> list[int]:
    """White's points and Black's."""
    return [side.points for side in sides(state)]


def islands(state: Any) -> list[int]:
    """How many islands White and Black control; in Special what these are worth (S7)."""
    islands_of = controlled(state)
    if isinstance(state, special.State):
        return [special.total_worth(state.kinds, islands) for islands in islands_of]
    return [popcount(islands) for islands in islands_of]


def names(cards: int) -> list[str]:
    """The names of these cards, sorted."""
    return [KAHUNA.islands[island] for island in cards_of(cards)]


def row_names(row: int) -> list[str]:
    """The names in the row's slots, "" for an empty one."""
    return [KAHUNA.islands[(row >> shift & 15) - 1] if row >> shift & 15 else "" for shift in (0, 4, 8)]


def view_of(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The view of this seat, or of a spectator for None."""
    if seat not in (*SEATS, None):
        raise ValueError(f"a seat is 'white', 'black' or None for a spectator, not {seat!r}")
    build = {"kahuna": _kahuna, "exahuna": _exahuna, "exahuna-special": _special}[game.rules.game]
    return build(game, seat)


def _common(game: Game, seat: Seat | None, phase: str) -> dict[str, Any]:
    """What every game's view begins with."""
    return {
        "game": game.rules.game,
        "rules": game.rules.settings(),
        "seat": seat,
        "phase": "over" if game.over else phase,
        "turn": game.state.turn,
        "to_move": game.to_move,
    }


def _closing(game: Game, seat: Seat | None) -> dict[str, Any]:
    """What every game's view ends with: the legal actions, the log as this seat saw it, the result."""
    return {
        "legal": game.legal() if seat is not None and seat == game.to_move else [],
        "log": list(game.logs[2 if seat is None else SEATS.index(seat)]),
        "result": game.result,
    }


def _bridge_colours(board: Board, state: Any) -> dict[str, Seat]:
    white, black = bridges(state)
    return {board.links[link]: SEATS[black >> link & 1] for link in bits_of(white | black)}


def _control(board: Board, state: Any) -> dict[str, Seat]:
    white, black = controlled(state)
    return {board.islands[island]: SEATS[black >> island & 1] for island in bits_of(white | black)}


def _kahuna(game: Game, seat: Seat | None) -> dict[str, Any]:
    state: kahuna.State = game.state
    moment, flow, over = game.moments[-1], state.flow, game.over
    both = dict(zip(SEATS, sides(state), strict=True))
    own = None if seat is None else both[seat]
    phase = "handicap" if flow.handicap else "last-turn" if flow.last_turns else "turn"
    return {
        **_common(game, seat, phase),
        "round": flow.round,
        "this_turn": "none" if over else THIS_TURN[flow.this_turn],
        "last_turns_left": None if over else flow.last_turns or None,
        "handicap_left": 0 if over else flow.handicap,
        "bridges": _bridge_colours(KAHUNA, state),
        "control": _control(KAHUNA, state),
        "points": {name: side.points for name, side in both.items()},
        "hand": None if own is None else names(own.hand),
        "cards": {name: popcount(side.hand) for name, side in both.items()},
        "taken": {name: [KAHUNA.islands[card] for card in moment.taken[i]] for i, name in enumerate(SEATS)},
        "known": {name: names(side.known) for name, side in both.items()},
        "row": [name or None for name in row_names(state.row)],
        "stack": popcount(state.stack),
        "discards": [KAHUNA.islands[card] for card in moment.discards],
        "secret": {name: popcount(side.secret) for name, side in both.items()},
        "own_secret": None if own is None else names(own.secret),
        "must_take": bool(flow.must_take) and not over,
        "supply": {name: kahuna.SUPPLY - popcount(side.bridges) for name, side in both.items()},
        **_closing(game, seat),
    }


def _exahuna(game: Game, seat: Seat | None) -> dict[str, Any]:
    state: exahuna.State = game.state
    left = (state.left, state.enemy_left) if state.seat == 0 else (state.enemy_left, state.left)
    return {
        **_common(game, seat, "turn"),
        "bridges": _bridge_colours(EXAHUNA, state),
        "control": _control(EXAHUNA, state),
        "supply": dict(zip(SEATS, left, strict=True)),
        **_closing(game, seat),
    }


def _special(game: Game, seat: Seat | None) -> dict[str, Any]:
    state: special.State = game.state
    kinds = state.kinds
    white, black = bridges(state)
    supplies = (state.supply, state.enemy_supply) if state.seat == 0 else (state.enemy_supply, state.supply)
    return {
        **_common(game, seat, "turn"),
        "bridges": {
            EXAHUNA.links[link]: {
                "colour": SEATS[black >> link & 1],
                "kind": special.KINDS[special.kind_at(kinds, link)],
            }
            for link in bits_of(white | black)
        },
        "control": _control(EXAHUNA, state),
        "supply": {
            name: {kind: supply >> 3 * number & 7 for number, kind in enumerate(special.KINDS)}
            for name, supply in zip(SEATS, supplies, strict=True)
        },
        "values": {
            name: {
                "white": special.points(white, black, kinds, exahuna.LINKS_AT[island]),
                "black": special.points(black, white, kinds, exahuna.LINKS_AT[island]),
            }
            for island, name in enumerate(EXAHUNA.islands)
        },
        "worth": {name: special.worth(kinds, island) for island, name in enumerate(EXAHUNA.islands)},
        **_closing(game, seat),
    }
