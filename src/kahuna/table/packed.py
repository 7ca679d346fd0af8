"""A list that keeps all but its last items packed as bytes, for servers with many games in memory.

A moment of a game takes about 700 bytes, packed about 30. Looking further back than the last turns takes some
microseconds; going through the whole list unpacks each part once.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

import msgspec

from kahuna.table.game import Game, Moment
from kahuna.table.spec import Step

Item = TypeVar("Item")

AT_HAND = 4  # items at the end that are never packed: what can be taken back in most turns
PACKED_AT_ONCE = 8
WORTH_COMPRESSING = 200  # bytes
COMPRESSED = 0x78  # the first byte of a compressed part; any other begins with its number of items

_encoder = msgspec.msgpack.Encoder()


def pack_past(game: Game) -> None:
    """From now on this game keeps its past packed."""
    moment: Any = Moment
    game.steps = PackedList(Step, game.steps)
    game.moments = PackedList(moment[type(game.state), game.spec.memory_type], game.moments)


@lru_cache(64)
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(tuple[kind, ...])


@lru_cache(64)
def _unpacked(decoder: msgspec.msgpack.Decoder[Any], part: bytes) -> tuple[Any, ...]:
    """The items in this part."""
    items: tuple[Any, ...] = decoder.decode(zlib.decompress(part) if part[0] == COMPRESSED else part)
    return items


class PackedList(Sequence[Item]):
    """A list of values that never change, to which items are added and from which they are taken at the end."""

    __slots__ = ("_decoder", "_last", "_parts")

    def __init__(self, kind: Any, items: Iterable[Item] = ()) -> None:
        """`kind` is the type of the items, with the types of all their parts."""
        self._decoder = _decoder(kind)
        self._parts: list[bytes] = []
        self._last: list[Item] = []
        for item in items:
            self.append(item)

    def append(self, item: Item) -> None:
        """Adds an item at the end."""
        last = self._last
        last.append(item)
        if len(last) == AT_HAND + PACKED_AT_ONCE:
            part = _encoder.encode(last[:PACKED_AT_ONCE])
            self._parts.append(zlib.compress(part, 1) if len(part) > WORTH_COMPRESSING else part)
            self._last = last[PACKED_AT_ONCE:]

    def pop(self) -> Item:
        """Removes and returns the last item."""
        item = self[-1]
        del self[len(self) - 1 :]
        return item

    def __len__(self) -> int:
        """How many items there are."""
        return len(self._parts) * PACKED_AT_ONCE + len(self._last)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._last or self._parts)

    def __reversed__(self) -> Iterator[Item]:
        """The items from the last to the first; those not packed come without unpacking."""
        yield from reversed(self._last)
        for part in reversed(self._parts):
            yield from reversed(_unpacked(self._decoder, part))

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
        item: Item = _unpacked(self._decoder, self._parts[part])[inside]
        return item

    def __eq__(self, other: object) -> bool:
        """Whether the other holds the same, packed or not."""
        return isinstance(other, list | PackedList) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __delitem__(self, end: slice) -> None:
        """Removes all items from this place on."""
        if end.stop is not None or end.step is not None:
            raise ValueError("only the end of a packed list can be taken away")
        kept = range(len(self))[: end.start]
        part, inside = divmod(len(kept), PACKED_AT_ONCE)
        if part < len(self._parts):
            self._last = list(_unpacked(self._decoder, self._parts[part])[:inside])
            del self._parts[part:]
        else:
            del self._last[len(kept) - len(self._parts) * PACKED_AT_ONCE :]
