"""Evaluations made for tests: worths that need no net, and games to account for."""

from hashlib import blake2b
from random import Random
from typing import Any

from kahuna import Game
from kahuna.review.assessors import KnownPosition
from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.ruleset import Rules, engine_of, other


class ArbitraryAssessor:
    """A worth without any sense: a number made of the state. Where a card is awaited, the mean over what can come."""

    hidden_means = "cards"
    net = "none"

    def position(self, view: Any) -> KnownPosition:
        """Nothing can be decided by it."""
        raise NotImplementedError

    def start(self, rules: Rules) -> float:
        """As senseless as the rest, but where nothing is dealt it is that of the first state."""
        return quiet(repr(rules)) if rules.game == "kahuna" else self.white(Game(rules).state)

    def white(self, state: Any) -> float:
        """White's chance, or so it says."""
        if state.outcome:
            return worth(state.outcome, WHITE)
        if not getattr(state, "due", 0):
            return self.senseless(state)
        if kahuna.opens_round(
            state
        ):  # a row of three is too much for a test: the state itself says what it is worth
            return self.senseless(state)
        cards = cards_of(state.stack)
        return sum(self.white(kahuna.deal(state, card)) for card in cards) / len(cards)

    def senseless(self, state: Any) -> float:
        """The number of a state."""
        return quiet(repr(state))


class HastyAssessor(ArbitraryAssessor):
    """The same, with numbers that are made sooner, for thousands of games."""

    def senseless(self, state: Any) -> float:
        """The number of a state; states are whole numbers, whose hash is the same everywhere."""
        return (hash(state) & 0xFFFFFF) / 0x1000000


def quiet(text: str) -> float:
    """A number from 0 to 1 that depends on the text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)


class SolvedAssessor(ArbitraryAssessor):
    """The true worth of the last few moves of a game without chance, both sides playing their best; 1/2 before."""

    def __init__(self, game: Game, moves: int) -> None:
        self.engine = engine_of(game.rules.game)
        self.solved: dict[Any, float] = {}
        self.first = game.moments[-1 - moves].state
        self.solve(self.first)

    def start(self, rules: Rules) -> float:
        """Nobody knows."""
        return 0.5

    def white(self, state: Any) -> float:
        """The worth, where it was worked out."""
        return worth(state.outcome, WHITE) if state.outcome else self.solved.get(state, 0.5)

    def solve(self, state: Any) -> float:
        """White's result if both sides play their best."""
        if state.outcome:
            return worth(state.outcome, WHITE)
        if state not in self.solved:
            codes = self.engine.codes(self.engine.legal(state))
            results = [self.solve(self.engine.play(state, code)) for code in codes]
            self.solved[state] = max(results) if state.seat == WHITE else min(results)
        return self.solved[state]

    def losses(self, game: Game) -> dict[int, float]:
        """What each decision from there on gave away."""
        found = {}
        for number, step in enumerate(game.steps):
            before = game.moments[number].state
            if before in self.solved:
                fall = self.white(before) - self.white(game.moments[number + 1].state)
                found[number] = fall if step.seat == WHITE else -fall
        return found


def cut_short(game: Game, how: str, random: Random) -> Game:
    """The game as it was after some of its actions: still running, or ended from outside."""
    shorter = Game(game.rules, game.dealer)
    for step in game.steps[: random.randrange(len(game.steps))]:
        shorter.play_code(step.code)
    if how != "running":
        seat = shorter.to_move
        assert seat
        shorter.end(how, other(seat))
    return shorter
