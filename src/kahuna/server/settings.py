"""What a host can set: one TOML file, the environment above it, the command line above both (docs/hosting.md)."""

import ipaddress
import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, get_args

from kahuna.server import logs
from kahuna.server.base import checked_base
from kahuna.server.limits import Limits
from kahuna.server.store import Retention
from kahuna.server.turns import Waiting
from kahuna.server.wire import DepthName

PREFIX = "KAHUNA_"
REVIEW_CHOICES: dict[str, DepthName | None] = {
    "off": None,
    "quick": "quick",
    "normal": "normal",
    "deep": "deep",
}
PUBLIC = "public"  # a value of `health`


class ServerSettings(NamedTuple):
    """Everything; sections of the file are the last three."""

    host: str = "127.0.0.1"  # 0.0.0.0 or :: lets others in
    port: int | None = None  # None: the first free one from 8765
    store: str | None = None  # a path or sqlite:///path; None: the user's data folder
    browser: bool = True  # opens one
    public: bool = False  # lists seats that wait for anyone, and public games to watch
    log: str = "plain"  # or json
    base: str = ""  # the path under which it stands, as /kahuna behind a proxy; "": the root
    health: str = ""  # HOST:PORT where /healthz, /readyz and /metrics are, or "public"; "": nowhere
    allowed_hosts: tuple[str, ...] = ()  # further names of this server
    origins: tuple[str, ...] = ()  # further addresses of its page, where a proxy changes the host
    trusted_proxies: tuple[str, ...] = ()  # whose X-Forwarded-For is believed
    reviews: str = "deep"  # how deep finished games are reviewed at most: quick, normal, deep or off
    workers: int | None = None  # processes in which our players think; None: by the number of processors
    limits: Limits = Limits()
    retention: Retention = Retention()
    waiting: Waiting = Waiting()


ConfigSection = dict[str, Any]  # as given in the file or the environment, not yet checked
SECTIONS: dict[str, Any] = {"limits": Limits(), "retention": Retention(), "waiting": Waiting()}
MAIN = tuple(name for name in ServerSettings._fields if name not in SECTIONS)


class ListedTexts(NamedTuple):
    """What the texts of a list must be."""

    fits: Callable[[str], object]
    wanted: str


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


LISTED = {
    "allowed_hosts": ListedTexts(re.compile(r"[^/\s]+").fullmatch, "names like kahuna.example"),
    "origins": ListedTexts(
        re.compile(r"https?://[^/\s]+").fullmatch, "addresses like https://kahuna.example"
    ),
    "trusted_proxies": ListedTexts(_is_address, "addresses like 10.0.0.1"),
}


def read_settings(
    path: str | None, environment: Mapping[str, str], given: Mapping[str, Any]
) -> ServerSettings:
    """The settings; ValueError in one clear line for a wrong one. `given` is the command line, None: not said."""
    found = _from_file(path or environment.get(f"{PREFIX}CONFIG"))
    for name, text in sorted(environment.items()):
        if (place := _place(name)) is not None:
            section, key = place
            _put(found, name, section, key, text)
    for key, value in given.items():
        if value is not None:
            _put(found, f"--{key.replace('_', '-')}", "", key, value)
    sections = {name: default._replace(**found[name]) for name, default in SECTIONS.items()}
    return ServerSettings(**found[""], **sections)


def _from_file(path: str | None) -> dict[str, ConfigSection]:
    found: dict[str, ConfigSection] = {"": {}, **{name: {} for name in SECTIONS}}
    if path is None:
        return found
    try:
        data = tomllib.loads(Path(path).expanduser().read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    for key, value in data.items():
        if key in SECTIONS and isinstance(value, dict):
            for inner, setting in value.items():
                _put(found, f"{path}: {key}.{inner}", key, inner, setting)
        else:
            _put(found, f"{path}: {key}", "", key, value)
    return found


def _place(variable: str) -> tuple[str, str] | None:
    """The section and the key that an environment variable sets; None if it is not ours."""
    name = variable.removeprefix(PREFIX).lower()
    if name == variable.lower():
        return None
    for section in SECTIONS:
        if name.startswith(f"{section}_"):
            return section, name.removeprefix(f"{section}_")
    if name not in MAIN and (meant := get_close_matches(name, MAIN, 1, 0.75)):
        raise ValueError(f"{variable}: there is no such setting; {PREFIX}{meant[0].upper()} is one")
    return ("", name) if name in MAIN else None  # other programs may use the prefix too


def _put(found: dict[str, ConfigSection], where: str, section: str, key: str, value: Any) -> None:
    if section:
        default = SECTIONS[section]
        if key not in default._fields:
            raise ValueError(f"{where}: there is no such setting in {section}")
        number = _number(where, value, type(default).__annotations__[key])
        if not number and section != "retention":
            raise ValueError(f"{where}: must be above 0")
        found[section][key] = number
        return
    if key not in MAIN:
        raise ValueError(f"{where}: there is no such setting")
    found[""][key] = _main(where, key, value)


def _main(where: str, key: str, value: Any) -> Any:
    if key in LISTED:
        texts = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise ValueError(f"{where}: must be a list of strings, not {value!r}")
        for text in texts:
            if not LISTED[key].fits(text):
                raise ValueError(f"{where}: must be {LISTED[key].wanted}, not {text!r}")
        return tuple(texts)
    if key in ("port", "workers"):
        number = _number(where, value, int)
        if key == "port" and number > 65535:
            raise ValueError(f"{where}: a port is a number from 0 to 65535, not {value!r}")
        return number or (0 if key == "port" else None)
    if key in ("browser", "public"):
        if isinstance(value, bool):
            return value
        if value not in ("true", "false"):
            raise ValueError(f"{where}: must be true or false, not {value!r}")
        return value == "true"
    if not isinstance(value, str):
        raise ValueError(f"{where}: must be a string, not {value!r}")
    if key == "log" and value not in get_args(logs.Kind):
        raise ValueError(f"{where}: must be plain or json, not {value!r}")
    if key == "reviews" and value not in REVIEW_CHOICES:
        raise ValueError(f"{where}: must be one of {', '.join(REVIEW_CHOICES)}, not {value!r}")
    if key == "health" and value not in ("", PUBLIC):
        health_address(value, where)
    return checked_base(value, where) if key == "base" else value


def _number(where: str, value: Any, kind: type) -> Any:
    try:
        number = kind(value) if not isinstance(value, bool) else -1
        if isinstance(value, float) and number != value:
            number = -1
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < 1e18:
        raise ValueError(f"{where}: must be {'a whole number' if kind is int else 'a number'}, not {value!r}")
    return number


def health_address(text: str, where: str = "health") -> tuple[str, int]:
    """Host and port for the server's health."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"{where}: must be HOST:PORT or public, not {text!r}")
    return host.strip("[]"), int(port)
