"""What a host sees of the server, and what nobody else does."""

from pathlib import Path

from kahuna.server.health import Health
from support.house import House, serving, two


def test_health_is_not_told_to_the_public_unless_asked_for(house: House) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert house.visitor().call("GET", path)[0] == 404


def test_health_and_figures_tell_how_the_server_is(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", health=Health(public=True)) as house:
        ann, bob, id = two(house, name="Ann")
        with ann.at(f"game={id}") as white, bob.at(f"game={id}"):
            white.play("+1")
            assert white.ask("undo", number=0)["code"] == "stale"
            host = house.visitor()
            assert host.call("GET", "/healthz")[::2] == (200, b"ok\n")
            assert host.call("GET", "/readyz")[::2] == (200, b"ready\n")
            text = host.call("GET", "/metrics")[2].decode()
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert (found["kahuna_rooms"], found["kahuna_sockets"]) == ("1.0", "2.0")
        assert float(found["kahuna_actions_total"]) >= 1
        assert float(found["kahuna_store_seconds_count"]) >= 1
        assert float(found["kahuna_answer_seconds_count"]) >= 2
        assert float(found['kahuna_refusals_total{reason="stale"}']) >= 1
        assert "kahuna_thinking_queue" in found
        assert id not in text
        assert "Ann" not in text


def test_a_store_that_fails_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path / "h.db", health=Health(public=True)) as house:
        house.lobby.store.fault = "gone"
        host = house.visitor()
        if not house.lobby.store.healthy:
            assert host.call("GET", "/readyz")[0] == 503
        assert host.call("GET", "/healthz")[0] == 200


def test_on_a_port_of_its_own_there_is_nothing_but_health(tmp_path: Path) -> None:
    health = Health(ports=frozenset(range(1, 65536)))
    with serving(tmp_path / "h.db", health=health) as house:
        visitor = house.visitor()
        assert [visitor.call("GET", path)[0] for path in ("/healthz", "/", "/api/status")] == [200, 404, 404]
