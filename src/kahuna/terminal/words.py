"""Events, actions and results as English sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kahuna.table.ruleset import SEATS

NAMES = {"white": "White", "black": "Black"}


def told(events: Iterable[Mapping[str, Any]], seat: str | None) -> str:
    """What happened, as sentences; the reader's own seat is "You"."""
    return " ".join(filter(None, (sentence(event, seat) for event in _grouped(events))))


def effects(events: Iterable[Mapping[str, Any]], seat: str | None) -> str:
    """What an action would win and cost, in a few words; "" if nothing but the bridge itself."""
    grouped = _grouped(event for event in events if event["event"] in ("won", "lost", "fell"))
    return "; ".join(sentence(event, seat).rstrip(".") for event in grouped)


def _grouped(events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The events with islands won or lost, and bridges fallen, by one side put together as `things`."""
    grouped: list[dict[str, Any]] = []
    for event in events:
        thing = event.get("island") or event.get("link")
        last = grouped[-1] if grouped else {}
        same = (last.get("event"), last.get("seat")) == (event["event"], event.get("seat"))
        if event["event"] in ("won", "lost", "fell") and same:
            last["things"].append(thing)
        else:
            grouped.append({**event, "things": [thing]})
    return grouped


def sentence(event: Mapping[str, Any], seat: str | None) -> str:
    """One event in words; "" for those that need none."""
    who, you = subject(event.get("seat"), seat)
    s, has = ("", "have") if you else ("s", "has")
    things = listed(event.get("things", ()))
    name = event["event"]
    if name == "placed":
        kind = f"a {event['kind']} bridge" if "kind" in event else "a bridge"
        return f"{who} build{s} {kind} on {event['link']}."
    if name == "won":
        return f"{who} win{s} {things}."
    if name == "lost":
        return f"{who} lose{s} {things}."
    if name == "fell":
        whose = "yours" if you else f"{who}'s"
        return f"{things} fall{'s' if len(event['things']) == 1 else ''} ({whose})."
    if name == "took":
        where = "from the stack" if event["slot"] is None else "from the row"
        return f"{who} take{s} {event['card'] or 'a card'} {where}."
    simple = {
        "played": f"{who} play{s} {' and '.join(event.get('cards', ()))}.",
        "removed": f"{'Your' if you else who + chr(39) + 's'} bridge on {event.get('link')} is removed.",
        "moved": f"{who} move{s} the {event.get('kind')} bridge from {event.get('link')} to the joker's "
        f"place {event.get('to')}.",
        "discarded": f"{who} put{s} {event.get('card') or 'a card'} away secretly.",
        "refilled": f"{event.get('card')} comes up in its place.",
        "declined": f"{who} decline{s} to take a card.",
        "ended": f"{who} end{s} the last turn.",
        "passed": f"{who} pass{'' if you else 'es'}.",
        "began": f"{who} {has} the first turn.",
        "turn": "",
    }
    return simple[name] if name in simple else _occasion(event)


def _occasion(event: Mapping[str, Any]) -> str:
    if event["event"] == "scored":
        white, black = event["points"]
        gain = f"White scores {white}." if white else f"Black scores {black}." if black else "Nobody scores."
        return f"Round {event['round']} ends with islands {_score(event['islands'])}. {gain}"
    if event["event"] == "shuffled":
        return f"Round {event['round']} begins with {listed(event['row'])} in the row."
    return outcome(event["result"])


def subject(actor: str | None, seat: str | None) -> tuple[str, bool]:
    """Who did it, and whether that is the reader."""
    you = actor is not None and actor == seat
    return ("You" if you else NAMES.get(actor or "", "")), you


def listed(things: Sequence[str]) -> str:
    """The things as an English list."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}" if things else ""


def _score(pair: Sequence[int]) -> str:
    return f"{pair[0]} : {pair[1]}"


def outcome(result: Mapping[str, Any]) -> str:
    """Who won, and why."""
    if result["winner"] is None:
        return "The game is tied."
    winner = NAMES[result["winner"]]
    loser = NAMES[SEATS[1 - SEATS.index(result["winner"])]]
    order = slice(None) if result["winner"] == "white" else slice(None, None, -1)
    reasons = {
        "points": f"with {_score((result['points'] or [0, 0])[order])} points",
        "round-3": "on equal points by winning round 3",
        "bridges": "on equal terms with more bridges",
        "early-end": f"early: {loser} has no bridge left",
        "islands": f"with islands {_score(result['islands'][order])}",
        "resign": f"because {loser} resigned",
        "time": f"because {loser} ran out of time",
        "illegal": f"because {loser} tried an illegal action",
        "crash": f"because {loser} crashed",
    }
    return f"{winner} wins {reasons[result['by']]}."
