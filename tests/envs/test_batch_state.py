"""A batch that is cloned, saved, pickled, dealt anew and written down; and players that play all of it."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from kahuna.envs.batch import Batch
from kahuna.envs.observation import encode
from kahuna.rules.bits import cards_of
from kahuna.rules.jit import disabled
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Rules

GAMES = ["kahuna", "exahuna", "exahuna-special"]
PLANNING = Rules("kahuna", planning=True, handicap=1, handicap_to="black", first="black")
every_game = pytest.mark.parametrize("rules", [*map(Rules, GAMES), PLANNING], ids=str)


def begun(rules: Rules, games: int = 6, steps: int = 30, records: bool = False) -> Batch:
    batch = Batch(rules, games, records=records)
    batch.reset(seed=5)
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def run(batch: Batch, steps: int) -> list[bytes]:
    """Everything that a batch brings from here on."""
    seen = []
    for _ in range(steps):
        step = batch.step(batch.random_actions())
        seen.append(b"".join(array.tobytes() for array in (*step, batch.observations(), batch.masks())))
    return seen


@every_game
def test_a_batch_goes_on_the_same_after_saving_pickling_and_cloning(rules: Rules, tmp_path: Path) -> None:
    """Same cards, same random actions, to the last bit; and no copy changes the original."""
    batch = begun(rules)
    batch.save(tmp_path / "batch")
    copies = [Batch.load(tmp_path / "batch"), pickle.loads(pickle.dumps(batch)), batch.clone()]
    whole = run(batch, 120)
    for copy in copies:
        assert run(copy, 120) == whole
    assert batch.name == f"{rules.game.replace('-', '_')}_v1"


def test_a_clone_holds_the_games_that_were_asked_for(tmp_path: Path) -> None:
    """In their order, one as often as it is named."""
    batch = begun(Rules("kahuna"))
    clone = batch.clone([4, 4, 0])
    assert [clone.state(n) for n in range(3)] == [batch.state(4), batch.state(4), batch.state(0)]
    for wrong in ([], [6], [-1], [[0]], [0.5]):
        with pytest.raises(ValueError):
            batch.clone(wrong)
    (tmp_path / "other").write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="no batch"):
        Batch.load(tmp_path / "other")


@every_game
def test_some_games_can_be_played_in_alone(rules: Rules) -> None:
    """The others stay as they are, and where nothing was played nothing has ended."""
    batch, other = begun(rules), begun(rules)
    codes = batch.random_actions().copy()
    other.random_actions()
    batch.step(codes)
    for games in ([5, 1], [0, 2, 3, 4]):
        before = [other.state(n) for n in range(6)]
        step = other.step(codes[games], games)
        still = [n for n in range(6) if n not in games]
        assert [other.state(n) for n in still] == [before[n] for n in still]
        assert not step.done[still].any()
    assert [other.state(n) for n in range(6)] == [batch.state(n) for n in range(6)]
    assert (other.masks() == batch.masks()).all()
    with pytest.raises(ValueError, match="only once"):
        other.step(codes[:2], [1, 1])


def test_what_is_dealt_anew_looks_the_same_from_the_seat_to_move() -> None:
    """K16: observation, mask and cards in all stay as they are; the hidden hands and the stack do not."""
    batch = begun(Rules("kahuna"), games=200, steps=40)
    seen, masks = batch.observations().copy(), batch.masks().copy()
    before = [batch.state(n) for n in range(200)]
    batch.redeal(seed=9)
    assert (batch.observations() == seen).all()
    assert (batch.masks() == masks).all()
    after = [batch.state(n) for n in range(200)]
    assert sum(one.enemy.hand != two.enemy.hand for one, two in zip(before, after, strict=True)) > 20
    for one, two in zip(before, after, strict=True):
        assert one.own == two.own
        hidden = [
            sorted(_cards(state.stack) + _cards(state.enemy.hand) + _cards(state.enemy.secret))
            for state in (one, two)
        ]
        assert hidden[0] == hidden[1]
        assert one.stack.bit_count() == two.stack.bit_count()
    run(batch, 50)


def _cards(multiset: int) -> list[int]:
    return cards_of(multiset)


@every_game
def test_any_game_of_a_batch_is_a_record_and_a_record_a_game_of_a_batch(rules: Rules) -> None:
    """With the very cards that were dealt; also of a game that has ended, and of one that was put there."""
    batch = begun(rules, games=3, steps=400, records=True)
    for game in range(3):
        record = batch.record(game)
        assert read_record(record).state == batch.state(game)
        assert read_record(batch.record(game, ended=True)).over
    other = Batch(rules, 2, records=True)
    other.reset(seed=1)
    other.put(1, record)
    assert other.state(1) == batch.state(2)
    assert (other.masks()[1] == batch.masks()[2]).all()
    assert (other.observations()[1] == batch.observations()[2]).all()
    for _ in range(10):
        other.step(other.random_actions())
    assert read_record(other.record(0)).state == other.state(0)
    assert read_record(other.record(1, ended=bool(len(other._playing or []) and other._ended[1]))).steps
    if other._ended[1] is None:
        assert read_record(other.record(1)).state == other.state(1)
    with pytest.raises(ValueError, match="records=True"):
        begun(rules).record(0)


@pytest.mark.skipif(disabled(), reason="takes too long in plain Python")
@every_game
def test_what_was_seen_at_the_end_of_a_game_is_known_after_it_has_begun_anew(rules: Rules) -> None:
    """From either seat it is what the last view of the game's record says."""
    batch, ended = Batch(rules, 8, records=True, finals=True), 0
    batch.reset(seed=5)
    for _ in range(150):
        done = np.flatnonzero(batch.step(batch.random_actions()).done)
        for game in done.tolist():
            table = read_record(batch.record(game, ended=True))
            for number, seat in enumerate(SEATS):
                assert (batch.final_observation(game, number) == encode(table.view(seat))).all()
        ended += len(done)
    assert ended > 3
    with pytest.raises(ValueError, match="finals=True"):
        begun(rules).final_observation(0, 0)


@pytest.mark.parametrize(
    "game", ["kahuna", "exahuna", pytest.param("exahuna-special", marks=pytest.mark.slow)]
)
def test_greedy_and_the_net_play_a_whole_batch(game: str) -> None:
    """Each clearly beats the one before, from both seats."""
    batch = Batch(game, 60)
    for better, worse in (("greedy", "random"), ("net", "greedy")):
        batch.reset(seed=3)
        points = np.zeros(2)
        mine = np.arange(60) % 2
        for _ in range(220):
            seats = batch.seats.copy()
            theirs = batch.choose(worse).copy()
            step = batch.step(np.where(seats == mine, batch.choose(better), theirs))
            for number in np.flatnonzero(step.done):
                points += step.rewards[number, [mine[number], 1 - mine[number]]] + 1
        assert points.sum() >= 60
        assert points[0] / points.sum() > 0.75
    batch.play("net")
    with pytest.raises(ValueError, match="random, greedy, net"):
        batch.play("champion")


def test_arrays_are_shared_without_a_copy_and_without_a_warning() -> None:
    """By DLPack, as torch and JAX do; they can be written to, which is what torch warns about otherwise."""
    batch = begun(Rules("exahuna"), games=4, steps=3)
    for array in (batch.observations(), batch.masks()):
        shared = np.from_dlpack(array)
        assert array.flags.writeable
        assert np.shares_memory(shared, array)
        assert array.ctypes.data % 64 == 0, "JAX would copy it"
