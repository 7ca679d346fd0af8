"""Settings from a file, the environment and the command line; wrong ones in one clear line."""

from pathlib import Path
from typing import Any

import pytest

from kahuna.server import settings
from kahuna.server.settings import ServerSettings, read_settings
from server.test_serve_command import complaint

FILE = """
host = "0.0.0.0"
port = 8000
allowed_hosts = ["kahuna.example"]
trusted_proxies = ["10.0.0.1"]
workers = 3
[limits]
requests = 40
connections_in_all = 500
[retention]
finished_days = 30
[waiting]
by_address = 9
"""


def given(**wanted: Any) -> dict[str, Any]:
    return dict.fromkeys(settings.MAIN) | wanted


def test_without_anything_said_there_are_defaults() -> None:
    assert read_settings(None, {}, given()) == ServerSettings()


def test_the_environment_stands_above_the_file_and_the_command_line_above_both(tmp_path: Path) -> None:
    (tmp_path / "kahuna.toml").write_text(FILE)
    environment = {
        "KAHUNA_PORT": "8001",
        "KAHUNA_LIMITS_REQUESTS": "50.5",
        "KAHUNA_ORIGINS": "https://a.example, https://b.example",
        "KAHUNA_BROWSER": "false",
        "HOME": "/",
    }
    found = read_settings(str(tmp_path / "kahuna.toml"), environment, given(port=8002))
    assert (found.host, found.port, found.workers, found.browser) == ("0.0.0.0", 8002, 3, False)
    assert found.origins == ("https://a.example", "https://b.example")
    assert (found.limits.requests, found.limits.connections_in_all) == (50.5, 500)
    assert (found.retention.finished_days, found.waiting.by_address) == (30, 9)
    assert found.limits.messages == ServerSettings().limits.messages


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("limits = 3", "limits: there is no such setting"),
        ("[limits]\nrequest = 3", "limits.request: there is no such setting in limits"),
        ("[limits]\nbody = 1.5", "limits.body: must be a whole number, not 1.5"),
        ("[limits]\nrequests = -1", "limits.requests: must be a number, not -1"),
        ("[limits]\nrequests = true", "limits.requests: must be a number, not True"),
        ("[limits]\nmessages = 0", "limits.messages: must be above 0"),
        ("port = 70000", "port: a port is a number from 0 to 65535, not 70000"),
        ("allowed_hosts = 'x y'\nhost = 3", "host: must be a string, not 3"),
        ("origins = [1]", "origins: must be a list of strings, not [1]"),
        (
            "origins = ['kahuna.example']",
            "must be addresses like https://kahuna.example, not 'kahuna.example'",
        ),
        ("origins = ['https://a.example/x']", "must be addresses like https://kahuna.example, not"),
        (
            "allowed_hosts = ['https://a.example']",
            "must be names like kahuna.example, not 'https://a.example'",
        ),
        ("trusted_proxies = ['proxy']", "trusted_proxies: must be addresses like 10.0.0.1, not 'proxy'"),
        ("reviews = 'some'", "reviews: must be one of"),
        ("base = 'kahuna'", "base: must be a path like /kahuna, not 'kahuna'"),
        ("public = 'maybe'", "public: must be true or false, not 'maybe'"),
        ("workers = 'two'", "workers: must be a whole number, not 'two'"),
        ("[waiting]\nin_all = 0", "waiting.in_all: must be above 0"),
        ("[retention]\nfinished_days = -1", "retention.finished_days: must be a number, not -1"),
        ("log = 'loud'", "log: must be plain or json, not 'loud'"),
        ("health = 'yes'", "health: must be HOST:PORT or public, not 'yes'"),
        ("port = ", "Invalid value"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "wrong.toml").write_text(text)
    with pytest.raises(ValueError) as error:
        read_settings(str(tmp_path / "wrong.toml"), {}, given())
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_variable_or_a_missing_file_is_told_by_the_command(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="KAHUNA_LIMITS_BODDY: there is no such setting in limits"):
        read_settings(None, {"KAHUNA_LIMITS_BODDY": "3"}, given())
    with pytest.raises(ValueError, match="KAHUNA_PROT: there is no such setting; KAHUNA_PORT is one"):
        read_settings(None, {"KAHUNA_PROT": "8000"}, given())
    assert read_settings(None, {"KAHUNA_NEEDS_BROWSER": "1"}, given()) == ServerSettings()
    assert "none.toml: cannot be read" in complaint("serve", "--config", str(tmp_path / "none.toml"))
    assert "--log: must be plain or json" in complaint("serve", "--log", "loud")


def test_every_setting_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    names = [*settings.MAIN, *(key for section in settings.SECTIONS.values() for key in section._fields)]
    assert [name for name in names if f"`{name}`" not in text] == []
