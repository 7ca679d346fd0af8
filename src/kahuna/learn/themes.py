"""What a puzzle is about, and how hard it is: its themes, the levels that find it, and the steps of its proof."""

from collections.abc import Callable
from functools import cache
from math import log2
from random import Random
from typing import Any

from kahuna.bots.base import Bot
from kahuna.bots.levels import LEVELS
from kahuna.bots.registry import find_bot
from kahuna.learn.forced import Prover, Unproven
from kahuna.learn.puzzle import BUDGET, Goal, Proof, forcing
from kahuna.rules import kahuna, special
from kahuna.rules.exahuna import LINKS
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.notation import parse
from kahuna.table.sisters import Sisters

SOLVERS = tuple(LEVELS)[:-1]  # all but the strongest, which takes what time it has
SWEPT = 3  # bridges that fall at once make a sweep
EASIEST, HARDEST = 1, 10
TRIES = 20  # of each level: whether a weak one finds an answer is luck
POWERS = ("minus", "valour", "double")
_SHARED = ("sweep", "double-win", "cut-off", "quiet", "sacrifice")
THEMES = Sisters(
    "list of themes",
    {
        "kahuna": (*_SHARED[:-1], "remove", "rebuild"),
        "exahuna": _SHARED,
        "exahuna-special": (*_SHARED, "joker", *POWERS, "chain"),
    },
)


def themes_of(game: Game, goal: Goal, proof: Proof) -> list[str]:
    """The themes of the answer, which is played in this game and changes it."""
    found: set[str] = set()
    seat, removed, start = game.to_move, set(), game.state
    for played, action in enumerate(proof.answer):
        mine, before = game.to_move == seat, game.state
        game.play(action)
        events: list[Any] = list(game.events(None))
        won = [e["island"] for e in events if e["event"] == "won" and e["seat"] == seat]
        fell = [e for e in events if e["event"] == "fell" and e["seat"] != seat]
        placed = [e.get("to", e["link"]) for e in events if e["event"] in ("placed", "moved")]
        if any(e["event"] == "lost" and e["seat"] == seat for e in events):
            found.add("sacrifice")
        if not mine:
            continue
        if len(won) > 1:
            found.add("double-win")
        if len(fell) >= SWEPT:
            found.add("sweep")
        if any(e["event"] == "lost" and e["seat"] != seat for e in events):
            found.add("cut-off")
        for event in events:
            if event["event"] == "removed":
                removed.add(event["link"])
                found.add("remove")
            if event["event"] == "moved":
                found.add("joker")
            if event["event"] == "placed" and event.get("kind") in POWERS:
                plies, islands = forcing(game.rules.game, start, goal)
                if _power_decides(before, game.steps[-1].code, plies - played, islands):
                    found.add(event["kind"])
        if removed & set(placed):
            found.add("rebuild")
        if not spec_of(game.rules.game).cards and _spreads(won, placed):
            found.add("chain")
        if not won and not fell and action != proof.answer[-1]:
            found.add("quiet")
    return sorted(found)


def _power_decides(state: special.State, code: int, plies: int, islands: int) -> bool:
    """Whether a plain bridge of the same value on the same link misses the goal (S2, S3, S7)."""
    kind, link = code // LINKS, code % LINKS
    plain = state._replace(supply=state.supply - (1 << 3 * kind) + (1 << 3 * special.ONE))
    after = special.play(plain, special.ONE * LINKS + link)
    try:
        return not Prover("exahuna-special", BUDGET).forces(after, state.seat, plies - 1, islands)
    except Unproven:
        return False


def _spreads(won: list[str], placed: list[str]) -> bool:
    """Whether an island was won where no bridge was laid (S6)."""
    ends = {end for link in placed for end in link.replace("=", "-").split("-")}
    return any(island not in ends for island in won)


@cache
def _player(name: str, game: str) -> Bot:
    return find_bot(LEVELS[name].players[game], game)


def share_found(name: str, position: Callable[[], Game], proof: Proof) -> float:
    """How often this level finds the answer when it plays from this position."""
    return sum(_finds(name, position(), proof, Random(f"{name}/{number}")) for number in range(TRIES)) / TRIES


def _finds(name: str, game: Game, proof: Proof, random: Random) -> bool:
    kind = game.rules.game
    player = _player(name, kind)
    seat, turn = game.to_move, game.state.turn
    assert seat
    player.start(kind, game.rules.settings(), seat)
    built = removed = 0
    while game.to_move == seat and game.state.turn == turn:
        code = parse(kind, player.choose(game.view(seat), random).action).code
        game.play_code(code)
        if not spec_of(kind).cards:
            return code == proof.built
        if code < kahuna.REMOVE:
            built |= 1 << code % kahuna.LINKS
        elif code < kahuna.REPLACE:
            removed |= 1 << (code - kahuna.REMOVE) % kahuna.LINKS
    return built & proof.built == proof.built and removed & proof.removed == proof.removed


def difficulty_of(position: Callable[[], Game], goal: Goal, proof: Proof) -> int:
    """From 1, which a child solves, to 10: up to five for levels that miss it, up to five for its proof."""
    missed = sum(1 - share_found(name, position, proof) for name in SOLVERS) / len(SOLVERS)
    tried = (log2(max(proof.steps, 1)) - (6 if goal.moves else 4)) / 2.5
    return max(EASIEST, min(HARDEST, round(5 * missed + max(0.0, min(5.0, tried)))))
