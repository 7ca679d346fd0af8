"""Fair cards: every deck follows from the secret and both seats' bytes, and whoever changes one of them is caught."""

import copy
import hashlib
import hmac
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kahuna
from kahuna import Game, Rules, read_record, write_record
from kahuna.cli.main import main
from kahuna.table.errors import BadRecord
from kahuna.table.fair import FAIR_BYTES, NOTHING_ADDED, FairDealer, commitment, new_secret, read_revealed
from kahuna.table.games import spec_of
from kahuna.table.record import dump_record
from support.decks import chi_squares

PILE = [card for card in range(12) for _ in range(2)]
DOCS = Path(__file__).parents[2] / "docs" / "fair-cards.md"
LIB = Path(kahuna.__file__).parent / "web" / "lib"


def dealer(number: int) -> FairDealer:
    """A dealer whose bytes are anything, but the same for the same number."""
    return FairDealer(*(hashlib.sha256(f"{part} {number}".encode()).digest() for part in "SWB"))


def played(game: Game, choices: Random) -> Game:
    """The game, played to its end at random."""
    while not game.over:
        game.play_code(choices.choice(game.codes()))
    return game


@pytest.fixture(scope="module")
def record() -> Any:
    """A finished game with all three rounds' decks, if it lasts that long."""
    return write_record(played(Game(dealer=dealer(1)), Random(5)))


def naive_deck(cards: FairDealer, round: int, pile: list[int]) -> list[int]:
    """The deck as shared rules describe it, written anew from the words alone."""
    stream = b"".join(
        hmac.new(
            cards.secret,
            b"kahuna-deck-1" + cards.white + cards.black + bytes([round]) + counter.to_bytes(4, "big"),
            hashlib.sha256,
        ).digest()
        for counter in range(40)
    )
    words = [int.from_bytes(stream[place : place + 4], "big") for place in range(0, len(stream), 4)]
    deck = list(pile)
    for i in range(len(deck) - 1, 0, -1):
        x = words.pop(0)
        while x >= (2**32 // (i + 1)) * (i + 1):
            x = words.pop(0)
        j = x % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def test_a_deck_is_the_one_that_the_words_describe() -> None:
    for number in range(200):
        for round in (1, 2, 3):
            assert dealer(number).shuffle(round, PILE) == naive_deck(dealer(number), round, PILE)


def test_every_byte_and_the_round_change_the_deck() -> None:
    cards = dealer(0)
    usual = cards.shuffle(1, PILE)
    assert cards.shuffle(2, PILE) != usual
    for field in FairDealer._fields:
        for place in (0, FAIR_BYTES - 1):
            changed = bytearray(getattr(cards, field))
            changed[place] ^= 1
            assert cards._replace(**{field: bytes(changed)}).shuffle(1, PILE) != usual


def test_a_number_in_the_uneven_rest_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    uneven = 2**32 - 1  # 2**32 is no multiple of 3
    numbers = iter([uneven, 4, 1])
    monkeypatch.setattr(FairDealer, "_numbers", lambda *_: numbers)
    assert dealer(0).shuffle(1, [0, 1, 2]) == [0, 2, 1]


def test_every_place_gets_every_card_equally_often() -> None:
    """A sample of what `make soak` does with a million decks; the bound is passed once in 10^6 tries of true chance."""
    for test in chi_squares(3_000):
        assert test.value < test.bound, test.name


def test_the_tests_of_chance_notice_a_deck_that_is_only_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(cards: FairDealer, round: int, pile: range) -> list[int]:
        place = cards.secret[round] % len(pile)
        return [*pile[place:], *pile[:place]]

    monkeypatch.setattr(FairDealer, "shuffle", cut)
    assert any(test.value >= test.bound for test in chi_squares(3_000))


def test_a_secret_is_new_each_time_and_its_commitment_is_its_sha256() -> None:
    secret = new_secret()
    assert len(secret) == FAIR_BYTES
    assert secret != new_secret()
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()


def test_a_finished_record_shows_what_its_decks_follow_from(record: Any) -> None:
    assert record["version"] == 2
    assert record["fair"] == dealer(1).revealed()
    assert list(record)[5] == "fair"
    game = read_record(json.loads(dump_record(record)))
    assert write_record(game) == record


def test_a_running_game_keeps_its_secret() -> None:
    game = Game(dealer=dealer(1))
    assert "fair" not in write_record(game)
    game.end("resign", "white")
    assert "fair" in write_record(game)


@pytest.mark.parametrize("name", ["exahuna", "exahuna-special"])
def test_a_game_without_cards_shows_no_secret(name: str) -> None:
    game = Game(Rules(name), dealer(1))
    game.end("resign", "white")
    assert "fair" not in write_record(game)


def swap_first_cards_of(deck: int) -> Callable[[Any], None]:
    """Swaps the first two different cards of this deck's undealt end, so that no action changes."""

    def change(record: Any) -> None:
        cards = record["decks"][deck]
        place = next(place for place in range(len(cards) - 1, 0, -1) if cards[place] != cards[place - 1])
        cards[place], cards[place - 1] = cards[place - 1], cards[place]

    return change


def change_digit(name: str) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        digits = record["fair"][name]
        record["fair"][name] = digits[:-1] + ("0" if digits[-1] != "0" else "1")

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (change_digit("secret"), "fair: the secret is not the one that was promised"),
        (change_digit("commitment"), "fair: the secret is not the one that was promised"),
        (change_digit("white"), "fair: deck 1 does not follow"),
        (change_digit("black"), "fair: deck 1 does not follow"),
        (lambda record: record["fair"].pop("white"), "fair must have commitment, secret, white, black"),
        (lambda record: record["fair"].update(more=""), "fair must have commitment, secret, white, black"),
        (lambda record: record["fair"].update(black="AB" * 32), "fair: black must be 64 hexadecimal digits"),
        (lambda record: record["fair"].update(black=None), "fair: black must be 64 hexadecimal digits"),
        (lambda record: record.update(fair=[]), "fair must have"),
        (lambda record: record.update(version=1), '"fair" belongs to version 2'),
    ],
)
def test_whoever_changes_it_is_caught(record: Any, change: Callable[[Any], Any], why: str) -> None:
    changed = copy.deepcopy(record)
    change(changed)
    with pytest.raises(BadRecord, match=re.escape(why)):
        read_record(changed)


def test_a_deck_of_other_chance_is_caught() -> None:
    other = write_record(played(Game(seed="another"), Random(5)))
    other |= {"version": 2, "fair": dealer(1).revealed()}
    with pytest.raises(BadRecord, match="fair: deck 1 does not follow"):
        read_record(other)


def test_a_running_game_that_shows_a_secret_is_refused() -> None:
    running = write_record(Game(dealer=dealer(1))) | {"version": 2, "fair": dealer(1).revealed()}
    with pytest.raises(BadRecord, match="fair is shown by finished games only"):
        read_record(running)


def test_verify_says_consistent_and_whether_it_is_the_promised_deal(
    record: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(dump_record(record))
    assert main(["replay", str(file), "--verify"]) == 0
    assert "follows from its secret" in capsys.readouterr().out
    promised = dealer(1).commitment
    assert main(["replay", str(file), "--verify", "--commitment", promised]) == 0
    assert "this is the promised deal" in capsys.readouterr().out
    assert main(["replay", str(file), "--verify", "--commitment", dealer(2).commitment]) != 0
    assert "not the promised deal" in capsys.readouterr().err


def test_a_commitment_needs_fair_cards_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tmp_path / "plain.json"
    plain.write_text(dump_record(write_record(played(Game(seed=1), Random(1)))))
    assert main(["replay", str(plain), "--verify", "--commitment", "00" * 32]) != 0
    assert "no fair cards" in capsys.readouterr().err
    assert main(["replay", str(plain), "--commitment", "00" * 32]) != 0
    assert "--verify" in capsys.readouterr().err


def test_the_vectors_in_the_documents_are_true() -> None:
    vectors = json.loads(DOCS.read_text("utf-8").split("```json\n")[1].split("```")[0])
    cards_of_kahuna = spec_of("kahuna").cards
    assert cards_of_kahuna
    names = cards_of_kahuna.names
    for vector in vectors:
        cards = read_revealed({name: vector[name] for name in ("commitment", "secret", "white", "black")})
        for round, deck in enumerate(vector["decks"], 1):
            assert [names[card] for card in cards.shuffle(round, PILE)] == deck


def test_the_page_works_out_the_same_decks() -> None:
    """Python and JavaScript, a thousand decks of all sizes; SHA-256 over messages around the ends of its blocks."""
    node = shutil.which("node")
    if not node:
        pytest.skip("needs Node")
    choices = Random(3)
    wanted: list[dict[str, Any]] = []
    for number in range(1_000):
        cards, round = dealer(number), choices.randint(1, 3)
        pile = sorted(choices.sample(PILE, choices.randint(1, 24)))
        wanted.append(cards.revealed() | {"round": round, "pile": pile, "deck": cards.shuffle(round, pile)})
    wanted[0] |= dict(FairDealer(NOTHING_ADDED).revealed()) | {"round": 1, "pile": PILE}
    wanted[0]["deck"] = FairDealer(NOTHING_ADDED).shuffle(1, PILE)
    script = f"""
        import {{ fairDeck, keepsPromise }} from "{LIB / "fair.js"}";
        import {{ toHex }} from "{LIB / "hex.js"}";
        import {{ sha256 }} from "{LIB / "sha256.js"}";
        const wanted = JSON.parse(await new Response(process.stdin).text());
        const decks = wanted.map((one) => fairDeck(one, one.round, one.pile));
        const promises = wanted.map(keepsPromise);
        const broken = keepsPromise({{ ...wanted[0], secret: wanted[1].secret }});
        const digests = Array.from({{ length: 130 }}, (_, n) => toHex(sha256(new Uint8Array(n).fill(n))));
        console.log(JSON.stringify({{ decks, promises, broken, digests }}));
    """
    done = subprocess.run(
        [node, "--input-type=module", "--no-warnings", "-e", script],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["decks"] == [one["deck"] for one in wanted]
    assert Counter(found["promises"]) == {True: 1_000}
    assert found["broken"] is False
    assert found["digests"] == [hashlib.sha256(bytes([n]) * n).hexdigest() for n in range(130)]
