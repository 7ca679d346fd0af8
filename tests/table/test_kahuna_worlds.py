"""Guard 3: a sampled world, seen from its seat, gives exactly the view it was sampled from (K16)."""

import copy
import json
from collections import Counter
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from kahuna import Game, Rules
from kahuna.rules import kahuna
from kahuna.rules.bits import add_card, cards_of, seeded
from kahuna.rules.boards import KAHUNA
from kahuna.rules.jit import compiled
from kahuna.table.games.kahuna_events import cards_played
from kahuna.table.games.kahuna_view import sides
from kahuna.table.games.kahuna_worlds import Knowledge, knowledge, sample_world
from kahuna.table.knowledge import position
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import KahunaView
from support.every_world import TooMany, every_world
from support.lockstep_players import Player, greedy, jester, lively, peaceful, uniform
from support.views import hand_of, seen

VARIANTS = (
    Rules(),
    Rules(first="black"),
    Rules(planning=True),
    Rules(handicap=2, handicap_to="black"),
    Rules(planning=True, handicap=3, handicap_to="white", first="black"),
)
PAIRS: tuple[tuple[Player, Player], ...] = ((uniform, uniform), (lively, uniform), (greedy, lively))


Ways = Counter[
    tuple[int, int]
]  # an opponent's hand and secret discards, and in how many ways they come about


class Small(NamedTuple):
    """A position with few worlds, from a seat."""

    facts: Knowledge
    rival: int  # the opponent's number
    true: tuple[int, int]
    ways: Ways


def known_by(view: KahunaView) -> Knowledge:
    """What the view's text says, and nothing that is not text."""
    return knowledge(json.loads(json.dumps(view)))


def seen_in(world: kahuna.State, game: Game, seat: Seat) -> KahunaView:
    """The view of this seat if the game stood as in this world; what the seat has logged stays."""
    other = copy.copy(game)
    other.moments = [game.moments[-1]._replace(state=world)]
    other._arrive(world)
    return seen(other, seat)


def every_card(world: kahuna.State, game: Game) -> Counter[int]:
    """All cards of a world, wherever they lie."""
    piles = (world.own.hand, world.own.secret, world.enemy.hand, world.enemy.secret, world.stack)
    row = [(world.row >> shift & 15) - 1 for shift in (0, 4, 8)]
    found = Counter(card for pile in piles for card in cards_of(pile))
    return found + Counter(card for card in row if card >= 0) + Counter(game.moments[-1].memory[0])


def games(rules: Rules, seeds: range) -> Any:
    """Games of Kahuna stopped after every action while they run; the same object goes on."""
    for seed in seeds:
        game, random = Game(rules, seed=f"worlds {seed}"), Random(seed)
        players = PAIRS[seed % len(PAIRS)]
        while not game.over:
            yield game, random
            game.play_code(players[game.state.seat](game, random))


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_a_world_seen_from_its_seat_is_the_view_it_was_sampled_from(rules: Rules) -> None:
    """K16: and every card is somewhere once, what is certain stays in the hand, and nothing public changes."""
    met: Counter[str] = Counter()
    for game, random in games(rules, range(3)):
        for seat in SEATS:
            view = game.view(seat)
            facts = known_by(view)
            x = seeded(random.getrandbits(62), 0)
            world, after = sample_world(facts, x)
            assert (world, after) == sample_world(facts, x), "the same x gives the same world"
            assert json.dumps(seen_in(world, game, seat)) == json.dumps(view)
            assert every_card(world, game) == Counter(dict.fromkeys(range(12), 2))
            rival = sides(world)[1 - SEATS.index(seat)]
            assert not Counter(cards_of(rival.known)) - Counter(cards_of(rival.hand))
            met["worlds"] += 1
            met["unlike the truth"] += world != game.state
            met["with secret discards"] += bool(rival.secret)
            met["after a shuffle"] += game.state.flow.round > 1
            met["with cards certain until a discard"] += len(facts.cases) > 1
    assert met["worlds"] > 500
    assert met["unlike the truth"] > met["worlds"] // 3
    for what in ("with secret discards", "after a shuffle", "with cards certain until a discard"):
        assert met[what] > 50, f"{what}: {met[what]}"


@compiled
def native_sample(facts: Knowledge, x: int) -> tuple[kahuna.State, int]:
    """`sample` as native code."""
    return sample_world(facts, x)


def test_plain_and_compiled_sampling_agree() -> None:
    """Design: one source, two speeds."""
    for game, random in games(Rules(), range(6)):
        facts = known_by(game.view(SEATS[random.getrandbits(1)]))
        x = seeded(random.getrandbits(62), 0)
        assert native_sample(facts, x) == sample_world(facts, x)


def test_another_random_state_gives_other_worlds() -> None:
    """Design: randomness is an argument, and it matters."""
    facts = known_by(seen(Game(Rules(), seed=3), "white"))
    worlds, x = set(), seeded(1, 0)
    for _ in range(200):
        world, x = sample_world(facts, x)
        worlds.add(world)
    assert len(worlds) > 100


Tokens = frozenset[int]  # bit 0-11: an island's first card, 12-23: its second


def all_worlds(game: Game, rival: int) -> Ways:
    """Every way to hand out the cards of round 1 that the opponent's opponent has not seen, by trying everything.

    Cards are tokens: two equal ones in two places are two ways. At every secret discard any card of the hand may go,
    and a card played that was never named may have been any unknown one.
    """
    branches: set[tuple[Tokens, int, Tokens, int]] = {(frozenset(), 3, frozenset(), 0)}
    for step in (step for step in game.steps if step.seat == rival):
        after: set[tuple[Tokens, int, Tokens, int]] = set()
        for hand, hidden, away, hidden_away in branches:
            if step.code < kahuna.DISCARD:
                left, unknown = set(hand), hidden
                for card in cards_played(step.code):
                    named = [token for token in (card, card + 12) if token in left]
                    left -= set(named[:1])
                    unknown -= not named
                if unknown >= 0:
                    after.add((frozenset(left), unknown, away, hidden_away))
            elif step.code < kahuna.TAKE_ROW:
                after |= {(hand - {token}, hidden, away | {token}, hidden_away) for token in hand}
                after |= {(hand, hidden - 1, away, hidden_away + 1)} if hidden else set()
            elif step.code < kahuna.TAKE_STACK:
                token = step.card + 12 * (step.card in hand | away)
                after |= {(hand | {token}, hidden, away, hidden_away)} - {(hand, hidden, away, hidden_away)}
            elif step.code == kahuna.TAKE_STACK:
                after.add((hand, hidden + 1, away, hidden_away))
            else:
                after.add((hand, hidden, away, hidden_away))
        branches = after
    side = sides(game.state)[rival]
    everything = Counter(cards_of(side.hand) + cards_of(side.secret) + cards_of(game.state.stack))
    ways: Ways = Counter()
    for hand, hidden, away, hidden_away in branches:
        pool = everything.copy()
        pool.subtract(token % 12 for token in hand | away)
        if min(pool.values()) < 0:
            continue
        cards = list(pool.elements())
        for held in combinations(range(len(cards)), hidden):
            rest = [place for place in range(len(cards)) if place not in held]
            for put in combinations(rest, hidden_away):
                in_hand = packed([*(token % 12 for token in hand), *(cards[place] for place in held)])
                gone = packed([*(token % 12 for token in away), *(cards[place] for place in put)])
                ways[in_hand, gone] += 1
    return ways


def packed(cards: list[int]) -> int:
    """A multiset of cards."""
    word = 0
    for card in cards:
        word = add_card(word, card)
    return word


def small_positions() -> list[Small]:
    """Positions of round 1 with a few dozen worlds; in half of them named cards may have been discarded."""
    found: list[Small] = []
    wanted = {True: 12, False: 12}
    for game, random in games(Rules(), range(1000)):
        if not any(wanted.values()):
            break
        rival = random.getrandbits(1)
        side = sides(game.state)[rival]
        if game.state.flow.round > 1 or game.state.stack.bit_count() > 4 or not side.secret or not side.hand:
            continue
        facts = known_by(game.view(SEATS[1 - rival]))
        several = len(facts.cases) > 1
        if not wanted[several]:
            continue
        ways = all_worlds(game, rival)
        if 6 <= len(ways) <= 200 and ways.total() <= 1500:
            found.append(Small(facts, rival, (side.hand, side.secret), ways))
            wanted[several] -= 1
    return found


def chi_square(counts: Counter[Any], ways: Counter[Any]) -> float:
    """How many standard deviations the counts lie above what these weights would give on average."""
    samples, total = counts.total(), ways.total()
    statistic = sum(
        (counts[way] - samples * n / total) ** 2 / (samples * n / total) for way, n in ways.items()
    )
    freedom = len(ways) - 1
    return (statistic - freedom) / sqrt(2 * freedom)


def test_every_world_that_fits_is_equally_likely() -> None:
    """K16: hand, secret discards and stack as enumerated card by card, by a chi-square bound of five deviations."""
    positions = small_positions()
    assert len(positions) == 24
    for number, (facts, rival, true, ways) in enumerate(positions):
        x, counts = seeded(number, 7), Counter[tuple[int, int]]()
        for _ in range(10 * ways.total() + 2000):
            world, x = native_sample(facts, x)
            side = sides(world)[rival]
            counts[side.hand, side.secret] += 1
        assert not counts.keys() - ways.keys(), "a world was sampled that does not fit"
        assert true in counts, "what is true must be possible"
        assert abs(chi_square(counts, ways)) < 5, f"position {number}"


@pytest.mark.parametrize("chunk", range(3))
def test_the_worlds_sampled_are_all_that_fit_the_whole_log_and_no_others(chunk: int) -> None:
    """K6, K7, K10, K16: as enumerated round by round, also after shuffles, where whoever counts cards knows much."""
    tested: Counter[int] = Counter()
    for game, random in games(VARIANTS[chunk], range(300 * chunk, 300 * chunk + 4)):
        if random.random() < 0.85:
            continue
        for number, seat in enumerate(SEATS):
            try:
                worlds = every_world(game, number)
            except TooMany:
                continue
            true = sides(game.state)[1 - number]
            assert (true.hand, true.secret) in worlds
            if not 1 <= len(worlds) <= 60:
                continue
            facts, x = known_by(seen(game, seat)), seeded(random.getrandbits(62), 0)
            found = set()
            for _ in range(60 * len(worlds) + 100):
                world, x = native_sample(facts, x)
                rival = sides(world)[1 - number]
                found.add((rival.hand, rival.secret))
            assert found == worlds, f"{seat} after {game.logs[number]}"
            tested[game.state.flow.round] += 1
    assert min(tested[round] for round in (1, 2, 3)) > 12, str(tested)


def test_after_a_shuffle_the_opponent_holds_what_they_held_before_it() -> None:
    """K10, K16: without secret discards whoever counts cards knows their whole hand when a round has ended."""
    certain = 0
    for seed in range(60):
        game, random = Game(Rules(), seed=seed), Random(seed)
        while not game.over and game.state.flow.round == 1:
            codes = [code for code in game.codes() if not kahuna.DISCARD <= code < kahuna.TAKE_ROW]
            game.play_code(random.choice(codes or game.codes()))
        if game.over or any(line[0] == "~" for line in game.logs[2]):
            continue
        for number, seat in enumerate(SEATS):
            true = sides(game.state)[1 - number].hand
            facts = known_by(seen(game, seat))
            for n in range(10):
                world, _ = sample_world(facts, seeded(n, seed))
                assert sides(world)[1 - number].hand == true
            certain += bool(true)
    assert certain > 50


def test_a_card_taken_after_a_discard_is_not_that_discard() -> None:
    """K6, K16: two cards taken from the row after the first of two discards cannot both have been discarded."""
    for seed in range(30):
        game = Game(Rules(), seed=seed)
        row, hand = seen(game)["row"], hand_of(game, "black")
        if len({*row, *hand}) < 6:
            continue
        for action in ("-", f"~{hand[0]}", "+1", "-", "+2", "-", f"~{hand[1]}"):
            game.play(action)
        taken = [KAHUNA.islands.index(card) for card in row[:2]]
        facts = known_by(seen(game, "white"))
        for n in range(100):
            black = sides(sample_world(facts, seeded(n, seed))[0])[1]
            if sorted(cards_of(black.secret)) == sorted(taken):
                assert set(taken) & set(cards_of(black.hand)), "one of them must be the other of its island"


def test_the_bound_refuses_a_sampler_that_is_a_little_off() -> None:
    """Design: the test above can fail."""
    random, ways = Random(1), Counter({number: 1 + number % 3 for number in range(20)})
    fair = Counter(random.choices(list(ways), list(ways.values()), k=4000))
    off = Counter(random.choices(list(ways), k=4000))
    assert abs(chi_square(fair, ways)) < 5 < chi_square(off, ways)


def test_a_card_once_certain_may_be_among_the_secret_discards() -> None:
    """K6, K16: White sees HUNA taken, then one card discarded: HUNA is in the hand or under the pile."""
    game = Game(Rules(), seed=11)
    game.play("-")
    shown = seen(game, "white")["row"][0]
    game.play("+1")
    for action in ("-", f"~{hand_of(game, 'black')[0]}"):
        game.play(action)
    view = seen(game, "white")
    assert view["taken"]["black"] == [shown]
    assert view["known"]["black"] == []
    facts, places, x = knowledge(view), Counter[str](), seeded(1, 0)
    card = KAHUNA.islands.index(shown)
    for _ in range(2000):
        world, x = sample_world(facts, x)
        black = sides(world)[1]
        places["discarded"] += cards_of(black.secret) == [card]
        places["neither"] += card not in cards_of(black.secret) + cards_of(black.hand)
    assert places["neither"] == 0
    assert 480 < places["discarded"] < 700, "a quarter, and the other card of that island now and then"


@pytest.mark.parametrize("game_name", ["exahuna", "exahuna-special"])
def test_the_hexagons_position_is_read_exactly_from_any_seats_view(game_name: str) -> None:
    """E1, S1: nothing is hidden, so the view gives the state itself, whole games long."""
    pairs: tuple[tuple[Player, Player], ...] = ((uniform, uniform), (greedy, uniform), (peaceful, peaceful))
    if game_name == "exahuna-special":
        pairs = (*pairs, (jester, jester))
    passes = 0
    for seed in range(12):
        game, random = Game(Rules(game_name)), Random(seed)
        players = pairs[seed % len(pairs)]
        while not game.over:
            for seat in (*SEATS, None):
                assert position(json.loads(json.dumps(game.view(seat)))) == game.state
            game.play_code(players[game.state.seat](game, random))
            passes += game.logs[2][-1] == "-"
    assert passes


@pytest.mark.parametrize("game_name", ["kahuna", "exahuna", "exahuna-special"])
def test_nothing_is_imagined_about_a_game_that_is_over(game_name: str) -> None:
    """Design: there is no world to sample when nothing is left to play."""
    game = Game(Rules(game_name), seed=1)
    game.end("resign", "white")
    with pytest.raises(ValueError, match="over"):
        knowledge(seen(game, "black")) if game_name == "kahuna" else position(game.view("black"))
