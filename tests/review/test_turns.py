"""All ways to play one's cards in a turn, against a plain search that follows every order of every card."""

import pytest

from kahuna.learn.puzzle import MAKE_LOSE, MOST_ISLANDS, Goal, proof_in_turn
from kahuna.review.turns import all_turns, ending_of
from kahuna.rules import kahuna
from support.positions import kahuna_at

WHITE = "BARI-ELAI DUDA-ELAI ELAI-HUNA HUNA-IFFI IFFI-LALE"
BLACK = "GOLA-JOJO IFFI-JOJO IFFI-KAHU JOJO-KAHU ELAI-JOJO"
Outcome = tuple[int, int, int, int]


def every_order(state: kahuna.State, removed: int = 0) -> set[Outcome]:
    """What can be on the board and in the hand in this turn, found without any memory of what was seen before."""
    found = {(state.own.bridges, state.enemy.bridges, state.own.hand, removed)}
    for code in kahuna.codes(kahuna.legal(state)):
        if code < kahuna.DISCARD:
            gone = 1 << (code - kahuna.REMOVE) % kahuna.LINKS if code >= kahuna.REMOVE else 0
            found |= every_order(kahuna.play(state, code), removed | gone)
    return found


@pytest.mark.parametrize("hand", ["", "ELAI", "IFFI JOJO", "IFFI IFFI JOJO", "ELAI JOJO JOJO"])
def test_the_native_search_finds_what_the_plain_one_finds(hand: str) -> None:
    state = kahuna_at(white=WHITE, black=BLACK, white_hand=hand, row="ALOA BARI COCO")
    turn = all_turns(state, kahuna.END)
    assert turn
    found = list(zip(*(map(int, row) for row in turn[:4]), strict=True))
    assert len(set(found)) == len(found)
    assert set(found) == every_order(state)


def test_the_plays_of_an_outcome_lead_to_it() -> None:
    start = kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI JOJO JOJO", row="ALOA BARI COCO")
    turn = all_turns(start, kahuna.END)
    assert turn
    for number in range(0, len(turn.own), 7):
        state = start
        for code in turn.plays(number):
            assert kahuna.is_legal(kahuna.legal(state), code)
            state = kahuna.play(state, code)
        assert (state.own.bridges, state.enemy.bridges) == (turn.own[number], turn.enemy[number])


def test_one_bridge_that_wins_two_islands_is_proven_to_be_the_only_way() -> None:
    state = kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI FAAA", row="ALOA BARI COCO")
    proof = proof_in_turn(state, Goal(MOST_ISLANDS, islands=2))
    assert proof
    assert proof.answer == ["ELAI>IFFI"]


def test_a_goal_that_two_ways_reach_has_no_proof() -> None:
    state = kahuna_at(white="HUNA-LALE", white_hand="LALE", row="ALOA BARI COCO")
    assert proof_in_turn(state, Goal(MOST_ISLANDS, islands=1)) is None


def test_fewer_islands_than_can_be_won_are_no_puzzle_of_most_islands() -> None:
    state = kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI FAAA", row="ALOA BARI COCO")
    assert proof_in_turn(state, Goal(MOST_ISLANDS, islands=1)) is None


def test_a_goal_that_is_reached_already_has_no_proof() -> None:
    state = kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI FAAA", row="ALOA BARI COCO")
    assert proof_in_turn(state, Goal(MAKE_LOSE, lose="ALOA")) is None


def test_the_last_card_is_what_ends_the_turn_when_only_one_is_left() -> None:
    state = kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI", row=". COCO .", stack="")
    assert ending_of(state) == kahuna.TAKE_ROW + 1
    assert ending_of(kahuna_at(white=WHITE, black=BLACK, white_hand="ELAI")) == kahuna.END
