"""What Kahuna is worth before the first deal: one number for each set of rules, the mean over a great many deals.

They belong to one net, whose check sum stands beside them; `kahuna train --open` computes both.
"""

import json
from collections.abc import Callable
from functools import cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from kahuna.bots.nets.netfile import BadNet, read_net
from kahuna.bots.nets.network import Net
from kahuna.review.open_inputs import SLOTS
from kahuna.review.worth import start_sums
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import BLACK, WHITE
from kahuna.table.ruleset import Rules

OPEN_NET = Path(__file__).parent / "nets" / "kahuna-open.net"
DEALS = 1_000_000
START_SEED = 1


class OpenNet(NamedTuple):
    """The net that sees all cards, and its value of each set of rules before the deal, for the seat that begins."""

    net: Net
    starts: dict[str, float]
    digest: str

    def start(self, rules: Rules) -> float:
        """White's chance before the deal."""
        value = self.starts[name_of(rules)]
        return value if rules.first == "white" else 1.0 - value


def name_of(rules: Rules) -> str:
    """The name of a set of rules, seen from the seat that begins, like `planning, handicap 2 to the other`."""
    whose = "the first" if rules.handicap_to == rules.first else "the other"
    handicap = f"handicap {rules.handicap} to {whose}" if rules.handicap else "no handicap"
    return f"{'planning' if rules.planning else 'standard'}, {handicap}"


def all_rules() -> list[Rules]:
    """Every set of rules of the game of cards in which White begins."""
    plain = [Rules(planning=planning) for planning in (False, True)]
    return [
        rules._replace(handicap=count, handicap_to=seat if count else None)
        for rules in plain
        for count in range(4)
        for seat in (("white", "black") if count else ("white",))
    ]


def path_beside(net: Path) -> Path:
    """The file of the start values that belong to a net's file."""
    return net.with_suffix(".starts.json")


def write_starts(path: Path, deals: int = DEALS, tell: Callable[[str], None] = lambda _: None) -> None:
    """Computes the start values of the net in this file and writes them beside it."""
    net, header = read_net(path, "kahuna", SLOTS)
    entries: dict[str, dict[str, float]] = {}
    for rules in all_rules():
        to = WHITE if rules.handicap_to == "white" else BLACK
        name = name_of(rules)
        generator = seeded(START_SEED, len(entries))
        total, squares = start_sums(net, int(rules.planning), rules.handicap, to, deals, generator)
        mean = total / deals
        entries[name] = {"chance": mean, "error": sqrt(max(squares / deals - mean * mean, 0.0) / deals)}
        tell(name)
    document = {"net": header["digest"], "deals": deals, "starts": entries}
    path_beside(path).write_text(json.dumps(document, indent=1) + "\n", "utf-8")


@cache
def open_net(path: Path = OPEN_NET) -> OpenNet:
    """The net in this file with its start values; BadNet in one line if they do not belong together."""
    net, header = read_net(path, "kahuna", SLOTS)
    beside = path_beside(path)
    document = json.loads(beside.read_text("utf-8"))
    if document["net"] != header["digest"]:
        raise BadNet(f"{beside}: start values of another net; compute them again with kahuna train --open")
    starts = {name: entry["chance"] for name, entry in document["starts"].items()}
    return OpenNet(net, starts, header["digest"])
