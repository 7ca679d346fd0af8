"""What is known of first turns and head starts: documents, picture and page say what the files say."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import first_turns as ft
import head_start_tables
import opening_tables
import openings as counting
from kahuna.arena.checkout import Figures
from kahuna.bots.head_starts import HEAD_STARTS_FILE, expected_shares, fair_start, fair_starts_file
from kahuna.bots.levels import LEVELS
from kahuna.bots.nets.kahuna_games import LEARNED
from kahuna.bots.nets.kahuna_inputs import SLOTS
from kahuna.bots.nets.network import new_net
from kahuna.bots.nets.scoring import new_score_desk, playing_net
from kahuna.learn.openings import OPENINGS_FILE, best_first_bridge, openings, openings_file
from kahuna.rules import kahuna
from kahuna.rules.bits import add_card
from kahuna.rules.boards import KAHUNA
from kahuna.table.games import GAMES

DOCS = Path(__file__).parents[1] / "docs"


def between_marks(document: str, name: str) -> str:
    """What a document has between two marks."""
    text = (DOCS / document).read_text("utf-8")
    return text.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- /{name} -->")[0].strip()


@pytest.mark.parametrize(
    ("document", "data", "tables"),
    [
        ("openings.md", OPENINGS_FILE, opening_tables.TABLES),
        ("strength.md", HEAD_STARTS_FILE, head_start_tables.TABLES),
    ],
)
def test_the_documents_have_the_tables_that_the_files_make(
    document: str, data: Path, tables: dict[str, Callable[[Figures], str]]
) -> None:
    told = json.loads(data.read_text("utf-8"))
    for name, table in tables.items():
        assert between_marks(document, name) == table(told).strip(), f"{document}: {name}"


def test_the_picture_is_the_one_that_the_file_makes() -> None:
    assert opening_tables.PICTURE.read_text("utf-8") == opening_tables.picture(openings())


def test_every_island_link_and_kind_of_turn_has_an_estimate_within_its_interval() -> None:
    found = openings()["kahuna"]
    assert list(found["cards"]) == list(found["control"]) == list(KAHUNA.islands)
    assert list(found["links"]) == list(KAHUNA.links)
    spans = [*found["cards"].values(), *found["control"].values(), found["pair"], found["neighbours"]]
    spans += [facts["first"] for facts in found["links"].values()]
    spans += [facts["gain"] for seat in ("white", "black") for facts in found[seat]["bridges"]]
    assert all(low < value < high for value, low, high in spans)
    assert abs(sum(value for value, _, _ in found["cards"].values())) < 0.1  # beside an average card


def test_the_page_is_sent_what_the_file_says() -> None:
    found, told = openings()["kahuna"], json.loads(openings_file())
    assert told["games"] == found["games"]
    for island, facts in told["islands"].items():
        assert facts["control"][0] == round(found["control"][island][0], 1)
        assert facts["to"] == best_first_bridge(found, island)
    worths = [facts["control"][0] for facts in told["islands"].values()]
    assert worths == sorted(worths, reverse=True)
    assert [turn["count"] for turn in told["turns"]["white"][:4]] == [0, 1, 2, 3]
    assert len(told["turns"]["white"]) == len(told["turns"]["black"])


def test_a_plan_is_kept_in_the_studied_turn() -> None:
    """In plain Python, a few games: how many bridges are built, how the turn ends, and who is studied."""
    net = playing_net(new_net(SLOTS, 1, hidden=4, middle=2), "kahuna")
    rows = np.zeros((24, ft.FIELDS), np.int64)
    ft.study_kahuna(net, len(rows), 3, new_score_desk(LEARNED, net), rows)
    plans = {int(plan) for plan in rows[:, ft.PLAN]}
    assert {ft.FREE, ft.LINK, ft.BRIDGES} <= plans
    for row in rows:
        built = int(row[ft.BUILT]).bit_count()
        if row[ft.PLAN] == ft.BRIDGES:
            assert built == row[ft.OPTION]
        if row[ft.PLAN] == ft.LINK:
            assert built >= 1
            assert ft.kind_of(int(row[ft.FIRST])) == ft.BUILD
        if row[ft.PLAN] == ft.ENDING:
            assert row[ft.END_KIND] == row[ft.OPTION]
        if row[ft.PLAN] == ft.DISCARDS:
            assert ft.kind_of(int(row[ft.FIRST])) == ft.DISCARD
        assert row[ft.END_KIND] >= ft.ROW
        assert row[ft.HALF_POINTS] in (0, 1, 2)
        assert int(row[ft.WHITE_HAND]).bit_count() == int(row[ft.BLACK_HAND]).bit_count() == 3
        assert (
            row[ft.WHITE_ISLANDS] & row[ft.BLACK_ISLANDS] == 0 <= row[ft.WHITE_ISLANDS] <= kahuna.ALL_ISLANDS
        )


def invented(games: int, seed: int) -> counting.Rows:
    """Games whose results depend on nothing but a first bridge on the first link, which wins always."""
    random = np.random.default_rng(seed)
    rows = np.zeros((games, ft.FIELDS), np.int64)
    rows[:, ft.SEAT] = random.integers(0, 2, games)
    rows[:, ft.PLAN] = random.integers(0, 2, games)  # FREE or LINK
    rows[:, ft.EXPECTED] = random.integers(400_000, 600_000, games)
    rows[:, ft.FIRST] = random.integers(0, 2 * kahuna.LINKS, games)
    rows[:, ft.HALF_POINTS] = 2 * (random.random(games) < 0.5)
    lucky = (rows[:, ft.PLAN] == ft.LINK) & (rows[:, ft.FIRST] % kahuna.LINKS == 0)
    rows[lucky, ft.HALF_POINTS] = 2
    return rows


def test_a_first_bridge_that_always_wins_is_found_and_others_gain_nothing() -> None:
    rows = invented(200_000, 5)
    links = counting.first_bridges(rows, counting.gains(rows))
    first, *others = (facts["first"] for facts in links.values())
    assert first[1] > 45
    assert sum(low <= 0 <= high for _, low, high in others) >= 22  # of 26, at 95 %


def test_links_of_the_hexagon_that_symmetries_make_equal_are_one_class() -> None:
    found = counting.classes()
    assert sorted(link for links in found for link in links) == list(range(54))
    assert sorted(len(links) for links in found) == [6, 6, 6, 12, 24]


def test_the_head_start_suggested_is_the_one_closest_to_half_and_the_same_from_both_sides() -> None:
    for one in LEVELS:
        for two in LEVELS:
            bridges, share = fair_start(one, two)
            theirs = fair_start(two, one)
            assert one == two or (theirs.bridges, round(theirs.share + share, 9)) == (-bridges, 1)
            weaker, stronger = sorted((one, two), key=list(LEVELS).index)
            ours = expected_shares()[weaker][stronger]
            assert abs(share - 0.5) == pytest.approx(min(abs(each - 0.5) for each in ours))


def test_every_two_levels_have_been_measured_and_the_page_is_sent_all_of_it() -> None:
    told, sent = json.loads(HEAD_STARTS_FILE.read_text("utf-8")), json.loads(fair_starts_file())
    order = list(LEVELS)
    for place, weaker in enumerate(order):
        assert list(expected_shares()[weaker]) == order[place:]
        assert all(len(row) == 4 for row in expected_shares()[weaker].values())
        for other in order:
            bridges, share = fair_start(weaker, other)
            assert sent[weaker][other] == [bridges, round(100 * share, 1)]
    assert set(told["first"]) == set(GAMES)
    assert all(list(levels) == order for levels in told["first"].values())


def test_a_card_that_always_wins_is_worth_a_game_and_the_others_nothing() -> None:
    random = np.random.default_rng(7)
    rows = np.zeros((60_000, ft.FIELDS), np.int64)
    hands = [random.permutation(24)[:6] for _ in range(len(rows))]
    for row, cards in zip(rows, hands, strict=True):
        white, black = cards[:3] % 12, cards[3:] % 12
        row[ft.WHITE_HAND], row[ft.BLACK_HAND] = as_bits(white), as_bits(black)
        lead = int((white == 2).sum()) - int((black == 2).sum())
        row[ft.HALF_POINTS] = 2 if lead > 0 else 0 if lead < 0 else 2 * random.integers(0, 2)
    cards = counting.card_worths(rows)["cards"]
    values = {island: value for island, (value, _, _) in cards.items()}
    assert max(values, key=lambda island: values[island]) == KAHUNA.islands[2]
    rest = [value for island, value in values.items() if island != KAHUNA.islands[2]]
    assert max(rest) - min(rest) < 4 < values[KAHUNA.islands[2]] - max(rest)


def as_bits(islands: Any) -> int:
    """These cards as a multiset."""
    cards = 0
    for island in islands:
        cards = add_card(cards, int(island))
    return cards
