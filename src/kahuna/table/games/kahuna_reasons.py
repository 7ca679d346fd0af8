"""Kahuna: why an action is not legal, saying only what the seat to move may know."""

from kahuna.rules import kahuna
from kahuna.rules.bits import count_card, popcount
from kahuna.rules.kahuna import OURS, KahunaRules
from kahuna.table.games.kahuna_view import row_names
from kahuna.table.spec import Parsed, RefusalReason

REASONS = {
    "game-over": ("K12", "the game is over"),
    "not-your-turn": ("K3", "it is {seat}'s move"),
    "handicap-first": ("K15", "handicap bridges come first; place one like =ELAI-HUNA or stop with -"),
    "handicap-taken": ("K15", "there is a bridge on {link} already"),
    "handicap-past": ("K15", "bridges without a card are placed before the first turn only"),
    "play-after-discard": ("K6", "no card can be played in a turn with a discard"),
    "discard-after-play": ("K6", "no card can be discarded in a turn with a play"),
    "card-not-in-hand": ("K4", "{card} is not in your hand"),
    "pair-not-in-hand": ("K5", "your hand does not have both cards, {pair}"),
    "discard-not-in-hand": ("K6", "{card} is not in your hand"),
    "link-taken": ("K4", "there is a bridge on {link} already"),
    "no-bridges-left": ("K1", "all your 25 bridges are on the board"),
    "island-closed": ("K14", "the opponent controls an end of {link}, and this is the planning variant"),
    "no-enemy-bridge": ("K5", "there is no bridge of the opponent on {link}"),
    "only-planning": ("K14", "replacing at once (xx) belongs to the planning variant"),
    "replace-closed": ("K14", "the opponent would still control an end of {link}"),
    "hand-full": ("K7", "with five cards in hand none can be taken; play or discard first"),
    "slot-empty": ("K7", "slot {slot} of the row is empty"),
    "stack-empty": ("K7", "the stack is empty"),
    "last-turn": ("K11", "in a last turn no card is taken; end it with -"),
    "must-take": ("K8", "the opponent has just declined, so you must take a card"),
    "wrong-card": ("K7", "slot {slot} of the row shows {card}"),
    "card-unknown": ("K16", "the top of the stack is unknown until it is taken; write +"),
}


def why_illegal(state: kahuna.State, code: int, on: KahunaRules = OURS) -> RefusalReason:
    """Why this action is not legal in this state of a running game."""
    flow = state.flow
    if flow.handicap:
        if code < on.HANDICAP:
            return RefusalReason("handicap-first")
        return RefusalReason("handicap-taken", {"link": on.board.links[code - on.HANDICAP]})
    if code < on.REMOVE:
        return _why_no_place(state, code, on)
    if code < on.DISCARD:
        return _why_no_removal(state, code, on)
    if code < on.TAKE_ROW:
        if flow.this_turn == kahuna.PLAYED:
            return RefusalReason("discard-after-play")
        return RefusalReason("discard-not-in-hand", {"card": on.board.islands[code - on.DISCARD]})
    if code < on.END:
        return _why_no_take(state, code, on)
    return RefusalReason("must-take" if code == on.END else "handicap-past")


def _why_no_place(state: kahuna.State, code: int, on: KahunaRules) -> RefusalReason:
    link = code % on.LINKS
    card = (on.FIRST_END if code < on.LINKS else on.SECOND_END)[link]
    facts = {"link": on.board.links[link]}
    if state.flow.this_turn == kahuna.DISCARDED:
        return RefusalReason("play-after-discard")
    if not count_card(state.own.hand, card):
        return RefusalReason("card-not-in-hand", {"card": on.board.islands[card]})
    if (state.own.bridges | state.enemy.bridges) >> link & 1:
        return RefusalReason("link-taken", facts)
    if popcount(state.own.bridges) >= kahuna.SUPPLY:
        return RefusalReason("no-bridges-left")
    return RefusalReason("island-closed", facts)


def _why_no_removal(state: kahuna.State, code: int, on: KahunaRules) -> RefusalReason:
    replacing = code >= on.REPLACE
    way, link = divmod(code - (on.REPLACE if replacing else on.REMOVE), on.LINKS)
    a, b = on.FIRST_END[link], on.SECOND_END[link]
    pair = ((a, b), (a, a), (b, b))[way]
    facts = {"link": on.board.links[link]}
    if replacing and not state.planning:
        return RefusalReason("only-planning")
    if state.flow.this_turn == kahuna.DISCARDED:
        return RefusalReason("play-after-discard")
    if any(count_card(state.own.hand, card) < pair.count(card) for card in pair):
        return RefusalReason("pair-not-in-hand", {"pair": "+".join(on.board.islands[card] for card in pair)})
    if not state.enemy.bridges >> link & 1:
        return RefusalReason("no-enemy-bridge", facts)
    if popcount(state.own.bridges) >= kahuna.SUPPLY:
        return RefusalReason("no-bridges-left")
    return RefusalReason("replace-closed", facts)


def _why_no_take(state: kahuna.State, code: int, on: KahunaRules) -> RefusalReason:
    if state.flow.last_turns:
        return RefusalReason("last-turn")
    if popcount(state.own.hand) >= kahuna.HAND_LIMIT:
        return RefusalReason("hand-full")
    if code == on.TAKE_STACK:
        return RefusalReason("stack-empty")
    return RefusalReason("slot-empty", {"slot": str(code - on.TAKE_ROW + 1)})


def card_refused(state: kahuna.State, parsed: Parsed, on: KahunaRules = OURS) -> RefusalReason | None:
    """Why a take may not name this card: the row shows another, or it would come from the stack.

    The answer must not reveal whether a guess about the stack's top was right, so no guess is accepted (K16).
    """
    if parsed.code == on.TAKE_STACK:
        return RefusalReason("card-unknown")
    slot = parsed.code - on.TAKE_ROW
    shown = row_names(state.row, on.board.islands)[slot]
    if not shown or parsed.card is None or shown == on.board.islands[parsed.card]:
        return None
    return RefusalReason("wrong-card", {"slot": str(slot + 1), "card": shown})
