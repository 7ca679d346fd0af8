"""The search with a net over imagined worlds: what it keeps for each world, and that it never runs out of room."""

from random import Random

import numpy as np
import pytest

from kahuna.bots.champion import MINDS, Habits, KahunaChampion, net_for, path_of
from kahuna.bots.nets import kahuna_tree
from kahuna.bots.nets.kahuna_search import grow_native, new_search_desk
from kahuna.bots.nets.kahuna_tree import (
    GATES_USED,
    NODES_USED,
    OPTIONS_USED,
    SIGHTS_USED,
    WORLDS_USED,
    WorldTree,
    clear_world_tree,
    is_half_full,
    new_world_tree,
    next_world,
    tree_has_room,
)
from kahuna.bots.nets.network import new_net
from kahuna.bots.nets.scoring import kernels_of, playing_net
from kahuna.rules.bits import seeded
from kahuna.table.game import Game
from kahuna.table.games import on_map
from kahuna.table.games.kahuna_worlds import knowledge
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.view import kahuna_view
from support.map_games import board_named
from support.two_speeds import printed_at_both_speeds


@pytest.fixture(scope="module")
def tree() -> WorldTree:
    return new_world_tree()


def grown(tree: WorldTree, game: Game, iterations: int, seed: int = 1) -> WorldTree:
    """The tree after a search for the seat to move."""
    net = net_for("kahuna", path_of("kahuna"))
    seat = game.to_move
    assert seat
    clear_world_tree(tree)
    facts = knowledge(kahuna_view(game.view(seat)))
    grow_native(
        facts, net, tree, new_search_desk("kahuna", net), 0, iterations, MINDS["kahuna"], seeded(seed, 0)
    )
    return tree


def played(seed: str, actions: int) -> Game:
    """A game after some random actions."""
    game, random = Game(seed=seed), Random(seed)
    for _ in range(actions):
        game.play(random.choice(game.legal()))
    return game


def test_worlds_are_visited_in_turn_and_become_more(tree: WorldTree) -> None:
    clear_world_tree(tree)
    first = kahuna_tree.FIRST_WORLDS
    visits = [next_world(tree) for _ in range(first * kahuna_tree.ROUNDS_A_WORLD + first + 1)]
    assert visits[:first] == list(range(first))
    assert visits[first : 2 * first] == list(range(first))
    assert max(visits) == first  # one more
    assert tree.counts[WORLDS_USED] == first + 1


def reached_sights(tree: WorldTree) -> list[int]:
    """The sights to which options and gates lead, sorted."""
    options, gates = int(tree.counts[OPTIONS_USED]), int(tree.counts[GATES_USED])
    reached = np.concatenate([tree.after[:options], tree.sights[:gates].ravel()])
    return sorted(reached[reached >= 0].tolist())


@pytest.mark.parametrize("number", range(3))
def test_no_world_judges_a_position_twice(tree: WorldTree, number: int) -> None:
    """Every sight is reached in exactly one way; one that was judged anew would be reached in none."""
    grown(tree, played(f"twice {number}", 9), 600)
    assert reached_sights(tree) == list(range(tree.counts[SIGHTS_USED]))


def test_tries_in_all_worlds_add_up_to_the_visits_of_a_node(tree: WorldTree) -> None:
    grown(tree, played("sums", 12), 800)
    options, nodes = int(tree.counts[OPTIONS_USED]), int(tree.counts[NODES_USED])
    tries, gain = np.zeros(nodes), np.zeros(nodes)
    np.add.at(tries, tree.node[:options], tree.tries[:options])
    np.add.at(gain, tree.node[:options], tree.gain[:options])
    seen = np.unique(tree.node[:options])
    assert len(seen) > 100
    assert (tries[seen] + 1 == tree.visits[seen]).all()  # each node counts as visited once from the beginning
    assert gain[seen] == pytest.approx(tree.value[seen], abs=1e-4)


def test_the_same_seed_imagines_the_same_worlds_whatever_was_searched_before(tree: WorldTree) -> None:
    game, found = played("again", 7), []
    for iterations in (300, 10, 300):
        grown(tree, game, iterations)
        nodes = int(tree.counts[NODES_USED])
        found.append((nodes, tree.visits[:nodes].tolist(), tree.value[:nodes].tolist()))
    assert found[0] == found[2]


def test_a_turn_that_goes_on_keeps_its_worlds() -> None:
    """What was judged before the first action of a turn is not judged again after it: the worlds are the same."""
    champion = KahunaChampion("kahuna", net_for("kahuna", path_of("kahuna")), 400, 1, Habits())
    tree, kept, random = champion.trees[0], 0, Random(1)
    for number in range(3):
        game = Game(seed=f"keeps {number}")
        for _ in range(50):
            seat = game.to_move
            assert seat
            view, root = game.view(seat), champion.roots[0]
            goes_on = root > 0 and view["log"] == champion.expected
            game.play(champion.choose(view, random).action)
            if goes_on:
                kept += 1
                assert tree.visits[root] > 400  # what was tried before counts, too
                assert reached_sights(tree) == list(range(tree.counts[SIGHTS_USED]))
    assert kept > 20


def test_a_full_tree_stops_growing(tree: WorldTree) -> None:
    game = played("full", 5)
    for count, most in (
        (NODES_USED, kahuna_tree.MAX_NODES),
        (OPTIONS_USED, kahuna_tree.MAX_OPTIONS),
        (SIGHTS_USED, kahuna_tree.MAX_SIGHTS),
        (GATES_USED, kahuna_tree.MAX_GATES),
    ):
        grown(tree, game, 50)
        assert tree_has_room(tree)
        assert not is_half_full(tree)
        tree.counts[count] = most // 2 + 1
        assert is_half_full(tree)
        tree.counts[count] = most - 1
        assert not tree_has_room(tree)
        before = int(tree.visits[0])
        net = net_for("kahuna", path_of("kahuna"))
        facts = knowledge(kahuna_view(game.view(game.to_move)))
        grow_native(facts, net, tree, new_search_desk("kahuna", net), 0, 5, MINDS["kahuna"], 1)
        assert tree.visits[0] == before


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("to", SEATS)
def test_colours_make_no_difference_with_a_head_start(tree: WorldTree, to: Seat, first: Seat) -> None:
    """K15: whoever places bridges before the first turn, and whoever then begins; seen by the one who waits, too."""
    net, found = net_for("kahuna", path_of("kahuna")), []
    for seats in (SEATS, SEATS[::-1]):
        exchanged = dict(zip(SEATS, seats, strict=True))
        game = Game(Rules(handicap=2, handicap_to=exchanged[to], first=exchanged[first]), seed="head start")
        for seat in SEATS:
            clear_world_tree(tree)
            facts = knowledge(kahuna_view(game.view(exchanged[seat])))
            assert facts.mine == (seat == to)
            grow_native(facts, net, tree, new_search_desk("kahuna", net), 0, 300, MINDS["kahuna"], 1)
            white = float(tree.value[0]) / int(tree.visits[0])
            found.append(white if exchanged[seat] == seat else 1 - white)
            assert reached_sights(tree) == list(range(tree.counts[SIGHTS_USED]))
    assert found[:2] == pytest.approx(found[2:])
    assert found[0] == pytest.approx(found[1], abs=0.1)  # both look at the same board


GROW = """
import numpy as np
from kahuna import Game, Rules
from kahuna.bots.champion import MINDS, net_for, path_of
from kahuna.bots.nets.kahuna_search import grow_native, new_search_desk
from kahuna.bots.nets.kahuna_tree import NODES_USED, OPTIONS_USED, new_world_tree
from kahuna.table.games.kahuna_worlds import knowledge

net, game = net_for("kahuna", path_of("kahuna")), Game(Rules(), seed="two speeds")
tree = new_world_tree()
grow_native(knowledge(game.view("white")), net, tree, new_search_desk("kahuna", net), 0, 60, MINDS["kahuna"], 1)
nodes, options = tree.counts[NODES_USED], tree.counts[OPTIONS_USED]
print(tree.counts.tolist(), tree.visits[:nodes].tolist(), np.round(tree.value[:nodes], 9).tolist())
print(tree.tries[:options].tolist(), np.round(tree.gain[:options], 6).tolist())
"""


def test_compiled_and_plain_searches_grow_the_same_tree() -> None:
    native, plain = printed_at_both_speeds(GROW)
    assert native == plain


@pytest.mark.slow
def test_it_plays_on_a_map() -> None:
    """With other islands and links there are other codes and other numbers of actions."""
    game = on_map(board_named("ring"))
    champion = KahunaChampion(game, playing_net(new_net(kernels_of(game).slots, 1), game), 100, 1, Habits())
    table, random = Game(Rules(game), seed="map"), Random(1)
    while (seat := table.to_move) is not None:
        table.play(champion.choose(table.view(seat), random).action)
    assert table.result
