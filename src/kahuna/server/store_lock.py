"""A lock beside a store's file: one server at a time. The system releases it when the process ends, however it ends."""

import fcntl
import os
from pathlib import Path


class InUse(ValueError):
    """Another process has the store."""


class StoreLock:
    """Held from making it until `release`; InUse if another process, or another part of this one, holds it."""

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".lock")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            process = f" (process {holder})" if holder.isdecimal() else ""
            raise InUse(f"{store}: another kahuna server is using it{process}") from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, b"%d\n" % os.getpid(), 0)

    def release(self) -> None:
        """Lets others have the store. The lock's file stays: removing it would let two hold different files."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
