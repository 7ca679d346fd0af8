"""The two boards against the page of rules: islands, links, degrees, majorities."""

from collections import Counter
from itertools import pairwise

import pytest

from kahuna.rules import exahuna, kahuna
from kahuna.rules.boards import EXAHUNA, KAHUNA, Board

NEIGHBOURS = {
    "ALOA": "BARI DUDA HUNA",
    "BARI": "ALOA COCO DUDA ELAI FAAA",
    "COCO": "BARI FAAA GOLA KAHU",
    "DUDA": "ALOA BARI ELAI HUNA",
    "ELAI": "BARI DUDA FAAA HUNA IFFI JOJO",
    "FAAA": "BARI COCO ELAI GOLA JOJO",
    "GOLA": "COCO FAAA JOJO KAHU",
    "HUNA": "ALOA DUDA ELAI IFFI LALE",
    "IFFI": "ELAI HUNA JOJO KAHU LALE",
    "JOJO": "ELAI FAAA GOLA IFFI KAHU",
    "KAHU": "COCO GOLA IFFI JOJO LALE",
    "LALE": "HUNA IFFI KAHU",
}
DEGREES = dict(zip(NEIGHBOURS, (3, 5, 4, 4, 6, 5, 4, 5, 5, 5, 5, 3), strict=True))
ROWS = ("a1 a2 a3", "b1 b2 b3 b4", "c1 c2 c3 c4 c5", "d1 d2 d3 d4", "e1 e2 e3")
CORNERS = {"a1", "a3", "c1", "c5", "e1", "e3"}
RIM = ["a1", "a2", "a3", "b4", "c5", "d4", "e3", "e2", "e1", "d1", "c1", "b1", "a1"]  # once around
boards = pytest.mark.parametrize("board", [KAHUNA, EXAHUNA], ids=["kahuna", "exahuna"])


def ends(link: str) -> list[str]:
    return link.replace("=", "-").split("-")


def test_the_kahuna_board_has_the_printed_islands_links_and_degrees() -> None:
    """Board: twelve islands, 27 links, each island with its neighbours and its degree."""
    assert KAHUNA.islands == tuple(NEIGHBOURS)
    joined = {f"{min(a, b)}-{max(a, b)}" for a, others in NEIGHBOURS.items() for b in others.split()}
    assert len(KAHUNA.links) == 27
    assert set(KAHUNA.links) == joined
    assert {name: KAHUNA.degree(number) for number, name in enumerate(KAHUNA.islands)} == DEGREES


def test_the_exahuna_board_has_nineteen_islands_and_fifty_four_links() -> None:
    """Board: a hexagon of hexagons; a link on each of the 42 shared sides and 12 more around the rim."""
    assert KAHUNA != EXAHUNA
    assert EXAHUNA.islands == tuple(" ".join(ROWS).split())
    spots = {name: (2 * column - len(names.split()), line) for line, names in enumerate(ROWS)
             for column, name in enumerate(names.split())}  # fmt: skip
    sides = {
        f"{a}-{b}" for a in spots for b in spots if a < b
        and (spots[b][0] - spots[a][0], spots[b][1] - spots[a][1]) in ((2, 0), (1, 1), (-1, 1))
    }  # fmt: skip
    rim = {"=".join(sorted(pair)) for pair in pairwise(RIM)}
    assert (len(sides), len(rim), len(EXAHUNA.links)) == (42, 12, 54)
    assert set(EXAHUNA.links) == sides | rim


def test_exahuna_corners_have_five_links_and_all_other_islands_six() -> None:
    """Board: six corners of degree 5, thirteen islands of degree 6; each outer island touches two rim links."""
    degrees = {name: EXAHUNA.degree(number) for number, name in enumerate(EXAHUNA.islands)}
    assert degrees == {name: 5 if name in CORNERS else 6 for name in EXAHUNA.islands}
    touched = Counter(end for link in EXAHUNA.links if "=" in link for end in ends(link))
    assert touched == dict.fromkeys(RIM, 2)


def test_neighbours_on_the_rim_are_joined_twice_and_no_others() -> None:
    """Board: two islands may be joined by more than one link; on Exahuna's rim exactly two."""
    pairs = Counter(tuple(ends(link)) for link in EXAHUNA.links)
    twice = {tuple(sorted(pair)) for pair in pairwise(RIM)}
    assert {pair for pair, count in pairs.items() if count == 2} == twice
    assert set(pairs.values()) == {1, 2}
    assert set(Counter(tuple(ends(link)) for link in KAHUNA.links).values()) == {1}


@boards
def test_a_link_lies_at_its_two_ends_and_nowhere_else(board: Board) -> None:
    """Board: the ends of a link, the links of an island and the link's name say the same."""
    for number, link in enumerate(board.links):
        assert [board.islands[board.first_end[number]], board.islands[board.second_end[number]]] == ends(link)
        assert ends(link) == sorted(ends(link))
        touched = [
            name for name, links in zip(board.islands, board.links_at, strict=True) if links >> number & 1
        ]
        assert touched == ends(link)


@boards
def test_every_island_has_a_place_of_its_own_on_the_canvas(board: Board) -> None:
    """Board: a point for each island, on a canvas of 1000 by 760."""
    assert len(set(board.places)) == len(board.islands)
    assert all(0 < x < 1000 and 0 < y < 760 for x, y in board.places)


def test_a_majority_is_the_smallest_number_above_half_of_the_links() -> None:
    """Control: more than half, so 2 of 3, 3 of 4, 3 of 5 and 4 of 6."""
    needed = {3: 2, 4: 3, 5: 3, 6: 4}
    assert KAHUNA.majorities() == tuple(needed[degree] for degree in DEGREES.values())
    assert EXAHUNA.majorities() == tuple(3 if name in CORNERS else 4 for name in EXAHUNA.islands)


def test_the_rules_play_on_these_boards() -> None:
    """Board: the numbers the kernels count with are those of the boards."""
    assert (27, KAHUNA.links_at, KAHUNA.majorities()) == (kahuna.LINKS, kahuna.LINKS_AT, kahuna.MAJORITY)
    assert (exahuna.LINKS, exahuna.ISLAND_COUNT) == (54, 19)
    assert (EXAHUNA.links_at, EXAHUNA.majorities()) == (exahuna.LINKS_AT, exahuna.MAJORITY)


@pytest.mark.parametrize("islands", ["", "ALOA", "ELAI LALE", "GOLA HUNA KAHU", " ".join(NEIGHBOURS)])
def test_links_are_found_by_a_set_of_islands_at_their_first_or_second_end(islands: str) -> None:
    """Board: which links begin and which end at any of some islands."""
    bits = sum(1 << KAHUNA.islands.index(name) for name in islands.split())
    first = [number for number, link in enumerate(KAHUNA.links) if ends(link)[0] in islands]
    second = [number for number, link in enumerate(KAHUNA.links) if ends(link)[1] in islands]
    assert kahuna.links_from(bits) == sum(1 << number for number in first)
    assert kahuna.links_to(bits) == sum(1 << number for number in second)
