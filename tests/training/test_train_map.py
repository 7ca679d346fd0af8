"""A net for a map of one's own: taught by games on it, known by its file, refused elsewhere."""

from pathlib import Path

import numpy as np
import pytest

from kahuna import Game, Rules
from kahuna.arena.pair import MatchSetup, play_pair
from kahuna.bots.nets.kahuna_games import net_game_on
from kahuna.bots.nets.kahuna_inputs import InputPlaces, inputs_on
from kahuna.bots.nets.netfile import BadNet, read_net
from kahuna.bots.registry import find_bot
from kahuna.cli.main import main
from kahuna.rules.kahuna import rules_for
from kahuna.rules.maps import map_of
from kahuna.table.games import on_map
from kahuna.training import loop
from kahuna.training.file import Course
from support.map_games import MAPS, board_named, map_path, rules_on


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net that has learned a little on the ring."""
    path = tmp_path_factory.mktemp("map") / "ring.net"
    course = Course(on_map(board_named("ring")), games=64, games_a_chunk=2, hidden=16, middle=8, snapshots=1)
    loop.train(course, path)
    return path


@pytest.mark.slow
def test_a_net_learns_a_map_and_plays_on_it(taught: Path) -> None:
    """Players: net and champion take the file; the file says which map it is for."""
    name = on_map(board_named("ring"))
    header = read_net(taught)[1]
    assert (header["game"], header["map"]) == (name, map_of(board_named("ring")))
    assert set(header["growth"][0]) >= {"greedy", "ismcts:iterations=400"}
    for player in (f"net:file={taught}", f"champion:file={taught},iterations=4"):
        played = play_pair(MatchSetup((player, "greedy"), Rules(name), "a map"), 0)
        assert not played.faults


@pytest.mark.slow
def test_a_net_for_a_map_is_refused_on_any_other_board(
    taught: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Players: one line that says what the net has learned."""
    monkeypatch.setenv("KAHUNA_MAPS", "")
    name = on_map(board_named("ring"))
    for player in (f"net:file={taught}", f"champion:file={taught}"):
        for other in ("kahuna", on_map(board_named("chain"))):
            with pytest.raises(ValueError, match=f"has learned the map of {name} and knows no other board"):
                find_bot(player, other)
    chain, new = str(map_path("chain")), str(tmp_path / "new.net")
    assert main(["train", "--map", chain, "--from", str(taught), "--games", "1", "--out", new]) == 2
    assert f"this net plays {name}, not {on_map(board_named('chain'))}" in capsys.readouterr().err
    assert main(["train", "--map", chain, "--open", "--games", "1", "--out", new]) == 2
    assert "no net that sees all cards" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_net_with_another_map_than_it_says_is_refused(taught: Path, tmp_path: Path) -> None:
    """Nets: the name of a map follows from its islands and links."""
    head, _, body = taught.read_bytes().partition(b"\n")
    for changed in (head.replace(b"HOMU", b"HOME"), head.replace(b"ANU-BELO", b"ANU-ANU")):
        path = tmp_path / "changed.net"
        path.write_bytes(changed + b"\n" + body)
        with pytest.raises(BadNet):
            read_net(path)


@pytest.mark.parametrize("name", MAPS)
def test_what_a_net_sees_of_a_map_fits_and_follows_every_action(name: str) -> None:
    """Inputs: one slot of each group, the same whether written anew or changed by an action."""
    board = board_named(name)
    on = rules_for(board)
    places = InputPlaces(on)
    inputs, changes = inputs_on(on, places)
    kernels = net_game_on(on).playing
    assert (kernels.slots, kernels.active) == (places.SLOTS, places.ACTIVE)
    groups: list[set[int]] = [set() for _ in range(places.ACTIVE)]
    for seed in range(4):
        random = np.random.default_rng(seed)
        game = Game(rules_on(board, seed), seed=seed)
        while not game.over:
            code = int(random.choice(game.codes()))
            before, now, after = (np.empty(places.ACTIVE, np.int16) for _ in range(3))
            state = game.state
            inputs(state, state.flow.seat, before)
            left = on.play(state, code)
            now[:] = before
            changes(state, left, state.flow.seat, now)
            inputs(left, state.flow.seat, after)
            assert (now == after).all()
            for place, slot in enumerate(after.tolist()):
                assert 0 <= slot < places.SLOTS
                groups[place].add(slot)
            game.play_code(code)
    seen = [slot for group in groups for slot in group]
    assert len(seen) == len(set(seen)), "two groups share a slot"
