"""What positions of the open games are worth, and that all actions of a position are judged alike."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kahuna.bots.hex_value import (
    CODE_BITS,
    CODE_MASK,
    SCRATCH,
    SURE,
    moves_exahuna,
    moves_special,
    score_exahuna,
    score_special,
)
from kahuna.bots.hex_weights import fitted_weights, plain
from kahuna.rules import exahuna, special
from kahuna.rules.bits import bits_of
from kahuna.rules.boards import EXAHUNA

GAMES: dict[str, tuple[Any, Any, Any]] = {
    "exahuna": (exahuna, score_exahuna, moves_exahuna),
    "exahuna-special": (special, score_special, moves_special),
}


def positions(rules: Any, games: int) -> list[Any]:
    """Every tenth position of random games, and all of the last ones."""
    found = []
    for seed in range(games):
        state, random = rules.start(), Random(seed)
        while not state.outcome:
            if state.turn % 10 == 1 or state.turn > 60:
                found.append(state)
            state = rules.play(state, random.choice(rules.codes(rules.legal(state))))
    return found


def moves(game: str, state: Any) -> dict[int, int]:
    """The score of each action."""
    room, scratch = np.zeros(1000, np.int32), np.zeros(SCRATCH, np.int64)
    count = GAMES[game][2](fitted_weights(game), state, room, scratch)
    return {int(move) & CODE_MASK: (int(move) >> CODE_BITS) - SURE for move in room[:count]}


def different(rules: Any, state: Any) -> list[int]:
    """The legal actions, without those on an outer link whose twin is free: they would lead to the same."""
    codes = rules.codes(rules.legal(state))
    twins = {EXAHUNA.links.index(link): EXAHUNA.links.index(link.replace("=", "-")) for link in EXAHUNA.links}
    places = {code for code in codes if code < (54 if rules is exahuna else special.MOVE_JOKER)}
    free = {code % 54 for code in places}
    spared = {code for code in places if twins[code % 54] != code % 54 and twins[code % 54] in free}
    return [code for code in codes if code not in spared]


@pytest.mark.parametrize("game", GAMES)
def test_every_action_gets_the_worth_of_what_it_leads_to(game: str) -> None:
    """Ends are sure; captures are exact in Exahuna and an estimate in Special, everything else is exact in both."""
    rules, judged, _ = GAMES[game]
    for state in positions(rules, 4):
        scores = moves(game, state)
        assert sorted(scores) == different(rules, state)
        for code, score in scores.items():
            after = rules.play(state, code)
            if after.outcome:
                winner = (after.outcome - 1) % 3
                assert score == (0 if winner == 2 else SURE if winner == state.seat else -SURE)
            elif game == "exahuna" or code >= special.MOVE_JOKER or after.own == state.enemy:
                assert score == max(1 - SURE, min(SURE - 1, -judged(fitted_weights(game), after)))
            else:
                assert abs(score) < SURE


def test_captures_in_special_are_judged_about_right() -> None:
    """Placements that make enemy bridges fall: most are exact, the others near."""
    errors = []
    for state in positions(special, 6):
        for code, score in moves("exahuna-special", state).items():
            after = special.play(state, code)
            if code < special.MOVE_JOKER and not after.outcome and after.own != state.enemy:
                errors.append(abs(score + score_special(fitted_weights("exahuna-special"), after)))
    assert len(errors) > 300
    assert np.mean(np.array(errors) == 0) > 0.5
    assert np.median(errors) < 10


HALF_TURN = [
    next(
        number
        for number, other in enumerate(EXAHUNA.links)
        if {18 - EXAHUNA.first_end[link], 18 - EXAHUNA.second_end[link]}
        == {EXAHUNA.first_end[number], EXAHUNA.second_end[number]}
        and ("=" in other) == ("=" in EXAHUNA.links[link])
    )
    for link in range(54)
]


def turned(bridges: int) -> int:
    """The same bridges on the board turned by half."""
    return sum(1 << HALF_TURN[link] for link in bits_of(bridges))


@pytest.mark.parametrize("game", GAMES)
def test_the_worth_is_the_same_on_a_turned_board(game: str) -> None:
    """The board looks the same from opposite sides."""
    rules, judged, _ = GAMES[game]
    for state in positions(rules, 2):
        other = state._replace(own=turned(state.own), enemy=turned(state.enemy))
        if game == "exahuna-special":
            other = other._replace(kinds=special.Kinds(*(turned(word) for word in state.kinds)))
        assert judged(fitted_weights(game), state) == judged(fitted_weights(game), other)


@pytest.mark.parametrize("game", GAMES)
def test_the_sides_differ_only_by_who_places_last(game: str) -> None:
    """White to move or Black: the same but for the seat's own weight; nothing but the seat is told apart."""
    rules, judged, _ = GAMES[game]
    weights = fitted_weights(game)
    blind = weights._replace(seat=weights.seat * 0)
    for state in positions(rules, 2):
        assert judged(blind, state) == judged(blind, state._replace(seat=1 - state.seat))


def test_simple_eyes_see_a_zero_sum() -> None:
    """Islands and bridges count the same for both sides, whoever is to move."""
    for state in positions(exahuna, 2):
        mirrored = state._replace(own=state.enemy, enemy=state.own)
        assert score_exahuna(plain("exahuna"), state) == -score_exahuna(plain("exahuna"), mirrored)


@pytest.mark.parametrize("game", GAMES)
def test_a_controlled_corner_is_worth_more_than_a_bridge_there(game: str) -> None:
    """Fitted numbers could be wild; these are not, at any stage but the very last."""
    islands = fitted_weights(game).islands[4:, 1].reshape(61, 7, 7, -1).max(axis=3)
    assert (islands[:, 3, 0] > islands[:, 1, 0]).all()
    islands = fitted_weights(game).islands[4:, 1].reshape(61, 7, 7, -1).min(axis=3)
    assert (islands[:, 0, 3] < islands[:, 0, 1]).all()
