"""One game between players, some of whom do not behave."""

import pickle

import pytest

from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot, Choice, Fault
from kahuna.table.record import read_record, write_record
from kahuna.table.ruleset import Rules, Seat
from support.arena_players import find

FAULTS = [
    ("late", "time", "no answer within 1 s"),
    ("broken", "crash", "ZeroDivisionError: oops (arena_players.py, line"),
    ("nonsense", "illegal", "bridge to heaven"),
    ("dumb", "illegal", "answered None, which is no action"),
    ("illegal", "illegal", "HUNA"),
    ("cheat", "illegal", "ALOA"),
]


def two(white: str, black: str) -> dict[Seat, Bot]:
    """Two players by their specs."""
    return {"white": find(white), "black": find(black)}


@pytest.mark.parametrize(("kind", "by", "reason"), FAULTS)
@pytest.mark.parametrize("seat", ["white", "black"])
def test_a_player_that_fails_loses_and_the_reason_is_kept(
    kind: str, by: str, reason: str, seat: Seat
) -> None:
    """Whatever it does, the game ends with a result that a record can hold."""
    bots = two("random", "random")
    bots[seat] = find(f"odd-{kind}")
    played = play_whole(Rules(), bots, "5", "5")
    assert played.fault
    assert (played.fault.seat, played.fault.by) == (seat, by)
    assert reason in played.fault.reason
    assert played.game.result
    assert played.game.result["by"] == by
    assert played.game.result["winner"] == ("black" if seat == "white" else "white")
    assert read_record(write_record(played.game)).result == played.game.result


def test_what_a_player_does_after_the_end_changes_nothing() -> None:
    """The result stands."""
    played = play_whole(Rules("exahuna"), two("odd-sore-loser", "odd-sore-loser"), "1", "1")
    assert played.fault is None
    assert played.game.over


def test_every_decision_is_timed() -> None:
    """As many times as there are actions."""
    played = play_whole(Rules(), two("random", "odd-first"), "2", "2")
    assert sum(len(seconds) for seconds in played.seconds.values()) == len(played.game.steps)


def test_players_and_dealer_have_their_own_luck() -> None:
    """Other luck, same deal; and a game by one seed is the same again."""
    first = play_whole(Rules(), two("random", "random"), "deal", "one").game
    second = play_whole(Rules(), two("random", "random"), "deal", "two").game
    assert first.decks[0] == second.decks[0]
    assert first.steps != second.steps
    assert (
        play_whole(Rules(), two("random", "random"), "7", "7").game.steps
        == play_whole(Rules(), two("random", "random"), "7", "7").game.steps
    )


def test_a_long_reason_is_cut_to_one_line() -> None:
    """It goes into a table."""

    class Talker(Bot):
        name = "talker"

        def choose(self, *_: object) -> Choice:
            raise ValueError("blah\nblah " * 100)

    bots: dict[Seat, Bot] = {"white": Talker(), "black": find("random")}
    fault = play_whole(Rules(), bots, "1", "1").fault
    assert fault
    assert len(fault.reason) == 200
    assert "\n" not in fault.reason


def test_a_fault_comes_back_whole_from_another_process() -> None:
    fault = pickle.loads(pickle.dumps(Fault("crash", "no reason")))
    assert (fault.by, str(fault)) == ("crash", "no reason")


def test_an_opening_by_lot_belongs_to_the_deal() -> None:
    """Both games of a pair begin with the same actions, other deals with others, and the players go on from there."""
    games = [
        play_whole(Rules("exahuna"), two("random", "random"), deal, luck, opening=4).game
        for deal, luck in (("one", "a"), ("one", "b"), ("two", "a"))
    ]
    logs = [game.view("white")["log"] for game in games]
    assert logs[0][:4] == logs[1][:4]
    assert logs[0][4:] != logs[1][4:]
    assert logs[0][:4] != logs[2][:4]


def test_the_players_are_not_asked_for_the_opening() -> None:
    """Nor timed; an opening longer than the game is the whole game."""
    played = play_whole(Rules("exahuna"), two("random", "random"), "3", "3", opening=4)
    assert sum(len(seconds) for seconds in played.seconds.values()) == len(played.game.steps) - 4
    whole = play_whole(Rules("exahuna"), two("odd-late", "odd-late"), "3", "3", opening=1000)
    assert whole.fault is None
    assert whole.game.over
