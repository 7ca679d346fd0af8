"""What a perfect memory works out about the opponent's cards, and that it never rules out the truth."""

import json
from random import Random

import pytest

from kahuna import Game, Rules
from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of, seeded
from kahuna.rules.boards import KAHUNA
from kahuna.table.games.kahuna_clues import Case, cases, tokens, unseen
from kahuna.table.games.kahuna_view import sides
from kahuna.table.games.kahuna_worlds import knowledge, sample_world
from kahuna.table.ruleset import SEATS, other
from kahuna.table.view import KahunaView
from support.lockstep_players import lively, uniform
from support.views import hand_of, seen


def without_discards(game: Game, random: Random) -> int:
    """Any action but a discard, where there is one."""
    codes = [code for code in game.codes() if not kahuna.DISCARD <= code < kahuna.TAKE_ROW]
    return random.choice(codes) if codes else lively(game, random)


def test_after_a_shuffle_the_opponents_hand_is_known_card_by_card() -> None:
    """K9, K16: stack and row were empty, so without secret discards they hold what is neither here nor on the pile."""
    positions = 0
    for seed in range(60):
        game, random = Game(Rules(), seed=seed), Random(seed)
        while not game.over and game.state.flow.round == 1:
            game.play_code(without_discards(game, random))
        if game.over or any(kahuna.DISCARD <= step.code < kahuna.TAKE_ROW for step in game.steps):
            continue
        for number, seat in enumerate(SEATS):
            (case,) = cases(seen(game, seat))
            assert case.hidden == case.hidden_away == case.away == 0
            assert sorted(tokens(case.hand)) == cards_of(sides(game.state)[1 - number].hand)
            positions += 1
    assert positions > 60


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(handicap=2, handicap_to="black"), Rules(first="black", planning=True)]
)
def test_the_truth_is_always_among_the_cases(rules: Rules) -> None:
    """K16: with discards of all kinds, through three rounds; sizes always agree with the view."""
    several = 0
    for seed in range(3):
        game, random = Game(rules, seed=seed), Random(seed)
        while not game.over:
            for number, seat in enumerate(SEATS):
                view = json.loads(json.dumps(game.view(seat)))
                found = cases(view)
                rival = sides(game.state)[1 - number]
                assert any(_allows(view, case, rival) for case in found)
                for case in found:
                    assert case.hand.bit_count() + case.hidden == view["cards"][other(seat)]
                    assert case.away.bit_count() + case.hidden_away == view["secret"][other(seat)]
                    assert len(unseen(view, case)) == view["stack"] + case.hidden + case.hidden_away
                several += len(found) > 1
            game.play_code(uniform(game, random) if seed % 2 else lively(game, random))
    assert several > 50


def _allows(view: KahunaView, case: Case, rival: kahuna.Side) -> bool:
    """Whether the true hand and secret discards are a way to fill this case."""
    hand, away, pool = cards_of(rival.hand), cards_of(rival.secret), unseen(view, case)
    for named, true in ((tokens(case.hand), hand), (tokens(case.away), away)):
        for card in named:
            if card not in true:
                return False
            true.remove(card)
    for card in hand + away:
        if card not in pool:
            return False
        pool.remove(card)
    return True


def test_a_card_taken_after_a_discard_is_not_that_discard() -> None:
    """K6, K16: one card away, two from the row, one more away: at most one of the two can be gone."""
    game = Game(Rules(), seed=1)
    first, second = seen(game)["row"][:2]
    hand = hand_of(game, "black")
    for action in ("-", f"~{hand[0]}", "+1", "-", "+2", "-", f"~{hand[1]}"):
        game.play(action)
    taken = {KAHUNA.islands.index(first), KAHUNA.islands.index(second)}
    found = cases(seen(game, "white"))
    assert {frozenset(tokens(case.away)) for case in found} == {
        frozenset(),
        *(frozenset([card]) for card in taken),
    }


def test_sampling_follows_the_cases_weights() -> None:
    """Design: each case as often as it has ways."""
    game = Game(Rules(), seed=11)
    for action in ("-", "+1", "-"):
        game.play(action)
    game.play(f"~{hand_of(game, 'black')[0]}")
    view = seen(game, "white")
    found = cases(view)
    assert sorted(weight * 4 // sum(found.values()) for weight in found.values()) == [1, 3]
    facts, x, met = knowledge(view), seeded(5, 0), set()
    for _ in range(500):
        world, x = sample_world(facts, x)
        met.add((sides(world)[1].hand, sides(world)[1].secret))
    assert len(met) > 100


def test_a_view_with_too_many_cases_still_has_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """K16: when the right case was not followed, what is certain stays certain and sizes agree."""
    monkeypatch.setattr("kahuna.table.games.kahuna_clues.MAX_CASES", 0)
    for seed in range(3):
        game, random = Game(Rules(), seed=seed), Random(seed)
        while not game.over:
            for number, seat in enumerate(SEATS):
                view = seen(game, seat)
                world, _ = sample_world(knowledge(view), seeded(seed, number))
                rival = sides(world)[1 - number]
                assert rival.hand.bit_count() == view["cards"][other(seat)]
                assert rival.secret.bit_count() == view["secret"][other(seat)]
                assert world.stack.bit_count() == view["stack"]
                assert rival.known & ~rival.hand == 0
            game.play_code(uniform(game, random))
