"""The champion's search for Kahuna with switches: what might make it stronger with every second it thinks.

With all switches off it is the champion's search up to commit f05d0d4, begun anew at every decision. The search of
today is that of `lab_pool.py` with pool=16,more=4,local=3.
"""

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.ismcts import MAX_TREE_DEPTH, sensible
from kahuna.bots.nets.kahuna_games import SEARCH_STYLE, dealt
from kahuna.bots.nets.kahuna_inputs import changes, inputs
from kahuna.bots.nets.network import Net, answered, chance, gathered, shifted
from kahuna.bots.nets.scoring import Buffers, best_of, settled
from kahuna.rules import kahuna
from kahuna.rules.bits import (
    FIRSTS,
    SECOND,
    add_card,
    below,
    lowest,
    next_random,
    nth_card,
    popcount,
    remove_card,
)
from kahuna.rules.jit import kernel
from kahuna.rules.kahuna import Legal, State
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, sample_world
from lab_tree import CARD, Desk, Nodes, Switches, added


@kernel
def shown(nodes: Nodes, node: int, before: State, after: State, seat: int) -> int:
    """The node for what chance has just shown to this seat, its card or one in the row."""
    cards = 0
    for slot in range(3):
        was, now = before.row >> 4 * slot & 15, after.row >> 4 * slot & 15
        cards += 13 * now if now and now != was else 0
    if before.due & 15 == kahuna.TO_OWN_HAND and before.flow.seat == seat:
        new = after.enemy.hand ^ before.own.hand
        cards += 1 + nth_card(new, 0) if new else 0
    child = int(nodes.child[node])
    while child >= 0 and nodes.code[child] != CARD + cards:
        child = int(nodes.sibling[child])
    return child if child >= 0 else added(nodes, node, CARD + cards, int(nodes.actor[node]), 0, 0.0)


@kernel
def blinded(state: State, x: int) -> tuple[State, int]:
    """The state with the waiting side's hidden cards dealt again, as the side to move knows them."""
    side = state.enemy
    pool, hidden, secret = state.stack, popcount(side.hand) - popcount(side.known), popcount(side.secret)
    for island in range(12):
        more = (side.hand >> island & 1) + (side.hand >> island + SECOND & 1)
        more += (side.secret >> island & 1) + (side.secret >> island + SECOND & 1)
        more -= (side.known >> island & 1) + (side.known >> island + SECOND & 1)
        for _ in range(more):
            pool = add_card(pool, island)
    hand, away = side.known, 0
    for number in range(hidden + secret):
        x = next_random(x)
        card = nth_card(pool, below(x, popcount(pool)))
        pool = remove_card(pool, card)
        if number < hidden:
            hand = add_card(hand, card)
        else:
            away = add_card(away, card)
    side = kahuna.Side(side.bridges, hand, side.known, away, side.points)
    return State(state.own, side, pool, state.row, 0, state.flow, state.first, state.planning), x


@kernel
def worth_of(odds: NDArray[np.float64], count: int, soft: float) -> float:
    """What a position is worth whose actions have these odds."""
    best = odds[best_of(odds, count)]
    if soft <= 0:
        return chance(best)
    total, value = 0.0, 0.0
    for i in range(count):
        share = exp((odds[i] - best) / soft)
        total += share
        value += share * chance(odds[i])
    return value / total


@kernel
def selected(nodes: Nodes, node: int, words: Legal, how: Switches, kind: int) -> int:
    """The legal child with the best value and prior together."""
    total, most = 0.0, 0.0
    child = nodes.child[node]
    while child >= 0:
        code = int(nodes.code[child])
        if code < CARD and words[code // kahuna.WORD_BITS] >> code % kahuna.WORD_BITS & 1:
            total += nodes.weight[child]
            most = max(most, nodes.weight[child])
        child = nodes.sibling[child]
    scale = how.exploration * sqrt(float(nodes.visits[kind, node])) / total
    best, found = -1e9, -1
    child = nodes.child[node]
    while child >= 0:
        code = int(nodes.code[child])
        if code < CARD and words[code // kahuna.WORD_BITS] >> code % kahuna.WORD_BITS & 1:
            weight, same = nodes.weight[child], int(nodes.home[child])
            if same < 0:
                same = int(child)
            tries = nodes.tries[child] if how.merge else nodes.visits[kind, child]
            bound = nodes.value[kind, same] / nodes.visits[kind, same] + scale * weight / (1 + tries)
            if bound > best and weight >= how.floor * most:
                best, found = bound, child
        child = nodes.sibling[child]
    return int(found)


@kernel
def weighed(net: Net, state: State, words: Legal, desk: Desk, buffers: Buffers) -> int:
    """Lists these actions with the net's odds and with what the policy says about them; how many."""
    before, now, base, sums = buffers.sheet[0], buffers.sheet[1], buffers.sums[0], buffers.sums[1]
    seat = state.flow.seat
    inputs(state, seat, before)
    gathered(net, before, base)
    count = 0
    for word in range(5):
        bits = words[word]
        while bits:
            code = word * kahuna.WORD_BITS + lowest(bits)
            bits &= bits - 1
            after, features = kahuna.play(state, code), desk.features[count]
            lean = desk.policy[code]
            if after.flow.outcome:
                odds = settled(after.flow.outcome, seat)
                for k in range(len(features)):
                    features[k] = 0
            else:
                for position in range(len(now)):
                    now[position] = before[position]
                changes(state, after, seat, now)
                shifted(net, base, before, now, sums, buffers.changed)
                odds = answered(net, sums, buffers.middle, buffers.awake)[0]
                for k in range(len(features)):
                    features[k] = max(buffers.middle[k], np.float32(0))
                    lean += features[k] * desk.policy[kahuna.ACTIONS + k]
            desk.codes[count], desk.odds[count], desk.lean[count] = code, odds, lean
            count += 1
    return count


@kernel
def chosen(nodes: Nodes, node: int, desk: Desk, count: int, how: Switches) -> int:
    """Among the actions just scored the best one, by this world's judgement and what the tree has learned to add."""
    total, top = 0.0, desk.odds[best_of(desk.odds, count)]
    for i in range(count):
        desk.starts[i] = exp((desk.odds[i] - top) / how.sharpness + how.policy * desk.lean[i])
        total += desk.starts[i]
    scale = how.exploration * sqrt(float(nodes.visits[0, node])) / total
    best, found = -1e9, 0
    for i in range(count):
        child, guess = desk.here[i], chance(desk.odds[i])
        same = int(nodes.home[child])
        if same < 0:
            same = int(child)
        bound = min(max(guess + nodes.value[0, same] / (nodes.visits[0, same] + how.shrink), 0.0), 1.0)
        bound += scale * desk.starts[i] / (1 + nodes.tries[child])
        if bound > best:
            best, found = bound, i
    return found


@kernel
def place_of(node: int, start: int, hand: int, state: State, table: NDArray[np.int64]) -> int:
    """The node that stands for this position of a turn that began at `start` with this hand: the first one seen."""
    gone = hand ^ state.own.hand
    played = (gone | gone >> SECOND) & FIRSTS | (gone & gone >> SECOND & FIRSTS) << 16
    key = start * 3 + state.flow.this_turn
    for part in (state.own.bridges, state.enemy.bridges, played):
        key = (key ^ part) * 0x2545F4914F6CDD1D
        key ^= key >> 29
    at = key & len(table) - 1
    while table[at, 1] >= 0:
        if table[at, 0] == key:
            return int(table[at, 1])
        at = at + 1 & len(table) - 1
    table[at, 0], table[at, 1] = key, node
    return node


@kernel
def searched(
    facts: Knowledge, net: Net, nodes: Nodes, desk: Desk, buffers: Buffers, how: Switches, x: int
) -> tuple[int, int]:
    """The action tried most often, and the generator's state."""
    path, codes, odds = desk.path, desk.codes, desk.odds
    nodes.size[0] = 0
    added(nodes, -1, 0, 0, 0, 0.0)
    me, turn = facts.state.flow.seat, facts.state.flow.turn
    table = desk.table
    if how.merge:
        table[:] = -1
    for number in range(how.iterations):
        if nodes.size[0] + 2 * kahuna.ACTIONS > len(nodes.code):
            break
        state, x = sample_world(facts, x)
        node, depth, fork, kind, redealt = 0, 0, -1, 0, False
        path[0] = 0
        white = 0.5
        start, hand = 0, state.own.hand
        while True:
            outcome = state.flow.outcome
            if outcome:
                white = worth(outcome, WHITE)
                break
            if depth + 2 >= MAX_TREE_DEPTH:
                break
            seat = state.flow.seat
            if how.blind and fork < 0 and seat != me:
                fork = depth
                if number & 1:
                    kind = 1
                    state, x = blinded(state, x)
            if how.redeal and not redealt and seat != me:
                redealt = True
                state, x = blinded(state, x)
            words = sensible(state, kahuna.legal(state), SEARCH_STYLE)
            tried = nodes.tried[node]
            if how.horizon and state.flow.turn >= turn + how.horizon:
                count = weighed(net, state, words, desk, buffers)
                value = worth_of(odds, count, how.soft)
                white = value if seat == 0 else 1.0 - value
                break
            exact = how.exact == 1 and state.flow.turn > turn
            new = False
            for word in range(5):
                new = new or words[word] & ~tried[word] != 0
            fresh = nodes.child[node] < 0
            onward = how.onward == 1 and not fresh
            if new or exact:
                asked = words
                if onward:
                    asked = (
                        words[0] & ~tried[0],
                        words[1] & ~tried[1],
                        words[2] & ~tried[2],
                        words[3] & ~tried[3],
                        words[4] & ~tried[4],
                    )
                count = weighed(net, state, asked, desk, buffers)
                if new:
                    for i in range(count):
                        code = int(codes[i])
                        if not tried[code // kahuna.WORD_BITS] >> code % kahuna.WORD_BITS & 1:
                            child = added(nodes, node, code, seat, 1, 0.0 if exact else chance(odds[i]))
                            nodes.weight[child] = exp(odds[i] / how.sharpness + how.policy * desk.lean[i])
                if fresh or not (exact or onward):
                    value = worth_of(odds, count, how.soft)
                    white = value if seat == 0 else 1.0 - value
                    break
            if exact:
                child = int(nodes.child[node])
                while child >= 0:
                    desk.place[nodes.code[child]] = child
                    child = int(nodes.sibling[child])
                for i in range(count):
                    desk.here[i] = desk.place[codes[i]]
                i = chosen(nodes, node, desk, count, how)
                node = int(desk.here[i])
                desk.guesses[depth + 1] = chance(odds[i])
            else:
                known = 1 if how.blind and (kind or seat != me) else 0
                node = selected(nodes, node, words, how, known)
                desk.guesses[depth + 1] = 0.0
            depth += 1
            path[depth] = node
            before = kahuna.play(state, int(nodes.code[node]))
            if how.merge:
                same_turn = before.flow.turn == state.flow.turn and before.due == 0
                if nodes.home[node] < 0:
                    nodes.home[node] = place_of(node, start, hand, before, table) if same_turn else node
                node = int(nodes.home[node])
                state, x = dealt(before, x)
                if not same_turn:
                    start, hand = node, state.own.hand
            else:
                state, x = dealt(before, x)
            if how.split and before.due and nodes.visits[0, node] >= how.split:
                node = shown(nodes, node, before, state, me)
                depth += 1
                path[depth] = node
                desk.guesses[depth] = 0.0
        backed(nodes, desk, depth, fork if kind else -1, kind, white, how)
    best, found = -1, -1
    child = nodes.child[0]
    while child >= 0:
        tries = int(nodes.tries[child] if how.merge else nodes.visits[0, child])
        if tries > best:
            best, found = tries, int(nodes.code[child])
        child = nodes.sibling[child]
    return found, x


@kernel
def backed(nodes: Nodes, desk: Desk, depth: int, above: int, kind: int, white: float, how: Switches) -> None:
    """Tells the path's nodes below `above` what a try was worth."""
    for level in range(depth, above, -1):
        node = int(desk.path[level])
        nodes.tries[node] += 1
        if nodes.home[node] >= 0:
            node = int(nodes.home[node])
        nodes.visits[kind, node] += 1
        own = white if nodes.actor[node] == 0 else 1.0 - white
        nodes.value[kind, node] += own - desk.guesses[level]
        if how.target and level > 0 and nodes.code[node] < CARD:
            most, value = 0, 0.0
            child = nodes.child[desk.path[level - 1]]
            while child >= 0:
                if nodes.visits[kind, child] > most:
                    most, value = (
                        int(nodes.visits[kind, child]),
                        nodes.value[kind, child] / nodes.visits[kind, child],
                    )
                child = nodes.sibling[child]
            if most > nodes.visits[kind, node] and value > own:
                white = value if nodes.actor[node] == 0 else 1.0 - value
