"""Resampling: another past that fits everything the seat has seen, and only that."""

from random import Random

import pytest

from kahuna import Game, Rules
from kahuna.envs.information import information_state
from kahuna.envs.resample import Resampler
from kahuna.rules import kahuna
from kahuna.table.ruleset import SEATS
from support.every_world import TooMany, every_world
from support.some_games import ALL_RULES, games


@pytest.mark.parametrize("name", ALL_RULES)
def test_a_resampled_game_looks_the_same_to_its_seat(name: str) -> None:
    """Guard 3 for whole pasts: the view, the log and the information state are the very same."""
    random, hidden = Random(name), 0
    for game, choose in games(name, 10):
        while not game.over:
            if random.random() < 0.08:
                for seat in SEATS:
                    view = game.view(seat)
                    again = Resampler(view).game(random)
                    assert again.view(seat) == view
                    assert information_state(again.view(seat)) == information_state(view)
                    hidden += again.state != game.state
            game.play_code(choose())
    assert hidden > 20 or name.startswith("exahuna")


def discarder(game: Game, random: Random) -> int:
    """Discards secretly whenever it can."""
    codes = game.codes()
    away = [code for code in codes if kahuna.DISCARD <= code < kahuna.TAKE_ROW]
    return random.choice(away if away and random.random() < 0.8 else codes)


def test_games_full_of_secret_discards_can_be_resampled() -> None:
    """K6: nothing is harder to follow than what was discarded secretly, round after round."""
    random = Random(6)
    for seed in range(12):
        game = Game(seed=seed)
        while not game.over:
            if random.random() < 0.05:
                view = game.view(SEATS[seed % 2])
                assert Resampler(view).game(random).view(SEATS[seed % 2]) == view
            game.play_code(discarder(game, random))


def test_all_worlds_that_can_be_are_found_and_no_other() -> None:
    """The opponent's hand and secret discards range over exactly those that a search of all worlds finds."""
    random, compared = Random(1), 0
    for game, choose in games("standard", 12):
        while not game.over:
            try:
                worlds = every_world(game, 0) if random.random() < 0.1 else set()
            except TooMany:
                worlds = set()
            if 1 < len(worlds) <= 30:
                sampler, found = Resampler(game.view("white")), set()
                for _ in range(40 * len(worlds)):
                    state = sampler.game(random).state
                    side = state.enemy if state.flow.seat == 0 else state.own
                    found.add((side.hand, side.secret))
                assert found == worlds
                compared += 1
            game.play_code(choose())
            if compared == 8:
                return
    assert compared > 3


def test_a_resampled_game_can_be_played_on() -> None:
    """K10: rounds to come are shuffled from the generator given, so the same one gives the same game."""
    game = Game(seed=8)
    random = Random(8)
    for _ in range(20):
        game.play_code(random.choice(game.codes()))
    results = []
    for _ in range(2):
        again, chance = Resampler(game.view("black")).game(Random(5)), Random(9)
        while not again.over:
            again.play_code(chance.choice(again.codes()))
        results.append((again.result, again.decks))
    assert results[0] == results[1]


def test_what_cannot_be_resampled_is_refused() -> None:
    """A game that is over, and the eyes of a spectator."""
    game = Game(Rules("exahuna"))
    with pytest.raises(ValueError, match="spectator"):
        Resampler(game.view(None))
    while not game.over:
        game.play_code(game.codes()[0])
    with pytest.raises(ValueError, match="game is over"):
        Resampler(game.view("white"))
