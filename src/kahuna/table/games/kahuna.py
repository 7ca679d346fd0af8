"""Kahuna: bridges by cards, three rounds, hidden hands (rules K1-K16)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from sys import intern
from typing import TYPE_CHECKING, TypeVar

from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of
from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.rules.maps import map_of
from kahuna.table.games.kahuna_events import all_cards_played, board_events, events
from kahuna.table.games.kahuna_notation import EXAMPLES, FORMS, parse, texts_on
from kahuna.table.games.kahuna_position import begin
from kahuna.table.games.kahuna_reasons import REASONS, card_refused, why_illegal
from kahuna.table.games.kahuna_view import (
    NO_MEMORY,
    Memory,
    hands,
    islands,
    layout,
    own_part,
    own_state,
    points,
    row_names,
    view,
)
from kahuna.table.seats import SEATS
from kahuna.table.sisters import MAP_MARK
from kahuna.table.spec import Announcement, Cards, Deck, Spec, new_step

if TYPE_CHECKING:
    from kahuna.rules.boards import Board
    from kahuna.table.ruleset import Rules

T = TypeVar("T")


def start(rules: Rules, on: KahunaRules = OURS) -> kahuna.State:
    """The state before the deal (K2, K14, K15)."""
    to = rules.handicap_to
    return on.start(
        int(rules.planning), rules.handicap, SEATS.index(to) if to else 0, SEATS.index(rules.first)
    )


def turn_of(state: kahuna.State) -> tuple[int, ...]:
    """Who is to move in which turn; the handicap's bridges are placed in a turn of their own (K15)."""
    flow = state.flow
    return flow.seat, flow.turn, int(flow.handicap > 0)


def step(
    state: kahuna.State, memory: Memory, code: int, text: str, top: int, on: KahunaRules = OURS
) -> Announcement:
    """What an action is about to do: the card that it brings, and its lines in the logs (K16)."""
    seat = state.flow.seat
    if code < on.DISCARD:
        discards, taken = memory
        cards = all_cards_played(on)[code]
        if taken[seat]:
            taken = _with_taken(taken, seat, _without(taken[seat], cards))
        return new_step((seat, code, -1, -1)), text, text, (discards + cards, taken)
    if code < on.TAKE_ROW:
        return new_step((seat, code, -1, -1)), text, "~", memory
    if code == on.TAKE_STACK:
        return new_step((seat, code, top, -1)), intern(f"+={on.board.islands[top]}"), "+", memory
    if code < on.TAKE_STACK:
        card = (state.row >> 4 * (code - on.TAKE_ROW) & 15) - 1
        line = f"{text}={on.board.islands[card]}" + (f"/{on.board.islands[top]}" if top >= 0 else "")
        line = intern(line)  # there are few different ones, and many games share them
        discards, taken = memory
        taken = _with_taken(taken, seat, tuple(sorted((*taken[seat], card))))
        return new_step((seat, code, card, top)), line, line, (discards, taken)
    return new_step((seat, code, -1, -1)), text, text, memory


def _without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards without those that are gone, as far as they were among them."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _with_taken(
    taken: tuple[tuple[int, ...], tuple[int, ...]], seat: int, cards: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (cards, taken[1]) if seat == 0 else (taken[0], cards)


def _opened(state: kahuna.State, memory: Memory, on: KahunaRules = OURS) -> tuple[str, Memory]:
    """A round lies ready: its line in the logs; the discards are in the deck now (K10)."""
    return f"round {state.flow.round}: {' '.join(row_names(state.row, on.board.islands))}", ((), memory[1])


DISCARD_PILE = Deck("the discard pile", "K10")


def spec_on(on: KahunaRules) -> Spec:
    """The spec of Kahuna on this board."""

    def here(function: Callable[..., T]) -> Callable[..., T]:
        return function if on is OURS else partial(function, on=on)

    return Spec(
        name="kahuna" if on is OURS else name_on(on.board),
        title="Kahuna" if on is OURS else f"Kahuna on a map of {on.ISLANDS} islands",
        board=on.board,
        engine=on,
        start=here(start),
        on_maps=on is OURS,
        variants=frozenset({"planning", "handicap", "handicap_to", "first"}),
        turn_of=turn_of,
        texts=texts_on(on),
        parse=here(parse),
        examples=EXAMPLES,
        forms=FORMS,
        reasons=REASONS,
        why_illegal=here(why_illegal),
        over_reason="game-over",
        turn_reason="not-your-turn",
        view=here(view),
        own=here(own_part),
        board_events=here(board_events),
        events=here(events),
        layout=here(layout),
        islands=here(islands),
        points=points,
        position=here(own_state),
        begin=here(begin),
        cards=Cards(
            names=on.board.islands,
            decks=(Deck(f"the {2 * on.ISLANDS} cards", "K2"), DISCARD_PILE, DISCARD_PILE),
            rounds_rule="K9",
            take_rule="K7",
            due=attrgetter("due"),
            opening=kahuna.opens_round,
            round=lambda state: int(state.flow.round),
            stack=lambda state: cards_of(state.stack),
            deal=on.deal,
            opened=here(_opened),
        ),
        memory=NO_MEMORY,
        memory_type=Memory,
        step=here(step),
        card_refused=here(card_refused),
        hands=here(hands),
    )


def name_on(board: Board) -> str:
    """The name of Kahuna on this map: the same for the same islands and links, wherever it is read."""
    import json
    from hashlib import blake2b

    text = json.dumps(map_of(board), sort_keys=True)
    return "kahuna" + MAP_MARK + blake2b(text.encode(), digest_size=4).hexdigest()


SPEC = spec_on(OURS)
