"""The games of a batch, played again at the table from the cards that the batch must have dealt."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahuna import Game, Rules
from kahuna.envs.batch import Batch
from kahuna.rules import kahuna
from kahuna.rules.bits import below, cards_of, next_random, nth_card, popcount, seeded
from kahuna.table.ruleset import SEATS
from support.redeal import ListedDealer


class Seen(NamedTuple):
    """One game of a batch before an action, the action, and what the step brought."""

    legal: list[int]
    seat: int
    observation: NDArray[np.uint8]
    action: int
    done: bool
    rewards: tuple[float, float]
    margin: int


def watched(batch: Batch, seed: int, steps: int) -> list[list[list[Seen]]]:
    """For each game of the batch its deals one after the other, by random actions."""
    batch.reset(seed)
    games: list[list[list[Seen]]] = [[[]] for _ in range(batch.games)]
    for _ in range(steps):
        masks, seats = batch.masks().copy(), batch.seats.copy()
        observations, actions = batch.observations().copy(), batch.random_actions().copy()
        rewards, margins, done = batch.step(actions)
        for number, deals in enumerate(games):
            deals[-1].append(
                Seen(
                    np.flatnonzero(masks[number]).tolist(),
                    int(seats[number]),
                    observations[number],
                    int(actions[number]),
                    bool(done[number]),
                    (float(rewards[number, 0]), float(rewards[number, 1])),
                    int(margins[number]),
                )
            )
            if done[number]:
                deals.append([])
    return games


def table_of(rules: Rules, seed: int, game: int, deal: int, actions: list[int]) -> Game:
    """A game at the table with the cards that this deal of a batch gives if these actions are played."""
    if rules.game != "kahuna":
        return Game(rules)
    return Game(rules, ListedDealer(list(_decks(rules, seed, game, deal, actions))))


def _decks(rules: Rules, seed: int, game: int, deal: int, actions: list[int]) -> Iterator[list[int]]:
    """The decks round by round: the cards in the order they were dealt, then those that never were."""
    to = SEATS.index(rules.handicap_to) if rules.handicap_to else 0
    state = kahuna.start(int(rules.planning), rules.handicap, to, SEATS.index(rules.first))
    x = seeded(seeded(seed, game), deal)
    deck: list[int] = []
    number = 1
    for code in [-1, *actions]:
        if code >= 0:
            state = kahuna.play(state, code)
        while state.due:
            if state.flow.round > number and kahuna.opens_round(state):
                yield deck
                deck, number = [], state.flow.round
            x = next_random(x)
            deck.append(nth_card(state.stack, below(x, popcount(state.stack))))
            state = kahuna.deal(state, deck[-1])
    yield deck + cards_of(state.stack)
