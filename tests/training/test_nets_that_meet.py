"""Games between nets."""

import numpy as np

from kahuna.bots.nets.network import Net, new_net
from kahuna.bots.nets.scoring import playing_net
from kahuna.rules.bits import seeded
from kahuna.training.learning import BY_NET, Lesson, new_samples
from kahuna.training.subjects import subject_of


def wider(net: Net) -> Net:
    """A net of twice the width that judges the same."""
    more = np.zeros_like(net.rows)
    return net._replace(
        rows=np.concatenate([net.rows, more], axis=1),
        bias=np.concatenate([net.bias, net.bias * 0]),
        second=np.concatenate([net.second, net.second * 0]),
    )


def test_nets_of_different_widths_can_meet() -> None:
    subject = subject_of("exahuna")
    net = new_net(subject.kernels.slots, 1, hidden=64)
    for one, two in ((net, wider(net)), (wider(net), net)):
        halves = np.empty(4, np.int64)
        subject.duel(one, two, Lesson(), len(halves), seeded(1, 1), halves)
        assert halves.tolist() == [2, 2, 2, 2]  # a net that meets itself wins as often as it loses


def test_a_net_learns_against_a_rival_of_another_width_what_it_learns_against_the_same_of_its_own() -> None:
    subject = subject_of("exahuna")
    slots = subject.kernels.slots
    net, rival = (new_net(slots, seed, hidden=64) for seed in (1, 2))
    learned = []
    for other in (rival, wider(rival)):
        samples = new_samples(800, subject.kernels.active)
        learner, against = playing_net(net, "exahuna"), playing_net(other, "exahuna")
        lesson = Lesson(rivalry=BY_NET, keep=1024)
        count = subject.teach(learner, against, lesson, 4, seeded(2, 0), samples)
        learned.append((count, samples.goals[:count].tolist()))
    assert learned[0] == learned[1]
    assert learned[0][0] > 50
