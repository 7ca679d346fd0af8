"""Trainings of tests are compared in few games: that they are compared matters here, not how they end."""

from collections.abc import Iterator

import pytest

from kahuna.training import growth

PAIRS = 40
ANCHORS = growth.ANCHORS


class FewPairs:
    """The same opponents as ever: one pair against the strong one, which takes its time."""

    def __getitem__(self, game: str) -> tuple[tuple[str, int], ...]:
        quick, (strong, _) = ANCHORS[game]
        return quick, (strong, 1)


@pytest.fixture(scope="session", autouse=True)
def _short_comparisons() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growth, "DUEL", PAIRS)
        patch.setattr(growth, "ANCHORS", FewPairs())
        yield
