"""Turning points: the turns that decided most, told in two sentences from what actions did."""

from collections.abc import Mapping, Sequence
from typing import Any

from kahuna.review.data import Decision, Message, Turn, TurningPoint
from kahuna.review.labels import BLUNDER, MISTAKE, SLIP
from kahuna.review.walk import again
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, other

MOST = 5
LETTERS = "ABCDE"
TOLD = (SLIP, MISTAKE, BLUNDER)


def turning_points(game: Game, turns: Sequence[Turn]) -> tuple[TurningPoint, ...]:
    """Up to five turns that lost most, in the order of the game."""
    dear = [place for place, turn in enumerate(turns) if turn.label in TOLD and turn.decisions]
    chosen = sorted(sorted(dear, key=lambda place: -turns[place].loss)[:MOST])
    dearest = {place: _dearest(turns[place]) for place in chosen}
    words = _words(game, [turns[place].decisions[number] for place, number in dearest.items()])
    points = []
    for letter, (place, number) in zip(LETTERS, dearest.items(), strict=False):
        turn, decision = turns[place], turns[place].decisions[number]
        points.append(
            TurningPoint(
                letter=letter,
                turn=place,
                decision=number,
                number=decision.number,
                seat=turn.seat,
                label=turn.label,
                loss=turn.loss,
                played=decision.played,
                better=decision.best,
                words=words[decision.number],
            )
        )
    return tuple(points)


def _dearest(turn: Turn) -> int:
    """The number of the decision that lost most."""
    return max(range(len(turn.decisions)), key=lambda number: turn.decisions[number].loss)


def _words(game: Game, decisions: Sequence[Decision]) -> dict[int, tuple[Message, ...]]:
    """Two sentences for each of these decisions."""
    wanted = {decision.number: decision for decision in decisions}
    found: dict[int, tuple[Message, ...]] = {}
    for number, now in enumerate(again(game)):
        if number in wanted:
            decision = wanted[number]
            view = now.view(now.to_move)
            found[number] = (
                better(view, now.preview(decision.best), decision.best),
                _gave_up(game, decision),
            )
    return found


def better(view: Mapping[str, Any], events: Sequence[Mapping[str, Any]], action: str) -> Message:
    """What this action would have done, from the events it brings about on the board."""
    seat = view["seat"]
    rival = other(seat)

    def those(event: str, whose: str, thing: str) -> list[str]:
        return [e[thing] for e in events if e["event"] == event and e["seat"] == whose]

    won, cut = those("won", seat, "island"), those("lost", rival, "island")
    fell, removed = those("fell", rival, "link"), those("removed", rival, "link")
    if won:
        facts = {"action": action, "islands": won, "links": fell, "rival": rival}
        return Message("better-wins-sweeps" if fell else "better-wins", facts)
    if cut:
        return Message("better-cuts", {"action": action, "rival": rival, "islands": cut})
    if removed:
        return Message("better-removes", {"action": action, "rival": rival, "link": removed[0]})
    for event in events:
        if event["event"] == "placed":
            return Message("better-places", {"action": action, "link": event["link"]})
        if event["event"] == "moved":
            return Message("better-moves", {"action": action, "link": event["link"], "to": event["to"]})
    return _without_board(view, action)


def _without_board(view: Mapping[str, Any], action: str) -> Message:
    """What an action that does not touch the board would have done."""
    if action[0] == "+" and action[1:]:
        return Message("better-takes", {"action": action, "card": view["row"][int(action[1:]) - 1]})
    if action == "+":
        return Message("better-takes-stack", {"action": action})
    if action[0] == "~":
        return Message("better-discards", {"action": action, "card": action[1:]})
    return Message("better-ends" if action == "-" else "better-other", {"action": action})


def _gave_up(game: Game, decision: Decision) -> Message:
    """What the played action allowed in the opponent's next turn, or how much it gave up."""
    seat = SEATS[game.steps[decision.number].seat]
    rival = other(seat)
    turn = game.moments[decision.number].state.turn
    islands: list[str] = []
    for number in range(decision.number + 1, len(game.steps)):
        state = game.moments[number].state
        if state.turn > turn + 1:
            break
        if SEATS[state.seat] == rival:
            found = game.events(None, number)
            islands += [e["island"] for e in found if e["event"] == "won" and e["seat"] == rival]
    if islands:
        facts = {"action": decision.played, "rival": rival, "islands": sorted(set(islands))}
        return Message("played-lost", facts)
    return Message("played-gave", {"action": decision.played, "games": round(100 * decision.loss)})
