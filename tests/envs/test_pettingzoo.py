"""The PettingZoo environments pass PettingZoo's own tests and say what the table says."""

import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from kahuna import IllegalAction
from kahuna.envs import exahuna_special_v1, exahuna_v1, kahuna_v1
from kahuna.envs.observation import encode
from kahuna.envs.pettingzoo_env import AGENTS
from kahuna.envs.window import Window
from support.views import hand_of, seen

MODULES = {"kahuna_v1": kahuna_v1, "exahuna_v1": exahuna_v1, "exahuna_special_v1": exahuna_special_v1}
# PettingZoo warns whoever has masks in its observations.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@pytest.fixture(params=MODULES)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return MODULES[request.param]


def test_the_api_test_passes(module: ModuleType) -> None:
    """Both as it is and in cycles."""
    api_test(module.env(), num_cycles=300)
    api_test(module.raw_env(), num_cycles=300)
    api_test(module.env(max_cycles=40), num_cycles=300)


def test_the_seed_test_passes(module: ModuleType) -> None:
    """The same seed gives the same games."""
    seed_test(module.env, num_cycles=200)
    seed_test(lambda: module.env(max_cycles=60), num_cycles=100)


def test_the_render_test_passes(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Text on the screen, text, SVG, pixels."""
    render_test(module.env, {"svg": lambda text: ElementTree.fromstring(text).tag.endswith("svg")})
    assert "white to move" in capsys.readouterr().out


def test_the_max_cycles_test_passes(module: ModuleType) -> None:
    """In cycles, by actions that know no masks."""
    max_cycles_test(module)


def test_the_parallel_api_test_passes(module: ModuleType) -> None:
    """The environment in cycles also has the parallel interface."""
    parallel_api_test(module.parallel_env(max_cycles=50), num_cycles=100)


def test_the_performance_benchmark_runs(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its five seconds pass at ten times the usual speed."""
    fast = SimpleNamespace(time=lambda: 10 * time.time())
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", fast)
    performance_benchmark(module.env())


def played(env: Any, seed: int) -> dict[str, float]:
    """The sum of rewards of each agent over a whole game by random legal actions."""
    env.reset(seed=seed)
    sums = {"player_0": 0.0, "player_1": 0.0}
    random = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        sums[agent] += reward
        if terminated or truncated:
            assert (
                info["margin"]
                == -env.unwrapped.table.info("black" if agent == "player_0" else "white")["margin"]
            )
            env.step(None)
        else:
            assert info == {}
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return sums


def test_rewards_are_won_tied_or_lost(module: ModuleType) -> None:
    """+1, 0 or -1 at the end and nothing before, as the table's result says; the margin is in the infos."""
    seen = set()
    for seed in range(6):
        env = module.env()
        sums = played(env, seed)
        result = env.unwrapped.table.game.result
        seen.add(result["winner"])
        sign = {"white": 1, None: 0, "black": -1}[result["winner"]]
        assert sums == {"player_0": sign, "player_1": -sign}
        white, black = result["points"] or result["islands"]
        assert env.unwrapped.table.info("white") == {"margin": white - black, "result": result}
    assert len(seen) > 1


def test_both_agents_can_observe_at_any_time(module: ModuleType) -> None:
    """What they see is their view; only the seat to move has legal actions."""
    env = module.raw_env()
    env.reset(seed=1)
    for _ in range(30):
        table = env.table.game
        for agent, seat in AGENTS.items():
            seen = env.observe(agent)
            assert np.array_equal(seen["observation"], encode(table.view(seat)))
            legal = table.codes() if seat == table.to_move else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert env.observation_space(agent).contains(seen)
        whole = env.state()
        assert env.state_space.contains(whole)
        assert np.array_equal(whole, np.concatenate([env.observe(agent)["observation"] for agent in AGENTS]))
        env.step(table.codes()[len(table.codes()) // 2])


def test_seeds_and_resets_deal_new_cards_that_can_be_had_again() -> None:
    """A seed fixes this game and those after it; without one they cannot be guessed."""
    env, first = kahuna_v1.raw_env(), []
    for seed in (3, None, 4, 3, None):
        env.reset(seed=seed)
        first.append(env.table.game.decks[0])
    assert first[0] == first[3]
    assert first[1] == first[4]
    assert first[0] != first[1] != first[2] != first[0]


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    """PettingZoo's wrapper ends it at a cost of 1; the bare environment raises and stays as it was."""
    env = kahuna_v1.env()
    env.reset(seed=0)
    env.step(233)
    assert env.rewards["player_0"] == -1
    assert all(env.terminations.values())
    raw = kahuna_v1.raw_env()
    raw.reset(seed=0)
    with pytest.raises(IllegalAction):
        raw.step(233)
    with pytest.raises(ValueError, match="an action is needed"):
        raw.step(None)
    with pytest.raises(TypeError, match="integer"):
        raw.step(231.5)  # type: ignore[arg-type]
    assert not raw.table.game.steps


def test_in_cycles_an_illegal_action_does_nothing() -> None:
    """And the action of the seat that is not to move is not looked at."""
    env = kahuna_v1.parallel_env(max_cycles=3)
    env.reset(seed=0)
    *_, truncations, _ = env.step({"player_0": 233, "player_1": 231})
    assert not env.table.game.steps
    assert truncations == {"player_0": False, "player_1": False}
    env.step({"player_0": 231, "player_1": 231})
    assert len(env.table.game.steps) == 1
    *_, truncations, _ = env.step({})
    assert truncations == {"player_0": True, "player_1": True}
    assert env.agents == []


def test_in_cycles_a_human_sees_every_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    """As in the other environment, the table is printed without being asked for."""
    env = kahuna_v1.parallel_env(max_cycles=5, render_mode="human")
    env.reset(seed=0)
    for _ in range(3):
        env.step({"player_0": 231, "player_1": 231})
    assert capsys.readouterr().out.count("to move") == 3


def test_variants_are_arguments() -> None:
    """K2, K14, K15: planning, a handicap, who begins; nonsense is refused."""
    env = kahuna_v1.env(planning=True, handicap=2, handicap_to="black", first="black")
    env.reset(seed=0)
    assert env.agent_selection == "player_1"
    assert env.unwrapped.table.game.view(None)["handicap_left"] == 2
    for wrong in ({"handicap": 9}, {"handicap": 1}, {"first": "red"}, {"render_mode": "film"}):
        with pytest.raises(ValueError):
            kahuna_v1.raw_env(**wrong)
    with pytest.raises(ValueError, match="render_mode is one of"):
        kahuna_v1.parallel_env(render_mode="film")
    with pytest.raises(ValueError, match="max_cycles"):
        kahuna_v1.env(max_cycles=0)


def test_pictures_change_with_the_board_and_hide_the_hands() -> None:
    """K16: what is rendered is a spectator's view."""
    pictures = []
    for seed in (0, 1):
        env = kahuna_v1.raw_env(render_mode="rgb_array")
        env.reset(seed=seed)
        pictures.append(env.render())
        env.step(env.table.game.codes()[0])
        pictures.append(env.render())
    assert pictures[0].shape == (380, 500, 3)
    assert np.array_equal(pictures[0], pictures[2])
    assert not np.array_equal(pictures[0], pictures[1])
    for mode in ("svg", "ansi"):
        env = kahuna_v1.raw_env(render_mode=mode)
        env.reset(seed=0)
        row = seen(env.table.game)["row"]
        text = env.render()
        shown = text.rsplit("<text", 1)[-1] if mode == "svg" else text
        hidden = [card for card in hand_of(env.table.game, "white") if card not in row]
        assert hidden
        assert not any(card in shown for card in hidden)


class FakePygame:
    """As much of pygame as a window needs."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.display = self.event = self.surfarray = self

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            self.done.append(name)
            return self

        return call


def test_a_window_shows_pictures_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened by the first picture, where there is pygame; without it the text is printed."""
    pygame = FakePygame()
    window = Window(pygame)
    monkeypatch.setattr("kahuna.envs.pettingzoo_env.picture_window", lambda: window)
    env = exahuna_v1.env(render_mode="human")
    env.reset(seed=1)
    env.step(0)
    env.step(5)
    env.close()
    assert pygame.done.count("set_mode") == 1
    assert pygame.done.count("flip") == 2
    assert pygame.done[-1] == "quit"
