"""Guard 2: re-deal what a seat cannot see, and nothing that reaches the seat changes by a single byte (K16)."""

import json
import zlib
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kahuna import BadNotation, Game, IllegalAction, Rules
from kahuna.rules.bits import cards_of
from kahuna.rules.boards import KAHUNA
from kahuna.table.games.kahuna_view import names, row_names, sides
from kahuna.table.notation import texts_of, write
from kahuna.table.ruleset import SEATS, Seat
from support.lockstep_players import Player, greedy, lively, uniform
from support.redeal import Deal, Hidden, ListedDealer

Look = Callable[[Game, Seat | None], Any]
VIEWERS: tuple[Seat | None, ...] = ("white", "black", None)
VARIANTS = {
    "standard": Rules(),
    "black begins": Rules(first="black"),
    "planning": Rules(planning=True),
    "handicap 1": Rules(handicap=1, handicap_to="black"),
    "handicap 3": Rules(handicap=3, handicap_to="white", first="black", planning=True),
}
SEEDS = (range(4), pytest.param(range(4, 16), marks=pytest.mark.slow))  # as often each pair of players below
PAIRS: tuple[tuple[Player, Player], ...] = (
    (uniform, uniform),
    (lively, uniform),
    (uniform, greedy),
    (uniform, lively),
)


def finished(rules: Rules, seed: int) -> Game:
    """A whole game with cards taken, played and discarded secretly."""
    game, random = Game(rules, seed=f"blind {seed}"), Random(seed)
    players = PAIRS[seed % len(PAIRS)]
    while not game.over:
        game.play_code(players[game.state.seat](game, random))
    return game


def view(game: Game, seat: Seat | None) -> Any:
    """The view as the program gives it."""
    return game.view(seat)


def refusals(game: Game, seat: Seat) -> list[Any]:
    """What this seat is told when it tries what is not allowed: guesses at cards, others' moves, nonsense."""
    random = Random(len(game.steps))
    texts = texts_of("kahuna")
    row = [name or None for name in row_names(game.state.row)]
    legal = game.legal() if game.to_move == seat else []
    legal += [f"+{slot}={card}" for slot, card in enumerate(row, 1) if f"+{slot}" in legal]
    told: list[Any] = []
    for text in (
        *random.sample(texts, 2),
        f"+={random.choice(KAHUNA.islands)}",
        f"+{random.randint(1, 3)}={random.choice(KAHUNA.islands)}",
        f"~{random.choice(KAHUNA.islands)}",
        random.choice(("~", "+4", "+=", "+1=NOWHERE", "HUNA", "")),
    ):
        if text in legal:
            continue
        try:
            game.play(text, seat)
        except BadNotation as error:
            told.append(str(error))
        except IllegalAction as error:
            told.append([str(error), error.action, error.reason, error.rule, error.facts])
        else:
            pytest.fail(f"{text} was not refused")
    return told


def perceived(game: Game, seat: Seat | None, look: Look) -> list[str]:
    """Every byte that reaches this seat at this point of the game."""
    lines: list[Any] = [look(game, seat)]
    if game.steps:
        lines.append(game.events(seat))
    if seat is not None and not game.over:
        lines.append(refusals(game, seat))
        if game.to_move == seat:
            lines.append(game.can_undo())
            start = len(game.steps) % 5
            lines.append([game.preview(action) for action in game.legal()[start::5]])
    return [json.dumps(line) for line in lines]


def perceptions(rules: Rules, deal: Deal, seat: Seat | None, look: Look = view) -> list[list[str]]:
    """Everything that reaches the seat after the deal and after each action."""
    game = Game(rules, ListedDealer(deal.decks))
    told = [perceived(game, seat, look)]
    for action in deal.actions:
        game.play(action)
        told.append(perceived(game, seat, look))
    return told


def resigned(rules: Rules, deal: Deal, seat: Seat | None) -> list[list[str]]:
    """What reaches the seat when the game is given up at this point."""
    game = Game(rules, ListedDealer(deal.decks))
    for action in deal.actions:
        game.play(action)
    if not game.over:
        game.end("resign", "white")
    return [perceived(game, seat, view)]


def deal_of(game: Game) -> Deal:
    """The true cards and actions of a game."""
    return Deal(game.decks, [write("kahuna", step.code) for step in game.steps])


def first_difference(told: list[list[str]], told_otherwise: list[list[str]]) -> list[str]:
    """Nothing, or the first two things told that are not the same byte for byte."""
    for one, two in zip(told, told_otherwise, strict=False):
        if one != two:
            return [f"{a} / {b}" for a, b in zip(one, two, strict=False) if a != b] or [
                "more or less is said"
            ]
    return []


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seat_cannot_tell_deals_apart_that_differ_in_what_it_cannot_see(
    variant: str, seat: Seat | None, seeds: range
) -> None:
    """K16: views, events, legal actions, refusals and previews are equal at every point of the re-dealt game."""
    rules, cases = VARIANTS[variant], Counter[str]()
    for seed in seeds:
        game, random = finished(rules, seed), Random(seed)
        truth = deal_of(game)
        told = perceptions(rules, truth, seat)
        for number in (0, 1, 1, 2, 2, 3, 3):
            points = points_in_round(game, number) if number else [len(game.steps)]
            point, redealt = redeal_at_one_of(points, game, seat, random)
            told_otherwise = perceptions(rules, redealt, seat)
            assert len(told_otherwise) == point + 1
            difference = first_difference(told, told_otherwise) or first_difference(
                resigned(rules, Deal(truth.decks, truth.actions[:point]), seat),
                resigned(rules, redealt, seat),
            )
            assert not difference, f"{variant} seed {seed} point {point}: {seat} is told {difference[0]}"
            when = "running" if number else "when over"
            cases[when] += 1
            cases[f"changed {when}"] += redealt.decks != truth.decks[: len(redealt.decks)]
            cases[f"round {len(redealt.decks)}"] += 1
            cases["secret discard renamed"] += redealt.actions != truth.actions[:point]
    assert cases["changed running"] > 0.95 * cases["running"], str(cases)
    assert cases["secret discard renamed"] > 0, str(cases)
    assert min(cases[f"round {round}"] for round in (1, 2, 3)) >= len(seeds), str(cases)


def points_in_round(game: Game, round: int) -> list[int]:
    """The points of the game in this round, or all of them if it ended before."""
    points = range(len(game.steps))
    return [point for point in points if game.moments[point].state.flow.round == round] or list(points)


def redeal_at_one_of(points: list[int], game: Game, seat: Seat | None, random: Random) -> tuple[int, Deal]:
    """A point and a re-deal there: of a few, one with many secrets and if possible with other cards."""
    best = (False, -1, 0, deal_of(game))
    for _ in range(6):
        point = random.choice(points)
        hidden = Hidden(game, seat, point, random)
        redealt = hidden.redealt()
        changed = redealt.decks != game.decks[: len(redealt.decks)]
        best = max(best, (changed, hidden.secretly_held(), point, redealt))
    return best[2:]


def with_rivals_hand(game: Game, seat: Seat | None) -> Any:
    """A view that shows the opponent's cards."""
    rival = sides(game.state)[1 if seat == "white" else 0]
    return game.view(seat) | {"rival": names(rival.hand)}


def with_next_card(game: Game, seat: Seat | None) -> Any:
    """A view that knows the future."""
    return game.view(seat) | {"next": game._undealt[-1:]}


def with_public_stack(game: Game, seat: Seat | None) -> Any:
    """A view that only counts how many different cards are left."""
    return game.view(seat) | {"different": len(set(game._undealt))}


def with_telling_order(game: Game, seat: Seat | None) -> Any:
    """A view with the right legal actions in an order that depends on hidden cards."""
    seen = game.view(seat)
    rival = sides(game.state)[1 if seat == "white" else 0]
    return seen | {"legal": sorted(seen["legal"], reverse=sum(cards_of(rival.hand)) % 2 == 0)}


def with_rivals_log(game: Game, seat: Seat | None) -> Any:
    """A view with the log of the other seat."""
    return game.view(seat) | {"log": list(game.logs[1 if seat == "white" else 0])}


def with_identifier(game: Game, seat: Seat | None) -> Any:
    """A view with an identifier made of the whole deal."""
    return game.view(seat) | {"id": zlib.crc32(repr(game.decks).encode())}


@pytest.mark.parametrize(
    ("leaky", "least"),
    [
        (with_rivals_hand, 4),
        (with_next_card, 4),
        (with_public_stack, 4),
        (with_telling_order, 2),
        (with_rivals_log, 2),
        (with_identifier, 8),
    ],
)
@pytest.mark.parametrize("seat", SEATS)
def test_a_view_that_leaks_is_caught(seat: Seat, leaky: Look, least: int) -> None:
    """K16: the checker can fail; it finds a card, a count, an order, a log and an identifier."""
    caught = 0
    for seed in range(8):
        game, random = finished(Rules(), seed), Random(seed)
        told = perceptions(Rules(), deal_of(game), seat, leaky)
        _, redealt = redeal_at_one_of(points_in_round(game, 1), game, seat, random)
        caught += bool(first_difference(told, perceptions(Rules(), redealt, seat, leaky)))
    assert caught >= least


def test_a_guess_at_the_top_of_the_stack_is_refused_alike_whether_right_or_wrong() -> None:
    """K16: a refusal must not say what lies on the stack."""
    game = Game(Rules(), seed=5)
    told = set()
    for island in KAHUNA.islands:
        with pytest.raises(IllegalAction) as refused:
            game.play(f"+={island}", game.to_move)
        told.add((str(refused.value).replace(island, "?"), refused.value.reason))
    assert len(told) == 1
    assert game.steps == []
