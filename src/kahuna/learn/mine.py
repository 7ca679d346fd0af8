"""Puzzles found in games of strong players: the same command and seed give the same puzzles, byte for byte.

One game is one task. Its turns are searched for positions with one answer; the most interesting ones are kept, and
`gather` takes the games in order and leaves out duplicates and kinds that are too frequent.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from typing import Any, NamedTuple, NotRequired, TypedDict

from kahuna.arena.crew import Crew, do_all
from kahuna.arena.selfplay import play_whole
from kahuna.bots.base import Bot
from kahuna.bots.registry import find_bot
from kahuna.learn.best_turn import CLEAR_MARGIN, BestTurn, best_turn, stands
from kahuna.learn.forced import BEST_MOVES
from kahuna.learn.puzzle import (
    BEST_TURN,
    END_EARLY,
    LAST_TURN,
    MAKE_LOSE,
    MOST_ISLANDS,
    WIN_GAME,
    WIN_ISLANDS,
    WIN_ROUND,
    Goal,
    Proof,
    proof_by_force,
    proof_in_turn,
    reached,
)
from kahuna.learn.setup import Setup, game_of_setup, setup_of
from kahuna.learn.tempting import Tempting, tempting, tempting_turn
from kahuna.learn.themes import EASIEST, SOLVERS, difficulty_of, share_found, themes_of
from kahuna.review.turns import TurnOutcomes, all_turns, ending_of
from kahuna.rules import kahuna, special
from kahuna.rules.bits import bits_of, popcount
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.rules.symmetry import symmetries, turned_links
from kahuna.table.game import Game, Moment
from kahuna.table.games import spec_of
from kahuna.table.notation import parse, write
from kahuna.table.ruleset import Rules, engine_of
from kahuna.table.sisters import Sisters

# Who plays game 0, 1, 2 and so on in turn: equals, and a stronger player against a weaker one that gets into
# trouble.
PLAYER_PAIRS = (("kohola", "kohola"), ("kohola", "honu"), ("manu", "kohola"))
# Who plays where something rare is looked for: many games are needed in little time.
QUICK_PAIRS = (("greedy", "greedy"),)
# Themes of the open games that no single move has; those of one move are found at a glance.
LONG_THEMES = ("quiet", "sacrifice")
# Kinds of which the side to move has no bridge left, in every position searched for a theme: as in the game, or
# without the bigger kinds, which would have the same effect.
SPENT = {"exahuna-special": ((), ("3", "4"), ("2", "3", "4"))}
MOST_A_GAME = {"kahuna": 6, "exahuna": 4, "exahuna-special": 4}
# The largest share that puzzles of an easily found kind may have.
SHARES = {(MOST_ISLANDS, 0): 0.5, (MAKE_LOSE, 0): 0.35, (WIN_ISLANDS, 1): 0.35}
OFTEN_FOUND = 0.3  # of its tries by the weakest level, which overlooks nearly everything
CHOICES = 6  # the fewest legal moves in a puzzle that asks for one of them
ENEMIES = 3  # bridges that the opponent of Kahuna has at least
LATE = {"exahuna": 6, "exahuna-special": 4}  # bridges left to both where the game itself can be searched
TWO_MOVES_FROM = {"exahuna": 12, "exahuna-special": 30}  # before this turn, two moves force nothing


class Vein(NamedTuple):
    """Where puzzles are looked for."""

    game: str
    seed: str
    best_turns: bool = False  # those that are judged, instead of those that are proven
    theme: str = ""  # only those with this theme
    easy: bool = (
        False  # those of one bridge that the weakest level often finds, instead of those that take more
    )


class Found(NamedTuple):
    """A puzzle on its way: the number of actions before it, what is asked, the proof, and the kinds that are spent."""

    at: int
    goal: Goal
    proof: Proof
    spent: tuple[str, ...] = ()


@cache
def _player(name: str) -> Bot:
    return find_bot(name)


class Mined(TypedDict):
    """A puzzle as a line of a file."""

    id: NotRequired[str]  # as soon as it is kept
    kind: str
    goal: dict[str, str | int]
    themes: list[str]
    difficulty: int
    answer: list[str]
    setup: Setup
    tempting: NotRequired[Tempting]


def mine(vein: Vein, number: int) -> list[Mined]:
    """The puzzles of game `number`, as they are written, without their ids."""
    pairs = QUICK_PAIRS if vein.theme or vein.easy else PLAYER_PAIRS
    white, black = pairs[number % len(pairs)]
    rules, seed = Rules(vein.game), f"{vein.seed}/{number}"
    game = play_whole(rules, {"white": _player(white), "black": _player(black)}, seed, seed).game
    found: list[Found] = []
    for at, (moment, before) in enumerate(zip(game.moments, [None, *game.moments[:-1]], strict=True)):
        fresh = before is None or before.state.turn != moment.state.turn
        if fresh and not moment.state.outcome:
            for spent in SPENT.get(vein.game, ((),)) if vein.theme else ((),):
                best = max(_questions(vein, game, at, spent), key=_telling, default=None)
                if best:
                    found.append(Found(at, *best, spent))
    best_first = sorted(found, key=lambda one: (-_telling((one.goal, one.proof)), one.at))
    kept = {(one.goal.kind, one.proof.built, one.proof.removed): one for one in reversed(best_first)}
    chosen = sorted(kept.values(), key=best_first.index)[: MOST_A_GAME[vein.game]]
    written = (_written(game, one) for one in chosen)
    return [
        puzzle
        for puzzle in written
        if _asks_something(puzzle) and (puzzle["difficulty"] == EASIEST or not vein.easy)
    ]


def _asks_something(puzzle: Mined) -> bool:
    """Whether there is something to find: of best turns only those with a second bridge or a move that tempts."""
    return puzzle["kind"] != BEST_TURN or len(puzzle["answer"]) > 1 or "tempting" in puzzle


def _questions(vein: Vein, game: Game, at: int, spent: tuple[str, ...]) -> Iterator[tuple[Goal, Proof]]:
    """What can be asked after this many actions of this game, if these kinds are spent."""
    state = without(game.moments[at].state, spent)
    if vein.best_turns:
        asked = best_turn_of(game, at)
    elif spec_of(vein.game).cards:
        asked = (each for each in questions_of_turn(state) if _is_small(*each) == vein.easy)
    elif vein.theme and vein.theme not in LONG_THEMES:
        asked = in_one_move(vein.game, state)
    else:
        asked = by_force(vein.game, state)
    for goal, proof in asked:
        if vein.easy and share_found(SOLVERS[0], lambda: _again(game, at), proof) < OFTEN_FOUND:
            continue
        if not vein.theme or vein.theme in themes_of(_again(game, at, spent), goal, proof):
            yield goal, proof


def _is_small(goal: Goal, proof: Proof) -> bool:
    """Whether one bridge of Kahuna reaches the goal, and this is one island."""
    return len(proof.answer) == 1 and goal.islands < 2


def _telling(candidate: tuple[Goal, Proof]) -> int:
    """How interesting a puzzle is: rare kinds first, then long answers."""
    goal, proof = candidate
    rare = {END_EARLY: 300, LAST_TURN: 200, WIN_ROUND: 100, WIN_GAME: 50}.get(goal.kind, 0)
    return rare + 10 * len(proof.answer) + 4 * goal.islands


def questions_of_turn(state: kahuna.State) -> Iterator[tuple[Goal, Proof]]:
    """Everything that can be asked of this turn of Kahuna and has one answer."""
    if not _worth_asking(state):
        return
    turn = all_turns(state, ending_of(state))
    if turn is None:
        return
    for goal in _goals(state, turn):
        proof = proof_in_turn(state, goal, turn)
        if proof:
            yield goal, proof


def _worth_asking(state: kahuna.State) -> bool:
    return popcount(state.own.hand) > 1 and popcount(state.enemy.bridges) >= ENEMIES


def best_turn_of(game: Game, at: int) -> Iterator[tuple[Goal, Proof]]:
    """The best turn after this many actions of this game of Kahuna, if it is the best by a clear margin."""
    best = _judged(game, at) if _worth_asking(game.moments[at].state) else None
    if best:
        answer = [write(game.rules.game, code) for code in best.way.plays]
        yield Goal(BEST_TURN), Proof(answer, best.way.built, best.way.removed, len(best.losses))


def _judged(game: Game, at: int) -> BestTurn | None:
    """The best turn, found and confirmed, for a solver who has not seen the game before it."""
    position = game_of_setup(game.rules.game, setup_of(_again(game, at)), "")
    view = position.view(position.to_move)
    best = best_turn(view, CLEAR_MARGIN, "mined")
    return best if best and stands(view, best.way, "confirmed") else None


def _again(game: Game, at: int, spent: tuple[str, ...] = ()) -> Game:
    """The game after this many of its actions, where the side to move may have spent these kinds of bridges."""
    copy = game.fork()
    *before, (state, memory) = list(copy.moments)[: at + 1]
    copy.moments = [*before, Moment(without(state, spent), memory)]
    copy.rewind(at)
    return copy


def without(state: Any, spent: tuple[str, ...]) -> Any:
    """This state of Special as if the side to move had lost its last bridges of these kinds before."""
    gone = sum(7 << 3 * special.KINDS.index(kind) for kind in spent)
    return state._replace(supply=state.supply & ~gone) if gone else state


def _goals(state: kahuna.State, turn: TurnOutcomes) -> Iterator[Goal]:
    most = max(map(popcount, map(int, turn.islands))) - popcount(int(turn.islands[0]))
    if most:
        yield Goal(MOST_ISLANDS, islands=most)
    for island in bits_of(int(turn.enemy_islands[0])):
        yield Goal(MAKE_LOSE, lose=KAHUNA.islands[island])
    if state.flow.last_turns == 1:
        yield Goal(LAST_TURN)
    elif reached(state, turn, Goal(END_EARLY)).any():
        yield Goal(END_EARLY)
    if not state.flow.last_turns and state.flow.round < 3 and ending_of(state) != kahuna.END:
        yield Goal(WIN_ROUND)


def in_one_move(game: str, state: Any) -> Iterator[tuple[Goal, Proof]]:
    """What one move of Exahuna or Special wins at once, if it alone wins so much. All moves are tried: a proof."""
    engine = engine_of(game)
    if BRIDGES_LEFT[game](state) <= LATE[game] or len(engine.codes(engine.legal(state))) < CHOICES:
        return
    islands, moves, code = BEST_MOVES[game](state)
    if islands > 0 and moves == 1:
        yield Goal(WIN_ISLANDS, islands, 1), Proof([write(game, code)], code, 0, 0)


def by_force(game: str, state: Any) -> Iterator[tuple[Goal, Proof]]:
    """Everything that can be forced from this position of Exahuna or Special by one move only.

    Near the end that is the win itself.
    """
    engine, left = engine_of(game), BRIDGES_LEFT[game](state)
    if len(engine.codes(engine.legal(state))) < CHOICES:
        return
    if left <= LATE[game]:
        goals = [Goal(WIN_GAME, moves=(left + 1) // 2)]
    else:
        goals = [Goal(WIN_ISLANDS, islands, 1) for islands in (3, 2, 1)]
        if state.turn > TWO_MOVES_FROM[game]:
            goals = [Goal(WIN_ISLANDS, islands, 2) for islands in (3, 2)] + goals
    for goal in goals:
        proof = proof_by_force(game, state, goal)
        if proof:
            yield goal, proof


def _left_exahuna(state: Any) -> int:
    return int(state.left + state.enemy_left)


def _left_special(state: Any) -> int:
    return sum(supply >> 3 * kind & 7 for supply in (state.supply, state.enemy_supply) for kind in range(8))


# How many bridges both sides have yet to place.
BRIDGES_LEFT = Sisters("count of bridges left", {"exahuna": _left_exahuna, "exahuna-special": _left_special})


def _written(game: Game, found: Found) -> Mined:
    def again() -> Game:
        return _again(game, found.at, found.spent)

    goal, proof, setup = found.goal, found.proof, setup_of(again())
    if goal.kind == BEST_TURN:
        best = _judged(game, found.at)
        lure = tempting_turn(again().state, best) if best else None
    else:
        lure = tempting(game.rules.game, again().state, goal, proof.answer)
    puzzle: Mined = {
        "kind": goal.kind,
        "goal": goal.document(),
        "themes": themes_of(again(), goal, proof),
        "difficulty": difficulty_of(lambda: game_of_setup(game.rules.game, setup, ""), goal, proof),
        "answer": proof.answer,
        "setup": setup,
    }
    if lure:
        puzzle["tempting"] = lure
    return puzzle


def gather(vein: Vein, wanted: int, crew: Crew, report: Callable[[int, int], None]) -> list[Mined]:
    """This many puzzles, no two alike, with their ids; games are searched until there are enough.

    `report` receives how many there are and how many games were searched.
    """
    kept: list[Mined] = []
    seen, kinds = set[Any](), Counter[tuple[str, int]]()
    waiting: dict[int, list[Mined]] = {}
    upcoming = 0
    work = do_all(crew, mine, ((vein, number) for number in count()), lambda vein: f"{vein.game}: game")
    for _, number, found in work:
        waiting[number] = found
        while upcoming in waiting and len(kept) < wanted:
            for puzzle in waiting.pop(upcoming):
                kind, key = (puzzle["kind"], int(puzzle["goal"].get("moves", 0))), alike(vein.game, puzzle)
                share = 1.0 if vein.theme else SHARES.get(kind, 1.0)
                if len(kept) < wanted and key not in seen and kinds[kind] < max(1, share * wanted):
                    seen.add(key)
                    kinds[kind] += 1
                    letter = "b" if vein.best_turns else _LETTERS[vein.game]
                    kept.append({"id": f"{letter}{len(kept) + 1:04}", **puzzle})
            upcoming += 1
            report(len(kept), upcoming)
        if len(kept) == wanted:
            work.close()
            break
    return kept


_LETTERS = {"kahuna": "k", "exahuna": "e", "exahuna-special": "s"}


def alike(game: str, puzzle: Mined) -> Any:
    """What no two puzzles may share: in Kahuna question and links of the answer, else the position up to symmetry.

    All best turns ask the same question; there the bridges of the position count as well.
    """
    setup = puzzle["setup"]
    sides = [setup.get("white", "").split(), setup.get("black", "").split()]
    if spec_of(game).cards:
        links = frozenset(parse(game, action).code % kahuna.LINKS for action in puzzle["answer"])
        bridges = tuple(map(frozenset, sides)) if puzzle["kind"] == BEST_TURN else ()
        return puzzle["kind"], tuple(puzzle["goal"].items()), links, bridges
    return min(tuple(tuple(sorted(_laid(side, places))) for side in sides) for places in _turned())


@cache
def _turned() -> list[list[int]]:
    return [[link for link, _ in turned_links(EXAHUNA, places)] for places in symmetries(EXAHUNA)]


def _laid(side: Iterable[str], places: list[int]) -> Iterator[tuple[str, int]]:
    for bridge in side:
        kind, _, link = bridge.rpartition(":")
        yield kind, places[EXAHUNA.links.index(link)]
