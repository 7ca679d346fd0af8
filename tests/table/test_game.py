"""The table: seats, undo, ends from outside, events that tell the whole story, seeds and shuffles."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from random import Random
from typing import Any

import pytest

from kahuna import Game, IllegalAction, Rules, write_record
from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.table.dealer import SeededDealer
from kahuna.table.game import UNFINISHED
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Seat, other
from lockstep import VIEWERS
from lockstep_players import Player, clumsy, greedy, jester, lively, peaceful, sleeper, timid, uniform

ALL_RULES = {
    "standard": Rules(),
    "black begins": Rules(first="black"),
    "planning": Rules(planning=True),
    "handicap": Rules(handicap=2, handicap_to="black"),
    "own handicap": Rules(handicap=3, handicap_to="white", planning=True),
    "exahuna": Rules("exahuna"),
    "exahuna-special": Rules("exahuna-special"),
}
BOARD_EVENTS = {"placed", "removed", "moved", "won", "lost", "fell"}
every_game = pytest.mark.parametrize("name", ALL_RULES)


def pairs(name: str) -> list[tuple[Player, Player]]:
    """Players that make different things happen in this game."""
    if name == "exahuna":
        return [(uniform, uniform), (greedy, uniform), (peaceful, peaceful)]
    if name == "exahuna-special":
        return [(uniform, greedy), (jester, clumsy), (peaceful, peaceful), (clumsy, clumsy)]
    return [(uniform, uniform), (lively, greedy), (lively, lively), (sleeper, sleeper), (timid, lively)]


def games(name: str, count: int) -> Iterator[tuple[Game, Callable[[], int]]]:
    """Fresh games of this kind, each with a function that chooses the next action's code."""
    for seed in range(count):
        game, random = Game(ALL_RULES[name], seed=seed), Random(seed)
        players = pairs(name)[seed % len(pairs(name))]

        def choose(
            game: Game = game, random: Random = random, players: tuple[Player, Player] = players
        ) -> int:
            return players[game.state.seat](game, random)

        yield game, choose


def everything(game: Game) -> str:
    """All that can be said about a game."""
    return json.dumps([write_record(game), *(game.view(seat) for seat in VIEWERS), game.legal()])


# Events


def follow(view: dict[str, Any], events: list[dict[str, Any]]) -> dict[str, Any]:
    """What a seat that knows this view knows after these events, by them alone."""
    now = json.loads(json.dumps(view))
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
            case "turn":
                now["to_move"] = seat
            case "over":
                now["to_move"], now["result"] = None, event["result"]
            case "declined" | "ended" | "passed" | "began":
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
    for game, choose in games(name, 20):
        views = {seat: game.view(seat) for seat in VIEWERS}
        while not game.over:
            game.play_code(choose())
            for seat in VIEWERS:
                told, view = game.events(seat), game.view(seat)
                known = follow(views[seat], told)
                # The round counts on when the last card is taken, though K13 may end the game before the shuffle.
                assert known == {key: view[key] for key in known}, f"{game.logs[2][-1]}: {told}"
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
                assert told[None][0]["card"] is None
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


def test_a_preview_of_what_is_not_legal_is_refused() -> None:
    """Design: with the same reason as playing it."""
    game = Game(Rules(), seed=1)
    for action in ("=ELAI-HUNA", "ALOA+ALOA xx ALOA-BARI", "ALOA+BARI x ALOA-BARI"):
        with pytest.raises(IllegalAction) as preview:
            game.preview(action)
        with pytest.raises(IllegalAction) as play:
            game.play(action)
        assert str(preview.value) == str(play.value)


# Undo


@every_game
def test_what_was_played_in_this_turn_can_be_taken_back_and_nothing_else(name: str) -> None:
    """K3, K15: plays, discards and handicap bridges, one by one; never a take, a turn, the end or the deal."""
    undone: Counter[str] = Counter()
    for game, choose in games(name, 12):
        before: list[str] = []
        random = Random(1)
        while not game.over:
            now, moment, action = everything(game), game.moments[-1].state, write(game.rules.game, choose())
            game.play(action)
            same_turn = (moment.seat, moment.turn) == (game.state.seat, game.state.turn) and not game.over
            if same_turn and game.rules.game == "kahuna" and moment.flow.handicap:
                same_turn = bool(game.state.flow.handicap)
            before = [*before, now] if same_turn else []
            assert game.can_undo() == bool(before)
            if random.random() < 0.15:
                for state in reversed(before):
                    undone[action[0] if action[0] in "~=" else "played"] += 1
                    game.undo()
                    assert everything(game) == state
                before = []
                with pytest.raises(ValueError, match="nothing to undo"):
                    game.undo()
        assert not game.can_undo()
    if ALL_RULES[name].game == "kahuna":
        assert min(undone["~"], undone["played"]) > 5
        assert undone["="] > 0 or not ALL_RULES[name].handicap
    else:
        assert not undone


def test_taking_back_does_not_change_what_will_be_dealt() -> None:
    """K16: the stack lies as it lay, so nobody learns or changes anything by undoing."""
    one, two = Game(Rules(), seed=4), Game(Rules(), seed=4)
    place = next(action for action in two.legal() if ">" in action)
    discard = next(action for action in two.legal() if action[0] == "~")
    for action in (place, discard):
        two.play(action)
        two.undo()
    for game in (one, two):
        for action in ("+", "+1", "+2", "+"):
            game.play(action)
    assert everything(one) == everything(two)


def test_a_turn_begun_again_may_go_the_other_way() -> None:
    """K3: after the discard is taken back, cards may be played, and the reverse."""
    game = Game(Rules(), seed=4)
    place = next(action for action in game.legal() if ">" in action)
    game.play(f"~{place.split('>')[0]}")
    assert place not in game.legal()
    game.undo()
    game.play(place)
    assert not any(action[0] == "~" for action in game.legal())
    game.undo()
    assert any(action[0] == "~" for action in game.legal())


# Ends from outside, seats, looking


@every_game
@pytest.mark.parametrize("by", UNFINISHED)
def test_a_running_game_can_be_ended_from_outside(name: str, by: str) -> None:
    """Design: it is over at once, for good, with points and islands as they stand."""
    for number, (game, choose) in enumerate(games(name, 4)):
        while len(game.steps) < 6 * number:
            game.play_code(choose())
        view = game.view(None)
        winner = SEATS[number % 2]
        game.end(by, winner)
        assert game.over
        assert game.to_move is None
        assert (game.legal(), game.codes(), game.can_undo()) == ([], [], False)
        owners = list(view["control"].values())
        result = game.result
        assert result is not None
        assert (result["winner"], result["by"]) == (winner, by)
        assert result["points"] == (list(view["points"].values()) if "points" in view else None)
        if name != "exahuna-special":
            assert result["islands"] == [owners.count("white"), owners.count("black")]
        for seat in VIEWERS:
            after = game.view(seat)
            assert (after["phase"], after["to_move"], after["legal"]) == ("over", None, [])
            assert after["result"] == result
            assert after["bridges"] == view["bridges"]
        if game.steps:
            assert game.events(None)[-1] == {"event": "over", "result": result}
        with pytest.raises(IllegalAction, match="the game is over"):
            game.play("-")
        with pytest.raises(IllegalAction, match="the game is over"):
            game.preview("-")
        with pytest.raises(ValueError, match="over"):
            game.end(by, winner)


@pytest.mark.parametrize("by", ["points", "draw", "", "Resign", "boredom"])
def test_a_game_is_not_ended_from_outside_by_a_way_of_the_rules(by: str) -> None:
    """Design: only resign, time, illegal and crash."""
    game = Game(Rules(), seed=1)
    with pytest.raises(ValueError, match="resign, time, illegal, crash"):
        game.end(by, "white")
    assert not game.over


@every_game
def test_a_seat_plays_only_when_it_is_its_move(name: str) -> None:
    """K3, E1: the other seat is refused and told whose move it is; without a seat anybody may move the pieces."""
    for game, choose in games(name, 2):
        for _ in range(30):
            seat, action = game.to_move, write(game.rules.game, choose())
            assert seat is not None
            before = everything(game)
            with pytest.raises(IllegalAction, match=f"it is {seat}'s move"):
                game.play(action, other(seat))
            assert everything(game) == before
            game.play(action, seat if len(game.steps) % 2 else None)
            assert SEATS[game.steps[-1].seat] == seat
            if game.over:
                break


@every_game
def test_codes_and_texts_are_two_names_of_the_same_actions(name: str) -> None:
    """Design: in the same order; a code out of range is no action at all."""
    game = Game(ALL_RULES[name], seed=2)
    assert [write(game.rules.game, code) for code in game.codes()] == game.legal()
    assert game.codes() == sorted(game.codes())
    for code in (-1, game.engine.ACTIONS, 10**20):
        with pytest.raises(ValueError, match="action codes of"):
            game.play_code(code)
    assert not game.steps


def test_a_view_is_a_copy_and_asks_for_a_seat_that_exists() -> None:
    """Design: nothing that is done to a view reaches the game."""
    game = Game(Rules(), seed=3)
    game.play("+1")
    before = everything(game)
    for seat in VIEWERS:
        view = game.view(seat)
        for value in view.values():
            if isinstance(value, dict | list):
                value.clear()
    assert everything(game) == before
    with pytest.raises(ValueError, match="a seat is"):
        game.view("red")  # type: ignore[arg-type]


# Seeds and shuffles


@every_game
def test_the_same_seed_and_actions_give_the_same_record(name: str) -> None:
    """Design: randomness is an argument; a number and its text are the same seed."""
    for seed in range(4):
        records = []
        for form in (seed, str(seed)):
            game, random = Game(ALL_RULES[name], seed=form), Random(seed)
            while not game.over:
                game.play_code(random.choice(game.codes()))
            records.append(write_record(game))
        assert records[0] == records[1]


def test_without_a_seed_every_game_is_another() -> None:
    """K2, K16: and no two seeds that were used were the same."""
    all_games = [Game() for _ in range(50)]
    assert len({str(game.decks) for game in all_games}) == 50
    assert len({game.dealer.seed for game in all_games if isinstance(game.dealer, SeededDealer)}) == 50


def test_different_seeds_and_rounds_are_different_shuffles() -> None:
    """K10: what was dealt in one round says nothing about the next."""
    cards = list(range(24))
    shuffles = [SeededDealer(seed).shuffle(round, cards) for seed in range(300) for round in (1, 2, 3)]
    assert all(sorted(order) == cards for order in shuffles)
    assert len({tuple(order) for order in shuffles}) == 900
    assert SeededDealer("5").shuffle(2, cards) == SeededDealer(5).shuffle(2, cards)
    fixed = [
        sum(a == b for a, b in zip(one, two, strict=True))
        for one, two in zip(shuffles, shuffles[1:], strict=False)
    ]
    assert 0.8 < sum(fixed) / len(fixed) < 1.2, "two unrelated orders agree in one place on average"


@pytest.mark.parametrize("size", [24, 14, 5])
def test_every_order_is_as_likely_as_any_other(size: int) -> None:
    """K2, K10: each card is as often in each place, and each pair of cards as often on top (chi-square)."""
    trials = 20_000 if size < 24 else 12_000
    places = [Counter[int]() for _ in range(size)]
    tops: Counter[tuple[int, int]] = Counter()
    for seed in range(trials):
        order = SeededDealer(seed).shuffle(1 + seed % 3, list(range(size)))
        for place, card in enumerate(order):
            places[place][card] += 1
        tops[order[0], order[1]] += 1
    for counts, kinds in [*((counts, size) for counts in places), (tops, size * (size - 1))]:
        expected = trials / kinds
        statistic = sum((count - expected) ** 2 / expected for count in counts.values())
        statistic += expected * (kinds - len(counts))
        assert abs(statistic - (kinds - 1)) / sqrt(2 * (kinds - 1)) < 4.5


def test_the_seat_types_are_the_two_colours() -> None:
    """Design: one vocabulary."""
    seats: tuple[Seat, Seat] = SEATS
    assert seats == ("white", "black")
    assert [other(seat) for seat in seats] == ["black", "white"]
