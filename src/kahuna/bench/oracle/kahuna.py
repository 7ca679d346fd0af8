"""The naive model of Kahuna (K1 to K16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kahuna.bench.oracle.islands import (
    ARCHIPELAGO,
    BLACK,
    COLOURS,
    OTHER,
    SEATS,
    WHITE,
    Islands,
    Shown,
    lower,
    spread,
)


class Kahuna(Islands):
    """Kahuna, K1 to K16."""

    board = ARCHIPELAGO

    def __init__(
        self,
        deck: list[str],
        reshuffle: Callable[[int, list[str]], list[str]],
        *,
        planning: bool = False,
        handicap: int = 0,
        handicap_to: str | None = None,
        first: str = WHITE,
    ) -> None:
        super().__init__()
        if sorted(deck) != sorted(2 * self.board.islands):  # K1
            raise ValueError("the deck must hold two cards for each island")
        if handicap not in (0, 1, 2, 3) or first not in COLOURS:
            raise ValueError("no such handicap or no such first player")
        if (handicap_to in COLOURS) != (handicap > 0) or handicap_to not in SEATS:
            raise ValueError("a handicap needs a colour, and no handicap has none")
        self.reshuffle = reshuffle
        self.planning, self.handicap, self.handicap_to, self.first = planning, handicap, handicap_to, first
        # K2, Deal order: 1-3 to the player who begins, 4-6 to the dealer, 7-9 to the row, then the stack.
        self.hands: dict[str, list[str]] = {first: deck[0:3], OTHER[first]: deck[3:6]}
        self.row: list[str | None] = [*deck[6:9]]
        self.stack: list[str] = deck[9:]
        self.discards: list[str] = []  # face up, since the last shuffle, in order
        self.secret: dict[str, list[str]] = {WHITE: [], BLACK: []}  # K6, since the last shuffle
        self.points = {WHITE: 0, BLACK: 0}
        self.round = 1
        self.turn = 1
        self.handicap_left = handicap  # K15: before the first turn
        self.to_move: str | None = handicap_to if handicap else first
        self.this_turn = "none"  # or "played" or "discarded": K3's either-or
        self.must_take = False  # K8: the opponent declined in the turn just before
        self.last_turns_left: int | None = None  # K11
        self.taken: dict[str, Counter[str]] = {WHITE: Counter(), BLACK: Counter()}
        self.known: dict[str, Counter[str]] = {WHITE: Counter(), BLACK: Counter()}
        self.logs: dict[str | None, list[str]] = {seat: [] for seat in SEATS}
        self._write_round()

    # What may be done

    def legal(self) -> list[str]:
        """Placements and removals by cards, discards, and what ends the turn."""
        if self.to_move is None:
            return []
        if self.handicap_left:  # K15: any free link, no cards; they may stop, even at once
            return ["=" + link for link in self.free_links()] + ["-"]
        actions: list[str] = []
        if self.this_turn != "discarded":  # K3: plays or discards, never both
            actions += self._legal_places(self.to_move) + self._legal_removals(self.to_move)
        if self.this_turn != "played":
            actions += ["~" + card for card in sorted(set(self.hands[self.to_move]))]  # K6, at any hand size
        return actions + self._legal_endings(self.to_move)

    def supply(self, colour: str) -> int:
        """K1: twenty-five bridges; removed ones return to their owner."""
        return 25 - len(self.bridges_of(colour))

    def _legal_places(self, me: str) -> list[str]:
        """K4: one card, a free link of the island it names, a bridge in supply (K1); K14a if planning."""
        if not self.supply(me):
            return []
        actions = []
        for card in sorted(set(self.hands[me])):
            for link in self.board.links_of[card]:
                if link not in self.bridges and not (self.planning and self._guarded(link, OTHER[me])):
                    a, b = self.board.ends[link]
                    actions.append(f"{card}>{b if card == a else a}")
        return actions

    def _legal_removals(self, me: str) -> list[str]:
        """K5: two cards (A+A, A+B or B+B) remove an opponent's bridge; K14b: `xx` places an own bridge there."""
        actions = []
        hand = self.hands[me]
        for link in self.bridges_of(OTHER[me]):
            a, b = self.board.ends[link]
            pairs = [f"{a}+{b}"] if a in hand and b in hand else []
            pairs += [f"{card}+{card}" for card in (a, b) if hand.count(card) >= 2]
            actions += [f"{pair} x {link}" for pair in pairs]
            if pairs and self.planning and self.supply(me) and not self._guarded(link, OTHER[me]):
                actions += [f"{pair} xx {link}" for pair in pairs]
        return actions

    def _guarded(self, link: str, foe: str) -> bool:
        """K14: whether the opponent controls an end of this link, not counting any bridge on the link itself.

        For a place (a) the link is free; for `xx` (b) the bridge on it has been removed when this is asked.
        """
        return any(
            2 * len([near for near in self.bridges_at(island, foe) if near != link])
            > len(self.board.links_of[island])
            for island in self.board.ends[link]
        )

    def _legal_endings(self, me: str) -> list[str]:
        """K7 take or K8 decline; in a last turn only `-`, which is no decline (K11)."""
        if self.last_turns_left is not None:
            return ["-"]
        endings = [] if self.must_take else ["-"]
        if len(self.hands[me]) < 5:  # K7: a hand never exceeds five cards
            endings += [f"+{slot + 1}" for slot in range(3) if self.row[slot] is not None]
            endings += ["+"] if self.stack else []
        return endings

    # Doing it

    def play(self, action: str, *, trusted: bool = False) -> None:
        """Do a legal action; with `trusted` the caller vouches that it is legal."""
        if not trusted:
            self.check(action)
        assert self.to_move is not None
        me = self.to_move
        if self.handicap_left:
            self._handicap(me, action)
            return
        if action == "-":
            self._write("-")
            if self.last_turns_left == 1:
                self._final_score()
        elif action.startswith("~"):
            self._discard(me, action[1:])
        elif action.startswith("+"):
            self._take(me, action[1:])
        elif ">" in action:
            self._place(me, action)
        else:
            self._remove(me, action)
        self._check_early_end()  # K13: after every action
        if action[0] in "+-" and self.outcome is None:  # K3: exactly one ending to a turn
            self._next_turn(declined=action == "-")

    def _handicap(self, me: str, action: str) -> None:
        """K15: after the nth bridge, or a stop, the first turn begins."""
        self._write(action)
        self.handicap_left -= 1
        if action == "-":
            self.handicap_left = 0
        else:
            self._build(me, action[1:])
        if not self.handicap_left:
            self.to_move = self.first

    def _build(self, me: str, link: str) -> None:
        """Put a bridge; control newly gained, of both ends together, removes the other's bridges there."""
        before = self.controlled_by(me)
        self.bridges[link] = me
        self.remove_all_at(self.controlled_by(me) - before, OTHER[me])

    def _play_card(self, me: str, card: str) -> None:
        """From the hand face up on the discard pile; a card taken from the row is known until played."""
        self.hands[me].remove(card)
        self.discards.append(card)
        lower(self.taken[me], card)
        lower(self.known[me], card)
        self.this_turn = "played"

    def _place(self, me: str, action: str) -> None:
        """K4."""
        self._write(action)
        card, island = action.split(">")
        self._play_card(me, card)
        self._build(me, "-".join(sorted((card, island))))

    def _remove(self, me: str, action: str) -> None:
        """K5, and K14b's `xx`; a pair is laid on the pile in alphabetical order."""
        self._write(action)
        pair, cross, link = action.split(" ")
        for card in pair.split("+"):
            self._play_card(me, card)
        self.remove_bridge(link)
        if cross == "xx":
            self._build(me, link)

    def _discard(self, me: str, card: str) -> None:
        """K6: secretly; it lowers every known count of its owner by one (protocol.md, `known`)."""
        self._write("~", own="~" + card)
        self.hands[me].remove(card)
        self.secret[me].append(card)
        for island in self.board.islands:
            lower(self.known[me], island)
        self.this_turn = "discarded"

    def _take(self, me: str, slot: str) -> None:
        """K7: from a slot of the row, which both see and which is refilled at once, or from the stack."""
        if slot:
            index = int(slot) - 1
            card = self.row[index]
            assert card is not None
            refill = self.stack.pop(0) if self.stack else None
            self.row[index] = refill
            self.taken[me][card] += 1
            self.known[me][card] += 1
            self._write(f"+{slot}={card}" + (f"/{refill}" if refill else ""))
        else:
            card = self.stack.pop(0)
            self._write("+", own="+=" + card)
        self.hands[me].append(card)
        if not self.stack and self.row == [None, None, None]:
            self._end_round()

    def _next_turn(self, *, declined: bool) -> None:
        assert self.to_move is not None
        self.to_move = OTHER[self.to_move]
        self.turn += 1
        self.this_turn = "none"
        if self.last_turns_left is None:
            self.must_take = declined  # K8
        elif declined:  # K11: this `-` ended a last turn and is no decline
            self.last_turns_left -= 1

    # Rounds and the end

    def _islands(self) -> dict[str, int]:
        return {colour: len(self.controlled_by(colour)) for colour in COLOURS}

    def _end_round(self) -> None:
        """K9: score, check K13, shuffle (K10); after round 3 each has one more turn (K11)."""
        if self.round == 3:
            self.last_turns_left = 2
            self.must_take = False
            return
        islands = self._islands()
        for colour in COLOURS:
            if islands[colour] > islands[OTHER[colour]]:
                self.points[colour] += self.round  # 1 point after round 1, 2 after round 2
        self.round += 1
        self._check_early_end()
        if self.outcome is None:
            self._shuffle()

    def pile(self) -> list[str]:
        """The whole discard pile, secret discards included."""
        return sorted(self.discards + self.secret[WHITE] + self.secret[BLACK])

    def _shuffle(self) -> None:
        """K10: three to the row, the rest is the stack, top first; bridges and hands stay."""
        pile = self.pile()
        deck = list(self.reshuffle(self.round, list(pile)))
        if sorted(deck) != pile:
            raise ValueError(f"deck of round {self.round} is no permutation of the discard pile")
        self.discards = []
        self.secret = {WHITE: [], BLACK: []}
        self.row, self.stack = [*deck[:3]], deck[3:]
        self._write_round()

    def _check_early_end(self) -> None:
        """K13: in round 2 or 3, exactly one player without a bridge loses."""
        if self.outcome is None and self.round > 1:
            for colour in COLOURS:
                if self.bridges_of(colour) and not self.bridges_of(OTHER[colour]):
                    self._finish(colour, "early-end")
                    return

    def _final_score(self) -> None:
        """K11: the difference in islands; K12: points, then round 3, then bridges, then a tie."""
        islands = self._islands()
        for colour in COLOURS:
            self.points[colour] += max(0, islands[colour] - islands[OTHER[colour]])
        bridges = {colour: len(self.bridges_of(colour)) for colour in COLOURS}
        for by, measure in (("points", self.points), ("round-3", islands), ("bridges", bridges)):
            for colour in COLOURS:
                if measure[colour] > measure[OTHER[colour]]:
                    self._finish(colour, by)
                    return
        self._finish(None, "draw")

    def _finish(self, winner: str | None, by: str) -> None:
        islands = self._islands()
        self.outcome = {
            "winner": winner,
            "by": by,
            "points": [self.points[colour] for colour in COLOURS],
            "islands": [islands[colour] for colour in COLOURS],
        }
        self.to_move, self.this_turn, self.must_take, self.last_turns_left = None, "none", False, None

    # Who knows what (K16)

    def _write(self, public: str, own: str | None = None) -> None:
        """Log an action of the player to move, who may see more of it than the others."""
        for seat in SEATS:
            self.logs[seat].append(own if own is not None and seat == self.to_move else public)

    def _write_round(self) -> None:
        self._write(f"round {self.round}: " + " ".join(card for card in self.row if card))

    def phase(self) -> str:
        """What the player to move has to do, as a view says it."""
        if self.outcome is not None:
            return "over"
        if self.handicap_left:
            return "handicap"
        return "turn" if self.last_turns_left is None else "last-turn"

    def view(self, seat: str | None) -> Shown:
        """The View of protocol.md."""
        return {
            "game": "kahuna",
            "rules": {
                "planning": self.planning,
                "handicap": self.handicap,
                "handicap_to": self.handicap_to,
                "first": self.first,
            },
            "seat": seat,
            "phase": self.phase(),
            "round": self.round,
            "to_move": self.to_move,
            "turn": self.turn,
            "this_turn": self.this_turn,
            "last_turns_left": self.last_turns_left,
            "handicap_left": self.handicap_left,
            "bridges": dict(self.bridges),
            "control": self.control(),
            "points": dict(self.points),
            "hand": None if seat is None else sorted(self.hands[seat]),
            "cards": {colour: len(self.hands[colour]) for colour in COLOURS},
            "taken": {colour: spread(self.taken[colour]) for colour in COLOURS},
            "known": {colour: spread(self.known[colour]) for colour in COLOURS},
            "row": list(self.row),
            "stack": len(self.stack),
            "discards": list(self.discards),
            "secret": {colour: len(self.secret[colour]) for colour in COLOURS},
            "own_secret": None if seat is None else sorted(self.secret[seat]),
            "must_take": self.must_take,
            "supply": {colour: self.supply(colour) for colour in COLOURS},
            "legal": sorted(self.legal()) if seat is not None and seat == self.to_move else [],
            "log": list(self.logs[seat]),
            "result": self.outcome,
        }

    def secrets(self) -> Shown:
        """Everything hidden."""
        return {
            "hands": {colour: sorted(self.hands[colour]) for colour in COLOURS},
            "secret": {colour: sorted(self.secret[colour]) for colour in COLOURS},
            "stack": list(self.stack),
            "pile": self.pile(),
        }
