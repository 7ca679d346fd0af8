"""Events tell each seat the whole story and no secret; a preview tells what an action will do to the board."""

import json
from collections import Counter
from random import Random
from typing import Any, cast

import pytest

from kahuna import Game, IllegalAction, Rules
from kahuna.bench import oracle
from kahuna.rules import kahuna, special
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.events import Event
from kahuna.table.games import spec_of
from kahuna.table.notation import codes_of, write
from kahuna.table.ruleset import SEATS
from kahuna.table.view import View
from support.lockstep import VIEWERS, state_of
from support.random_positions import random_hex
from support.some_games import ALL_RULES, games
from support.views import seen_special

BOARD_EVENTS = {"placed", "removed", "moved", "won", "lost", "fell"}
every_game = pytest.mark.parametrize("name", ALL_RULES)


def follow(view: View, events: list[Event]) -> dict[str, Any]:
    """What a seat that knows this view knows after these events, by them alone."""
    now: dict[str, Any] = json.loads(json.dumps(view))  # of any game
    special, cards = view["game"] == "exahuna-special", view["game"] == "kahuna"
    for event in events:
        seat = event.get("seat")
        match event["event"]:
            case "placed":
                bridge: Any = {"colour": seat, "kind": event["kind"]} if special else seat
                now["bridges"][event["link"]] = bridge
            case "moved":
                assert now["bridges"][event["to"]] == {"colour": seat, "kind": "joker"}
                now["bridges"][event["to"]] = now["bridges"].pop(event["link"])
                assert now["bridges"][event["to"]] == {"colour": seat, "kind": event["kind"]}
            case "removed" | "fell":
                bridge = now["bridges"].pop(event["link"])
                assert (bridge["colour"] if special else bridge) == seat
            case "won":
                now["control"][event["island"]] = seat
            case "lost":
                if now["control"][event["island"]] == seat:
                    del now["control"][event["island"]]
            case "played":
                now["cards"][seat] -= len(event["cards"])
                now["discards"] += event["cards"]
                for card in event["cards"] if seat == view["seat"] else []:
                    now["hand"].remove(card)
            case "discarded":
                now["cards"][seat] -= 1
                now["secret"][seat] += 1
                if seat == view["seat"]:
                    now["hand"].remove(event["card"])
            case "took":
                now["cards"][seat] += 1
                if event["slot"] is None:
                    now["stack"] -= 1
                else:
                    assert now["row"][event["slot"] - 1] == event["card"]
                    now["row"][event["slot"] - 1] = None
                if seat == view["seat"]:
                    now["hand"] = sorted([*now["hand"], event["card"]])
            case "refilled":
                now["row"][event["slot"] - 1] = event["card"]
                now["stack"] -= 1
            case "scored":
                for name, points in zip(SEATS, event["points"], strict=True):
                    now["points"][name] += points
            case "shuffled":
                now |= {"round": event["round"], "row": event["row"], "stack": event["stack"]}
                now |= {"discards": [], "secret": {"white": 0, "black": 0}}
            case "turn" | "began":
                now["to_move"] = seat
            case "over":
                now["to_move"], now["result"] = None, event["result"]
            case "declined" | "ended" | "passed":
                assert seat == view["to_move"]
            case unknown:
                pytest.fail(f"no such event: {unknown}")
    keys = ["bridges", "control", "to_move", "result"]
    keys += ["points", "hand", "cards", "row", "stack", "discards", "secret"] if cards else []
    return {key: now[key] for key in keys}


@every_game
def test_events_alone_tell_what_became_of_board_cards_and_scores(name: str) -> None:
    """Design: applied to the view before, they give the view after, for both seats and spectators."""
    met: Counter[str] = Counter()
    for game, choose in games(name, 10):
        views = {seat: game.view(seat) for seat in VIEWERS}
        while not game.over:
            game.play_code(choose())
            for seat in VIEWERS:
                told, view = game.events(seat), game.view(seat)
                known = follow(views[seat], told)
                assert known == {key: value for key, value in view.items() if key in known}, (
                    f"{game.logs[2][-1]}: {told}"
                )
                views[seat] = view
                met.update(event["event"] for event in told)
    kinds = {"placed", "won", "lost", "fell", "turn", "over"}
    if name in ("exahuna", "exahuna-special"):
        kinds |= {"passed"}
    else:
        kinds |= {
            "played",
            "removed",
            "discarded",
            "took",
            "refilled",
            "declined",
            "ended",
            "scored",
            "shuffled",
        }
    if name == "exahuna-special":
        kinds |= {"moved"}
    assert kinds <= met.keys() <= kinds | {"began"}


@every_game
def test_events_of_others_show_no_hidden_card(name: str) -> None:
    """K6, K7, K16: a discard and a card from the stack are named to their owner only; all else is alike."""
    hidden = 0
    for game, choose in games(name, 6):
        while not game.over:
            mover = game.to_move
            game.play_code(choose())
            step = game.steps[-1]
            told = {seat: game.events(seat) for seat in VIEWERS}
            for seat in VIEWERS:
                if seat != mover:
                    assert told[seat] == told[None]
            if game.rules.game == "kahuna" and (
                kahuna.DISCARD <= step.code < kahuna.TAKE_ROW or step.code == kahuna.TAKE_STACK
            ):
                hidden += 1
                first = told[None][0]
                assert first["event"] == "discarded" or first["event"] == "took"
                assert first["card"] is None
                assert mover is not None
                card = step.card if step.code == kahuna.TAKE_STACK else step.code - kahuna.DISCARD
                assert told[mover][0] == told[None][0] | {"card": KAHUNA.islands[card]}
                assert told[mover][1:] == told[None][1:]
            else:
                assert told[mover] == told[None]
    assert hidden > 20 or ALL_RULES[name].game != "kahuna"


@every_game
def test_events_of_earlier_actions_stay_as_they_were(name: str) -> None:
    """Design: a replay tells each action as it was told when it happened."""
    for game, choose in games(name, 3):
        told = []
        while not game.over:
            game.play_code(choose())
            told.append([game.events(seat) for seat in VIEWERS])
        for number, events in enumerate(told):
            assert [game.events(seat, number) for seat in VIEWERS] == events
            assert [game.events(seat, number - len(told)) for seat in VIEWERS] == events
        for number in (len(told), -len(told) - 1):
            with pytest.raises(IndexError):
                game.events(None, number)


@every_game
def test_a_preview_is_what_really_happens_to_the_board(name: str) -> None:
    """Design: bridges and islands, cause before effect; nothing about cards; the game stays as it was."""
    changes = 0
    for game, choose in games(name, 8):
        while not game.over:
            code = choose()
            before = game.moments[-1]
            told = game.preview(write(game.rules.game, code))
            assert game.moments[-1] is before
            game.play_code(code)
            assert told == [event for event in game.events(None) if event["event"] in BOARD_EVENTS]
            changes += len(told) > 1
    assert changes > 30


def test_a_preview_in_special_tells_what_bridges_would_count_where_that_changes() -> None:
    """S3, S7: the points and the worth of the islands that differ afterwards, and of no others."""
    for game, choose in games("exahuna-special", 3):
        while not game.over:
            code = choose()
            before = seen_special(game)
            told = game.preview_counts(write(game.rules.game, code))
            game.play_code(code)
            after = seen_special(game)
            for name, values in after["values"].items():
                then = (values["white"], values["black"], after["worth"][name])
                now = told.get(name)
                was = before["values"][name]
                assert (now is not None) == (then != (was["white"], was["black"], before["worth"][name]))
                assert now is None or (now["white"], now["black"], now["worth"]) == then


def own_bridges_after(state: special.State, move: str) -> tuple[bool, int]:
    """Whether the bridge that replaced the joker lies, and how many bridges its player has, after this move."""
    after = special.play(state, codes_of("exahuna-special")[move])
    own = after.own if after.seat == state.seat else after.enemy
    return bool(own >> EXAHUNA.links.index(move.split(">")[1]) & 1), own.bit_count()


def test_events_tell_of_bridges_that_a_joker_move_costs_its_own_player() -> None:
    """S4, S6: in random positions, where the moved bridge itself may fall; the board follows from the events."""
    random, met = Random(5), Counter[str]()
    for _ in range(400):
        model = random_hex(random)
        if not isinstance(model, oracle.Special):
            continue
        state, before, mover = state_of(model, None), model.view(None), model.to_move
        moves = [action for action in model.legal() if ">" in action]
        if not moves:
            continue
        action = min(moves, key=lambda move: own_bridges_after(state, move))
        model.play(action)
        code = codes_of(model.game)[action]
        told = spec_of(model.game).board_events(state, code, special.play(state, code))
        known, after = follow(cast("View", before), [*told]), model.view(None)
        assert known["bridges"] == after["bridges"]
        assert known["control"] == after["control"]
        lost = [event["link"] for event in told if event["event"] == "fell" and event["seat"] == mover]
        met["own bridges fell"] += bool(lost)
        met["the moved bridge fell"] += action.split(">")[1] in lost
    assert min(met.values()) > 5, str(met)


def test_a_preview_of_what_is_not_legal_is_refused() -> None:
    """Design: with the same reason as playing it."""
    game = Game(Rules(), seed=1)
    for action in ("=ELAI-HUNA", "ALOA+ALOA xx ALOA-BARI", "ALOA+BARI x ALOA-BARI"):
        with pytest.raises(IllegalAction) as preview:
            game.preview(action)
        with pytest.raises(IllegalAction) as play:
            game.play(action)
        assert str(preview.value) == str(play.value)
