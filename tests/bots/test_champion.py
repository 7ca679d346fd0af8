"""The learned players: whole games of every variant, calibrated chances, nothing hidden told, clear refusals."""

from collections.abc import Callable
from itertools import product
from random import Random
from time import perf_counter

import pytest

from kahuna.bots import mcts, turn_search
from kahuna.bots.base import TOLD_ACTIONS, ByGame, Choice
from kahuna.bots.champion import (
    CONFIDENCE,
    PLANNING_CONFIDENCE,
    Habits,
    KahunaChampion,
    OpenChampion,
    calibrated,
    confidence_in,
    net_for,
    path_of,
)
from kahuna.bots.levels import LEVELS, TOP_MS
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.opinions import opinions
from kahuna.bots.nets.scoring import kernels_of
from kahuna.bots.registry import find_bot
from kahuna.bots.watch import Watch
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import BY
from kahuna.table.game import Game
from kahuna.table.notation import write
from kahuna.table.ruleset import GAMES, SEATS, Rules
from kahuna.table.view import kahuna_view
from support.positions import kahuna_at, table_at, won_at_once
from support.two_speeds import printed_at_both_speeds
from support.views import seen

VARIANTS = (
    Rules(),
    Rules(planning=True),
    Rules(handicap=2, handicap_to="black", first="black"),
    Rules("exahuna"),
    Rules("exahuna-special"),
)


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
@pytest.mark.parametrize("spec", ["net", "champion:iterations=12", "champion"])
def test_they_play_whole_games_and_say_their_chances(spec: str, rules: Rules) -> None:
    """Against an opponent of whims, who discards secretly and declines a lot (K6, K8, K15, E4, S7)."""
    bot, random = find_bot(spec, rules.game), Random(5)
    for number, mine in enumerate(SEATS):
        game = Game(rules, seed=f"whole {number}")
        bot.start(rules.game, rules.settings(), mine)
        while (seat := game.to_move) is not None:
            view = game.view(seat)
            if seat != mine:
                quick = [action for action in view["legal"] if action[0] in "~+-"]
                game.play(random.choice(quick if quick and random.random() < 0.6 else view["legal"]))
                continue
            choice = bot.choose(view, random, 2.0)
            assert choice.action in view["legal"]
            assert choice.value is not None
            assert 0 <= choice.value <= 1
            assert choice.best[0] == (choice.action, choice.value)
            assert {action for action, _ in choice.best} <= set(view["legal"])
            game.play(choice.action)
        assert game.result
        assert game.result["by"] in BY


@pytest.mark.parametrize("game_name", GAMES)
def test_two_threads_play_a_whole_game(game_name: str) -> None:
    bot, game = find_bot("champion:threads=2", game_name), Game(Rules(game_name), seed="threads")
    random = Random(1)
    while (seat := game.to_move) is not None:
        game.play(bot.choose(game.view(seat), random, 3.0).action)
    assert game.result


def last_turn(points: tuple[int, int]) -> Game:
    """Black's last turn after White's, with no card left: there is nothing but to end it (K11)."""
    state = kahuna_at(
        white="ALOA-BARI BARI-COCO",
        black="ELAI-HUNA",
        round=3,
        last_turns=1,
        seat="black",
        row=". . .",
        stack="",
        points=points,
    )
    return table_at(state)


@pytest.mark.parametrize("spec", ["net", "champion:iterations=20"])
@pytest.mark.parametrize(("points", "value"), [((3, 0), 0.0), ((0, 3), 1.0)])
def test_a_single_action_has_its_true_value(spec: str, points: tuple[int, int], value: float) -> None:
    """K12: decided is decided, though there is nothing to choose."""
    game = last_turn(points)
    assert game.legal() == ["-"]
    choice = find_bot(spec, "kahuna").choose(game.view("black"), Random(1))
    assert choice.value == pytest.approx(value, abs=1e-6)
    assert choice.best == (("-", choice.value),)


def test_at_the_table_the_strongest_thinks_as_long_about_one_action_as_about_many() -> None:
    """K16: its time must not tell what it could do; in the open games it may."""
    assert "early=0" in LEVELS["hoku"].players["kahuna"]
    bot = find_bot(LEVELS["hoku"].players["kahuna"], "kahuna")
    for game in (last_turn((0, 0)), Game(seed="many")):
        seat = game.to_move
        assert seat
        begin = perf_counter()
        bot.choose(game.view(seat), Random(1), 60.0)
        assert perf_counter() - begin >= 0.06
    assert set(TOP_MS) == set(GAMES)


def test_it_takes_a_win_that_is_there() -> None:
    """K13: in round 2 the enemy's last bridge falls by a card in hand; E5: the last bridge decides."""
    game = table_at(won_at_once())
    for spec in ("net", "champion:iterations=30"):
        choice = find_bot(spec, "kahuna").choose(game.view("white"), Random(1))
        assert choice.action in {"BARI>DUDA", "BARI>FAAA"}
        assert choice.value == pytest.approx(1.0, abs=1e-6)


def test_the_planning_variant_is_played_by_its_rules() -> None:
    """K14: where a removal with replacement wins at once, it is chosen; without the variant there is none."""
    for planning, product_of in ((True, "xx"), (False, " x ")):
        game = table_at(
            kahuna_at(
                white="ALOA-BARI BARI-COCO BARI-DUDA",
                black="ELAI-HUNA",
                white_hand="ELAI HUNA",
                round=2,
                planning=planning,
            )
        )
        choice = find_bot("champion:iterations=30", "kahuna").choose(game.view("white"), Random(1))
        assert product_of in choice.action
        assert choice.value == pytest.approx(1.0, abs=1e-6)


def test_without_memory_a_net_thinks_differently() -> None:
    """`memory=0` knows nothing of what the opponent took from the row."""
    net, game, random = net_for("kahuna", path_of("kahuna")), Game(seed="memory"), Random(3)
    same = other = 0
    while (seat := game.to_move) is not None:
        view = seen(game, seat)
        with_it, without = opinions(net, view), opinions(net, view, memory=False)
        if not view["known"][SEATS[1 - SEATS.index(seat)]]:
            assert with_it == without
            same += 1
        other += with_it != without
        game.play(random.choice(view["legal"]))
    assert same
    assert other > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_nets_that_come_along_are_small_and_say_where_they_come_from(game: str) -> None:
    path = path_of(game)
    _, header = read_net(path, game, kernels_of(game).slots)
    assert path.stat().st_size < 2_000_000
    assert header["commit"]
    assert header["minutes"] >= (120 if game == "kahuna" else 60)
    assert len(header["growth"]) == 10


@pytest.mark.parametrize(
    ("spec", "game", "words"),
    [
        ("champion:trust=0.3", "kahuna", "has no trust"),
        ("champion:wide=3", "kahuna", "has no wide"),
        ("champion:trust=1.5", "exahuna", "from 0 to 1, not '1.5'"),
        ("champion:wide=5000", "exahuna", "at most 1,000"),
        ("champion:threads=1000", "kahuna", "at most 64"),
        ("champion:sharpness=0.01", "exahuna", "from 0.05 to 100"),
        ("net:file=/nowhere", "kahuna", "/nowhere"),
        ("champion:file=", "kahuna", "file must name a net"),
    ],
)
def test_what_would_do_nothing_or_cannot_be_is_refused(spec: str, game: str, words: str) -> None:
    with pytest.raises((ValueError, OSError), match=words):
        find_bot(spec, game)


@pytest.mark.parametrize("option", ["exploration=0.9", "sharpness=2"])
@pytest.mark.parametrize("game", GAMES)
def test_how_it_searches_can_be_set_in_every_game(game: str, option: str) -> None:
    view = Game(Rules(game), seed="habits").view("white")
    usual, other = (
        find_bot(spec, game).choose(view, Random(1))
        for spec in ("champion:iterations=200", f"champion:iterations=200,{option}")
    )
    assert usual.best != other.best


def test_confidence_changes_chances_and_nothing_else() -> None:
    choice = Choice("a", 0.6, (("a", 0.6), ("b", 0.5), ("c", 0.0), ("d", 1.0)))
    told = calibrated(choice, 2.0)
    assert told.action == "a"
    assert [action for action, _ in told.best] == ["a", "b", "c", "d"]
    assert [chance for _, chance in told.best] == pytest.approx([0.36 / 0.52, 0.5, 0.0, 1.0])
    assert told.value == told.best[0][1]
    assert calibrated(choice, 1.0).best == choice.best
    assert set(CONFIDENCE) == set(GAMES)


def test_confidence_is_fitted_for_each_round_and_for_the_planning_variant() -> None:
    usual, planning = (
        kahuna_view(Game(Rules("kahuna", planning=planning), seed=5).view("white"))
        for planning in (False, True)
    )
    for number in range(3):
        usual["round"] = planning["round"] = number + 1
        assert confidence_in(usual) == CONFIDENCE["kahuna"][number]
        assert confidence_in(planning) == PLANNING_CONFIDENCE["kahuna"][number]
    stated, plain = (
        find_bot(f"champion:iterations=60{option}", "kahuna").choose(planning, Random(1))
        for option in ("", ",confidence=1")
    )
    assert stated == calibrated(plain, confidence_in(planning))


def test_what_was_not_fitted_is_stated_as_it_is_found() -> None:
    view = kahuna_view(Game(Rules("kahuna"), seed=5).view("white"))
    view["game"] = "kahuna@a map"
    assert confidence_in(view) == 1.0


@pytest.mark.parametrize("game", ["kahuna", "exahuna"])
def test_as_many_actions_are_told_as_wished(game: str) -> None:
    view = Game(Rules(game), seed=3).view("white")
    few, many = (
        find_bot(f"champion:iterations=400{told}", game).choose(view, Random(1)) for told in ("", ",told=12")
    )
    assert len(few.best) == TOLD_ACTIONS
    assert len(many.best) == 12
    assert many.best[:TOLD_ACTIONS] == few.best


def test_habits_can_be_changed_by_name() -> None:
    assert Habits().early
    for spec, game in product(("champion:early=0,iterations=3",), GAMES):
        table = Game(Rules(game), seed="habits")
        assert find_bot(spec, game).choose(table.view(table.to_move), Random(1)).action in table.legal()


@pytest.mark.parametrize("game", GAMES)
def test_a_champion_can_have_its_own_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    class NoTime(Watch):
        def __init__(self, time_ms: float, tries: Callable[[], list[int]] | None = None) -> None:
            given.append(time_ms)
            super().__init__(0, tries)

    for module in (turn_search, mcts):
        monkeypatch.setattr(module, "Watch", NoTime)
    view = Game(Rules(game), seed="time").view("white")
    for spec in ("champion", "champion:time_ms=1000"):
        find_bot(spec, game).choose(view, Random(1), 50.0)
    assert given == [50.0, 1000.0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("time_ms=0", "time_ms must be a number from 1 to"),
        ("time_ms=soon", "time_ms must be a number from 1 to"),
        ("time_ms=5,iterations=9", "by iterations or by time_ms, not by both"),
    ],
)
def test_a_time_that_makes_no_sense_is_refused(options: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        find_bot(f"champion:{options}", "kahuna")


DECIDE = """
from random import Random
from kahuna import Game, Rules
from kahuna.bots.registry import find_bot
from kahuna.rules.outcome import BY
for game in ("kahuna", "exahuna", "exahuna-special"):
    table = Game(Rules(game), seed="two speeds")
    for spec in ("net", "champion:iterations=2"):
        choice = find_bot(spec, game).choose(table.view(table.to_move), Random(1))
        print(game, spec, choice.action, [(action, round(value, 4)) for action, value in choice.best])
"""


def test_compiled_and_plain_players_decide_alike() -> None:
    native, plain = printed_at_both_speeds(DECIDE)
    assert native == plain
    assert native.count("champion") == 3


@pytest.mark.parametrize("game_name", GAMES)
def test_an_answer_without_a_table_is_the_choice_at_the_table(game_name: str) -> None:
    """Through whole turns of Kahuna, so the tree is kept in the same way; in the others to the end."""
    game = Game(Rules(game_name), seed="answers")
    spec = "champion:iterations=20" if game_name == "kahuna" else "champion:iterations=2"
    at_the_table, by_itself = find_bot(spec, game_name), find_bot(spec, game_name)
    assert isinstance(by_itself, ByGame)
    champion = by_itself.seated(game_name)
    assert isinstance(champion, KahunaChampion | OpenChampion)
    number = 0
    while (seat := game.to_move) is not None and not (game_name == "kahuna" and game.state.flow.round > 1):
        number += 1
        chosen = at_the_table.choose(game.view(seat), Random(number)).action
        code = champion.answer(game.state, seeded(Random(number).getrandbits(62), 0))
        assert write(game_name, code) == chosen
        game.play(chosen)
    assert number > 10
