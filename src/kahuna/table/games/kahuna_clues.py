"""What a seat can work out about the opponent's cards in Kahuna from its own view, and nothing but that (K16).

A perfect memory goes through the log. Cards that the opponent took from the row are named; a card played tells one that
was hidden; and when a round ends nothing is left in stack or row, so whatever lies neither in the own hand nor on the
pile is in their hand or among their secret discards. Only those discards leave more than one case: each says which
named cards they still have, which they have discarded, and how many of either are unknown.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from kahuna.rules.bits import SECOND, bits_of
from kahuna.table.games import spec_of
from kahuna.table.position import from_position
from kahuna.table.seats import Seat, other
from kahuna.table.view import KahunaView, seat_in

# The most cases that are followed; a player who discards very often may cause more, and the rest are dropped.
MAX_CASES = 4096
# For every possible island, the highest of four bits: adding five sets it where a count is more than two.
FIVES, EIGHTS = (sum(n << 4 * island for island in range(SECOND)) for n in (5, 8))
Numbers = Mapping[str, int]  # of the islands by their names


class Case(NamedTuple):
    """A set of possibilities for the opponent. Named cards are bits: island, or island + 16 for its second named card.

    Cards that will be discarded later are marked as soon as they arrive; `pending` of them are still in the
    hand.
    """

    hand: int
    hidden: int  # unknown cards in hand
    away: int
    hidden_away: int
    pending: int


class LogLine(NamedTuple):
    """A line of the log with the seat that acted."""

    seat: Seat
    text: str


@lru_cache(64)
def numbers_of(game: str) -> Numbers:
    """The numbers of the islands of this game's board."""
    return {name: number for number, name in enumerate(spec_of(game).board.islands)}


def log_lines(view: KahunaView) -> Iterator[LogLine]:
    """The log with who acted; a round's opening goes to the seat that is next."""
    rules = view["rules"]
    actor: Seat = rules["first"]
    handicap: int = rules["handicap"]
    for text in view["log"]:
        if handicap and not text.startswith("round "):
            yield LogLine(rules["handicap_to"] or actor, text)
            handicap = 0 if text == "-" else handicap - 1
            continue
        yield LogLine(actor, text)
        if text[0] in "+-":
            actor = other(actor)


def played(text: str, numbers: Numbers) -> list[int]:
    """The islands of the cards that a line lays on the pile."""
    if ">" in text:
        return [numbers[text.split(">")[0]]]
    return [numbers[name] for name in text.split(" x")[0].split("+")] if " x" in text else []


def taken(text: str, numbers: Numbers) -> int | None:
    """The island of the card that a line takes, if it names one."""
    return numbers[text.split("=")[1].split("/")[0]] if text[0] == "+" and "=" in text else None


def counted(cards: Iterable[int]) -> int:
    """How many of each island, in four bits each."""
    return sum(1 << 4 * card for card in cards)


def at_most_two(counts: int) -> bool:
    """Whether no island is counted more than twice."""
    return (counts + FIVES) & EIGHTS == 0


def tokens(mask: int) -> list[int]:
    """The islands of named cards."""
    return [bit % SECOND for bit in bits_of(mask)]


def cases(view: KahunaView) -> dict[Case, int]:
    """All cases that fit the view, each with its weight; within a case the unknown cards can be any unseen
    cards.

    Of a game that started from a position the log does not tell enough to follow: only what is certain counts.
    """
    if from_position(view):
        return {certain(view): 1}
    seat, numbers = seat_in(view), numbers_of(view["game"])
    deck = _deck(len(numbers))
    log = list(log_lines(view))
    own, ahead = _first_hand(view, log), _discards_ahead(log, other(seat))
    pile = away = 0
    found = {Case(0, 3, 0, 0, 0): 1}
    for number, (actor, text) in enumerate(log):
        if text.startswith("round "):
            if number:
                found = _shuffled(found, deck, own + pile + away)
                pile = away = 0
            found = _marked(found, ahead[number])
            continue
        cards, card = played(text, numbers), taken(text, numbers)
        pile += counted(cards)
        if actor == seat:
            own += (counted([card]) if card is not None else 0) - counted(cards)
            if text[0] == "~":
                own -= counted([numbers[text[1:]]])
                away += counted([numbers[text[1:]]])
        elif cards or text[0] in "+~":
            found = _followed(found, text, cards, card, ahead[number])
    seen = own + pile + away + counted(numbers[name] for name in view["row"] if name)
    fitting = {case: n for case, n in found.items() if not case.pending and at_most_two(seen + _named(case))}
    return {case: n * _ways(case, deck - seen) for case, n in fitting.items()} or {certain(view): 1}


def certain(view: KahunaView) -> Case:
    """Only what is certain, without what follows from shuffles and discards."""
    rival = other(seat_in(view))
    numbers = numbers_of(view["game"])
    known = [numbers[name] for name in view["known"][rival]]
    hand = sum(1 << card + SECOND * (card in known[:place]) for place, card in enumerate(known))
    return Case(hand, view["cards"][rival] - len(known), 0, view["secret"][rival], 0)


def unseen(view: KahunaView, case: Case) -> list[int]:
    """The islands of all cards that are neither visible to the view's seat nor named in the case."""
    visible = [
        *(view["hand"] or ()),
        *(view["own_secret"] or ()),
        *view["discards"],
        *filter(None, view["row"]),
    ]
    numbers = numbers_of(view["game"])
    seen = counted(numbers[name] for name in visible)
    return _cards(_deck(len(numbers)) - seen - _named(case))


def _deck(islands: int) -> int:
    """All cards of this many islands, counted."""
    return sum(2 << 4 * island for island in range(islands))


def _cards(counts: int) -> list[int]:
    return [card for card in range(SECOND) for _ in range(counts >> 4 * card & 15)]


def _named(case: Case) -> int:
    return counted(tokens(case.hand | case.away))


def _ways(case: Case, rest: int) -> int:
    """In how many ways the unseen cards can fill the unknown places of a case; the rest go to the stack."""
    pool = len(_cards(rest - _named(case)))
    return comb(pool, case.hidden) * comb(pool - case.hidden, case.hidden_away)


def _first_hand(view: KahunaView, log: list[LogLine]) -> int:
    """The view's own cards after the deal: what it has now, and all that has gone since, less what has come."""
    numbers = numbers_of(view["game"])
    own = counted(numbers[name] for name in view["hand"] or ())
    for actor, text in log:
        if actor == view["seat"] and not text.startswith("round "):
            card = taken(text, numbers)
            own += counted(played(text, numbers)) - (counted([card]) if card is not None else 0)
            own += counted([numbers[text[1:]]]) if text[0] == "~" else 0
    return own


def _discards_ahead(log: list[LogLine], seat: Seat) -> list[int]:
    """For every line how many cards this seat discards secretly after it, in the same round."""
    ahead = [0] * len(log)
    for number in range(len(log) - 1, 0, -1):
        actor, text = log[number]
        if not text.startswith("round "):
            ahead[number - 1] = ahead[number] + (actor == seat and text[0] == "~")
    return ahead


def _merge(found: Iterable[tuple[Case, int]]) -> dict[Case, int]:
    """The cases without duplicates; cases that differ only in the order of unknown cards are merged."""
    merged: dict[Case, int] = {}
    for case, weight in found:
        merged[case] = max(weight, merged.get(case, 0))
    if len(merged) > MAX_CASES:
        merged = dict(sorted(merged.items(), key=lambda entry: -entry[1])[:MAX_CASES])
    return merged


def _marked(found: dict[Case, int], ahead: int) -> dict[Case, int]:
    """At the opening of a round: any cards of the hand may be among those that will be discarded."""
    if not ahead:
        return found
    opened = []
    for case, weight in found.items():
        bits = bits_of(case.hand)
        for chosen in product((False, True), repeat=len(bits)):
            away = sum(1 << bit for bit, out in zip(bits, chosen, strict=True) if out)
            for hidden in range(case.hidden + 1):
                pending = away.bit_count() + hidden
                if pending <= ahead:
                    opened.append(
                        (Case(case.hand ^ away, case.hidden - hidden, away, hidden, pending), weight)
                    )
    return _merge(opened)


def _followed(
    found: dict[Case, int], text: str, cards: list[int], card: int | None, ahead: int
) -> dict[Case, int]:
    """The cases after the opponent's action."""
    after: list[tuple[Case, int]] = []
    for case, weight in found.items():
        if cards:
            after += [(spent, weight) for spent in [_spent(case, cards)] if spent]
        elif text[0] == "~":
            after += [(case._replace(pending=case.pending - 1), weight)] if case.pending else []
        else:
            after += [(more, weight) for more in _received(case, card, case.pending < ahead)]
    return _merge(after)


def _received(case: Case, card: int | None, may_go: bool) -> list[Case]:
    """The case with one more card, to be kept, played or, if allowed, discarded; none if it would be a third."""
    if card is None:
        keep = case._replace(hidden=case.hidden + 1)
        lose = case._replace(hidden_away=case.hidden_away + 1, pending=case.pending + 1)
    else:
        free = (1 << card | 1 << card + SECOND) & ~(case.hand | case.away)
        if not free:
            return []
        bit = free & -free
        keep = case._replace(hand=case.hand | bit)
        lose = case._replace(away=case.away | bit, pending=case.pending + 1)
    return [keep, lose] if may_go else [keep]


def _spent(case: Case, cards: list[int]) -> Case | None:
    """The case without these cards, or None if it cannot have had them."""
    hand, hidden = case.hand, case.hidden
    for card in cards:
        copies = hand & (1 << card | 1 << card + SECOND)
        if copies:
            hand ^= copies & -copies
        elif hidden:
            hidden -= 1
        else:
            return None
    return case._replace(hand=hand, hidden=hidden)


def _shuffled(found: dict[Case, int], deck: int, seen: int) -> dict[Case, int]:
    """The cases as a new round begins: every unseen card was in the hand or discarded; discards are gone."""
    after: dict[Case, int] = {}
    for case, weight in found.items():
        if case.pending or not at_most_two(seen + _named(case)):
            continue
        rest = deck - seen - _named(case)
        counts = [rest >> 4 * card & 15 for card in range(SECOND)]
        for kept in product(*(range(count + 1) for count in counts)):
            if sum(kept) != case.hidden:
                continue
            hand, ways = 0, weight
            for card, (count, number) in enumerate(zip(counts, kept, strict=True)):
                held = number + sum(bit == card for bit in tokens(case.hand))
                hand |= (held > 0) << card | (held > 1) << card + SECOND
                ways *= comb(count, number)
            new = Case(hand, 0, 0, 0, 0)
            after[new] = after.get(new, 0) + ways
    return dict(sorted(after.items(), key=lambda entry: -entry[1])[:MAX_CASES])
