"""The queue before the writer: what comes soon after a commit shares the next one."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kahuna.server import store_queue
from kahuna.server.store_queue import JobQueue


def test_what_comes_soon_after_a_commit_waits_for_more_and_shares_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue: JobQueue[str] = JobQueue(10, pace=1000.0)
    waiting: list[Coroutine[Any, Any, Any]] = []
    slept: list[float] = []

    def ask(work: str) -> None:
        waiting.append(queue.do(work))
        waiting[-1].send(None)

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        ask("third")  # comes while the writer sleeps

    async def run() -> list[list[str]]:
        ask("first")
        took = [[work for work, _, _ in queue.gathered()]]
        ask("second")
        took.append([work for work, _, _ in queue.gathered()])
        return took

    monkeypatch.setattr(store_queue, "sleep", sleep)
    assert asyncio.run(run()) == [["first"], ["second", "third"]]
    assert 0 < slept[0] <= 1000
    for each in waiting:
        each.close()


def test_the_last_jobs_are_taken_before_the_end() -> None:
    queue: JobQueue[str] = JobQueue(1)

    async def run() -> list[list[str]]:
        waiting = [queue.do(work) for work in ("first", "second")]
        for each in waiting:
            each.send(None)
        queue.end()
        took = [[work for work, _, _ in queue.gathered()] for _ in range(3)]
        for each in waiting:
            each.close()
        return took

    assert asyncio.run(run()) == [["first"], ["second"], []]
