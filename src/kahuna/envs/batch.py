"""Many games at once in numpy arrays, compiled (docs/research.md).

    batch = Batch("kahuna", games=4096)
    batch.reset(seed=7)
    for _ in range(1000):
        observations, masks = batch.observations(), batch.masks()
        rewards, margins, done = batch.step(choose(observations, masks))

The batch runs the rules' own kernels and only keeps the states in rows. A game that ends restarts in the same step,
so every game always has a seat to move. Game g's n-th deal depends only on the seed, g and n, not on the number of
games or threads.
"""

import io
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kahuna.envs import batch_exahuna, batch_kahuna, batch_players, batch_special, observation, words
from kahuna.envs.batch_history import BatchGame, read_played, record_of
from kahuna.envs.final import final_observation
from kahuna.envs.memory import aligned_bytes, read_only
from kahuna.rules.bits import WORD, seeded
from kahuna.table.games import spec_of
from kahuna.table.notation import write
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Rules, engine_of
from kahuna.table.sisters import Sisters

_KERNELS: Sisters[ModuleType] = Sisters(
    "batch", {"kahuna": batch_kahuna, "exahuna": batch_exahuna, "exahuna-special": batch_special}
)
BATCH_VERSION = 1  # grows whenever earlier results can no longer be compared
_FORMAT = "kahuna-batch"
_FILE_VERSION = 2  # grows whenever the layout of stored states changes


def _settings(rules: Rules) -> tuple[Any, ...]:
    """What the kernels need to know besides their arrays: Kahuna's variant, nothing in the other games."""
    if not spec_of(rules.game).variants:
        return ()
    to = SEATS.index(rules.handicap_to) if rules.handicap_to else 0
    return ((int(rules.planning), rules.handicap, to, SEATS.index(rules.first)),)


class BatchStep(NamedTuple):
    """The results of a step, one row per game; the next step overwrites the arrays."""

    rewards: NDArray[np.float32]  # White's and Black's: +1 a win, -1 a loss, 0 a tie or no end
    margins: NDArray[np.int32]  # at the end White's points less Black's (Exahuna: islands, Special: worth)
    done: NDArray[np.bool_]  # whether the game ended; if so it has been restarted


class Batch:
    """A number of games of one kind. Call `reset` first.

    `seats` says who is to move in each game (0 White, 1 Black), `words` what is legal (words.py), `counts` how many
    actions that is. They change with every step and cannot be written to.
    """

    def __init__(
        self,
        rules: Rules | str = Rules(),
        games: int = 1024,
        *,
        threads: int = 1,
        records: bool = False,
        finals: bool = False,
    ) -> None:
        self.rules = (Rules(rules) if isinstance(rules, str) else rules).check()
        if games < 1 or threads < 1:
            raise ValueError(f"a batch has at least one game and one thread, not {games} and {threads}")
        self.games, self.threads = games, threads
        self.actions = engine_of(self.rules.game).ACTIONS
        self.observation_size = observation.size(self.rules.game)
        self._kernels = _KERNELS[self.rules.game]
        self._word_kernels = words.kernels_for(self._kernels.BITS)
        self._settings = _settings(self.rules)
        self._states = np.zeros((games, self._kernels.COLUMNS), np.int64)
        self._choosing = np.zeros(games, np.int64)
        self._chosen = np.zeros(games, np.int64)
        self._masks: NDArray[np.uint8] | None = None
        self._observations: NDArray[np.uint8] | None = None
        self._words = np.zeros((games, words.word_count(self.actions, self._kernels.BITS)), np.int64)
        self._counts, self._seats = np.zeros(games, np.int32), np.zeros(games, np.int8)
        self.words: NDArray[np.int64] = read_only(self._words)
        self.counts: NDArray[np.int32] = read_only(self._counts)
        self.seats: NDArray[np.int8] = read_only(self._seats)
        self._step = BatchStep(
            np.zeros((games, 2), np.float32), np.zeros(games, np.int32), np.zeros(games, np.bool_)
        )
        bounds = np.linspace(0, games, min(threads, games) + 1).astype(int).tolist()
        self._slices = [slice(a, b) for a, b in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        # With `records`: of every game what was played so far, and the game before it once it has ended.
        self._playing: list[BatchGame] | None = [] if records else None
        self._ended: list[BatchGame | None] = []
        # With `finals`: the states before the last step, and what was played in it.
        self._finals = finals
        self._before = (self._states, self._chosen)

    @property
    def name(self) -> str:
        """What to cite: the game and the version of rules, codes and observations, such as `kahuna_v1`."""
        return f"{self.rules.game.replace('-', '_')}_v{BATCH_VERSION}"

    def reset(self, seed: int) -> None:
        """Restarts all games; the same seed, from 0 to 2**63 - 1, gives the same deals."""
        if not 0 <= index(seed) <= WORD:
            raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
        bases = np.zeros(self.games, np.int64)
        words.seed_games(index(seed), bases, self._choosing)
        if self._kernels is batch_kahuna:
            self._states[:, batch_kahuna.BASE] = bases
            self._states[:, batch_kahuna.RESTARTS] = 0
        self._advance(np.full(self.games, -1, np.int64))
        if self._playing is not None:
            self._playing = [BatchGame(None, self._generator(game)) for game in range(self.games)]
            self._ended = [None] * self.games

    def step(self, actions: ArrayLike, games: ArrayLike | None = None) -> BatchStep:
        """Plays one action, by its code, in every game, or in these games alone, and returns what it brought.

        ValueError, and nothing is played, if one is not legal. Where nothing was played, nothing has ended.
        """
        self._check_begun()
        chosen = np.arange(self.games) if games is None else self._numbers(games, once=True)
        given = np.asarray(actions)
        if given.shape != chosen.shape or given.dtype.kind not in "iu":
            raise ValueError(
                f"one action a game is needed, {len(chosen)} whole numbers in all,"
                f" not an array of {given.dtype} and {given.shape}"
            )
        codes = np.ascontiguousarray(given, np.int64)
        wrong = self._word_kernels.first_illegal(
            self._words if games is None else self._words[chosen], codes, self.actions
        )
        if wrong >= 0:
            code = int(codes[wrong])
            text = f" ({write(self.rules.game, code)})" if 0 <= code < self.actions else ""
            raise ValueError(f"game {chosen[wrong]}: action {code}{text} is not legal now")
        if self._finals:
            played = np.full(self.games, -1, np.int64)
            played[chosen] = codes
            self._before = (self._states.copy(), played)
        if games is None:
            self._advance(codes)
        else:
            self._advance_some(codes, chosen)
        if self._playing is not None:
            self._note(codes, chosen)
        return self._step

    def play(self, player: str) -> BatchStep:
        """Plays one action in every game by `random`, `greedy` or `net`, as in `choose`."""
        return self.step(self.choose(player))

    def choose(self, player: str) -> NDArray[np.int64]:
        """What this player would do in each game: `random`, `greedy`, `net` (the bundled one) or `net:file=FILE`.

        They are compiled and look one action ahead; none of them sees a hidden card.
        """
        name, file = batch_players.split(player)
        if name == "random":
            return self.random_actions()
        self._check_begun()
        game, load = self.rules.game, self._kernels.load
        if name == "greedy":
            arrays = (self._states, self._choosing, self._chosen)
            self._run(batch_players.greedy_choosing(game, load), arrays, self._settings)
        else:
            rest = (batch_players.net_of(game, file), *self._settings)
            self._run(batch_players.net_choosing(game, load), (self._states, self._chosen), rest)
        return self._chosen

    def clone(self, games: ArrayLike | None = None) -> "Batch":
        """A new batch with these games as they are now, or with all; a game may be named several times.

        Its games continue with the same cards as the originals would: call `redeal` before a search.
        """
        self._check_begun()
        chosen = np.arange(self.games) if games is None else self._numbers(games)
        other = Batch(self.rules, len(chosen), threads=self.threads, records=self._playing is not None)
        for mine, theirs in zip(self._arrays(), other._arrays(), strict=True):
            theirs[:] = mine[chosen]
        if self._playing is not None:
            other._playing = [self._playing[game] for game in chosen]
            other._ended = [self._ended[game] for game in chosen]
        return other

    def redeal(self, seed: int) -> None:
        """Deals again, by this seed, what the seat to move cannot know: the opponent's cards and the stack (K16).

        Each way to hand out the unseen cards is equally likely. No record can be written of such games.
        """
        self._check_begun()
        if self._kernels is batch_kahuna:
            numbers = np.arange(self.games, dtype=np.int64)
            arrays = (self._states, numbers)
            self._run(batch_players.redeal_kahuna, arrays, (index(seed), *self._settings))
            self._playing = None

    def save(self, path: Path | str) -> None:
        """Writes everything to a file; `load` continues exactly from there."""
        self._check_begun()
        head: dict[str, Any] = {"format": _FORMAT, "version": _FILE_VERSION, "game": self.rules.game}
        head |= {"rules": self.rules.settings(), "threads": self.threads}
        head |= {"playing": self._playing, "ended": self._ended}
        packed = io.BytesIO()
        np.savez_compressed(packed, *self._arrays(), head=np.frombuffer(json.dumps(head).encode(), np.uint8))
        Path(path).write_bytes(packed.getvalue())

    @staticmethod
    def load(path: Path | str) -> "Batch":
        """The batch in a file written by `save`; ValueError if it is not one, or of another version."""
        try:
            with np.load(path, allow_pickle=False) as file:
                head = json.loads(bytes(file["head"]))
                arrays = [file[f"arr_{number}"] for number in range(len(file.files) - 1)]
        except (ValueError, KeyError, EOFError) as error:
            raise ValueError(f"{path}: no batch: {error}") from None
        if (head["format"], head["version"]) != (_FORMAT, _FILE_VERSION):
            raise ValueError(f"{path}: a batch of version {head['version']}, not {_FILE_VERSION}")
        batch = Batch(Rules(head["game"], **head["rules"]), len(arrays[0]), threads=head["threads"])
        for mine, theirs in zip(batch._arrays(), arrays, strict=True):
            mine[:] = theirs
        if head["playing"] is not None:
            batch._playing = [read_played(entry) for entry in head["playing"]]
            batch._ended = [entry and read_played(entry) for entry in head["ended"]]
        return batch

    def __getstate__(self) -> dict[str, object]:
        """For pickles and other processes: the arrays, and nothing that can be made again."""
        made = (self.rules, self.games, self.threads)
        return {"made": made, "arrays": self._arrays(), "playing": self._playing, "ended": self._ended}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules, games, threads = state["made"]
        Batch.__init__(self, rules, games, threads=threads)
        for mine, theirs in zip(self._arrays(), state["arrays"], strict=True):
            mine[:] = theirs
        self._playing, self._ended = state["playing"], state["ended"]

    def record(self, game: int, ended: bool = False) -> Any:
        """One game as a record, hidden cards included: the one that runs, or the one that ended before it.

        Only a batch that was made with `records=True` can write one.
        """
        if self._playing is None or not self._playing:
            raise ValueError("no record was kept: make the batch with records=True and reset it")
        played = self._ended[game] if ended else self._playing[game]
        if played is None:
            raise ValueError(f"game {game}: none has ended yet")
        return record_of(self.rules, played)

    def put(self, game: int, record: Any) -> None:
        """Sets one game to the position of a record of a running game by these rules; later cards are random."""
        self._check_begun()
        table = read_record(record)
        if table.rules != self.rules or table.over or table.start is not None:
            raise ValueError(
                "the record must be of a running game by the rules of the batch, from its beginning"
            )
        codes = table.codes()
        self._kernels.store(self._states[game], table.state)
        self._words[game] = 0
        for code in codes:
            bits = self._kernels.BITS
            self._words[game, code // bits] |= 1 << code % bits
        self._counts[game], self._seats[game] = len(codes), table.state.seat
        if self._playing is not None:
            self._playing[game] = BatchGame(record, self._generator(game, begun=False))

    def _numbers(self, games: ArrayLike, once: bool = False) -> NDArray[np.int64]:
        """These numbers of games, checked."""
        numbers = np.asarray(games)
        if numbers.ndim != 1 or not len(numbers) or numbers.dtype.kind not in "iu":
            raise ValueError("games are given by their numbers, one or more, in one row")
        if numbers.min() < 0 or numbers.max() >= self.games:
            raise ValueError(
                f"there are games 0 to {self.games - 1}, so not {numbers.min()} to {numbers.max()}"
            )
        if once and len(np.unique(numbers)) < len(numbers):
            raise ValueError("a game can be played in only once a step")
        return numbers.astype(np.int64)

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        """All that changes from step to step."""
        return self._states, self._words, self._counts, self._seats, self._choosing, *self._step

    def _generator(self, game: int, begun: bool = True) -> int:
        """The generator of a game's cards: as it was before the first of them, or as it is now."""
        if self._kernels is not batch_kahuna:
            return 0
        row = self._states[game]
        first = seeded(int(row[batch_kahuna.BASE]), int(row[batch_kahuna.RESTARTS]))
        return first if begun else int(row[batch_kahuna.DEAL])

    def _advance_some(self, codes: NDArray[np.int64], games: NDArray[np.int64]) -> None:
        """Plays in these games alone."""
        arrays: list[NDArray[Any]] = [self._states, self._words, self._counts, self._seats, *self._step]
        states, *rest = [array[games] for array in arrays]
        self._kernels.step(states, codes, *rest, *self._settings)
        for told in self._step:
            told[:] = 0
        for array, part in zip(arrays, (states, *rest), strict=True):
            array[games] = part

    def _note(self, codes: NDArray[np.int64], games: NDArray[np.int64]) -> None:
        """Keeps what was played; a finished game is kept until the next one ends."""
        assert self._playing is not None
        for game, code in zip(games.tolist(), codes.tolist(), strict=True):
            played = self._playing[game]
            self._playing[game] = played._replace(codes=(*played.codes, code))
            if self._step.done[game]:
                self._ended[game] = self._playing[game]
                self._playing[game] = BatchGame(None, self._generator(game))

    def _advance(self, codes: NDArray[np.int64]) -> None:
        arrays = (self._states, codes, self._words, self._counts, self._seats, *self._step)
        self._run(self._kernels.step, arrays, self._settings)

    def masks(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """For each game and action code 1 if it is legal; written into `out`, or into an array of the batch's own."""
        if out is None:
            if self._masks is None:
                self._masks = aligned_bytes(self.games, self.actions)
            out = self._masks
        self._check(out, self.actions)
        self._run(self._word_kernels.expand, (self._words, out))
        return out

    def observations(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What the seat to move sees in each game, as `observation.LAYOUTS` says; into `out`, as with `masks`."""
        if out is None:
            if self._observations is None:
                self._observations = aligned_bytes(self.games, self.observation_size)
            out = self._observations
        self._check(out, self.observation_size)
        self._run(self._kernels.observe, (self._states, out), self._settings)
        return out

    def final_observation(self, game: int, seat: int) -> NDArray[np.uint8]:
        """What this seat (0 White, 1 Black) saw at the end of this game, if it ended in the last step.

        Only a batch made with `finals=True` keeps this.
        """
        if not self._finals or not self._step.done[game]:
            raise ValueError(f"game {game}: no end in the last step, or no batch with finals=True")
        states, codes = self._before
        setting = (self.rules.game, self._kernels, self._settings)
        return final_observation(*setting, states[game], int(codes[game]), seat)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action of each game, all equally likely, from the game's own generator."""
        self._check_begun()
        self._run(
            self._word_kernels.sample_actions, (self._words, self._counts, self._choosing, self._chosen)
        )
        return self._chosen

    def state(self, game: int) -> Any:
        """The state of one game, hidden cards included, as `kahuna.rules` defines it."""
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
