"""Nets: what they see, how they add up, how they are stored, and how they learn."""

import copy
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from kahuna.bots.hex_value import (
    CODE_BITS,
    CODE_MASK,
    INNER,
    OUTER,
    SCRATCH,
    SURE,
    moves_exahuna,
    moves_special,
)
from kahuna.bots.hex_weights import fitted_weights
from kahuna.bots.nets import kahuna_inputs
from kahuna.bots.nets.hex_judge import moves_exahuna_judged, moves_special_judged, new_judge
from kahuna.bots.nets.netfile import BadNet, read_net, write_net
from kahuna.bots.nets.network import Net, answered, gathered, new_net
from kahuna.bots.nets.opinions import state_of
from kahuna.bots.nets.scoring import kernels_of, new_buffers
from kahuna.bots.registry import find_bot
from kahuna.rules import kahuna, special
from kahuna.rules.bits import seeded
from kahuna.rules.boards import EXAHUNA
from kahuna.rules.symmetry import symmetries, turned_links
from kahuna.table.game import Game
from kahuna.table.games.kahuna_worlds import knowledge, sample_world
from kahuna.table.ruleset import GAMES, SEATS, Rules
from kahuna.table.view import supply_in
from kahuna.training.hex_symmetry import slot_maps
from kahuna.training.learning import Samples, adam_native, new_samples, new_slope_desk, slope, slope_native
from support.net_positions import positions, slots_of
from support.views import result_of, seen


def hidden(net: Net) -> tuple[np.ndarray, np.ndarray]:
    return np.empty(len(net.bias), np.float32), np.empty(len(net.second_bias), np.float32)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_has_one_slot_in_each_group(game: str) -> None:
    seen: list[set[int]] = [set() for _ in range(kernels_of(game).active)]
    for _, state in positions(game, 1, 60):
        for seat in (0, 1):
            slots = slots_of(game, state, seat)
            assert slots.min() >= 0
            assert slots.max() < kernels_of(game).slots
            for group, slot in zip(seen, slots, strict=True):
                group.add(int(slot))
    assert sum(len(group) for group in seen) > 3 * len(seen)
    if game == "kahuna":  # no slot means two things; on the regular board the same things have the same slots
        assert sum(len(group) for group in seen) == len(set.union(*seen))


@pytest.mark.parametrize("game", [*GAMES][1:])
def test_a_net_sees_the_empty_board_alike_from_both_sides(game: str) -> None:
    table = Game(Rules(game))
    assert np.array_equal(slots_of(game, table.state, 0), slots_of(game, table.state, 1))


def turned(word: int, links: list[int]) -> int:
    """The bits of these links at their new places."""
    return sum((word >> link & 1) << new for link, new in enumerate(links))


@pytest.mark.parametrize("game", [*GAMES][1:])
def test_a_turned_board_has_the_turned_slots(game: str) -> None:
    maps = slot_maps(game == "exahuna-special")
    assert len(maps) == 12
    for number, places in enumerate(symmetries(EXAHUNA)):
        links = [new for new, _ in turned_links(EXAHUNA, places)]
        for _, state in positions(game, number, 6):
            other = state._replace(own=turned(state.own, links), enemy=turned(state.enemy, links))
            if game == "exahuna-special":
                other = other._replace(kinds=special.Kinds(*(turned(word, links) for word in state.kinds)))
            for seat in range(2):
                expected = np.sort(maps[number][slots_of(game, state, seat)])
                assert np.array_equal(np.sort(slots_of(game, other, seat)), expected)


@pytest.mark.parametrize("game", [*GAMES][1:])
def test_two_links_between_the_same_islands_are_alike(game: str) -> None:
    links = list(range(54))
    for inner, outer in zip(INNER, OUTER, strict=True):
        links[inner], links[outer] = outer, inner
    for number, (_, state) in enumerate(positions(game, 9, 40)):
        other = state._replace(own=turned(state.own, links), enemy=turned(state.enemy, links))
        if game == "exahuna-special":
            other = other._replace(kinds=special.Kinds(*(turned(word, links) for word in state.kinds)))
        assert np.array_equal(slots_of(game, state, number % 2), slots_of(game, other, number % 2))


def test_a_net_sees_no_hidden_card() -> None:
    """K16, before and after every action, the last of a round (K9) too."""
    ends = set()
    for number, (table, state) in enumerate(positions("kahuna", 2, 120)):
        seat = number % 2
        view = seen(table, SEATS[seat])
        facts = knowledge(view)
        true = slots_of("kahuna", state, seat)
        for stream in range(4):
            world, _ = sample_world(facts, seeded(number + 1, stream))
            assert np.array_equal(slots_of("kahuna", world, seat), true)
            # What a net judges is the position after an action, cards being due.
            for code in table.codes() if table.to_move == SEATS[seat] else ():
                after, imagined = kahuna.play(state, code), kahuna.play(world, code)
                assert np.array_equal(slots_of("kahuna", imagined, seat), slots_of("kahuna", after, seat))
                ends.add(after.flow.round - state.flow.round)
    assert ends == {0, 1}


def test_a_net_sees_how_many_handicap_bridges_are_left() -> None:
    """K15."""
    table = Game(Rules(handicap=3, handicap_to="white"), seed="handicap")
    seen = [
        slots_of("kahuna", table.state._replace(flow=table.state.flow._replace(handicap=n)), 0)
        for n in range(4)
    ]
    assert len({slots.tobytes() for slots in seen}) == 4


def test_a_net_sees_which_of_its_cards_the_opponent_knows() -> None:
    """K16: a card from the row was seen by both."""
    state = Game(seed="known").state
    shown = state._replace(own=state.own._replace(known=state.own.hand))
    assert not np.array_equal(slots_of("kahuna", state, 0), slots_of("kahuna", shown, 0))


@pytest.mark.parametrize("game", GAMES)
def test_working_out_only_what_an_action_changed_gives_the_same_answer(game: str) -> None:
    net = new_net(kernels_of(game).slots, 3)
    total, middle = hidden(net)
    awake = np.empty(len(net.bias), np.int64)
    engine = kernels_of(game)
    buffers = new_buffers(net, engine.active)
    codes, odds, starts = np.empty(engine.most, np.int64), np.empty(engine.most), np.empty(engine.most)
    checked = 0
    for _, state in positions(game, 4, 20):
        seat = engine.mover(state)
        for number in range(engine.scored(net, state, codes, odds, starts, buffers)):
            after = engine.played(state, int(codes[number]))
            if engine.ended(after) == 0:
                gathered(net, slots_of(game, after, seat), total)
                answer = answered(net, total, middle, awake)[0]
                assert abs(odds[number] - starts[number] - answer) < 1e-3
                checked += 1
    assert checked > 100


def test_what_an_action_changes_of_the_slots_is_all_that_it_changes() -> None:
    """Kahuna, with handicaps (K15), both variants and the ends of rounds (K9)."""
    random, ends = Random(8), set()
    for number in range(4):
        handicap = number % 4
        rules = Rules(planning=number % 2 == 1, handicap=handicap, handicap_to="black" if handicap else None)
        table = Game(rules, seed=str(number))
        while not table.over:
            state = table.state
            before = slots_of("kahuna", state, state.seat)
            for code in table.codes():
                after, now = kahuna.play(state, code), before.copy()
                kahuna_inputs.changes(state, after, state.seat, now)
                assert np.array_equal(now, slots_of("kahuna", after, state.seat))
                ends.add(after.flow.round - state.flow.round)
            table.play_code(random.choice(table.codes()))
    assert ends == {0, 1}


def small_samples() -> Samples:
    random = np.random.default_rng(5)
    samples = new_samples(6, 4)
    samples.slots[:] = random.integers(0, 10, (6, 4))
    samples.goals[:] = random.random(6)
    samples.starts[:] = random.standard_normal(6)
    return samples


def test_the_gradient_is_what_small_changes_of_the_weights_do_to_the_loss() -> None:
    parts: list[Any] = [part.astype(np.float64) for part in new_net(10, 6, hidden=8, middle=4)]
    net = Net(*parts)
    net.bias[:] = net.second_bias[:] = 0.3
    samples, order = small_samples(), np.arange(6)
    into = Net(*(np.zeros_like(part) for part in net))

    def loss() -> float:
        spare = Net(*(np.zeros_like(part) for part in net))
        return slope(net, np.ascontiguousarray(net.second.T), samples, order, spare, new_slope_desk(net))

    slope(net, np.ascontiguousarray(net.second.T), samples, order, into, new_slope_desk(net))
    checked = 0
    for part, slopes in zip(net, into, strict=True):
        for index in np.ndindex(part.shape):
            before = part[index]
            part[index] = before + 1e-3
            above = loss()
            part[index] = before - 1e-3
            below = loss()
            part[index] = before
            assert slopes[index] == pytest.approx((above - below) / 2e-3, abs=2e-3)
            checked += int(abs(slopes[index]) > 1e-2)
    assert checked > 50


def test_steps_of_learning_bring_the_loss_down() -> None:
    net = new_net(10, 7, hidden=16, middle=8)
    means, squares, into = (Net(*(np.zeros_like(part) for part in net)) for _ in range(3))
    samples, order = small_samples(), np.arange(6)
    samples.goals[:] = (0, 1, 0, 1, 1, 0)
    samples.starts[:] = 0
    losses = []
    for step in range(1, 301):
        losses.append(
            slope_native(net, np.ascontiguousarray(net.second.T), samples, order, into, new_slope_desk(net))
        )
        adam_native(net, into, means, squares, 1e-2, 1 / 6, step)
    assert losses[-1] < 0.1 * losses[0]


def test_a_net_is_read_back_bit_for_bit(tmp_path: Path) -> None:
    net = new_net(20, 8, hidden=8, middle=4)
    about = {"game": "exahuna", "games": 12, "commit": "abc"}
    write_net(tmp_path / "full", net, about, "float32")
    read, header = read_net(tmp_path / "full", "exahuna", 20)
    assert all(np.array_equal(a, b) for a, b in zip(read, net, strict=True))
    assert header["games"] == 12
    write_net(tmp_path / "half", read, about)
    once, _ = read_net(tmp_path / "half")
    write_net(tmp_path / "again", once, about)
    assert (tmp_path / "half").read_bytes() == (tmp_path / "again").read_bytes()


def damaged(whole: bytes) -> list[tuple[bytes, str]]:
    head, _, body = whole.partition(b"\n")
    return [
        (b"", "not a net"),
        (b"hello", "not a net"),
        (b"[1]\n", "not a net"),
        (whole[:-1], "damaged"),
        (whole + b"x", "damaged"),
        (head + b"\n" + bytes([body[0] ^ 1]) + body[1:], "check sum"),
        (whole.replace(b'"version": 1', b'"version": 9'), "version"),
        (whole.replace(b'"shapes": [[20', b'"shapes": [[21'), "damaged"),
        (whole.replace(b'"shapes": [[20', b'"shapes": [["x"'), "layers"),
        (whole.replace(b'"shapes": [[20', b'"shapes": [[20.0'), "layers"),
        (whole.replace(b'"digest"', b'"digits"'), "check sum"),
        (b"[" * 90_000, "not a net"),
        (
            whole.replace(b'"dtype": "float16"', b'"dtype": "object"'),
            "dtype 'object' is not one of float16, float32",
        ),
    ]


def test_damaged_files_and_foreign_nets_are_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    write_net(path, new_net(20, 8, hidden=8, middle=4), {"game": "exahuna"})
    whole = path.read_bytes()
    with pytest.raises(BadNet, match="plays exahuna, not kahuna"):
        read_net(path, "kahuna")
    with pytest.raises(BadNet, match="20 inputs, and 21"):
        read_net(path, "exahuna", 21)
    for data, reason in damaged(whole):
        path.write_bytes(data)
        with pytest.raises(BadNet, match=reason) as caught:
            read_net(path, "exahuna", 20)
        assert "\n" not in str(caught.value)


def test_the_state_for_a_view_fits_it() -> None:
    for table, _ in positions("exahuna", 9, 5):
        assert state_of(table.view(table.to_move)) == table.state


def test_a_net_is_a_player_of_its_own_game_alone(tmp_path: Path) -> None:
    for game in GAMES:
        path = tmp_path / game
        write_net(path, new_net(kernels_of(game).slots, 3), {"game": game})
        for spec in (f"net:file={path}", f"champion:file={path},iterations=10"):
            table, bot = Game(Rules(game), seed="net"), find_bot(spec, game)
            choice = bot.choose(table.view(table.to_move), Random(1))
            assert choice.action in table.legal()
            assert choice.value is not None
            assert 0 < choice.value < 1
            assert choice == find_bot(spec, game).choose(table.view(table.to_move), Random(1))
    with pytest.raises(ValueError, match="does not play kahuna, only exahuna"):
        find_bot(f"net:file={tmp_path / 'exahuna'}", "kahuna")


def test_search_with_a_net_proves_the_end_of_an_open_game(tmp_path: Path) -> None:
    path = tmp_path / "exahuna"
    write_net(path, new_net(kernels_of("exahuna").slots, 3), {"game": "exahuna"})
    bot, random = find_bot(f"champion:file={path},iterations=3000"), Random(5)
    table = Game(Rules("exahuna"))
    while sum(cast(int, supply_in(table.view(None), seat)) for seat in SEATS) > 3:
        table.play_code(random.choice(table.codes()))
    choice = bot.choose(table.view(table.to_move), random)
    assert choice.value in (0.0, 0.5, 1.0)
    seat = table.to_move
    assert choice.value == best_result(table, seat)


@pytest.mark.parametrize("game", [*GAMES][1:])
def test_the_net_has_its_share_in_the_scores_of_the_best_actions(game: str) -> None:
    """The others keep theirs, but none is better than the last of those."""
    net, kernels = new_net(kernels_of(game).slots, 3), kernels_of(game)
    moves_of: dict[str, tuple[Any, Any]] = {
        "exahuna": (moves_exahuna, moves_exahuna_judged),
        "exahuna-special": (moves_special, moves_special_judged),
    }
    for _, state in positions(game, 11, 12):
        fitted_moves, moves = np.zeros(1000, np.int32), np.zeros(1000, np.int32)
        scratch = np.zeros(SCRATCH, np.int64)
        count = moves_of[game][0](fitted_weights(game), state, fitted_moves, scratch)
        judge = new_judge(game, net, 0.75, 6)
        assert moves_of[game][1](judge, state, moves, scratch) == count
        scores = {int(move) & CODE_MASK: (int(move) >> CODE_BITS) - SURE for move in moves[:count]}
        codes, odds = np.empty(1000, np.int64), np.empty(1000)
        asked = kernels.scored(net, state, codes, odds, np.empty(1000), judge.buffers)
        said = {int(codes[i]): 100 * odds[i] for i in range(asked)}
        best = np.sort(fitted_moves[:count])[::-1]
        for place, move in enumerate(best):
            code, score = int(move) & CODE_MASK, (int(move) >> CODE_BITS) - SURE
            if kernels.played(state, code).outcome and place < 6:
                assert scores[code] == score
            elif place < 6:
                assert abs(scores[code] - (0.25 * score + 0.75 * said[code])) <= 1
            else:
                assert scores[code] <= score
        assert len(scores) == count


def best_result(table: Game, seat: str | None) -> float:
    """What the seat gets if both play perfectly."""
    if table.over:
        winner = result_of(table)["winner"]
        return 0.5 if winner is None else float(winner == seat)
    results = []
    for code in table.codes():
        after = copy.deepcopy(table)
        after.play_code(code)
        results.append(best_result(after, seat))
    return max(results) if table.to_move == seat else min(results)
