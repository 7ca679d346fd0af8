"""Reviews in pieces, for a server: every call carries all it needs, so any worker can answer it at any time.

A record comes as text; the last few are kept in memory, already replayed and ready to be judged. Answers are JSON.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from kahuna.review.assessors import assessor_of
from kahuna.review.data import Option, Review, ReviewedTurn
from kahuna.review.decisions import DEPTHS, DecisionAsked, Seeds, judge
from kahuna.review.labels import careful_label
from kahuna.review.review import WORKERS, labelled, summed
from kahuna.review.walk import WalkedTurn, walk
from kahuna.table.game import Game
from kahuna.table.imagined import until, variation
from kahuna.table.notation import write
from kahuna.table.record import load_record, read_record
from kahuna.table.ruleset import SEATS, Seat

KEPT = 8  # games in mind
PORTION = {"quick": 12, "normal": 4, "deep": 2}  # decisions judged before other work gets its turn
LOOKING = 400  # iterations for the chances of a position that is explored
SEED = "0"  # of all reviews that are kept


class Outline(msgspec.Struct, frozen=True):
    """What is known of a game before anything is judged."""

    review: Review  # without turns
    turns: int  # how many there will be


class Portion(msgspec.Struct, frozen=True):
    """Some turns, judged."""

    turns: tuple[ReviewedTurn, ...]


class Explored(msgspec.Struct, frozen=True):
    """A position reached by trying something: chances as the seat to move would know it."""

    action: str | None  # the last one
    seat: str | None  # who did it
    events: list[Any]
    view: Any
    hands: Any
    legal: list[str]
    options: tuple[Option, ...]
    white: float  # White's chance


class Tried(msgspec.Struct, frozen=True):
    """An answer to "find something better"."""

    action: str
    best: str
    label: str
    loss: float
    chance: float
    best_chance: float
    events: list[Any]  # what it would have done


class _Known(NamedTuple):
    game: Game
    turns: list[WalkedTurn]


@lru_cache(KEPT)
def _known(record: str) -> _Known:
    game = read_record(load_record(record))
    return _Known(game, list(walk(game)))


def outline(record: str, depth: str) -> bytes:
    """The account before any decision is judged, and how many turns there are."""
    game, walked = _known(record)
    return msgspec.json.encode(Outline(summed(game, {}, depth, SEED, [], False), len(walked)))


def portion(record: str, depth: str, first: int) -> bytes:
    """The turns from this place on, judged: some decisions' worth, at least one turn."""
    game, walked = _known(record)
    chosen: list[WalkedTurn] = []
    for turn in walked[first:]:
        if chosen and sum(len(each.decisions) for each in [*chosen, turn]) > PORTION[depth]:
            break
        chosen.append(turn)
    assessor, asked = assessor_of(game.rules.game), [one for turn in chosen for one in turn.decisions]
    with ThreadPoolExecutor(WORKERS) as pool:
        judged = list(pool.map(lambda one: judge(assessor, one, DEPTHS[depth], SEED), asked))
    found = {decision.number: decision for decision in judged}
    turns = [labelled(turn, [found[one.number] for one in turn.decisions]) for turn in chosen]
    return msgspec.json.encode(Portion(tuple(turns)))


def whole(record: str, depth: str, turns: Sequence[bytes]) -> bytes:
    """The review made of all turns, as JSON of portions."""
    portions = [msgspec.json.decode(part, type=Portion) for part in turns]
    game = _known(record).game
    judged = [turn for part in portions for turn in part.turns]
    return msgspec.json.encode(summed(game, {}, depth, SEED, judged, True))


def explored(record: str, at: int, known: Seat | None, actions: Sequence[str]) -> bytes:
    """The position after these actions, played from a moment of the game.

    With a seat in `known` the opponent's cards there are imagined as that seat knew them, always in the same way.
    """
    game = variation(_known(record).game, at, known, actions)
    mover = SEATS[game.steps[-1].seat] if actions else None
    options: tuple[Option, ...] = ()
    seat = game.to_move
    if seat is None:
        assert game.result
        white = {"white": 1.0, "black": 0.0, None: 0.5}[game.result["winner"]]
    else:
        view = game.view(seat)
        position = assessor_of(game.rules.game).position(view)
        choices = position.choices(LOOKING, Seeds(view, SEED).number("looking", 0))
        options = tuple(Option(write(game.rules.game, code), chance) for code, chance in choices)
        white = options[0].chance if seat == "white" else 1.0 - options[0].chance
    public = game.view(None)
    return msgspec.json.encode(
        Explored(
            actions[-1] if actions else None,
            mover,
            game.events(mover) if mover else [],
            public | {"log": []},
            game.spec.hands(game.state) if game.spec.hands else None,
            game.legal(),
            options,
            white,
        )
    )


def tried(record: str, number: int, action: str) -> bytes:
    """What another action would have been worth in place of the one with this number."""
    game = until(_known(record).game, number)
    seat = game.to_move
    assert seat
    events = game.preview(action, seat)
    view = game.view(seat)
    assessor = assessor_of(game.rules.game)
    decision = judge(assessor, DecisionAsked(number, view, action), DEPTHS["normal"], SEED)
    label = careful_label(decision.loss, decision.uncertainty) if decision.loss else "best"
    return msgspec.json.encode(
        Tried(action, decision.best, label, decision.loss, decision.played_chance, decision.chance, events)
    )


CALLS = {call.__name__: call for call in (outline, portion, whole, explored, tried)}
