"""Names of players, cleaned up for display to others."""

import unicodedata

from kahuna.server.wire import MAX_NAME_CHARS

MAX_MARKS_ON_A_LETTER = 2  # marks on one letter; more would cover the lines above
COMBINING_MARKS = frozenset(("Mn", "Mc", "Me"))
# Letters and symbols by their category, but invisible.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def plain_name(name: str) -> str:
    """The name on one line, normalised (NFC), not too long, without invisible characters or stacked marks."""
    found: list[str] = []
    marks = MAX_MARKS_ON_A_LETTER  # a mark needs a letter to stand on
    for letter in unicodedata.normalize("NFC", name[:MAX_NAME_CHARS]):
        category = unicodedata.category(letter)
        if category in COMBINING_MARKS:
            marks += 1
            if marks <= MAX_MARKS_ON_A_LETTER and letter not in BLANK:
                found.append(letter)
        elif category[0] in "ZC" or letter in BLANK:
            marks = MAX_MARKS_ON_A_LETTER
            if category != "Cf":  # they join letters or set their direction, and are not spaces
                found.append(" ")
        else:
            marks = 0
            found.append(letter)
    return " ".join("".join(found).split())
