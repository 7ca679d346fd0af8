"""The files for hosts name only what there is: commands, ports, settings, files and each other's services."""

import ipaddress
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kahuna.cli.main import parser
from kahuna.server.health import Health
from kahuna.server.settings import read_settings
from support.house import serving

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT, HEALTH = 8765, 9765


def text_of(name: str) -> str:
    """One of the files."""
    return (DEPLOY / name).read_text("utf-8")


@pytest.fixture
def compose() -> Any:
    """The compose file."""
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(text_of("compose.yaml"))


def servers_of(compose: Any) -> dict[str, Any]:
    """Its services that are Kahuna servers."""
    return {name: found for name, found in compose["services"].items() if "build" in found}


def entry_point() -> Any:
    """What the command line makes of the container's command."""
    found = re.search(r"^ENTRYPOINT (\[.*\])$", text_of("Containerfile"), re.M)
    assert found
    words = json.loads(found[1])
    assert words[0] in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    return parser().parse_args(words[1:])


def test_the_containers_command_is_one_and_its_ports_are_shown() -> None:
    given = entry_point()
    assert (given.port, given.health, given.host) == (PORT, f"0.0.0.0:{HEALTH}", "0.0.0.0")
    assert re.findall(r"^EXPOSE (.*)$", text_of("Containerfile"), re.M) == [f"{PORT} {HEALTH}"]


def test_what_the_container_copies_and_installs_is_there() -> None:
    lines = re.findall(r"^COPY (.*)$", text_of("Containerfile"), re.M)
    for name in (name for line in lines for name in line.split()[:-1]):
        assert (ROOT / name).exists(), name
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"'\.\[(\w+)\]'", text_of("Containerfile"))) <= set(extras)


def test_the_servers_of_compose_can_be_set_as_they_are(compose: Any) -> None:
    for server in servers_of(compose).values():
        settings = {
            name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value)
            for name, value in server["environment"].items()
            if name.startswith("KAHUNA_")
        }
        found = read_settings(None, settings, {})
        assert found.store == "postgresql://kahuna@database/kahuna"
        assert found.allowed_hosts == ("localhost",)
        proxy = compose["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
        assert found.trusted_proxies == (proxy,)
        (inside,) = compose["networks"]["inside"]["ipam"]["config"]
        assert ipaddress.ip_address(proxy) in ipaddress.ip_network(inside["subnet"])


def test_the_health_of_a_server_in_compose_is_asked_where_it_tells_it(compose: Any, tmp_path: Path) -> None:
    """The very command, against a server whose health stands on a port of its own."""
    with serving(tmp_path / "s.db", health=Health(public=True)) as house:
        for server in servers_of(compose).values():
            kind, program, *words = server["healthcheck"]["test"]
            assert (kind, program) == ("CMD", "python")
            assert f"127.0.0.1:{HEALTH}/" in words[-1]
            words[-1] = words[-1].replace(str(HEALTH), str(house.port))
            subprocess.run([sys.executable, *words], check=True)


def test_the_files_of_compose_name_each_other_rightly(compose: Any) -> None:
    names = sorted(servers_of(compose))
    assert sorted(re.findall(rf"server (\w+):{PORT} ", text_of("nginx-compose.conf"))) == names
    assert sorted(re.findall(rf'"(\w+):{HEALTH}"', text_of("prometheus.yml"))) == names
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), source
        assert set(service.get("depends_on", ())) <= set(compose["services"])
    (build,) = {json.dumps(server["build"]) for server in servers_of(compose).values()}
    assert (DEPLOY / json.loads(build)["context"] / json.loads(build)["dockerfile"]).is_file()


def test_both_files_of_nginx_say_the_same_of_a_request() -> None:
    said = []
    for name in ("nginx.conf", "nginx-compose.conf"):
        found = re.search(r"location / \{(.*?)\}", text_of(name), re.S)
        assert found
        lines = [line.strip() for line in found[1].splitlines()]
        said.append([line for line in lines if line and not line.startswith("#")])
    assert said[0] == said[1]


def test_every_proxy_asks_where_a_server_listens() -> None:
    assert f"reverse_proxy 127.0.0.1:{PORT}" in text_of("Caddyfile")
    assert f"server 127.0.0.1:{PORT} " in text_of("nginx.conf")


def test_the_systemd_unit_is_sound_and_its_command_one(tmp_path: Path) -> None:
    unit = text_of("kahuna.service")
    found = re.search(r"^ExecStart=(\S+) (.*)$", unit, re.M)
    assert found
    given = parser().parse_args(found[2].split())
    assert (given.command, given.config, given.log) == ("serve", "/etc/kahuna.toml", "json")
    if not shutil.which("systemd-analyze"):
        pytest.skip("needs systemd-analyze")
    (tmp_path / "kahuna.service").write_text(unit.replace(found[1], shutil.which("true") or ""))
    verify = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "kahuna.service")]
    done = subprocess.run(verify, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
