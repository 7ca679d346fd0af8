"""The bundled puzzles: there are enough of them, no two alike, and each answer is proven anew."""

import json
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from kahuna.learn.attempt import Attempt
from kahuna.learn.courses import LANGUAGES
from kahuna.learn.lessons import words
from kahuna.learn.mine import OFTEN_FOUND, alike
from kahuna.learn.puzzle import BEST_TURN, PUZZLE_GOALS, WIN_ISLANDS, Goal, Proof
from kahuna.learn.setup import game_of_setup
from kahuna.learn.shelf import (
    MORE_FILES,
    SHELF,
    Puzzle,
    all_puzzles,
    find_puzzle,
    puzzle_of_the_day,
    puzzles_of,
)
from kahuna.learn.tempting import tempting
from kahuna.learn.themes import THEMES, share_found, themes_of
from kahuna.terminal.puzzle import goal_in_words
from kahuna.terminal.speech import Speech
from support.puzzles import fault, links_of

GAMES = ("kahuna", "exahuna", "exahuna-special")
LEAST = {"kahuna": 600, "exahuna": 300, "exahuna-special": 300}
SAMPLE = 12  # proven on each run; the soak proves all of them
MOST_BYTES = 1_000_000


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_puzzles_from_easy_to_hard(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= LEAST[game]
    difficulties = {puzzle.difficulty for puzzle in puzzles}
    assert min(difficulties) <= 2
    assert max(difficulties) >= 7
    assert {puzzle.goal.kind for puzzle in puzzles} == set(PUZZLE_GOALS[game])


def test_there_are_puzzles_that_a_child_solves_and_some_that_kohola_misses() -> None:
    shares = {
        difficulty: {
            name: [share_found(name, puzzle.begin, proof_of(puzzle)) for puzzle in asked]
            for name in ("limu", "kohola")
        }
        for difficulty, asked in (("easy", puzzles_of("kahuna")[600:614]), ("hard", hardest("kahuna")))
    }
    assert sum(share >= OFTEN_FOUND for share in shares["easy"]["limu"]) >= 10
    assert min(shares["easy"]["kohola"]) > 0.5
    assert max(shares["hard"]["limu"]) < OFTEN_FOUND
    assert 0.0 in shares["hard"]["kohola"]


def hardest(game: str) -> list[Puzzle]:
    """The hardest puzzles of this game."""
    return sorted(puzzles_of(game), key=lambda puzzle: -puzzle.difficulty)[:8]


def proof_of(puzzle: Puzzle) -> Proof:
    """What a level has to find in this puzzle of Kahuna."""
    return Proof(list(puzzle.answer), *links_of(puzzle.answer), 0)


@pytest.mark.parametrize("theme", ["joker", "minus", "valour", "chain"])
def test_what_only_special_has_is_the_theme_of_many_puzzles(theme: str) -> None:
    found = [puzzle for puzzle in puzzles_of("exahuna-special") if theme in puzzle.themes]
    assert len(found) >= 15
    assert max(puzzle.difficulty for puzzle in found) > min(puzzle.difficulty for puzzle in found) + 2


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_that_can_be_asked_for_is_there(game: str) -> None:
    assert {theme for puzzle in puzzles_of(game) for theme in puzzle.themes} == set(THEMES[game])


def test_a_minus_that_any_bridge_could_replace_is_no_theme() -> None:
    setup = {"white": "4:b2-c3 4:c2-c3", "black": "1:c3-c4", "left": ["00001111", "22444444"]}
    goal = Goal(WIN_ISLANDS, 1, 1)
    proof = Proof(["minus:b3-c3"], 0, 0, 0)
    assert "minus" not in themes_of(game_of_setup("exahuna-special", setup, ""), goal, proof)
    needed = setup | {"white": "1:b2-c3 1:c2-c3", "black": "2:c3-c4 1:c3-d3 1:c3-d2"}
    assert "minus" in themes_of(game_of_setup("exahuna-special", needed, ""), goal, proof)


def test_all_of_them_take_less_than_a_megabyte() -> None:
    assert sum(path.stat().st_size for path in SHELF.iterdir()) < MOST_BYTES


def test_no_two_are_alike() -> None:
    for game in GAMES:
        files = [SHELF / f"{name}.jsonl" for name in (game, *MORE_FILES.get(game, ()))]
        lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
        assert len(lines) == len(puzzles_of(game))
        keys = Counter(alike(game, json.loads(line)) for line in lines)
        assert max(keys.values()) == 1
    assert len({puzzle.id for puzzle in all_puzzles()}) == len(all_puzzles())


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_the_answers_is_proven_anew(game: str) -> None:
    puzzles = [puzzle for puzzle in puzzles_of(game) if puzzle.goal.kind != BEST_TURN]
    sample = puzzles[:: len(puzzles) // SAMPLE]
    assert [fault(puzzle) for puzzle in sample] == [""] * len(sample)


@pytest.mark.slow
def test_a_best_turn_is_judged_anew_by_other_searches() -> None:
    """`make soak` judges all of them."""
    puzzles = [puzzle for puzzle in puzzles_of("kahuna") if puzzle.goal.kind == BEST_TURN]
    assert fault(puzzles[len(puzzles) // 2]) == ""


def test_a_turn_that_can_be_missed_without_harm_is_no_best_turn() -> None:
    puzzle, elsewhere = next(
        (puzzle, action)
        for puzzle in puzzles_of("kahuna")
        if puzzle.goal.kind == BEST_TURN
        for action in puzzle.begin().legal()
        if ">" in action and links_of((action,))[0] & links_of(puzzle.answer)[0] == 0
    )
    assert "clearly worse" in fault(puzzle._replace(answer=(elsewhere,)))


@pytest.mark.parametrize("game", GAMES)
def test_playing_the_answer_solves_the_puzzle_and_nothing_less_does(game: str) -> None:
    for puzzle in puzzles_of(game)[::10]:
        attempt = Attempt(puzzle)
        own = puzzle.answer if game == "kahuna" else puzzle.answer[::2]
        verdicts = [attempt.play(action) for action in own[: _asked(puzzle)]]
        assert verdicts == ["open"] * (len(verdicts) - 1) + ["solved"]


def _asked(puzzle: Any) -> int:
    """How many of the answer's own actions are asked for."""
    if puzzle.game == "kahuna":
        return len(puzzle.answer)
    return puzzle.goal.moves if puzzle.goal.kind == WIN_ISLANDS else 1


def test_another_first_move_misses_a_forced_puzzle() -> None:
    attempt = Attempt(puzzles_of("exahuna")[0])
    other = next(action for action in attempt.game.legal() if action != attempt.puzzle.answer[0])
    assert attempt.play(other) == "missed"


def test_ending_the_turn_misses_a_puzzle_of_kahuna() -> None:
    attempt = Attempt(next(puzzle for puzzle in puzzles_of("kahuna") if not puzzle.setup.get("must_take")))
    assert attempt.play("-") == "missed"


def test_every_puzzle_of_a_game_has_its_day() -> None:
    days = len(puzzles_of("exahuna"))
    first = date(2026, 1, 1)
    shown = {puzzle_of_the_day("exahuna", first + timedelta(day)).id for day in range(days)}
    assert len(shown) == days


def test_a_puzzle_for_other_programs_tells_the_movers_view_and_no_hidden_card() -> None:
    document = find_puzzle("k0001").document()
    assert list(document) == ["id", "game", "kind", "goal", "themes", "difficulty", "position", "answer"]
    assert not {"log", "legal", "opponent_hand", "opponent_secret"} & set(document["position"])
    assert document["position"]["seat"] == document["position"]["to_move"]


def test_every_goal_and_theme_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        for puzzle in all_puzzles():
            assert "{" not in goal_in_words(puzzle, "white", Speech(language))
            assert all(f"theme.{theme}" in words(language) for theme in puzzle.themes)


@pytest.mark.parametrize("game", GAMES)
def test_after_the_tempting_move_the_goal_is_out_of_reach(game: str) -> None:
    proven = [puzzle for puzzle in puzzles_of(game) if puzzle.goal.kind != BEST_TURN]
    lures = [puzzle for puzzle in proven if puzzle.tempting]
    assert len(lures) > len(proven) / 2
    for puzzle in lures[::40]:
        lure = tempting(game, puzzle.begin().state, puzzle.goal, list(puzzle.answer))
        assert lure is not None
        assert dict(lure) == puzzle.tempting
        assert lure["action"] not in puzzle.answer
        if "reaches" in lure:
            assert lure["reaches"] < puzzle.goal.islands
