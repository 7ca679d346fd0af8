"""The games in cycles, for programs that know no masks: in each cycle both seats are asked for an action.

The action of the seat that is not to move is not looked at, and one that is not legal does nothing: the seat is asked
again in the next cycle. After `max_cycles` the game is broken off.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from kahuna.envs.pettingzoo_env import RENDER_MODES, Table
from kahuna.table.ruleset import SEATS, Rules, Seat

Observations = dict[Seat, dict[str, NDArray[Any]]]
Infos = dict[Seat, dict[str, Any]]


class CycleEnv(ParallelEnv):  # type: ignore[misc]
    """One game in cycles."""

    def __init__(self, name: str, rules: Rules, max_cycles: int, render_mode: str | None = None) -> None:
        if max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.table = Table(rules)
        self.possible_agents: list[Seat] = list(SEATS)
        self.agents: list[Seat] = []
        self.observation_spaces = dict.fromkeys(SEATS, self.table.observation_space)
        self.action_spaces = dict.fromkeys(SEATS, self.table.action_space)
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """What an observation may be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """All action codes of the game."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begins a game; with a seed the cards of this one and of all that follow depend on nothing else."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(self._random)
        self.agents, self.cycles = list(self.possible_agents), 0
        return {seat: self.table.observe(seat) for seat in SEATS}, {seat: {} for seat in SEATS}

    def step(
        self, actions: dict[Seat, int]
    ) -> tuple[Observations, dict[Seat, float], dict[Seat, bool], dict[Seat, bool], Infos]:
        """One cycle: the action of the seat to move is played if it is legal."""
        game = self.table.game
        mover = game.to_move
        self.cycles += 1
        if mover in actions and int(actions[mover]) in game.codes():
            game.play_code(int(actions[mover]))
        over, stopped = game.over, not game.over and self.cycles >= self.max_cycles
        seats = self.agents
        if over or stopped:
            self.agents = []
        return (
            {seat: self.table.observe(seat) for seat in seats},
            {seat: float(self.table.reward(seat)) for seat in seats},
            dict.fromkeys(seats, over),
            dict.fromkeys(seats, stopped),
            {seat: self.table.info(seat) for seat in seats},
        )

    def render(self) -> Any:
        """The table as spectators see it, in the mode given when the environment was made."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def in_cycles(env: CycleEnv) -> AECEnv:
    """The same as an AEC environment: in each cycle first White, then Black."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(parallel_to_aec(env)))
