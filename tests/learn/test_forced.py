"""The exact search of the open games, against a plain one without any cleverness."""

from random import Random
from typing import Any

import pytest

from kahuna.learn.forced import BEST_MOVES, DEEPEST, ISLANDS_OF, TO_THE_END, Prover, Unproven
from kahuna.rules.outcome import worth
from kahuna.table.ruleset import engine_of


def late_position(game: str, seed: int, plies: int) -> Any:
    """A position of a random game, so many bridges before its end."""
    engine, random = engine_of(game), Random(seed)
    states = [_start(game)]
    while not states[-1].outcome:
        states.append(engine.play(states[-1], random.choice(engine.codes(engine.legal(states[-1])))))
    return states[-1 - plies]


def _start(game: str) -> Any:
    from kahuna.table.game import Game
    from kahuna.table.ruleset import Rules

    return Game(Rules(game)).state


def plainly(game: str, state: Any, seat: int, plies: int, islands: int) -> bool:
    """Whether the seat forces its goal, by trying everything."""
    engine = engine_of(game)
    if state.outcome and islands == TO_THE_END:
        return worth(state.outcome, seat) == 1.0
    if state.outcome or plies == 0:
        return ISLANDS_OF[game](state, seat) >= islands
    every = any if state.seat == seat else all
    codes = engine.codes(engine.legal(state))
    return every(plainly(game, engine.play(state, code), seat, plies - 1, islands) for code in codes)


@pytest.mark.parametrize("game", ["exahuna", "exahuna-special"])
@pytest.mark.parametrize("seed", range(8))
def test_the_search_agrees_with_a_plain_one(game: str, seed: int) -> None:
    plies = 3 if game == "exahuna" else 2
    state = late_position(game, seed, plies)
    now = ISLANDS_OF[game](state, state.seat)
    for islands in (now, now + 1, now + 2):
        answer = Prover(game, 10**6).forces(state, state.seat, plies - 1, islands)
        assert answer == plainly(game, state, state.seat, plies - 1, islands)


@pytest.mark.parametrize("game", ["exahuna", "exahuna-special"])
@pytest.mark.parametrize("seed", range(8))
def test_a_glance_tells_what_the_best_move_adds_and_how_many_are_as_good(game: str, seed: int) -> None:
    state, engine = late_position(game, seed, 12), engine_of(game)
    now = ISLANDS_OF[game](state, state.seat)
    added = {
        code: ISLANDS_OF[game](engine.play(state, code), state.seat) - now
        for code in engine.codes(engine.legal(state))
    }
    best = max(added.values())
    good = [code for code, islands in added.items() if islands == best]
    assert BEST_MOVES[game](state) == (best, len(good), good[0])


@pytest.mark.parametrize("seed", range(8))
def test_who_wins_the_game_is_found_by_searching_to_its_end(seed: int) -> None:
    state = late_position("exahuna", seed, 3)
    for seat in (0, 1):
        expected = plainly("exahuna", state, seat, DEEPEST, TO_THE_END)
        assert Prover("exahuna", 10**6).forces(state, seat, DEEPEST, TO_THE_END) == expected


def test_a_search_that_is_not_finished_proves_nothing() -> None:
    with pytest.raises(Unproven):
        Prover("exahuna", 100).forces(_start("exahuna"), 0, 5, 1)
