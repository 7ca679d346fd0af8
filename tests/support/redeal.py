"""Re-deals what a seat cannot see: the same game as far as it can tell, with other hidden cards.

The 24 cards are followed one by one as tokens (two cards of one island are two tokens). A token that the seat has never
seen may be any other that it has never seen; and cards of the last shuffle that it has not seen since may lie in any
other order. The opponent's secret discards are renamed with their cards.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from kahuna import Game
from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.table.games.kahuna_events import cards_played
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Seat


class ListedDealer:
    """Deals these decks."""

    def __init__(self, decks: Sequence[Sequence[int]]) -> None:
        self.decks = decks

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """The deck of this round; it must hold these cards."""
        deck = list(self.decks[round - 1])
        assert sorted(deck) == list(cards), "a re-deal must be a permutation of what is shuffled"
        return deck


class Deal(NamedTuple):
    """A game of Kahuna: its cards, round by round, and what was played."""

    decks: list[list[int]]
    actions: list[str]


class Move(NamedTuple):
    """A token that came into a hand or left it."""

    seat: int
    how: str  # "play", "discard", "row" or "stack"
    token: int


class Round(NamedTuple):
    """What happened to tokens in one round."""

    hands: tuple[list[int], list[int]]  # as it began
    row: set[int]  # all that were ever shown there
    moves: list[Move]


class Hidden:
    """A game of Kahuna followed token by token up to some action, with what one seat has seen of it."""

    def __init__(self, game: Game, seat: Seat | None, actions: int, random: Random) -> None:
        self.game, self.seat, self.random = game, seat, random
        self.names = list(game.decks[0])  # the island of each token; tokens are places in the first deck
        self.decks: list[list[int]] = []  # of tokens
        self.hands: tuple[list[int], list[int]] = ([], [])
        self.row: list[int | None] = [None, None, None]
        self.stack: list[int] = []
        self.pile: list[int] = list(range(24))
        self.seen: set[int] = set()  # ever
        self.seen_lately: set[int] = set()  # since the last shuffle
        self.actions: list[str] = []
        self.secrets: dict[int, tuple[int, int]] = {}  # number of a hidden discard: its round and token
        self.rounds: list[Round] = []
        self._shuffle()
        first = SEATS.index(game.rules.first)
        for hand in (first, 1 - first):
            self.hands[hand].extend(self.stack[:3])
            self._show(self.stack[:3], hand)
            del self.stack[:3]
        self._fill_row()
        for number in range(actions):
            self._follow(number)

    def _show(self, tokens: list[int], owner: int | None = None) -> None:
        """These tokens become visible: to everybody, or to their owner only."""
        if owner is None or self.seat == SEATS[owner]:
            self.seen.update(tokens)
            self.seen_lately.update(tokens)

    def _shuffle(self) -> None:
        """The pile becomes the next deck; which of two equal cards lies where is anybody's guess."""
        self.random.shuffle(self.pile)
        deck = []
        for island in self.game.decks[len(self.decks)]:
            token = next(token for token in self.pile if self.names[token] == island)
            self.pile.remove(token)
            deck.append(token)
        self.decks.append(deck)
        self.stack, self.seen_lately = list(deck), set()

    def _fill_row(self) -> None:
        self.rounds.append(Round((list(self.hands[0]), list(self.hands[1])), set(), []))
        for slot in range(3):
            self.row[slot] = self.stack.pop(0)
        self._show_row()

    def _show_row(self) -> None:
        shown = [token for token in self.row if token is not None]
        self.rounds[-1].row.update(shown)
        self._show(shown)

    def _token(self, seat: int, island: int, seen: bool) -> int:
        """A card of this island in this hand, by choice one that the seat knows to be there (or not)."""
        tokens = [token for token in self.hands[seat] if self.names[token] == island]
        old = self.seen - set(self.decks[-1])  # held since before the last shuffle
        return min(tokens, key=lambda token: (self._known(token, old) != seen, self.random.random()))

    def _known(self, token: int, old: set[int]) -> bool:
        return token in self.seen_lately or token in old

    def _follow(self, number: int) -> None:
        step = self.game.steps[number]
        text = write("kahuna", step.code)
        hand = self.hands[step.seat]
        if step.code < kahuna.DISCARD:
            for island in cards_played(step.code):
                token = self._token(step.seat, island, True)
                hand.remove(token)
                self.pile.append(token)
                self._show([token])
                self.rounds[-1].moves.append(Move(step.seat, "play", token))
        elif step.code < kahuna.TAKE_ROW:
            token = self._token(step.seat, step.code - kahuna.DISCARD, self.random.random() < 0.3)
            hand.remove(token)
            self.pile.append(token)
            self.rounds[-1].moves.append(Move(step.seat, "discard", token))
            if self.seat != SEATS[step.seat]:
                self.secrets[number] = (len(self.decks), token)
        elif step.code < kahuna.TAKE_STACK:
            slot = step.code - kahuna.TAKE_ROW
            taken = self.row[slot]
            assert taken is not None
            hand.append(taken)
            self.rounds[-1].moves.append(Move(step.seat, "row", taken))
            self.row[slot] = self.stack.pop(0) if self.stack else None
            self._show_row()
        elif step.code == kahuna.TAKE_STACK:
            hand.append(self.stack.pop(0))
            self._show(hand[-1:], step.seat)
            self.rounds[-1].moves.append(Move(step.seat, "stack", hand[-1]))
        self.actions.append(text)
        if len(self.decks) < self.game.moments[number + 1].state.flow.round <= len(self.game.decks):
            self._shuffle()
            self._fill_row()

    def secretly_held(self) -> int:
        """How many cards in hands and among secret discards may be others as far as the seat knows."""
        tokens = {*self.hands[0], *self.hands[1], *(token for _, token in self.secrets.values())}
        unsure = set(range(24)) - self.seen | set(self.decks[-1]) - self.seen_lately
        return len(tokens & unsure)

    def redealt(self) -> Deal:
        """Another deal, and the actions in it, that have looked the same to the seat up to here."""
        order, names = self._other_order(), self._other_names()
        decks = [[names[token] for token in deck] for deck in [*self.decks[:-1], order]]
        moved = dict(zip(self.decks[-1], order, strict=True))
        actions = list(self.actions)
        for number, (round, token) in self.secrets.items():
            lying = moved.get(token, token) if round == len(self.decks) else token
            actions[number] = f"~{KAHUNA.islands[names[lying]]}"
        return Deal(decks, actions)

    def _other_order(self) -> list[int]:
        """The last deck with the places mixed that the seat has not seen since it was shuffled."""
        deck = list(self.decks[-1])
        places = [place for place, token in enumerate(deck) if token not in self.seen_lately]
        mixed = self.random.sample(places, len(places))
        for place, source in zip(places, mixed, strict=True):
            deck[place] = self.decks[-1][source]
        return deck

    def _other_names(self) -> list[int]:
        """The tokens' islands, mixed among those that the seat has never seen."""
        unseen = [token for token in range(24) if token not in self.seen]
        names = list(self.names)
        for token, source in zip(unseen, self.random.sample(unseen, len(unseen)), strict=True):
            names[token] = self.names[source]
        return names
