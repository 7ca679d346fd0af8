"""Records: written whole, read back, and refused with the action or deck and the reason if anything is wrong."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kahuna import BadRecord, Game, Rules, read_record, write_record
from kahuna.rules.boards import KAHUNA
from kahuna.table.game import UNFINISHED
from kahuna.table.record import (
    dump_record,
    load_record,
    resume_record,
)
from support.lockstep import VIEWERS
from support.lockstep_players import uniform
from support.records import WHOLE, Wrong, changed, played
from support.views import hand_of, result_of, seen

Change = Callable[[Wrong], Any]
RESULT = result_of(read_record(WHOLE))
RUNNING = write_record(played(Rules(), 3, 50))
HEXAGON = write_record(played(Rules("exahuna"), 1))


def refused(record: Any) -> str:
    """Why the reader refuses it, in one line."""
    with pytest.raises(BadRecord) as error:
        read_record(record)
    message = str(error.value)
    assert message.isprintable()
    return message


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(planning=True, first="black"),
        Rules(handicap=2, handicap_to="black"),
        Rules("exahuna"),
        Rules("exahuna-special"),
    ],
    ids=str,
)
def test_a_record_read_back_is_the_same_game(rules: Rules) -> None:
    """Design: at any point, running or over, also through text; views, logs and legal actions too."""
    for seed in range(6):
        for actions in (0, 1, 7, 40, 10_000):
            game = played(rules, seed, actions)
            record = write_record(game, {"white": "Anna", "black": "Béla"}, {"n": 1, "x": [None, 1.5]})
            text = dump_record(record)
            assert load_record(text) == record
            again = read_record(load_record(text))
            assert dump_record(write_record(again, record["players"], record["meta"])) == text
            for seat in VIEWERS:
                assert again.view(seat) == game.view(seat)
            assert again.moments == game.moments


def test_a_record_has_the_keys_of_the_rules_in_their_order() -> None:
    """Design: rules.md, Record."""
    assert list(WHOLE) == [
        "format", "version", "game", "rules", "players", "decks", "actions", "result", "meta",
    ]  # fmt: skip
    assert (WHOLE["format"], WHOLE["version"], WHOLE["game"]) == ("kahuna-record", 1, "kahuna")
    assert WHOLE["rules"] == {"planning": False, "handicap": 0, "handicap_to": None, "first": "white"}
    assert WHOLE["players"] == {"white": "", "black": ""}
    assert set(RESULT) == {"winner", "by", "points", "islands"}
    assert HEXAGON["decks"] == []
    assert result_of(read_record(HEXAGON))["points"] is None
    assert RUNNING["result"] is None


def test_the_deal_stands_in_the_first_deck_in_dealing_order() -> None:
    """K2: cards 1-3 to the beginner, 4-6 to the dealer, 7-9 to the row, the rest is the stack, top first."""
    for first, second in (("white", "black"), ("black", "white")):
        game = Game(Rules(first=first), seed=9)  # type: ignore[arg-type]
        deck = write_record(game)["decks"][0]
        assert hand_of(game, first) == sorted(deck[:3])  # type: ignore[arg-type]
        assert hand_of(game, second) == sorted(deck[3:6])  # type: ignore[arg-type]
        assert seen(game)["row"] == deck[6:9]
        game.play("+")
        game.play("+")
        assert write_record(game)["actions"] == [f"+={deck[9]}", f"+={deck[10]}"]


def test_later_decks_lay_out_the_row_first() -> None:
    """K10: cards 1-3 of a later deck go to the row, the rest is the stack."""
    game = played(Rules(), 3)
    for number, deck in enumerate(WHOLE["decks"][1:], 2):
        opening = next(line for line in game.logs[2] if line.startswith(f"round {number}: "))
        assert opening == f"round {number}: {' '.join(deck[:3])}"


def test_takes_are_recorded_with_their_cards_and_read_without_them() -> None:
    """K7: `+1` and `+` may stand without the card."""
    takes = [action for action in WHOLE["actions"] if action[0] == "+"]
    assert takes
    assert all("=" in action for action in takes)
    short = [action.split("=")[0] if action[0] == "+" else action for action in WHOLE["actions"]]
    assert write_record(read_record(changed(WHOLE, actions=short))) == WHOLE


def test_ends_and_pairs_may_stand_in_either_order_in_a_record() -> None:
    """K5: readers accept either; what is written again is in order."""
    game = next(game for game in (played(Rules(), seed) for seed in range(0, 60, 2)) if _removals(game))
    record = write_record(game)
    turned = []
    for action in record["actions"]:
        if " x " in action:
            pair, link = action.split(" x ")
            action = f"{'+'.join(pair.split('+')[::-1])} x {'-'.join(link.split('-')[::-1])}"
        turned.append(f" {action} ")
    assert turned != record["actions"]
    assert write_record(read_record(changed(record, actions=turned))) == record


def _removals(game: Game) -> bool:
    return any(" x " in line for line in game.logs[2])


@pytest.mark.parametrize("by", UNFINISHED)
def test_a_game_ended_from_outside_may_stop_in_mid_turn(by: str) -> None:
    """Design: resign, time, illegal and crash, with the points and islands as they stood."""
    game = next(game for n in range(20, 90) if (game := played(Rules(), 2, n)).state.flow.this_turn)
    game.end(by, "black")
    record = write_record(game)
    assert result_of(read_record(record))["by"] == by
    assert write_record(read_record(load_record(dump_record(record)))) == record


def test_a_running_game_goes_on_after_it_was_read() -> None:
    """Design: the next rounds are dealt anew, and the whole is a record again."""
    for seed in range(5):
        game, random = resume_record(write_record(played(Rules(), seed, 30))), Random(seed)
        while not game.over:
            game.play_code(uniform(game, random))
        record = write_record(game)
        assert write_record(read_record(record)) == record


DECK = WHOLE["decks"][0]
SHORT_DECK = DECK[:-1]
WRONG_DECK = [next(card for card in DECK if card != DECK[0]), *DECK[1:]]
TAKE = next(number for number, action in enumerate(WHOLE["actions"]) if action[0] == "+" and action[1] != "=")
BLIND = next(number for number, action in enumerate(WHOLE["actions"]) if action[:2] == "+=")


def with_action(number: int, action: str) -> Wrong:
    """The whole game with one action replaced."""
    record = changed(WHOLE)
    record["actions"][number] = action
    return record


def other_card(action: str) -> str:
    """The take with a card that it does not take."""
    take, card = action.split("=")
    return f"{take}={KAHUNA.islands[KAHUNA.islands.index(card) - 1]}"


def result(**keys: Any) -> Wrong:
    """The whole game with something else in its result."""
    return changed(WHOLE, result={**RESULT, **keys})


def rules(**keys: Any) -> Wrong:
    """The whole game with something else in its rules."""
    return changed(WHOLE, rules=WHOLE["rules"] | keys)


def without(key: str) -> Wrong:
    """The whole game without this key."""
    return {name: value for name, value in WHOLE.items() if name != key}


OVER = len(WHOLE["actions"])
BROKEN: dict[str, tuple[Any, str]] = {
    "no object": ([WHOLE], "not a record: the document must be a JSON object"),
    "null": (None, "not a record: the document must be a JSON object"),
    "other format": (changed(WHOLE, format="pgn"), 'not a record: "format" must be "kahuna-record"'),
    "no format": (without("format"), 'not a record: "format" must be "kahuna-record"'),
    "version 3": (changed(WHOLE, version=3), "version 3 is not known, only 1 and 2"),
    "version true": (changed(WHOLE, version=True), "version True is not known, only 1 and 2"),
    "version 1.0": (changed(WHOLE, version=1.0), "version 1.0 is not known, only 1 and 2"),
    "no version": (without("version"), "version None is not known, only 1 and 2"),
    **{f"no {key}": (without(key), f'"{key}" is missing')
       for key in ("game", "rules", "players", "decks", "actions", "result", "meta")},
    "unknown key": (changed(WHOLE, seed=7), '\'seed\' is not part of a record; put it into "meta"'),
    "other game": (changed(WHOLE, game="chess"), '"game" must be one of kahuna, exahuna, exahuna-special'),
    "game 1": (changed(WHOLE, game=1), '"game" must be one of'),
    "game list": (changed(WHOLE, game=["kahuna"]), '"game" must be one of'),
    "rules null": (changed(WHOLE, rules=None), '"rules" must have planning, handicap, handicap_to, first'),
    "rules empty": (changed(WHOLE, rules={}), '"rules" must have planning, handicap, handicap_to, first'),
    "unknown rule": (rules(wind=1), '"rules" must have planning, handicap, handicap_to, first'),
    "planning 1": (rules(planning=1), "rules: planning must be true or false, not 1 (K14)"),
    "handicap 4": (rules(handicap=4, handicap_to="white"), "rules: a handicap is 0, 1, 2 or 3 bridges, not 4 (K15)"),
    "handicap true": (rules(handicap=True, handicap_to="white"), "rules: a handicap is 0, 1, 2 or 3 bridges, not True"),
    "handicap 1.0": (rules(handicap=1.0, handicap_to="white"), "rules: a handicap is 0, 1, 2 or 3 bridges, not 1.0"),
    "handicap text": (rules(handicap="1"), "rules: a handicap is 0, 1, 2 or 3 bridges, not '1'"),
    "handicap to nobody": (rules(handicap=1), "rules: handicap_to must be 'white' or 'black', not None (K15)"),
    "handicap to red": (rules(handicap=1, handicap_to="red"), "handicap_to must be 'white' or 'black', not 'red'"),
    "to without handicap": (rules(handicap_to="white"), "rules: handicap_to must be null without a handicap"),
    "first red": (rules(first="red"), "rules: first must be 'white' or 'black', not 'red' (K2)"),
    "first list": (rules(first=[]), "rules: first must be 'white' or 'black', not [] (K2)"),
    "planning exahuna": (changed(HEXAGON, rules=WHOLE["rules"] | {"planning": True}), "rules: exahuna has no variants"),
    "players null": (changed(WHOLE, players=None), '"players" must have white and black'),
    "one player": (changed(WHOLE, players={"white": ""}), '"players" must have white and black'),
    "player 1": (changed(WHOLE, players={"white": "", "black": 1}), "the names of players must be strings"),
    "meta list": (changed(WHOLE, meta=[]), '"meta" must be an object'),
    "decks null": (changed(WHOLE, decks=None), '"decks" must be a list of lists'),
    "decks flat": (changed(WHOLE, decks=DECK), '"decks" must be a list of lists'),
    "four decks": (changed(WHOLE, decks=[*WHOLE["decks"], []]), "there are at most 3 decks, one a round (K9)"),
    "no decks": (changed(WHOLE, decks=[]), "deck 1 is missing"),
    "two decks": (changed(WHOLE, decks=WHOLE["decks"][:2]), "deck 3 is missing, but that round has begun (K10)"),
    "extra deck": (changed(RUNNING, decks=WHOLE["decks"]), "is there, but that round never began (K10)"),
    "short deck": (changed(WHOLE, decks=[SHORT_DECK]), "deck 1 is not a permutation of the 24 cards"),
    "wrong deck": (changed(WHOLE, decks=[WRONG_DECK]), "deck 1 is not a permutation of the 24 cards"),
    "strange card": (changed(WHOLE, decks=[["NOWHERE", *DECK[1:]]]), "deck 1: 'NOWHERE' is no card"),
    "card 1": (changed(WHOLE, decks=[[1, *DECK[1:]]]), "deck 1: 1 is no card"),
    "card list": (changed(WHOLE, decks=[[[], *DECK[1:]]]), "deck 1: [] is no card"),
    "hexagon with decks": (changed(HEXAGON, decks=[DECK]), "exahuna has no cards, so no decks"),
    "actions text": (changed(WHOLE, actions="+1"), "actions must be a list of strings"),
    "action 1": (changed(WHOLE, actions=[1]), "actions must be a list of strings"),
    "unreadable": (with_action(4, "Hello"), "action 5: cannot read 'Hello': this is no action of kahuna"),
    "illegal": (changed(WHOLE, actions=["=ELAI-HUNA"]), "action 1: =ELAI-HUNA: bridges without a card"),
    "wrong card": (with_action(TAKE, other_card(WHOLE["actions"][TAKE])), f"action {TAKE + 1}: +"),
    "wrong card unseen": (with_action(BLIND, other_card(WHOLE["actions"][BLIND])), f"action {BLIND + 1}: +="),
    "one action more": (changed(WHOLE, actions=[*WHOLE["actions"], "-"]), f"action {OVER + 1}: -: the game is over"),
    "one action less": (changed(WHOLE, actions=WHOLE["actions"][:-1]), "says by 'points', but the game is not over"),
    "other game's actions": (changed(HEXAGON, actions=["HUNA>ELAI"]), "action 1: cannot read 'HUNA>ELAI'"),
    "result null": (changed(WHOLE, result=None), "the game is over, so the result cannot be null; it is {'winner'"),
    "result list": (changed(WHOLE, result=[]), '"result" must be null or have winner, by, points and islands'),
    "result short": (changed(WHOLE, result={"winner": "white"}), '"result" must be null or have winner, by, points'),
    "other winner": (result(winner=None), "the result should be {'winner'"),
    "other by": (result(by="resign"), "the result should be {'winner'"),
    "other points": (result(points=[9, 9]), "the result should be {'winner'"),
    "points null": (result(points=None), "the result should be {'winner'"),
    "points true": (result(points=[float(n) for n in RESULT["points"] or ()]), "the result should be {'winner'"),
    "islands text": (result(islands="7:5"), "the result should be {'winner'"),
    "islands float": (result(islands=[float(n) for n in RESULT["islands"]]), "the result should be {'winner'"),
    "running with points": (changed(RUNNING, result=WHOLE["result"]), "says by 'points', but the game is not over"),
    "resigned to nobody": (
        changed(RUNNING, result={"winner": None, "by": "resign", "points": [0, 0], "islands": [0, 0]}),
        "a game that ends by resign has a winner, white or black"),
    "resigned with wrong islands": (
        changed(RUNNING, result={"winner": "white", "by": "resign", "points": [0, 0], "islands": [12, 12]}),
        "the result should be {'winner': 'white', 'by': 'resign'"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_reader_says_what_is_wrong_and_where(name: str) -> None:
    """K7, K9, K10: the action or deck by number, and why."""
    record, reason = BROKEN[name]
    assert reason in refused(record)


def test_a_wrong_card_is_named_with_the_right_one() -> None:
    """K7: `action 5: +1=HUNA takes ELAI, not HUNA`."""
    for number in (TAKE, BLIND):
        true = WHOLE["actions"][number]
        wrong = other_card(true)
        message = refused(with_action(number, wrong))
        card, named = true.split("=")[1], wrong.split("=")[1]
        assert message == f"action {number + 1}: {wrong} takes {card}, not {named} (K7)"


def test_a_later_deck_must_be_a_permutation_of_the_pile() -> None:
    """K10: the message counts the card that is wrong and names the action that ended the round."""
    for number in (1, 2):
        record = changed(WHOLE)
        deck = record["decks"][number]
        gone, deck[0] = deck[0], next(card for card in KAHUNA.islands if card != deck[0])
        message = refused(record)
        assert f"deck {number + 1} is not a permutation of the discard pile: " in message
        assert message.startswith("action ")
        assert gone in message or deck[0] in message


@pytest.mark.parametrize(
    "change",
    [
        {"a\nb\x1b[31m": 1},
        {"K" * 100_000: 1},
        {"version": "9" * 100_000},
        {"decks": [["Z" * 100_000]]},
        {"actions": [other_card(WHOLE["actions"][TAKE]) + "\n"] * (TAKE + 1)},
        {"actions": ["\n+1=NOWHERE\n"]},
        {"rules": {"planning": "Z" * 100_000, "handicap": 0, "handicap_to": None, "first": "white"}},
        {"result": {"winner": "Z" * 100_000, "by": "resign", "points": [0, 0], "islands": [0, 0]}},
        {"result": {"winner": "white", "by": "\n" * 100_000, "points": [0, 0], "islands": [0, 0]}},
        {"result": {"winner": "white", "by": "resign", "points": ["Z" * 100_000, 0], "islands": [0, 0]}},
    ],
    ids=lambda change: next(iter(change))[:10],
)
def test_what_is_quoted_from_a_record_is_printable_and_short(change: Wrong) -> None:
    """Design: one line, whatever somebody has written into the record."""
    assert len(refused(changed(RUNNING, **change))) < 500


def test_a_record_is_a_copy() -> None:
    """Design: changing it, or the meta that it was given, does not touch the game."""
    game, meta = played(Rules(), 1, 12), {"a": 1}
    record = write_record(game, meta=meta)
    record["decks"][0].clear()
    record["actions"].clear()
    record["meta"]["b"] = math.pi
    assert meta == {"a": 1}
    assert len(write_record(game)["decks"][0]) == 24
    assert len(write_record(game)["actions"]) == 12
