"""A review as data: what pages, the command line and tests read. Its JSON form is these fields as they stand.

Chances are from 0 to 1. Those of a decision are the deciding seat's, those of steps and of the account are White's.
"""

from typing import Any

import msgspec

from kahuna.table.view import Result, Settings


class Message(msgspec.Struct, frozen=True):
    """A sentence in any language: a key of `messages.ENGLISH`, and what fills its blanks."""

    key: str
    facts: dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """An action with the seat's chance to win after it, as the choosing search saw it."""

    action: str
    chance: float


class Decision(msgspec.Struct, frozen=True):
    """A choice between at least two legal actions, judged as its seat knew the game."""

    number: int  # of the action in the game, from 0
    played: str
    best: str
    chance: float  # after the best action
    played_chance: float
    loss: float  # signed; exactly 0 where played is best
    uncertainty: float  # one standard error of the loss
    options: tuple[Option, ...]  # the best few, the preferred first
    effort: int  # iterations of search


class Improvement(msgspec.Struct, frozen=True):
    """What would have been better in a turn that lost something, at its costliest decision, in words."""

    decision: int  # index in the turn's decisions
    number: int  # of the action
    played: str
    better: str
    words: tuple[Message, ...]
    events: list[Any]  # what the better action would have done to the board


class ReviewedTurn(msgspec.Struct, frozen=True):
    """What a seat did in a turn."""

    seat: str
    turn: int  # as in views; 0 for handicap bridges
    round: int | None
    first: int  # number of its first action
    actions: tuple[str, ...]
    label: str
    loss: float
    uncertainty: float
    decisions: tuple[Decision, ...]
    advice: Improvement | None = None


class ReviewedStep(msgspec.Struct, frozen=True):
    """An action and the cards it brought, with all cards seen: White's chance after it and what changed it."""

    number: int
    seat: str
    action: str
    white: float  # White's chance afterwards
    play: float  # change by the action; the seat's own loss and what was hidden are parts of it
    cards: float  # change by the cards that came
    hidden: float  # the part of `play` that the seat could not see


class Account(msgspec.Struct, frozen=True):
    """Where the result came from, White's view: the first five add up to the last."""

    start: float
    cards: float
    white: float
    black: float
    hidden: float
    result: float


class ReviewedPlayer(msgspec.Struct, frozen=True):
    """A seat's play as a whole."""

    name: str
    turns: int  # with a choice
    loss: float  # of all turns together
    mean_loss: float | None  # of a turn with a choice
    accuracy: float | None  # share of these labelled best or good
    labels: dict[str, int]
    luck: float  # what cards gave this seat


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that decided much; its advice says the same."""

    letter: str
    turn: int  # index in `Review.turns`
    decision: int  # index in that turn's decisions: the costliest one
    number: int  # of the action
    seat: str
    label: str
    loss: float
    played: str
    better: str
    words: tuple[Message, ...]


class Review(msgspec.Struct, frozen=True):
    """A whole game."""

    version: int
    game: str
    rules: Settings
    names: dict[str, str]
    result: Result | None
    depth: str
    seed: str
    net: str  # check sum of what judged full states
    complete: bool  # False if it was stopped before the last turn
    opening: float  # White's chance after the first deal, all cards seen
    steps: tuple[ReviewedStep, ...]
    turns: tuple[ReviewedTurn, ...]
    players: dict[str, ReviewedPlayer]
    points: tuple[TurningPoint, ...]
    account: Account
    hidden_means: str  # "cards" where cards are hidden, "later" where only the evaluation saw more later


def to_json(review: Review) -> bytes:
    """The review as one JSON object."""
    return msgspec.json.encode(review)
