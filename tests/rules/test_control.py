"""Control and capture, where every bridge counts the same: Kahuna and Exahuna."""

from collections.abc import Callable
from itertools import combinations

import pytest

from kahuna.rules import exahuna, kahuna
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board
from support.positions import after, bridges, control, exahuna_at, kahuna_at, links, table_at
from support.views import seen

BOARDS = [(KAHUNA, kahuna.controlled), (EXAHUNA, exahuna.controlled)]
both_boards = pytest.mark.parametrize(("board", "controlled"), BOARDS, ids=["kahuna", "exahuna"])


@both_boards
def test_control_needs_more_than_half_of_an_islands_links(
    board: Board, controlled: Callable[[int], int]
) -> None:
    """Control, E3: for every island and every set of its links, exactly those above half."""
    for number, island in enumerate(board.islands):
        own = [link for link in board.links if island in link.replace("=", "-").split("-")]
        for count in range(len(own) + 1):
            for chosen in combinations(own, count):
                held = controlled(links(board, " ".join(chosen))) >> number & 1
                assert held == (2 * count > len(own)), (island, chosen)


def test_an_empty_board_has_no_controlled_island_and_a_full_one_no_other() -> None:
    """Control: a function of the bridges on the board, nothing else."""
    assert kahuna.controlled(0) == exahuna.controlled(0) == 0
    assert kahuna.controlled(kahuna.ALL_LINKS) == 2**12 - 1
    assert exahuna.controlled(exahuna.ALL_LINKS) == 2**19 - 1


def test_both_rim_links_count_towards_control() -> None:
    """Control, Board, E3: a corner is controlled by any three of its five links, rim links included (figure 2)."""
    state = exahuna_at(white="a1-a2 a1=a2", black="a1-b2")
    assert control(state) == {"white": set(), "black": set()}
    for link in ("a1-b1", "a1=b1"):
        won = after(state, link)
        assert control(won) == {"white": {"a1"}, "black": set()}
        assert bridges(won) == {"white": {"a1-a2", "a1=a2", link}, "black": set()}


@pytest.mark.parametrize("link", ["a1=a2", "a1=b1"])
def test_either_rim_link_wins_a_corner(link: str) -> None:
    """E3, Board: Black, with two of a corner's inner links, wins it on either of its two rim links (figure 2)."""
    assert {rim for rim in EXAHUNA.links if "a1" in rim.split("=")} == {"a1=a2", "a1=b1"}
    state = exahuna_at(white="a1-b2", black="a1-a2 a1-b1", seat="black")
    assert control(state) == {"white": set(), "black": set()}
    won = after(state, link)
    assert control(won) == {"white": set(), "black": {"a1"}}
    assert bridges(won) == {"white": set(), "black": {"a1-a2", "a1-b1", link}}


def test_the_stone_follows_control_by_itself() -> None:
    """Control: the marker is set and taken away automatically, as the bridges come and go."""
    game = table_at(kahuna_at(white="ALOA-DUDA", white_hand="ALOA", black_hand="ALOA DUDA BARI"))
    assert game.view(None)["control"] == {}
    game.play("ALOA>BARI")
    assert game.view(None)["control"] == {"ALOA": "white"}
    game.play("-")
    game.play("ALOA+DUDA x ALOA-DUDA")
    assert game.view(None)["control"] == {}
    game.play("BARI>COCO")
    assert seen(game)["bridges"] == {"ALOA-BARI": "white", "BARI-COCO": "black"}


def test_winning_an_island_removes_every_enemy_bridge_on_it() -> None:
    """Capture: all of the other player's bridges there fall, and none that lies elsewhere."""
    state = kahuna_at(
        white="HUNA-LALE HUNA-IFFI",
        black="ALOA-HUNA DUDA-HUNA IFFI-LALE DUDA-ELAI",
        white_hand="ELAI",
    )
    won = after(state, "ELAI>HUNA")
    assert bridges(won) == {
        "white": {"HUNA-LALE", "HUNA-IFFI", "ELAI-HUNA"},
        "black": {"IFFI-LALE", "DUDA-ELAI"},
    }
    assert control(won) == {"white": {"HUNA"}, "black": set()}


def test_winning_an_exahuna_island_removes_every_enemy_bridge_on_it() -> None:
    """Capture, E3: four of six links win, and the two enemy bridges there fall, a rim link among them."""
    state = exahuna_at("a1-a2 a2-b2 a2-b3", "a2-a3 a2=a3 a3-b3")
    won = after(state, "a1=a2")
    assert bridges(won) == {"white": {"a1-a2", "a2-b2", "a2-b3", "a1=a2"}, "black": {"a3-b3"}}
    assert control(won) == {"white": {"a2"}, "black": set()}


def test_half_of_the_links_win_nothing() -> None:
    """Capture: the third of six links and the second of four leave the enemy bridges where they are."""
    state = kahuna_at(white="DUDA-ELAI BARI-ELAI", black="ELAI-HUNA ALOA-DUDA", white_hand="ELAI BARI")
    placed = after(state, "ELAI>FAAA", "BARI>DUDA")
    assert bridges(placed)["black"] == {"ELAI-HUNA", "ALOA-DUDA"}
    assert control(placed) == {"white": set(), "black": set()}


def test_an_extra_bridge_on_a_controlled_island_removes_nothing() -> None:
    """Capture: only an island that was not controlled before the move is swept."""
    state = kahuna_at(white="ALOA-DUDA ALOA-BARI BARI-COCO BARI-FAAA", black="BARI-DUDA", white_hand="BARI")
    assert control(state) == {"white": {"ALOA", "BARI"}, "black": set()}
    placed = after(state, "BARI>ELAI")
    assert bridges(placed)["black"] == {"BARI-DUDA"}


def test_an_extra_bridge_on_a_controlled_exahuna_island_removes_nothing() -> None:
    """Capture, E3: the fifth of six links sweeps nothing."""
    state = exahuna_at("b2-c3 b3-c3 c2-c3 c3-c4", "c3-d2")
    assert control(state)["white"] == {"c3"}
    assert bridges(after(state, "c3-d3"))["black"] == {"c3-d2"}


def test_one_bridge_can_win_both_its_islands_at_once() -> None:
    """Capture: both ends are resolved together, and each is swept."""
    state = kahuna_at(
        white="HUNA-IFFI HUNA-LALE ELAI-IFFI ELAI-JOJO ELAI-FAAA",
        black="ALOA-HUNA DUDA-HUNA BARI-ELAI DUDA-ELAI ALOA-DUDA",
        white_hand="HUNA",
    )
    assert control(state) == {"white": set(), "black": {"DUDA", "ALOA"}}
    won = after(state, "HUNA>ELAI")
    assert control(won) == {"white": {"HUNA", "ELAI"}, "black": set()}
    assert bridges(won)["black"] == {"ALOA-DUDA"}


def test_a_capture_can_cost_the_other_player_control_elsewhere() -> None:
    """Capture: the loser's marker goes, their other bridges there stay, and the island falls to nobody."""
    state = kahuna_at(
        white="HUNA-LALE HUNA-IFFI ALOA-DUDA", black="ALOA-HUNA ALOA-BARI BARI-COCO", white_hand="HUNA"
    )
    assert control(state) == {"white": set(), "black": {"ALOA"}}
    won = after(state, "HUNA>ELAI")
    assert control(won) == {"white": {"HUNA"}, "black": set()}
    assert bridges(won)["black"] == {"ALOA-BARI", "BARI-COCO"}


def test_an_outer_capture_can_cost_an_inner_exahuna_island() -> None:
    """Capture, E3: as in figure 3, Black wins an outer island and White loses the inner one, to nobody."""
    state = exahuna_at(
        "b2-c3 b2-b3 b2-c2 a2-b2 a1-a2",
        "a2-a3 a2=a3 a2-b3 a1-b2",
        seat="black",
    )
    assert control(state) == {"white": {"b2"}, "black": set()}
    won = after(state, "a1=a2")
    assert control(won) == {"white": set(), "black": {"a2"}}
    assert bridges(won) == {
        "white": {"b2-c3", "b2-b3", "b2-c2"},
        "black": {"a2-a3", "a2=a3", "a2-b3", "a1-b2", "a1=a2"},
    }


def test_a_capture_never_hands_an_island_to_anyone_by_itself() -> None:
    """Capture: two bridges fall with the corner, White no longer controls a2, and Black gains nothing."""
    state = exahuna_at("a1-a2 a1=a2 a2-a3 a2-b2", "a1-b1 a1=b1 a2=a3 a2-b3", seat="black")
    assert control(state) == {"white": {"a2"}, "black": set()}
    won = after(state, "a1-b2")
    assert control(won) == {"white": set(), "black": {"a1"}}
    assert bridges(won) == {
        "white": {"a2-a3", "a2-b2"},
        "black": {"a1-b1", "a1=b1", "a1-b2", "a2=a3", "a2-b3"},
    }
