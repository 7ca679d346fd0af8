"""The players of the lockstep games: some play well, some make rare things happen.

A player looks at the whole game, hidden cards and all; it has nothing to do with the program's bots.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from kahuna import Game
from kahuna.bots.greedy import choose_exahuna, choose_kahuna, choose_special
from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import seeded

Player = Callable[[Game, Random], int]

GREEDY: dict[str, Callable[[Any, int], int]] = {
    "kahuna": choose_kahuna,
    "exahuna": choose_exahuna,
    "exahuna-special": choose_special,
}


def uniform(game: Game, random: Random) -> int:
    """Any legal action."""
    return random.choice(game.codes())


def greedy(game: Game, random: Random) -> int:
    """What the program's greedy player does; it looks at the board only."""
    return GREEDY[game.rules.game](game.state, seeded(random.getrandbits(62), 0))


def lively(game: Game, random: Random) -> int:
    """Mostly plays and takes, seldom discards or declines."""
    codes = game.codes()
    if random.random() < 0.9:
        active = [
            code for code in codes if not kahuna.DISCARD <= code < kahuna.TAKE_ROW and code != kahuna.END
        ]
        return random.choice(active or codes)
    return random.choice(codes)


def _places(codes: list[int]) -> list[int]:
    return [code for code in codes if code < kahuna.REMOVE or code >= kahuna.HANDICAP]


def _takes(codes: list[int]) -> list[int]:
    return [code for code in codes if kahuna.TAKE_ROW <= code <= kahuna.TAKE_STACK]


def builder(game: Game, random: Random) -> int:
    """Lays every bridge it can and removes none, to get all 25 onto the board (K1)."""
    codes = game.codes()
    return random.choice(_places(codes) or _takes(codes) or codes)


def clinger(game: Game, random: Random) -> int:
    """Lays one bridge where both ends are the opponent's, so that it cannot be swept away, and then only waits.

    Without it the builder would win by K13 long before their 25th bridge.
    """
    state, codes = game.state, game.codes()
    if state.flow.handicap:
        return kahuna.END
    lost = kahuna.controlled(state.enemy.bridges)
    safe = [
        code
        for code in _places(codes)
        if lost >> kahuna.FIRST_END[code % kahuna.LINKS] & lost >> kahuna.SECOND_END[code % kahuna.LINKS] & 1
    ]
    if safe and not state.own.bridges:
        return random.choice(safe)
    waiting = [code for code in codes if code >= kahuna.TAKE_ROW]
    if not state.own.bridges:
        waiting = _takes(codes) or waiting
    return random.choice(waiting or [code for code in codes if code >= kahuna.DISCARD] or codes)


def timid(game: Game, random: Random) -> int:
    """Lays three bridges or fewer and then only takes, declines and discards: small scores, many ties (K12)."""
    return _few_bridges(game, random, 3)


def shy(game: Game, random: Random) -> int:
    """As timid, but two bridges are enough: fewer bridges decide where islands are equal (K12)."""
    return _few_bridges(game, random, 2)


def _few_bridges(game: Game, random: Random, most: int) -> int:
    codes = game.codes()
    few = game.state.own.bridges.bit_count() < most
    quiet = [code for code in codes if code >= kahuna.DISCARD or (few and code < kahuna.REMOVE)]
    return random.choice(quiet or codes)


def sleeper(game: Game, random: Random) -> int:
    """Lays nothing in round 1, so that round 2 may begin with an empty board (K13)."""
    if game.state.flow.handicap:
        return kahuna.END
    if game.state.flow.round > 1:
        return lively(game, random)
    codes = game.codes()
    return random.choice([code for code in codes if code >= kahuna.DISCARD] or codes)


def peaceful(game: Game, random: Random) -> int:
    """Builds where nobody can win anything from anybody, until the board is full and both must pass (E4)."""
    state, codes = game.state, game.codes()
    held = exahuna.controlled(state.own) | exahuna.controlled(state.enemy)

    def trouble(code: int) -> int:
        ends = (exahuna.FIRST_END[code % exahuna.LINKS], exahuna.SECOND_END[code % exahuna.LINKS])
        return sum(
            3 * (state.enemy & exahuna.LINKS_AT[island]).bit_count()
            - (state.own & exahuna.LINKS_AT[island]).bit_count()
            for island in ends
            if not held >> island & 1
        )

    random.shuffle(codes)
    passing = exahuna.PASS if game.rules.game == "exahuna" else special.PASS
    return passing if passing in codes else min(codes, key=trouble)


def jester(game: Game, random: Random) -> int:
    """Loves jokers: lays them and replaces them whenever it can (S4)."""
    codes = game.codes()
    jokers = [code for code in codes if code // exahuna.LINKS == special.JOKER or code >= special.MOVE_JOKER]
    return random.choice(jokers if jokers and random.random() < 0.7 else codes)


def clumsy(game: Game, random: Random) -> int:
    """Loves jokers, and of the ways to replace one takes the way that costs it most bridges (S4, S6)."""
    codes, state = game.codes(), game.state
    moves = [code for code in codes if special.MOVE_JOKER <= code < special.PASS]
    if not moves or random.random() < 0.3:
        return jester(game, random)

    def left(code: int) -> int:
        after = special.play(state, code)
        return (after.enemy if after.seat != state.seat else after.own).bit_count()

    random.shuffle(moves)
    return min(moves, key=left)


# Eight of every sixteen games have greedy players; the seats of unequal players change with the seed.
KAHUNA_PAIRS: tuple[tuple[Player, Player], ...] = (
    (greedy, greedy), (uniform, uniform), (greedy, greedy), (lively, lively),
    (greedy, greedy), (builder, clinger), (greedy, uniform), (uniform, lively),
    (greedy, greedy), (timid, timid), (greedy, lively), (timid, shy),
    (greedy, greedy), (sleeper, sleeper), (greedy, uniform), (uniform, uniform),
)  # fmt: skip
HEX_PAIRS: tuple[tuple[Player, Player], ...] = (
    (greedy, greedy), (uniform, uniform), (greedy, greedy), (peaceful, peaceful),
    (greedy, uniform), (uniform, uniform), (greedy, greedy), (uniform, uniform),
)  # fmt: skip
SPECIAL_PAIRS: tuple[tuple[Player, Player], ...] = (
    (greedy, greedy), (uniform, uniform), (greedy, greedy), (jester, clumsy),
    (greedy, uniform), (jester, uniform), (greedy, clumsy), (peaceful, peaceful),
)  # fmt: skip


def players_for(variant: str, seed: int) -> tuple[Player, Player]:
    """White's and Black's player in this variant's game with this seed."""
    pairs = {"exahuna": HEX_PAIRS, "exahuna-special": SPECIAL_PAIRS}.get(variant, KAHUNA_PAIRS)
    one, two = pairs[seed % len(pairs)]
    return (one, two) if seed // len(pairs) % 2 else (two, one)
