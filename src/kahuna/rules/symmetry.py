"""The rotations and reflections that map a board onto itself; the hexagon has twelve."""

from collections.abc import Iterator

from kahuna.rules.boards import Board


def symmetries(board: Board) -> Iterator[list[int]]:
    """Every symmetry of the board, which maps links to links, given as the new place of each island."""
    links = list(zip(board.first_end, board.second_end, strict=True))
    islands = range(len(board.islands))
    joined = [[links.count((a, b)) + links.count((b, a)) for b in islands] for a in islands]

    def completed(places: list[int]) -> Iterator[list[int]]:
        island = len(places)
        if island == len(islands):
            yield places
            return
        for place in islands:
            fits = all(joined[place][places[other]] == joined[island][other] for other in range(island))
            if place not in places and fits:
                yield from completed([*places, place])

    return completed([])


def turned_links(board: Board, places: list[int]) -> list[tuple[int, bool]]:
    """The new place of each link, and whether its ends change their order."""
    turned = []
    for name, first, second in zip(board.links, board.first_end, board.second_end, strict=True):
        ends = [board.islands[places[first]], board.islands[places[second]]]
        sign = "=" if "=" in name else "-"
        straight = sign.join(ends)
        turned.append((board.links.index(sign.join(sorted(ends))), straight not in board.links))
    return turned
