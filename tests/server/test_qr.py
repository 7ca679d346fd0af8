"""QR codes, as segno makes them for us, read back by a reader of our own (ISO/IEC 18004)."""

import pytest

from kahuna.server.qr import modules, rendered

# Level M: size of the square, blocks, data and correction bytes in each.
SIZES = {21: (1, 16, 10), 25: (1, 28, 16), 29: (1, 44, 26), 33: (2, 32, 18), 37: (2, 43, 24), 41: (4, 27, 16)}
FORMATS = {  # the fifteen bits of level M with each mask, as the standard's table has them
    0b101010000010010: 0,
    0b101000100100101: 1,
    0b101111001111100: 2,
    0b101101101001011: 3,
    0b100010111111001: 4,
    0b100000011001110: 5,
    0b100111110010111: 6,
    0b100101010100000: 7,
}
LOGS: dict[int, int] = {}
POWERS: list[int] = []
value = 1
for exponent in range(255):
    LOGS[value] = exponent
    POWERS.append(value)
    value = value * 2 if value < 128 else (value * 2) ^ 285


def product(a: int, b: int) -> int:
    return POWERS[(LOGS[a] + LOGS[b]) % 255] if a and b else 0


def is_function(size: int, y: int, x: int) -> bool:
    """Whether this module carries no data."""
    corner = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
    aligned = size > 21 and abs(y - (size - 7)) <= 2 and abs(x - (size - 7)) <= 2
    return corner or aligned or y == 6 or x == 6


def masked(mask: int, i: int, j: int) -> bool:
    return [
        (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i // 2 + j // 3) % 2, (i * j) % 2 + (i * j) % 3,
        ((i * j) % 2 + (i * j) % 3) % 2, ((i + j) % 2 + (i * j) % 3) % 2,
    ][mask] == 0  # fmt: skip


def read(square: list[list[bool]]) -> str:
    """The text of a code, every block's correction checked."""
    size = len(square)
    first = [square[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [square[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    second = [square[size - 1 - n][8] for n in range(7)] + [square[8][size - 8 + n] for n in range(8)]
    assert first == second
    mask = FORMATS[int("".join("01"[bit] for bit in first), 2)]
    assert square[size - 8][8]
    bits = []
    column, upwards = size - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        for step in range(size):
            y = size - 1 - step if upwards else step
            for x in (column, column - 1):
                if not is_function(size, y, x):
                    bits.append(square[y][x] != masked(mask, y, x))
        column, upwards = column - 2, not upwards
    blocks, data, correction = SIZES[size]
    total = blocks * (data + correction)
    codewords = [int("".join("01"[bit] for bit in bits[8 * n : 8 * n + 8]), 2) for n in range(total)]
    message: list[int] = []
    for block in range(blocks):
        words = codewords[block : blocks * data : blocks] + codewords[blocks * data + block :: blocks]
        for power in range(correction):  # a codeword is zero at every root of the generator
            total_value = 0
            for word in words:
                total_value = product(total_value, POWERS[power]) ^ word
            assert total_value == 0
        message += words[:data]
    text = "".join(f"{word:08b}" for word in message)
    assert text[:4] == "0100"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


@pytest.mark.parametrize("length", [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])
def test_a_code_can_be_read_back(length: int) -> None:
    text = ("http://192.168.178.123:8765/ küche " * 5).encode()[:length].decode(errors="ignore")
    square = modules(text)
    assert len(square) == len(square[0])
    assert read(square) == text


def test_finders_and_timing_are_where_cameras_look() -> None:
    square = modules("http://10.0.0.7:8765/")
    size = len(square)
    for y, x in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert ["".join(".#"[m] for m in row[x : x + 7]) for row in square[y : y + 7]] == [
            "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
        ]  # fmt: skip
    assert [square[6][x] for x in range(8, size - 8)] == [x % 2 == 0 for x in range(8, size - 8)]


def test_too_long_a_text_is_refused() -> None:
    with pytest.raises(ValueError):
        modules("x" * 3000)


def test_on_a_terminal_two_rows_of_modules_make_a_line() -> None:
    square = modules("http://10.0.0.7:8765/")
    plain = rendered("http://10.0.0.7:8765/", colour=False).split("\n")
    assert len(plain) == (len(square) + 5) // 2
    back = [[(char in " ▄", char in " ▀") for char in line] for line in plain]
    assert [
        [back[(y + 2) // 2][x + 2][y % 2] for x in range(len(square))] for y in range(len(square))
    ] == square
    assert "\033[" in rendered("x")
