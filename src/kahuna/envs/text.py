"""A view as a few lines of plain text."""

from collections.abc import Mapping
from typing import Any

from kahuna.table.games import spec_of
from kahuna.table.ruleset import SEATS


def table_text(view: Mapping[str, Any]) -> str:
    """What the view shows: whose move it is, bridges and islands of both sides, and the cards it may show."""
    return "\n".join([_headline(view), *(_side(view, seat) for seat in SEATS), *_cards(view)])


def private_text(view: Mapping[str, Any]) -> str:
    """What only the view's own seat can see: its hand, and what it put away since the last shuffle; "" if nothing."""
    if view.get("hand") is None:
        return ""
    text = f"{view['seat']} holds {' '.join(view['hand']) or '-'}"
    return text + (f"; put away {' '.join(view['own_secret'])}" if view["own_secret"] else "")


def _headline(view: Mapping[str, Any]) -> str:
    if view["result"]:
        winner = view["result"]["winner"]
        return f"{view['game']}: " + (f"{winner} wins by {view['result']['by']}" if winner else "tied")
    number = f"round {view['round']}, " if "round" in view else ""
    doing = {"turn": "turn", "last-turn": "last turn", "handicap": "handicap, turn"}[view["phase"]]
    parts = [f"{view['game']}: {number}{doing} {view['turn']}, {view['to_move']} to move"]
    if view.get("handicap_left"):
        parts.append(f"{view['handicap_left']} bridges without a card")
    if view.get("last_turns_left"):
        parts.append(f"last turns left {view['last_turns_left']}")
    if view.get("this_turn", "none") != "none":
        parts.append(f"has {view['this_turn']}")
    if view.get("must_take"):
        parts.append("must take")
    if not spec_of(view["game"]).cards and view["log"][-1:] == ["-"]:
        parts.append("after a pass")
    return ", ".join(parts)


def _side(view: Mapping[str, Any], seat: str) -> str:
    bridges = []
    for link, bridge in view["bridges"].items():
        if isinstance(bridge, str):
            bridges += [link] * (bridge == seat)
        elif bridge["colour"] == seat:
            bridges.append(f"{bridge['kind']}:{link}")
    islands = [island for island, holder in view["control"].items() if holder == seat]
    supply = view["supply"][seat]
    left = supply if isinstance(supply, int) else " ".join(f"{kind}:{n}" for kind, n in supply.items())
    parts = [f"islands {' '.join(islands) or '-'}", f"bridges {' '.join(bridges) or '-'}", f"{left} left"]
    if "points" in view:
        cards = f"{view['cards'][seat]} cards"
        if view["known"][seat]:
            cards += f", among them {' '.join(view['known'][seat])}"
        if view["secret"][seat]:
            cards += f", {view['secret'][seat]} put away"
        parts = [f"{view['points'][seat]} points", cards, *parts]
    return f"{seat}: " + "; ".join(parts)


def _cards(view: Mapping[str, Any]) -> list[str]:
    if "row" not in view:
        return []
    row = " ".join(card or "-" for card in view["row"])
    lines = [f"row {row}; stack {view['stack']}; discards {' '.join(view['discards']) or '-'}"]
    return [*lines, *filter(None, [private_text(view)])]
