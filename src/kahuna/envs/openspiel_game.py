"""OpenSpiel games `python_kahuna`, `python_exahuna` and `python_exahuna_special`; importing this module registers them.

    import kahuna.envs.openspiel_game, pyspiel
    game = pyspiel.load_game("python_kahuna(planning=True,handicap=2,handicap_to=black)")

Player 0 is White, player 1 Black. An action is its code, the same in every part of this program. Cards come from
explicit chance nodes, one a card; an outcome is an island's number. Returns are +1, 0 and -1, all at the end.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: the OpenSpiel games need pip install 'kahuna[openspiel]'",
        name=missing.name,
    ) from missing

from kahuna.bots.registry import find_bot
from kahuna.envs import information, observation
from kahuna.envs.batch import BATCH_VERSION
from kahuna.envs.resample import Resampler
from kahuna.envs.text import private_text, table_text
from kahuna.envs.told import Told, beginning, steps_of_past
from kahuna.rules.boards import KAHUNA
from kahuna.rules.outcome import NOBODY
from kahuna.table.games import spec_of
from kahuna.table.notation import parse, write
from kahuna.table.ruleset import SEATS, Rules, engine_of

CARDS_DEALT = (
    6 + information.TAKES
)  # hands, then row and stack; later at most those that information.py counts
_SETTINGS: dict[str, Any] = {"planning": False, "handicap": 0, "handicap_to": "white", "first": "white"}


def _game_type(game: str, version: str = "") -> pyspiel.GameType:
    types, hidden = pyspiel.GameType, spec_of(game).hidden
    return types(
        short_name=f"python_{game.replace('-', '_')}{version}",
        long_name=spec_of(game).title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if hidden else types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if hidden
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=hidden,
        parameter_specification=_SETTINGS if hidden else {},
    )


VERSION_SUFFIX = f"_v{BATCH_VERSION}"  # at the end of the names to cite; without it a name is the newest
GAME_TYPES = {game: _game_type(game) for game in information.MAX_GAME_ACTIONS}
VERSIONED_TYPES = {game: _game_type(game, VERSION_SUFFIX) for game in information.MAX_GAME_ACTIONS}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the three games with its settings."""

    name: str
    types = GAME_TYPES

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.name
        given = dict(params or {})
        settings = {
            key: given.get(key, default) for key, default in self.types[name].parameter_specification.items()
        }
        if not settings.get("handicap"):
            settings.pop("handicap_to", None)
        self.rules = Rules(name, **settings).check()
        hidden = spec_of(name).hidden
        info = pyspiel.GameInfo(
            num_distinct_actions=engine_of(name).ACTIONS,
            max_chance_outcomes=len(KAHUNA.islands) if hidden else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=information.MAX_GAME_ACTIONS[name],
        )
        super().__init__(self.types[name], info, given)

    def new_initial_state(self) -> "SpielState":
        """Before the first card is dealt; the hexagons: before White's first move."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that can be dealt."""
        return CARDS_DEALT if spec_of(self.rules.game).cards else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> "SpielObserver":
        """What a player sees now or, with perfect recall, has ever seen; all of it, the public or the private part."""
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        return SpielObserver(
            self.rules.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game of one of the three kinds in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.now: Told = beginning(game.rules)

    def current_player(self) -> int:
        """0 for White, 1 for Black, or OpenSpiel's numbers for chance and the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.now.waiting else int(self.now.state.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.codes() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The islands whose cards may come next, with their chances."""
        return self.now.chances()

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return KAHUNA.islands[action]
        return write(self.now.rules.game, action)

    def string_to_action(self, player_or_text: Any, text: str | None = None) -> int:
        """The action that this text means (of this player, if one is named)."""
        written: str = player_or_text if text is None else text
        if self.now.waiting:
            return KAHUNA.islands.index(written)
        return parse(self.now.rules.game, written).code

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.now.state.outcome)

    def returns(self) -> list[float]:
        """+1 for the winner, -1 for the loser, tie-breaks included; 0 for a tie and while the game runs."""
        winner = (self.now.state.outcome - 1) % 3
        if not self.now.state.outcome or winner == NOBODY:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """The same: everything is paid at the end."""
        return self.returns()

    def __str__(self) -> str:
        """The whole state, hidden cards included; different cards give a different text."""
        now, lines = self.now, []
        if now.table is not None:
            views = [now.table.view(seat) for seat in (None, *SEATS)]
            lines = [table_text(views[0]), *map(private_text, views[1:])]
        dealt = " ".join(KAHUNA.islands[card] for card in now.dealt)
        return "\n".join(filter(None, [*lines, now.dealing, dealt]))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Another state that this player cannot tell from this one; `sampler` gives numbers from 0 to 1."""
        table = self.now.table
        if table is None or self.now.waiting or self.is_terminal():
            raise ValueError("a state can be resampled only when a player is to act")
        random = Random(int(sampler() * 2**53))
        past = Resampler(table.view(SEATS[player])).past(random)
        other = SpielState(self.get_game())
        for step in steps_of_past(self.now.rules, past):
            other.apply_action(step)
        return other


class SpielObserver:
    """Observations of a state as OpenSpiel asks for them: `tensor`, `dict` of its parts, and a string.

    Only a player's whole observation has a tensor; its public and its private part are strings.
    """

    def __init__(self, game: str, kind: pyspiel.IIGObservationType) -> None:
        self.perfect_recall, self.public = kind.perfect_recall, kind.public_info
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observation shows the cards of both players")
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.public and self.private:
            seen, log = observation.size(game), information.log_size(game) if self.perfect_recall else 0
            self.tensor = np.zeros(seen + log, np.float32)
            self.dict = {"observation": self.tensor[:seen]}
            if log:
                self.dict["log"] = self.tensor[seen:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what this player sees; while cards are dealt, what it saw before them."""
        table = state.now.table
        if self.tensor is None:
            return
        if table is None:
            self.tensor.fill(0)
            return
        view = table.view(SEATS[player])
        self.dict["observation"][:] = observation.encode(view)
        if "log" in self.dict:
            self.dict["log"][:] = information.encode_log(view)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        table, dealing = state.now.table, state.now.dealing if self.public else ""
        if table is None:
            return "\n".join(filter(None, ["no cards yet", dealing]))
        view = table.view(SEATS[player] if self.private else None)
        if self.public:
            text = information.information_state(view) if self.perfect_recall else table_text(view)
            return "\n".join(filter(None, [text, dealing]))
        told = zip(view["log"], table.logs[2], strict=True) if self.perfect_recall else ()
        return "\n".join([private_text(view), *(own for own, public in told if own != public)])


# OpenSpiel keeps a game's factory until after Python has ended: that works with a class, but a function crashes.
class Kahuna(SpielGame):
    """Kahuna, with `planning`, `handicap`, `handicap_to` and `first` as parameters."""

    name = "kahuna"


class Exahuna(SpielGame):
    """Exahuna."""

    name = "exahuna"


class ExahunaSpecial(SpielGame):
    """Exahuna Special."""

    name = "exahuna-special"


class KahunaV1(Kahuna):
    """The same under the name to cite."""

    types = VERSIONED_TYPES


class ExahunaV1(Exahuna):
    """The same under the name to cite."""

    types = VERSIONED_TYPES


class ExahunaSpecialV1(ExahunaSpecial):
    """The same under the name to cite."""

    types = VERSIONED_TYPES


for _game in (Kahuna, Exahuna, ExahunaSpecial, KahunaV1, ExahunaV1, ExahunaSpecialV1):
    pyspiel.register_game(_game.types[_game.name], _game)


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players as a bot of OpenSpiel's: `SpielBot("champion:iterations=100", game, player_id=0)`."""

    def __init__(self, spec: str, game: SpielGame, player_id: int, seed: int = 0) -> None:
        super().__init__()
        self.bot = find_bot(spec, game.rules.game)
        self.rules, self._player, self._seed = game.rules, player_id, seed
        self.restart()

    def player_id(self) -> int:
        """0 for White, 1 for Black."""
        return self._player

    def restart(self) -> None:
        """A new game begins; the same seed gives the same choices."""
        self.random = Random(self._seed)
        self.bot.start(self.rules.game, self.rules.settings(), SEATS[self._player])

    def restart_at(self, state: SpielState) -> None:
        """A game goes on from here."""
        self.restart()

    def inform_action(self, state: SpielState, player_id: int, action: int) -> None:
        """Nothing to remember: a view has all that the player may know."""

    def step(self, state: SpielState) -> int:
        """What the player chooses, from what its seat may know and nothing else."""
        table = state.now.table
        assert table is not None
        choice = self.bot.choose(table.view(SEATS[self._player]), self.random)
        return parse(self.rules.game, choice.action).code
