"""One source, two speeds: a kernel is a plain function in Python and native code inside compiled ones.

`@kernel` marks a function that compiled code may call; called from Python it stays the plain function
it is. `@compiled` makes a function run as native code whenever it is called. Numba is imported when the
first compiled function is called and not before, so playing a single game never waits for it.
`NUMBA_DISABLE_JIT=1` runs everything as plain Python.
"""

import contextlib
import functools
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

P = ParamSpec("P")
R = TypeVar("R")
Function = TypeVar("Function", bound=Callable[..., Any])

KERNEL_SOURCES = os.path.dirname(os.path.dirname(__file__))
STALE_DAYS = 30

_kernels: list[Callable[..., Any]] = []
_installers: list[Callable[[], None]] = []
_numba: Any = None
_lock = threading.RLock()  # first calls may come from several threads at once


def kernel(function: Function) -> Function:
    """The function itself, now callable from compiled code too."""
    with _lock:
        _kernels.append(function)
        if _numba is not None:
            _register(function)
    return function


def with_native_forms(install: Callable[[], None]) -> None:
    """Calls `install` once Numba is loaded, now or later: it gives plain functions native forms of their own."""
    with _lock:
        _installers.append(install)
        if _numba is not None:
            install()


def compiled(function: Callable[P, R], allocates: bool = True) -> Callable[P, R]:
    """The function as native code, compiled (or read from the cache) at its first call.

    Numba counts the references to every array, which takes more time than a short loop over it. With
    `allocates=False` nothing is counted: the function, with all it calls, makes no array and returns none. If it does
    after all, compiling fails. (`_nrt` is a private option of Numba's; the tests would notice if it went away.)
    """
    native: Callable[P, R] | None = None

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal native
        if native is None:
            native = function if disabled() else _cached(function, allocates)
        return native(*args, **kwargs)

    return call


def disabled() -> bool:
    """Whether everything runs as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def cold() -> bool:
    """Whether the next compiled call will have to compile: nothing of these sources is in the cache yet."""
    return not disabled() and not any(cache_dir().glob("**/*.nbi"))


@functools.cache
def cache_dir() -> "Path":
    """A writable folder for native code, named by a hash of the rules, of all tables and of every source with kernels.

    Numba looks only at the file of the function it compiles and would miss a change in a callee.
    """
    import hashlib
    import tempfile
    from pathlib import Path

    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(KERNEL_SOURCES).rglob("*.py")) + sorted(Path(KERNEL_SOURCES).rglob("*.toml")):
        text = path.read_bytes()
        table = path.suffix == ".toml" and path.parent.name != "lessons"
        native = b"rules.jit" in text or b"from numba" in text
        if path.parent.name == "rules" or table or native:
            digest.update(path.name.encode() + text)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for parent in (Path(home) / "kahuna", Path(tempfile.gettempdir()) / f"kahuna-cache-{os.getuid()}"):
        folder = parent / digest.hexdigest()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Native code is read from here, so a folder created by another user is refused.
            if os.access(folder, os.W_OK) and {parent.stat().st_uid, folder.stat().st_uid} == {os.getuid()}:
                _forget_stale(folder)
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="kahuna-cache-"))


def _forget_stale(folder: "Path") -> None:
    """Deletes native code of other versions that nobody has used for a month."""
    import shutil

    os.utime(folder)
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be doing the same
            if other.is_dir() and time.time() - other.stat().st_mtime > STALE_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)


def _cached(function: Callable[P, R], allocates: bool) -> Callable[P, R]:
    """The function compiled with our own cache folder; other users of Numba in this process keep theirs."""
    from kahuna.rules.once import compile_once

    with _lock:
        numba = _load()
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_dir())
        try:
            native: Callable[P, R] = numba.njit(cache=True, nogil=True, _nrt=allocates)(function)
            compile_once(native, cache_dir())
        finally:
            numba.config.CACHE_DIR = before
    return native


def _load() -> Any:
    """Numba, with every kernel made known to it."""
    global _numba
    if _numba is None:
        import numba

        for function in _kernels:
            _register(function)
        for install in _installers:
            install()
        _numba = numba
    return _numba


def _register(function: Callable[..., Any]) -> None:
    """Lets compiled code call this plain function."""
    sys.modules["numba.extending"].register_jitable(forceinline=True)(function)
