"""Small pictures without an image library: shapes with soft edges on an array of pixels, written as PNG."""

import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

PixelFloats = NDArray[np.floating[Any]]
Point = tuple[float, float]


def colour(text: str) -> tuple[int, int, int]:
    """The parts of a colour that is written as #rrggbb."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class Canvas:
    """Pixels. Every shape is computed only within its bounding box, so its cost depends on its size."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.pixels = np.empty((height, width, 3), np.float32)
        self.pixels[:] = colour(ground)

    def _paint(
        self, box: tuple[float, float, float, float], ink: str, depth: Callable[..., PixelFloats]
    ) -> None:
        """Paints where `depth(x, y)` is above 0: pixels inside the shape, counted from its edge."""
        height, width, _ = self.pixels.shape
        left, top = max(0, int(box[0]) - 2), max(0, int(box[1]) - 2)
        right, bottom = min(width, int(box[2]) + 3), min(height, int(box[3]) + 3)
        if left >= right or top >= bottom:
            return
        y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
        cover = np.clip(depth(x + 0.5, y + 0.5) + 0.5, 0, 1)[..., None]
        part = self.pixels[top:bottom, left:right]
        part += (np.array(colour(ink), np.float32) - part) * cover

    def disc(self, middle: Point, radius: float, ink: str) -> None:
        """A disc."""
        x0, y0 = middle
        box = (x0 - radius, y0 - radius, x0 + radius, y0 + radius)
        self._paint(box, ink, lambda x, y: radius - np.hypot(x - x0, y - y0))

    def blob(self, middle: Point, radius: float, seed: int, ink: str) -> None:
        """A coast: a disc with a wavy edge, always the same for the same seed."""
        x0, y0 = middle
        reach = radius * 1.2
        box = (x0 - reach, y0 - reach, x0 + reach, y0 + reach)

        def depth(x: PixelFloats, y: PixelFloats) -> PixelFloats:
            angle = np.arctan2(y - y0, x - x0)
            edge = 1 + 0.07 * np.sin(3 * angle + seed) + 0.05 * np.sin(5 * angle + 2.3 * seed)
            found: PixelFloats = radius * edge - np.hypot(x - x0, y - y0)
            return found

        self._paint(box, ink, depth)

    def line(self, start: Point, end: Point, width: float, ink: str) -> None:
        """A straight line with round ends."""
        (x0, y0), (x1, y1), half = start, end, width / 2
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy or 1.0
        box = (min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)

        def depth(x: PixelFloats, y: PixelFloats) -> PixelFloats:
            along = np.clip(((x - x0) * dx + (y - y0) * dy) / square, 0, 1)
            found: PixelFloats = half - np.hypot(x - x0 - along * dx, y - y0 - along * dy)
            return found

        self._paint(box, ink, depth)

    def polygon(self, corners: Sequence[Point], ink: str) -> None:
        """A closed shape; its edge is as soft as a pixel."""
        xs, ys = zip(*corners, strict=True)

        def depth(x: PixelFloats, y: PixelFloats) -> PixelFloats:
            inside = np.zeros(x.shape, bool)
            near = np.full(x.shape, 1e9, np.float32)
            for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
                dx, dy = x1 - x0, y1 - y0
                if dy:
                    inside ^= ((y0 <= y) != (y1 <= y)) & (x < x0 + (y - y0) * dx / dy)
                along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0), 0, 1)
                near = np.minimum(near, np.hypot(x - x0 - along * dx, y - y0 - along * dy))
            found: PixelFloats = np.where(inside, near, -near)
            return found

        self._paint((min(xs), min(ys), max(xs), max(ys)), ink, depth)

    def png(self) -> bytes:
        """The picture as a PNG file of 8 bits a colour."""
        height, width, _ = self.pixels.shape
        rows = np.empty((height, 1 + 3 * width), np.uint8)
        rows[:, 0] = 0  # no filter
        rows[:, 1:] = np.rint(np.clip(self.pixels, 0, 255)).astype(np.uint8).reshape(height, 3 * width)
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
