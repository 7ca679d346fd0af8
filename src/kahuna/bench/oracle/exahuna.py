"""The naive models of Exahuna (E1 to E5) and Exahuna Special (S1 to S8)."""

from __future__ import annotations

from collections import Counter

from kahuna.bench.oracle.islands import (
    BLACK,
    COLOURS,
    HEXAGON,
    OTHER,
    WHITE,
    Islands,
    Shown,
)

KINDS = ("1", "2", "3", "4", "minus", "joker", "valour", "double")  # S1


class Exahuna(Islands):
    """Exahuna, E1 to E5."""

    board = HEXAGON
    game = "exahuna"

    def __init__(self) -> None:
        super().__init__()
        self.supply: dict[str, Counter[str]] = {colour: self.start_supply() for colour in COLOURS}
        self.to_move: str | None = WHITE  # E1
        self.turn = 1
        self.passes = 0  # in a row
        self.log: list[str] = []

    def start_supply(self) -> Counter[str]:
        """E1: thirty-two bridges, here all of one kind."""
        return Counter({"plain": 32})

    def legal(self) -> list[str]:
        """Placements; a pass only if there is none (E4)."""
        if self.to_move is None:
            return []
        return self._legal_places(self.to_move) or ["-"]  # E4: pass only if nothing can be placed

    def _legal_places(self, me: str) -> list[str]:
        """E2: one bridge on any free link."""
        return self.free_links() if self.supply[me].total() else []

    def play(self, action: str, *, trusted: bool = False) -> None:
        """Do a legal action; with `trusted` the caller vouches that it is legal."""
        if not trusted:
            self.check(action)
        assert self.to_move is not None
        me = self.to_move
        self.log.append(action)
        if action == "-":
            self.passes += 1
        else:
            self.passes = 0
            marks = self.control()
            self._move(me, action)
            self._resolve(me, marks)
        emptied = not any(self.supply[colour].total() for colour in COLOURS)
        if emptied or self.passes == 2:  # E4
            self._finish()
        else:
            self.turn += 1
            self.to_move = OTHER[me]

    def _move(self, me: str, action: str) -> None:
        self.supply[me]["plain"] -= 1
        self.bridges[action] = me

    def _resolve(self, me: str, marks: dict[str, str]) -> None:
        """E3: islands newly controlled lose the other's bridges, which leave the game for good."""
        gained = {island for island in self.controlled_by(me) if marks.get(island) != me}
        self.remove_all_at(gained, OTHER[me])

    def _islands(self, colour: str) -> int:
        return len(self.controlled_by(colour))

    def _finish(self) -> None:
        """E5: more islands, then more bridges on the board, then a tie."""
        islands = [self._islands(colour) for colour in COLOURS]
        bridges = [len(self.bridges_of(colour)) for colour in COLOURS]
        winner, by = None, "draw"
        for reason, (white, black) in (("islands", islands), ("bridges", bridges)):
            if white != black:
                winner, by = (WHITE if white > black else BLACK), reason
                break
        self.outcome = {"winner": winner, "by": by, "points": None, "islands": islands}
        self.to_move = None

    def view(self, seat: str | None) -> Shown:
        """The View of protocol.md."""
        return {
            "game": self.game,
            "rules": {"planning": False, "handicap": 0, "handicap_to": None, "first": WHITE},
            "seat": seat,
            "phase": "turn" if self.outcome is None else "over",
            "turn": self.turn,
            "to_move": self.to_move,
            "bridges": dict(self.bridges),
            "control": self.control(),
            "supply": {colour: self.supply[colour].total() for colour in COLOURS},
            "legal": sorted(self.legal()) if seat is not None and seat == self.to_move else [],
            "log": list(self.log),
            "result": self.outcome,
        }

    def secrets(self) -> Shown:
        """Nothing is hidden."""
        return {}


class Special(Exahuna):
    """Exahuna Special, S1 to S7."""

    game = "exahuna-special"

    def __init__(self) -> None:
        super().__init__()
        self.kinds: dict[str, str] = {}  # occupied link -> kind of the bridge there

    def start_supply(self) -> Counter[str]:
        """S1: four of each of the eight kinds."""
        return Counter(dict.fromkeys(KINDS, 4))

    def legal(self) -> list[str]:
        """S7: a player who can place must place or move a joker; one who cannot may move a joker or pass."""
        if self.to_move is None:
            return []
        places = self._legal_places(self.to_move)
        return (places or ["-"]) + self._legal_joker_moves(self.to_move)

    def _legal_places(self, me: str) -> list[str]:
        free = self.free_links()
        return [f"{kind}:{link}" for kind in KINDS if self.supply[me][kind] for link in free]

    def _legal_joker_moves(self, me: str) -> list[str]:
        """S4: any other own bridge, another joker included, may replace an own joker."""
        mine = self.bridges_of(me)
        jokers = [link for link in mine if self.kinds[link] == "joker"]
        return [f"{moving}>{joker}" for joker in jokers for moving in mine if moving != joker]

    def _move(self, me: str, action: str) -> None:
        if ">" in action:  # S4: it moves with its kind, the joker leaves the game, the link it left is free
            moving, joker = action.split(">")
            kind, link = self.kinds[moving], joker
            self.remove_bridge(joker)
            self.remove_bridge(moving)
        else:
            kind, link = action.split(":")
            self.supply[me][kind] -= 1
        self.bridges[link] = me
        self.kinds[link] = kind

    def remove_bridge(self, link: str) -> None:
        """Takes the bridge and its kind off this link."""
        super().remove_bridge(link)
        del self.kinds[link]

    def value(self, island: str, colour: str) -> int:
        """S2, S3: the colour's points at an island."""
        mine = [self.kinds[link] for link in self.bridges_at(island, colour)]
        minuses = [self.kinds[link] for link in self.bridges_at(island, OTHER[colour])].count("minus")
        points = 0
        for kind in mine:
            own = int(kind) if kind in ("1", "2", "3", "4") else 1  # S1: the other four kinds have value 1
            valours = mine.count("valour") - (kind == "valour")  # S3: every other bridge, not itself
            points += max(0, own + valours - minuses)  # summed first, then floored at 0
        return points

    def controls(self, colour: str, island: str) -> bool:
        """S5: of degree 6, four links, or three and more points; of degree 5, three links."""
        bridges = len(self.bridges_at(island, colour))
        if bridges != 3 or len(self.board.links_of[island]) == 5:
            return bridges >= 3
        return self.value(island, colour) > self.value(island, OTHER[colour])

    def _resolve(self, me: str, marks: dict[str, str]) -> None:
        """S6: in steps; the mover's new islands first, then the opponent's, until neither side has any."""
        while True:
            for colour in (me, OTHER[me]):
                gained = {island for island in self.controlled_by(colour) if marks.get(island) != colour}
                if gained:
                    marks.update((island, colour) for island in gained)
                    self.remove_all_at(gained, OTHER[colour])
                    break  # after a step the mover is asked first again
            else:
                return

    def worth(self, island: str) -> int:
        """S7: 1, doubled by each double bridge on it, whoever owns it."""
        doubles = [link for link in self.board.links_of[island] if self.kinds.get(link) == "double"]
        return int(2 ** len(doubles))

    def _islands(self, colour: str) -> int:
        """S7: the sum of the worth of the islands one controls."""
        return sum(self.worth(island) for island in self.controlled_by(colour))

    def view(self, seat: str | None) -> Shown:
        """The View of protocol.md; a bridge has a kind, and `values` and `worth` are added."""
        view = super().view(seat)
        view["bridges"] = {
            link: {"colour": colour, "kind": self.kinds[link]} for link, colour in self.bridges.items()
        }
        view["supply"] = {colour: {kind: self.supply[colour][kind] for kind in KINDS} for colour in COLOURS}
        view["values"] = {
            island: {colour: self.value(island, colour) for colour in COLOURS}
            for island in self.board.islands
        }
        view["worth"] = {island: self.worth(island) for island in self.board.islands}
        return view
