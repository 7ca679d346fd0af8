"""Kahuna for reviews: decisions by the champion's search over imagined worlds, full states by the net that sees all."""

import threading
from typing import NamedTuple

from kahuna.bots.base import TOLD_ACTIONS
from kahuna.bots.champion import Habits, calibrated_chance, confidence_in, mind_of, net_for, path_of
from kahuna.bots.nets.kahuna_search import SearchDesk, grow_native, new_search_desk
from kahuna.bots.nets.kahuna_tree import MAX_WORLDS, WorldTree, add_node, clear_world_tree, new_world_tree
from kahuna.review.certain import certain_chance
from kahuna.review.starts import OpenNet, open_net
from kahuna.review.worth import white_chance
from kahuna.rules import kahuna
from kahuna.rules.bits import seeded
from kahuna.rules.outcome import WHITE, worth
from kahuna.table.games.kahuna_worlds import Knowledge, knowledge
from kahuna.table.ruleset import SEATS, Rules
from kahuna.table.view import View, kahuna_view, seat_in

ROOT = 0


class SearchSpace(NamedTuple):
    """A tree to grow, used again for every search of a thread."""

    tree: WorldTree
    desk: SearchDesk


class KahunaAssessor:
    """Kahuna as reviews see it."""

    hidden_means = "cards"

    def __init__(self) -> None:
        self.mind = mind_of("kahuna", Habits())
        self.player = net_for("kahuna", path_of("kahuna"))
        self.open: OpenNet = open_net()
        self.net = self.open.digest
        self._spaces = threading.local()

    def space(self) -> SearchSpace:
        """This thread's space, with an empty tree."""
        if not hasattr(self._spaces, "space"):
            self._spaces.space = SearchSpace(new_world_tree(), new_search_desk("kahuna", self.player))
        space: SearchSpace = self._spaces.space
        clear_world_tree(space.tree)
        return space

    def position(self, view: View) -> "KahunaPosition":
        """The decision of the seat to move, whose view this is."""
        seat = SEATS.index(seat_in(view))
        return KahunaPosition(self, knowledge(kahuna_view(view)), seat, confidence_in(view))

    def start(self, rules: Rules) -> float:
        """White's chance before the first deal."""
        return self.open.start(rules)

    def white(self, state: kahuna.State) -> float:
        """White's chance in a full state."""
        return white_chance(self.open.net, state)


class KahunaPosition:
    """A decision as its seat knew it."""

    def __init__(self, assessor: KahunaAssessor, facts: Knowledge, seat: int, confidence: float) -> None:
        self.assessor, self.facts, self.seat, self.confidence = assessor, facts, seat, confidence
        self._certain: dict[int, float | None] = {}

    def choices(self, iterations: int, seed: int) -> list[tuple[int, float]]:
        """The best few actions: the most tried by the champion's own search, but certain values come first."""
        searched = self._searched(iterations, seed)
        if certain_chance(self.facts.state) is None:
            return searched[:TOLD_ACTIONS]
        chances = dict(searched)
        codes = kahuna.codes(kahuna.legal(self.facts.state))
        known = {code: self.certain(code) for code in codes}
        # Among equal actions, the one that the search prefers comes first.
        places = {code: place for place, code in enumerate(chances)}
        worths = {code: chances.get(code, 0.0) if value is None else value for code, value in known.items()}
        codes.sort(key=lambda code: (known[code] != 1.0, -worths[code], places.get(code, len(places))))
        return [(code, worths[code]) for code in codes[:TOLD_ACTIONS]]

    def _searched(self, iterations: int, seed: int) -> list[tuple[int, float]]:
        """All actions that the champion's own search tried, the most tried first."""
        own, (tree, desk) = self.assessor, self.assessor.space()
        grow_native(self.facts, own.player, tree, desk, ROOT, iterations, own.mind, seeded(seed, 0))
        found = []
        child = int(tree.child[ROOT])
        while child >= 0:
            visits = int(tree.visits[child])
            found.append((-visits, -float(tree.value[child]) / visits, int(tree.code[child])))
            child = int(tree.sibling[child])
        return [(code, calibrated_chance(-value, self.confidence)) for _, value, code in sorted(found)]

    def chance(self, code: int, iterations: int, seed: int) -> float:
        """The seat's chance after this action: the certain value, or that of a separate search from there."""
        certain = self.certain(code)
        if certain is not None:
            return certain
        own, (tree, desk) = self.assessor, self.assessor.space()
        clear_world_tree(tree, MAX_WORLDS)  # a comparison needs many worlds more than a deep look into each
        facts = self.facts
        if code < kahuna.TAKE_ROW or code >= kahuna.HANDICAP:
            # An action that brings no card leads to a state that the seat knows as well as the one before.
            after = kahuna.play(facts.state, code)
            facts = facts._replace(state=after, mine=int(after.seat == self.seat))
        else:
            # The root has this child already, so no other action is ever added.
            forced = add_node(tree, ROOT, self._first_alike(code), self.seat)
            tree.value[forced], tree.own_prior[forced] = 0.5, 1.0
        # The same seed imagines the same worlds, so actions are compared in equal ones.
        grow_native(facts, own.player, tree, desk, ROOT, iterations, own.mind, seeded(seed, 0))
        white = float(tree.value[ROOT]) / int(tree.visits[ROOT])
        return calibrated_chance(white if self.seat == WHITE else 1.0 - white, self.confidence)

    def certain(self, code: int) -> float | None:
        """What this action is worth if it ends the game, or the rest of the turn can; None if it is not certain."""
        if code not in self._certain:
            after = kahuna.play(self.facts.state, code)
            if after.outcome:
                self._certain[code] = worth(after.outcome, self.seat)
            else:
                self._certain[code] = certain_chance(after) if after.seat == self.seat else None
        return self._certain[code]

    def same(self, one: int, other: int) -> bool:
        """Whether both are the same action, or take equal cards from the row."""
        return self._first_alike(one) == self._first_alike(other)

    def _first_alike(self, code: int) -> int:
        """The action itself, or of equal cards in the row the first."""
        if not kahuna.TAKE_ROW <= code < kahuna.TAKE_STACK:
            return code
        row = [self.facts.state.row >> 4 * slot & 15 for slot in range(3)]
        return kahuna.TAKE_ROW + row.index(row[code - kahuna.TAKE_ROW])


def assessor(game: str) -> KahunaAssessor:  # noqa: ARG001 (this module has but one)
    """Kahuna's assessor."""
    return KahunaAssessor()
