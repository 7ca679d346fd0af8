"""Tens of thousands of broken inputs: each is refused with a clear line or is valid, and nothing else ever happens."""

import copy
import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from kahuna import BadNotation, BadRecord, Game, IllegalAction, Rules, read_record, write_record
from kahuna.table.notation import parse, texts_of
from kahuna.table.record import dump_record, load_record
from kahuna.table.ruleset import GAMES, SEATS
from make_golden import FOLDER
from support.lockstep_players import lively, uniform

RULES = {
    "kahuna": Rules(),
    "handicap": Rules(planning=True, handicap=2, handicap_to="black"),
    "exahuna": Rules("exahuna"),
    "exahuna-special": Rules("exahuna-special"),
}
LETTERS = "ABEHIKLNU0123abcde+-=>~:x \t.,/\\\"'{}[]"
STRANGE = "\x00\x1b\x7f\xa0é−–→１２＋～🏝\u200b\u202e\ud800\U0010ffff\n\r\u2028"
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 24, 10**30, 0.5, -0.0, "", "white", "black", "HUNA", "+1", "-", "kahuna",
    "points", "resign", [], {}, [[]], [None], {"white": 1}, ["HUNA"] * 24, [0, 0], [True, False], {"winner": None},
    "a" * 300, "🏝",
)  # fmt: skip


def broken_text(text: str, random: Random, letters: str) -> str:
    """The text with one to three things wrong."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(len(text) + 1)
        letter = random.choice(letters)
        match random.randrange(8):
            case 0:
                text = text[:place] + letter + text[place:]
            case 1:
                text = text[: max(0, place - 1)] + text[place:]
            case 2:
                text = text[: max(0, place - 1)] + letter + text[place:]
            case 3:
                other = random.randrange(len(text) + 1)
                text = text[: min(place, other)] + text[max(place, other) :]
            case 4:
                text = text[:place] + text[place - random.randrange(6) : place] + text[place:]
            case 5:
                text = text[:place] + text[place:].swapcase()
            case 6:
                text = text[place:] + text[:place]
            case _:
                text = text[:place]
    return text


def strange_action(game: str, random: Random) -> str:
    """An action, or two, or none, more or less spoilt."""
    texts = texts_of(game if random.random() < 0.9 else random.choice([*GAMES]))
    match random.randrange(10):
        case 0:
            return "".join(random.choice(LETTERS + STRANGE) for _ in range(random.randrange(12)))
        case 1:
            return random.randbytes(random.randrange(20)).decode("latin-1")
        case 2:
            return random.choice(texts) * random.randrange(2, 40)
        case 3:
            return random.choice(LETTERS + STRANGE) * random.randrange(1, 3000)
        case 4:
            return random.choice(texts) + random.choice(("", " ", "=", ",", "; ")) + random.choice(texts)
        case 5:
            return random.choice(texts)
        case _:
            return broken_text(random.choice(texts), random, LETTERS + STRANGE)


def check_clear(error: Exception) -> None:
    """The message must be one line that somebody can read."""
    message = str(error)
    assert 10 < len(message) < 600, repr(message)
    assert message.isprintable(), repr(message)


def fingerprint(game: Game) -> str:
    """Everything about a game, as text."""
    views = [game.view(seat) for seat in (*SEATS, None)]
    return json.dumps([views, write_record(game), game._undealt, game.codes(), game.can_undo()])


@pytest.mark.parametrize("name", RULES)
def test_a_strange_action_is_refused_clearly_and_changes_nothing(name: str) -> None:
    """Design: BadNotation or IllegalAction, from either seat, at any point of the game."""
    rules, random, met = RULES[name], Random(name), Counter[str]()
    game = Game(rules, seed=name)
    for number in range(4_000):
        if game.over and random.random() < 0.05:
            game = Game(rules, seed=f"{name} {number}")
        before = fingerprint(game) if number % 10 == 0 else ""
        moments, steps, lines = game.moments[-1], len(game.steps), [len(log) for log in game.logs]
        action, seat = strange_action(rules.game, random), random.choice((*SEATS, None))
        try:
            game.play(action, seat)
        except (BadNotation, IllegalAction) as error:
            check_clear(error)
            met[type(error).__name__] += 1
            assert game.moments[-1] is moments
            assert (len(game.steps), [len(log) for log in game.logs]) == (steps, lines)
            assert not before or fingerprint(game) == before, repr(action)
        else:
            met["played"] += 1
            assert parse(rules.game, action).code == game.steps[-1].code
            assert seat in (None, SEATS[game.steps[-1].seat])
        if not game.over and random.random() < 0.1:
            game.play_code(uniform(game, random))
    assert met["BadNotation"] > 2000
    assert met["IllegalAction"] > 250
    assert met["played"] > 12


@pytest.mark.parametrize("name", RULES)
def test_a_strange_preview_is_refused_clearly_and_changes_nothing(name: str) -> None:
    """Design: asking what an action would do is no action."""
    rules, random = RULES[name], Random(name)
    game = Game(rules, seed=name)
    for _ in range(800):
        moment = game.moments[-1]
        try:
            game.preview(strange_action(rules.game, random))
        except (BadNotation, IllegalAction) as error:
            check_clear(error)
        assert game.moments[-1] is moment
        if not game.over and random.random() < 0.2:
            game.play_code(uniform(game, random))


def records() -> list[dict[str, Any]]:
    """Records to be spoilt: short ones, so that many can be tried."""
    found = [load_record(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*-*.json"))]
    random = Random(1)
    for rules in RULES.values():
        for actions in (0, 3, 15):
            game = Game(rules, seed=actions)
            while len(game.steps) < actions:
                game.play_code(lively(game, random))
            found += [write_record(game)] * 3
    return found


RECORDS = records()


def reads(record: Any, met: Counter[str]) -> None:
    """Reads it: a game that can be written and read again, or BadRecord in one clear line."""
    try:
        game = read_record(record)
    except BadRecord as error:
        check_clear(error)
        met["refused"] += 1
        return
    met["read"] += 1
    again = write_record(game)
    assert write_record(read_record(again)) == again


def test_a_record_spoilt_as_text_is_refused_clearly() -> None:
    """Design: characters lost, doubled, swapped and invented, strange ones among them."""
    random, met = Random(2), Counter[str]()
    texts = [dump_record(record) for record in RECORDS]
    for _ in range(6_000):
        text = broken_text(random.choice(texts), random, LETTERS + STRANGE)
        try:
            record = load_record(text)
        except BadRecord as error:
            check_clear(error)
            met["no JSON"] += 1
            continue
        met["JSON"] += 1
        reads(record, met)
    assert met["no JSON"] > 2000
    assert met["refused"] > 600
    assert met["read"] > 40


def spoil(record: dict[str, Any], random: Random) -> None:
    """Puts one wrong thing somewhere into the record."""
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and random.random() < 0.8:
            place = place[key]
            continue
        break
    junk = copy.deepcopy(random.choice(JUNK))
    match random.randrange(7):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(key, junk)
        case 2 if isinstance(place, list):
            other = random.randrange(len(place))
            place[key], place[other] = place[other], place[key]
        case 3 if isinstance(place, list):
            place.insert(key, place[random.randrange(len(place))])
        case 4 if isinstance(place, dict):
            place[random.choice(("seed", "", "white ", "n\u00fcll", "a\nb", "\x1b", *place))] = junk
        case 5 if isinstance(place[key], str):
            place[key] = broken_text(place[key], random, LETTERS)
        case _:
            place[key] = junk


def test_a_record_spoilt_in_its_parts_is_refused_clearly() -> None:
    """Design: keys, decks, actions, settings and results lost, doubled, swapped, of wrong kinds."""
    random, met = Random(3), Counter[str]()
    for _ in range(5_000):
        record = copy.deepcopy(random.choice(RECORDS))
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            spoil(record, random)
        reads(record, met)
    assert met["refused"] > 3000
    assert met["read"] > 200


def test_any_json_at_all_is_refused_clearly() -> None:
    """Design: documents that never were a record."""
    random, met = Random(4), Counter[str]()

    def document(depth: int) -> Any:
        match random.randrange(4 if depth else 2):
            case 2:
                return [document(depth - 1) for _ in range(random.randrange(4))]
            case 3:
                names = ("format", "version", "game", "rules", "actions", "x")
                return {random.choice(names): document(depth - 1) for _ in range(random.randrange(4))}
            case _:
                return copy.deepcopy(random.choice(JUNK))

    for _ in range(5_000):
        reads(document(4), met)
    assert met == {"refused": 5_000}
