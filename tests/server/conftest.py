"""One server for all tests of a file that do not need their own."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.house import House, serving
from support.postgres import postgres


@pytest.fixture(scope="session")
def database_server() -> Iterator[Any]:
    """A real PostgreSQL for all tests of this process."""
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server with loose limits."""
    with serving(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running
