"""PettingZoo environments of all three games, one agent a seat, action masks in the observations.

`RawEnv` is an AEC environment in which only the seat to move acts; `CycleEnv` asks both seats in every cycle.
`kahuna_v1`, `exahuna_v1` and `exahuna_special_v1` hold the functions to call: `env`, `raw_env`, `parallel_env`.
"""

import sys
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv as AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec, wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: the PettingZoo environments need pip install 'kahuna[pettingzoo]'",
        name=missing.name,
    ) from missing

from kahuna.envs import observation, picture
from kahuna.envs.text import table_text
from kahuna.envs.window import picture_window
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat, engine_of

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
AGENTS: dict[str, Seat] = {"player_0": "white", "player_1": "black"}
AGENT_OF = {seat: agent for agent, seat in AGENTS.items()}

Observations = dict[str, dict[str, NDArray[Any]]]
AgentInfo = dict[str, Any]  # PettingZoo leaves the contents of infos and reset options open
Infos = dict[str, AgentInfo]


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

    def begin(self, random: np.random.Generator) -> None:
        """A new game with cards shuffled by this generator."""
        self.game = Game(self.rules, seed=int(random.integers(2**63)))
        self._seen: dict[tuple[Seat, int], NDArray[np.uint8]] = {}

    def observe(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What the seat sees, and its legal actions; none if it is not to move."""
        mask = np.zeros(int(self.action_space.n), np.int8)
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

    def info(self, seat: Seat) -> AgentInfo:
        """Empty while the game runs; at its end the result and the margin in points (islands, worth)."""
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


class Seated:
    """What both kinds of environment have: a table, an agent a seat, the spaces, pictures."""

    parallel: bool  # whether it can also be used through PettingZoo's parallel interface

    def __init__(self, name: str, rules: Rules, render_mode: str | None) -> None:
        if render_mode not in (*RENDER_MODES, None):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.parallel,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.table = Table(rules)
        self.possible_agents = list(AGENTS)
        self.observation_spaces = dict.fromkeys(AGENTS, self.table.observation_space)
        self.action_spaces = dict.fromkeys(AGENTS, self.table.action_space)
        self.state_space = spaces.Box(0, 1, (2 * observation.size(rules.game),), np.uint8)
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an observation may be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All action codes of the game."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """A new game; with a seed the cards of this one and of all that follow depend on nothing else."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(self._random)
        self.agents: list[str] = list(self.possible_agents)

    def state(self) -> NDArray[np.uint8]:
        """The whole table, hidden cards included: what White observes, then what Black does."""
        return np.concatenate([observation.encode(self.table.game.view(seat)) for seat in SEATS])

    def render(self) -> Any:
        """The table as spectators see it, in the mode given when the environment was made."""
        if self.render_mode == "human" and (window := picture_window()):
            window.show(self.table.render("rgb_array"))
            return None
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Closes the window, if there was one."""
        if self.render_mode == "human" and (window := picture_window()):
            window.close()


class RawEnv(Seated, AECEnv):  # type: ignore[misc]
    """One game; an agent acts whenever its seat is to move, which in Kahuna may be several times in a row."""

    parallel = False

    def reset(self, seed: int | None = None, options: AgentInfo | None = None) -> None:
        """Begins a game, as `begin` says."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.agent_selection = list(AGENTS)[self.table.game.state.seat]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What this agent sees now, with its action mask."""
        return self.table.observe(AGENTS[agent])

    def step(self, action: int | None) -> None:
        """Plays the action of the agent selected; None when the game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move: an action is needed, not None")
        game = self.table.game
        game.play_code(index(action))
        self._cumulative_rewards[self.agent_selection] = 0
        self.rewards = {agent: self.table.reward(AGENTS[agent]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, game.over)
        self.infos = {agent: self.table.info(AGENTS[agent]) for agent in self.agents}
        if game.to_move:
            self.agent_selection = AGENT_OF[game.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class CycleEnv(Seated, ParallelEnv):  # type: ignore[misc]
    """One game in cycles, for programs without action masks: in each cycle both seats are asked for an action.

    The action of the seat that is not to move is ignored, and an illegal action does nothing: the seat is
    asked again in the next cycle. After `max_cycles` the game is truncated.
    """

    parallel = True

    def __init__(self, name: str, rules: Rules, max_cycles: int, render_mode: str | None = None) -> None:
        if max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
        super().__init__(name, rules, render_mode)
        self.max_cycles = max_cycles
        self.agents = []

    def reset(self, seed: int | None = None, options: AgentInfo | None = None) -> tuple[Observations, Infos]:
        """Begins a game, as `begin` says; what both seats see, and no infos."""
        self.begin(seed)
        self.cycles = 0
        return {name: self.table.observe(seat) for name, seat in AGENTS.items()}, {
            name: {} for name in AGENTS
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """One cycle, in which the action of the seat to move is played if it is legal.

        Returns what both seats see, their rewards, whether the game has ended or was truncated, and their infos.
        """
        game = self.table.game
        mover = AGENT_OF[game.to_move] if game.to_move else None
        self.cycles += 1
        if mover in actions and index(actions[mover]) in game.codes():
            game.play_code(index(actions[mover]))
        over, stopped = game.over, not game.over and self.cycles >= self.max_cycles
        agents = self.agents
        if over or stopped:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.table.observe(AGENTS[agent]) for agent in agents},
            {agent: float(self.table.reward(AGENTS[agent])) for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, stopped),
            {agent: self.table.info(AGENTS[agent]) for agent in agents},
        )


def in_usual_wrappers(env: RawEnv) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game and costs 1."""
    illegal = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def in_cycles(env: CycleEnv) -> AECEnv:
    """The same as an AEC environment: in each cycle first White, then Black."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(parallel_to_aec(env)))
