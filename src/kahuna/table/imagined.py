"""A moment of a game as the start of another one, with what a seat could not see sampled again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from kahuna.rules.bits import cards_of, seeded
from kahuna.table.dealer import SeededDealer
from kahuna.table.games.kahuna_worlds import knowledge, sample_world
from kahuna.table.position import LEFT_OUT, Position, position_of
from kahuna.table.seats import Seat, other
from kahuna.table.view import kahuna_view

if TYPE_CHECKING:
    from kahuna.table.game import Game


def as_known(game: Game, seat: Seat, seed: int) -> Position:
    """The position of a running game for a new one, in which this seat knows what it knows now and no more.

    The opponent's hand and secret discards are one of the worlds that the seat cannot tell from the true one.
    """
    position = position_of(game)
    if not game.spec.hidden or not game.spec.cards:
        return position
    world, _ = sample_world(knowledge(kahuna_view(game.view(seat))), seeded(seed, 0))
    names = game.spec.cards.names
    rival = world.enemy if game.to_move == seat else world.own
    hand, secret = ([names[card] for card in cards_of(cards)] for cards in (rival.hand, rival.secret))
    if game.to_move == other(seat):
        return position | {"hand": hand, "own_secret": secret}
    return position | {"opponent_hand": hand, "opponent_secret": secret}


def as_watched(game: Game, seed: str) -> Position:
    """The position of a running game for a new one, with hands as someone who sees none of them may imagine them.

    Only the public view is used, so no hidden card can change it (K16).
    """
    if not game.spec.hidden or not game.spec.cards or not game.to_move:
        return position_of(game)
    view = kahuna_view(game.view(None))
    position: dict[str, Any] = {key: value for key, value in view.items() if key not in LEFT_OUT}
    unseen = 2 * list(game.spec.cards.names)
    for card in (
        *filter(None, view["row"]),
        *view["discards"],
        *view["known"]["white"],
        *view["known"]["black"],
    ):
        unseen.remove(card)
    Random(seed).shuffle(unseen)
    mover, rival = game.to_move, other(game.to_move)
    hands = {
        seat: [
            *view["known"][seat],
            *(unseen.pop() for _ in range(view["cards"][seat] - len(view["known"][seat]))),
        ]
        for seat in (mover, rival)
    }
    secrets = {seat: [unseen.pop() for _ in range(view["secret"][seat])] for seat in (mover, rival)}
    return position | {
        "seat": mover,
        "hand": hands[mover],
        "own_secret": secrets[mover],
        "opponent_hand": hands[rival],
        "opponent_secret": secrets[rival],
    }


def variation(game: Game, number: int, known: Seat | None, actions: Sequence[str]) -> Game:
    """A game that departs from this one just before an action; the same question always gives the same game.

    With a seat in `known`, what that seat could not know is imagined; otherwise everything is as it was.
    """
    before = until(game, number)
    luck = f"from {number}"
    if known and before.to_move:
        before = type(before)(before.rules, seed=luck, start=as_known(before, known, number))
    else:
        before.dealer = SeededDealer(luck)  # of rounds that were never played
    for action in actions:
        before.play(action)
    return before


def until(game: Game, number: int) -> Game:
    """The game as it was before the action with this number."""
    if not 0 <= number <= len(game.steps):
        raise ValueError(f"there are {len(game.steps)} actions, so there is no moment {number}")
    before = game.fork()
    before.rewind(number)
    return before
