"""Events, actions and results as English sentences."""

from collections.abc import Iterable, Sequence

from kahuna.table.english import listed
from kahuna.table.events import Event, SeatedEvent
from kahuna.table.ruleset import SEATS, Seat
from kahuna.table.view import Result, View, has_worths

NAMES = {"white": "White", "black": "Black"}


def told(events: Iterable[Event], seat: Seat | None) -> str:
    """What happened, as sentences; the reader's own seat is "You"."""
    return " ".join(filter(None, (sentence(event, things, seat) for event, things in _grouped(events))))


def effects(events: Iterable[Event], seat: Seat | None) -> str:
    """What an action would win and cost, in a few words; "" if it changes only its own bridge."""
    grouped = _grouped(event for event in events if event["event"] in ("won", "lost", "fell"))
    return "; ".join(sentence(event, things, seat).rstrip(".") for event, things in grouped)


def _grouped(events: Iterable[Event]) -> list[tuple[Event, list[str]]]:
    """The events, each with its island or link; islands won or lost, and bridges fallen, by one side put together."""
    grouped: list[tuple[Event, list[str]]] = []
    for event in events:
        name, seat = event["event"], event.get("seat")
        thing = event.get("island") or event.get("link")
        last = grouped[-1][0] if grouped else None
        if last and name in ("won", "lost", "fell") and (last["event"], last.get("seat")) == (name, seat):
            grouped[-1][1].append(str(thing))
        else:
            grouped.append((event, [str(thing)] if thing else []))
    return grouped


def sentence(event: Event, things: Sequence[str], seat: Seat | None) -> str:
    """One event in words, with all the islands or links that it is about; "" for those that need none."""
    if event["event"] == "scored":
        white, black = event["points"]
        gain = f"White scores {white}." if white else f"Black scores {black}." if black else "Nobody scores."
        return f"Round {event['round']} ends with islands {_score(event['islands'])}. {gain}"
    if event["event"] == "shuffled":
        return f"Round {event['round']} begins with {listed(event['row'])} in the row."
    if event["event"] == "refilled":
        return f"{event['card']} comes up in its place."
    if event["event"] == "over":
        return outcome(event["result"])
    return _deed(event, things, *subject(event["seat"], seat))


def _deed(event: SeatedEvent, things: Sequence[str], who: str, you: bool) -> str:
    """What a seat did, or what happened to it."""
    s, has, whose = ("", "have", "Your") if you else ("s", "has", f"{who}'s")
    if event["event"] == "placed":
        kind = f"a {event['kind']} bridge" if "kind" in event else "a bridge"
        return f"{who} build{s} {kind} on {event['link']}."
    if event["event"] == "won":
        return f"{who} win{s} {listed(things)}."
    if event["event"] == "lost":
        return f"{who} lose{s} {listed(things)}."
    if event["event"] == "fell":
        return f"{listed(things)} fall{'s' if len(things) == 1 else ''} ({'yours' if you else whose})."
    if event["event"] == "removed":
        return f"{whose} bridge on {event['link']} is removed."
    if event["event"] == "moved":
        return f"{who} move{s} the {event['kind']} bridge from {event['link']} to the joker's place {event['to']}."
    if event["event"] == "took":
        where = "from the stack" if event["slot"] is None else "from the row"
        return f"{who} take{s} {event['card'] or 'a card'} {where}."
    if event["event"] == "played":
        return f"{who} play{s} {' and '.join(event['cards'])}."
    if event["event"] == "discarded":
        return f"{who} discard{s} {event['card'] or 'a card'} secretly."
    simple = {
        "declined": f"{who} decline{s} to take a card.",
        "ended": f"{who} end{s} the last turn.",
        "passed": f"{who} pass{'' if you else 'es'}.",
        "began": f"{who} {has} the first turn.",
        "turn": "",
    }
    return simple[event["event"]]


def subject(actor: str | None, seat: str | None) -> tuple[str, bool]:
    """Who did it, and whether that is the reader."""
    you = actor is not None and actor == seat
    return ("You" if you else NAMES.get(actor or "", "")), you


def _score(pair: Sequence[int]) -> str:
    return f"{pair[0]} : {pair[1]}"


def counted(view: View) -> str:
    """What decides an open game: the number of islands, or their worth."""
    return "worth" if has_worths(view) else "islands"


def outcome(result: Result, what: str = "islands") -> str:
    """Who won, and why; `what` is what the game counts."""
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
        "islands": f"with {what} {_score(result['islands'][order])}",
        "resign": f"because {loser} resigned",
        "time": f"because {loser} ran out of time",
        "illegal": f"because {loser} tried an illegal action",
        "crash": f"because {loser} crashed",
    }
    return f"{winner} wins {reasons[result['by']]}."
