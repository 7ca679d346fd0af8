"""An AlphaZero-like learner: self-play with a search one action ahead, whose results the network learns. Needs
torch.

    python examples/baselines/run.py search

In every position some actions are sampled by the policy without repeats (Gumbel's trick). Each is played in worlds that
the seat cannot tell apart (`clone`, `redeal`), and the network judges what follows. The policy learns the improved
policy of Gumbel MuZero, softmax(logs + SCALE * gain), where an action not looked at gains nothing; the value learns
the results.
"""

import common
import numpy as np
import torch

GAMES = 128  # in a round
WIDTH, WORLDS = 6, 2  # actions looked at, and deals for each of them
SCALE = 8.0
EPOCHS, MINIBATCH = 2, 1024


def gains(net, batch, games, actions, values, random):
    """How much more the position after each of these actions is worth than the position before."""
    dealt = batch.clone(np.repeat(games, WORLDS))
    dealt.redeal(seed=int(random.integers(2**62)))
    places = np.arange(len(games) * WORLDS).reshape(len(games), 1, WORLDS).repeat(WIDTH, axis=1).ravel()
    worlds = dealt.clone(places)
    seats = worlds.seats.copy()
    step = worlds.step(np.repeat(actions.ravel(), WORLDS))
    ends, done = step.rewards[np.arange(worlds.games), seats].copy(), step.done.copy()
    judged = net.look(worlds)[3] * np.where(worlds.seats == seats, 1, -1)
    after = np.where(done, ends, judged).reshape(len(games), WIDTH, WORLDS).mean(2)
    return after - values[:, None]


def improved(net, batch, games, random):
    """The policy that the search arrives at, with what was seen and legal."""
    seen, masks, logs, values = net.look(batch, games)
    noisy = np.where(masks, logs + random.gumbel(size=logs.shape), -np.inf)
    actions = np.argpartition(-noisy, WIDTH, axis=1)[:, :WIDTH]
    likeliest = noisy.argmax(1)
    legal = np.take_along_axis(masks, actions, 1)
    actions = np.where(legal, actions, likeliest[:, None])  # where fewer are legal, one is searched twice
    gained = np.zeros_like(logs)
    np.put_along_axis(
        gained, actions, gains(net, batch, games, actions, values, random).astype(np.float32), 1
    )
    scores = np.where(masks, logs + SCALE * gained, -np.inf)
    policy = np.exp(scores - scores.max(1, keepdims=True))
    return policy / policy.sum(1, keepdims=True), seen, masks


def learn(net, optimiser, steps, results, random):
    """Some epochs over the games of a round."""
    policy, seen, masks = (
        torch.from_numpy(np.concatenate([step[place] for step in steps])) for place in (3, 4, 5)
    )
    aims = torch.from_numpy(np.concatenate([results[step[0], step[1]] for step in steps]))
    for _ in range(EPOCHS):
        for rows in torch.from_numpy(random.permutation(len(aims))).split(MINIBATCH):
            logs, values = net(seen[rows], masks[rows])
            crossed = -(policy[rows] * logs).sum(1).mean()
            loss = crossed + (values - aims[rows]).square().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def train(game, rounds, seed):
    """Yields the number of games played so far and the network, after each round."""
    batch, net, optimiser, random = common.make(game, GAMES, seed)

    def choose(games):
        policy, seen, masks = improved(net, batch, games, random)
        return common.sampled(policy, random), (policy.astype(np.float32), seen, masks)

    for number in range(rounds):
        steps, results = common.self_play(batch, seed * 1_000_000 + number, choose)
        learn(net, optimiser, steps, results, random)
        yield (number + 1) * GAMES, net
