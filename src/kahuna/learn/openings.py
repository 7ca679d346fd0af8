"""What is known of first turns, as `tuning/openings.py` found it in games of the bundled net (docs/openings.md)."""

import json
from functools import cache
from pathlib import Path

from kahuna.arena.checkout import Figures

OPENINGS_FILE = Path(__file__).with_name("openings.json")


@cache
def openings() -> Figures:
    """All figures of the file."""
    found: Figures = json.loads(OPENINGS_FILE.read_text("utf-8"))
    return found


def link_of(one: str, two: str) -> str:
    """The name of the link between two islands."""
    return "-".join(sorted((one, two)))


def best_first_bridge(found: Figures, island: str) -> str:
    """The neighbour to which a first bridge by this island's card gains most."""
    gains: dict[str, float] = {
        link.replace(island, "").strip("-"): facts["by"][island][0]
        for link, facts in found["links"].items()
        if island in facts["by"]
    }
    return max(gains, key=lambda neighbour: gains[neighbour])


def by_control(found: Figures) -> list[str]:
    """The islands, those whose control is worth most first."""
    return sorted(found["control"], key=lambda island: -found["control"][island][0])


def kinds_of_turns(seat: Figures) -> list[tuple[str, int, Figures]]:
    """The kinds of first turns of a seat: a name, how many bridges or cards, the figures."""
    return [
        *(("build", count, facts) for count, facts in enumerate(seat["bridges"])),
        *((name, 1, facts) for name, facts in seat["ends"].items()),
        *(("discard", count, facts) for count, facts in enumerate(seat["discards"], 1)),
    ]


def openings_file() -> bytes:
    """What the page shows of Kahuna, as it is sent."""
    found = openings()["kahuna"]
    told = {
        "games": found["games"],
        "islands": {
            island: {
                "control": _worth(found["control"][island]),
                "card": _worth(found["cards"][island]),
                "to": best_first_bridge(found, island),
            }
            for island in by_control(found)
        },
        "links": {link: round(facts["first"][0], 1) for link, facts in found["links"].items()},
        "turns": {
            seat: [
                {"name": name if count else "nothing", "count": count, "gain": _worth(facts["gain"])}
                for name, count, facts in kinds_of_turns(found[seat])
            ]
            for seat in ("white", "black")
        },
    }
    return json.dumps(told, separators=(",", ":")).encode()


def _worth(span: list[float]) -> tuple[float, float]:
    """A figure, and how far its interval reaches."""
    value, low, high = span
    return round(value, 1), round((high - low) / 2, 1)
