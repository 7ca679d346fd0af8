"""The player that looks one action ahead: it maximises its lead in islands, then in bridges."""

from collections.abc import Callable
from random import Random
from typing import Any

from kahuna.bots.base import Bot, Choice
from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import below, next_random, popcount, seeded
from kahuna.rules.jit import compiled, kernel
from kahuna.rules.kahuna import KahunaRules
from kahuna.table.knowledge import position, rules_of
from kahuna.table.notation import write
from kahuna.table.sisters import Sisters
from kahuna.table.view import View

ISLAND_SCORE = 64  # an island is worth more than any number of bridges
# Among actions that leave the board equally good, the higher class is chosen.
DISCARDING, ENDING, TAKING, REMOVING, PLACING = range(5)
CLASSES = 5


class Greedy(Bot):
    """Greedy play, ties broken at random."""

    name = "greedy"
    native = True
    maps = True

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The action with the best board right after it."""
        x = seeded(random.getrandbits(62), 0)
        return Choice(write(view["game"], CHOOSERS[view["game"]](position(view), x)))


def rank_on(on: KahunaRules) -> Callable[[kahuna.State, int], int]:
    """The kernel that says how greedy likes an action of Kahuna on this board; it looks at bridges and nothing else."""
    play, controlled = on.play, on.controlled
    at_remove, at_discard, at_row, at_end = on.REMOVE, on.DISCARD, on.TAKE_ROW, on.END
    at_handicap = on.HANDICAP

    @kernel
    def class_of(code: int) -> int:
        """The rank of this action among those that leave an equally good board."""
        if code < at_remove or code >= at_handicap:
            return PLACING
        if code < at_discard:
            return REMOVING
        if code < at_row:
            return DISCARDING
        return ENDING if code == at_end else TAKING

    @kernel
    def rank(state: kahuna.State, code: int) -> int:
        own, enemy = state.own.bridges, state.enemy.bridges
        if code < at_discard:
            after = play(state, code)
            own, enemy = after.own.bridges, after.enemy.bridges
        elif code >= at_handicap:
            own |= 1 << code - at_handicap
        lead = popcount(controlled(own)) - popcount(controlled(enemy))
        return (lead * ISLAND_SCORE + popcount(own) - popcount(enemy)) * CLASSES + class_of(code)

    return rank


@kernel
def rank_exahuna(state: exahuna.State, code: int) -> int:
    """How greedy likes this action."""
    after = exahuna.play(state, code)
    lead = popcount(exahuna.controlled(after.own)) - popcount(exahuna.controlled(after.enemy))
    score = lead * ISLAND_SCORE + popcount(after.own) - popcount(after.enemy)
    return score if after.seat == state.seat else -score


@kernel
def rank_special(state: special.State, code: int) -> int:
    """How greedy likes this action; islands count what they are worth."""
    after = special.play(state, code)
    own, enemy, kinds = after.own, after.enemy, after.kinds
    worth = special.total_worth(kinds, special.controlled(own, enemy, kinds))
    enemy_worth = special.total_worth(kinds, special.controlled(enemy, own, kinds))
    score = (worth - enemy_worth) * ISLAND_SCORE + popcount(own) - popcount(enemy)
    return score if after.seat == state.seat else -score


def _best(rules: Any, rank: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
    """The kernel that finds the legal action of highest rank, with the same chance for each of the best."""
    legal, count_legal, nth_legal = rules.legal, rules.count_legal, rules.nth_legal

    def choose(state: Any, x: int) -> int:
        actions = legal(state)
        best, found, ties = 0, -1, 0
        for n in range(count_legal(actions)):
            code = nth_legal(actions, n)
            value = rank(state, code)
            if found < 0 or value > best:
                best, found, ties = value, code, 1
            elif value == best:
                ties += 1
                x = next_random(x)
                if below(x, ties) == 0:
                    found = code
        return found

    return kernel(choose)


rank_kahuna = rank_on(kahuna.OURS)
best_kahuna = _best(kahuna, rank_kahuna)
best_exahuna = _best(exahuna, rank_exahuna)
best_special = _best(special, rank_special)
choose_kahuna, choose_exahuna, choose_special = map(compiled, (best_kahuna, best_exahuna, best_special))

Rank = Callable[[Any, int], int]
RANKS: Sisters[Rank] = Sisters(
    "greedy player",
    {"kahuna": rank_kahuna, "exahuna": rank_exahuna, "exahuna-special": rank_special},
    lambda game: rank_on(rules_of(game)),
)
CHOOSERS: Sisters[Callable[[Any, int], int]] = Sisters(
    "greedy player",
    {"kahuna": choose_kahuna, "exahuna": choose_exahuna, "exahuna-special": choose_special},
    lambda game: compiled(_best(rules_of(game), rank_on(rules_of(game)))),
)
# The same for compiled code to call.
CHOOSING_KERNELS: Sisters[Callable[[Any, int], int]] = Sisters(
    "greedy player", {"kahuna": best_kahuna, "exahuna": best_exahuna, "exahuna-special": best_special}
)
Greedy.games = CHOOSERS.keys()
