"""Replays a game turn by turn, with what each seat knew when it decided."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kahuna.review.decisions import DecisionAsked
from kahuna.table.game import Game
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Seat, engine_of
from kahuna.table.view import has_cards


class WalkedTurn(NamedTuple):
    """What a seat did in a turn, and its decisions."""

    seat: Seat
    turn: int  # 0 for handicap bridges (K15)
    round: int | None
    first: int
    actions: tuple[str, ...]
    decisions: tuple[DecisionAsked, ...]


class SameDecks:
    """Deals the cards of a game that was played."""

    def __init__(self, decks: Sequence[Sequence[int]]) -> None:
        self._decks = iter(decks)

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:  # noqa: ARG002 (they are known)
        """The next deck; a game from a position has none of the rounds before."""
        return list(next(self._decks))


def again(game: Game) -> Iterator[Game]:
    """Yields the game before each of its actions; always the same object, advanced step by step."""
    replayed = Game(game.rules, SameDecks(game.decks), start=game.start)
    for step in game.steps:
        yield replayed
        replayed.play_code(step.code)


def walk(game: Game) -> Iterator[WalkedTurn]:
    """The turns of a game."""
    name = game.rules.game
    actions = [write(name, step.code) for step in game.steps]
    whose = [_turn(game, number) for number in range(len(actions))]
    here: list[int] = []
    views = []
    for number, now in enumerate(again(game)):
        here.append(number)
        views.append(now.view(now.to_move))
        if number + 1 < len(actions) and whose[number + 1] == whose[number]:
            continue
        asked = [
            DecisionAsked(place, view, actions[place], _other_orders(game, place, here[-1]))
            for place, view in zip(here, views, strict=True)
            if len(view["legal"]) > 1
        ]
        seat, turn = whose[number]
        done = tuple(actions[place] for place in here)
        first = views[0]
        round = first["round"] if has_cards(first) else None
        yield WalkedTurn(SEATS[seat], turn, round, here[0], done, tuple(asked))
        here, views = [], []


def turn_count(game: Game) -> int:
    """How many turns were played, the handicap bridges counting as one."""
    return len({_turn(game, number) for number in range(len(game.steps))})


def _turn(game: Game, number: int) -> tuple[int, int]:
    """The seat and the turn of an action."""
    state = game.moments[number].state
    placing = getattr(getattr(state, "flow", None), "handicap", 0)
    return state.seat, 0 if placing else state.turn


def _other_orders(game: Game, number: int, last: int) -> tuple[str, ...]:
    """Later actions of the same turn that could have come now, all else in its order, and led to the same place."""
    engine, states = engine_of(game.rules.game), [moment.state for moment in game.moments]
    found = []
    for later in range(number + 1, last + 1):
        state = states[number]
        for place in (later, *range(number, later)):
            code = game.steps[place].code
            if not engine.is_legal(engine.legal(state), code):
                break
            state = engine.play(state, code)
        else:
            if state == states[later + 1]:
                found.append(write(game.rules.game, game.steps[later].code))
    return tuple(found)
