"""Gymnasium: one seat against a named player, and many games at once over the batch; importing this registers the ids.

    import gymnasium, kahuna.envs.gymnasium_env
    env = gymnasium.make("Kahuna-v1", opponent="honu")
    envs = gymnasium.make_vec("Kahuna-v1", num_envs=1024, opponent="greedy")

Legal actions are in `info["action_mask"]`, and for libraries that ask for them in `env.action_masks()`.
"""

import sys
from operator import index
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: the Gymnasium environments need pip install 'kahuna[pettingzoo]'",
        name=missing.name,
    ) from missing

from kahuna.bots.base import Bot
from kahuna.bots.registry import find_bot
from kahuna.envs import observation, picture
from kahuna.envs.batch import Batch, BatchStep
from kahuna.envs.text import table_text
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat, engine_of, other

IDS = {"Kahuna-v1": "kahuna", "Exahuna-v1": "exahuna", "ExahunaSpecial-v1": "exahuna-special"}
RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
BOTH = "both"  # seats: one game White, the next Black

GymInfo = dict[str, Any]  # Gymnasium leaves the contents of infos and reset options open


class OpponentEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One game after another against a player, who answers within the step.

    A seed determines the cards, the opponent's choices and, with `seat="both"`, which seat comes first, in this and all
    later episodes, unless the opponent is limited by time. An illegal action raises a ValueError.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str = "kahuna",
        opponent: str = "greedy",
        seat: str = BOTH,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if seat not in (*SEATS, BOTH):
            raise ValueError(f"a seat is white, black or {BOTH}, not {seat!r}")
        self.rules = Rules(game, **settings).check()
        self.opponent: Bot = find_bot(opponent, game)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (observation.size(game),), np.uint8)
        self.action_space = spaces.Discrete(engine_of(game).ACTIONS)
        self._seats = seat
        self._episodes = 0
        self.seat: Seat = "white"

    def reset(
        self, *, seed: int | None = None, options: GymInfo | None = None
    ) -> tuple[NDArray[np.uint8], GymInfo]:
        """Begins a game; the opponent acts first if it is their move."""
        super().reset(seed=seed)
        if seed is not None:
            self._episodes = 0
        self.seat = (
            SEATS[self._episodes % 2]
            if self._seats == BOTH
            else "white"
            if self._seats == "white"
            else "black"
        )
        self._episodes += 1
        deal, luck = (int(number) for number in self.np_random.integers(2**62, size=2))
        self.game, self._luck = Game(self.rules, seed=deal), Random(luck)
        self.opponent.start(self.rules.game, self.rules.settings(), other(self.seat))
        self._answered()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, GymInfo]:
        """Plays an action, and whatever the opponent does until it is this seat's move again."""
        if self.game.over:
            raise ValueError("the game is over: call reset")
        self.game.play_code(index(action))
        self._answered()
        if self.render_mode == "human":
            self.render()
        result = self.game.result
        winner = result["winner"] if result else None
        reward = 0.0 if winner is None else 1.0 if winner == self.seat else -1.0
        return self._seen(), reward, result is not None, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        mask = np.zeros(engine_of(self.rules.game).ACTIONS, np.int8)
        mask[self.game.codes()] = 1
        return mask

    def render(self) -> Any:
        """The table as spectators see it, in the mode given when the environment was made."""
        view = self.game.view(None)
        if self.render_mode == "rgb_array":
            return picture.pixels(view)
        if self.render_mode == "svg":
            return picture.svg(view)
        if self.render_mode == "human":
            sys.stdout.write(table_text(view) + "\n\n")
            return None
        return table_text(view) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the opponent."""
        self.opponent.close()

    def _answered(self) -> None:
        rival = other(self.seat)
        while self.game.to_move == rival:
            self.game.play(self.opponent.choose(self.game.view(rival), self._luck).action)
        if result := self.game.result:
            self.opponent.end(result)

    def _seen(self) -> NDArray[np.uint8]:
        return observation.encode(self.game.view(self.seat))

    def _info(self) -> GymInfo:
        info: GymInfo = {"action_mask": self.action_masks(), "seat": self.seat}
        return info | ({"result": self.game.result} if self.game.over else {})


class BatchVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games of the batch, each against a player that chooses in the whole batch: `random`, `greedy`, `net`.

    You play White in game g if g is even, else Black, or one side in all games. A game that ends restarts in
    the same step: its reward belongs to the one that ended, observation and mask to the new one. `infos["action_mask"]`
    has one row per game. Of games that ended, `infos["final_obs"]` has what was seen at the end and
    `infos["final_info"]["margin"]` the lead, as Gymnasium has it for this mode.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str = "kahuna",
        num_envs: int = 1,
        opponent: str = "greedy",
        seat: str = BOTH,
        threads: int = 1,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if seat not in (*SEATS, BOTH):
            raise ValueError(f"a seat is white, black or {BOTH}, not {seat!r}")
        self.batch = Batch(Rules(game, **settings), num_envs, threads=threads, finals=True)
        self.num_envs, self.opponent, self.render_mode = num_envs, opponent, render_mode
        self.single_observation_space = spaces.Box(0, 1, (self.batch.observation_size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        numbers = np.arange(num_envs) % 2
        self.own = (
            numbers
            if seat == BOTH
            else np.full(num_envs, SEATS.index("white" if seat == "white" else "black"))
        )

    def reset(
        self, *, seed: int | None = None, options: GymInfo | None = None
    ) -> tuple[NDArray[np.uint8], GymInfo]:
        """Begins all games; without a seed one comes from the environment's own generator."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._answer(self._nothing_ended())
        return self.batch.observations().copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], GymInfo]:
        """One action in each game, and all that the opponents do until it is our move again everywhere."""
        ends = self._nothing_ended()
        self._note(self.batch.step(np.asarray(actions)), ends)
        self._answer(ends)
        info = self._info()
        if ends.done.any():
            margin = {"margin": ends.margins, "_margin": ends.done.copy()}
            info |= {"final_obs": ends.seen, "_final_obs": ends.done.copy()}
            info |= {"final_info": margin, "_final_info": ends.done.copy()}
        return self.batch.observations().copy(), ends.rewards, ends.done, np.zeros_like(ends.done), info

    def _nothing_ended(self) -> "_Ends":
        games = self.num_envs
        return _Ends(
            np.zeros(games, np.float32),
            np.zeros(games, np.bool_),
            np.zeros(games, np.int32),
            np.full(games, None, object),
        )

    def _answer(self, ends: "_Ends") -> None:
        """Lets the opponents act; adds what ends by it."""
        while len(waiting := np.flatnonzero(self.batch.seats != self.own)):
            self._note(self.batch.step(self.batch.choose(self.opponent)[waiting], waiting), ends)

    def _note(self, step: BatchStep, ends: "_Ends") -> None:
        """Adds the games that ended in this step."""
        for game in np.flatnonzero(step.done):
            seat = int(self.own[game])
            ends.rewards[game], ends.done[game] = step.rewards[game, seat], True
            ends.margins[game] = step.margins[game] * (1 - 2 * seat)
            ends.seen[game] = self.batch.final_observation(int(game), seat)

    def _info(self) -> GymInfo:
        return {"action_mask": self.batch.masks().astype(np.int8)}


class _Ends(NamedTuple):
    """The games that ended in a step of the vector: rewards, leads and what was seen last, for the own seats."""

    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    margins: NDArray[np.int32]
    seen: NDArray[Any]


for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="kahuna.envs.gymnasium_env:OpponentEnv",
            vector_entry_point="kahuna.envs.gymnasium_env:BatchVectorEnv",
            kwargs={"game": _game},
        )
