"""One server for all tests of a file that do not need their own."""

from collections.abc import Iterator

import pytest

from support.house import House, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server with loose limits."""
    with serving(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running
