"""What many servers on one database hear of each other, and how long an action waits: `python bench/notify.py`.

First it is measured what it costs a server to hear of an action, apart from what it does about it.
Then the traffic of many servers is simulated: actions come at random times; each server commits all that has gathered,
one commit at a time; commits pass through the database one after the other, and a commit takes there what
`bench/database.py` has measured; another server hears of an action if the other seat is there. Results: docs/scale.md.
"""

import argparse
import asyncio
import heapq
import json
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests"))

MAX_BATCH = 500  # actions in a commit, as in server/postgres_moving.py
SOURCE = """
CREATE PROCEDURE tell(channel text, actions integer, together integer) LANGUAGE plpgsql AS $$
BEGIN
    FOR place IN 1..actions BY together LOOP
        PERFORM pg_notify(channel, 'game' || n || ' 100 ' || repeat('cd', 16) || ' ' || repeat('YWJj', 30))
            FROM generate_series(place, place + together - 1) AS n;
        COMMIT;
    END LOOP;
END $$
"""


class Counting:
    """A server that does nothing about what it hears."""

    def __init__(self) -> None:
        self.told = 0

    def moved(self, game: str, after: int, bodies: Sequence[bytes]) -> None:  # noqa: ARG002 (it only counts)
        """Counts."""
        self.told += 1

    def passed_on(self, game: str, word: int) -> None:
        """Is told of nothing."""

    def came_or_went(self, game: str) -> None:
        """Is told of nobody."""

    def missed(self) -> None:
        """Has no room to read again."""


async def _hear(address: str, actions: int, together: int) -> float:
    """The processor time of one server that hears of so many actions, in microseconds for each."""
    import psycopg

    from kahuna.server.clock import day_time
    from kahuna.server.postgres_notices import CHANNEL
    from kahuna.server.store_postgres import PostgresStore

    store, heard = PostgresStore(address, day_time()), Counting()
    store.listen(heard)
    channel = CHANNEL + store.server
    with psycopg.connect(address, autocommit=True) as teller:
        while not heard.told:  # until it listens
            await asyncio.to_thread(teller.execute, "SELECT pg_notify(%s, 'first 1')", (channel,))
            await asyncio.sleep(0.05)
        before, busy = heard.told, time.process_time()
        await asyncio.to_thread(teller.execute, "CALL tell(%s, %s, %s)", (channel, actions, together))
        while heard.told < before + actions:
            await asyncio.sleep(0.05)
        busy = time.process_time() - busy
    store.close()
    return busy * 1e6 / actions


def hearing(actions: int, together: list[int], times: int) -> list[dict[str, Any]]:
    """What hearing of an action costs, for commits of so many, each some times in turn."""
    import psycopg

    from support.postgres import new_database, postgres

    with postgres() as server:
        address = new_database(server)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(SOURCE.encode())
        rows = []
        for _ in range(times):
            for some in together:
                cost = asyncio.run(_hear(address, actions, some))
                rows.append({"actions a commit": some, "us to hear of an action": round(cost, 1)})
        return rows


class Traffic(NamedTuple):
    """What is simulated; times in seconds."""

    actions_a_second: float
    servers: int
    commit: float  # the database's time for a commit, whatever is in it
    action: float  # and for every action in it
    hear: float  # a server's time to hear of an action
    seconds: float = 20.0
    apart: float = 1.0  # the share of rooms whose seats are at different servers


def simulate(traffic: Traffic, random: Random) -> dict[str, Any]:
    """How long actions wait until they are stored, and how busy database and servers are with it."""
    waiting: list[deque[float]] = [deque() for _ in range(traffic.servers)]
    wanting: deque[int] = deque()  # servers that want to commit, in order
    busy_servers: set[int] = set()  # those that wait for a commit, or for their turn
    events: list[tuple[float, int]] = [(random.expovariate(traffic.actions_a_second), -1)]
    free, used, waits, sizes = 0.0, 0.0, list[float](), list[int]()
    committing: dict[int, list[float]] = {}
    now = 0.0
    while events and now < traffic.seconds:
        now, who = heapq.heappop(events)
        if who < 0:  # an action
            server = random.randrange(traffic.servers)
            waiting[server].append(now)
            heapq.heappush(events, (now + random.expovariate(traffic.actions_a_second), -1))
        else:  # the end of a commit
            waits += [now - came for came in committing.pop(who)]
            busy_servers.discard(who)
            server = who
        if server not in busy_servers and waiting[server]:
            busy_servers.add(server)
            wanting.append(server)
        if wanting and free <= now:
            server = wanting.popleft()
            count = min(MAX_BATCH, len(waiting[server]))
            committing[server] = [waiting[server].popleft() for _ in range(count)]
            took = traffic.commit + traffic.action * count
            free, used = now + took, used + took
            sizes.append(count)
            heapq.heappush(events, (free, server))
    waits.sort()
    stored = len(waits)
    return traffic._asdict() | {
        "stored a second": round(stored / now),
        "commits a second": round(len(sizes) / now),
        "actions a commit": round(sum(sizes) / max(1, len(sizes)), 1),
        "database busy": f"{used / now:.0%}",
        "wait p50 ms": round(1000 * waits[stored // 2], 1),
        "wait p99 ms": round(1000 * waits[stored * 99 // 100], 1),
        "left behind": sum(map(len, waiting)),
        "each server hears, of a core": f"{traffic.hear * stored / now * traffic.apart / traffic.servers:.1%}",
    }


def main() -> None:
    """Measures and simulates what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--actions", type=int, default=20_000, help="heard of in a measurement")
    parser.add_argument("--together", type=int, nargs="+", default=[1, 10, 50], help="actions in a commit")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--rates", type=float, nargs="+", default=[2_500, 5_000, 10_000, 25_000])
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--commit-us", type=float, help="the database's time for a commit; simulates")
    parser.add_argument("--action-us", type=float, default=0.0, help="and for every action in it")
    parser.add_argument(
        "--hear-us", type=float, help="a server's time to hear of an action; not measured then"
    )
    parser.add_argument(
        "--apart", type=float, default=1.0, help="the share of rooms whose seats are at different servers"
    )
    options = parser.parse_args()
    hear = options.hear_us
    if hear is None:
        rows = hearing(options.actions, options.together, options.times)
        costs = sorted(row["us to hear of an action"] for row in rows)
        hear = costs[len(costs) // 2]
        for row in rows:
            sys.stdout.write(json.dumps(row) + "\n")
    if options.commit_us is None:
        return
    for rate in options.rates:
        for servers in options.servers:
            traffic = Traffic(
                rate,
                servers,
                options.commit_us / 1e6,
                options.action_us / 1e6,
                hear / 1e6,
                apart=options.apart if servers > 1 else 0.0,
            )
            sys.stdout.write(json.dumps(simulate(traffic, Random(17))) + "\n")


if __name__ == "__main__":
    main()
