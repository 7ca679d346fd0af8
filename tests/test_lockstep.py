"""Guard 1: kernels, table and oracle agree after every action of hundreds of games, in every game and variant."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest

from kahuna import Game, Rules
from kahuna.bench import oracle
from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.rules.jit import disabled
from kahuna.table.dealer import SeededDealer
from kahuna.table.notation import codes_of
from kahuna.table.ruleset import engine_of
from support.lockstep import (
    VARIANTS,
    Difference,
    compare,
    oracle_of,
    play_lockstep,
    play_seed,
    rules_for,
    state_of,
)
from support.lockstep_players import greedy, players_for, uniform
from support.random_positions import random_hex, random_kahuna

CHUNKS = (0, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in (1, 2)))
GAMES = 128  # a chunk; `make soak` plays 20,000 games of each variant
PLAYED = 16 if disabled() else GAMES  # greedy players are slow when nothing is compiled

IN_EVERY_KAHUNA = {
    "capture", "capture of several bridges", "two islands won at once", "removal", "discard", "decline",
    "discard of a certain card", "row slot left empty", "forced to take", "forced to take with a full hand",
    "last turn", "reshuffle", "early end as round 2 begins", "eleven islands", "by points",
    "by early-end", "by bridges", "by draw",
}  # fmt: skip
LIMIT = {"25 bridges", "25 bridges and a card for a free link"}
HANDICAP = {"handicap bridge", "handicap stopped early", "replacement"}
IN_EVERY_CHUNK = {
    "kahuna": IN_EVERY_KAHUNA | LIMIT,
    # In planning nobody gets 25 bridges: each island won sweeps the last enemy bridges, and K13 ends the game.
    "planning": IN_EVERY_KAHUNA | {"replacement"},
    "handicap-1": IN_EVERY_KAHUNA | LIMIT | HANDICAP,
    "handicap-2": IN_EVERY_KAHUNA | LIMIT | HANDICAP,
    "handicap-3": IN_EVERY_KAHUNA | LIMIT | HANDICAP,
    "exahuna": {"capture", "capture of several bridges", "pass", "by islands", "by bridges"},
    "exahuna-special": {
        "capture", "capture of several bridges", "resolved in several steps", "own bridges lost", "joker move",
        "joker replaced by a joker", "pass", "pass with free links", "by islands", "by bridges",
    },
}  # fmt: skip


def play_seeds(variant: str, seeds: range, seen: Counter[str]) -> None:
    """All these games in lockstep."""
    for seed in seeds:
        play_seed(variant, seed, seen)


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_program_and_oracle_agree_after_every_action(variant: str, chunk: int) -> None:
    """K1-K16, E1-E5, S1-S7: legal actions, whole state and result; and what should be tested really occurred."""
    seen: Counter[str] = Counter()
    play_seeds(variant, range(chunk * GAMES, chunk * GAMES + PLAYED), seen)
    if PLAYED == GAMES:
        missing = {what for what in IN_EVERY_CHUNK[variant] if not seen[what]}
        assert not missing, f"never happened in {variant} games {chunk * GAMES} ff: {missing}"


def test_half_of_the_games_have_greedy_players() -> None:
    for variant in VARIANTS:
        pairs = [players_for(variant, seed) for seed in range(GAMES)]
        assert sum(greedy in pair for pair in pairs) == GAMES // 2
        assert sum(pair == (greedy, greedy) for pair in pairs) >= GAMES // 4
        assert {pair.index(greedy) for pair in pairs if pair.count(greedy) == 1} == {0, 1}


def test_handicap_games_mix_seats_beginners_and_planning() -> None:
    """K2, K14, K15: every combination of who begins, who has the handicap and whether it is planning."""
    for bridges in (1, 2, 3):
        games = {rules_for(f"handicap-{bridges}", seed)[1:] for seed in range(GAMES)}
        assert {(plan, to, first) for plan, _, to, first in games} == {
            (plan, to, first)
            for plan in (False, True)
            for to in ("white", "black")
            for first in ("white", "black")
        }
        assert {handicap for _, handicap, _, _ in games} == {bridges}


@pytest.mark.parametrize(
    ("variant", "by"),
    [
        ("kahuna", "round-3"),
        ("planning", "round-3"),
        *(pytest.param(f"handicap-{n}", "round-3", marks=pytest.mark.slow) for n in (1, 2, 3)),
        ("exahuna", "draw"),
        ("exahuna-special", "draw"),
    ],
)
def test_rare_endings_agree_too(variant: str, by: str) -> None:
    """K12, E5: the tie-breaks that need not occur in every chunk."""
    seen: Counter[str] = Counter()
    for seed in range(5000, 5600):
        play_seed(variant, seed, seen)
        if seen[f"by {by}"]:
            return
    pytest.fail(f"no game of {variant} ended by {by}")


def test_views_and_compiled_kernels_agree_after_every_action_of_some_games() -> None:
    """The other games look at the views and the compiled kernels only now and then."""
    for variant in VARIANTS:
        for seed in range(8):
            rules = rules_for(variant, seed)
            play_lockstep(rules, seed, (uniform, greedy), Counter(), view_every=1, native_every=1)


@pytest.mark.parametrize(
    ("variant", "broken"),
    [
        ("kahuna", {"supply": lambda model, colour: 24 - len(model.bridges_of(colour))}),
        ("kahuna", {"_check_early_end": lambda model: None}),
        ("planning", {"_guarded": lambda model, link, foe: False}),
        ("exahuna-special", {"worth": lambda model, island: 1}),
    ],
)
def test_a_wrong_rule_is_noticed_and_the_seed_is_named(
    variant: str, broken: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparer can fail: an oracle with one wrong rule is found out."""
    model = oracle.Special if variant == "exahuna-special" else oracle.Kahuna
    for name, function in broken.items():
        monkeypatch.setattr(model, name, function)
    with pytest.raises(Difference, match=r"seed \d+ after action \d+"):
        play_seeds(variant, range(64), Counter())


def test_a_wrong_stack_order_is_noticed() -> None:
    """The order of hidden cards is compared too, before anybody can see it."""
    dealer = SeededDealer(1)
    game, model = Game(Rules(), dealer), oracle_of(Rules(), dealer)
    assert isinstance(model, oracle.Kahuna)
    model.stack[-1], model.stack[-2] = model.stack[-2], model.stack[-1]
    with pytest.raises(AssertionError, match="stack"):
        compare(game, model, views=False)


def check_moves(model: Any, game: str, random: Random, most: int) -> int:
    """Compares the legal actions of a position and what some of them do; how many own bridges fell."""
    engine = engine_of(game)
    state = state_of(model, None)
    codes = engine.codes(engine.legal(state))
    actions = sorted(model.legal())
    assert sorted(codes) == sorted(codes_of(game)[action] for action in actions)
    lost = 0
    random.shuffle(actions)
    for action in sorted(actions, key=lambda text: ">" not in text)[:most]:
        after_model = copy.deepcopy(model)
        after_model.play(action, trusted=True)
        after = engine.play(state, codes_of(game)[action])
        if game == "kahuna" and after.due and not kahuna.opens_round(after):
            after = kahuna.deal(after, KAHUNA.islands.index(model.stack[0]))
        if game == "kahuna" and after.due:
            for card in [name for name in after_model.row if name]:
                after = kahuna.deal(after, KAHUNA.islands.index(card))
        assert after == state_of(after_model, after), f"{action} in {model.__dict__}"
        if ">" in action and game == "exahuna-special":
            own, now = state.own, after.own if after.seat == state.seat else after.enemy
            lost += (own & ~now).bit_count() > 1
    return lost


def test_kahuna_agrees_in_random_positions() -> None:
    """K1, K4, K5, K7, K9-K14 on boards that no game would ever lead to."""
    random = Random(1)
    for _ in range(600):
        check_moves(random_kahuna(random), "kahuna", random, 12)


def test_the_hexagon_agrees_in_random_positions() -> None:
    """E2-E4, S2-S7: joker moves that cost their owner bridges and long resolutions, which games seldom show (S6)."""
    random, lost = Random(2), 0
    for _ in range(700):
        model = random_hex(random)
        lost += check_moves(model, model.game, random, 8)
    assert lost > 100
