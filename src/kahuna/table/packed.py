"""A list that keeps all but its last items packed as bytes, for servers with many games in memory.

A moment of a game takes about 700 bytes, packed about 50. Looking further back than the last turns takes some
microseconds; lists that are looked through from end to end unpack each part once.
"""

import pickle
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

Item = TypeVar("Item")

AT_HAND = 4  # items at the end that are never packed: what can be taken back in most turns
PACKED_AT_ONCE = 8


@lru_cache(64)
def _unpacked(part: bytes) -> tuple[Any, ...]:
    """The items in this part; only ever made by this process."""
    items: tuple[Any, ...] = pickle.loads(zlib.decompress(part))
    return items


class PackedList(Sequence[Item]):
    """A list of values that never change, to which items are added and from which they are taken at the end."""

    __slots__ = ("_last", "_parts")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._parts: list[bytes] = []
        self._last: list[Item] = []
        for item in items:
            self.append(item)

    def append(self, item: Item) -> None:
        """Adds an item at the end."""
        last = self._last
        last.append(item)
        if len(last) == AT_HAND + PACKED_AT_ONCE:
            part = pickle.dumps(tuple(last[:PACKED_AT_ONCE]), pickle.HIGHEST_PROTOCOL)
            self._parts.append(zlib.compress(part, 1))
            self._last = last[PACKED_AT_ONCE:]

    def pop(self) -> Item:
        """The last item, which is taken away."""
        item = self[-1]
        del self[len(self) - 1 :]
        return item

    def __len__(self) -> int:
        """How many items there are."""
        return len(self._parts) * PACKED_AT_ONCE + len(self._last)

    @overload
    def __getitem__(self, place: int) -> Item: ...

    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...

    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        """The item at this place, or a list of those in a slice."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if -len(self._last) <= place < 0:
            return self._last[place]
        packed = len(self._parts) * PACKED_AT_ONCE
        number = place if place >= 0 else packed + len(self._last) + place
        if number >= packed:
            return self._last[number - packed]
        if number < 0:
            raise IndexError(place)
        part, inside = divmod(number, PACKED_AT_ONCE)
        item: Item = _unpacked(self._parts[part])[inside]
        return item

    def __eq__(self, other: object) -> bool:
        """Whether the other holds the same, packed or not."""
        return isinstance(other, list | PackedList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __delitem__(self, end: slice) -> None:
        """Takes away all items from some place on."""
        if end.stop is not None or end.step is not None:
            raise ValueError("only the end of a packed list can be taken away")
        kept = range(len(self))[: end.start]
        part, inside = divmod(len(kept), PACKED_AT_ONCE)
        if part < len(self._parts):
            self._last = list(_unpacked(self._parts[part])[:inside])
            del self._parts[part:]
        else:
            del self._last[len(kept) - len(self._parts) * PACKED_AT_ONCE :]
