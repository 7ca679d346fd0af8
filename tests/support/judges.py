"""Judges without nets: they answer at once what a test can recognise."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec

from kahuna.review.walk import walk
from kahuna.server.judge import Failed
from kahuna.server.reviews import named
from kahuna.table.imagined import until, variation
from kahuna.table.record import load_record, read_record
from kahuna.table.ruleset import SEATS

GOLDEN = Path(__file__).parents[1] / "golden"
PLAYERS = {
    seat: {"name": "", "accuracy": accuracy, "luck": luck}
    for seat, accuracy, luck in (("white", 0.75, 0.08), ("black", 0.5, -0.08))
}


class PlainJudge:
    """Counts turns as the rules do and finds every one of them good."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []
        self.gate: asyncio.Event | None = None  # turns and moments wait for it
        self.fails = False
        self.closed = False

    async def call(self, rank: int, name: str, *arguments: Any) -> bytes:
        """The answer to a call of the service."""
        self.asked.append((rank, name))
        if self.fails:
            raise Failed("test")
        if name in ("portion", "explored") and self.gate:
            await self.gate.wait()
        await asyncio.sleep(0)
        return msgspec.json.encode(getattr(self, name)(*arguments))

    def outline(self, record: str, depth: str) -> Any:
        """How many turns there are."""
        turns = len(list(walk(read_record(load_record(record)))))
        return {"review": {"depth": depth, "players": PLAYERS}, "turns": turns}

    def portion(self, record: str, depth: str, first: int) -> Any:
        """One turn."""
        turn = list(walk(read_record(load_record(record))))[first]
        return {"turns": [{"seat": turn.seat, "turn": turn.turn, "label": "good"}]}

    def whole(self, record: str, depth: str, parts: list[bytes]) -> Any:
        """All of them."""
        turns = [turn for part in parts for turn in msgspec.json.decode(part)["turns"]]
        return {"depth": depth, "players": PLAYERS, "turns": turns}

    def explored(self, record: str, at: int, known: str | None, actions: list[str]) -> Any:
        """What was asked."""
        return {"at": at, "known": known, "actions": actions}

    def tried(self, record: str, at: int, action: str) -> Any:
        """What was asked."""
        return {"at": at, "action": action}

    def close(self) -> None:
        """Notes that it was ended."""
        self.closed = True


class GoldenJudge(PlainJudge):
    """Knows the reviews in `tests/golden/reviews` by heart, and thinks of every moment the same; for pages."""

    def __init__(self) -> None:
        super().__init__()
        self.reviews: dict[str, Any] = {}
        for path in sorted((GOLDEN / "reviews").glob("*.json")):
            record = json.loads((GOLDEN / path.name).read_text())
            self.reviews[named(record).digest] = json.loads(path.read_text())

    def _review(self, record: str) -> Any:
        digest = named(load_record(record)).digest
        if digest not in self.reviews:
            raise Failed("not golden")
        return self.reviews[digest]

    def outline(self, record: str, depth: str) -> Any:
        """The review without its turns."""
        review = self._review(record)
        return {
            "review": review | {"depth": depth, "turns": [], "points": [], "complete": False},
            "turns": len(review["turns"]),
        }

    def portion(self, record: str, depth: str, first: int) -> Any:
        """Ten turns, without advice."""
        return {
            "turns": [turn | {"advice": None} for turn in self._review(record)["turns"][first : first + 10]]
        }

    def whole(self, record: str, depth: str, parts: list[bytes]) -> Any:
        """The review."""
        return self._review(record) | {"depth": depth}

    def explored(self, record: str, at: int, known: Any, actions: list[str]) -> Any:
        """The position, in which the first action is as good as the second, and White has 60 %."""
        game = variation(read_record(load_record(record)), at, known, actions)
        seat = SEATS[game.steps[-1].seat] if actions else None
        return {
            "action": actions[-1] if actions else None,
            "seat": seat,
            "events": game.events(seat) if seat else [],
            "view": game.view(None) | {"log": []},
            "hands": game.spec.hands(game.state) if game.spec.hands else None,
            "legal": game.legal(),
            "options": [{"action": action, "chance": 0.6} for action in game.legal()[:2]],
            "white": 0.6,
        }

    def tried(self, record: str, at: int, action: str) -> Any:
        """The advised action is best, any other a slip."""
        game = read_record(load_record(record))
        advice = [turn["advice"] for turn in self._review(record)["turns"] if turn["advice"]]
        best = next((one["better"] for one in advice if one["number"] == at), "")
        return {
            "action": action,
            "best": best,
            "label": "best" if action == best else "slip",
            "loss": 0.0 if action == best else 0.05,
            "chance": 0.7 if action == best else 0.65,
            "best_chance": 0.7,
            "events": until(game, at).preview(action),
        }
