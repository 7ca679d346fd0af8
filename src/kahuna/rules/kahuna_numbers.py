"""The numbers of a board of Kahuna: islands, links, cards, and which code an action has."""

from kahuna.rules.bits import SECOND
from kahuna.rules.boards import Board

SUPPLY = 25  # bridges of a player (K1)
HAND_LIMIT = 5  # K7
ROW_SLOTS = 3  # K2
LEGAL_WORDS = 5  # words of bits that hold the legal actions


class KahunaNumbers:
    """What rules, notation and players count with on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.LINKS = len(board.links)
        self.ISLANDS = len(board.islands)
        self.ALL_LINKS = (1 << self.LINKS) - 1
        self.ALL_ISLANDS = (1 << self.ISLANDS) - 1
        self.ALL_CARDS = self.ALL_ISLANDS | self.ALL_ISLANDS << SECOND  # two for each island (K1)
        self.FIRST_END, self.SECOND_END = board.first_end, board.second_end
        self.LINKS_AT, self.MAJORITY = board.links_at, board.majorities()
        # Action codes. A link's code in a group is way * LINKS + link.
        self.PLACE = 0  # way: the card of the link's first or second end
        self.REMOVE = 2 * self.LINKS  # way: both cards, twice the first end's, twice the second end's
        self.REPLACE = 5 * self.LINKS  # the same, and the own bridge laid at once (K14)
        self.DISCARD = 8 * self.LINKS
        self.TAKE_ROW = self.DISCARD + self.ISLANDS
        self.TAKE_STACK = self.TAKE_ROW + ROW_SLOTS
        self.END = self.TAKE_STACK + 1
        self.HANDICAP = self.END + 1
        self.ACTIONS = self.HANDICAP + self.LINKS
        # In `legal`, action c is a bit of word c // WORD_BITS; the last word has all from DISCARD on.
        self.WORD_BITS = 2 * self.LINKS
