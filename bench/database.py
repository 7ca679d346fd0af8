"""What PostgreSQL itself carries of our traffic: `python bench/database.py`. Everything stays on this machine.

pgbench commits what a server commits: events of some games, their rows in `games`, a notification of each that carries
the event to one of the servers that listen, all by one statement; with more or fewer servers listening, with more or
fewer actions in a commit, and once without notifications, as when both seats of every game are at one server. The
database comes from its wheel, with its own settings. Results: docs/scale.md.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from kahuna.server import postgres_schema
from load import database_processor
from support.postgres import new_database, postgres

GAMES = 20_000
BODY = 90  # bytes of an event, as they are in the middle of a game
COMMIT = """
\\set first random(1, {most})
WITH moved AS (
    UPDATE games SET changed=1, number=number + 1, sum=decode(repeat('cd', 16), 'hex')
    FROM (SELECT 'game' || n AS id FROM generate_series(:first, :first + {last}) AS n) AS given
    WHERE games.id=given.id RETURNING games.id, number, holders
), kept AS (
    INSERT INTO events SELECT id, number, 0, decode(repeat('ab', {body}), 'hex') FROM moved
)
SELECT {told} FROM moved;
"""
NOTIFY = "pg_notify('kahuna_' || holders[1], id || ' 1 ' || repeat('YWJj', 11 + {body} / 3))"


def prepared(server: Any) -> str:
    """A database with our tables and many games."""
    address = new_database(server)
    with psycopg.connect(address) as connection:
        postgres_schema.upgrade(connection)
        connection.execute(
            "INSERT INTO games(id, opened, changed, number, sum)"
            " SELECT 'game' || n, 0, 0, 0, decode(repeat('cd', 16), 'hex') FROM generate_series(1, %s) AS n",
            (GAMES,),
        )
    return address


class Listener(threading.Thread):
    """A server that listens, and nothing else."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(daemon=True)
        self.heard, self.stopping = 0, threading.Event()
        self._connection = psycopg.connect(address, autocommit=True)
        self._connection.execute(f"LISTEN kahuna_{number}".encode())

    def run(self) -> None:
        """Counts what it hears."""
        with self._connection as connection:
            while not self.stopping.is_set():
                self.heard += sum(1 for _ in connection.notifies(timeout=0.5))


def measure(
    server: Any, address: str, listeners: int, actions: int, clients: int, seconds: int, notify: bool
) -> dict[str, Any]:
    """So many clients commit for so many seconds."""
    told = NOTIFY.format(body=BODY) if notify else "count(*)"
    text = COMMIT.format(most=GAMES - actions, last=actions - 1, body=BODY, told=told)
    with psycopg.connect(address) as connection:
        connection.execute(
            "UPDATE games SET holders=ARRAY[(ascii(right(id, 1)) %% %s)::text]", (max(1, listeners),)
        )
    ears = [Listener(address, number) for number in range(listeners)]
    for ear in ears:
        ear.start()
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(text)
        script.flush()
        busy, begun = database_processor(server.get_pid()), time.perf_counter()
        words = [
            str(server.bin_path / "pgbench"),
            "-n",
            "--max-tries=5",
            "-M",
            "prepared",
            "-f",
            script.name,
            "-c",
            str(clients),
            "-T",
            str(seconds),
        ]
        done = subprocess.run([*words, address], capture_output=True, text=True, check=True)
        took, busy = time.perf_counter() - begun, database_processor(server.get_pid()) - busy
    for ear in ears:
        ear.stopping.set()
    for ear in ears:
        ear.join()
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found, done.stdout
    commits = float(found[1])
    return {
        "listeners": listeners,
        "actions a commit": actions,
        "clients": clients,
        "notified": notify,
        "commits a second": round(commits),
        "actions a second": round(commits * actions),
        "heard a second by each": round(sum(ear.heard for ear in ears) / took / max(1, listeners)),
        "database cpu": f"{busy / took:.0%}",
        "database ms an action": round(busy * 1000 / (commits * took * actions), 3),
    }


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--listeners", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--actions", type=int, nargs="+", default=[1, 10, 50])
    options = parser.parse_args()
    with ExitStack() as ends:
        server = ends.enter_context(postgres(safe=True))
        address = prepared(server)
        plans = [(0, actions, False) for actions in options.actions]
        plans += [(some, actions, True) for actions in options.actions for some in options.listeners]
        for listeners, actions, notify in plans:
            result = measure(server, address, listeners, actions, options.clients, options.seconds, notify)
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
