"""A view as a few lines of plain text."""

from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import KahunaView, View, bridges_in, has_cards, supply_in


def table_text(view: View) -> str:
    """What the view shows: whose move it is, bridges and islands of both sides, and the cards it may show."""
    return "\n".join([_headline(view), *(_side(view, seat) for seat in SEATS), *_cards(view)])


def private_text(view: View) -> str:
    """What only the view's own seat can see: its hand, and what it discarded since the last shuffle; "" if nothing."""
    if not has_cards(view) or view["hand"] is None:
        return ""
    text = f"{view['seat']} holds {' '.join(view['hand']) or '-'}"
    return text + (f"; discarded {' '.join(view['own_secret'])}" if view["own_secret"] else "")


def _headline(view: View) -> str:
    if view["result"]:
        winner = view["result"]["winner"]
        return f"{view['game']}: " + (f"{winner} wins by {view['result']['by']}" if winner else "tied")
    number = f"round {view['round']}, " if has_cards(view) else ""
    doing = {"turn": "turn", "last-turn": "last turn", "handicap": "handicap, turn"}[view["phase"]]
    parts = [f"{view['game']}: {number}{doing} {view['turn']}, {view['to_move']} to move"]
    parts += _card_flow(view) if has_cards(view) else ["after a pass"] * (view["log"][-1:] == ["-"])
    return ", ".join(parts)


def _card_flow(view: KahunaView) -> list[str]:
    """What the player to move has done in this turn, and must do."""
    parts = []
    if view["handicap_left"]:
        parts.append(f"{view['handicap_left']} bridges without a card")
    if view["last_turns_left"]:
        parts.append(f"last turns left {view['last_turns_left']}")
    if view["this_turn"] != "none":
        parts.append(f"has {view['this_turn']}")
    if view["must_take"]:
        parts.append("must take")
    return parts


def _side(view: View, seat: Seat) -> str:
    bridges = []
    for link, bridge in bridges_in(view).items():
        if isinstance(bridge, str):
            bridges += [link] * (bridge == seat)
        elif bridge["colour"] == seat:
            bridges.append(f"{bridge['kind']}:{link}")
    islands = [island for island, holder in view["control"].items() if holder == seat]
    supply = supply_in(view, seat)
    left = supply if isinstance(supply, int) else " ".join(f"{kind}:{n}" for kind, n in supply.items())
    parts = [f"islands {' '.join(islands) or '-'}", f"bridges {' '.join(bridges) or '-'}", f"{left} left"]
    if has_cards(view):
        cards = f"{view['cards'][seat]} cards"
        if view["known"][seat]:
            cards += f", among them {' '.join(view['known'][seat])}"
        if view["secret"][seat]:
            cards += f", {view['secret'][seat]} discarded"
        parts = [f"{view['points'][seat]} points", cards, *parts]
    return f"{seat}: " + "; ".join(parts)


def _cards(view: View) -> list[str]:
    if not has_cards(view):
        return []
    row = " ".join(card or "-" for card in view["row"])
    lines = [f"row {row}; stack {view['stack']}; discards {' '.join(view['discards']) or '-'}"]
    return [*lines, *filter(None, [private_text(view)])]
