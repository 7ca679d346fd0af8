"""An address as a QR code for a phone's camera (ISO/IEC 18004): bytes, error correction M, up to 106 of them.

The sizes used here, versions 1 to 6, have equal blocks, at most one alignment pattern and no version information, which
keeps this short.
"""

from collections.abc import Callable, Iterator

Square = list[list[bool]]  # rows of modules, True for dark

# For each version: bytes of text, blocks, data bytes and correction bytes in a block (level M).
VERSIONS = (
    (14, 1, 16, 10),
    (26, 1, 28, 16),
    (42, 1, 44, 26),
    (62, 2, 32, 18),
    (84, 2, 43, 24),
    (106, 4, 27, 16),
)
LEVEL_M = 0b00
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, _: y % 2 == 0,
    lambda _, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
QUIET = 2  # modules of margin; cameras are content with less than the standard's four


def modules(text: str) -> Square:
    """The code as a square of modules; ValueError if the text is too long."""
    data = text.encode()
    for version, (capacity, blocks, size, correction) in enumerate(VERSIONS, 1):
        if len(data) <= capacity:
            codewords = _interleaved(_padded(data, blocks * size), blocks, correction)
            candidates = [_masked(version, codewords, mask) for mask in range(len(MASKS))]
            return min(candidates, key=_penalty)
    raise ValueError(f"too long for a QR code: {len(data)} bytes")


def rendered(text: str, colour: bool = True) -> str:
    """The code for a terminal, two modules in a character; without colours for light text on dark ground."""
    square = modules(text)
    width = len(square) + 2 * QUIET
    margin = [[False] * width for _ in range(QUIET)]
    rows = [*margin, *([False] * QUIET + row + [False] * QUIET for row in square), *margin]
    if len(rows) % 2:
        rows.append([False] * width)
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        line = "".join(
            {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}[pair]
            for pair in zip(upper, lower, strict=True)
        )
        lines.append(f"\033[97;40m{line}\033[0m" if colour else line)
    return "\n".join(lines)


def _padded(data: bytes, size: int) -> bytes:
    """Mode, length and text, filled up to this many bytes."""
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, size * 8 - len(bits))
    bits += "0" * (-len(bits) % 8)
    packed = bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits), 8))
    return (packed + bytes((0xEC, 0x11)) * size)[:size]


def _times(a: int, b: int) -> int:
    """The product in the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _correction(data: bytes, count: int) -> bytes:
    """Reed-Solomon: the rest of the data divided by the product of (x - 2^i)."""
    divisor, root = [1], 1
    for _ in range(count):
        longer = [*divisor, 0]
        for place, factor in enumerate(divisor):
            longer[place + 1] ^= _times(factor, root)
        divisor, root = longer, _times(root, 2)
    rest = [0] * count
    for byte in data:
        factor = byte ^ rest[0]
        rest = [old ^ _times(part, factor) for old, part in zip([*rest[1:], 0], divisor[1:], strict=True)]
    return bytes(rest)


def _interleaved(data: bytes, blocks: int, correction: int) -> bytes:
    size = len(data) // blocks
    parts = [data[place : place + size] for place in range(0, len(data), size)]
    checks = [_correction(part, correction) for part in parts]
    return bytes(byte for group in (parts, checks) for column in zip(*group, strict=True) for byte in column)


def _masked(version: int, codewords: bytes, mask: int) -> Square:
    """The whole code with this mask."""
    size = 17 + 4 * version
    square: list[list[bool | None]] = [[None] * size for _ in range(size)]
    _set_patterns(square, version)
    _set_format(square, mask)
    bits = "".join(f"{byte:08b}" for byte in codewords)
    for number, (y, x) in enumerate(place for place in _zigzag(size) if square[place[0]][place[1]] is None):
        dark = number < len(bits) and bits[number] == "1"
        square[y][x] = dark != MASKS[mask](y, x)
    return [[bool(module) for module in row] for row in square]


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    """All places in the order in which data fills them: pairs of columns, from the right, up and down in turn."""
    up = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for y in range(size - 1, -1, -1) if up else range(size):
            yield y, right
            yield y, right - 1
        up = not up


def _set_patterns(square: list[list[bool | None]], version: int) -> None:
    """Everything that is the same in all codes of a version."""
    size = len(square)
    for place in range(8, size - 8):
        square[6][place] = square[place][6] = place % 2 == 0
    if version > 1:
        _set_rings(square, size - 7, size - 7, 2)
    for y, x in ((3, 3), (3, size - 4), (size - 4, 3)):
        _set_rings(square, y, x, 4)
    square[size - 8][8] = True


def _set_rings(square: list[list[bool | None]], y: int, x: int, radius: int) -> None:
    """A finder (radius 4, the last ring light) or an alignment pattern (radius 2) around this place."""
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            ring = max(abs(dy), abs(dx))
            if 0 <= y + dy < len(square) and 0 <= x + dx < len(square):
                square[y + dy][x + dx] = ring not in ((2, 4) if radius == 4 else (1,))


def _set_format(square: list[list[bool | None]], mask: int) -> None:
    """The level and the mask, with their own correction, twice."""
    size, data = len(square), LEVEL_M << 3 | mask
    rest = data << 10
    for place in range(4, -1, -1):
        if rest >> place + 10 & 1:
            rest ^= 0b10100110111 << place
    bits = (data << 10 | rest) ^ 0b101010000010010
    around = [*((8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((y, 8) for y in (7, 5, 4, 3, 2, 1, 0))]
    apart = [*((y, 8) for y in range(size - 1, size - 8, -1)), *((8, x) for x in range(size - 8, size))]
    for places in (around, apart):
        for number, (y, x) in enumerate(places):
            square[y][x] = bool(bits >> 14 - number & 1)


def _penalty(square: Square) -> int:
    """How hard this code is to read: long runs, blocks, patterns like a finder's, too much of one colour."""
    size, total = len(square), 0
    columns = [list(column) for column in zip(*square, strict=True)]
    for line in (*square, *columns):
        text = "".join("01"[module] for module in line)
        for run in text.replace("01", "0 1").replace("10", "1 0").split():
            total += len(run) - 2 if len(run) >= 5 else 0
        total += 40 * sum(text.startswith(p, i) for i in range(size) for p in ("10111010000", "00001011101"))
    for y in range(size - 1):
        for x in range(size - 1):
            total += 3 * (square[y][x] == square[y][x + 1] == square[y + 1][x] == square[y + 1][x + 1])
    dark = sum(map(sum, square))
    return total + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
