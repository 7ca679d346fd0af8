"""Turning points: the turns that decided most, told in two sentences from what actions did."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from kahuna.review.data import Decision, Improvement, Message, ReviewedTurn, TurningPoint
from kahuna.review.labels import BLUNDER, MISTAKE, SLIP
from kahuna.review.walk import again
from kahuna.rules.outcome import worth
from kahuna.table.events import BoardEvent
from kahuna.table.game import Game
from kahuna.table.notation import parse
from kahuna.table.ruleset import SEATS, Seat, other
from kahuna.table.view import View, kahuna_view

MAX_TURNING_POINTS = 5
TURNING_LETTERS = "ABCDE"
STOPS = {"better-takes": "better-stops", "better-takes-stack": "better-stops-stack"}  # where play went on
TOLD = (SLIP, MISTAKE, BLUNDER)


def advised(game: Game, turns: Sequence[ReviewedTurn]) -> list[ReviewedTurn]:
    """The turns; those that lost something with what would have been better."""
    dear = {
        place: _dearest(turn) for place, turn in enumerate(turns) if turn.label in TOLD and turn.decisions
    }
    told = _told(game, {place: turns[place].decisions[number] for place, number in dear.items()})
    found = []
    for place, turn in enumerate(turns):
        if place in told:
            decision, (words, events) = turn.decisions[dear[place]], told[place]
            advice = Improvement(dear[place], decision.number, decision.played, decision.best, words, events)
            turn = msgspec.structs.replace(turn, advice=advice)
        found.append(turn)
    return found


def turning_points(turns: Sequence[ReviewedTurn]) -> tuple[TurningPoint, ...]:
    """Up to five of these advised turns, those that lost most, in the order of the game."""
    dear = [place for place, turn in enumerate(turns) if turn.advice]
    chosen = sorted(sorted(dear, key=lambda place: -turns[place].loss)[:MAX_TURNING_POINTS])
    points = []
    for letter, place in zip(TURNING_LETTERS, chosen, strict=False):
        turn = turns[place]
        advice = turn.advice
        assert advice
        points.append(
            TurningPoint(
                letter=letter,
                turn=place,
                decision=advice.decision,
                number=advice.number,
                seat=turn.seat,
                label=turn.label,
                loss=turn.loss,
                played=advice.played,
                better=advice.better,
                words=advice.words,
            )
        )
    return tuple(points)


def _dearest(turn: ReviewedTurn) -> int:
    """The number of the decision that lost most."""
    return max(range(len(turn.decisions)), key=lambda number: turn.decisions[number].loss)


TurnWords = tuple[tuple[Message, ...], list[BoardEvent]]


def _told(game: Game, decisions: Mapping[int, Decision]) -> dict[int, TurnWords]:
    """Two sentences for each of these decisions, and what the better action would have done."""
    places = {decision.number: place for place, decision in decisions.items()}
    found: dict[int, TurnWords] = {}
    for number, now in enumerate(again(game)):
        if number in places:
            decision = decisions[places[number]]
            events = now.preview(decision.best)
            first = better(now.view(now.to_move), events, decision.best)
            if first.key in STOPS and decision.played[0] not in "+-":
                first = Message(STOPS[first.key], first.facts)
            if _wins(now, decision.best):
                first = Message("better-wins-game", {"action": decision.best})
            found[places[number]] = ((first, _gave_up(game, decision, events)), events)
    return found


def _wins(game: Game, action: str) -> bool:
    """Whether this action ends the game at once, and well."""
    code = parse(game.rules.game, action).code
    outcome = game.engine.play(game.state, code).outcome
    return bool(outcome) and worth(outcome, game.state.seat) == 1.0


def better(view: View, events: Sequence[BoardEvent], action: str) -> Message:
    """What this action would have done, from the events it brings about on the board."""
    seat = view["seat"]
    assert seat
    rival = other(seat)
    won = [e["island"] for e in events if e["event"] == "won" and e["seat"] == seat]
    cut = [e["island"] for e in events if e["event"] == "lost" and e["seat"] == rival]
    fell = [e["link"] for e in events if e["event"] == "fell" and e["seat"] == rival]
    removed = [e["link"] for e in events if e["event"] == "removed" and e["seat"] == rival]
    if won:
        facts = {"action": action, "islands": won, "links": fell, "rival": rival}
        return Message("better-wins-sweeps" if fell else "better-wins", facts)
    if cut:
        return Message("better-cuts", {"action": action, "rival": rival, "islands": cut})
    if removed:
        return Message("better-removes", {"action": action, "rival": rival, "link": removed[0]})
    for event in events:
        if event["event"] == "placed":
            key = "better-bridge" if action == event["link"] else "better-places"  # where no card pays for it
            return Message(key, {"action": action, "link": event["link"]})
        if event["event"] == "moved":
            return Message("better-moves", {"action": action, "link": event["link"], "to": event["to"]})
    return _without_board(view, action)


def _without_board(view: View, action: str) -> Message:
    """What an action that does not touch the board would have done."""
    if action[0] == "+" and action[1:]:
        return Message(
            "better-takes", {"action": action, "card": kahuna_view(view)["row"][int(action[1:]) - 1]}
        )
    if action == "+":
        return Message("better-takes-stack", {"action": action})
    if action[0] == "~":
        return Message("better-discards", {"action": action, "card": action[1:]})
    return Message("better-ends" if action == "-" else "better-other", {"action": action})


def _gave_up(game: Game, decision: Decision, events: Sequence[BoardEvent]) -> Message:
    """What the played action allowed in the opponent's next turn, what it did less well, or how much it gave up."""
    seat = SEATS[game.steps[decision.number].seat]
    rival = other(seat)
    facts: dict[str, Any] = {"action": decision.played, "rival": rival}
    if game.result and decision.number == len(game.steps) - 1 and game.result["winner"] == rival:
        return Message("played-ended", facts)
    won, lost = _next_turn(game, decision.number, rival)
    if lost:
        return Message("played-cost", facts | {"islands": sorted(lost)})
    if won:
        return Message("played-lost", facts | {"islands": sorted(won)})
    games = round(100 * decision.loss)
    ours = {event["island"] for event in game.events(None, decision.number) if event["event"] == "won"}
    if ours and not any(event["event"] == "won" for event in events):
        return Message("played-won-less", facts | {"islands": sorted(ours), "games": games})
    return Message("played-gave", {"action": decision.played, "games": games})


def _next_turn(game: Game, number: int, rival: Seat) -> tuple[set[str], set[str]]:
    """The islands that the rival won in their next turn, and those that it cost their opponent."""
    turn = game.moments[number].state.turn
    won: set[str] = set()
    lost: set[str] = set()
    for later in range(number + 1, len(game.steps)):
        state = game.moments[later].state
        if state.turn > turn + 1:
            break
        if SEATS[state.seat] == rival:
            for event in game.events(None, later):
                if event["event"] == "won" and event["seat"] == rival:
                    won.add(event["island"])
                if event["event"] == "lost" and event["seat"] != rival:
                    lost.add(event["island"])
    return won, lost
