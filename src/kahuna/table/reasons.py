"""Why an action is not legal: a reason with its rule, saying only what the seat to move may know."""

from collections.abc import Callable
from typing import Any

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import count_card, popcount
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.errors import IllegalAction
from kahuna.table.notation import write

# For every reason the rule and the sentence; blanks are filled with `facts`.
REASONS: dict[str, tuple[str, str]] = {
    "game-over": ("K12", "the game is over"),
    "game-over-hex": ("E4", "the game is over"),
    "not-your-turn": ("K3", "it is {seat}'s move"),
    "not-your-turn-hex": ("E1", "it is {seat}'s move"),
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
    "place-taken": ("E2", "there is a bridge on {link} already"),
    "supply-empty": ("E4", "you have no bridge left to place"),
    "may-not-pass": ("E4", "only a player who cannot place may pass"),
    "must-place": ("S7", "only a player who cannot place may pass; place a bridge or move a joker"),
    "kind-used-up": ("S1", "you have no {kind} bridge left"),
    "no-joker": ("S4", "there is no joker of yours on {link}"),
    "no-bridge-to-move": ("S4", "there is no bridge of yours on {link}"),
    "joker-itself": ("S4", "a joker is replaced by another bridge, not by itself"),
}


def refusal(action: str, reason: str, **facts: str) -> IllegalAction:
    """The error for this action and reason."""
    rule, sentence = REASONS[reason]
    return IllegalAction(action, reason, rule, sentence.format(**facts), facts)


def why_illegal(game: str, state: Any, code: int) -> IllegalAction:
    """The error that explains why this action, not legal in this state of a running game, is refused."""
    reason, facts = _WHY[game](state, code)
    return refusal(write(game, code), reason, **facts)


Why = tuple[str, dict[str, str]]


def _why_kahuna(state: kahuna.State, code: int) -> Why:
    flow = state.flow
    if flow.handicap:
        if code < kahuna.HANDICAP:
            return "handicap-first", {}
        return "handicap-taken", {"link": KAHUNA.links[code - kahuna.HANDICAP]}
    if code < kahuna.REMOVE:
        return _why_no_place(state, code)
    if code < kahuna.DISCARD:
        return _why_no_removal(state, code)
    if code < kahuna.TAKE_ROW:
        if flow.this_turn == kahuna.PLAYED:
            return "discard-after-play", {}
        return "discard-not-in-hand", {"card": KAHUNA.islands[code - kahuna.DISCARD]}
    if code < kahuna.END:
        return _why_no_take(state, code)
    return ("must-take", {}) if code == kahuna.END else ("handicap-past", {})


def _why_no_place(state: kahuna.State, code: int) -> Why:
    link = code % kahuna.LINKS
    card = (kahuna.FIRST_END if code < kahuna.LINKS else kahuna.SECOND_END)[link]
    facts = {"link": KAHUNA.links[link]}
    if state.flow.this_turn == kahuna.DISCARDED:
        return "play-after-discard", {}
    if not count_card(state.own.hand, card):
        return "card-not-in-hand", {"card": KAHUNA.islands[card]}
    if (state.own.bridges | state.enemy.bridges) >> link & 1:
        return "link-taken", facts
    if popcount(state.own.bridges) >= kahuna.SUPPLY:
        return "no-bridges-left", {}
    return "island-closed", facts


def _why_no_removal(state: kahuna.State, code: int) -> Why:
    replacing = code >= kahuna.REPLACE
    way, link = divmod(code - (kahuna.REPLACE if replacing else kahuna.REMOVE), kahuna.LINKS)
    a, b = kahuna.FIRST_END[link], kahuna.SECOND_END[link]
    pair = ((a, b), (a, a), (b, b))[way]
    facts = {"link": KAHUNA.links[link]}
    if replacing and not state.planning:
        return "only-planning", {}
    if state.flow.this_turn == kahuna.DISCARDED:
        return "play-after-discard", {}
    if any(count_card(state.own.hand, card) < pair.count(card) for card in pair):
        return "pair-not-in-hand", {"pair": "+".join(KAHUNA.islands[card] for card in pair)}
    if not state.enemy.bridges >> link & 1:
        return "no-enemy-bridge", facts
    if popcount(state.own.bridges) >= kahuna.SUPPLY:
        return "no-bridges-left", {}
    return "replace-closed", facts


def _why_no_take(state: kahuna.State, code: int) -> Why:
    if state.flow.last_turns:
        return "last-turn", {}
    if popcount(state.own.hand) >= kahuna.HAND:
        return "hand-full", {}
    if code == kahuna.TAKE_STACK:
        return "stack-empty", {}
    return "slot-empty", {"slot": str(code - kahuna.TAKE_ROW + 1)}


def _why_exahuna(state: exahuna.State, code: int) -> Why:
    if code == exahuna.PASS:
        return "may-not-pass", {}
    return _why_no_bridge(state.own | state.enemy, code, state.left)


def _why_no_bridge(occupied: int, link: int, supply: int) -> Why:
    if not supply:
        return "supply-empty", {}
    assert occupied >> link & 1
    return "place-taken", {"link": EXAHUNA.links[link]}


def _why_special(state: special.State, code: int) -> Why:
    if code == special.PASS:
        return "must-place", {}
    if code < special.MOVE:
        kind, link = divmod(code, exahuna.LINKS)
        if state.supply and not state.supply >> 3 * kind & 7:
            return "kind-used-up", {"kind": special.KINDS[kind]}
        return _why_no_bridge(state.own | state.enemy, link, state.supply)
    joker, source = divmod(code - special.MOVE, exahuna.LINKS)
    if not state.own & special.of_kind(state.kinds, special.JOKER) & 1 << joker:
        return "no-joker", {"link": EXAHUNA.links[joker]}
    if joker == source:
        return "joker-itself", {}
    return "no-bridge-to-move", {"link": EXAHUNA.links[source]}


_WHY: dict[str, Callable[[Any, int], Why]] = {
    "kahuna": _why_kahuna,
    "exahuna": _why_exahuna,
    "exahuna-special": _why_special,
}
