"""Processes of our own that answer questions through a pipe and end with the server, whatever they are doing."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any


def started(target: Callable[..., None], name: str, *arguments: Any) -> tuple[SpawnProcess, Connection]:
    """A process that runs `target(pipe, *arguments)`, and our end of the pipe."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    # The process inherits this: Ctrl-C is the server's business, which then ends it. Starting the tracker, which a new
    # process needs, would let Ctrl-C through to this thread again.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    process = context.Process(target=target, args=(theirs, *arguments), name=name, daemon=True)
    process.start()
    theirs.close()
    return process, ours


def end_with_server() -> None:
    """Called in such a process: ends it when the server ends, in whatever way."""
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server
    server.join()
    os._exit(0)
