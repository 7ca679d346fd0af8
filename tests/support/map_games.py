"""Kahuna on other archipelagos, beside the oracle on the same: a game in lockstep from a seed."""

from pathlib import Path
from random import Random
from typing import Any

from kahuna import Game, Rules
from kahuna.bench import oracle
from kahuna.bench.oracle import islands
from kahuna.bots.greedy import RANKS
from kahuna.rules.boards import Board
from kahuna.rules.maps import map_of, read_map
from kahuna.table.dealer import SeededDealer
from kahuna.table.games import on_map
from kahuna.table.ruleset import SEATS, Seat

FOLDER = Path(__file__).parent / "maps"
MAPS = ("ring", "chain", "grid")  # of 8, 11 and 14 islands
VIEWERS: tuple[Seat | None, ...] = ("white", "black", None)
VIEW_EVERY = 20  # actions


def map_path(name: str) -> Path:
    """The file of a map of the tests."""
    return FOLDER / f"{name}.toml"


def board_named(name: str) -> Board:
    """A board of the tests."""
    return read_map(str(map_path(name)))


def rules_on(board: Board, seed: int) -> Rules:
    """Kahuna on this board, in a variant that changes with the seed."""
    first = SEATS[seed // 2 % 2]
    handicap = seed % 5 if seed % 5 < 4 else 0
    return Rules(on_map(board), seed % 4 == 3, handicap, SEATS[seed % 2] if handicap else None, first)


def oracle_on(board: Board, rules: Rules, dealer: SeededDealer) -> oracle.Kahuna:
    """The oracle's game on this board."""

    def shuffle(round: int, names: list[str]) -> list[str]:
        cards = sorted(board.islands.index(name) for name in names)
        return [board.islands[card] for card in dealer.shuffle(round, cards)]

    model = type("Elsewhere", (oracle.Kahuna,), {"board": islands.Board({**map_of(board)})})
    found: oracle.Kahuna = model(
        shuffle(1, 2 * list(board.islands)),
        shuffle,
        planning=rules.planning,
        handicap=rules.handicap,
        handicap_to=rules.handicap_to,
        first=rules.first,
    )
    return found


def chosen(game: Game, random: Random, greedy: bool) -> int:
    """Any action, or one of those that leave the best board."""
    codes = game.codes()
    if greedy:
        rank = RANKS[game.rules.game]
        ranks = {code: rank(game.state, code) for code in codes}
        codes = [code for code in codes if ranks[code] == max(ranks.values())]
    return random.choice(codes)


def shown(game: Game, seat: Seat | None) -> dict[str, Any]:
    """A view as the oracle tells it: that knows no names of maps."""
    view: dict[str, Any] = {**game.view(seat)}
    assert view.pop("map") == map_of(game.spec.board)
    return view | {"game": "kahuna", "legal": sorted(view["legal"])}


def play_on_map(board: Board, seed: int, greedy: bool) -> Game:
    """A whole game in lockstep; AssertionError where program and oracle differ."""
    rules, dealer, random = rules_on(board, seed), SeededDealer(f"map {seed}"), Random(seed)
    game, model = Game(rules, dealer), oracle_on(board, rules, dealer)
    number = 0
    while not game.over:
        legal = sorted(game.legal())
        assert legal == sorted(model.legal()), (
            f"seed {seed}, action {number}: {legal}, oracle {model.legal()}"
        )
        if number % VIEW_EVERY == seed % VIEW_EVERY:
            for seat in VIEWERS:
                assert shown(game, seat) == model.view(seat), f"seed {seed}, action {number}, seen by {seat}"
        action = game.spec.texts[chosen(game, random, greedy)]
        game.play(action)
        model.play(action, trusted=True)
        number += 1
    for seat in VIEWERS:
        assert shown(game, seat) == model.view(seat), f"seed {seed}, at the end, seen by {seat}"
    assert game.result == model.result()
    return game
