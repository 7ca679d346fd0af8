"""A review as text and as a page of its own."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from kahuna.review.data import Review
from kahuna.review.page import review_page
from kahuna.review.report import REPORT_COLUMNS, review_text, tenths
from kahuna.table.record import read_record

GOLDEN = Path(__file__).parents[1] / "golden"
REVIEWS = sorted(path.stem for path in (GOLDEN / "reviews").glob("*.json"))


def golden_review(name: str) -> Review:
    """A review as it was once made."""
    return msgspec.json.decode((GOLDEN / "reviews" / f"{name}.json").read_bytes(), type=Review)


@pytest.mark.parametrize("name", REVIEWS)
def test_the_text_fits_a_terminal_and_breaks_no_action(name: str) -> None:
    review = golden_review(name)
    review.names["white"] = review.names["black"] = "A player with a name as long as names may be"
    for seat in (None, "white", "black"):
        text = review_text(review, seat)
        assert max(map(len, text.splitlines())) <= REPORT_COLUMNS
        for turn in review.turns:
            for action in turn.actions:
                assert action in text or seat not in (None, turn.seat)
    only = review_text(review, "white")
    assert " Black  " not in only.partition("\nTurns\n")[2]


@pytest.mark.parametrize("name", REVIEWS)
def test_what_is_read_of_the_account_adds_up(name: str) -> None:
    review = golden_review(name)
    lines = review_text(review).partition("in per cent)\n")[2].partition("\n\n")[0].splitlines()
    figures = [round(10 * float(line.split()[-1])) for line in lines]
    assert sum(figures[:-1]) == figures[-1] == round(1000 * review.account.result)
    assert any("cards" in line for line in lines) == (review.hidden_means == "cards")


def test_what_rounding_leaves_goes_to_the_largest_remainders() -> None:
    assert tenths([0.5006, 0.2494, 0.2500], 1.0) == [501, 249, 250]
    assert tenths([0.33333, 0.33333, 0.33334], 1.0) == [333, 333, 334]
    assert tenths([1.2345, -1.2345], 0.0) == [1235, -1235]


@pytest.mark.parametrize("name", REVIEWS)
def test_the_page_is_one_whole_file_that_asks_nobody_for_anything(name: str) -> None:
    game = read_record(json.loads((GOLDEN / f"{name}.json").read_text()))
    review = golden_review(name)
    review.names["white"] = "<script>alert('1')</script> & \"co\""
    page = review_page(game, review)
    assert not re.search(r"https?:|\b(src|href|url|import)\b|<script", page)
    document = ElementTree.fromstring(page.replace("<!doctype html>", "").replace(' charset="utf-8">', "/>", 1).replace(
        'initial-scale=1">', 'initial-scale=1"/>', 1))  # fmt: skip
    pictures = document.findall(".//svg")
    assert len(pictures) == 2 + len(review.points)  # curve, account, and a board for each turning point
    assert all(picture.get("aria-label") for picture in pictures)
    assert len(document.findall(".//tbody/tr")) == len(review.turns)
    letters = [text.text for text in document.findall(".//text[@class='letter']")]
    assert letters == [point.letter for point in review.points]
