"""Opening knowledge from games of the bundled nets: everything in docs/openings.md and what lessons say of first turns.

    python tuning/openings.py FOLDER --games 1000000

FOLDER keeps the games in blocks, so the command can be stopped and started again; blocks of another net are not
counted. At the end it writes src/kahuna/learn/openings.json, the tables and the picture. With `--games 0` it only
counts what is there.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import first_turns as ft
from kahuna.arena.checkout import Figures, provenance
from kahuna.arena.statistics import Z
from kahuna.bots.champion import net_for, path_of
from kahuna.bots.nets.kahuna_games import LEARNED
from kahuna.bots.nets.netfile import read_net
from kahuna.bots.nets.scoring import kernels_of, new_score_desk
from kahuna.learn.openings import OPENINGS_FILE
from kahuna.rules import exahuna, kahuna, special
from kahuna.rules.bits import SECOND
from kahuna.rules.boards import EXAHUNA, KAHUNA
from kahuna.rules.symmetry import symmetries, turned_links
from opening_tables import write_documents

BLOCKS = {"kahuna": 20_000, "exahuna": 20_000, "exahuna-special": 2_000}  # games in a file
OPEN_SHARE = {"exahuna": 0.06, "exahuna-special": 0.02}  # games of the open games for each one of Kahuna

Rows = NDArray[np.int64]
Floats = NDArray[np.float64]
Block = Callable[[int, Rows], None]  # (seed, rows) fills the rows


def blocks(folder: Path, game: str, digest: str, play: Block, fields: int, games: int, threads: int) -> Rows:
    """All games of this net in the folder, after so many were played."""
    paths = [folder / f"{game}-{digest[:8]}-{number}.npy" for number in range(games // BLOCKS[game])]

    def fill(number: int) -> None:
        if paths[number].exists():
            return
        rows = np.empty((BLOCKS[game], fields), np.int64)
        play(number + 1, rows)
        part = paths[number].with_suffix(".part")
        with part.open("wb") as file:
            np.save(file, rows)
        part.replace(paths[number])
        sys.stdout.write(f"{game}: block {number + 1} of {len(paths)}\n")
        sys.stdout.flush()

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(fill, range(len(paths))))
    found = sorted(folder.glob(f"{game}-{digest[:8]}-*.npy"))
    if not found:
        sys.exit(f"{folder} has no games of {game} with this net: give --games")
    return np.concatenate([np.load(path) for path in found])


def estimate(values: Floats, about: float = 0.0) -> list[float]:
    """The mean of these chances in per cent, added to another, with the ends of its 95 % interval."""
    mean, reach = about + float(values.mean()), Z * float(values.std(ddof=1)) / len(values) ** 0.5
    return [round(100 * figure, 2) for figure in (mean, mean - reach, mean + reach)]


def gains(rows: Rows) -> Floats:
    """What each game gave beyond what the net saw in its deal before the turn; over its own turns the mean is 0."""
    result = np.empty(len(rows))
    for seat in range(2):
        ours = rows[:, ft.SEAT] == seat
        expected, made = rows[:, ft.EXPECTED] / ft.MILLION, rows[:, ft.HALF_POINTS] / 2
        own = ours & (rows[:, ft.PLAN] == ft.FREE)
        slope, start = np.polyfit(expected[own], made[own], 1)
        result[ours] = made[ours] - (start + slope * expected[ours])
    return result


def fitted(inputs: Floats, made: Floats) -> tuple[Floats, Floats]:
    """What one more of each input adds to the chance, by least squares, and how these vary together.

    Of weights that fit equally well, the smallest are taken.
    """
    design = np.column_stack([np.ones(len(made)), inputs])
    inverse = np.linalg.pinv(design.T @ design)
    weights = inverse @ (design.T @ made)
    spread = float(((made - design @ weights) ** 2).mean())
    return weights[1:], spread * inverse[1:, 1:]


def worths(weights: Floats, together: Floats) -> list[list[float]]:
    """Each weight in per cent with its interval."""
    reach = Z * np.sqrt(np.diag(together))
    return [
        [round(100 * float(figure), 2) for figure in (weight, weight - far, weight + far)]
        for weight, far in zip(weights, reach, strict=True)
    ]


def bits(words: Rows, count: int) -> Floats:
    """The lowest bits of each word as columns of 0 and 1."""
    return ((words[:, None] >> np.arange(count)) & 1).astype(np.float64)


def card_worths(rows: Rows) -> Figures:
    """What a card in the first hand is worth beside an average one, and cards that go together."""
    own = rows[rows[:, ft.PLAN] == ft.FREE]
    made = np.where(own[:, ft.SEAT] == 0, own[:, ft.HALF_POINTS], 2 - own[:, ft.HALF_POINTS]) / 2
    columns = []
    for side in (ft.WHITE_HAND, ft.BLACK_HAND):
        first, second = bits(own[:, side], kahuna.ISLANDS), bits(own[:, side] >> SECOND, kahuna.ISLANDS)
        joined = sum(
            first[:, a] * first[:, b] for a, b in zip(kahuna.FIRST_END, kahuna.SECOND_END, strict=True)
        )
        columns.append(np.column_stack([first + second, second.sum(1), joined]))
    weights, together = fitted(columns[0] - columns[1], made)
    # Hands are equally large, so only the difference to the mean card means anything.
    centred = np.eye(len(weights))
    centred[: kahuna.ISLANDS, : kahuna.ISLANDS] -= 1 / kahuna.ISLANDS
    found = worths(centred @ weights, centred @ together @ centred.T)
    return {
        "cards": dict(zip(KAHUNA.islands, found[: kahuna.ISLANDS], strict=True)),
        "pair": found[-2],
        "neighbours": found[-1],
    }


def control_worths(rows: Rows) -> Figures:
    """What the control of an island at the end of round 1 is worth to the chance, the other islands being equal."""
    whole = rows[rows[:, ft.WHITE_ISLANDS] >= 0]
    made = np.where(whole[:, ft.SEAT] == 0, whole[:, ft.HALF_POINTS], 2 - whole[:, ft.HALF_POINTS]) / 2
    inputs = bits(whole[:, ft.WHITE_ISLANDS], kahuna.ISLANDS) - bits(
        whole[:, ft.BLACK_ISLANDS], kahuna.ISLANDS
    )
    return dict(zip(KAHUNA.islands, worths(*fitted(inputs, made)), strict=True))


def first_bridges(rows: Rows, gained: Floats) -> Figures:
    """What a first bridge gains or costs White on every link, by which card, and how often the net builds it."""
    ours = (rows[:, ft.SEAT] == 0) & (rows[:, ft.PLAN] == ft.LINK)
    codes, values = rows[ours, ft.FIRST], gained[ours]
    own = rows[(rows[:, ft.SEAT] == 0) & (rows[:, ft.PLAN] == ft.FREE)]
    chosen = bits(own[:, ft.BUILT], kahuna.LINKS).mean(0)
    found: Figures = {}
    for number, name in enumerate(KAHUNA.links):
        by = {
            name.split("-")[way]: estimate(values[codes == way * kahuna.LINKS + number]) for way in range(2)
        }
        found[name] = {
            "first": estimate(values[codes % kahuna.LINKS == number]),
            "by": by,
            "built": round(100 * float(chosen[number]), 1),
        }
    return found


def turns(rows: Rows, gained: Floats, seat: int) -> Figures:
    """What kinds of first turns gain or cost a seat, and how often the net chooses each."""
    ours = rows[:, ft.SEAT] == seat
    own = ours & (rows[:, ft.PLAN] == ft.FREE)
    many = bits(rows[own, ft.BUILT], kahuna.LINKS).sum(1)

    def told(plan: int, option: int, chosen: float) -> Figures:
        met = ours & (rows[:, ft.PLAN] == plan) & (rows[:, ft.OPTION] == option)
        return {"gain": estimate(gained[met]), "games": int(met.sum()), "chosen": round(100 * chosen, 1)}

    return {
        "chance": estimate(rows[own, ft.HALF_POINTS] / 2),
        "games": int(own.sum()),
        "bridges": [told(ft.BRIDGES, count, float((many == count).mean())) for count in range(4)],
        "ends": {
            name: told(ft.ENDING, kind, float((rows[own, ft.END_KIND] == kind).mean()))
            for name, kind in (("row", ft.ROW), ("stack", ft.STACK), ("decline", ft.DECLINE))
        },
        "discards": [told(ft.DISCARDS, count, 0.0) for count in range(1, 4)],
    }


def classes() -> list[list[int]]:
    """The links of the hexagon, those together that a symmetry or a twin along the rim makes equal."""
    alike = {link: {link} for link in range(exahuna.LINKS)}
    ends = list(zip(exahuna.FIRST_END, exahuna.SECOND_END, strict=True))
    for places in symmetries(EXAHUNA):
        for link, (turned, _) in enumerate(turned_links(EXAHUNA, places)):
            twins = {other for other, pair in enumerate(ends) if pair == ends[turned]}
            alike[link] |= {turned} | twins
    found = {min(links): sorted(links) for links in alike.values()}
    return list(found.values())


def open_first_moves(game: str, rows: Rows) -> Figures:
    """White's chance after first moves on each kind of link and, in Special, with each kind of bridge."""
    made, first = rows[:, ft.OPEN_HALF_POINTS] / 2, rows[:, ft.OPEN_FIRST]
    own = first < 0
    code = np.where(own, -1 - first, first)
    groups = [
        (f"`{EXAHUNA.links[links[0]]}`", len(links), np.isin(code % exahuna.LINKS, links))
        for links in classes()
    ]
    if game == "exahuna-special":
        kinds = enumerate(special.KINDS)
        groups += [(f"`{kind}:`", exahuna.LINKS, code // exahuna.LINKS == number) for number, kind in kinds]
    moves = [
        {
            "move": name,
            "links": links,
            "chance": estimate(made[met & ~own]),
            "games": int((met & ~own).sum()),
            "chosen": round(100 * float(met[own].mean()), 1),
        }
        for name, links, met in groups
    ]
    return {"games": len(rows), "chance": estimate(made[own]), "first": moves}


def figures(folder: Path, games: int, threads: int) -> Figures:
    """Everything that is written of first turns."""
    nets = {game: read_net(path_of(game))[1]["digest"] for game in ("kahuna", *ft.OPEN_RULES)}
    net = net_for("kahuna", path_of("kahuna"))

    def kahuna_block(seed: int, rows: Rows) -> None:
        ft.study_kahuna_native(net, len(rows), seed, new_score_desk(LEARNED, net), rows)

    rows = blocks(folder, "kahuna", nets["kahuna"], kahuna_block, ft.FIELDS, games, threads)
    gained = gains(rows)
    found: Figures = {
        "about": {"nets": nets, **provenance()},
        "kahuna": {
            "games": len(rows),
            "white": turns(rows, gained, 0),
            "black": turns(rows, gained, 1),
            **card_worths(rows),
            "control": control_worths(rows),
            "links": first_bridges(rows, gained),
        },
    }
    for game, share in OPEN_SHARE.items():
        found[game] = open_first_moves(
            game, open_rows(folder, game, nets[game], round(share * games), threads)
        )
    return found


def open_rows(folder: Path, game: str, digest: str, games: int, threads: int) -> Rows:
    """The games of an open game."""
    net, play = net_for(game, path_of(game)), ft.playing_open(game)
    firsts = np.arange(exahuna.LINKS * (len(special.KINDS) if game == "exahuna-special" else 1))

    def block(seed: int, rows: Rows) -> None:
        play(net, firsts, len(rows), seed, new_score_desk(kernels_of(game), net), rows)

    return blocks(folder, game, digest, block, ft.OPEN_FIELDS, games, threads)


def main(arguments: Iterable[str] | None = None) -> None:
    """Plays what is missing, counts, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000, help="of Kahuna (default: a million)")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(list(arguments) if arguments is not None else None)
    options.folder.mkdir(parents=True, exist_ok=True)
    found = figures(options.folder, options.games, options.threads)
    OPENINGS_FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    write_documents(found)


if __name__ == "__main__":
    main()
