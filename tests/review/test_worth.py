"""What a full state of Kahuna is worth: the exact mean over cards that can come, whatever the net thinks."""

import json
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from kahuna import Game
from kahuna.bots.nets.netfile import BadNet, write_net
from kahuna.bots.nets.network import Net, new_net
from kahuna.review import starts
from kahuna.review.open_inputs import ACTIVE, SLOTS, open_inputs
from kahuna.review.starts import OPEN_NET, OpenNet, all_rules, name_of, open_net, path_beside
from kahuna.review.worth import luck, new_desk, quiet_worth, start_sums, white_chance
from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of, seeded
from kahuna.table.ruleset import Rules
from support.some_games import games


@pytest.fixture(scope="module")
def wrong() -> Net:
    """A net that knows nothing and has strong opinions."""
    net = new_net(SLOTS, seed=1, hidden=8, middle=4)
    return net._replace(last=net.last * 4)


def new_round(name: str = "standard") -> kahuna.State:
    """A state whose row is about to be dealt."""
    for game, choose in games(name, 20):
        while not game.over:
            before = game.state
            code = choose()
            game.play_code(code)
            after = kahuna.play(before, code)
            if after.due == kahuna.DUE_ROW:
                return after
    raise AssertionError("no round ended")


def test_a_state_that_awaits_a_card_is_worth_the_mean_over_all_cards(wrong: Net) -> None:
    awaiting = kahuna.play(Game(seed=3).state, kahuna.TAKE_STACK)
    each = [white_chance(wrong, kahuna.deal(awaiting, card)) for card in cards_of(awaiting.stack)]
    assert white_chance(wrong, awaiting) == pytest.approx(sum(each) / len(each), abs=1e-12)
    assert max(each) - min(each) > 0.001


def test_a_new_row_is_worth_the_mean_over_all_rows_in_every_order(wrong: Net) -> None:
    state = new_round()
    total, count = 0.0, 0
    desk = new_desk(wrong)
    known: dict[tuple[int, ...], float] = {}
    for row in permutations(cards_of(state.stack), 3):
        key = tuple(sorted(row))
        if key not in known:
            dealt = state
            for card in row:
                dealt = kahuna.deal(dealt, card)
            known[key] = quiet_worth(wrong, dealt, desk)
        total, count = total + known[key], count + 1
    assert len(known) > 100
    assert white_chance(wrong, state) == pytest.approx(total / count, abs=1e-6)


def test_luck_averages_zero_over_what_can_come_in_a_new_row_too(wrong: Net) -> None:
    state, random = new_round(), Random(1)
    gains = []
    for _ in range(400):
        dealt = state
        while dealt.due:
            dealt = kahuna.deal_nth(dealt, random.randrange(dealt.stack.bit_count()))
        gains.append(luck(wrong, state, dealt))
    mean = sum(gains) / len(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains))
    assert abs(mean) < 4 * spread / sqrt(len(gains))


def test_every_slot_is_within_the_table_and_each_group_has_its_own() -> None:
    import numpy as np

    slots = np.empty(ACTIVE, np.int16)
    for name in ("standard", "planning", "handicap", "own handicap"):
        for game, choose in games(name, 3):
            while not game.over:
                open_inputs(game.state, slots)
                assert 0 <= slots.min() <= slots.max() < SLOTS
                assert (np.diff(slots) > 0).all()
                game.play_code(choose())


def test_start_values_are_means_over_deals_and_belong_to_their_net(wrong: Net, tmp_path: Path) -> None:
    path = tmp_path / "wrong.net"
    write_net(path, wrong, {"game": "kahuna"}, "float32")
    starts.write_starts(path, deals=200)
    found = open_net(path)
    assert set(found.starts) == {name_of(rules) for rules in all_rules()}
    total, _ = start_sums(wrong, 0, 0, 1, 200, seeded(starts.START_SEED, 0))
    assert found.start(Rules()) == pytest.approx(total / 200)
    assert found.start(Rules(first="black")) == pytest.approx(1 - total / 200)
    document = json.loads(path_beside(path).read_text())
    path_beside(path).write_text(json.dumps(document | {"net": "another"}))
    open_net.cache_clear()
    with pytest.raises(BadNet, match="start values of another net"):
        open_net(path)


def test_the_bundled_net_is_small_and_its_start_values_rest_on_a_million_deals() -> None:
    assert OPEN_NET.stat().st_size < 1_000_000
    document = json.loads(path_beside(OPEN_NET).read_text())
    assert document["deals"] >= 1_000_000
    assert all(entry["error"] < 1e-4 for entry in document["starts"].values())
    assert isinstance(open_net(), OpenNet)
