"""Positions for tests: set up by names, played on in notation, read back as names.

Bridges are written as links, `"ALOA-BARI ALOA-DUDA"`, in Special with their kinds, `"3:a1-a2 joker:a1=a2"`; cards
as islands, `"HUNA HUNA ELAI"`; a row with a dot for an empty slot, `"HUNA . IFFI"`. A position need not be one that
a game can come to.
"""

from collections import Counter
from typing import Any

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import add_card, bits_of, cards_of, remaining
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from kahuna.rules.outcome import BY, NOBODY
from kahuna.table.game import Game, Moment
from kahuna.table.games import spec_of
from kahuna.table.games.kahuna_view import names, row_names, sides
from kahuna.table.notation import parse, write
from kahuna.table.ruleset import SEATS, Rules, board_of, engine_of

TURNS = ("none", "played", "discarded")


def links(board: Board, names: str) -> int:
    """These links of the board as a word of bits."""
    return sum(1 << board.links.index(name) for name in names.split())


def cards(names: str) -> int:
    """These cards as a multiset."""
    multiset = 0
    for name in names.split():
        multiset = add_card(multiset, KAHUNA.islands.index(name))
    return multiset


def kahuna_at(
    *,
    white: str = "",
    black: str = "",
    white_hand: str = "",
    black_hand: str = "",
    white_secret: str = "",
    black_secret: str = "",
    row: str = "KAHU LALE LALE",
    stack: str | None = None,
    points: tuple[int, int] = (0, 0),
    seat: str = "white",
    first: str = "white",
    round: int = 1,
    turn: int = 7,
    this_turn: str = "none",
    must_take: bool = False,
    last_turns: int = 0,
    handicap: int = 0,
    planning: bool = False,
) -> kahuna.State:
    """A position of Kahuna; the stack has all cards that are nowhere else, or these: then the rest is on the pile."""
    sides = (
        kahuna.Side(links(KAHUNA, white), cards(white_hand), 0, cards(white_secret), points[0]),
        kahuna.Side(links(KAHUNA, black), cards(black_hand), 0, cards(black_secret), points[1]),
    )
    number = SEATS.index(seat)
    slots = [0 if name == "." else KAHUNA.islands.index(name) + 1 for name in row.split()]
    elsewhere = f"{white_hand} {black_hand} {white_secret} {black_secret} {row.replace('.', '')}"
    assert max(Counter(f"{elsewhere} {stack or ''}".split()).values(), default=0) <= 2, "two cards an island"
    return kahuna.State(
        sides[number],
        sides[1 - number],
        remaining(kahuna.ALL_CARDS, cards(elsewhere), 0) if stack is None else cards(stack),
        sum(slot << 4 * place for place, slot in enumerate(slots)),
        0,
        kahuna.Flow(number, round, turn, TURNS.index(this_turn), int(must_take), last_turns, handicap, 0),
        SEATS.index(first),
        int(planning),
    )


def exahuna_at(
    white: str = "",
    black: str = "",
    *,
    left: tuple[int, int] | None = None,
    seat: str = "white",
    passed: bool = False,
) -> exahuna.State:
    """A position of Exahuna; what is not on the board is left to place, unless told."""
    sides = [links(EXAHUNA, white), links(EXAHUNA, black)]
    supplies = left or (32 - sides[0].bit_count(), 32 - sides[1].bit_count())
    number = SEATS.index(seat)
    return exahuna.State(
        sides[number], sides[1 - number], supplies[number], supplies[1 - number], int(passed), number, 9, 0
    )


def special_at(
    white: str = "",
    black: str = "",
    *,
    left: tuple[str, str] | None = None,
    seat: str = "white",
    passed: bool = False,
) -> special.State:
    """A position of Exahuna Special; what is not on the board is left to place, unless kinds are listed."""
    kinds, sides, supplies = special.Kinds(0, 0, 0), [0, 0], [0, 0]
    for number, bridges in enumerate((white, black)):
        supplies[number] = special.FULL_SUPPLY if left is None else supply(left[number])
        for bridge in bridges.split():
            kind, link = bridge.split(":")
            place = EXAHUNA.links.index(link)
            sides[number] |= 1 << place
            kinds = special.with_kind(kinds, place, special.KINDS.index(kind))
            supplies[number] -= supply(kind) if left is None else 0
    assert not sides[0] & sides[1], "a link holds one bridge"
    number = SEATS.index(seat)
    return special.State(
        sides[number],
        sides[1 - number],
        kinds,
        supplies[number],
        supplies[1 - number],
        int(passed),
        number,
        9,
        0,
    )


def supply(kinds: str) -> int:
    """These kinds as a supply of Special."""
    return sum(1 << 3 * special.KINDS.index(kind) for kind in kinds.split())


def game_of(state: Any) -> str:
    """The name of the game this is a state of."""
    names = {kahuna.State: "kahuna", exahuna.State: "exahuna", special.State: "exahuna-special"}
    return names[type(state)]


def legal(state: Any) -> set[str]:
    """The legal actions in short notation; that none is listed twice is checked here."""
    game = game_of(state)
    codes = engine_of(game).codes(engine_of(game).legal(state))
    assert len(set(codes)) == len(codes)
    return {write(game, code) for code in codes}


def after(state: Any, *actions: str, dealt: str = "") -> Any:
    """The state after these actions, all legal; cards that are due are dealt as named, then as they are sorted."""
    game, names = game_of(state), dealt.split()
    for action in actions:
        assert action in legal(state), f"{action} is not legal, only {sorted(legal(state))}"
        state = engine_of(game).play(state, parse(game, action).code)
        while game == "kahuna" and state.due:
            card = KAHUNA.islands.index(names.pop(0)) if names else cards_of(state.stack)[0]
            state = kahuna.deal(state, card)
    assert not names, f"never dealt: {names}"
    return state


def bridges(state: Any) -> dict[str, set[str]]:
    """The links with White's and with Black's bridges."""
    names = board_of(game_of(state)).links
    return {
        seat: {names[link] for link in bits_of(side)}
        for seat, side in zip(SEATS, spec_of(game_of(state)).layout(state).bridges, strict=True)
    }


def control(state: Any) -> dict[str, set[str]]:
    """White's islands and Black's."""
    names = board_of(game_of(state)).islands
    return {
        seat: {names[island] for island in bits_of(side)}
        for seat, side in zip(SEATS, spec_of(game_of(state)).layout(state).control, strict=True)
    }


def hands(state: kahuna.State) -> dict[str, list[str]]:
    """White's hand and Black's, sorted."""
    return {seat: names(side.hand) for seat, side in zip(SEATS, sides(state), strict=True)}


def row(state: kahuna.State) -> str:
    """The row, with a dot for an empty slot."""
    return " ".join(name or "." for name in row_names(state.row))


def result(state: Any) -> tuple[str | None, str] | None:
    """Who has won (None for nobody) and by what; None while the game runs."""
    if not state.outcome:
        return None
    by, winner = divmod(state.outcome - 1, 3)
    return (None if winner == NOBODY else SEATS[winner]), BY[by]


def won_at_once() -> kahuna.State:
    """Round 2, White to move: BARI>DUDA or BARI>FAAA wins BARI, and Black's last bridge falls (K13)."""
    return kahuna_at(
        white="ALOA-BARI BARI-COCO",
        black="BARI-ELAI",
        white_hand="BARI LALE KAHU",
        black_hand="ELAI",
        round=2,
        row="GOLA JOJO IFFI",
    )


def table_at(state: Any, stack: str = "") -> Game:
    """A game that stands at this position; the stack's top cards are these, then the rest of it as it is sorted.

    Whatever is neither in a hand, nor in the row, nor in the stack, nor discarded secretly, lies face up on the pile.
    """
    rules = Rules(game_of(state))
    if isinstance(state, kahuna.State):
        rules = rules._replace(planning=bool(state.planning), first=SEATS[state.first])
    game = Game(rules, seed=0)
    memory = game.spec.memory
    if isinstance(state, kahuna.State):
        top = [KAHUNA.islands.index(name) for name in stack.split()]
        rest = Counter(cards_of(state.stack)) - Counter(top)
        game._undealt = [*top, *rest.elements()][::-1]
        shown = [KAHUNA.islands.index(name) for name in row_names(state.row) if name]
        gone = [*cards_of(state.stack), *shown]
        for side in (state.own, state.enemy):
            gone += cards_of(side.hand) + cards_of(side.secret)
        pile = Counter(range(12)) + Counter(range(12)) - Counter(gone)
        memory = (tuple(sorted(pile.elements())), ((), ()))
        for log in game.logs:
            log[:] = [f"round {state.flow.round}: {row(state)}"]
    game.moments, game.memory = [Moment(state, memory)], memory
    game._arrive(state)
    return game
