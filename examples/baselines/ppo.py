"""Masked PPO: proximal policy optimisation in self-play, both seats by one network. Needs torch.

python examples/baselines/run.py ppo
"""

import common
import numpy as np
import torch

GAMES = 256  # in a round
EPOCHS, MINIBATCH = 2, 1024
CLIP, ENTROPY, MEMORY = 0.2, 0.01, 0.95  # MEMORY: how far a surprise reaches back (GAE's lambda)


def advantages(steps, results):
    """How much better than predicted each step went, and what each value should have been (GAE, seat by seat)."""
    guessed, surprise = results.copy(), np.zeros_like(results)
    found = []
    for games, seats, _, _, _, _, values in reversed(steps):
        gained = guessed[games, seats] - values + MEMORY * surprise[games, seats]
        surprise[games, seats], guessed[games, seats] = gained, values
        found.append((gained, gained + values))
    return [np.concatenate(parts) for parts in zip(*reversed(found), strict=True)]


def learn(net, optimiser, steps, results, random):
    """Some epochs over the games of a round."""
    gained, aims = advantages(steps, results)
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    parts = [np.concatenate([step[place] for step in steps]) for place in (2, 3, 4, 5)]
    tensors = [torch.from_numpy(part) for part in (*parts, gained, aims)]
    for _ in range(EPOCHS):
        order = torch.from_numpy(random.permutation(len(gained)))
        for rows in order.split(MINIBATCH):
            actions, seen, masks, before, better, aim = (tensor[rows] for tensor in tensors)
            logs, values = net(seen, masks)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - before).exp()
            pushed = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            entropy = -(logs.exp() * logs.masked_fill(~masks, 0)).sum(1).mean()
            loss = (values - aim).square().mean() - pushed - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def train(game, rounds, seed):
    """Yields the number of games played so far and the network, after each round."""
    batch, net, optimiser, random = common.make(game, GAMES, seed)

    def choose(games):
        seen, masks, logs, values = net.look(batch, games)
        actions = common.sampled(np.exp(logs), random)
        return actions, (seen, masks, logs[np.arange(len(games)), actions], values)

    for number in range(rounds):
        steps, results = common.self_play(batch, seed * 1_000_000 + number, choose)
        learn(net, optimiser, steps, results, random)
        yield (number + 1) * GAMES, net
