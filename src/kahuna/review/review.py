"""`review`: every turn of a game judged, and the account of its result. Turns come one by one and can be stopped."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from math import fsum, sqrt
from typing import NamedTuple

from kahuna.review.account import account_of, reviewed_steps, values_of
from kahuna.review.assessors import assessor_of
from kahuna.review.data import Account, Decision, Review, ReviewedPlayer, ReviewedTurn
from kahuna.review.decisions import DEPTHS, DecisionAsked, judge
from kahuna.review.labels import BEST, FORCED, LABELS, accuracy, careful_label
from kahuna.review.turning import advised, turning_points
from kahuna.review.walk import WalkedTurn, walk
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS

REVIEW_VERSION = 3  # version of the contents of a review; stored reviews of another version are made again
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
    judge_all: "JudgeAll | None" = None,
) -> Review:
    """What a game was worth. `tell` is called with the number of turns done and the total; `stop` ends the review
    with what is done so far.

    The same game, depth and seed give the same review, however many workers search and wherever `judge_all` runs
    them.
    """
    walked = list(walk(game))
    turns: list[ReviewedTurn] = []
    judged = judged_turns(walked, depth, seed, judge_all or partial(judge_in_threads, workers))
    try:
        while not stop() and (turn := next(judged, None)) is not None:
            turns.append(turn)
            tell(len(turns), len(walked))
    finally:
        judged.close()
    return summed(game, names or {}, depth, seed, turns, len(turns) == len(walked))


class ToJudge(NamedTuple):
    """A decision, and how it is to be judged."""

    asked: DecisionAsked
    depth: str
    seed: str


JudgeAll = Callable[[Sequence[ToJudge]], Generator[Decision, None, None]]  # in the same order


def judged(task: ToJudge) -> Decision:
    """The decision with its loss."""
    assessor = assessor_of(task.asked.view["game"])
    return judge(assessor, task.asked, DEPTHS[task.depth], task.seed)


def judge_in_threads(workers: int, tasks: Sequence[ToJudge]) -> Generator[Decision, None, None]:
    """Several decisions side by side."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield from pool.map(judged, tasks)
    finally:
        pool.shutdown(cancel_futures=True)


def judged_turns(
    walked: Sequence[WalkedTurn], depth: str, seed: str, judge_all: JudgeAll
) -> Generator[ReviewedTurn, None, None]:
    """The turns with their decisions judged, in order."""
    tasks = [ToJudge(asked, depth, seed) for turn in walked for asked in turn.decisions]
    with closing(judge_all(tasks)) as decisions:
        for turn in walked:
            yield labelled(turn, [next(decisions) for _ in turn.decisions])


def labelled(walked: WalkedTurn, decisions: Sequence[Decision]) -> ReviewedTurn:
    """The turn with its loss, the sum over its decisions, and its label."""
    loss = fsum(decision.loss for decision in decisions)
    uncertainty = sqrt(fsum(decision.uncertainty**2 for decision in decisions))
    label = careful_label(loss, uncertainty) if decisions else FORCED
    if decisions and all(decision.loss == 0.0 for decision in decisions):
        label = BEST
    return ReviewedTurn(
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
    game: Game, names: Mapping[str, str], depth: str, seed: str, turns: Sequence[ReviewedTurn], complete: bool
) -> Review:
    """The review of these turns; turns not yet judged count as hidden."""
    assessor = assessor_of(game.rules.game)
    losses = {decision.number: decision.loss for turn in turns for decision in turn.decisions}
    values = values_of(assessor, game)
    steps = reviewed_steps(game, values, losses)
    told = advised(game, turns)
    account = account_of(game, values, losses)
    players: dict[str, ReviewedPlayer] = {
        seat: player_of(names.get(seat, ""), seat, [turn for turn in turns if turn.seat == seat], account)
        for seat in SEATS
    }
    return Review(
        version=REVIEW_VERSION,
        game=game.rules.game,
        rules=game.rules.settings(),
        names={seat: names.get(seat, "") for seat in SEATS},
        result=game.result,
        depth=depth,
        seed=seed,
        net=assessor.net,
        complete=complete,
        opening=values.opening,
        steps=tuple(steps),
        turns=tuple(told),
        players=players,
        points=turning_points(told),
        account=account,
        hidden_means=assessor.hidden_means,
    )


def player_of(name: str, seat: str, turns: Sequence[ReviewedTurn], account: Account) -> ReviewedPlayer:
    """A seat's play as a whole."""
    labels = Counter(turn.label for turn in turns)
    free = [turn.loss for turn in turns if turn.label != FORCED]
    return ReviewedPlayer(
        name=name,
        turns=len(free),
        loss=fsum(free),
        mean_loss=fsum(free) / len(free) if free else None,
        accuracy=accuracy(turn.label for turn in turns),
        labels={label: labels[label] for label in LABELS},
        luck=account.cards if seat == "white" else -account.cards,
    )
