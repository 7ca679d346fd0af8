"""Nets with whole numbers in their first layer, as they play."""

import numpy as np
import pytest

from kahuna.bots.champion import path_of
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.network import MAX_SUM, answered, gathered, new_net
from kahuna.bots.nets.scoring import kernels_of, new_buffers, playing_net
from kahuna.table.games import on_map
from kahuna.table.ruleset import GAMES
from support.map_games import board_named
from support.net_positions import positions, slots_of


@pytest.mark.parametrize("game", GAMES)
def test_whole_numbers_in_the_first_layer_hardly_change_an_answer(game: str) -> None:
    net = read_net(path_of(game), game)[0]
    answers = []
    for each in (net, playing_net(net, game)):
        buffers = new_buffers(each, kernels_of(game).active)
        found = []
        for _, state in positions(game, 12, 60):
            gathered(each, slots_of(game, state, 0), buffers.sums[0])
            found.append(answered(each, buffers.sums[0], buffers.middle, buffers.awake)[0])
        answers.append(np.array(found))
    assert np.abs(answers[0]).max() > 1
    assert np.abs(answers[0] - answers[1]).max() < 0.04  # of log odds


@pytest.mark.parametrize("game", GAMES)
def test_every_slot_of_a_position_is_in_a_group_of_its_own(game: str) -> None:
    kernels = kernels_of(game)
    ends = [0, *(end for _, end, _ in sorted(kernels.groups))]
    assert [first for first, _, _ in sorted(kernels.groups)] == ends[:-1]
    assert ends[-1] == kernels.slots
    assert sum(positions for _, _, positions in kernels.groups) == kernels.active
    group_of = np.repeat(np.arange(len(kernels.groups)), np.diff(ends))
    room = np.array([positions for _, _, positions in sorted(kernels.groups)])
    for _, state in positions(game, 14, 40):
        assert (np.bincount(group_of[slots_of(game, state, 0)], minlength=len(room)) <= room).all()


@pytest.mark.parametrize("game", GAMES)
def test_no_sum_of_whole_numbers_is_too_large_for_its_16_bits(game: str) -> None:
    """Even if every group had its worst row."""
    net = playing_net(read_net(path_of(game), game)[0], game)
    worst = np.abs(net.bias.astype(np.int64))
    for first, end, count in kernels_of(game).groups:
        worst += count * np.abs(net.rows[first:end].astype(np.int64)).max(0)
    assert 32_000 < worst.max() <= MAX_SUM
    assert net.rows.ctypes.data % 64 == net.second.ctypes.data % 64 == 0


def test_the_groups_of_a_map_are_those_of_its_board() -> None:
    """Boards of your own have other numbers of islands and links."""
    kernels = kernels_of(on_map(board_named("ring")))
    assert sorted(kernels.groups)[-1][1] == kernels.slots
    assert sum(count for _, _, count in kernels.groups) == kernels.active
    net = playing_net(new_net(kernels.slots, 1, hidden=64), on_map(board_named("ring")))
    assert np.abs(net.rows).max() < MAX_SUM
