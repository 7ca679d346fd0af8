"""Clocks at the table, and games that somebody has left."""

import asyncio
from pathlib import Path

from kahuna.server.clock import day_time
from kahuna.server.room import DESERTED
from kahuna.server.stored import Ended, unpack
from kahuna.server.sweeping import sweep
from support.house import LOOSE, MINUTES, House, key_of, serving, two


class Watch:
    """A time of day that tests can turn forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return day_time() + self.ahead


def test_a_clock_runs_out_by_itself(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        ann, bob, id = two(house, clock=MINUTES)
        watch.ahead = 5 * 60_000 - 700
        with ann.at(f"game={id}") as white, bob.at(f"game={id}") as black:
            assert 0 < white.last["time"]["white"] < 1000
            assert white.last["time"]["running"] == "white"
            result = black.update()["view"]["result"]
            assert (result["winner"], result["by"]) == ("black", "time")
            assert black.last["events"] == [{"event": "over", "result": result}]
            assert black.last["time"] == {"white": 0, "black": 300_000, "running": None}


def test_a_clock_that_ran_out_while_nobody_was_there_has_run_out(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        ann, bob, id = two(house, clock={"kind": "turn", "hours": 2})
        third, _, other_id = two(house, clock={"kind": "turn", "hours": 2})
        with third.at(f"game={other_id}"):
            pass
    watch.ahead = 2 * 3_600_000
    with serving(tmp_path / "h.db", now=watch) as house:
        ann.port = bob.port = third.port = house.port
        with bob.at(f"game={id}") as page:
            assert page.last["view"]["result"]["by"] == "time"
        assert third.get("/api/games")["finished"][0]["room"]["id"] == other_id


def ends_of(house: House, id: str) -> list[tuple[str, str | None, int]]:
    """The ends that are stored of a game: by what, who won, when."""
    stored = asyncio.run_coroutine_threadsafe(house.lobby.store.events(id), house.loop).result(20)
    return [(end.by, end.winner, end.at) for end in map(unpack, stored) if isinstance(end, Ended)]


def sweep_now(house: House) -> None:
    """What the server does every few seconds, now."""
    asyncio.run_coroutine_threadsafe(sweep(house.lobby), house.loop).result(20)


def test_a_flag_falls_in_a_room_that_is_in_no_memory(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch, limits=LOOSE._replace(idle=-1)) as house:
        ann, _, id = two(house, clock={"kind": "turn", "hours": 2})
        with ann.at(f"game={id}") as white:
            white.play("+1")
            falls = house.lobby.rooms[id].room.due
        while id in house.lobby.rooms:
            sweep_now(house)
        watch.ahead = 2 * 3_600_000 - 60_000
        sweep_now(house)
        assert ends_of(house, id) == []
        watch.ahead = 2 * 3_600_000
        while id in house.lobby.rooms:
            sweep_now(house)
        sweep_now(house)
        assert ends_of(house, id) == [("time", "white", falls)]


def test_minutes_that_ran_out_after_the_servers_return_have_run_out(tmp_path: Path) -> None:
    """They stood still while it was down; nobody has come back to the game since."""
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        _, _, id = two(house, clock=MINUTES)
    watch.ahead = 3_600_000
    with serving(tmp_path / "h.db", now=watch) as house:
        sweep_now(house)
        assert ends_of(house, id) == []
        falls = house.lobby.rooms[id].room.due
        watch.ahead += 300_000
        sweep_now(house)
        assert ends_of(house, id) == [("time", "black", falls)]


def test_minutes_do_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        ann, _, id = two(house, clock=MINUTES)
    watch.ahead = 3_600_000
    with serving(tmp_path / "h.db", now=watch) as house:
        ann.port = house.port
        with ann.at(f"game={id}") as page:
            assert page.last["time"]["white"] > 290_000


def test_a_deserted_game_can_be_claimed_after_a_minute(tmp_path: Path) -> None:
    watch = Watch()
    with serving(tmp_path / "h.db", now=watch) as house:
        ann, bob, id = two(house, clock=MINUTES)
        with ann.at(f"game={id}") as white:
            with bob.at(f"game={id}"):
                pass
            white.play("+1")
            assert white.ask("claim")["code"] == "not-deserted"
            watch.ahead = DESERTED - 500
            with house.visitor().at(
                f"watch={key_of(white, 'watch')}"
            ):  # somebody comes, so the alarm is set anew
                while not white.next("presence", "update")["can_claim"]:
                    pass
            assert white.ask("claim")["view"]["result"] == {
                "winner": "white",
                "by": "time",
                "points": [0, 0],
                "islands": [0, 0],
            }
