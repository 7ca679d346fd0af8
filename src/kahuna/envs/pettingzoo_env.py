"""PettingZoo environments of all three games: AEC, one agent a seat, action masks in the observations.

`kahuna_v1`, `exahuna_v1` and `exahuna_special_v1` hold the functions to call: `env`, `raw_env`, `parallel_env`.
"""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kahuna.envs import observation, picture
from kahuna.envs.text import table_text
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat, engine_of

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]


class Table:
    """A game with its spaces and numbers, as both kinds of environment need it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules.check()
        actions = engine_of(rules.game).ACTIONS
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (observation.size(rules.game),), np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self._nobody: NDArray[np.int8] = np.zeros(actions, np.int8)

    def begin(self, random: np.random.Generator) -> None:
        """A new game with cards shuffled by this generator."""
        self.game = Game(self.rules, seed=int(random.integers(2**63)))
        self._seen: dict[tuple[Seat, int], NDArray[np.uint8]] = {}

    def observe(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What the seat sees, and its legal actions; none if it is not to move."""
        mask = self._nobody.copy()
        if self.game.to_move == seat:
            mask[self.game.codes()] = 1
        moment = seat, len(self.game.steps)
        if moment not in self._seen:  # PettingZoo's wrappers ask several times
            self._seen = {moment: observation.encode(self.game.view(seat))}
        return {"observation": self._seen[moment].copy(), "action_mask": mask}

    def reward(self, seat: Seat) -> int:
        """+1 if the game is won, -1 if it is lost, tie-breaks included, else 0."""
        winner = self.game.result["winner"] if self.game.result else None
        return 0 if winner is None else 1 if winner == seat else -1

    def info(self, seat: Seat) -> dict[str, Any]:
        """While the game runs nothing; at its end the result and the margin in points (islands, worth)."""
        result = self.game.result
        if not result:
            return {}
        white, black = result["points"] or result["islands"]
        return {"margin": white - black if seat == "white" else black - white, "result": result}

    def render(self, mode: str | None) -> Any:
        """The table as spectators see it: text, an SVG document or pixels; `human` prints the text."""
        view = self.game.view(None)
        if mode == "rgb_array":
            return picture.pixels(view)
        if mode == "svg":
            return picture.svg(view)
        if mode == "ansi":
            return table_text(view)
        if mode == "human":
            sys.stdout.write(table_text(view) + "\n\n")
        return None


class RawEnv(AECEnv):  # type: ignore[misc]
    """One game; an agent acts whenever its seat is to move, which in Kahuna may be several times in a row."""

    def __init__(self, name: str, rules: Rules, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (*RENDER_MODES, None):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.table = Table(rules)
        self.possible_agents: list[Seat] = list(SEATS)
        self.observation_spaces = dict.fromkeys(SEATS, self.table.observation_space)
        self.action_spaces = dict.fromkeys(SEATS, self.table.action_space)
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """What an observation may be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """All action codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; with a seed the cards of this one and of all that follow depend on nothing else."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(self._random)
        self.agents: list[Seat] = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: Seat = SEATS[self.table.game.state.seat]

    def observe(self, agent: Seat) -> dict[str, NDArray[Any]]:
        """What this agent sees now, with its action mask."""
        return self.table.observe(agent)

    def step(self, action: int | None) -> None:
        """Plays the action of the agent selected; None when the game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move: an action is needed, not None")
        agent, game = self.agent_selection, self.table.game
        self._cumulative_rewards[agent] = 0
        game.play_code(int(action))
        self.rewards = {seat: self.table.reward(seat) for seat in self.agents}
        self.terminations = dict.fromkeys(self.agents, game.over)
        self.infos = {seat: self.table.info(seat) for seat in self.agents}
        if game.to_move:
            self.agent_selection = game.to_move
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as spectators see it, in the mode given when the environment was made."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def wrapped(env: RawEnv) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game and costs 1."""
    illegal = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))
