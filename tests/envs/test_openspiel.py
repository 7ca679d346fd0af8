"""The OpenSpiel games pass OpenSpiel's own tests, and its own searches play them."""

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from kahuna import Rules
from kahuna.envs import information, observation
from kahuna.envs.openspiel_game import SpielBot
from kahuna.envs.resample import Past
from kahuna.envs.told import beginning, steps_of_past
from kahuna.rules.kahuna import DISCARD, TAKE_STACK
from kahuna.table.ruleset import SEATS

GOLDEN = Path(__file__).parents[1] / "golden/openspiel"
GAMES = {
    "python_kahuna": "kahuna",
    "python_kahuna(planning=True,handicap=2,handicap_to=black,first=black)": "kahuna",
    "python_exahuna": "exahuna",
    "python_exahuna_special": "exahuna-special",
}

Choose = Callable[[Any], int]


def by_chance(random: Random) -> Choose:
    """Any legal action; cards by their chances."""

    def choose(state: Any) -> int:
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            return int(random.choices(cards, chances)[0])
        return int(random.choice(state.legal_actions()))

    return choose


def whole_game(game: Any, players: list[Choose], random: Random) -> Any:
    """A finished game of these players."""
    state, chance = game.new_initial_state(), by_chance(random)
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(players[player](state) if player >= 0 else chance(state))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_test_passes(name: str) -> None:
    """Clones, masks, observations, serialisation, returns, after every step."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_the_golden_playthrough_is_played_again(path: Path) -> None:
    """OpenSpiel's own text of a whole game; `python tests/envs/make_playthroughs.py` writes it anew."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    original, again = generate_playthrough.replay(str(path))
    assert original == again


def test_there_is_a_golden_playthrough_of_every_game() -> None:
    """Guard 4."""
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {"kahuna", "exahuna", "exahuna_special"}


def test_the_games_say_what_they_are() -> None:
    """Chance and hidden cards in Kahuna alone; sizes as documented."""
    for name, ours in GAMES.items():
        game = pyspiel.load_game(name)
        kind = game.get_type()
        hidden = ours == "kahuna"
        assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == hidden
        assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == hidden
        assert game.observation_tensor_size() == observation.size(ours)
        assert game.information_state_tensor_size() == observation.size(ours) + information.log_size(ours)
        assert game.max_chance_nodes_in_history() == (70 if hidden else 0)
    with pytest.raises(ValueError, match="a handicap is"):
        pyspiel.load_game("python_kahuna(handicap=7)")


@pytest.mark.parametrize("name", GAMES)
def test_states_say_what_the_table_says(name: str) -> None:
    """Legal actions, text of actions, observations, returns."""
    random = Random(3)
    choose, game = by_chance(random), pyspiel.load_game(name)
    state = game.new_initial_state()
    while not state.is_terminal():
        table = state.now.table
        if not state.is_chance_node():
            assert state.legal_actions() == table.codes()
            assert [state.action_to_string(code) for code in table.codes()] == table.legal()
            action = random.choice(table.codes())
            assert state.string_to_action(state.action_to_string(action)) == action
            for player, seat in enumerate(SEATS):
                view = table.view(seat)
                assert state.information_state_string(player) == information.information_state(view)
                assert np.array_equal(state.observation_tensor(player), observation.encode(view))
        state.apply_action(choose(state))
    winner = state.now.table.result["winner"]
    assert state.returns() == {"white": [1, -1], "black": [-1, 1], None: [0, 0]}[winner]


def test_chances_are_those_of_the_cards_left() -> None:
    """K2: two of 24 for each island at first, one of 23 for the one that has come."""
    state = pyspiel.load_game("python_kahuna").new_initial_state()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(12), 1 / 12))
    state.apply_action(4)
    assert dict(state.chance_outcomes())[4] == pytest.approx(1 / 23)


def test_while_cards_are_dealt_nothing_of_them_is_told() -> None:
    """K16: not which hands are dealt, nor what comes from the stack."""
    game = pyspiel.load_game("python_kahuna")
    states = []
    for hand in ((0, 1, 2), (3, 4, 5)):
        state = game.new_initial_state()
        for card in hand:
            state.apply_action(card)
        states.append(state)
    for player in (0, 1):
        assert states[0].information_state_string(player) == states[1].information_state_string(player)
    private_info = pyspiel.PrivateInfoType
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=private_info.NONE)
    )
    for state in states:
        for card in (6, 7, 8, 9, 10, 11, 231):
            state.apply_action(card)
        assert "holds" not in public.string_from(state, 0)
    assert public.string_from(states[0], 0) == public.string_from(states[1], 1)
    private = game.make_py_observer(
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=False, private_info=private_info.SINGLE_PLAYER
        )
    )
    assert private.string_from(states[1], 0) == "white holds DUDA ELAI FAAA"
    assert str(states[0]) != str(states[1])
    with pytest.raises(ValueError, match="both players"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, public_info=True, private_info=private_info.ALL_PLAYERS
            )
        )
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"moon": 1})


def test_public_and_private_part_are_together_what_the_player_sees() -> None:
    """K6, K7, K16: what White discards and takes from the stack stands in the private part alone."""
    game = pyspiel.load_game("python_kahuna")
    kinds = pyspiel.PrivateInfoType

    def said(state: Any, player: int, recall: bool, public: bool) -> str:
        private = kinds.NONE if public else kinds.SINGLE_PLAYER
        kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        return str(game.make_py_observer(kind).string_from(state, player))

    states = []
    for away in (0, 1):
        state = game.new_initial_state()
        for step in (*range(9), DISCARD + away, TAKE_STACK, 9):
            state.apply_action(step)
        states.append(state)
    one, two = states
    for recall in (False, True):
        assert said(one, 0, recall, True) == said(two, 0, recall, True)
    assert said(one, 0, False, False) == "white holds BARI COCO JOJO; discarded ALOA"
    assert said(one, 0, True, False) == "white holds BARI COCO JOJO; discarded ALOA\n~ALOA\n+=JOJO"
    assert said(one, 1, True, False) == said(two, 1, True, False) == "black holds DUDA ELAI FAAA"
    assert "1 discarded" in one.observation_string(1)
    assert one.observation_string(1) == two.observation_string(1)
    assert one.observation_string(0) != two.observation_string(0)
    assert str(one) != str(two)


@pytest.mark.parametrize("name", GAMES)
def test_different_states_have_different_texts(name: str) -> None:
    """Searches tell states apart by their text, and what a player sees by the observation's: all of it is said."""
    game, random = pyspiel.load_game(name), Random(9)
    choose = by_chance(random)
    texts: dict[Any, Any] = {}
    for _ in range(8):
        state = game.new_initial_state()
        while not state.is_terminal():
            whole = state.now.state, state.now.dealt
            assert texts.setdefault(str(state), whole) == whole
            if state.now.table is not None and not state.now.waiting:
                for player in (0, 1):
                    seen = state.observation_tensor(player)
                    assert texts.setdefault((player, state.observation_string(player)), seen) == seen
            state.apply_action(choose(state))


@pytest.mark.parametrize("name", GAMES)
def test_states_are_read_back_from_text_and_copies_go_their_own_way(name: str) -> None:
    """Serialisation by OpenSpiel, pickles, clones."""
    game, random = pyspiel.load_game(name), Random(4)
    choose, state = by_chance(random), game.new_initial_state()
    for number in range(60):
        if number % 12 == 3:
            again = game.deserialize_state(state.serialize())
            also = pickle.loads(pickle.dumps(state))
            for other in (again, also, state.clone()):
                assert str(other) == str(state)
                assert other.history() == state.history()
                other.apply_action(choose(other))
                assert other.history() != state.history()
        state.apply_action(choose(state))


@pytest.mark.parametrize("name", list(GAMES)[:3])
def test_a_resampled_state_cannot_be_told_apart_by_its_player(name: str) -> None:
    """The same string and tensor for the player, a history of its own, now and then other cards."""
    game, random, others = pyspiel.load_game(name), Random(5), 0
    choose, state = by_chance(random), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and random.random() < 0.2:
            for player in (0, 1):
                other = state.resample_from_infostate(player, random.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert len(other.history()) == len(state.history())
                others += str(other) != str(state)
        state.apply_action(choose(state))
    assert others > 3 or "exahuna" in name
    with pytest.raises(ValueError, match="only when a player is to act"):
        state.resample_from_infostate(0, random.random)


def test_a_table_told_step_by_step_is_the_table() -> None:
    """The decks of the record grow with what is told, so that it can be dealt again."""
    for seed, rules in enumerate((Rules(), Rules(planning=True), Rules("exahuna"))):
        random, now = Random(seed), beginning(rules)
        while not now.state.outcome:
            assert now.table is None or now.waiting or now.table.state == now.state
            ways = [code for code, _ in now.chances()] if now.waiting or not now.table else now.table.codes()
            now = now.after(random.choice(ways))
        assert now.table is not None
        past = Past(now.table.decks, [step.code for step in now.table.steps])
        assert tuple(steps_of_past(rules, past)) == now.steps


def test_openspiels_mcts_plays_exahuna_and_beats_chance() -> None:
    """Whole games of `open_spiel.python.algorithms.mcts`, as White and as Black."""
    game, random = pyspiel.load_game("python_exahuna"), Random(6)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(6))
    bot = mcts.MCTSBot(game, 1.4, 12, evaluator, random_state=np.random.RandomState(6))
    won = 0.0
    for seat in (0, 1):
        players = [by_chance(random), by_chance(random)]
        players[seat] = bot.step
        won += whole_game(game, players, random).returns()[seat]
    assert won > 0


def test_openspiels_is_mcts_plays_kahuna() -> None:
    """A whole game of `open_spiel.python.algorithms.ismcts` against chance, by `resample_from_infostate`."""
    game, random = pyspiel.load_game("python_kahuna"), Random(7)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(7))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=np.random.RandomState(7))
    assert sum(whole_game(game, [bot.step, by_chance(random)], random).returns()) == 0


@pytest.mark.parametrize("name", ["python_kahuna_v1", "python_exahuna_v1", "python_exahuna_special_v1"])
def test_our_players_are_bots_of_openspiel_under_names_to_cite(name: str) -> None:
    """A whole game, the same again with the same seed; the name without a number is the same game."""
    game = pyspiel.load_game(name)
    assert str(game).startswith(name)
    played = []
    for _ in range(2):
        bots = [SpielBot("greedy", game, 0, seed=3), SpielBot("random", game, 1, seed=4)]
        random, state = Random(5), game.new_initial_state()
        plain = pyspiel.load_game(name.removesuffix("_v1")).new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choices(cards, chances)[0]
            else:
                action = bots[state.current_player()].step(state)
            state.apply_action(action)
            plain.apply_action(action)
        assert state.returns() == plain.returns()
        played.append(state.history())
    assert played[0] == played[1]
