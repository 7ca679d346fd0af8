"""What both baselines share: a small network for torch, games of self-play on the batch, and measuring strength."""

from random import Random

import numpy as np
import torch
from torch import nn

from kahuna import Game, Rules
from kahuna.arena import statistics
from kahuna.bots.registry import find_bot
from kahuna.envs.batch import Batch
from kahuna.envs.observation import encode

LONGEST = 600  # steps of a game, at most
torch.set_num_threads(1)  # these matrices are small


class Net(nn.Module):
    """Scores of all actions and a value from -1 to 1, out of an observation."""

    def __init__(self, size, actions, hidden=128):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, seen, masks):
        """Log probabilities of the actions, with illegal ones excluded, and values for the seat to move."""
        body = self.body(seen)
        scores = self.policy(body).masked_fill(~masks, -1e9)
        return scores.log_softmax(1), self.value(body).squeeze(1).tanh()

    @torch.no_grad()
    def look(self, batch, games=None):
        """The same as numpy arrays, of these games of a batch; before them what was seen and what is legal."""
        rows = slice(None) if games is None else games
        seen = batch.observations()[rows].astype(np.float32)
        masks = batch.masks()[rows].astype(bool)
        logs, values = self(torch.from_numpy(seen), torch.from_numpy(masks))
        return seen, masks, logs.numpy(), values.numpy()


def sampled(chances, random):
    """A random action for each row, with these chances."""
    sums = chances.cumsum(1)
    return (sums > random.random((len(sums), 1)) * sums[:, -1:]).argmax(1)


def self_play(batch, seed, choose):
    """A game in each place of the batch, by `choose(games) -> (actions, what to remember)` in both seats.

    Returns what was remembered, step by step with games and seats, and the results for White and Black.
    """
    batch.reset(seed)
    results, running, steps = np.zeros((batch.games, 2), np.float32), np.ones(batch.games, bool), []
    for _ in range(LONGEST):
        games = np.flatnonzero(running)
        if not len(games):
            break
        actions, remembered = choose(games)
        steps.append((games, batch.seats[games].copy(), actions, *remembered))
        step = batch.step(actions, games)
        ended = games[step.done[games]]
        results[ended] = step.rewards[ended]
        running[ended] = False
    return steps, results


def strength(net, game, rival, pairs, seed):
    """Of mirrored pairs of the likeliest action against a named player: how many had 0, ½, 1, 1½ and 2 points."""
    scores = []
    for number in range(pairs):
        deal = f"{seed} {number}"
        scores.append(sum(_game(net, game, rival, deal, seat) for seat in ("white", "black")) / 2)
    return statistics.count_pairs(scores).tolist()


@torch.no_grad()
def _game(net, name, rival, seed, seat):
    game, bot, luck = Game(Rules(name), seed=seed), find_bot(rival, name), Random(seed)
    bot.start(name, game.rules.settings(), "black" if seat == "white" else "white")
    while not game.over:
        view = game.view(game.to_move)
        if game.to_move != seat:
            game.play(bot.choose(view, luck).action)
            continue
        mask = torch.zeros(1, net.policy.out_features, dtype=torch.bool)
        mask[0, game.codes()] = True
        logs, _ = net(torch.from_numpy(encode(view).astype(np.float32))[None], mask)
        game.play_code(int(logs.argmax()))
    bot.close()
    winner = game.result["winner"]
    return 0.5 if winner is None else float(winner == seat)


def make(game, games, seed):
    """A batch, a new network for it, its optimiser and a generator, all determined by the seed."""
    torch.manual_seed(seed)
    batch = Batch(game, games)
    net = Net(batch.observation_size, batch.actions)
    return batch, net, torch.optim.Adam(net.parameters(), 1e-3), np.random.default_rng(seed)
