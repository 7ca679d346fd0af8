"""Native code is compiled by one process: others that need the same wait for it and read it from the cache.

Two workers of a server, a match or the tests would otherwise spend the same half minute each, at the same time.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Any

MAX_WAIT_S = 120.0  # then it is compiled here as well: the other process may be stuck
POLL_S = 0.05


def compile_once(native: Any, folder: Path) -> None:
    """Lets this function of Numba's be compiled by one process at a time; `folder` is where the cache is."""
    cache = native._cache
    load, save = cache.load_overload, cache.save_overload
    lock = folder / f"{native.py_func.__module__}.{native.py_func.__qualname__}.lock"
    held: list[int] = []  # the lock's descriptor while this process compiles

    def release() -> None:
        while held:
            os.close(held.pop())

    def load_or_lock(signature: Any, context: Any) -> Any:
        release()  # in case the last compilation failed
        found = load(signature, context)
        if found is None and (descriptor := _locked(lock)) is not None:
            held.append(descriptor)
            found = load(signature, context)
            if found is not None:
                release()
        return found

    def save_and_release(signature: Any, result: Any) -> None:
        try:
            save(signature, result)
        finally:
            release()

    cache.load_overload, cache.save_overload = load_or_lock, save_and_release


def _locked(path: Path) -> int | None:
    """A descriptor that holds this file's lock until it is closed; None if the lock is not available."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None
    deadline = time.monotonic() + MAX_WAIT_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(POLL_S)
                continue
        except OSError:  # a file system without locks
            pass
        else:
            return descriptor
        os.close(descriptor)
        return None
