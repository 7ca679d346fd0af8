"""What the seat to move knows, told by a state where there is no view (K16)."""

from random import Random

import pytest

from kahuna import Game, Rules
from kahuna.table.games.kahuna_worlds import known_to_mover, simple_knowledge
from support.lockstep_players import lively
from support.views import seen


@pytest.mark.parametrize(
    "rules", [Rules(first="black"), Rules(planning=True, handicap=3, handicap_to="white", first="black")]
)
def test_a_state_tells_its_mover_what_their_view_tells(rules: Rules) -> None:
    """Nothing hidden is left in it, and nothing that is certain is missing."""
    hidden = 0
    for seed in range(3):
        game, random = Game(rules, seed=seed), Random(seed)
        while (seat := game.to_move) is not None:
            told, read = known_to_mover(game.state), simple_knowledge(seen(game, seat))
            assert (told.state, told.mine) == (read.state, read.mine)
            assert told.cases.tolist() == read.cases.tolist()
            hidden += game.state.enemy.secret > 0
            game.play_code(lively(game, random))
    assert hidden
