"""What was played in the games of a batch, kept so that any of them can be written as a record."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kahuna.rules.bits import below, next_random, nth_card, popcount
from kahuna.table.game import Game
from kahuna.table.record import read_record, write_record
from kahuna.table.ruleset import Rules
from kahuna.table.spec import Cards


class BatchGame(NamedTuple):
    """One game: where it began, the generator of its cards then, and what was played since."""

    origin: Any  # a record, None for a game from its beginning
    generator: int
    codes: tuple[int, ...] = ()


def read_played(entry: Sequence[Any]) -> BatchGame:
    """What a file says of a game's past."""
    origin, generator, codes = entry
    return BatchGame(origin, generator, tuple(codes))


class ToldDealer:
    """Deals these cards, round by round; the rest of a deck follows in any order."""

    def __init__(self, decks: list[list[int]]) -> None:
        self.decks = decks

    def shuffle(self, round: int, cards: Any) -> list[int]:
        """The cards that were dealt in this round, then all others."""
        rest = list(cards)
        for card in self.decks[round - 1]:
            rest.remove(card)
        return [*self.decks[round - 1], *rest]


def game_of(rules: Rules, played: BatchGame) -> Game:
    """The game at a table, with the very cards that the batch dealt."""
    origin = read_record(played.origin) if played.origin is not None else None
    start = Game(rules, seed=0) if origin is None else origin
    cards = start.spec.cards
    game = start
    if cards is not None:
        game = Game(rules, ToldDealer(_decks(rules, cards, origin, played)))
        for step in origin.steps if origin else ():
            game.play_code(step.code)
    for code in played.codes:
        game.play_code(code)
    return game


def record_of(rules: Rules, played: BatchGame) -> Any:
    """The game as a record."""
    return write_record(game_of(rules, played))


def _decks(rules: Rules, cards: Cards, origin: Game | None, played: BatchGame) -> list[list[int]]:
    """The cards in the order in which they left the stack, round by round, found by repeating the deals."""
    x, engine = played.generator, (origin or Game(rules, seed=0)).engine
    if origin is None:
        state, decks = Game(rules, seed=0).spec.start(rules), list[list[int]]()
    else:
        state = origin.state
        decks = [list(deck) for deck in origin.decks]
        decks[-1] = decks[-1][: len(decks[-1]) - len(cards.stack(state))]
    codes = [*([-1] if origin is None else []), *played.codes]
    for code in codes:
        if code >= 0:
            state = engine.play(state, code)
        while cards.due(state):
            x = next_random(x)
            if len(decks) < cards.round(state):
                decks.append([])
            card = nth_card(state.stack, below(x, popcount(state.stack)))
            decks[-1].append(card)
            state = cards.deal(state, card)
    return decks
