"""A turn of Kahuna: plays or discards or neither, then exactly one ending."""

import pytest

from support.positions import after, bridges, control, hands, kahuna_at, legal

TAKES = {"+1", "+2", "+3", "+"}


def endings(state: object) -> set[str]:
    """The takes and the decline among the legal actions."""
    return {action for action in legal(state) if action[0] in "+-"}


def test_a_turn_may_hold_any_mix_of_plays_before_its_ending() -> None:
    """K3: building and removing in any order and number, all five cards if one likes."""
    state = kahuna_at(black="ELAI-HUNA", white_hand="ALOA BARI ELAI HUNA HUNA")
    played = after(state, "ALOA>DUDA", "ELAI+HUNA x ELAI-HUNA", "HUNA>ELAI", "BARI>ALOA")
    assert bridges(played) == {"white": {"ALOA-DUDA", "ELAI-HUNA", "ALOA-BARI"}, "black": set()}
    assert legal(played) == TAKES | {"-"}
    assert played.seat == 0
    for first in ("BARI>ALOA", "HUNA+HUNA x ELAI-HUNA", "-"):
        assert after(state, first).flow.turn == 7 + (first == "-")


@pytest.mark.parametrize("ending", ["+1", "+", "-"])
@pytest.mark.parametrize(
    "before", [(), ("ALOA>DUDA",), ("~ALOA", "~BARI")], ids=["nothing", "play", "discards"]
)
def test_a_turn_ends_by_taking_or_declining(before: tuple[str, ...], ending: str) -> None:
    """K3, K8: after plays, discards or neither there is exactly one ending, and then the other seat moves."""
    state = after(kahuna_at(white_hand="ALOA BARI", black_hand="COCO"), *before)
    assert endings(state) == TAKES | {"-"}
    ended = after(state, ending)
    assert (ended.seat, ended.turn, ended.flow.this_turn) == (1, 8, 0)
    assert hands(ended)["black"] == ["COCO"]
    assert len(hands(ended)["white"]) == 2 - len(before) + (ending != "-")


def test_a_turn_has_plays_or_secret_discards_but_not_both() -> None:
    """K3, K6: after a play no discard, after a discard no play, until the next turn."""
    state = kahuna_at(black="ALOA-BARI", white_hand="ALOA BARI HUNA", stack="BARI COCO")
    anything = legal(state)
    assert {"~ALOA", "~BARI", "~HUNA", "ALOA+BARI x ALOA-BARI", "HUNA>LALE"} <= anything
    played = after(state, "HUNA>LALE")
    assert {action for action in legal(played) if "~" in action} == set()
    assert "ALOA+BARI x ALOA-BARI" in legal(played)
    assert legal(after(state, "~HUNA")) == {"~ALOA", "~BARI", *TAKES, "-"}
    back = after(state, "~HUNA", "+", "+", dealt="COCO BARI")
    assert {"~ALOA", "ALOA>HUNA", "ALOA+BARI x ALOA-BARI"} <= legal(back)


def test_each_play_is_resolved_before_the_next() -> None:
    """K3, K4: a capture by the first card frees the link that the second one uses."""
    state = kahuna_at(
        white="BARI-COCO BARI-FAAA ALOA-HUNA", black="ALOA-BARI BARI-DUDA", white_hand="BARI ALOA"
    )
    assert {"ALOA>BARI", "BARI>ALOA"} & legal(state) == set()
    won = after(state, "BARI>ELAI")
    assert control(won) == {"white": {"BARI"}, "black": set()}
    assert bridges(won)["black"] == set()
    assert control(after(won, "ALOA>BARI")) == {"white": {"BARI", "ALOA"}, "black": set()}


def test_after_a_decline_the_opponent_must_take_a_card() -> None:
    """K8: they may play or discard first, but not decline, and after their take the first may decline again."""
    state = kahuna_at(white_hand="ALOA", black_hand="BARI")
    declined = after(state, "-")
    assert hands(declined)["white"] == ["ALOA"]
    assert declined.flow == state.flow._replace(seat=1, turn=8, must_take=1)
    assert endings(declined) == TAKES
    assert endings(after(declined, "~BARI")) == TAKES
    assert endings(after(declined, "BARI>ALOA")) == TAKES
    assert endings(after(declined, "+")) == TAKES | {"-"}


def test_a_decline_after_plays_or_discards_binds_the_opponent_too() -> None:
    """K6, K8: whatever came before it, no card was taken."""
    state = kahuna_at(white_hand="ALOA BARI", black_hand="COCO")
    for before in ("ALOA>BARI", "~ALOA"):
        assert endings(after(state, before, "-")) == TAKES
        assert endings(after(state, before, "+")) == TAKES | {"-"}


def test_with_five_cards_after_a_decline_only_plays_and_discards_are_left() -> None:
    """K8: who must take and holds five has to make room first, by either way."""
    declined = after(
        kahuna_at(white_hand="ALOA", black_hand="BARI BARI COCO DUDA ELAI", row="KAHU LALE IFFI"), "-"
    )
    assert endings(declined) == set()
    assert {action for action in legal(declined) if "~" in action} == {"~BARI", "~COCO", "~DUDA", "~ELAI"}
    assert {action for action in legal(declined) if ">" in action} != set()
    assert endings(after(declined, "~BARI")) == TAKES
    assert endings(after(declined, "COCO>KAHU")) == TAKES


def test_without_cards_a_turn_is_a_take_or_a_decline() -> None:
    """K3, K7, K8: playing nothing is a choice, and with an empty hand the only one."""
    assert legal(kahuna_at()) == TAKES | {"-"}
    assert legal(kahuna_at(must_take=True)) == TAKES
    assert legal(kahuna_at(row="HUNA . IFFI", stack="")) == {"+1", "+3", "-"}


def test_two_equal_cards_in_the_row_are_two_actions_and_in_the_hand_one() -> None:
    """K4, K6, K7: the list of legal actions names each once, and each slot by its number."""
    state = kahuna_at(white="ALOA-BARI ALOA-DUDA", white_hand="ALOA ALOA", row="LALE LALE KAHU")
    assert legal(state) == {"ALOA>HUNA", "~ALOA", *TAKES, "-"}
