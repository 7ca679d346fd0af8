"""The interface as documents: OpenAPI and AsyncAPI are made from the types, and the server keeps to them."""

import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance
from starlette.routing import Route

from kahuna.server import apidocs, messages
from kahuna.server.app import create_app
from kahuna.server.store_sqlite import SqliteStore
from support.house import House, Quick, serving


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The document as a running server gives it."""
    with serving(tmp_path_factory.mktemp("api") / "api.db") as house:
        yield schemathesis.openapi.from_url(f"http://127.0.0.1:{house.port}/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_the_server_does_what_the_document_says(case: Any) -> None:
    """Whatever is sent: a documented status with a documented body, and never an error of our own."""
    # A body may have the right shape and yet name a key, a level or settings that do not exist.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


def test_the_documents_are_served_and_name_every_address(house: House) -> None:
    visitor = house.visitor()
    assert visitor.get("/openapi.json") == apidocs.openapi()
    assert visitor.get("/asyncapi.json") == apidocs.asyncapi()


def test_a_document_is_made_once_and_sent_like_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked for, and by how many at once."""
    made: list[str] = []

    def make(name: str) -> dict[str, str]:
        made.append(name)
        return {"made": name * 100}

    for name in ("openapi", "asyncapi"):
        monkeypatch.setattr(apidocs, name, partial(make, name))
    paths = ["/openapi.json", "/asyncapi.json"] * 12
    with serving(tmp_path / "h.db") as house, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda path: house.visitor().call("GET", path), paths))
        assert {(status, headers["content-type"]) for status, headers, _ in answers} == {
            (200, "application/json")
        }
        assert sorted(made) == ["asyncapi", "openapi"]
        packed = house.visitor().call("GET", "/openapi.json", accept_encoding="gzip")
        assert gzip.decompress(packed[2]) == answers[0][2]
        tag = answers[0][1]["etag"]
        assert house.visitor().call("GET", "/openapi.json", if_none_match=tag)[0] == 304


def test_every_route_of_the_interface_is_documented(tmp_path: Any) -> None:
    store = SqliteStore(tmp_path / "s.db", 0)
    app = create_app(store, Quick())
    store.close()
    routes = [route for route in app.routes if isinstance(route, Route) and route.path.startswith("/api/")]
    served = {
        (route.path, method.lower()) for route in routes for method in (route.methods or set()) - {"HEAD"}
    }
    assert served == {(path, method) for path, item in apidocs.openapi()["paths"].items() for method in item}


def test_every_message_of_the_socket_is_documented() -> None:
    document = apidocs.asyncapi()
    kinds = {*get_args(messages.FromPage), *get_args(messages.ToPage)}
    assert set(document["components"]["messages"]) == {kind.__name__ for kind in kinds}
    for name in document["components"]["messages"]:
        assert document["components"]["messages"][name]["payload"]["$ref"] in references(document)


def references(thing: Any) -> set[str]:
    """Everything that this document refers to; all of it must be there."""
    if isinstance(thing, list):
        return {ref for part in thing for ref in references(part)}
    if isinstance(thing, dict):
        return (
            {thing["$ref"]} if "$ref" in thing else {r for part in thing.values() for r in references(part)}
        )
    return set()


@pytest.mark.parametrize("document", [apidocs.openapi(), apidocs.asyncapi()])
def test_a_document_refers_only_to_what_is_in_it(document: dict[str, Any]) -> None:
    for reference in references(document):
        place: Any = document
        for key in reference.removeprefix("#/").split("/"):
            place = place[key]
        assert place
    msgspec.json.encode(document)
