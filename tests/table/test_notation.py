"""Every action of every game is written and read back; readers accept what the rules allow and nothing else."""

import re

import pytest

from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.table.errors import BadNotation
from kahuna.table.notation import Parsed, parse, write
from kahuna.table.ruleset import GAMES, engine_of

ALL = [(game, engine_of(game).ACTIONS) for game in GAMES]


@pytest.mark.parametrize(("game", "actions"), ALL)
def test_every_action_is_written_and_read_back(game: str, actions: int) -> None:
    """Design: code to text to code, without two actions of one text."""
    texts = [write(game, code) for code in range(actions)]
    assert len(set(texts)) == actions
    assert [parse(game, text) for text in texts] == [Parsed(code) for code in range(actions)]
    assert all(text.isascii() and text == text.strip() and "\n" not in text for text in texts)


def test_the_codes_mean_what_the_table_of_the_notation_says() -> None:
    """K4, K5, K6, K7, K8, K14, K15: the examples of the rules, each with its parts."""
    link = KAHUNA.links.index("ELAI-HUNA")
    huna_place = kahuna.PLACE + kahuna.LINKS + link
    examples = {
        "HUNA>ELAI": huna_place,
        "ELAI>HUNA": kahuna.PLACE + link,
        "ELAI+HUNA x ELAI-HUNA": kahuna.REMOVE + link,
        "ELAI+ELAI x ELAI-HUNA": kahuna.REMOVE + kahuna.LINKS + link,
        "HUNA+HUNA x ELAI-HUNA": kahuna.REMOVE + 2 * kahuna.LINKS + link,
        "ELAI+HUNA xx ELAI-HUNA": kahuna.REPLACE + link,
        "~BARI": kahuna.DISCARD + 1,
        "+1": kahuna.TAKE_ROW,
        "+3": kahuna.TAKE_ROW + 2,
        "+": kahuna.TAKE_STACK,
        "-": kahuna.END,
        "=ELAI-HUNA": kahuna.HANDICAP + link,
    }
    assert {text: parse("kahuna", text).code for text in examples} == examples
    assert [write("kahuna", code) for code in examples.values()] == list(examples)


def test_the_hexagons_codes_mean_what_the_table_of_the_notation_says() -> None:
    """E2, E4, S1, S4: side and rim links, kinds, joker moves, passes."""
    side, rim = EXAHUNA.links.index("a1-a2"), EXAHUNA.links.index("a1=a2")
    assert parse("exahuna", "a1-a2").code == side
    assert parse("exahuna", "a1=a2").code == rim
    assert parse("exahuna", "-").code == exahuna.PASS
    assert parse("exahuna-special", "3:a1-a2").code == special.THREE * 54 + side
    assert parse("exahuna-special", "double:a1=a2").code == special.DOUBLE * 54 + rim
    source = EXAHUNA.links.index("b2-b3")
    assert parse("exahuna-special", "b2-b3>a1-a2").code == special.MOVE_JOKER + side * 54 + source
    assert parse("exahuna-special", "-").code == special.PASS


def turned(link: str) -> str:
    """The link's name with its ends the other way round."""
    first, mark, second = re.split("([-=])", link)
    return second + mark + first


def test_the_ends_of_a_link_may_stand_in_either_order() -> None:
    """Board: a link's islands are written in alphabetical order; readers accept either."""
    for link in KAHUNA.links:
        a, b = link.split("-")
        assert a < b
        assert parse("kahuna", f"={b}-{a}") == parse("kahuna", f"={link}")
        for pair in (f"{a}+{b}", f"{b}+{a}", f"{a}+{a}", f"{b}+{b}"):
            for cross in ("x", "xx"):
                ordered = "+".join(sorted(pair.split("+")))
                expected = parse("kahuna", f"{ordered} {cross} {link}")
                assert parse("kahuna", f"{pair} {cross} {b}-{a}") == expected
                assert parse("kahuna", f"{pair} {cross} {link}") == expected
    for link in EXAHUNA.links:
        assert parse("exahuna", turned(link)) == parse("exahuna", link)
        for kind in special.KINDS:
            assert parse("exahuna-special", f"{kind}:{turned(link)}") == parse(
                "exahuna-special", f"{kind}:{link}"
            )
        other = EXAHUNA.links[7]
        expected = parse("exahuna-special", f"{link}>{other}")
        for source in (link, turned(link)):
            for joker in (other, turned(other)):
                assert parse("exahuna-special", f"{source}>{joker}") == expected


def test_a_placed_card_stands_first_so_its_order_matters() -> None:
    """K4: in A>B the first is the card's island."""
    for link in KAHUNA.links:
        a, b = link.split("-")
        assert parse("kahuna", f"{a}>{b}").code != parse("kahuna", f"{b}>{a}").code


def test_a_take_may_name_its_card() -> None:
    """K7: as records and logs do."""
    for number, island in enumerate(KAHUNA.islands):
        assert parse("kahuna", f"+={island}") == Parsed(kahuna.TAKE_STACK, number)
        for slot in (1, 2, 3):
            assert parse("kahuna", f"+{slot}={island}") == Parsed(kahuna.TAKE_ROW + slot - 1, number)


def test_space_around_an_action_and_around_its_cross_does_not_matter() -> None:
    """Design: what people type."""
    assert parse("kahuna", "  HUNA>ELAI\n") == parse("kahuna", "HUNA>ELAI")
    assert parse("kahuna", "\t+1=HUNA ") == parse("kahuna", "+1=HUNA")
    assert parse("kahuna", "ELAI+HUNA  x  ELAI-HUNA") == parse("kahuna", "ELAI+HUNA x ELAI-HUNA")
    assert parse("exahuna", " a1=a2 ") == parse("exahuna", "a1=a2")
    assert parse("exahuna-special", " minus:a1=a2\r\n") == parse("exahuna-special", "minus:a1=a2")


MEANINGLESS = {
    "kahuna": (
        "", " ", "HUNA", "HUNA>", ">ELAI", "HUNA>HUNA", "HUNA>COCO", "huna>elai", "Huna>Elai", "HUNA > ELAI",
        "HUNA>ELAI>COCO", "HUNA>ELAI +1", "HUNA-ELAI", "ELAI-HUNA", "~", "~NOWHERE", "~BARI,COCO", "~~BARI", "+0", "+4",
        "+11", "+-1", "+1=", "+1=NOWHERE", "+=", "+ 1", "++", "--", "−", "+１", "=ELAI", "=ELAI-COCO", "=ELAI=HUNA",
        "ELAI+HUNA", "ELAI+HUNA x", "ELAI+HUNA y ELAI-HUNA", "ELAI+HUNA xxx ELAI-HUNA", "ELAI+COCO x ELAI-HUNA",
        "COCO+COCO x ELAI-HUNA", "ELAI x ELAI-HUNA", "ELAI+HUNA x ELAI=HUNA", "ELAI+HUNA x ALOA-LALE",
        "ELAI+ELAI+HUNA x ELAI-HUNA", "a1-a2", "3:a1-a2", "HUNA>ELAI\x00", "\ud800", "pass", "resign", "HUNА>ELAI",
    ),
    "exahuna": (
        "", "a1", "a1-", "a1-a3", "a1=a3", "a1-b9", "a1-a1", "A1-A2", "b2=c3", "c3=d3", "a1-a2-a3", "a1--a2", "a1>a2",
        "3:a1-a2", "b2-b3>a1-a2", "+", "+1", "~a1", "HUNA>ELAI", "--", "a1–a2",
    ),
    "exahuna-special": (
        "", "a1-a2", "5:a1-a2", "0:a1-a2", "Minus:a1-a2", "minus a1-a2", "minus:", ":a1-a2", "minus:a1-a3", "33:a1-a2",
        "minus:joker:a1-a2", "b2-b3>", ">a1-a2", "b2-b3>a1", "a1>a2", "b2-b3>a1-a3", "b2=b3>a1-a2", "b2-b3>a1-a2>a2-a3",
        "joker", "+", "HUNA>ELAI",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "text"), [(game, text) for game, texts in MEANINGLESS.items() for text in texts]
)
def test_what_means_nothing_is_bad_notation_in_one_clear_line(game: str, text: str) -> None:
    """Design: the message shows the text, the reason and an example."""
    with pytest.raises(BadNotation) as refused:
        parse(game, text)
    message = str(refused.value)
    assert message.startswith(f"cannot read {text.strip()!r}: ")
    assert "; expected something like " in message
    assert message.isprintable()


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("kahuna", "HUNA>NOWHERE", "no island is called NOWHERE"),
        ("kahuna", "HUNA>COCO", "there is no link COCO-HUNA"),
        ("kahuna", "~NOWHERE", "no island is called NOWHERE"),
        ("kahuna", "+1=NOWHERE", "no island is called NOWHERE"),
        ("kahuna", "=ELAI-COCO", "there is no link COCO-ELAI"),
        ("kahuna", "COCO+HUNA x ELAI-HUNA", "both cards must name an end of ELAI-HUNA (K5)"),
        ("kahuna", "hello", "this is no action of kahuna"),
        ("exahuna", "a1-z9", "no island is called z9"),
        ("exahuna", "b2=c3", "there is no link b2=c3"),
        ("exahuna-special", "5:a1-a2", "no kind is called 5, there are 1 2 3 4 minus joker valour double"),
        ("exahuna-special", "a1-a2", "this is no action of exahuna-special"),
    ],
)
def test_bad_notation_says_what_is_wrong(game: str, text: str, reason: str) -> None:
    """Design: the reason is the nearest one."""
    with pytest.raises(BadNotation, match=re.escape(f": {reason}; ")):
        parse(game, text)


@pytest.mark.parametrize(
    "text",
    ["!" * 10_000, "A+" + "x" * 200_000, "A" * 100_000 + ">HUNA", "~" + "A" * 100_000, "+1=" + "A" * 100_000,
     "a" * 100_000 + ":a1-a2", " " * 100_000 + "?", "\n" * 70 + "x"],
    ids=lambda text: text[:4].strip() or "space",
)  # fmt: skip
@pytest.mark.parametrize("game", GAMES)
def test_a_long_text_is_refused_at_once_and_cut_short_in_the_message(game: str, text: str) -> None:
    """Design: nobody has to read a page, and nobody can keep the reader busy (it was once quadratic in the x)."""
    with pytest.raises(BadNotation) as refused:
        parse(game, text)
    assert len(str(refused.value)) < 300
    assert str(refused.value).isprintable()
