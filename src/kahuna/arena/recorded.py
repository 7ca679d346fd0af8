"""Games between two players as records, each depending on its number alone, whoever plays it."""

from collections.abc import Iterator
from functools import partial

from kahuna.arena.crew import Crew, in_order
from kahuna.arena.pair import MatchSetup, players_of
from kahuna.arena.selfplay import play_whole
from kahuna.table.record import dump_record, write_record
from kahuna.table.ruleset import SEATS


def recorded_game(setup: MatchSetup, number: int) -> str:
    """The game with this number as a line of text; the first player is White."""
    with players_of(setup) as (bots, _):
        seed = f"{setup.seed}/{number}"
        played = play_whole(setup.rules, dict(zip(SEATS, bots, strict=True)), seed, seed, setup.time_ms)
    meta = {"seed": seed} if played.fault is None else {"seed": seed, "fault": played.fault.reason}
    players: dict[str, str] = dict(zip(SEATS, setup.specs, strict=True))
    return dump_record(write_record(played.game, players, meta))


def recorded_games(setup: MatchSetup, games: int, crew: Crew | None = None) -> Iterator[str]:
    """This many games in the order of their numbers, played in parallel if there is a crew."""
    if crew is None:
        for number in range(games):
            yield recorded_game(setup, number)
        return
    yield from in_order(crew, partial(recorded_game, setup), range(games), "game")
