"""A room without a network: commands in, events out, and the same room again from its events."""

from random import Random
from typing import Any

import pytest

from kahuna.server.refusals import ERRORS, Refusal
from kahuna.server.room import DESERTED, MAX_EVENTS, Room
from kahuna.server.stored import Asked, Ended, Played, Renamed, Undone
from kahuna.server.wire import Clock, TurnClock
from kahuna.table.reasons import REASONS
from kahuna.table.ruleset import GAMES, SEATS, Rules
from kahuna.table.seats import Seat
from support.rooms import ANN, BOB, EVE, NOON, Scene
from support.views import hand_of

MINUTES = Clock(minutes=5, increment=10)


def refused(call: Any, *arguments: Any) -> str:
    """The code with which this is refused."""
    with pytest.raises(Refusal) as caught:
        call(*arguments)
    return caught.value.code


def test_an_action_changes_nothing_until_it_is_applied() -> None:
    scene = Scene()
    events = scene.room.play("white", scene.legal(">"), scene.room.number, NOON)
    assert scene.room.game.steps == []
    scene.do(events)
    assert len(scene.room.game.steps) == 1


def test_only_the_seat_to_move_plays() -> None:
    scene = Scene()
    assert refused(scene.room.play, "black", "+1", scene.room.number, NOON) == "not-your-turn"
    assert Scene(Rules("exahuna")).room.number == 3
    hexes = Scene(Rules("exahuna"))
    assert refused(hexes.room.play, "black", "a1-a2", hexes.room.number, NOON) == "not-your-turn-hex"


def test_refusals_name_the_rule_and_its_facts() -> None:
    scene = Scene()
    with pytest.raises(Refusal) as caught:
        scene.room.play("white", "xx", scene.room.number, NOON)
    assert caught.value.code == "bad-notation"
    hand = hand_of(scene.room.game, "white")
    away = next(card for card in ("ALOA", "BARI", "COCO", "DUDA") if card not in hand)
    with pytest.raises(Refusal) as caught:
        scene.room.play("white", f"~{away}", scene.room.number, NOON)
    assert (caught.value.code, caught.value.rule, caught.value.facts) == (
        "discard-not-in-hand",
        "K6",
        {"card": away},
    )


def test_every_code_has_a_sentence_and_none_is_there_twice() -> None:
    assert set(REASONS) <= set(ERRORS)
    assert all(ERRORS.values())


def test_a_second_copy_of_a_message_is_stale() -> None:
    scene = Scene()
    number, action = scene.room.number, scene.legal(">")
    scene.do(scene.room.play("white", action, number, NOON))
    assert refused(scene.room.play, "white", scene.legal(), number, NOON) == "stale"
    assert refused(scene.room.play, "white", scene.legal(), scene.room.number + 1, NOON) == "stale"


def test_a_new_name_or_device_does_not_make_a_move_under_way_stale() -> None:
    scene = Scene()
    number = scene.room.number
    scene.do(scene.room.rename("black", "Robert", NOON))
    scene.do(scene.room.sit("black", EVE, "", NOON))
    scene.do(scene.room.play("white", scene.legal(">"), number, NOON))
    assert scene.room.names == {"white": "Ann", "black": "Robert"}
    assert scene.room.seats_of(EVE) == ("black",)
    assert scene.room.rename("black", "Robert", NOON) == []


def test_within_the_turn_the_last_action_comes_back_without_asking() -> None:
    for clock in (None, MINUTES):
        scene = Scene(clock=clock)
        before = scene.room.game.view("white")
        scene.play(scene.legal(">"))
        scene.do(scene.room.undo("white", scene.room.number, NOON))
        assert scene.room.game.view("white") == before


def test_after_the_turn_the_opponent_is_asked_and_may_refuse_once() -> None:
    scene = Scene()
    before = scene.room.game.view("white")
    scene.play(scene.legal(">"), "+1")
    assert scene.room.undo("white", scene.room.number, NOON) == [Asked(NOON, "white")]
    scene.do(scene.room.undo("white", scene.room.number, NOON))
    assert scene.room.asking == "white"
    assert refused(scene.room.undo, "white", scene.room.number, NOON) == "undo-asked"
    assert refused(scene.room.answer_undo, "white", True, scene.room.number, NOON) == "no-undo-asked"
    scene.do(scene.room.answer_undo("black", False, scene.room.number, NOON))
    assert scene.room.asking is None
    assert refused(scene.room.undo, "white", scene.room.number, NOON) == "undo-refused"
    scene.play("+")  # Black moves on, so White may ask again, for the same turn
    scene.do(scene.room.undo("white", scene.room.number, NOON))
    scene.do(scene.room.answer_undo("black", True, scene.room.number, NOON))
    assert scene.room.game.view("white") == before
    assert scene.room.game.steps == []


def test_playing_on_answers_a_request_with_no() -> None:
    scene = Scene()
    scene.play("+1")
    scene.do(scene.room.undo("white", scene.room.number, NOON))
    scene.play("+")
    assert scene.room.asking is None
    assert refused(scene.room.answer_undo, "black", True, scene.room.number, NOON) == "no-undo-asked"


def test_after_a_turn_is_taken_back_the_same_cards_come_again() -> None:
    scene = Scene(against="honu")
    scene.play("+", "+", "+")
    first = list(scene.room.game.logs[0])
    for kept in (2, 0):
        assert scene.room.undo("white", scene.room.number, NOON) == [Undone(NOON, kept)]
        scene.do(scene.room.undo("white", scene.room.number, NOON))
    scene.play("+", "+", "+")
    assert scene.room.game.logs[0] == first


def test_a_turn_is_taken_back_at_once_from_a_level_on_one_screen_and_before_anybody_came() -> None:
    for against in ("honu", "screen", "nobody"):
        scene = Scene(against=against)
        scene.play("+1")
        scene.do(scene.room.undo("white", scene.room.number, NOON))
        assert scene.room.game.steps == []
        assert refused(scene.room.undo, "white", scene.room.number, NOON) == "nothing-to-undo"


@pytest.mark.parametrize("seat", SEATS)
def test_on_one_screen_one_turn_comes_back_at_a_time_whoever_asks(seat: Seat) -> None:
    scene = Scene(against="screen")
    for kind in ("+1", ">", "+", ">"):  # White's turn, Black's, and White's next begun
        scene.play(scene.legal(kind))
    for kept in (3, 1, 0):
        assert scene.room.undo(seat, scene.room.number, NOON) == [Undone(NOON, kept)]
        scene.do(scene.room.undo(seat, scene.room.number, NOON))
    assert refused(scene.room.undo, seat, scene.room.number, NOON) == "nothing-to-undo"


def test_on_one_screen_with_a_clock_only_the_turn_under_way_comes_back() -> None:
    scene = Scene(against="screen", clock=MINUTES)
    scene.play("+1")
    assert refused(scene.room.undo, "black", scene.room.number, NOON) == "no-undo-by-clock"
    scene.play(scene.legal(">"))
    assert scene.room.undo("black", scene.room.number, NOON) == [Undone(NOON, 1)]


def test_a_game_does_not_grow_for_ever_by_names_and_undoing() -> None:
    scene = Scene()
    while scene.room.number < MAX_EVENTS:
        scene.do(scene.room.rename("black", str(scene.room.number), NOON))
    assert scene.room.rename("black", "Bob", NOON) == []
    scene.play(scene.legal(">"))
    assert refused(scene.room.undo, "white", scene.room.number, NOON) == "nothing-to-undo"


def test_handicap_bridges_are_a_turn_of_their_own_to_take_back() -> None:
    scene = Scene(Rules(handicap=1, handicap_to="white"), against="honu")
    scene.play("=ELAI-HUNA", "+1")
    scene.do(scene.room.undo("white", scene.room.number, NOON))
    assert len(scene.room.game.steps) == 1
    scene.do(scene.room.undo("white", scene.room.number, NOON))
    assert scene.room.game.steps == []


def test_with_a_clock_only_the_turn_under_way_comes_back() -> None:
    for against in (BOB, "honu"):
        scene = Scene(clock=MINUTES, against=against)
        scene.play("+1")
        assert refused(scene.room.undo, "white", scene.room.number, NOON) == "no-undo-by-clock"


def test_who_resigns_loses_and_nothing_more_is_played() -> None:
    scene = Scene()
    scene.play("+1")
    scene.do(scene.room.resign("white", NOON))
    assert scene.room.game.result == {"winner": "black", "by": "resign", "points": [0, 0], "islands": [0, 0]}
    room, number = scene.room, scene.room.number
    assert refused(room.play, "black", "+", number, NOON) == "game-over"
    assert refused(room.resign, "black", NOON) == "game-is-over"
    assert refused(room.undo, "white", number, NOON) == "game-is-over"
    assert refused(room.claim, "black", NOON) == "game-is-over"
    assert refused(room.hint, "black", number, NOON) == "game-is-over"
    assert room.flag(NOON + 10**12) == []


def test_minutes_run_down_for_the_seat_to_move_and_each_turn_adds_its_seconds() -> None:
    scene = Scene(clock=MINUTES)
    scene.play(scene.legal(">"), each=20_000)
    shown = scene.room.clocks.shown(scene.at) if scene.room.clocks else None
    assert shown
    assert (shown.white, shown.black, shown.running) == (280_000, 300_000, "white")
    scene.play("+1", each=5_000)
    assert scene.room.clocks
    shown = scene.room.clocks.shown(scene.at + 1_000)
    assert (shown.white, shown.black, shown.running) == (285_000, 299_000, "black")


def test_when_time_is_up_the_other_seat_wins_at_that_very_time() -> None:
    scene = Scene(clock=MINUTES)
    assert scene.room.flag(NOON + 299_999) == []
    assert scene.room.flag(NOON + 900_000) == [Ended(NOON + 300_000, "time", "black")]
    scene.do(scene.room.flag(NOON + 900_000))
    assert scene.room.game.result
    assert scene.room.game.result["by"] == "time"


def test_hours_are_given_anew_for_every_turn() -> None:
    scene = Scene(clock=TurnClock(hours=24))
    day = 24 * 3_600_000
    scene.play("+1", each=day - 1)
    scene.play("+1", each=day - 1)
    assert scene.room.clocks
    assert scene.room.clocks.shown(scene.at).white == day
    assert scene.room.flag(scene.at + day) == [Ended(scene.at + day, "time", "black")]


def test_minutes_stand_still_while_the_server_is_down_and_hours_do_not() -> None:
    pause = (NOON + 10_000, NOON + 7_210_000)
    scene = Scene(clock=MINUTES, pauses=[pause])
    assert scene.room.clocks
    assert scene.room.clocks.falls() == NOON + 7_500_000
    scene.play("+1", each=7_220_000)
    assert scene.room.clocks.shown(scene.at).white == 300_000 - 20_000 + 10_000
    hours = Scene(clock=TurnClock(hours=1), pauses=[pause])
    assert hours.room.flag(NOON + 3_600_000) == [Ended(NOON + 3_600_000, "time", "black")]


def test_a_clock_waits_for_the_opponent_to_come_and_so_does_the_first_action() -> None:
    scene = Scene(clock=MINUTES, against="nobody")
    assert scene.room.flag(NOON + 10**9) == []
    assert refused(scene.room.play, "white", "+1", scene.room.number, NOON) == "waiting"
    scene.do(scene.room.sit("black", BOB, "Bob", NOON + 10**9))
    assert scene.room.flag(NOON + 10**9 + 299_999) == []
    assert scene.room.flag(NOON + 10**9 + 300_000) != []


def test_without_a_clock_the_first_turn_can_be_played_before_anybody_came() -> None:
    scene = Scene(against="nobody")
    scene.play("+1")
    assert scene.room.free_seat() == "black"


def test_the_clock_of_one_of_our_players_never_runs() -> None:
    scene = Scene(clock=MINUTES, against="honu")
    scene.play("+1", each=1_000)
    assert scene.room.thinker == "black"
    assert scene.room.flag(NOON + 10**9) == []
    scene.play("+", each=100_000)
    assert scene.room.clocks
    assert scene.room.clocks.shown(scene.at).running == "white"


def test_a_deserted_game_with_minutes_can_be_claimed_at_the_deserters_move() -> None:
    scene = Scene(clock=MINUTES)
    room = scene.room
    room.gone_since = {"black": NOON}
    assert refused(room.claim, "white", NOON + DESERTED) == "not-deserted"  # it is White's own move
    scene.play("+1", each=1_000)
    assert refused(room.claim, "white", NOON + DESERTED - 1) == "not-deserted"
    assert refused(room.claim, "black", NOON + DESERTED) == "not-deserted"
    assert room.claim("white", NOON + DESERTED) == [Ended(NOON + DESERTED, "time", "white")]
    room.gone_since = {}
    assert refused(room.claim, "white", NOON + DESERTED) == "not-deserted"


@pytest.mark.parametrize("clock", [None, TurnClock(hours=1)])
def test_a_game_without_minutes_cannot_be_claimed(clock: TurnClock | None) -> None:
    scene = Scene(clock=clock)
    scene.play("+1")
    scene.room.gone_since = {"black": NOON}
    assert refused(scene.room.claim, "white", NOON + 10 * DESERTED) == "not-deserted"


def test_a_rematch_needs_both_people_but_no_consent_of_a_level() -> None:
    scene = Scene()
    assert refused(scene.room.wish, "white", NOON) == "game-runs"
    scene.do(scene.room.resign("white", NOON))
    scene.do(scene.room.wish("white", NOON))
    assert scene.room.wish("white", NOON) == []
    assert not scene.room.agreed("white")
    assert scene.room.agreed("black")
    for against in ("honu", "screen"):
        alone = Scene(against=against)
        alone.do(alone.room.resign("white", NOON))
        assert alone.room.agreed("white")


def test_hints_are_for_the_own_move_and_between_people_only_where_they_were_agreed_to() -> None:
    for clock in (None, MINUTES):
        assert refused(Scene(clock=clock).room.hint, "white", 3, NOON) == "no-hint"
        agreed = Scene(clock=clock, hints=True)
        assert refused(agreed.room.hint, "black", agreed.room.number, NOON) == "hint-not-now"
        number = agreed.room.number
        agreed.do(agreed.room.hint("white", number, NOON))
        agreed.do(agreed.room.hint("white", number, NOON))  # the first did not move the game on
        assert agreed.room.hints == {"white": 2, "black": 0}
        assert Room("r", agreed.stored).hints == agreed.room.hints
    for against in ("honu", "screen"):
        assert Scene(clock=MINUTES, against=against).room.hint("white", 2, NOON) == []


def test_previews_are_for_the_seat_to_move_only() -> None:
    scene = Scene()
    placing = scene.legal(">")
    found = scene.room.preview("white", [placing, "+1"], scene.room.number)
    assert [event["event"] for event in found[placing]] == ["placed"]
    assert scene.room.preview_counts("white", [placing]) == {}  # bridges count in Special only
    assert refused(scene.room.preview, "black", [placing], scene.room.number) == "not-your-turn"
    scene.play(placing)
    assert refused(scene.room.preview, "white", [placing], 1) == "stale"


def random_command(scene: Scene, random: Random) -> Any:
    """Something that a page might ask for, allowed or not."""
    room, seat = scene.room, random.choice(SEATS)
    number = random.choice((room.number, room.number, room.number, room.moved, 1))
    mover = room.game.to_move or seat
    legal = room.game.legal() or ["+1"]
    return random.choice(
        [lambda: room.play(mover, random.choice(legal), number, scene.at)] * 12
        + [
            lambda: room.undo(seat, number, scene.at),
            lambda: room.answer_undo(seat, random.random() < 0.5, number, scene.at),
            lambda: room.rename(seat, random.choice("abc"), scene.at),
            lambda: room.flag(scene.at),
            lambda: room.sit(seat, random.choice((ANN, BOB, EVE)), "", scene.at),
        ]
    )


@pytest.mark.parametrize("clock", [None, Clock(minutes=180), TurnClock(hours=200)])
@pytest.mark.parametrize("game", GAMES)
def test_a_room_is_rebuilt_from_its_stored_events_alone(game: str, clock: Clock | None) -> None:
    """Whatever happened: after every event the room made anew tells every seat the same."""
    kinds: set[type] = set()
    for against in (BOB, "screen", "honu"):
        random = Random(f"{game} {clock} {against}")
        scene = Scene(Rules(game), clock=clock, against=against)
        for _ in range(250):
            scene.at += random.randrange(3_000)
            try:
                events = random_command(scene, random)()
            except Refusal:
                continue
            scene.do(events)
            if random.random() < 0.1:
                check_same(scene)
        if not scene.room.game.over:
            scene.do(scene.room.resign("black", scene.at))
        scene.do(scene.room.wish("black", scene.at))
        check_same(scene)
        kinds |= {type(event) for event in scene.stored}
    assert {Played, Renamed} | ({Undone, Asked} if clock is None else set()) <= kinds


def check_same(scene: Scene) -> None:
    again = scene.again()
    viewers: tuple[Seat | None, ...] = (*SEATS, None)
    for seat in viewers:
        assert scene.seen(scene.room, seat) == scene.seen(again, seat)
    assert (again.number, again.moved, again.holders) == (
        scene.room.number,
        scene.room.moved,
        scene.room.holders,
    )
