"""Another past that a seat cannot tell from the true one: the hidden cards, and where they came from, are sampled
again.

The hidden cards of now are sampled by `table/games/kahuna_worlds.py`, every way to hand them out with the same chance.
Then the log is walked backwards: each card that the opponent took from the stack, or discarded secretly, is chosen
among those they had, until their first hand is reached. All pasts that fit a world may be chosen; they are not
weighted.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from kahuna.rules import kahuna
from kahuna.rules.bits import WORD, add_card, cards_of, count_card, remaining, remove_card
from kahuna.table.dealer import SeededDealer
from kahuna.table.game import Game
from kahuna.table.games.kahuna_clues import LogLine, log_lines, numbers_of, played, taken
from kahuna.table.games.kahuna_view import card_multiset
from kahuna.table.games.kahuna_worlds import knowledge, sample_world
from kahuna.table.knowledge import KNOWLEDGE
from kahuna.table.notation import codes_of
from kahuna.table.position import from_position
from kahuna.table.ruleset import Rules
from kahuna.table.view import KahunaView, View, kahuna_view

MAX_SAMPLED = 200

NUMBERS = numbers_of("kahuna")


class Past(NamedTuple):
    """A whole game so far: the order of each round's cards, and the codes of all actions."""

    decks: list[list[int]]
    actions: list[int]


class Round(NamedTuple):
    """What is open to the seat as a round ends, as multisets."""

    own_hand: int
    own_secret: int
    pile: int
    end: int  # the line of the log that opens the next


class Resampler:
    """Samples pasts that fit one view of a running game; what can be worked out from the view is worked out once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = Rules(view["game"], **view["rules"])
        if view["seat"] is None:
            raise ValueError("a spectator's view cannot be resampled; take the view of a seat")
        if view["to_move"] is None:
            raise ValueError("the game is over: there is nothing left to imagine")
        if from_position(view):
            raise ValueError("a game that started from a position has no past to imagine")
        if view["game"] in KNOWLEDGE:
            seen = kahuna_view(view)
            self._facts = knowledge(seen)
            self._log = list(log_lines(seen))
            self._first_hand, self._rounds = _followed(seen, self._log)

    def past(self, random: Random) -> Past:
        """A past that looks to the seat exactly as the view does."""
        if self.view["game"] not in KNOWLEDGE:
            return Past([], [codes_of(self.view["game"])[text] for text in self.view["log"]])
        for _ in range(MAX_SAMPLED):
            world, _ = sample_world(self._facts, random.randrange(1, WORD))
            rival = world.enemy if self._facts.mine else world.own
            cards: dict[int, int] = {}
            first = self._walk(len(self._log) - 1, rival.hand, rival.secret, random, cards, set())
            if first is not None:
                return self._told(first, cards, random.sample(rest := cards_of(world.stack), len(rest)))
        raise RuntimeError("no past was found that fits this view; it has too many secret discards to follow")

    def game(self, random: Random) -> Game:
        """The same as a game at the table, to be played on; the rounds to come are shuffled by the generator."""
        decks, actions = self.past(random)
        game = Game(self.rules, _Listed(decks))
        for code in actions:
            game.play_code(code)
        game.dealer = SeededDealer(random.getrandbits(64))
        return game

    def _walk(
        self,
        number: int,
        hand: int,
        away: int,
        random: Random,
        cards: dict[int, int],
        dead: set[tuple[int, int, int]],
    ) -> int | None:
        """The opponent's first hand if they had these cards, and had discarded these, after the line of this number.

        Notes in `cards` which card each of their hidden lines moved; None if there is no way. `dead` holds what has led
        nowhere.
        """
        choices: list[int] = []
        begun = number, hand, away
        while number >= 0:
            actor, text = self._log[number]
            if text.startswith("round "):
                if number == 0:
                    return hand
                away = self._discarded(number, hand)
                if away < 0:
                    break
            elif actor != self.view["seat"]:
                if text in ("+", "~"):
                    choices = cards_of(hand if text == "+" else away)
                    break
                for card in played(text, NUMBERS):
                    hand = add_card(hand, card)
                shown = taken(text, NUMBERS)
                if shown is not None:
                    if not count_card(hand, shown):
                        break
                    hand = remove_card(hand, shown)
            number -= 1
        random.shuffle(choices)
        for card in dict.fromkeys(choices):
            if text == "+":
                before = number - 1, remove_card(hand, card), away
            else:
                before = number - 1, add_card(hand, card), remove_card(away, card)
            if before not in dead:
                cards[number] = card
                found = self._walk(*before, random, cards, dead)
                if found is not None:
                    return found
        dead.add(begun)
        return None

    def _discarded(self, opening: int, hand: int) -> int:
        """What the opponent had discarded when the round before this opening ended: all that was nowhere else."""
        before = next(one for one in self._rounds if one.end == opening)
        deck, used = kahuna.ALL_CARDS, 0
        for some in (before.own_hand, before.own_secret, before.pile, hand):
            if any(count_card(used, card) + count_card(some, card) > 2 for card in range(kahuna.ISLANDS)):
                return -1
            used = remaining(deck, remaining(deck, used, some), 0)
        return remaining(deck, used, 0)

    def _told(self, rival_hand: int, cards: Mapping[int, int], rest: list[int]) -> Past:
        """The past with these hidden cards in it; the cards still in the stack lie in this order."""
        own, rival = cards_of(self._first_hand), cards_of(rival_hand)
        begins = self.rules.first == self.view["seat"]
        decks = [own + rival if begins else rival + own]
        actions: list[int] = []
        for number, (_, text) in enumerate(self._log):
            if text.startswith("round "):
                if number:
                    decks.append([])
                decks[-1] += [NUMBERS[name] for name in text.split(": ")[1].split()]
                continue
            if text[0] == "+":
                actions.append(codes_of("kahuna")[text.split("=")[0]])
                card = NUMBERS[text.split("/")[1]] if "/" in text else taken(text, NUMBERS)
                if actions[-1] == kahuna.TAKE_STACK or "/" in text:
                    decks[-1].append(cards[number] if card is None else card)
            elif text == "~":
                actions.append(kahuna.DISCARD + cards[number])
            else:
                actions.append(codes_of("kahuna")[text])
        decks[-1] += rest
        return Past(decks, actions)


class _Listed:
    """Deals these decks."""

    def __init__(self, decks: Sequence[Sequence[int]]) -> None:
        self.decks = decks

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """The deck of this round."""
        return list(self.decks[round - 1])


def _followed(view: KahunaView, log: list[LogLine]) -> tuple[int, list[Round]]:
    """The seat's own first hand, and what was open to it as each finished round ended."""
    seat, own = view["seat"], [NUMBERS[name] for name in view["hand"] or ()]
    for actor, text in reversed(log):
        if actor == seat and not text.startswith("round "):
            own += played(text, NUMBERS) + ([NUMBERS[text[1:]]] if text[0] == "~" else [])
            card = taken(text, NUMBERS)
            if card is not None:
                own.remove(card)
    first, rounds = card_multiset(own), []
    pile: list[int] = []
    secret: list[int] = []
    for number, (actor, text) in enumerate(log):
        if text.startswith("round "):
            if number:
                rounds.append(Round(card_multiset(own), card_multiset(secret), card_multiset(pile), number))
            pile, secret = [], []
            continue
        cards = played(text, NUMBERS)
        pile += cards
        if actor == seat:
            gone = cards + ([NUMBERS[text[1:]]] if text[0] == "~" else [])
            secret += gone[len(cards) :]
            for card in gone:
                own.remove(card)
            card_taken = taken(text, NUMBERS)
            own += [card_taken] if card_taken is not None else []
    return first, rounds
