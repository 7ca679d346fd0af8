"""Many games at once in numpy arrays, compiled (docs/research.md).

    batch = Batch("kahuna", games=4096)
    batch.reset(seed=7)
    for _ in range(1000):
        observations, masks = batch.observations(), batch.masks()
        rewards, margins, done = batch.step(choose(observations, masks))

The games are the rules' own: the batch only keeps their states in rows. A game that ends begins anew in the same step,
so every game always has a seat to move. Game g's n-th deal depends on the seed, g and n alone: not on how many games
there are beside it, nor on the number of threads.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kahuna.envs import batch_exahuna, batch_kahuna, batch_special, observation, words
from kahuna.rules.bits import WORD, seeded
from kahuna.rules.jit import compiled
from kahuna.table.games import spec_of
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Rules, engine_of
from kahuna.table.sisters import Sisters

_KERNELS: Sisters[ModuleType] = Sisters(
    "batch", {"kahuna": batch_kahuna, "exahuna": batch_exahuna, "exahuna-special": batch_special}
)
_CHOOSING = 1 << 62  # apart from all numbers of deals: random actions have nothing to do with the cards (K16)


@compiled
def _seed(seed: int, bases: NDArray[np.int64], choosing: NDArray[np.int64]) -> None:
    """For each game the number its deals come from and the generator of its random actions."""
    for game in range(len(bases)):
        bases[game] = seeded(seed, game)
        choosing[game] = seeded(int(bases[game]), _CHOOSING)


def _settings(rules: Rules) -> tuple[Any, ...]:
    """What the kernels need to know besides their arrays: Kahuna's variant, nothing in the other games."""
    if not spec_of(rules.game).variants:
        return ()
    to = SEATS.index(rules.handicap_to) if rules.handicap_to else 0
    return ((int(rules.planning), rules.handicap, to, SEATS.index(rules.first)),)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array for readers."""
    view = array.view()
    view.flags.writeable = False
    return view


class Step(NamedTuple):
    """What a step brought, a row a game; the arrays are written anew by the next step."""

    rewards: NDArray[np.float32]  # White's and Black's: +1 a win, -1 a loss, 0 a tie or no end
    margins: NDArray[np.int32]  # at the end White's points less Black's (Exahuna: islands, Special: worth)
    done: NDArray[np.bool_]  # whether the game ended; if so it has begun anew


class Batch:
    """So many games of one kind. Call `reset` before anything else.

    `seats` says who is to move in each game (0 White, 1 Black), `words` what is legal (words.py), `counts` how many
    actions that is. They change with every step and cannot be written to.
    """

    def __init__(self, rules: Rules | str = Rules(), games: int = 1024, *, threads: int = 1) -> None:
        self.rules = (Rules(rules) if isinstance(rules, str) else rules).check()
        if games < 1 or threads < 1:
            raise ValueError(f"a batch has at least one game and one thread, not {games} and {threads}")
        self.games = games
        self.actions = engine_of(self.rules.game).ACTIONS
        self.observation_size = observation.size(self.rules.game)
        self._kernels = _KERNELS[self.rules.game]
        self._settings = _settings(self.rules)
        self._states = np.zeros((games, self._kernels.COLUMNS), np.int64)
        self._choosing = np.zeros(games, np.int64)
        self._chosen = np.zeros(games, np.int64)
        self._masks: NDArray[np.uint8] | None = None
        self._observations: NDArray[np.uint8] | None = None
        self._words = np.zeros((games, words.word_count(self.actions)), np.int64)
        self._counts, self._seats = np.zeros(games, np.int32), np.zeros(games, np.int8)
        self.words: NDArray[np.int64] = _read_only(self._words)
        self.counts: NDArray[np.int32] = _read_only(self._counts)
        self.seats: NDArray[np.int8] = _read_only(self._seats)
        self._step = Step(
            np.zeros((games, 2), np.float32), np.zeros(games, np.int32), np.zeros(games, np.bool_)
        )
        bounds = np.linspace(0, games, min(threads, games) + 1).astype(int).tolist()
        self._slices = [slice(a, b) for a, b in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None

    def reset(self, seed: int) -> None:
        """Begins all games anew; the same seed, from 0 to 2**63 - 1, gives the same deals."""
        if not 0 <= index(seed) <= WORD:
            raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
        bases = np.zeros(self.games, np.int64)
        _seed(index(seed), bases, self._choosing)
        if self._kernels is batch_kahuna:
            self._states[:, batch_kahuna.BASE] = bases
            self._states[:, batch_kahuna.RESTARTS] = 0
        self._advance(np.full(self.games, -1, np.int64))

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action, by its code, in every game, and returns what it brought.

        ValueError, and nothing is played, if one is not legal.
        """
        self._check_begun()
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"one action a game is needed, {self.games} whole numbers in all,"
                f" not an array of {given.dtype} and {given.shape}"
            )
        codes = np.ascontiguousarray(given, np.int64)
        wrong = words.first_illegal(self._words, codes, self.actions)
        if wrong >= 0:
            code = int(codes[wrong])
            text = f" ({write(self.rules.game, code)})" if 0 <= code < self.actions else ""
            raise ValueError(f"game {wrong}: action {code}{text} is not legal now")
        self._advance(codes)
        return self._step

    def _advance(self, codes: NDArray[np.int64]) -> None:
        arrays = (self._states, codes, self._words, self._counts, self._seats, *self._step)
        self._run(self._kernels.step, arrays, self._settings)

    def masks(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """For each game and action code 1 if it is legal; written into `out`, or into an array of the batch's own."""
        if out is None:
            if self._masks is None:
                self._masks = np.zeros((self.games, self.actions), np.uint8)
            out = self._masks
        self._check(out, self.actions)
        self._run(words.expand, (self._words, out))
        return out

    def observations(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What the seat to move sees in each game, as `observation.LAYOUTS` says; into `out`, as with `masks`."""
        if out is None:
            if self._observations is None:
                self._observations = np.zeros((self.games, self.observation_size), np.uint8)
            out = self._observations
        self._check(out, self.observation_size)
        self._run(self._kernels.observe, (self._states, out), self._settings)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action of each game, each with the same chance, from a generator of the game's own."""
        self._check_begun()
        self._run(words.sample, (self._words, self._counts, self._choosing, self._chosen))
        return self._chosen

    def state(self, game: int) -> Any:
        """The state of one game, hidden cards included, as `kahuna.rules` has it."""
        self._check_begun()
        return self._kernels.load(self._states[game], *self._settings)

    def _check_begun(self) -> None:
        if not self._counts[0]:
            raise ValueError("the batch has not begun: call reset(seed) first")

    def _check(self, out: NDArray[np.uint8], width: int) -> None:
        self._check_begun()
        if out.shape != (self.games, width) or out.dtype != np.uint8 or not out.flags.carray:
            raise ValueError(
                f"out must be a contiguous, writeable array of uint8 and {(self.games, width)},"
                f" not of {out.dtype} and {out.shape}"
            )

    def _run(
        self, kernel: Callable[..., None], arrays: Sequence[NDArray[Any]], rest: tuple[Any, ...] = ()
    ) -> None:
        """Runs the kernel over all games, a slice of them in each thread; `rest` is the same for all."""
        if self._pool is None:
            kernel(*arrays, *rest)
            return
        parts = [
            self._pool.submit(kernel, *(array[part] for array in arrays), *rest) for part in self._slices
        ]
        for part in parts:
            part.result()
