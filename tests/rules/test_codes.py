"""Actions as codes: counting, picking and asking for one agree with the list, in all three games."""

from typing import Any

import pytest

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import below, next_random, seeded
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.notation import texts_of
from support.positions import game_of, special_at

JOKERS = special_at("joker:a1-a2 joker:c2-d1 3:e2=e3", "1:b2-b3 joker:c1-c2")
MODULES: dict[str, Any] = {"kahuna": kahuna, "exahuna": exahuna, "exahuna-special": special}


def states(start: Any, seed: int) -> list[Any]:
    """The states of a random game from here, the last one with the game over."""
    rules, x, found = MODULES[game_of(start)], seeded(seed, 0), []
    state = start
    while not state.outcome:
        x = next_random(x)
        if game_of(state) == "kahuna" and state.due:
            state = kahuna.deal_nth(state, below(x, state.stack.bit_count()))
            continue
        found.append(state)
        codes = rules.codes(rules.legal(state))
        state = rules.play(state, codes[below(x, len(codes))])
    return [*found, state]


STARTS = {
    "kahuna": kahuna.start(0, 0, 0, 0),
    "planning": kahuna.start(1, 2, 1, 0),
    "exahuna": exahuna.start(),
    "special": special.start(),
    "jokers": JOKERS,
}


@pytest.mark.parametrize("name", STARTS)
def test_the_list_the_count_the_nth_and_the_question_agree(name: str) -> None:
    """Design: after every action of two random games, to the end, where nothing is legal any more."""
    for seed in (1, 2):
        played = states(STARTS[name], seed)
        rules = MODULES[game_of(played[0])]
        for state in played:
            actions = rules.legal(state)
            codes = rules.codes(actions)
            assert codes == sorted(set(codes))
            assert rules.count_legal(actions) == len(codes)
            assert [rules.nth_legal(actions, n) for n in range(len(codes))] == codes
            assert [code for code in range(-2, rules.ACTIONS + 60) if rules.is_legal(actions, code)] == codes
        assert codes == []
        assert len(played) > 40


@pytest.mark.parametrize("game", MODULES)
def test_every_code_has_a_text_and_no_text_two_codes(game: str) -> None:
    """Design: the codes run from 0 to ACTIONS - 1, and each is one action of the notation."""
    assert len(texts_of(game)) == len(set(texts_of(game))) == MODULES[game].ACTIONS
    assert "" not in texts_of(game)


def test_the_games_start_as_their_rules_say() -> None:
    """K1, E1, S1: exactly these states, before any card is dealt."""
    assert exahuna.start() == exahuna.State(0, 0, 32, 32, 0, 0, 1, 0)
    fours = sum(4 << 3 * kind for kind in range(8))
    assert special.start() == special.State(0, 0, special.Kinds(0, 0, 0), fours, fours, 0, 0, 1, 0)
    nobody = kahuna.Side(0, 0, 0, 0, 0)
    for first in (0, 1):
        state = kahuna.start(0, 0, 0, first)
        assert (state.own, state.enemy, state.stack, state.row) == (nobody, nobody, kahuna.ALL_CARDS, 0)
        assert state.flow == kahuna.Flow(first, 1, 1, 0, 0, 0, 0, 0)
        assert (state.first, state.planning) == (first, 0)
        assert kahuna.codes(kahuna.legal(state)) == []  # nothing is legal while a card is due


def test_codes_are_what_records_of_programs_rely_on() -> None:
    """Design: a few fixed codes; they may not move between versions."""
    texts = texts_of("kahuna")
    assert [texts[code] for code in (0, 27, 54, 81, 108, 135, 162, 189)] == [
        "ALOA>BARI", "BARI>ALOA", "ALOA+BARI x ALOA-BARI", "ALOA+ALOA x ALOA-BARI", "BARI+BARI x ALOA-BARI",
        "ALOA+BARI xx ALOA-BARI", "ALOA+ALOA xx ALOA-BARI", "BARI+BARI xx ALOA-BARI",
    ]  # fmt: skip
    assert [*texts[216:234]] == [
        *(f"~{name}" for name in KAHUNA.islands),
        "+1",
        "+2",
        "+3",
        "+",
        "-",
        "=ALOA-BARI",
    ]
    assert texts_of("exahuna") == (*EXAHUNA.links, "-")
    hexes = texts_of("exahuna-special")
    assert (hexes[0], hexes[54], hexes[431], hexes[432 + 54 + 2], hexes[-1]) == (
        "1:a1-a2", "2:a1-a2", "double:e2=e3", "a1-b2>a1-b1", "-",
    )  # fmt: skip
