"""Makes the golden records and perft counts anew: `python tests/make_golden.py`.

Do it only when the notation or the record itself has changed on purpose; a record that no longer replays is a bug in
the rules until proven otherwise. Which games there are is said by CASES, each found by the first seed that fits.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kahuna import Game, Rules, write_record
from kahuna.rules import kahuna, special
from kahuna.rules.bits import cards_of
from kahuna.table.dealer import SeededDealer
from kahuna.table.notation import write
from kahuna.table.record import dump_record
from kahuna.table.ruleset import SEATS, engine_of
from support.lockstep_players import (
    Player,
    builder,
    clinger,
    clumsy,
    greedy,
    jester,
    lively,
    peaceful,
    shy,
    sleeper,
    timid,
    uniform,
)

FOLDER = Path(__file__).with_name("golden")
Fits = Callable[[Game], bool]


class Case(NamedTuple):
    """A golden record to be found."""

    name: str
    rules: Rules
    white: Player
    black: Player
    fits: Fits
    end: tuple[str, Fits] | None = (
        None  # an end from outside the rules, and when; or "" to stop a running game
    )


def by(*endings: str) -> Fits:
    """Whether the game has ended so."""
    return lambda game: game.result is not None and game.result["by"] in endings


def logged(*parts: str) -> Fits:
    """Whether all of these texts occur in the public log."""
    return lambda game: all(any(part in line for line in game.logs[2]) for part in parts)


def both(one: Fits, two: Fits) -> Fits:
    """Whether both hold."""
    return lambda game: one(game) and two(game)


def in_mid_turn(this_turn: int, round: int) -> Fits:
    """Whether the player to move has already played (or discarded) in this round's turn."""

    def fits(game: Game) -> bool:
        return bool(game.state.flow.this_turn == this_turn and game.state.flow.round == round)

    return fits


def full_supply_used(game: Game) -> bool:
    """Whether somebody had all 25 bridges on the board (K1)."""
    return any(
        side.bridges.bit_count() == kahuna.SUPPLY
        for moment in game.moments
        for side in (moment.state.own, moment.state.enemy)
    )


def after(actions: int) -> Fits:
    """Whether so many actions were played."""
    return lambda game: len(game.steps) == actions


def in_handicap(game: Game) -> bool:
    """Whether one handicap bridge lies and more may follow."""
    return bool(game.state.flow.handicap and game.steps)


def anything(game: Game) -> bool:
    """Any game will do."""
    return True


def loses_own(game: Game) -> bool:
    """Whether a joker move cost its own player more than the bridge's old place (S4, S6)."""
    for step, before, now in zip(game.steps, game.moments, game.moments[1:], strict=False):
        if special.MOVE_JOKER <= step.code < special.PASS:
            own = now.state.own if now.state.seat == before.state.seat else now.state.enemy
            if (before.state.own & ~own).bit_count() > 1:
                return True
    return False


STANDARD, PLANNING = Rules(), Rules(planning=True)
EXAHUNA, SPECIAL = Rules("exahuna"), Rules("exahuna-special")
CASES = (
    Case("kahuna-points-random", STANDARD, uniform, uniform, by("points")),
    Case("kahuna-points-greedy", STANDARD, greedy, greedy, both(by("points"), logged(" x "))),
    Case("kahuna-black-begins", Rules(first="black"), lively, greedy, by("points")),
    Case("kahuna-round-3", STANDARD, lively, lively, by("round-3")),
    Case("kahuna-bridges", STANDARD, timid, shy, by("bridges")),
    Case("kahuna-draw", STANDARD, timid, timid, by("draw")),
    Case("kahuna-early-end", STANDARD, greedy, uniform, both(by("early-end"), logged("round 2"))),
    Case("kahuna-early-end-as-round-2-begins", STANDARD, uniform, sleeper,
         lambda game: by("early-end")(game) and len(game.decks) == 1),
    Case("kahuna-empty-board-in-round-2", STANDARD, sleeper, sleeper, by("early-end")),
    Case("kahuna-25-bridges", STANDARD, builder, clinger, both(by("points"), full_supply_used)),
    Case("planning-points", PLANNING, lively, greedy, both(by("points"), logged(" xx "))),
    Case("planning-early-end", PLANNING, greedy, lively, both(by("early-end"), logged(" xx "))),
    Case("handicap-1", Rules(handicap=1, handicap_to="white"), uniform, greedy, by("points")),
    Case("handicap-2-stopped", Rules("kahuna", False, 2, "black", "white"), lively, lively,
         lambda game: by("points")(game) and [s.code for s in game.steps].index(kahuna.END) == 1),
    Case("handicap-3-planning", Rules("kahuna", True, 3, "white", "black"), greedy, lively,
         by("points", "early-end")),
    Case("kahuna-resign-after-play", STANDARD, greedy, greedy, anything,
         ("resign", in_mid_turn(kahuna.PLAYED, 2))),
    Case("kahuna-time-after-discard", STANDARD, uniform, uniform, anything,
         ("time", in_mid_turn(kahuna.DISCARDED, 3))),
    Case("kahuna-illegal-in-handicap", Rules(handicap=3, handicap_to="black"), uniform, lively, anything,
         ("illegal", in_handicap)),
    Case("kahuna-crash-at-once", STANDARD, uniform, uniform, anything, ("crash", after(0))),
    Case("kahuna-running", STANDARD, lively, lively, anything, ("", in_mid_turn(kahuna.PLAYED, 2))),
    Case("exahuna-islands", EXAHUNA, greedy, greedy, by("islands")),
    Case("exahuna-bridges", EXAHUNA, uniform, uniform, by("bridges")),
    Case("exahuna-draw", EXAHUNA, greedy, greedy, by("draw")),
    Case("exahuna-passes", EXAHUNA, peaceful, peaceful, logged("-")),
    Case("exahuna-resign", EXAHUNA, greedy, uniform, anything, ("resign", after(17))),
    Case("exahuna-running", EXAHUNA, uniform, uniform, anything, ("", after(30))),
    Case("special-islands", SPECIAL, greedy, jester, both(by("islands"), logged(">", "minus:", "valour:"))),
    Case("special-bridges", SPECIAL, uniform, uniform, by("bridges")),
    Case("special-draw", SPECIAL, jester, uniform, by("draw")),
    Case("special-own-bridges-lost", SPECIAL, clumsy, clumsy, loses_own),
    Case("special-time", SPECIAL, jester, jester, anything, ("time", after(41))),
)  # fmt: skip


def found(case: Case) -> tuple[Game, int]:
    """The first game that fits, and its seed."""
    for seed in range(20_000):
        game, random = Game(case.rules, seed=f"golden {seed}"), Random(seed)
        players = (case.white, case.black)
        while not game.over and not (case.end and case.end[1](game)):
            game.play_code(players[game.state.seat](game, random))
        if case.end and not game.over:
            if case.end[0]:
                game.end(case.end[0], SEATS[seed % 2])
            return game, seed
        if not case.end and case.fits(game):
            return game, seed
    raise LookupError(f"no game fits {case.name}")


def perft(state: Any, undealt: tuple[int, ...], dealer: SeededDealer, game: str, depth: int) -> int:
    """How many sequences of so many actions there are from here; chance is answered by the dealer."""
    engine = engine_of(game)
    codes = engine.codes(engine.legal(state))
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after_play, left = engine.play(state, code), undealt
        while game == "kahuna" and after_play.due:
            if kahuna.opens_round(after_play):
                left = tuple(dealer.shuffle(after_play.flow.round, cards_of(after_play.stack)))
            after_play, left = kahuna.deal(after_play, left[0]), left[1:]
        total += perft(after_play, left, dealer, game, depth - 1)
    return total


def game_after(rules: Rules, seed: str, actions: list[str]) -> Game:
    """The game with the deal of this seed after these actions."""
    game = Game(rules, SeededDealer(seed))
    for action in actions:
        game.play(action)
    return game


def perft_of(game: Game, depth: int) -> int:
    """`perft` from where this game stands."""
    assert isinstance(game.dealer, SeededDealer)
    return perft(game.state, tuple(reversed(game._undealt)), game.dealer, game.rules.game, depth)


def perft_entry(rules: Rules, seed: int, players: tuple[Player, Player], actions: int, depth: int) -> Any:
    """A position, described by its deal and actions, and the counts up to this depth."""
    game, random = Game(rules, SeededDealer(f"perft {seed}")), Random(seed)
    while len(game.steps) < actions:
        game.play_code(players[game.state.seat](game, random))
    return {
        "game": rules.game,
        "rules": rules.settings(),
        "seed": f"perft {seed}",
        "actions": [write(rules.game, step.code) for step in game.steps],
        "counts": [perft_of(game, n) for n in range(1, depth + 1)],
    }


def main() -> int:
    """Writes all files."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for case in CASES:
        game, seed = found(case)
        players = {"white": case.white.__name__, "black": case.black.__name__}
        record = write_record(game, players, {"seed": f"golden {seed}", "event": "Günters Runde, 第1局"})
        (FOLDER / f"{case.name}.json").write_text(dump_record(record) + "\n", "utf-8")
    entries = [
        perft_entry(rules, seed, players, actions, depth)
        for rules, seed, players, actions, depth in (
            (STANDARD, 1, (uniform, uniform), 0, 4),
            (STANDARD, 2, (lively, lively), 23, 4),
            (STANDARD, 3, (lively, greedy), 36, 4),
            (STANDARD, 4, (greedy, greedy), 80, 4),
            (PLANNING, 5, (lively, lively), 40, 4),
            (PLANNING, 6, (greedy, lively), 60, 4),
            (Rules(handicap=1, handicap_to="white"), 7, (uniform, uniform), 0, 3),
            (Rules(handicap=2, handicap_to="black", first="black"), 8, (uniform, uniform), 0, 3),
            (Rules("kahuna", True, 3, "black", "white"), 9, (uniform, uniform), 1, 3),
            (EXAHUNA, 10, (uniform, uniform), 0, 3),
            (EXAHUNA, 11, (uniform, uniform), 34, 3),
            (SPECIAL, 12, (uniform, uniform), 0, 2),
            (SPECIAL, 13, (jester, jester), 45, 2),
        )
    ]
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    (FOLDER / "perft.json").write_text(f"[\n{lines}\n]\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
