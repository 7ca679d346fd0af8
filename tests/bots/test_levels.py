"""Eight opponents for people, in every game."""

from random import Random

import pytest

from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot
from kahuna.bots.levels import ADVISER, LEVELS
from kahuna.bots.registry import find_bot
from kahuna.server import advising
from kahuna.table.game import Game
from kahuna.table.ruleset import GAMES, Rules, Seat
from kahuna.terminal import session as terminal

NAMES = ["limu", "papai", "manu", "fee", "honu", "mano", "kohola", "hoku"]


def test_there_are_eight_from_the_weakest_to_the_strongest() -> None:
    assert list(LEVELS) == NAMES
    assert all(level.about and set(level.players) == set(GAMES) for level in LEVELS.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_two_levels_of_a_game_are_the_same_player(game: str) -> None:
    assert len({level.players[game] for level in LEVELS.values()}) == 8


@pytest.mark.parametrize("game", GAMES)
def test_neighbours_play_whole_games_without_a_fault(game: str) -> None:
    for white, black in zip(NAMES[::2], NAMES[1::2], strict=True):
        bots: dict[Seat, Bot] = {"white": find_bot(white, game), "black": find_bot(black, game)}
        played = play_whole(Rules(game), bots, "levels", "levels", 5.0)
        assert played.fault is None
        for bot in bots.values():
            bot.close()


@pytest.mark.parametrize("game", GAMES)
def test_one_opponent_sits_down_at_every_game_and_says_what_it_thinks(game: str) -> None:
    bot = find_bot("mano")
    for other in (game, *GAMES):
        table = Game(Rules(other), seed="mano")
        choice = bot.choose(table.view(table.to_move), Random(1))
        assert choice.action in table.legal()
        assert choice.value is not None
        assert 0 <= choice.value <= 1
        assert choice.best[0][0] == choice.action
    bot.close()


def test_a_level_has_no_options() -> None:
    with pytest.raises(ValueError, match="level 'honu' has no options, but 'iterations=3' was given"):
        find_bot("honu:iterations=3")


def test_the_page_and_the_terminal_ask_the_same_player_for_a_hint() -> None:
    assert ADVISER in LEVELS
    assert vars(terminal)["ADVISER"] == vars(advising)["ADVISER"] == ADVISER
