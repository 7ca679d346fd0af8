"""Whose question is thought about next: counted, without anybody thinking."""

import pytest

from kahuna.server.turns import Asker, Busy, ThinkingTurn, Waiting, WaitingList

LONG, QUICK = "hoku kahuna", "limu kahuna"
ANN, BOB = Asker("192.0.2.1", "ann"), Asker("192.0.2.1", "bob")
EVE = Asker("192.0.2.9", "eve")


def asked(workers: int = 1, **bounds: int) -> WaitingList[str]:
    """Nothing waits; it is known how long both kinds of questions take."""
    turns: WaitingList[str] = WaitingList(workers, Waiting()._replace(**bounds))
    turns.done(ThinkingTurn("", LONG, 0.0), 0.4)
    turns.done(ThinkingTurn("", QUICK, 0.0), 0.01)
    return turns


def answered(turns: WaitingList[str]) -> list[str]:
    """Everything that waits in the order in which one worker answers it."""
    found = []
    while turn := turns.take(0):
        found.append(turn.item)
        turns.done(turn, None)
    return found


def test_a_stranger_is_next_however_much_one_address_asks() -> None:
    turns = asked()
    for number in range(40):
        turns.add(f"eve {number}", LONG, EVE._replace(visitor=f"eve {number % 4}"))
    first = turns.take(0)
    assert first
    turns.add("ann", QUICK, ANN)
    turns.add("bob", LONG, BOB)
    turns.done(first, 0.4)
    assert answered(turns)[:2] == ["ann", "bob"]


def test_one_worker_of_several_is_left_for_short_questions() -> None:
    turns = asked(workers=3)
    for number in range(10):
        turns.add(f"eve {number}", LONG, EVE)
    assert [turns.take(0) is not None for _ in range(3)] == [True, True, False]
    turns.add("ann", QUICK, ANN)
    turn = turns.take(0)
    assert turn
    assert turn.item == "ann"


def test_two_addresses_share_by_time_and_not_by_questions() -> None:
    turns = asked(by_visitor=200, by_address=200)
    for number in range(100):
        turns.add(f"eve {number}", LONG, EVE)
        turns.add(f"ann {number}", QUICK, ANN)
    first = [item[:3] for item in answered(turns)[:82]]
    assert first.count("eve") == 2


def test_visitors_of_one_address_share_too_and_short_questions_come_first() -> None:
    turns = asked()
    for number in range(3):
        turns.add(f"ann {number}", LONG, ANN)
    turns.add("bob long", LONG, BOB)
    turns.add("bob quick", QUICK, BOB)
    assert answered(turns) == ["bob quick", "ann 0", "bob long", "ann 1", "ann 2"]


def test_nobody_saves_up_turns() -> None:
    turns = asked()
    for number in range(20):
        turns.add(f"ann {number}", LONG, ANN)
    for _ in range(10):
        turn = turns.take(0)
        assert turn
        turns.done(turn, None)
    for number in range(10):
        turns.add(f"eve {number}", LONG, EVE)
    assert [item[:3] for item in answered(turns)[:6]].count("eve") in (3, 4)


def test_what_may_wait_is_bounded_in_all_by_address_and_by_visitor() -> None:
    turns = asked(in_all=6, by_address=4, by_visitor=2)
    for asker in (ANN, ANN, BOB, BOB, EVE):
        turns.add("", LONG, asker)
    for asker in (ANN, BOB._replace(visitor="cem")):
        with pytest.raises(Busy):
            turns.add("", LONG, asker)
    turns.add("", LONG, EVE)
    with pytest.raises(Busy):
        turns.add("", LONG, Asker("192.0.2.77", "dan"))
    assert len(turns) == 6


def test_what_was_had_is_forgotten_when_it_no_longer_matters() -> None:
    turns = asked()
    for number in range(30_000):
        turns.add("", QUICK, Asker(str(number), "x"))
        turn = turns.take(0)
        assert turn
        turns.done(turn, None)
    assert len(turns._had) <= 10_002
