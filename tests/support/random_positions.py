"""Positions that no game need ever lead to, as the oracle holds them."""

from collections import Counter
from random import Random

from kahuna.bench import oracle
from kahuna.rules.boards import KAHUNA


def random_bridges(board: oracle.Board, random: Random) -> dict[str, str]:
    """Bridges of both colours on a random part of the board, in random order."""
    full = random.uniform(0.3, 1.0)
    links = [link for link in board.links if random.random() < full]
    random.shuffle(links)
    return {link: random.choice(oracle.COLOURS) for link in links}


def random_kahuna(random: Random) -> oracle.Kahuna:
    """Any position of Kahuna with bridges of both sides, reachable or not."""
    deck = 2 * list(KAHUNA.islands)
    random.shuffle(deck)
    model = oracle.Kahuna(
        deck, lambda round, pile: pile, planning=random.random() < 0.5, first=random.choice(oracle.COLOURS)
    )
    while len(set(model.bridges.values())) < 2:
        model.bridges = random_bridges(model.board, random)
    model.round = random.choice((1, 2, 3))
    for colour in oracle.COLOURS:
        for _ in range(random.randint(0, 2)):
            model.hands[colour].append(model.stack.pop())
        model.points[colour] = random.randint(0, 2)
    if random.random() < 0.2:
        model.discards, model.stack = model.stack, []
        model.row = [card if random.random() < 0.5 else None for card in model.row]
        kept = [card for card in model.row if card]
        model.discards = sorted(2 * list(KAHUNA.islands))
        for card in kept + model.hands["white"] + model.hands["black"]:
            model.discards.remove(card)
    model.this_turn = random.choice(("none", "played", "discarded"))
    model.must_take = random.random() < 0.2
    if not model.stack and not any(model.row):
        model.round, model.last_turns_left, model.must_take = 3, random.choice((1, 2)), False
    return model


def random_hex(random: Random) -> oracle.Exahuna:
    """Any position of Exahuna or Special, reachable or not."""
    if random.random() < 0.3:
        plain = oracle.Exahuna()
        plain.bridges = random_bridges(plain.board, random)
        return plain
    model = oracle.Special()
    model.bridges = random_bridges(model.board, random)
    weights = [random.random() for _ in oracle.KINDS]
    model.kinds = {link: random.choices(oracle.KINDS, weights)[0] for link in model.bridges}
    model.to_move = random.choice(oracle.COLOURS)
    if random.random() < 0.2:
        model.supply[model.to_move] = Counter()
    return model
