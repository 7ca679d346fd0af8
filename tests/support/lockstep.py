"""Plays the program and the oracle side by side and compares everything after every action.

Compared are the legal actions, the whole state (hidden cards and the order of the stack included), the three logs, the
result; every few actions the same step by the compiled kernels; now and then and at both ends the three views.
`seen` collects what happened, so that a test can assert that what it wanted to check really occurred.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from kahuna import Game, Rules
from kahuna.bench import oracle
from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import FIRSTS, SECOND, lowest
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.rules.jit import compiled
from kahuna.rules.outcome import BY
from kahuna.table.dealer import SeededDealer
from kahuna.table.notation import write
from kahuna.table.ruleset import SEATS, Seat
from support.lockstep_players import Player, players_for

VARIANTS = ("kahuna", "planning", "handicap-1", "handicap-2", "handicap-3", "exahuna", "exahuna-special")
VIEWERS: tuple[Seat | None, ...] = ("white", "black", None)
VIEW_EVERY, NATIVE_EVERY = 25, 5  # actions; which ones of a game depends on its seed
THIS_TURN = {"none": kahuna.NOTHING, "played": kahuna.PLAYED, "discarded": kahuna.DISCARDED}
CARD = {name: 1 << number for number, name in enumerate(KAHUNA.islands)}
NUMBER = {name: number for number, name in enumerate(KAHUNA.islands)}
LINK = {name: 1 << number for board in (KAHUNA, EXAHUNA) for number, name in enumerate(board.links)}

Model = oracle.Kahuna | oracle.Exahuna


class SteppingSpecial(oracle.Special):
    """The oracle's Special that counts the steps in which a move was resolved (S6)."""

    steps = 0

    def remove_all_at(self, islands: Iterable[str], colour: str) -> None:
        self.steps += 1
        super().remove_all_at(islands, colour)


class Difference(AssertionError):
    """Program and oracle disagree; the message has all that is needed to play the game again."""


def rules_for(variant: str, seed: int) -> Rules:
    """The settings of this variant's game: who begins, who has the handicap and so on change with the seed."""
    first: Seat = SEATS[seed // 16 % 2]
    if variant == "kahuna":
        return Rules(first=first)
    if variant == "planning":
        return Rules(planning=True, first=first)
    if variant.startswith("handicap-"):
        return Rules("kahuna", seed % 3 == 2, int(variant[-1]), SEATS[seed % 2], first)
    return Rules(variant)


@compiled
def native_kahuna(state: kahuna.State, code: int) -> tuple[kahuna.Legal, kahuna.State]:
    """The legal actions and the next step of Kahuna as native code."""
    return kahuna.legal(state), kahuna.play(state, code)


@compiled
def native_deal(state: kahuna.State, card: int) -> kahuna.State:
    """A card dealt as native code."""
    return kahuna.deal(state, card)


@compiled
def native_exahuna(state: exahuna.State, code: int) -> tuple[int, exahuna.State]:
    """The legal actions and the next step of Exahuna as native code."""
    return exahuna.legal(state), exahuna.play(state, code)


@compiled
def native_special(state: special.State, code: int) -> tuple[special.Legal, special.State]:
    """The legal actions and the next step of Exahuna Special as native code."""
    return special.legal(state), special.play(state, code)


def oracle_of(rules: Rules, dealer: SeededDealer) -> Model:
    """The oracle's model of a game with these rules and this dealer."""
    if rules.game != "kahuna":
        return oracle.Exahuna() if rules.game == "exahuna" else SteppingSpecial()

    def shuffle(round: int, names: list[str]) -> list[str]:
        return [
            KAHUNA.islands[card] for card in dealer.shuffle(round, sorted(NUMBER[name] for name in names))
        ]

    return oracle.Kahuna(
        shuffle(1, 2 * list(KAHUNA.islands)),
        shuffle,
        planning=rules.planning,
        handicap=rules.handicap,
        handicap_to=rules.handicap_to,
        first=rules.first,
    )


def packed(cards: Iterable[str]) -> int:
    """Cards as the kernels hold them: bit c for the first card of island c, bit c + 16 for the second."""
    word = 0
    for card in cards:
        word += CARD[card] << SECOND if word & CARD[card] else CARD[card]
    return word


def links(model: Model, colour: str) -> int:
    """The oracle's bridges of this colour as the kernels hold them."""
    return sum(LINK[link] for link, owner in model.bridges.items() if owner == colour)


def outcome(model: Model) -> int:
    """The oracle's result as the kernels hold it."""
    result = model.result()
    if result is None:
        return 0
    winner = 2 if result["winner"] is None else SEATS.index(result["winner"])
    return 1 + 3 * BY.index(result["by"]) + winner


def state_of(model: Model, now: Any) -> Any:
    """The oracle's position as the kernels would hold it.

    Only what means nothing once the game is over (whose turn it would be and what they had done) is taken from `now`.
    """
    seat = now.seat if model.to_move is None else SEATS.index(model.to_move)
    order = (SEATS[seat], SEATS[1 - seat])
    own, enemy = (links(model, name) for name in order)
    if isinstance(model, oracle.Special):
        supply, enemy_supply = (
            sum(model.supply[name][kind] << 3 * number for number, kind in enumerate(special.KINDS))
            for name in order
        )
        numbers = {LINK[link]: special.KINDS.index(kind) for link, kind in model.kinds.items()}
        kinds = special.Kinds(
            *(sum(link for link, kind in numbers.items() if kind >> bit & 1) for bit in range(3))
        )
        passed = min(model.passes, 1)
        return special.State(
            own, enemy, kinds, supply, enemy_supply, passed, seat, model.turn, outcome(model)
        )
    if isinstance(model, oracle.Exahuna):
        left, enemy_left = (model.supply[name].total() for name in order)
        passed = min(model.passes, 1)
        return exahuna.State(own, enemy, left, enemy_left, passed, seat, model.turn, outcome(model))
    return _kahuna_state(model, now, seat, order)


def _kahuna_state(model: oracle.Kahuna, now: kahuna.State, seat: int, order: tuple[str, str]) -> kahuna.State:
    own, enemy = (
        kahuna.Side(
            links(model, name),
            packed(model.hands[name]),
            packed(model.known[name].elements()),
            packed(model.secret[name]),
            model.points[name],
        )
        for name in order
    )
    row = sum(NUMBER[card] + 1 << 4 * slot for slot, card in enumerate(model.row) if card)
    doing = (
        (THIS_TURN[model.this_turn], int(model.must_take), model.last_turns_left or 0)
        if model.to_move
        else now.flow[3:6]
    )
    flow = kahuna.Flow(seat, model.round, model.turn, *doing, model.handicap_left, outcome(model))
    first = SEATS.index(model.first)
    return kahuna.State(own, enemy, packed(model.stack), row, 0, flow, first, int(model.planning))


def compare(game: Game, model: Model, views: bool) -> None:
    """AssertionError if the program and the oracle differ in anything; in the views only if asked to look."""
    state = game.state
    assert state == state_of(model, state), f"state {state} but oracle {state_of(model, state)}"
    legal = sorted(game.legal())
    assert legal == sorted(model.legal()), f"legal {legal} but oracle {sorted(model.legal())}"
    assert game.result == model.result(), f"result {game.result} but oracle {model.result()}"
    assert game.over == (model.to_move is None) == (not legal), f"over: {game.over}, oracle {model.to_move}"
    assert game.to_move == model.to_move, f"to move {game.to_move} but oracle {model.to_move}"
    if isinstance(model, oracle.Kahuna):
        moment = game.moments[-1]
        undealt = [KAHUNA.islands[card] for card in reversed(game._undealt)]
        assert undealt == model.stack, f"stack {undealt} but oracle {model.stack}"
        discards = [KAHUNA.islands[card] for card in moment.memory[0]]
        assert discards == model.discards, f"discards {discards} but oracle {model.discards}"
        for seat, cards in zip(SEATS, moment.memory[1], strict=True):
            taken = [KAHUNA.islands[card] for card in cards]
            expected = sorted(model.taken[seat].elements())
            assert taken == expected, f"taken by {seat} {taken} but oracle {expected}"
    for log, viewer in zip(game.logs, VIEWERS, strict=True):
        lines = model.logs[viewer] if isinstance(model, oracle.Kahuna) else model.log
        assert log == lines, f"log of {viewer} {log[-3:]} but oracle {lines[-3:]}"
    if views:
        for viewer in VIEWERS:
            view: dict[str, Any] = {**game.view(viewer)}  # of any game
            expected_view = model.view(viewer)
            view["legal"].sort()
            wrong = {
                key: (view.get(key), expected_view.get(key))
                for key in view.keys() | expected_view.keys()
                if key not in view or key not in expected_view or view[key] != expected_view[key]
            }
            assert not wrong, f"view of {viewer} (program, oracle): {wrong}"


def native_step(game: Game, before: Any, code: int) -> None:
    """AssertionError if the compiled kernels do anything else than the plain ones did in the last action."""
    if game.rules.game == "exahuna":
        native: tuple[Any, Any] = native_exahuna(before, code)
        plain: tuple[Any, Any] = exahuna.legal(before), exahuna.play(before, code)
    elif game.rules.game == "exahuna-special":
        native = native_special(before, code)
        plain = special.legal(before), special.play(before, code)
    else:
        native = native_kahuna(before, code)
        plain = kahuna.legal(before), kahuna.play(before, code)
        assert native == plain, f"compiled {native} but plain {plain}"
        if plain[1].due and not kahuna.opens_round(plain[1]):
            card = lowest(plain[1].stack) % SECOND
            native, plain = (native_deal(plain[1], card),) * 2, (kahuna.deal(plain[1], card),) * 2
    assert native == plain, f"compiled {native} but plain {plain}"


def play_lockstep(
    rules: Rules,
    seed: int,
    players: tuple[Player, Player],
    seen: Counter[str],
    view_every: int = VIEW_EVERY,
    native_every: int = NATIVE_EVERY,
) -> Game:
    """A whole game in lockstep; Difference with rules, seed and action number if the two disagree anywhere."""
    dealer = SeededDealer(f"lockstep {seed}")
    game, model, random = Game(rules, dealer), oracle_of(rules, dealer), Random(seed)
    number, action = 0, "the deal"
    try:
        compare(game, model, views=True)
        while not game.over:
            number += 1
            before = game.state
            code = players[before.seat](game, random)
            action = write(rules.game, code)
            game.play(action)
            steps = getattr(model, "steps", 0)
            model.play(action, trusted=True)
            seen["resolved in several steps"] += getattr(model, "steps", 0) > steps + 1
            compare(game, model, views=number % view_every == seed % view_every)
            if number % native_every == seed % native_every:
                native_step(game, before, code)
            note(seen, before, action, game)
        compare(game, model, views=True)
    except AssertionError as error:
        raise Difference(f"{rules} seed {seed} after action {number} ({action}): {error}") from error
    result = game.result
    assert result is not None
    seen[f"by {result['by']}"] += 1
    seen["actions"] += number
    return game


def play_seed(variant: str, seed: int, seen: Counter[str]) -> Game:
    """The game that this variant and seed stand for, in lockstep."""
    return play_lockstep(rules_for(variant, seed), seed, players_for(variant, seed), seen)


def note(seen: Counter[str], before: Any, action: str, game: Game) -> None:
    """Counts what was remarkable about this action."""
    after = game.state
    if not isinstance(before, kahuna.State):
        _note_hex(seen, before, action, after)
        return
    enemy, flow = before.enemy.bridges, before.flow
    if ">" in action or " xx " in action or action[0] == "=":
        mine_now = after.own if after.seat == before.seat else after.enemy
        other_now = after.enemy if after.seat == before.seat else after.own
        fallen = enemy & ~other_now.bridges
        seen["capture"] += bool(fallen) and " xx " not in action
        seen["capture of several bridges"] += fallen.bit_count() > 1
        won = kahuna.controlled(mine_now.bridges) & ~kahuna.controlled(before.own.bridges)
        seen["two islands won at once"] += won.bit_count() > 1
        seen["eleven islands"] += kahuna.controlled(mine_now.bridges).bit_count() > 10
    seen["removal"] += " x " in action
    seen["replacement"] += " xx " in action
    seen["discard"] += action[0] == "~"
    seen["discard of a certain card"] += action[0] == "~" and bool(before.own.known)
    seen["row slot left empty"] += action[0] == "+" and len(action) == 2 and not before.stack
    seen["decline"] += action == "-" and not flow.handicap and not flow.last_turns
    seen["forced to take"] += bool(flow.must_take)
    seen["forced to take with a full hand"] += bool(flow.must_take) and before.own.hand.bit_count() == 5
    seen["last turn"] += bool(flow.last_turns)
    seen["handicap bridge"] += action[0] == "="
    seen["handicap stopped early"] += bool(flow.handicap) and action == "-"
    seen["reshuffle"] += after.flow.round > flow.round and not after.outcome
    seen["early end as round 2 begins"] += after.flow.round > flow.round and bool(after.outcome)
    if before.own.bridges.bit_count() == kahuna.SUPPLY:
        free = kahuna.ALL_LINKS & ~(before.own.bridges | enemy)
        held = before.own.hand & FIRSTS
        seen["25 bridges"] += 1
        seen["25 bridges and a card for a free link"] += bool(
            free & (kahuna.links_from(held) | kahuna.links_to(held))
        )


def _note_hex(seen: Counter[str], before: Any, action: str, after: Any) -> None:
    own_now, enemy_now = (after.own, after.enemy) if after.seat == before.seat else (after.enemy, after.own)
    source = LINK[action.split(">")[0]] if ">" in action else 0
    seen["capture"] += bool(before.enemy & ~enemy_now)
    seen["capture of several bridges"] += (before.enemy & ~enemy_now).bit_count() > 1
    seen["own bridges lost"] += bool(before.own & ~own_now & ~source)
    seen["joker move"] += ">" in action
    seen["pass"] += action == "-"
    seen["pass with free links"] += action == "-" and (before.own | before.enemy) != exahuna.ALL_LINKS
    if ">" in action and isinstance(before, special.State):
        moving = special.kind_at(before.kinds, source.bit_length() - 1)
        seen["joker replaced by a joker"] += moving == special.JOKER
