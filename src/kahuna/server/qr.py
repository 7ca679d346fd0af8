"""An address as a QR code for a phone's camera, made by segno: error correction M, two modules in a character."""

import segno

Square = list[list[bool]]  # rows of modules, True for dark

QUIET = 2  # modules of margin; cameras are content with less than the standard's four


def modules(text: str) -> Square:
    """The code as a square of modules; ValueError if the text is too long."""
    code = segno.make_qr(text, error="m", mode="byte", encoding="utf-8", boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix]


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
