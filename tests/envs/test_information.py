"""Information states: equal exactly for what a seat cannot tell apart, and nothing is ever forgotten."""

import json
from collections import defaultdict
from random import Random

import pytest

from kahuna import Game, Rules
from kahuna.envs.information import encode_log, information_state
from kahuna.envs.observation import encode
from kahuna.table.ruleset import SEATS
from support.redeal import Hidden, ListedDealer
from support.some_games import ALL_RULES, games
from support.views import hand_of


def moments(name: str) -> list[Game]:
    """Unfinished games: some by chance, some the same for a seat but with other hidden cards."""
    found: list[Game] = []
    random = Random(name)
    for game, choose in games(name, 10):
        while not game.over:
            game.play_code(choose())
        lengths = [0, *random.sample(range(len(game.steps)), 6)]
        for length in lengths:
            decks = [(game.decks, [step.code for step in game.steps[:length]])]
            if game.decks:
                other = Hidden(game, random.choice(SEATS), length, random).redealt()
                again = Game(game.rules, ListedDealer(other.decks))
                for action in other.actions:
                    again.play(action)
                decks.append((again.decks, [step.code for step in again.steps]))
            for cards, codes in decks:
                copy = Game(game.rules, ListedDealer(cards)) if cards else Game(game.rules)
                for code in codes:
                    copy.play_code(code)
                found.append(copy)
    return found


@pytest.mark.parametrize("name", ALL_RULES)
def test_strings_are_equal_exactly_when_views_are(name: str) -> None:
    """K16: histories that look the same give the same text and numbers, others never do."""
    texts: dict[str, set[str]] = defaultdict(set)
    views: dict[str, set[str]] = defaultdict(set)
    numbers: dict[bytes, set[str]] = defaultdict(set)
    pool = moments(name)
    for game in pool:
        for seat in SEATS:
            view = game.view(seat)
            text, whole = information_state(view), json.dumps(view)
            texts[text].add(whole)
            views[whole].add(text)
            numbers[encode(view).tobytes() + encode_log(view).tobytes()].add(text)
    assert all(len(group) == 1 for groups in (texts, views) for group in groups.values())
    assert all(len(group) == 1 for group in numbers.values())
    assert len(texts) == len(views) == len(numbers)
    assert len(pool) > 60
    assert len(texts) < 2 * len(pool)


def test_the_same_position_by_another_way_is_another_information_state() -> None:
    """Perfect recall: the order of two plays is remembered, though nothing on the table shows it."""
    one, two = Game(Rules("exahuna")), Game(Rules("exahuna"))
    for game, actions in ((one, ("a1-a2", "e1-e2", "c1-c2")), (two, ("c1-c2", "e1-e2", "a1-a2"))):
        for action in actions:
            game.play(action)
    assert (encode(one.view("white")) == encode(two.view("white"))).all()
    assert information_state(one.view("white")) != information_state(two.view("white"))


def test_what_was_known_before_can_be_read_from_what_is_known_now() -> None:
    """Perfect recall: the lines of every earlier text stand in the later one."""
    game = Game(seed=4)
    random, before = Random(4), {seat: [""] for seat in SEATS}
    while not game.over:
        for seat in SEATS:
            lines = information_state(game.view(seat)).split("\n")[2:]
            assert lines[: len(before[seat])] == before[seat] or before[seat] == [""]
            before[seat] = lines
        game.play_code(random.choice(game.codes()))


def test_only_the_seats_own_secrets_stand_in_its_text() -> None:
    """K6, K7: its own discard and the card from the stack have names, the opponent's have none."""
    game = Game(seed=2)
    hand = hand_of(game, "white")
    game.play(f"~{hand[0]}")
    game.play("+")
    taken = game.view("white")["log"][-1]
    white, black = (information_state(game.view(seat)) for seat in SEATS)
    assert f"~{hand[0]}\n{taken}" in white
    assert black.endswith("~\n+")
