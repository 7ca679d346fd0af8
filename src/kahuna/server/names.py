"""What people call themselves, as others may be shown it."""

import unicodedata

from kahuna.server.messages import MAX_NAME_CHARS

MOST_MARKS = 2  # on one letter; what is stacked higher covers the lines above
MARKS = frozenset(("Mn", "Mc", "Me"))
# Letters and symbols by their category, and yet nothing to be seen.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def plain_name(name: str) -> str:
    """The name on one line, spelt as usual (NFC), not too long, without what is not to be seen or stands too high."""
    found: list[str] = []
    marks = MOST_MARKS  # a mark needs a letter to stand on
    for letter in unicodedata.normalize("NFC", name[:MAX_NAME_CHARS]):
        category = unicodedata.category(letter)
        if category in MARKS:
            marks += 1
            if marks <= MOST_MARKS and letter not in BLANK:
                found.append(letter)
        elif category[0] in "ZC" or letter in BLANK:
            marks = MOST_MARKS
            if category != "Cf":  # those join or turn letters; between letters they are no gap
                found.append(" ")
        else:
            marks = 0
            found.append(letter)
    return " ".join("".join(found).split())
