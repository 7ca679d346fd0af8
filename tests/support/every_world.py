"""Every world that fits what a seat has seen of a game of Kahuna, by plain enumeration over islands' counts.

Round by round, all hands that the opponent can have are followed through their moves as the seat saw them: a card from
the stack may be any that is left, a secret discard any that they hold, a card played must be one that they hold. When a
round ends every card lies in a hand or on the pile, so what the seat does not see they held or discarded.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

from kahuna import Game
from kahuna.rules import kahuna
from kahuna.rules.bits import add_card
from kahuna.table.games.kahuna_events import cards_played
from kahuna.table.ruleset import SEATS

Counts = tuple[int, ...]  # how many cards of each island
World = tuple[int, int]  # the opponent's hand and secret discards, as multisets of the kernels


class TooMany(Exception):
    """There are more possibilities than anybody wants to wait for."""


class Move(NamedTuple):
    """A card that came into a hand or left it; `card` is what the seat would not see of the opponent's secrets."""

    seat: int
    how: str
    card: int


class Branch(NamedTuple):
    """The opponent's hand, their secret discards of the round, and all that came to them unseen in the round."""

    hand: Counts
    away: Counts
    unseen: Counts


def with_card(counts: Counts, island: int, more: int = 1) -> Counts:
    """The counts with one card more or less."""
    return (*counts[:island], counts[island] + more, *counts[island + 1 :])


def count(cards: list[int]) -> Counts:
    """How many there are of each island."""
    return tuple(cards.count(island) for island in range(12))


def packed(counts: Counts) -> int:
    """The cards as the kernels hold them."""
    word = 0
    for island, number in enumerate(counts):
        for _ in range(number):
            word = add_card(word, island)
    return word


def moves_by_round(game: Game) -> list[list[Move]]:
    """What came into hands and left them, in each round."""
    rounds: list[list[Move]] = [[]]
    for step, after in zip(game.steps, game.moments[1:], strict=True):
        if step.code < kahuna.DISCARD:
            rounds[-1] += [Move(step.seat, "play", card) for card in cards_played(step.code)]
        elif step.code < kahuna.TAKE_ROW:
            rounds[-1].append(Move(step.seat, "away", step.code - kahuna.DISCARD))
        elif step.code <= kahuna.TAKE_STACK:
            how = "stack" if step.code == kahuna.TAKE_STACK else "row"
            rounds[-1].append(Move(step.seat, how, step.card))
        if after.state.flow.round > len(rounds):
            rounds.append([])
    return rounds


def every_world(game: Game, seat: int, most: int = 1500) -> set[World]:
    """All that the other player's hand and secret discards can be; TooMany if that takes too long."""
    deck, begins = game.decks[0], SEATS.index(game.rules.first) == seat
    own = deck[:3] if begins else deck[3:6]
    hands = {count(list(cards)) for cards in combinations_with_replacement(range(12), 3)}
    rounds = moves_by_round(game)
    branches: set[Branch] = set()
    for number, moves in enumerate(rounds, 1):
        open_cards = list(own)
        open_cards += [
            move.card for move in moves if move.how == "row" or (move.seat, move.how) == (seat, "stack")
        ]
        if number == len(rounds):
            open_cards += [
                (game.state.row >> shift & 15) - 1 for shift in (0, 4, 8) if game.state.row >> shift & 15
            ]
        left = tuple(2 - open_cards.count(island) for island in range(12))
        branches = {
            Branch(hand, (0,) * 12, hand)
            for hand in hands
            if all(a <= b for a, b in zip(hand, left, strict=True))
        }
        for move in moves:
            if move.seat != seat:
                branches = {after for branch in branches for after in _followed(branch, move, left)}
            if len(branches) > most:
                raise TooMany
        for move in (move for move in moves if move.seat == seat):
            own.append(move.card) if move.how in ("row", "stack") else own.remove(move.card)
        hands = {branch.hand for branch in branches if branch.unseen == left}
    return {(packed(branch.hand), packed(branch.away)) for branch in branches}


def _followed(branch: Branch, move: Move, left: Counts) -> list[Branch]:
    """What may be after a move of the opponent; their secrets are not looked at."""
    hand, away, unseen = branch
    if move.how == "play":
        return [branch._replace(hand=with_card(hand, move.card, -1))] if hand[move.card] else []
    if move.how == "row":
        return [branch._replace(hand=with_card(hand, move.card))]
    if move.how == "away":
        return [
            Branch(with_card(hand, card, -1), with_card(away, card), unseen)
            for card in range(12)
            if hand[card]
        ]
    return [
        Branch(with_card(hand, card), away, with_card(unseen, card))
        for card in range(12)
        if unseen[card] < left[card]
    ]
