"""All that a seat has ever known, as a string and as numbers of fixed size: perfect recall.

The log holds every action as the seat saw it; with the hand of now it also tells the hand of then. So two histories
give the same value exactly if the seat cannot tell them apart, and everything known at an earlier moment can be
worked out.
"""

import re

import numpy as np
from numpy.typing import NDArray

from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.table.games import spec_of
from kahuna.table.notation import codes_of
from kahuna.table.sisters import Sisters
from kahuna.table.view import View, has_cards

# A game never has more actions. Kahuna: who takes a round's last card holds it, so all but one at most are shuffled
# and taken in each later round; one decline before each take; the six cards dealt and those taken, each played or
# discarded; three handicap bridges; two last turns. Exahuna: 64 bridges and two passes, as nobody passes while the
# other can place. Special: 64 bridges and 8 joker moves, a pass before each and two at the end.
TAKES = (2 * kahuna.ISLANDS - 6) + 2 * (2 * kahuna.ISLANDS - 1)
MAX_GAME_ACTIONS = {
    "kahuna": 2 * TAKES + 6 + TAKES + 3 + 2,
    "exahuna": 64 + 2,
    "exahuna-special": 2 * (64 + 8) + 2,
}
HIDDEN_DISCARD, OPENING = kahuna.ACTIONS, kahuna.ACTIONS + 1
# How many lines a log has at most, how many bits the number of an action takes, and how many cards are seen with it.
LOG_LINES = Sisters(
    "encoded log",
    {
        "kahuna": (MAX_GAME_ACTIONS["kahuna"] + 3, (OPENING + 1).bit_length(), 3),
        "exahuna": (MAX_GAME_ACTIONS["exahuna"], 6, 0),
        "exahuna-special": (MAX_GAME_ACTIONS["exahuna-special"], 12, 0),
    },
)
CARD_BITS = 4

_CARDS = re.compile("|".join(KAHUNA.islands))


def information_state(view: View) -> str:
    """All that the view's seat has ever known, as text."""
    rules = ",".join(f"{key}={value}" for key, value in view["rules"].items())
    head = f"{view['game']} {view['seat']} {rules}"
    cards = view["hand"] if has_cards(view) else None
    hand = "" if cards is None else f"hand: {' '.join(cards)}"
    result = f"result: {view['result']}" if view["result"] else ""
    return "\n".join(filter(None, (head, hand, *view["log"], result)))


def log_size(game: str) -> int:
    """How many entries `encode_log` gives for this game."""
    lines, bits, cards = LOG_LINES[game]
    return lines * (bits + CARD_BITS * cards)


def encode_log(view: View) -> NDArray[np.uint8]:
    """The log as zeros and ones: a line's action code + 1, then each of its cards' island + 1, lowest bit first.

    All are 0 after the last line. What is no action of a seat's own has the codes that follow the last action's: a
    hidden discard, a round's opening. Together with `observation.encode` this is all that `information_state` says.
    """
    _, bits, cards = LOG_LINES[view["game"]]
    entries = np.zeros(log_size(view["game"]), np.uint8)
    numbers: list[int] = []
    for text in view["log"]:
        code, seen = _line(view["game"], text)
        line = code + 1
        for place, card in enumerate(seen):
            line |= card + 1 << bits + CARD_BITS * place
        numbers += [line >> bit & 1 for bit in range(bits + CARD_BITS * cards)]
    entries[: len(numbers)] = numbers
    return entries


def _line(game: str, text: str) -> tuple[int, list[int]]:
    """A line of the log as a code and the cards that were seen with it."""
    if not spec_of(game).hidden:
        return codes_of(game)[text], []
    if text.startswith("round "):
        return OPENING, _named(text)
    if text[0] == "+":
        return codes_of(game)[text.split("=")[0]], _named(text)
    return (HIDDEN_DISCARD if text == "~" else codes_of(game)[text]), []


def _named(text: str) -> list[int]:
    return [KAHUNA.islands.index(name) for name in _CARDS.findall(text)]
