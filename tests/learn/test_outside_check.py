"""Whoever has only `kahuna puzzle --list --json` can check an answer: here by the naive model of the rules alone."""

import copy
import json
from collections import Counter
from typing import Any

import pytest

from kahuna.bench.oracle import Exahuna, Kahuna, Special
from kahuna.learn.puzzle import BEST_TURN, PUZZLE_GOALS, WIN_GAME
from kahuna.learn.shelf import puzzles_of

OTHER = {"white": "black", "black": "white"}
MOST_CARDS = 3  # in a hand whose every order the naive model tries in a moment
Document = dict[str, Any]


def table_of_cards(position: Document) -> Kahuna:
    """Kahuna at this position; what the mover has not seen is dealt anyhow."""
    me, other = position["seat"], OTHER[position["seat"]]
    islands = Kahuna.board.islands
    game = Kahuna([*islands, *islands], lambda _, cards: cards)
    seen = [*position["hand"], *filter(None, position["row"]), *position["discards"], *position["own_secret"]]
    unseen = list((Counter([*islands, *islands]) - Counter(seen)).elements())
    theirs, secret = position["cards"][other], position["secret"][other]
    game.hands = {me: [*position["hand"]], other: unseen[:theirs]}
    game.secret = {me: [*position["own_secret"]], other: unseen[theirs : theirs + secret]}
    game.stack = unseen[theirs + secret :]
    assert len(game.stack) == position["stack"]
    game.row, game.discards, game.bridges = (
        [*position["row"]],
        [*position["discards"]],
        dict(position["bridges"]),
    )
    game.points, game.round, game.turn = dict(position["points"]), position["round"], position["turn"]
    game.to_move, game.this_turn, game.must_take = me, position["this_turn"], position["must_take"]
    game.last_turns_left = position["last_turns_left"]
    return game


def table_of_hexagons(position: Document) -> Exahuna:
    """Exahuna or Special at this position."""
    if "values" in position:
        special = Special()
        special.bridges = {link: bridge["colour"] for link, bridge in position["bridges"].items()}
        special.kinds = {link: bridge["kind"] for link, bridge in position["bridges"].items()}
        special.supply = {seat: Counter(left) for seat, left in position["supply"].items()}
        game: Exahuna = special
    else:
        game = Exahuna()
        game.bridges = dict(position["bridges"])
        game.supply = {seat: Counter({"plain": left}) for seat, left in position["supply"].items()}
    game.to_move, game.turn = position["to_move"], position["turn"]
    return game


def reaches(document: Document, game: Kahuna) -> bool:
    """Whether the plays so far reach the goal, once the turn is ended in the way that counts."""
    position, goal = document["position"], document["goal"]
    me, other = position["seat"], OTHER[position["seat"]]
    if document["kind"] == "most-islands":
        gained = len(game.controlled_by(me)) - list(position["control"].values()).count(me)
        return gained >= int(goal["islands"])
    if document["kind"] == "make-lose":
        return goal["lose"] not in game.controlled_by(other)
    if game.outcome is None:
        cards = [place for place, card in enumerate(game.row, 1) if card]
        game = copy.deepcopy(game)
        game.play(f"+{cards[0]}" if document["kind"] == "win-round" else "-")
    if document["kind"] == "win-round":
        won = {seat: game.points[seat] - position["points"][seat] for seat in OTHER}
        return bool(won[me] > won[other])
    return game.outcome is not None and game.outcome["winner"] == me


def ways(game: Kahuna) -> list[tuple[Kahuna, frozenset[str]]]:
    """Every way to play cards in this turn, with the links built and removed."""
    found: dict[Any, tuple[Kahuna, frozenset[str]]] = {}
    waiting = [(game, frozenset[str]())]
    while waiting:
        here, done = waiting.pop()
        key = done, tuple(sorted(here.hands[str(game.to_move)]))
        if key in found:
            continue
        found[key] = here, done
        for action in here.legal():
            if ">" in action or " x " in action:
                after = copy.deepcopy(here)
                after.play(action, trusted=True)
                waiting.append((after, done | {touched(action)}))
    return list(found.values())


def touched(action: str) -> str:
    """The link that a play builds or removes, as such."""
    if " x " in action:
        return "x" + action.split(" x ")[1]
    return "-".join(sorted(action.split(">")))


@pytest.mark.parametrize("kind", [kind for kind in PUZZLE_GOALS["kahuna"] if kind != BEST_TURN])
def test_an_answer_of_kahuna_is_checked_from_position_and_answer_alone(kind: str) -> None:
    puzzles = [puzzle for puzzle in puzzles_of("kahuna") if puzzle.goal.kind == kind]
    short = [puzzle for puzzle in puzzles if len(puzzle.document()["position"]["hand"]) <= MOST_CARDS]
    for puzzle in short[:: max(1, len(short) // 3)][:3]:
        document = json.loads(json.dumps(puzzle.document()))
        game = table_of_cards(document["position"])
        asked = frozenset(map(touched, document["answer"]))
        good = [done for after, done in ways(game) if reaches(document, after)]
        assert asked in good
        assert all(asked <= done for done in good), "every way to the goal contains the answer"


def test_best_turns_are_played_from_position_and_answer_alone() -> None:
    for puzzle in puzzles_of("kahuna"):
        if puzzle.goal.kind == BEST_TURN:
            game = table_of_cards(puzzle.document()["position"])
            for action in puzzle.answer:
                game.play(action)


@pytest.mark.parametrize("name", ["exahuna", "exahuna-special"])
def test_an_answer_of_the_open_games_is_checked_from_position_and_answer_alone(name: str) -> None:
    for puzzle in puzzles_of(name)[::6]:
        document = json.loads(json.dumps(puzzle.document()))
        me, goal = document["position"]["seat"], document["goal"]
        game = table_of_hexagons(document["position"])
        before, asked = len(game.controlled_by(me)), goal.get("islands", 0)
        if document["kind"] != WIN_GAME and goal["moves"] == 1:
            good = []
            for action in game.legal():
                after = copy.deepcopy(game)
                after.play(action, trusted=True)
                good += [action] * (len(after.controlled_by(me)) >= before + asked)
            assert good == document["answer"]
        for action in document["answer"]:
            game.play(action)
        if document["kind"] == WIN_GAME:
            assert game.outcome is None or game.outcome["winner"] == me
        else:
            assert len(game.controlled_by(me)) >= before + asked
