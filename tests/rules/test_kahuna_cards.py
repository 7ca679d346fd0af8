"""Kahuna's material and cards: the deal, building, removing, discarding, taking, and who knows what."""

from typing import Any

import pytest

from kahuna.rules import kahuna
from kahuna.rules.bits import cards_of
from kahuna.rules.boards import KAHUNA
from kahuna.table.game import Game
from kahuna.table.games.kahuna_view import names
from kahuna.table.ruleset import SEATS, Rules, Seat
from support.positions import after, bridges, control, hands, kahuna_at, legal, result, row, table_at
from support.views import seen

ALL = " ".join(KAHUNA.links)
FIRST_25 = " ".join(KAHUNA.links[:25])  # all but JOJO-KAHU and KAHU-LALE


def test_the_deal_gives_three_cards_each_three_in_the_row_and_fifteen_in_the_stack() -> None:
    """K1, K2: 24 cards, two an island; 1-3 to the beginner, 4-6 to the dealer, 7-9 to the row."""
    game = Game(seed=1)
    [deck] = [[KAHUNA.islands[card] for card in deck] for deck in game.decks]
    assert sorted(deck) == sorted(KAHUNA.islands * 2)
    assert hands(game.state) == {"white": sorted(deck[:3]), "black": sorted(deck[3:6])}
    assert row(game.state) == " ".join(deck[6:9])
    assert names(game.state.stack) == sorted(deck[9:])
    assert len(deck[9:]) == 15


@pytest.mark.parametrize(("first", "second"), [("white", "black"), ("black", "white")])
def test_the_player_who_did_not_deal_begins_and_turns_alternate(first: Seat, second: Seat) -> None:
    """K1, K2: two players; who begins is a setting, White by default; the beginner gets the first three cards."""
    game = Game(Rules(first=first), seed=1)
    assert hands(game.state)[first] == sorted(KAHUNA.islands[card] for card in game.decks[0][:3])
    movers = [game.to_move]
    for _ in range(3):
        game.play("+")
        movers.append(game.to_move)
    assert movers == [first, second] * 2
    assert Rules().first == "white"


@pytest.mark.parametrize(
    ("bridge", "places"), [("", {"JOJO>KAHU", "KAHU>JOJO", "KAHU>LALE"}), ("JOJO-KAHU", set())]
)
def test_a_player_with_all_twenty_five_bridges_on_the_board_cannot_place(
    bridge: str, places: set[str]
) -> None:
    """K1: 25 bridges each; with 24 on the board one can still be placed, with 25 none, free link or not."""
    own = f"{FIRST_25.removeprefix('ALOA-BARI ')} {bridge}"
    state = kahuna_at(white=own, black="ALOA-BARI", white_hand="JOJO KAHU ALOA ALOA", row="LALE LALE IFFI")
    assert {action for action in legal(state) if ">" in action} == places
    assert "ALOA+ALOA x ALOA-BARI" in legal(state)


def test_ten_stones_do_not_limit_the_islands_a_player_controls() -> None:
    """K1: an eleventh and a twelfth island count too, are shown and are scored."""
    own = ALL.replace("ALOA-BARI ", "").replace("KAHU-LALE", "")
    state = kahuna_at(white=own, black="ALOA-BARI", round=3, last_turns=1, row=". . .", stack="")
    assert control(state) == {"white": set(KAHUNA.islands), "black": set()}
    game = table_at(state)
    assert game.view("black")["control"] == dict.fromkeys(KAHUNA.islands, "white")
    game.play("-")
    assert game.result == {"winner": "white", "by": "points", "points": [12, 0], "islands": [12, 0]}


def test_removed_bridges_return_to_their_owners_supply() -> None:
    """K1, K5: a bridge off the board, by cards or by capture, can be placed again."""
    game = table_at(kahuna_at(white="ALOA-DUDA", black="ALOA-HUNA HUNA-IFFI", white_hand="HUNA IFFI ALOA"))
    assert seen(game)["supply"] == {"white": 24, "black": 23}
    game.play("HUNA+IFFI x HUNA-IFFI")
    assert seen(game)["supply"] == {"white": 24, "black": 24}
    game.play("ALOA>BARI")
    assert seen(game)["supply"] == {"white": 23, "black": 25}
    full = FIRST_25.replace("HUNA-IFFI", "JOJO-KAHU")
    again = kahuna_at(white="KAHU-LALE", black=full, white_hand="JOJO KAHU", black_hand="KAHU",
                      row="LALE LALE IFFI")  # fmt: skip
    assert [action for action in legal(after(again, "-")) if ">" in action] == []
    freed = after(again, "JOJO+KAHU x JOJO-KAHU", "-")
    assert {action for action in legal(freed) if ">" in action} == {"KAHU>JOJO"}


def test_a_card_builds_a_bridge_on_a_free_link_of_its_island() -> None:
    """K4: one card, one bridge, on any free link of the island it names and on no other."""
    state = kahuna_at(white="ALOA-BARI", black="ALOA-DUDA", white_hand="ALOA DUDA")
    assert {action for action in legal(state) if ">" in action} == {
        "ALOA>HUNA",
        "DUDA>BARI",
        "DUDA>ELAI",
        "DUDA>HUNA",
    }
    placed = after(state, "DUDA>ELAI")
    assert bridges(placed) == {"white": {"ALOA-BARI", "DUDA-ELAI"}, "black": {"ALOA-DUDA"}}
    assert hands(placed)["white"] == ["ALOA"]


def test_a_card_whose_island_has_no_free_link_builds_nothing() -> None:
    """K4: neither on own nor on enemy bridges; it can still be one of a pair (K5) or be discarded (K6)."""
    state = kahuna_at(white="ALOA-BARI", black="ALOA-DUDA ALOA-HUNA", white_hand="ALOA ALOA")
    assert legal(state) == {
        "ALOA+ALOA x ALOA-DUDA", "ALOA+ALOA x ALOA-HUNA", "~ALOA", "+1", "+2", "+3", "+", "-",
    }  # fmt: skip


def test_building_on_an_island_the_opponent_controls_is_allowed() -> None:
    """K4: in the standard game all free links are open, and building beside enemy bridges sweeps nothing."""
    state = kahuna_at(black="ALOA-BARI ALOA-DUDA HUNA-LALE", white_hand="ALOA HUNA")
    assert control(state)["black"] == {"ALOA"}
    assert {"ALOA>HUNA", "HUNA>ALOA"} <= legal(state)
    assert bridges(after(state, "HUNA>ALOA"))["black"] == {"ALOA-BARI", "ALOA-DUDA", "HUNA-LALE"}


@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        ("HUNA ELAI", {"ELAI+HUNA"}),
        ("HUNA HUNA", {"HUNA+HUNA"}),
        ("ELAI ELAI", {"ELAI+ELAI"}),
        ("HUNA HUNA ELAI ELAI", {"ELAI+HUNA", "HUNA+HUNA", "ELAI+ELAI"}),
        ("HUNA BARI", set()),
        ("HUNA", set()),
        ("BARI BARI", set()),
    ],
)
def test_a_bridge_is_removed_by_two_cards_in_any_of_three_pairs(hand: str, pairs: set[str]) -> None:
    """K5: each of the two cards names one end of the bridge, A+B, A+A or B+B; both are used up."""
    state = kahuna_at(white="BARI-COCO", black="ELAI-HUNA", white_hand=hand)
    removals = {action for action in legal(state) if " x " in action}
    assert removals == {f"{pair} x ELAI-HUNA" for pair in pairs}
    for pair in pairs:
        left = hand.split()
        for card in pair.split("+"):
            left.remove(card)
        gone = after(state, f"{pair} x ELAI-HUNA")
        assert bridges(gone) == {"white": {"BARI-COCO"}, "black": set()}
        assert hands(gone)["white"] == sorted(left)


def test_only_an_opponents_bridge_can_be_removed() -> None:
    """K5: neither one's own bridge nor an empty link."""
    state = kahuna_at(white="ALOA-BARI", black="ALOA-DUDA", white_hand="ALOA ALOA BARI DUDA HUNA")
    assert {action for action in legal(state) if " x" in action} == {
        "ALOA+ALOA x ALOA-DUDA",
        "ALOA+DUDA x ALOA-DUDA",
    }


def test_a_removal_can_cost_control_and_hands_the_island_to_nobody() -> None:
    """K5, Control: with the bridge the stone goes; nothing else falls."""
    state = kahuna_at(white="ALOA-HUNA", black="ALOA-BARI ALOA-DUDA DUDA-HUNA", white_hand="ALOA ALOA")
    assert control(state)["black"] == {"ALOA"}
    gone = after(state, "ALOA+ALOA x ALOA-BARI")
    assert control(gone) == {"white": set(), "black": set()}
    assert bridges(gone) == {"white": {"ALOA-HUNA"}, "black": {"ALOA-DUDA", "DUDA-HUNA"}}


def test_a_freed_link_can_be_built_on_at_once_with_another_card() -> None:
    """K5: by a normal play with a third card; the removal alone puts nothing there."""
    state = kahuna_at(black="ELAI-HUNA", white_hand="HUNA HUNA ELAI")
    freed = after(state, "HUNA+HUNA x ELAI-HUNA")
    assert bridges(freed) == {"white": set(), "black": set()}
    assert bridges(after(freed, "ELAI>HUNA"))["white"] == {"ELAI-HUNA"}
    spent = after(kahuna_at(black="ELAI-HUNA", white_hand="HUNA HUNA"), "HUNA+HUNA x ELAI-HUNA")
    assert legal(spent) == {"+1", "+2", "+3", "+", "-"}


def test_played_cards_lie_face_up_on_the_discard_pile() -> None:
    """K4, K5, K16: in the order of play, a pair in alphabetical order, for every eye."""
    game = table_at(kahuna_at(black="ELAI-HUNA", white_hand="BARI HUNA ELAI"))
    game.play("BARI>COCO")
    game.play("HUNA+ELAI x ELAI-HUNA")
    assert [seen(game, seat)["discards"] for seat in ("white", "black", None)] == [
        ["BARI", "ELAI", "HUNA"]
    ] * 3


def test_a_card_is_taken_from_the_row_or_from_the_top_of_the_stack() -> None:
    """K7: any slot with a card, or the stack; the card goes to the hand and the turn is over."""
    state = kahuna_at(white_hand="ALOA", row="HUNA HUNA IFFI", stack="BARI COCO")
    assert {action for action in legal(state) if action.startswith("+")} == {"+1", "+2", "+3", "+"}
    for slot, card in enumerate(("HUNA", "HUNA", "IFFI"), 1):
        assert hands(after(state, f"+{slot}", dealt="COCO"))["white"] == sorted(["ALOA", card])
    taken = after(state, "+", dealt="COCO")
    assert hands(taken)["white"] == ["ALOA", "COCO"]
    assert (row(taken), names(taken.stack), taken.seat) == ("HUNA HUNA IFFI", ["BARI"], 1)


@pytest.mark.parametrize("card", KAHUNA.islands)
def test_a_slot_can_be_taken_from_exactly_when_it_has_a_card(card: str) -> None:
    """K7: whatever the card, and whatever the other slots have."""
    for slot in range(3):
        slots = [card if number == slot else "." for number in range(3)]
        state = kahuna_at(white=FIRST_25, black="JOJO-KAHU", row=" ".join(slots), stack="")
        assert legal(state) == {f"+{slot + 1}", "-"}
        assert hands(after(state, f"+{slot + 1}"))["white"] == [card]
    assert legal(kahuna_at(row=f". {card} {card}", stack="")) == {"+2", "+3", "-"}


def test_a_taken_row_card_is_replaced_while_the_stack_lasts() -> None:
    """K7: the same slot is filled from the stack at once; when the stack is empty slots stay empty."""
    state = kahuna_at(row="HUNA ELAI IFFI", stack="BARI")
    filled = after(state, "+2", dealt="BARI")
    assert (row(filled), filled.stack) == ("HUNA BARI IFFI", 0)
    assert {action for action in legal(filled) if action.startswith("+")} == {"+1", "+2", "+3"}
    emptied = after(filled, "+1")
    assert row(emptied) == ". BARI IFFI"
    assert {action for action in legal(emptied) if ">" not in action} == {"+2", "+3", "-", "~ELAI"}


@pytest.mark.parametrize("must_take", [False, True])
def test_with_five_cards_one_must_discard_or_play_before_taking(must_take: bool) -> None:
    """K7, K8: a hand never exceeds five; one card less and a take is possible."""
    state = kahuna_at(white_hand="ALOA BARI COCO DUDA DUDA", must_take=must_take)
    takes, ending = {"+1", "+2", "+3", "+"}, set() if must_take else {"-"}
    assert {action for action in legal(state) if action[0] in "+-"} == ending
    for action in ("~DUDA", "BARI>COCO"):
        assert {a for a in legal(after(state, action)) if a[0] in "+-"} == takes | ending
    full = after(state, "~DUDA", "+", dealt="HUNA")
    assert hands(full)["white"] == ["ALOA", "BARI", "COCO", "DUDA", "HUNA"]


def test_a_discard_leaves_the_hand_and_comes_under_the_pile() -> None:
    """K6: one by one, any number, at any hand size, and without a duty to take."""
    state = kahuna_at(white_hand="ALOA BARI BARI")
    put = after(state, "~BARI", "~BARI")
    assert hands(put)["white"] == ["ALOA"]
    assert cards_of(put.own.secret) == [1, 1]
    assert legal(put) == {"~ALOA", "+1", "+2", "+3", "+", "-"}
    assert after(put, "~ALOA", "-").seat == 1


def test_the_opponent_sees_how_many_cards_were_discarded_and_not_which() -> None:
    """K6, K16: the number for all, the cards for their owner alone, in view, log and events."""
    game = table_at(kahuna_at(white_hand="ALOA BARI COCO", row="KAHU LALE LALE"))
    game.play("~BARI")
    game.play("~ALOA")
    own, other, spectator = (seen(game, seat) for seat in ("white", "black", None))
    assert own["own_secret"] == ["ALOA", "BARI"]
    assert (other["own_secret"], spectator["own_secret"]) == ([], None)
    assert own["secret"] == other["secret"] == spectator["secret"] == {"white": 2, "black": 0}
    assert own["log"][1:] == ["~BARI", "~ALOA"]
    assert other["log"][1:] == spectator["log"][1:] == ["~", "~"]
    assert game.events("white") == [{"event": "discarded", "seat": "white", "card": "ALOA"}]
    assert (
        game.events("black") == game.events(None) == [{"event": "discarded", "seat": "white", "card": None}]
    )


def test_a_card_from_the_row_is_known_to_both_and_one_from_the_stack_to_its_taker() -> None:
    """K7, K16: the log, the cards taken, and the hands."""
    game = table_at(kahuna_at(row="HUNA ELAI IFFI"), stack="BARI GOLA")
    game.play("+1")
    game.play("+")
    for seat, white_hand, black_hand, last in (
        ("white", ["HUNA"], None, "+"),
        ("black", None, ["GOLA"], "+=GOLA"),
        (None, None, None, "+"),
    ):
        view = seen(game, seat)  # type: ignore[arg-type]
        assert view["log"][1:] == ["+1=HUNA/BARI", last]
        assert view["taken"] == {"white": ["HUNA"], "black": []}
        assert view["row"] == ["BARI", "ELAI", "IFFI"]
        assert view["hand"] == (white_hand or black_hand)


def test_a_card_from_the_row_is_certain_until_it_is_played_or_may_have_been_discarded() -> None:
    """K6, K16: each secret discard lowers every island's certain cards by one; what was taken stays public."""
    game = table_at(kahuna_at(row="HUNA HUNA IFFI", white_hand="ALOA", stack="BARI COCO DUDA ELAI"))
    for action in ("+1", "-", "+2", "-", "+3", "-"):
        game.play(action)
    assert seen(game, "black")["taken"]["white"] == ["HUNA", "HUNA", "IFFI"]
    assert seen(game, "black")["known"]["white"] == ["HUNA", "HUNA", "IFFI"]
    game.play("~ALOA")
    for seat in SEATS:
        assert seen(game, seat)["known"] == {"white": ["HUNA"], "black": []}
        assert seen(game, seat)["taken"]["white"] == ["HUNA", "HUNA", "IFFI"]
    game.play("+")
    game.play("-")
    game.play("HUNA>LALE")
    assert seen(game, "black")["known"]["white"] == []
    assert seen(game, "black")["taken"]["white"] == ["HUNA", "IFFI"]


def test_nothing_a_seat_may_not_know_changes_its_view() -> None:
    """K16: with other cards in the opponent's hand, secret discards and the stack, a seat sees the same."""
    hidden = (("ALOA BARI", "COCO", "DUDA ELAI"), ("DUDA COCO", "ELAI", "BARI ALOA"))
    seen: list[list[Any]] = []
    for hand, secret, stack in hidden:
        game = table_at(
            kahuna_at(white_hand="HUNA", black_hand=hand, black_secret=secret, row="GOLA KAHU LALE",
                      stack=stack, black="ALOA-BARI"), stack)  # fmt: skip
        seen.append([game.view("white"), game.view(None)])
        game.play("-")
        game.play("+")
        seen[-1] += [game.view("white"), game.view(None), game.events("white"), game.events(None)]
    assert seen[0] == seen[1]


def test_a_game_that_never_builds_is_a_tie() -> None:
    """K12, K13: nobody has a bridge, nobody wins early, and all is equal in the end."""
    state = kahuna.start(0, 0, 0, 0)
    while state.due:
        state = kahuna.deal_nth(state, 0)
    rounds = set()
    while not state.outcome:
        rounds.add(state.flow.round)
        if state.own.hand.bit_count() == kahuna.HAND_LIMIT and not state.flow.last_turns:
            state = after(state, f"~{hands(state)[SEATS[state.seat]][0]}")
        state = after(state, min(legal(state) & {"+", "+1", "+2", "+3"}, default="-"))
    assert result(state) == (None, "draw")
    assert rounds == {1, 2, 3}
