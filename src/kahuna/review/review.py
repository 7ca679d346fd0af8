"""`review`: every turn of a game judged, and the account of its result. Turns come one by one and can be stopped."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import fsum, sqrt

from kahuna.review.account import account_of, steps_of, values_of
from kahuna.review.assessors import assessor_of
from kahuna.review.data import Account, Decision, Player, Review, Turn
from kahuna.review.decisions import DEPTHS, judge
from kahuna.review.labels import BEST, FORCED, LABELS, accuracy, careful_label
from kahuna.review.turning import turning_points
from kahuna.review.walk import WalkedTurn, walk
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS

VERSION = 1  # of what a review says: another one, and kept reviews are made anew
WORKERS = 2
ORDINARY = "normal"


def review(
    game: Game,
    names: Mapping[str, str] | None = None,
    depth: str = ORDINARY,
    seed: str = "0",
    tell: Callable[[int, int], None] = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
    workers: int = WORKERS,
) -> Review:
    """What a game was worth. `tell` hears how many turns of how many are done; `stop` ends it with what there is.

    The same game, depth and seed give the same review, however many workers search.
    """
    walked = list(walk(game))
    turns: list[Turn] = []
    judged = judged_turns(game, walked, depth, seed, workers)
    try:
        while not stop() and (turn := next(judged, None)) is not None:
            turns.append(turn)
            tell(len(turns), len(walked))
    finally:
        judged.close()
    return summed(game, names or {}, depth, seed, turns, len(turns) == len(walked))


def judged_turns(
    game: Game, walked: Sequence[WalkedTurn], depth: str, seed: str, workers: int
) -> Generator[Turn, None, None]:
    """The turns with their decisions judged, in order; several decisions are searched side by side."""
    assessor = assessor_of(game.rules.game)
    pool = ThreadPoolExecutor(workers)
    try:
        tasks = [
            [pool.submit(judge, assessor, asked, DEPTHS[depth], seed) for asked in turn.decisions]
            for turn in walked
        ]
        for turn, decisions in zip(walked, tasks, strict=True):
            yield labelled(turn, [task.result() for task in decisions])
    finally:
        pool.shutdown(cancel_futures=True)


def labelled(walked: WalkedTurn, decisions: Sequence[Decision]) -> Turn:
    """The turn with its loss, the sum over its decisions, and its label."""
    loss = fsum(decision.loss for decision in decisions)
    uncertainty = sqrt(fsum(decision.uncertainty**2 for decision in decisions))
    label = careful_label(loss, uncertainty) if decisions else FORCED
    if decisions and all(decision.loss == 0.0 for decision in decisions):
        label = BEST
    return Turn(
        walked.seat,
        walked.turn,
        walked.round,
        walked.first,
        walked.actions,
        label,
        loss,
        uncertainty,
        tuple(decisions),
    )


def summed(
    game: Game, names: Mapping[str, str], depth: str, seed: str, turns: Sequence[Turn], complete: bool
) -> Review:
    """The review made of these turns; what is not judged yet counts as hidden."""
    assessor = assessor_of(game.rules.game)
    losses = {decision.number: decision.loss for turn in turns for decision in turn.decisions}
    values = values_of(assessor, game)
    steps = steps_of(game, values, losses)
    account = account_of(game, values, losses)
    players: dict[str, Player] = {
        seat: player_of(names.get(seat, ""), seat, [turn for turn in turns if turn.seat == seat], account)
        for seat in SEATS
    }
    return Review(
        version=VERSION,
        game=game.rules.game,
        rules=dict(game.rules.settings()),
        names={seat: names.get(seat, "") for seat in SEATS},
        result=game.result,
        depth=depth,
        seed=seed,
        net=assessor.net,
        complete=complete,
        opening=values.opening,
        steps=tuple(steps),
        turns=tuple(turns),
        players=players,
        points=turning_points(game, turns),
        account=account,
        hidden_means=assessor.hidden_means,
    )


def player_of(name: str, seat: str, turns: Sequence[Turn], account: Account) -> Player:
    """A seat's play as a whole."""
    labels = Counter(turn.label for turn in turns)
    free = [turn.loss for turn in turns if turn.label != FORCED]
    return Player(
        name=name,
        turns=len(free),
        loss=fsum(free),
        mean_loss=fsum(free) / len(free) if free else None,
        accuracy=accuracy(turn.label for turn in turns),
        labels={label: labels[label] for label in LABELS},
        luck=account.cards if seat == "white" else -account.cards,
    )
