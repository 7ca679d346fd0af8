"""Kahuna's planning variant and its handicap."""

import pytest

from kahuna.rules import kahuna
from kahuna.rules.boards import KAHUNA
from kahuna.table.game import Game
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.seats import other
from support.positions import after, bridges, control, hands, kahuna_at, legal, result, row
from support.views import seen

HOLDS_ALOA = "ALOA-BARI ALOA-DUDA"


def places(state: object) -> set[str]:
    return {action for action in legal(state) if ">" in action}


def removals(state: object) -> set[str]:
    return {action for action in legal(state) if " x" in action}


def test_planning_forbids_building_beside_an_island_the_opponent_controls() -> None:
    """K14: (a) neither end may be the opponent's; one's own islands and the others stay open."""
    standard, planning = (
        kahuna_at(white="HUNA-LALE IFFI-LALE", black=HOLDS_ALOA, white_hand="HUNA KAHU", planning=variant)
        for variant in (False, True)
    )
    assert control(planning) == {"white": {"LALE"}, "black": {"ALOA"}}
    assert places(standard) - places(planning) == {"HUNA>ALOA"}
    assert places(planning) == {
        "HUNA>DUDA", "HUNA>ELAI", "HUNA>IFFI", "KAHU>COCO", "KAHU>GOLA", "KAHU>IFFI", "KAHU>JOJO", "KAHU>LALE",
    }  # fmt: skip


@pytest.mark.parametrize("card", ["ALOA", "HUNA"])
def test_planning_closes_a_link_from_either_of_its_ends(card: str) -> None:
    """K14: (a) whichever of the two cards is played, and whichever end is the opponent's."""
    for black in (HOLDS_ALOA, "HUNA-LALE HUNA-IFFI ELAI-HUNA"):
        state = kahuna_at(black=black, white_hand=card, planning=True)
        assert not {"ALOA>HUNA", "HUNA>ALOA"} & legal(state)
    half = kahuna_at(black="ALOA-BARI HUNA-LALE HUNA-IFFI", white_hand=card, planning=True)
    assert {"ALOA>HUNA", "HUNA>ALOA"} & legal(half) == {f"{card}>{'HUNA' if card == 'ALOA' else 'ALOA'}"}


def test_planning_opens_an_island_as_soon_as_the_opponent_has_lost_it() -> None:
    """K14: (a) looks at the board as it is now, also within a turn."""
    state = kahuna_at(black=HOLDS_ALOA, white_hand="ALOA DUDA HUNA", planning=True)
    assert "HUNA>ALOA" not in legal(state)
    assert "HUNA>ALOA" in legal(after(state, "ALOA+DUDA x ALOA-DUDA"))


@pytest.mark.parametrize("pair", ["ALOA+ALOA", "ALOA+DUDA", "DUDA+DUDA"])
def test_planning_lets_a_removal_be_replaced_in_the_same_action(pair: str) -> None:
    """K14: (b) two cards remove an enemy bridge and put an own one there; a removal alone stays possible."""
    state = kahuna_at(black="ALOA-DUDA", white_hand=pair.replace("+", " "), planning=True)
    assert removals(state) == {f"{pair} x ALOA-DUDA", f"{pair} xx ALOA-DUDA"}
    replaced = after(state, f"{pair} xx ALOA-DUDA")
    assert bridges(replaced) == {"white": {"ALOA-DUDA"}, "black": set()}
    assert (hands(replaced)["white"], replaced.seat) == ([], 0)


def test_a_replacement_belongs_to_planning_and_is_never_made_up_for_later() -> None:
    """K14: (b) one single action; after a plain removal the link costs a card, as in the standard game."""
    assert removals(kahuna_at(black="ALOA-DUDA", white_hand="ALOA DUDA")) == {"ALOA+DUDA x ALOA-DUDA"}
    state = kahuna_at(black="ALOA-DUDA BARI-COCO", white_hand="ALOA DUDA DUDA", planning=True)
    removed = after(state, "ALOA+DUDA x ALOA-DUDA")
    assert removals(removed) == set()
    assert "DUDA>ALOA" in legal(removed)
    assert legal(after(state, "DUDA+DUDA x ALOA-DUDA", "ALOA>DUDA")) == {"+1", "+2", "+3", "+", "-"}


def test_a_replacement_can_capture() -> None:
    """K14, Capture: (b) the bridge laid is a bridge laid."""
    state = kahuna_at(white="ALOA-HUNA", black="ALOA-DUDA ALOA-BARI", white_hand="DUDA DUDA", planning=True)
    assert control(state) == {"white": set(), "black": {"ALOA"}}
    won = after(state, "DUDA+DUDA xx ALOA-DUDA")
    assert control(won) == {"white": {"ALOA"}, "black": set()}
    assert bridges(won) == {"white": {"ALOA-HUNA", "ALOA-DUDA"}, "black": set()}


@pytest.mark.parametrize(
    ("black", "replaceable"),
    [
        ("ALOA-DUDA", True),
        (f"{HOLDS_ALOA}", True),
        (f"{HOLDS_ALOA} ALOA-HUNA", False),
        ("ALOA-DUDA BARI-DUDA DUDA-ELAI", True),
        ("ALOA-DUDA BARI-DUDA DUDA-ELAI DUDA-HUNA", False),
        (f"{HOLDS_ALOA} ALOA-HUNA BARI-DUDA DUDA-ELAI DUDA-HUNA", False),
        ("ALOA-DUDA BARI-COCO BARI-ELAI BARI-FAAA", True),
    ],
    ids=[
        "none",
        "first end lost",
        "first end kept",
        "second end lost",
        "second end kept",
        "both kept",
        "elsewhere",
    ],
)
def test_a_planning_replacement_needs_both_islands_free_of_the_opponent(
    black: str, replaceable: bool
) -> None:
    """K14: (b) looked at after the removal and before building: an end they control even without the bridge forbids."""
    state = kahuna_at(black=black, white_hand="ALOA DUDA", planning=True)
    wanted = {"ALOA+DUDA x ALOA-DUDA"} | ({"ALOA+DUDA xx ALOA-DUDA"} if replaceable else set())
    assert removals(state) == wanted


def test_a_replacement_needs_a_bridge_in_supply() -> None:
    """K14, K1: (b) with all 25 on the board only the removal is left."""
    removal = "ALOA+BARI x ALOA-BARI"
    for count, expected in ((24, {removal, removal.replace("x", "xx")}), (25, {removal})):
        white = " ".join(KAHUNA.links[1 : count + 1])
        state = kahuna_at(white=white, black="ALOA-BARI", white_hand="ALOA BARI", planning=True)
        assert removals(state) == expected


@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("to", ["white", "black"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_handicap_places_up_to_n_bridges_before_the_first_turn(count: int, to: Seat, first: Seat) -> None:
    """K15: as many as agreed, one to three, in the weaker side's colour, once hands and row are dealt.

    Any free links will do, and they cost no cards; after the n-th the first turn begins by itself.
    """
    game = Game(Rules(handicap=count, handicap_to=to, first=first), seed=3)
    hands_before, dealt = hands(game.state), game.state
    deck = [KAHUNA.islands[card] for card in game.decks[0]]
    assert hands_before == {first: sorted(deck[:3]), other(first): sorted(deck[3:6])}
    assert row(game.state) == " ".join(deck[6:9])
    for wrong in (4, -1):
        with pytest.raises(ValueError, match="a handicap is 0, 1, 2 or 3 bridges"):
            Rules(handicap=wrong, handicap_to=to, first=first).check()
    chosen = ["ALOA-BARI", "ALOA-DUDA", "KAHU-LALE"][:count]
    for placed, link in enumerate(chosen):
        view = seen(game, to)
        assert (view["phase"], view["to_move"], view["handicap_left"]) == ("handicap", to, count - placed)
        assert set(view["legal"]) == {
            "-",
            *(f"={free}" for free in KAHUNA.links if free not in chosen[:placed]),
        }
        assert game.state.flow == kahuna.Flow(SEATS.index(to), 1, 1, 0, 0, 0, count - placed, 0)
        game.play(f"={link}")
        assert (game.state.row, game.state.stack, game.state.due) == (dealt.row, dealt.stack, 0)
    assert game.state.flow == kahuna.Flow(SEATS.index(first), 1, 1, 0, 0, 0, 0, 0)
    view = seen(game, first)
    assert (view["phase"], view["to_move"], view["turn"], view["round"]) == ("turn", first, 1, 1)
    assert (view["this_turn"], view["must_take"], view["handicap_left"]) == ("none", False, 0)
    assert view["bridges"] == dict.fromkeys(chosen, to)
    assert hands(game.state) == hands_before
    assert {"+1", "+2", "+3", "+", "-"} <= set(view["legal"])


@pytest.mark.parametrize("placed", [0, 1, 2])
def test_the_handicap_may_stop_earlier_even_at_once(placed: int) -> None:
    """K15: `-` ends the phase, is no decline, and the beginner has their turn."""
    game = Game(Rules(handicap=3, handicap_to="black"), seed=3)
    for link in ("ALOA-BARI", "ALOA-DUDA")[:placed]:
        game.play(f"={link}")
    game.play("-")
    view = seen(game, "white")
    assert (view["to_move"], view["phase"], view["must_take"]) == ("white", "turn", False)
    assert len(view["bridges"]) == placed
    assert view["supply"] == {"white": 25, "black": 25 - placed}


def test_handicap_bridges_give_control_from_the_start() -> None:
    """K15, Control: two bridges at ALOA control it before the first turn."""
    game = Game(Rules(handicap=2, handicap_to="black"), seed=3)
    game.play("=ALOA-BARI")
    game.play("=ALOA-DUDA")
    assert control(game.state) == {"white": set(), "black": {"ALOA"}}


def test_a_handicap_bridge_wins_nothing_by_itself() -> None:
    """K13, K15: in round 1 a handicap does not win by itself, whatever the variant."""
    game = Game(Rules(planning=True, handicap=1, handicap_to="white"), seed=3)
    game.play("=ELAI-HUNA")
    assert result(game.state) is None
