"""`kahuna learn`, `kahuna puzzle` and `kahuna puzzles`."""

import argparse
import sys
from datetime import date
from typing import TYPE_CHECKING

from kahuna.cli.arena_options import add_crew, crew_of
from kahuna.cli.options import add_game, announce_compiling, read_whole
from kahuna.cli.progress import progress
from kahuna.learn.courses import COURSES, LANGUAGES

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def _add_looks(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of the texts (default: en)"
    )
    command.add_argument("--ascii", action="store_true", help="use only ASCII characters on the board")
    command.add_argument("--no-colour", action="store_true", help="use no colours (same as NO_COLOR=1)")


def add_learn(commands: "Commands") -> None:
    """Adds `kahuna learn`."""
    commands.add_parser(
        "learn",
        help="take lessons in the terminal",
        description="Take short courses on real boards. Progress is kept on this device.",
        options=_learn_options,
    )


def _learn_options(learn: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    learn.add_argument(
        "course", nargs="?", choices=COURSES, default="kahuna", help="which course (default: kahuna)"
    )
    learn.add_argument(
        "--step",
        type=read_whole,
        metavar="N",
        help="start with step N (default: the first step not yet done)",
    )
    learn.add_argument("--list", action="store_true", help="list the courses and your progress")
    _add_looks(learn)
    learn.set_defaults(run=run_learn)


def add_puzzle(commands: "Commands") -> None:
    """Adds `kahuna puzzle`."""
    commands.add_parser(
        "puzzle",
        help="solve a puzzle in the terminal",
        description="Solve the puzzle of the day, or another one. Each puzzle has one answer.",
        options=_puzzle_options,
    )


def _puzzle_options(puzzle: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    from kahuna.table.games import GAMES

    puzzle.add_argument(
        "id", nargs="?", help="the puzzle's id, such as k0001 (default: the puzzle of the day)"
    )
    puzzle.add_argument("--game", choices=GAMES, help="only puzzles of this game (default: kahuna)")
    puzzle.add_argument("--theme", help="only puzzles with this theme, such as rebuild")
    puzzle.add_argument(
        "--difficulty", type=read_whole, metavar="N", help="only puzzles of this difficulty, 1 to 10"
    )
    puzzle.add_argument("--list", action="store_true", help="list the puzzles instead of solving one")
    puzzle.add_argument("--json", action="store_true", help="with --list: one JSON object per line")
    _add_looks(puzzle)
    puzzle.set_defaults(run=run_puzzle)


def add_puzzles(commands: "Commands") -> None:
    """Adds `kahuna puzzles`."""
    commands.add_parser(
        "puzzles",
        help="make new puzzles from games between strong players",
        description="Play games, find positions with exactly one answer and write them as puzzles.",
        options=_puzzles_options,
    )


def _puzzles_options(puzzles: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    add_game(puzzles)
    puzzles.add_argument(
        "--best-turns",
        action="store_true",
        help="Kahuna only: best turns judged by a review instead of puzzles with a proven answer",
    )
    puzzles.add_argument(
        "--easy",
        action="store_true",
        help="Kahuna only: puzzles of one bridge that even the weakest level often finds",
    )
    puzzles.add_argument(
        "--theme", default="", help="only puzzles with this theme, such as minus, from many quick games"
    )
    puzzles.add_argument(
        "--count", type=read_whole, default=10, metavar="N", help="number of puzzles (default: 10)"
    )
    puzzles.add_argument("--seed", default="0", metavar="S", help="same seed, same puzzles (default: 0)")
    puzzles.add_argument(
        "--out",
        required=True,
        metavar="F.jsonl",
        help="output file, one puzzle per line; - for standard output",
    )
    add_crew(puzzles)
    puzzles.set_defaults(run=run_puzzles)


def run_learn(options: argparse.Namespace) -> int:
    """Lessons in the terminal."""
    from kahuna.learn.lessons import course
    from kahuna.learn.progress import Progress
    from kahuna.terminal.learn import Classroom, first_open
    from kahuna.terminal.screen import style_for
    from kahuna.terminal.speech import Speech

    kept = Progress()
    if options.list:
        speech = Speech(options.language)
        for name in COURSES:
            done = sum(kept.has("lessons", f"{name}.{step.id}") for step in course(name))
            far = speech("school.done", done=done, of=len(course(name)))
            print(f"{name:<12} {speech(name)}: {far}")
        return 0
    steps = course(options.course)
    if options.step and options.step > len(steps):
        raise ValueError(
            f"the course {options.course} has {len(steps)} steps, so there is no step {options.step}"
        )
    at = options.step - 1 if options.step else first_open(steps, kept)
    return Classroom(steps, options.language, style_for(options.ascii, options.no_colour), kept).run(at)


def run_puzzle(options: argparse.Namespace) -> int:
    """A puzzle in the terminal, or the list of all."""
    import json

    from kahuna.learn.progress import Progress
    from kahuna.learn.shelf import all_puzzles, find_puzzle, puzzle_of_the_day
    from kahuna.terminal.puzzle import Solving
    from kahuna.terminal.screen import style_for
    from kahuna.terminal.speech import Speech

    if options.json and not options.list:
        raise ValueError("--json goes with --list")
    kept = Progress()
    chosen = [
        puzzle
        for puzzle in all_puzzles()
        if options.game in (None, puzzle.game)
        and (options.theme is None or options.theme in puzzle.themes)
        and options.difficulty in (None, puzzle.difficulty)
    ]
    if options.list:
        solved = Speech(options.language)("terminal.solved")
        for puzzle in chosen:
            if options.json:
                print(json.dumps(puzzle.document(), ensure_ascii=False))
            else:
                themes = ", ".join(puzzle.themes)
                mark = f" ({solved})" if kept.has("puzzles", puzzle.id) else ""
                print(f"{puzzle.id} {puzzle.goal.kind:<13}{puzzle.difficulty:>3} {themes}".rstrip() + mark)
        return 0
    if options.id:
        puzzle = find_puzzle(options.id)
    elif options.theme or options.difficulty:
        left = [one for one in chosen if not kept.has("puzzles", one.id)] or chosen
        if not left:
            raise ValueError("there is no such puzzle; kahuna puzzle --list shows them all")
        puzzle = left[0]
    else:
        puzzle = puzzle_of_the_day(options.game or "kahuna", date.today())
    return Solving(puzzle, options.language, style_for(options.ascii, options.no_colour), kept).run()


def run_puzzles(options: argparse.Namespace) -> int:
    """Makes new puzzles."""
    from pathlib import Path

    from kahuna.learn.mine import Vein, gather
    from kahuna.learn.puzzle import PUZZLE_GOALS
    from kahuna.learn.shelf import written
    from kahuna.learn.themes import THEMES
    from kahuna.table.games import spec_of

    PUZZLE_GOALS[options.game]  # impossible requests fail now
    if options.best_turns and not spec_of(options.game).cards:
        raise ValueError("--best-turns goes with --game kahuna: in the other games every answer is proven")
    if options.easy and (options.best_turns or not spec_of(options.game).cards):
        raise ValueError("--easy goes with --game kahuna, and without --best-turns")
    if options.theme and options.theme not in THEMES[options.game]:
        raise ValueError(f"puzzles of {options.game} have the themes {', '.join(THEMES[options.game])}")
    announce_compiling()
    vein = Vein(options.game, options.seed, options.best_turns, options.theme, options.easy)
    with crew_of(options, options.count) as crew, progress("puzzles", options.count) as bar:
        found = gather(vein, options.count, crew, lambda done, games: bar.reach(done, f"game {games}"))
    text = "".join(written(puzzle) + "\n" for puzzle in found)
    if options.out == "-":
        sys.stdout.write(text)
    else:
        Path(options.out).write_text(text, "utf-8")
    return 0
