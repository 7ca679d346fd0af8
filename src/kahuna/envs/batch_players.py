"""Players that choose in a whole batch at once, compiled: greedy, and the nets with one look ahead."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahuna.bots.champion import net_for, path_of
from kahuna.bots.greedy import CHOOSING_KERNELS
from kahuna.bots.nets.network import Net
from kahuna.bots.nets.scoring import best_of, kernels_of, new_buffers
from kahuna.envs.batch_kahuna import DEAL, load, store
from kahuna.rules import kahuna
from kahuna.rules.bits import add_card, below, next_random, nth_card, popcount, remove_card, seeded
from kahuna.rules.jit import compiled, kernel

Choosing = Callable[..., None]  # (states, generators, actions, *settings): writes an action for each game
BATCH_PLAYERS = ("random", "greedy", "net")


@cache
def greedy_choosing(game: str, loaded: Any) -> Choosing:
    """The compiled function by which greedy chooses in every game of a batch."""
    choose = CHOOSING_KERNELS[game]

    def chosen(
        states: NDArray[np.int64], generators: NDArray[np.int64], actions: NDArray[np.int64], *settings: Any
    ) -> None:
        for number in range(len(states)):
            x = next_random(int(generators[number]))
            generators[number] = x
            actions[number] = choose(loaded(states[number], *settings), x)

    return compiled(chosen)


@cache
def net_choosing(game: str, loaded: Any) -> Choosing:
    """The compiled function by which a net chooses: what it likes best right after it. It sees no hidden card."""
    kernels = kernels_of(game)
    scored, active, most = kernels.scored, kernels.active, kernels.most

    def chosen(states: NDArray[np.int64], actions: NDArray[np.int64], net: Net, *settings: Any) -> None:
        codes, odds, starts = np.empty(most, np.int64), np.empty(most, np.float64), np.empty(most, np.float64)
        buffers = new_buffers(net, active)
        for number in range(len(states)):
            count = scored(net, loaded(states[number], *settings), codes, odds, starts, buffers)
            actions[number] = codes[best_of(odds, count)]

    return compiled(chosen)


@cache
def net_of(game: str, file: str) -> Net:
    """The net of this file, or the bundled one."""
    return net_for(game, Path(file) if file else path_of(game))


def split(player: str) -> tuple[str, str]:
    """The name of a player and the file of its net; ValueError if no batch knows it."""
    name, _, option = player.partition(":")
    key, _, file = option.partition("=")
    if name not in BATCH_PLAYERS or (option and (name, key) != ("net", "file")):
        raise ValueError(
            f"a batch is played by {', '.join(BATCH_PLAYERS)} or net:file=FILE, not by {player!r}"
        )
    return name, file


@kernel
def _poured(cards: int, more: int) -> int:
    """Both multisets together."""
    for n in range(popcount(more)):
        cards = add_card(cards, nth_card(more, n))
    return cards


@compiled
def redeal_kahuna(states: NDArray[np.int64], numbers: NDArray[np.int64], seed: int, settings: Any) -> None:
    """Deals again in every game what the seat to move cannot know: the opponent's cards, and the order of the stack."""
    for row in range(len(states)):
        state = load(states[row], settings)
        x = seeded(seed, int(numbers[row]))
        enemy, stack = state.enemy, state.stack
        hidden = enemy.hand
        for n in range(popcount(enemy.known)):
            hidden = remove_card(hidden, nth_card(enemy.known, n))
        stack = _poured(_poured(stack, hidden), enemy.secret)
        hand, secret = enemy.known, 0
        for n in range(popcount(hidden) + popcount(enemy.secret)):
            x = next_random(x)
            card = nth_card(stack, below(x, popcount(stack)))
            stack = remove_card(stack, card)
            if n < popcount(hidden):
                hand = add_card(hand, card)
            else:
                secret = add_card(secret, card)
        rival = kahuna.Side(enemy.bridges, hand, enemy.known, secret, enemy.points)
        store(
            states[row],
            kahuna.State(state.own, rival, stack, state.row, 0, state.flow, state.first, state.planning),
        )
        states[row, DEAL] = next_random(x)
