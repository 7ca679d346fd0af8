"""`kahuna store`: shows, checks, copies while the server runs, puts back, forgets."""

import asyncio
import json
import secrets
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kahuna.cli.main import main
from kahuna.server import keys, sweeping
from kahuna.server.store import Retention
from kahuna.server.store_keeping import DAY
from support.house import House, Visitor, finish, refusal, serving, two
from support.rooms import NOON


def events_in(path: Path) -> dict[str, list[bytes]]:
    """The bodies of all events in a store's file."""
    found: dict[str, list[bytes]] = {}
    with sqlite3.connect(path) as file:
        for game, body in file.execute("SELECT game, body FROM events ORDER BY game, number"):
            found.setdefault(game, []).append(body)
    file.close()
    return found


def kahuna(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kahuna", *arguments], capture_output=True, text=True, check=False
    )


class Player(threading.Thread):
    """Somebody who opens games and plays them on one screen until told to stop."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self.visitor = visitor
        self.answered: dict[str, int] = {}  # the last number heard of each game
        self.stopping = threading.Event()
        self.going = threading.Event()

    def run(self) -> None:
        """Plays one short game after the other."""
        while not self.stopping.is_set():
            id = self.visitor.open("exahuna", against="screen")
            with self.visitor.at(f"game={id}") as page:
                for _ in range(12):
                    page.play(page.legal())
                    self.answered[id] = page.last["number"]
            self.going.set()


def test_a_backup_under_load_has_every_answered_move_and_restores_to_the_same_games(tmp_path: Path) -> None:
    path, copy, back = tmp_path / "h.db", tmp_path / "copy.db", tmp_path / "new" / "back.db"
    with serving(path) as house:
        players = [Player(house.visitor()) for _ in range(3)]
        for player in players:
            player.start()
        for player in players:
            player.going.wait(30)
        before = {id: number for player in players for id, number in player.answered.items()}
        done = kahuna("store", "backup", str(copy), "--store", str(path))
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        for player in players:
            player.stopping.set()
        for player in players:
            player.join()
        copied = events_in(copy)
        assert all(len(copied[id]) >= number for id, number in before.items())
    truth = events_in(path)
    assert all(truth[id][: len(bodies)] == bodies for id, bodies in copied.items())
    assert not [name for name in tmp_path.iterdir() if name.name.startswith("copy.db-")]  # one file is all
    assert main(["store", "check", "--store", str(copy)]) == 0
    assert main(["store", "restore", str(copy), "--store", str(back)]) == 0
    assert events_in(back) == copied
    with serving(back) as house:
        players[0].visitor.port = house.port
        listed = players[0].visitor.get("/api/games")["running"]
        assert {game["room"]["id"] for game in listed} == set(players[0].answered) & set(copied)
        with players[0].visitor.at(f"game={listed[0]['room']['id']}") as page:
            assert page.play(page.legal())["type"] == "update"


def test_restoring_is_refused_while_a_server_runs_and_keeps_the_old_store_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "h.db", tmp_path / "copy.db"
    with serving(path) as house:
        first = house.visitor().open()
        assert main(["store", "backup", str(copy), "--store", str(path)]) == 0
        second = house.visitor().open()
        assert main(["store", "restore", str(copy), "--store", str(path)]) == 2
        assert "another kahuna server is using it" in capsys.readouterr().err
        assert set(events_in(path)) == {first, second}
    assert main(["store", "restore", str(copy), "--store", str(path)]) == 0
    assert set(events_in(path)) == {first}
    assert set(events_in(tmp_path / "h.db.before-restore-1")) == {first, second}
    assert main(["store", "restore", str(copy), "--store", str(path)]) == 0
    assert set(events_in(tmp_path / "h.db.before-restore-2")) == {first}


def test_a_backup_never_overwrites_and_a_damaged_one_is_not_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "h.db", tmp_path / "copy.db"
    with serving(path) as house:
        house.visitor().open()
    assert main(["store", "backup", str(copy), "--store", str(path)]) == 0
    assert main(["store", "backup", str(copy), "--store", str(path)]) == 2
    with sqlite3.connect(copy) as file:
        file.execute("UPDATE events SET at=0 WHERE number=2")
    file.close()
    before = path.read_bytes()
    assert main(["store", "restore", str(copy), "--store", str(path)]) == 2
    assert main(["store", "restore", str(tmp_path / "none.db"), "--store", str(path)]) == 2
    (tmp_path / "text").write_text("no store at all" * 100)
    assert main(["store", "restore", str(tmp_path / "text"), "--store", str(path)]) == 2
    assert path.read_bytes() == before
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5
    assert all(line.startswith("kahuna: ") for line in lines[1:])


def test_a_check_names_every_damaged_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "h.db"
    with serving(path) as house:
        ann = house.visitor()
        ids = [ann.open() for _ in range(4)]
        assert main(["store", "check", "--store", str(path)]) == 0
        assert "4 games read, no problems found" in capsys.readouterr().out
    with sqlite3.connect(path) as file:
        file.execute("UPDATE events SET body=replace(body, 'kahuna', 'kahunb') WHERE game=?", (ids[0],))
        file.execute("DELETE FROM events WHERE game=?", (ids[1],))
        file.execute("DELETE FROM games WHERE id=?", (ids[2],))
    file.close()
    assert main(["store", "check", "--store", str(path)]) == 1
    out = capsys.readouterr().out
    assert all(f"game {id}: " in out for id in ids[:3])
    assert ids[3] not in out


def test_the_store_shows_what_it_holds_and_deletes_one_game_also_while_serving(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "h.db"
    with serving(path) as house:
        ann, bob, gone = two(house)
        kept = ann.open()
        with ann.at(f"game={gone}") as page, bob.at(f"game={gone}"):
            assert main(["store", "delete", gone, "--store", str(path)]) == 0
            assert page.play("+1")["code"] == "no-such-game"
        assert [game["room"]["id"] for game in ann.get("/api/games")["running"]] == [kept]
        assert bob.get("/api/games")["running"] == []
    assert main(["store", "delete", gone, "--store", str(path)]) == 2
    capsys.readouterr()
    assert main(["store", "show", "--json", "--games", "5", "--store", str(path)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["running"], shown["finished"], shown["events"], shown["visitors"]) == (1, 0, 2, 1)
    assert [game["id"] for game in shown["games"]] == [kept]
    assert main(["store", "show", "--games", "5", "--store", str(path)]) == 0
    assert kept in capsys.readouterr().out


def test_no_id_looks_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-first", "--second", "a-third"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(made))
    assert keys.token() == "a-third"


@pytest.mark.parametrize("thing", ["show", "check", "prune", "backup x.db", "delete x"])
def test_a_store_that_is_not_there_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], thing: str
) -> None:
    assert main(["store", *thing.split(), "--store", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err == f"kahuna: {tmp_path}/none.db: there is no such store\n"
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------ how long games are kept


class Years:
    """A time of day that tests can turn forward by days."""

    def __init__(self) -> None:
        self.days = 0.0

    def __call__(self) -> int:
        return NOON - 2000 * DAY + int(self.days * DAY)


def sweep(house: House) -> None:
    """Housekeeping, now."""
    asyncio.run_coroutine_threadsafe(sweeping.sweep(house.lobby), house.loop).result(20)


def ids_of(listed: Any) -> set[str]:
    """The games of a visitor's list."""
    return {game["room"]["id"] for kind in ("running", "finished") for game in listed[kind]}


def test_finished_games_go_after_90_days_and_running_ones_after_365(tmp_path: Path) -> None:
    years = Years()
    with serving(tmp_path / "h.db", now=years) as house:
        ann, _, over = two(house)
        with ann.at(f"game={over}") as page:
            finish(page)
        running = ann.open(against="screen")
        for days, expected in (
            (89.0, {over, running}),
            (91.0, {running}),
            (364.0, {running}),
            (366.0, set()),
        ):
            years.days = days
            sweep(house)
            assert ids_of(ann.get("/api/games")) == expected
        with ann.socket(f"game={over}") as page:
            assert page.next()["code"] == "no-such-game"
    with sqlite3.connect(tmp_path / "h.db") as file:
        for table in ("events", "games", "keys", "seats"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    file.close()


def test_whoever_hosts_the_server_says_how_long_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    years = Years()
    with serving(tmp_path / "h.db", now=years) as house:
        house.lobby.retention = Retention(finished_days=0, running_days=1)
        ann, _, over = two(house)
        with ann.at(f"game={over}") as page:
            finish(page)
        ann.open()
        years.days = 1000
        sweep(house)
        assert ids_of(ann.get("/api/games")) == {over}
    settings = tmp_path / "kahuna.toml"
    settings.write_text(f'store = "{tmp_path / "h.db"}"\n[retention]\nfinished_days = 0\nrunning_days = 0\n')
    assert main(["store", "prune", "--config", str(settings)]) == 0
    assert set(events_in(tmp_path / "h.db")) == {over}
    settings.write_text(settings.read_text().replace("finished_days = 0", "finished_days = 0.5"))
    with monkeypatch.context() as patched:
        patched.setattr("kahuna.cli.store.time.time_ns", lambda: years() * 1_000_000)
        assert main(["store", "prune", "--config", str(settings)]) == 0
    assert events_in(tmp_path / "h.db") == {}


def test_a_store_at_its_bound_drops_the_oldest_finished_games_then_opens_none(tmp_path: Path) -> None:
    years = Years()
    with serving(tmp_path / "h.db", now=years) as house:
        ann, bob, id = two(house)
        ids = []
        with ann.at(f"game={id}") as page:
            page.play(page.legal())
        for number in range(40):
            years.days = number / 100
            ids.append(ann.open("exahuna", against="screen"))
            with ann.at(f"game={ids[-1]}") as page:
                for _ in range(4):
                    page.play(page.legal())
                finish(page)
        house.lobby.retention = Retention(most_bytes=150_000)
        years.days += 1
        sweep(house)
        left = ids_of(ann.get("/api/games")) - {id}
        assert 0 < len(left) < 40
        assert left == set(ids[40 - len(left) :])
        house.lobby.retention = Retention(most_bytes=1000)
        years.days += 1
        sweep(house)
        assert ids_of(ann.get("/api/games")) == {id}
        assert refusal(ann.post("/api/games", {"game": "kahuna", "against": "screen"})) == "full"
        with bob.at(f"game={id}") as page:  # what runs goes on
            assert page.last["view"]["legal"] == [] or page.play(page.legal())["type"] == "update"
