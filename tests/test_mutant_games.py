"""A few games of every kind in lockstep with the oracle: the short form that `make mutants` repeats for each mutant."""

from collections import Counter

import pytest

from support.lockstep import VARIANTS, play_seed


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_few_games_agree_with_the_oracle(variant: str) -> None:
    """Design: lockstep, with players of all kinds."""
    for seed in range(6):
        play_seed(variant, seed, Counter())
