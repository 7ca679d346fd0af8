"""The account: parts that are summed one by one and add up to the result."""

import json
from math import fsum
from pathlib import Path
from random import Random

import pytest

from kahuna import Game
from kahuna.review.account import Values, account_of, luck_of, reviewed_steps, values_of
from kahuna.review.data import Account
from kahuna.review.report import tenths
from kahuna.rules import kahuna
from kahuna.table.record import read_record
from kahuna.table.ruleset import SEATS, Rules
from support.assessed import ArbitraryAssessor, HastyAssessor, SolvedAssessor, cut_short
from support.some_games import ALL_RULES, games

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*.json") if path.name != "perft.json")


def some_losses(game: Game, random: Random) -> dict[int, float]:
    """Losses of some of a game's decisions, of either sign."""
    return {n: random.uniform(-0.2, 0.6) for n in range(len(game.steps)) if random.random() < 0.8}


def parts(account: Account) -> float:
    """What adds up to the result."""
    return fsum([account.start, account.cards, account.white, account.black, account.hidden])


def checked(game: Game, seed: int) -> Account:
    """The account of a game with some losses, every part added up once more in another way."""
    losses = some_losses(game, Random(seed))
    assessor = ArbitraryAssessor()
    account = account_of(game, values_of(assessor, game), losses)
    assert parts(account) == pytest.approx(account.result, abs=1e-9)
    white, black = 0.0, 0.0
    for number, loss in losses.items():
        if game.steps[number].seat == 0:
            white -= loss
        else:
            black += loss
    if game.result and not game.state.outcome:
        rest = account.result - assessor.white(game.state)
        white, black = (white, black + rest) if game.result["winner"] == "white" else (white + rest, black)
    assert account.white == pytest.approx(white, abs=1e-9)
    assert account.black == pytest.approx(black, abs=1e-9)
    assert account.cards == pytest.approx(luck_of(assessor, game), abs=1e-9)
    return account


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_account_of_a_golden_record_adds_up(path: Path) -> None:
    game = read_record(json.loads(path.read_text()))
    account = checked(game, 1)
    if game.result:
        assert account.result == {"white": 1.0, "black": 0.0, None: 0.5}[game.result["winner"]]


@pytest.mark.parametrize("name", ALL_RULES)
def test_accounts_add_up_in_every_game_and_however_it_ends(name: str) -> None:
    for seed, (game, choose) in enumerate(games(name, 10)):
        while not game.over:
            game.play_code(choose())
        checked(game, seed)
        for how in ("running", "resign", "time", "illegal", "crash"):
            checked(cut_short(game, how, Random(f"{seed} {how}")), seed)


@pytest.mark.parametrize("name", ALL_RULES)
def test_accounts_of_many_random_games_add_up(name: str) -> None:
    """A hundred of each kind, every third one ended from outside."""
    assessor = HastyAssessor()
    for seed in range(100):
        game, random = Game(ALL_RULES[name], seed=seed), Random(seed)
        until = random.randrange(60) if seed % 3 == 0 else 1000
        while not game.over and len(game.steps) < until:
            game.play_code(random.choice(game.codes()))
        if not game.over and seed % 2:
            game.end(random.choice(("resign", "time", "illegal", "crash")), random.choice(SEATS))
        account = account_of(game, values_of(assessor, game), some_losses(game, random))
        assert abs(parts(account) - account.result) < 1e-9
        told = tenths(
            [account.start, account.cards, account.white, account.black, account.hidden], account.result
        )
        assert sum(told) == round(1000 * account.result)


def test_nothing_was_lost_where_nothing_is_judged_yet() -> None:
    game = next(games("standard", 1))[0]
    game.play_code(game.codes()[0])
    account = account_of(game, values_of(ArbitraryAssessor(), game), {})
    assert (account.white, account.black) == (0.0, 0.0)
    assert parts(account) == pytest.approx(account.result, abs=1e-9)


def test_a_game_that_was_given_up_at_once_was_given_up_by_its_seat() -> None:
    game = Game(seed=1)
    game.end("resign", "black")
    values = values_of(ArbitraryAssessor(), game)
    account = account_of(game, values, {})
    assert account.white == -values.opening
    assert account.black == account.hidden == account.result == 0.0


def test_the_cards_of_an_open_game_are_nothing() -> None:
    game = Game(Rules("exahuna"))
    for _ in range(12):
        game.play_code(game.codes()[0])
    assert luck_of(ArbitraryAssessor(), game) == 0.0


@pytest.mark.parametrize(("name", "moves"), [("exahuna", 4), ("exahuna-special", 1)])
def test_in_a_solved_ending_play_explains_everything(name: str, moves: int) -> None:
    """With the true worth and the true losses nothing is left over, step by step."""
    for game, choose in games(name, 3):
        while not game.over:
            game.play_code(choose())
        assessor = SolvedAssessor(game, moves)
        losses = assessor.losses(game)
        assert all(loss >= 0 for loss in losses.values())
        values = values_of(assessor, game)
        account = account_of(game, values, losses)
        solved = [step for step in reviewed_steps(game, values, losses) if step.number in losses]
        assert [step.hidden for step in solved] == [0.0] * len(solved)
        lost = {seat: fsum(losses[n] for n in losses if game.steps[n].seat == seat) for seat in (0, 1)}
        assert (account.white, account.black) == (-lost[0], lost[1])
        assert account.cards == 0.0
        assert account.hidden == assessor.white(assessor.first) - 0.5


def test_each_part_of_a_hand_made_game_is_what_it_should_be() -> None:
    """Two actions: White gives .2 away and the card brings .1; Black's action is good luck that nobody saw."""
    game = Game(seed=3)
    game.play("+1")
    game.play("+1")
    values = Values(start=0.5, opening=0.6, acted=(0.4, 0.45), dealt=(0.5, 0.4), result=0.4)
    account = account_of(game, values, {0: 0.15, 1: -0.01})
    assert account.start == 0.5
    assert account.cards == pytest.approx(0.1 + 0.1 - 0.05)
    assert account.white == -0.15
    assert account.black == -0.01
    assert account.hidden == pytest.approx((-0.2 + 0.15) + (-0.05 + 0.01))
    assert parts(account) == pytest.approx(0.4)


def test_luck_is_zero_on_average_over_the_cards_that_can_come() -> None:
    """However senseless the worth: every card that might have come, each as likely as it is."""
    assessor = ArbitraryAssessor()
    game = Game(seed=7)
    awaiting = kahuna.play(game.state, kahuna.TAKE_STACK)
    lucks = [
        assessor.white(kahuna.deal_nth(awaiting, n)) - assessor.white(awaiting)
        for n in range(awaiting.stack.bit_count())
    ]
    assert fsum(lucks) == pytest.approx(0.0, abs=1e-12)
    assert max(map(abs, lucks)) > 0.01
