"""Stores of older versions: they open, are upgraded once, and their games go on; newer ones are refused."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna.server import store_schema
from kahuna.server.store_sqlite import SqliteStore
from support.house import serving

STORES = Path(__file__).parents[1] / "golden" / "stores"
OLD = sorted(STORES.glob("version-*.sql"))


def restored(dump: Path, path: Path) -> Callable[[], int]:
    """Makes a file of the store in this dump; returns a clock that stands where the store was left."""
    with sqlite3.connect(path) as file:
        file.executescript(dump.read_text())
        ((left,),) = file.execute("SELECT max(at) FROM events")
    file.close()
    return lambda: int(left)


def test_there_is_a_store_of_every_version_before_this_one() -> None:
    assert [path.stem for path in OLD] == [f"version-{n}" for n in range(1, store_schema.STORE_VERSION)]


@pytest.mark.parametrize("dump", OLD, ids=lambda path: path.stem)
def test_a_store_of_an_older_version_is_upgraded_and_its_games_are_as_they_were(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, dump: Path
) -> None:
    path = tmp_path / "h.db"
    clock = restored(dump, path)
    known = json.loads(dump.with_suffix(".json").read_text())
    for _ in range(2):
        with serving(path, now=clock) as house:
            listed = set()
            for name, cookie in known["cookies"].items():
                visitor = house.visitor()
                visitor.cookie = cookie
                mine = visitor.get("/api/games")
                for kind in ("running", "finished"):
                    listed |= {game["room"]["id"] for game in mine[kind]}
                for id, game in known["games"].items():
                    if game["visitor"] != name:
                        continue
                    with visitor.at(f"game={id}") as page:
                        view = page.last["view"]
                        assert page.last["number"] == game["number"]
                        assert [view["log"], view.get("hand"), view["result"]] == [
                            game["log"],
                            game["hand"],
                            game["result"],
                        ]
            assert listed == set(known["games"])
    assert caplog.text.count("was upgraded from schema") == 1


def test_a_running_game_of_an_older_version_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    clock = restored(OLD[0], path)
    known = json.loads(OLD[0].with_suffix(".json").read_text())
    with serving(path, now=clock) as house:
        for id, game in known["games"].items():
            visitor = house.visitor()
            visitor.cookie = known["cookies"][game["visitor"]]
            with visitor.at(f"game={id}") as page:
                if page.last["view"]["legal"]:
                    assert page.play(page.legal())["type"] == "update"


def test_a_store_of_a_newer_version_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    SqliteStore(path, 0).close()
    with sqlite3.connect(path) as file:
        file.execute(f"PRAGMA user_version={store_schema.STORE_VERSION + 1}")
    file.close()
    with pytest.raises(ValueError, match="newer version") as refused:
        SqliteStore(path, 0)
    assert "\n" not in str(refused.value)
