"""Kahuna: bridges by cards, three rounds, hidden hands (rules K1-K16)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of
from kahuna.rules.boards import KAHUNA
from kahuna.table.games.kahuna_events import CARDS_PLAYED, board_events, events
from kahuna.table.games.kahuna_notation import EXAMPLES, FORMS, TEXTS, parse
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
from kahuna.table.spec import Announcement, Cards, Deck, Spec, Step

if TYPE_CHECKING:
    from kahuna.table.ruleset import Rules


def start(rules: Rules) -> kahuna.State:
    """The state before the deal (K2, K14, K15)."""
    to = rules.handicap_to
    return kahuna.start(
        int(rules.planning), rules.handicap, SEATS.index(to) if to else 0, SEATS.index(rules.first)
    )


def turn_of(state: kahuna.State) -> tuple[int, ...]:
    """Who is to move in which turn; the handicap's bridges are placed in a turn of their own (K15)."""
    flow = state.flow
    return flow.seat, flow.turn, int(flow.handicap > 0)


def step(state: kahuna.State, memory: Memory, code: int, text: str, top: int) -> Announcement:
    """What an action is about to do: the card that it brings, and its lines in the logs (K16)."""
    seat = state.flow.seat
    if code < kahuna.DISCARD:
        discards, taken = memory
        cards = CARDS_PLAYED[code]
        if taken[seat]:
            taken = _with_taken(taken, seat, _without(taken[seat], cards))
        return Step(seat, code), text, text, (discards + cards, taken)
    if code < kahuna.TAKE_ROW:
        return Step(seat, code), text, "~", memory
    if code == kahuna.TAKE_STACK:
        return Step(seat, code, top), f"+={KAHUNA.islands[top]}", "+", memory
    if code < kahuna.TAKE_STACK:
        card = (state.row >> 4 * (code - kahuna.TAKE_ROW) & 15) - 1
        line = f"{text}={KAHUNA.islands[card]}" + (f"/{KAHUNA.islands[top]}" if top >= 0 else "")
        discards, taken = memory
        taken = _with_taken(taken, seat, tuple(sorted((*taken[seat], card))))
        return Step(seat, code, card, top), line, line, (discards, taken)
    return Step(seat, code), text, text, memory


def _without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The cards less those that are gone, as far as they are there."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _with_taken(
    taken: tuple[tuple[int, ...], tuple[int, ...]], seat: int, cards: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (cards, taken[1]) if seat == 0 else (taken[0], cards)


def _opened(state: kahuna.State, memory: Memory) -> tuple[str, Memory]:
    """A round lies ready: its line in the logs; the discards are in the deck now (K10)."""
    return f"round {state.flow.round}: {' '.join(row_names(state.row))}", ((), memory[1])


DISCARD_PILE = Deck("the discard pile", "K10")

SPEC = Spec(
    name="kahuna",
    title="Kahuna",
    board=KAHUNA,
    engine=kahuna,
    start=start,
    variants=frozenset({"planning", "handicap", "handicap_to", "first"}),
    turn_of=turn_of,
    texts=TEXTS,
    parse=parse,
    examples=EXAMPLES,
    forms=FORMS,
    reasons=REASONS,
    why_illegal=why_illegal,
    over_reason="game-over",
    turn_reason="not-your-turn",
    view=view,
    own=own_part,
    board_events=board_events,
    events=events,
    layout=layout,
    islands=islands,
    points=points,
    position=own_state,
    begin=begin,
    cards=Cards(
        names=KAHUNA.islands,
        decks=(Deck("the 24 cards", "K2"), DISCARD_PILE, DISCARD_PILE),
        rounds_rule="K9",
        take_rule="K7",
        due=attrgetter("due"),
        opening=kahuna.opens_round,
        round=lambda state: int(state.flow.round),
        stack=lambda state: cards_of(state.stack),
        deal=kahuna.deal,
        opened=_opened,
    ),
    memory=NO_MEMORY,
    step=step,
    card_refused=card_refused,
    hands=hands,
)
