"""What frames a lesson or a puzzle in the terminal, in the learner's language: the page's sentences and a few more."""

from collections.abc import Sequence
from typing import Any

from kahuna.learn.lessons import words
from kahuna.server.words import filled, strings
from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.events import Event
from kahuna.table.game import Game
from kahuna.table.games import spec_of
from kahuna.table.ruleset import SEATS, Seat, other
from kahuna.table.view import View, has_cards, has_worths, supply_in
from kahuna.terminal.board import ASCII, UNICODE, TextStyle, has_kinds
from kahuna.terminal.prose import packed, width
from kahuna.terminal.screen import islands_of

PAGE_PARTS = ("pages", "table", "errors", "learn")


class Speech:
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self._strings = strings(language, PAGE_PARTS) | words(language)

    def __call__(self, key: str, **facts: Any) -> str:
        """The sentence for this key with its blanks filled."""
        return filled(self._strings, key, facts)

    def side(self, seat: Seat) -> str:
        """White or Black."""
        return self(f"side.{seat}")

    def listed(self, things: Sequence[str]) -> str:
        """These things, one after the other."""
        return self("terminal.comma").join(things)

    def told(self, events: Sequence[Event], seat: Seat) -> str:
        """What an action did; the reader's own seat is "You"."""
        found: list[Any] = list(events)
        said = [self._deed(found, seat), *self._consequences(found, seat)]
        said += [self._later(event, seat) for event in found]
        return self("log.join").join(filter(None, said))

    def refused(self, error: BadNotation | IllegalAction, game: Game) -> str:
        """Why this cannot be played."""
        if isinstance(error, IllegalAction):
            return self(f"error.{error.reason}", **error.facts)
        return self(
            "terminal.unread", example=self(f"terminal.example.{game.rules.game}"), of=len(game.legal())
        )

    def beside(self, view: View, seat: Seat, style: TextStyle) -> str:
        """What lies beside the board; of two numbers White's is the first."""
        facts = [*self._marks(view["game"], style), self("puzzles.you", side=self.side(seat))]
        islands = _pair(islands_of(view, each) for each in SEATS)
        if has_cards(view):
            facts += [self("round", round=view["round"]), self("terminal.stack", count=view["stack"])]
            facts.append(self("terminal.points", pair=_pair(view["points"][each] for each in SEATS)))
        facts.append(self("terminal.worth" if has_worths(view) else "terminal.islands", pair=islands))
        return "\n".join([*packed(facts, width()), *packed(self._supplies(view, style), width())])

    def _marks(self, game: str, style: TextStyle) -> list[str]:
        """How both sides' bridges look."""
        marks = (UNICODE if style.unicode else ASCII).pieces
        white, black = (marks[each] for each in SEATS)
        if not spec_of(game).cards:
            white, black = ("(4)", "[4]") if has_kinds(game) else (f"({white})", f"[{black}]")
        return [f"{white} {self('side.white')}", f"{black} {self('side.black')}"]

    def _supplies(self, view: View, style: TextStyle) -> list[str]:
        """Cards, or bridges that are left."""
        empty = self("terminal.empty")
        if has_cards(view):
            row = "  ".join(f"+{slot} {card or empty}" for slot, card in enumerate(view["row"], 1))
            hand = " ".join(view["hand"] or ()) or empty
            return [self("terminal.row", cards=row), self("terminal.hand", cards=hand)]
        if not has_worths(view):
            return [f"{self('supply')}: {_pair(supply_in(view, each) for each in SEATS)}"]
        times = (UNICODE if style.unicode else ASCII).times
        doubled = [f"{name} {times}{worth}" for name, worth in view["worth"].items() if worth != 1]
        left = [
            f"{self.side(each)}: "
            + (
                " ".join(f"{kind}{times}{count}" for kind, count in view["supply"][each].items() if count)
                or empty
            )
            for each in SEATS
        ]
        return [*doubled, *left]

    def _does(self, key: str, actor: Seat, seat: Seat, **facts: Any) -> str:
        return self(f"{key}.{'you' if actor == seat else 'they'}", who=self.side(actor), **facts)

    def _deed(self, events: list[Any], seat: Seat) -> str:
        """What the mover did, as the page's log says it (web/table/words.js)."""
        by_name = {event["event"]: event for event in reversed(events)}
        first = events[0]
        who = self("you") if first.get("seat") == seat else self.side(first["seat"])
        if "played" in by_name:
            cards = by_name["played"]["cards"]
            if "removed" in by_name:
                key = "log.replace" if "placed" in by_name else "log.remove"
                return self(key, who=who, cards=" + ".join(cards), link=by_name["removed"]["link"])
            ends = by_name["placed"]["link"].split("-")
            return self("log.place", who=who, card=cards[0], island=ends[ends[0] == cards[0]])
        if "placed" in by_name:
            placed = by_name["placed"]
            if "kind" not in placed:
                return self("log.bridge", who=who, link=placed["link"])
            return self("log.kind", who=who, kind=self(f"kind.{placed['kind']}"), link=placed["link"])
        if "moved" in by_name:
            moved = by_name["moved"]
            kind = self(f"kind.{moved['kind']}")
            return self("log.joker", who=who, kind=kind, link=moved["link"], to=moved["to"])
        if first["event"] in ("took", "discarded"):
            key = "discard" if first["event"] == "discarded" else "row" if first["slot"] else "stack"
            return self._does(f"log.{key}", first["seat"], seat, card=first["card"] or "")
        if first["event"] in ("declined", "ended", "passed"):
            return self._does(f"log.{first['event']}", first["seat"], seat)
        return ""

    def _consequences(self, events: list[Any], seat: Seat) -> list[str]:
        """Islands that changed hands, and bridges that fell."""
        fell = [event["link"] for event in events if event["event"] == "fell"]
        said = [self("log.fall", count=len(fell), links=self.listed(fell))] if fell else []
        for name, key in (("won", "log.win"), ("lost", "log.lose")):
            for each in SEATS:
                islands = [e["island"] for e in events if e["event"] == name and e["seat"] == each]
                if islands:
                    said.append(self._does(key, each, seat, islands=self.listed(islands)))
        return said

    def _later(self, event: Any, seat: Seat) -> str:
        """What follows for both."""
        if event["event"] == "scored":
            (white, black), points = event["islands"], dict(zip(SEATS, event["points"], strict=True))
            said = self("log.scored", round=event["round"], white=white, black=black)
            winner = max(SEATS, key=points.__getitem__)
            gain = self._does("log.points", winner, seat, count=points[winner])
            return said + self("log.join") + (gain if points[winner] else self("log.nopoints"))
        if event["event"] == "over":
            winner, by = event["result"]["winner"], event["result"]["by"]
            if winner is None:
                return self("over.draw")
            loser = self("you") if other(winner) == seat else self.side(other(winner))
            return self._does("over.win", winner, seat) + self("log.join") + self(f"over.by.{by}", who=loser)
        return ""


def _pair(numbers: Any) -> str:
    return ":".join(map(str, numbers))
