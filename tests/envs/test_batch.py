"""The batch plays the very games of the table, and its numbers depend on nothing but the seed."""

import numpy as np
import pytest

from kahuna import Rules
from kahuna.envs.batch import Batch
from kahuna.envs.observation import encode
from kahuna.rules.bits import count_card
from kahuna.rules.jit import disabled
from kahuna.table.ruleset import SEATS
from support.batch_games import table_of, watched
from support.some_games import ALL_RULES

GAMES = 2 if disabled() else 4
STEPS = 60 if disabled() else 260


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_step_is_one_of_the_table(name: str) -> None:
    """Legal actions, seat to move, observation, end, reward and margin, over whole games and new beginnings."""
    rules, ended = ALL_RULES[name], 0
    for number, deals in enumerate(watched(Batch(rules, GAMES), 5, STEPS)):
        for deal, steps in enumerate(deals):
            table = table_of(rules, 5, number, deal, [seen.action for seen in steps])
            for seen in steps:
                assert seen.legal == table.codes()
                assert SEATS[seen.seat] == table.to_move
                assert np.array_equal(seen.observation, encode(table.view(SEATS[seen.seat])))
                table.play_code(seen.action)
                assert seen.done == table.over
                if not seen.done:
                    assert (seen.rewards, seen.margin) == ((0, 0), 0)
            if table.result:
                ended += 1
                winner = table.result["winner"]
                assert steps[-1].rewards == {None: (0, 0), "white": (1, -1), "black": (-1, 1)}[winner]
                white, black = table.result["points"] or table.result["islands"]
                assert steps[-1].margin == white - black
    assert ended >= GAMES or disabled()


def everything(batch: Batch, games: int, steps: int) -> list[list[int]]:
    """All that the first so many games show while random actions are played."""
    shown: list[list[int]] = [[] for _ in range(games)]
    for _ in range(steps):
        rewards, margins, done = batch.step(batch.random_actions())
        masks, observations = batch.masks(), batch.observations()
        for game in range(games):
            shown[game] += [*masks[game].tolist(), *observations[game].tolist(), *batch.words[game].tolist()]
            shown[game] += [int(batch.seats[game]), int(done[game]), int(margins[game])]
            shown[game] += rewards[game].tolist()
    return shown


@pytest.mark.parametrize("name", ["planning", "handicap", "exahuna", "exahuna-special"])
def test_a_game_depends_on_the_seed_and_its_number_alone(name: str) -> None:
    """Neither the number of games beside it nor the number of threads changes anything."""
    alone = None
    for games, threads in ((3, 1), (3, 3), (37, 1), (37, 2), (64, 7)):
        batch = Batch(ALL_RULES[name], games, threads=threads)
        batch.reset(11)
        shown = everything(batch, 3, 40 if disabled() else 150)
        alone = alone or shown
        assert shown == alone
        if disabled():
            break
    batch.reset(12)
    assert everything(batch, 3, 20) != alone


def test_reset_begins_from_the_beginning() -> None:
    """The same seed gives the same games again, in the midst of others too."""
    batch = Batch("kahuna", 5)
    batch.reset(3)
    first = everything(batch, 5, 50)
    batch.reset(3)
    assert everything(batch, 5, 50) == first


def test_games_and_deals_get_different_cards() -> None:
    """K2: neighbouring games, and the same game begun anew, are shuffled independently."""
    batch = Batch("kahuna", 300)
    batch.reset(0)
    hands = {batch.state(game).own.hand for game in range(300)}
    assert len(hands) > 150
    before = batch.state(0)
    done = False
    while not done:
        done = bool(batch.step(batch.random_actions()).done[0])
    assert batch.state(0) != before


@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
def test_every_card_is_dealt_as_often_as_any_other() -> None:
    """K2: three of 24 cards in the first hand, so each island's is there with chance 1/4 a game on average."""
    batch = Batch("kahuna", 8000)
    batch.reset(1)
    hands, rows = np.zeros(12), np.zeros(12)
    for game in range(8000):
        state = batch.state(game)
        hands += [count_card(state.own.hand, island) for island in range(12)]
        rows += [sum((state.row >> 4 * slot & 15) == island + 1 for slot in range(3)) for island in range(12)]
    assert hands.sum() == rows.sum() == 24_000
    assert np.abs(hands - 2000).max() < 200
    assert np.abs(rows - 2000).max() < 200


@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
def test_random_actions_are_uniform() -> None:
    """All 54 links of the empty Exahuna board, all 432 places of Special's."""
    for name, choices in (("exahuna", 54), ("exahuna-special", 432)):
        batch = Batch(name, 400 * choices)
        batch.reset(2)
        counts = np.bincount(batch.random_actions(), minlength=choices)
        assert len(counts) == choices
        assert np.abs(counts - 400).max() < 100


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    """The message names the game and the action; all games stay as they were."""
    batch = Batch("kahuna", 4)
    batch.reset(1)
    before, words = batch._states.copy(), batch.words.copy()
    actions = batch.random_actions().copy()
    for wrong, said in (
        (233, r"game 2: action 233 \(=ALOA-BARI\)"),
        (260, "action 260 is"),
        (-1, "action -1 is"),
    ):
        actions[2] = wrong
        with pytest.raises(ValueError, match=said):
            batch.step(actions)
    assert np.array_equal(before, batch._states)
    assert np.array_equal(words, batch.words)


def test_wrong_arrays_are_refused_in_a_sentence() -> None:
    """Sizes and types are said, before anything is written."""
    batch = Batch("exahuna", 4)
    for early in (
        lambda: batch.step([0, 1, 2, 3]),
        batch.masks,
        batch.observations,
        batch.random_actions,
        lambda: batch.state(0),
    ):
        with pytest.raises(ValueError, match="call reset"):
            early()
    with pytest.raises(ValueError, match="read-only"):
        batch.words[0, 0] = 1
    batch.reset(0)
    with pytest.raises(ValueError, match="one action a game is needed, 4 whole numbers in all"):
        batch.step([0, 1])
    for wrong in (np.zeros(4), np.full(4, 0.5), np.zeros(4, bool), ["a1-a2"] * 4, np.zeros((4, 1), int)):
        with pytest.raises(ValueError, match="whole numbers in all, not an array of"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="out must be a contiguous, writeable array of uint8"):
        batch.masks(np.zeros((4, 55), np.float32))
    with pytest.raises(ValueError, match="writeable"):
        batch.masks(np.frombuffer(bytes(4 * 55), np.uint8).reshape(4, 55))
    with pytest.raises(ValueError, match="out must be"):
        batch.observations(np.zeros((3, batch.observation_size), np.uint8))
    with pytest.raises(ValueError, match="at least one game"):
        Batch("exahuna", 0)
    with pytest.raises(ValueError, match="a seed is"):
        batch.reset(-1)
    with pytest.raises(TypeError, match="integer"):
        batch.reset(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no game is called"):
        Batch("chess")
    with pytest.raises(ValueError, match="has no variants"):
        Batch(Rules("exahuna", planning=True))


def test_arrays_can_be_the_callers_own() -> None:
    """What is written into them stays when the batch goes on."""
    batch = Batch("exahuna-special", 3)
    batch.reset(4)
    masks = batch.masks(np.empty((3, batch.actions), np.uint8))
    seen = batch.observations(np.empty((3, batch.observation_size), np.uint8))
    assert np.array_equal(masks, batch.masks())
    assert np.array_equal(seen, batch.observations())
    kept = masks.copy()
    batch.step(batch.random_actions())
    assert np.array_equal(masks, kept)
    assert not np.array_equal(batch.masks(), kept)


def test_words_say_the_same_as_masks() -> None:
    """Action c is bit c % 54 of word c // 54."""
    for name in ("kahuna", "exahuna", "exahuna-special"):
        batch = Batch(name, 5)
        batch.reset(6)
        for _ in range(30 if disabled() else 120):
            batch.step(batch.random_actions())
            codes = np.arange(batch.actions)
            assert np.array_equal(batch.words[:, codes // 54] >> codes % 54 & 1, batch.masks())
            assert np.array_equal(batch.counts, batch.masks().sum(1))
