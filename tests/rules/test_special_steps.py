"""How a move of Exahuna Special resolves, step by step (S6). Each test tells its steps."""

from support.positions import after, bridges, control, special_at

LEFT = ("1 2 minus valour", "1")  # enough to place; whether such a position can come up does not matter here


def test_points_won_by_the_bridge_laid_capture_an_island() -> None:
    """S5, S6: the third link wins a six-link island by points, and all enemy bridges there fall."""
    state = special_at("1:b2-c3 1:b3-c3", "2:c2-c3 1:c3-d2", left=LEFT)
    assert bridges(after(state, "1:c3-c4"))["black"] == {"c2-c3", "c3-d2"}
    won = after(state, "2:c3-c4")
    assert control(won) == {"white": {"c3"}, "black": set()}
    assert bridges(won) == {"white": {"b2-c3", "b3-c3", "c3-c4"}, "black": set()}


def test_an_extra_bridge_on_a_controlled_special_island_removes_nothing() -> None:
    """S6, Capture: the mark was the mover's before."""
    state = special_at("2:b2-c3 1:b3-c3 1:c2-c3", "1:c3-d2", left=LEFT)
    assert control(state)["white"] == {"c3"}
    assert bridges(after(state, "2:c3-c4"))["black"] == {"c3-d2"}


def test_an_island_can_be_lost_by_points_alone() -> None:
    """S5, S6: three links with more points hold it until a minus evens the points; no bridge falls."""
    state = special_at("3:b2-c3", "2:c3-c4 1:c3-d2 1:c3-d3", left=LEFT)
    assert control(state)["black"] == {"c3"}
    lowered = after(state, "minus:b3-c3")
    assert control(lowered) == {"white": set(), "black": set()}
    assert bridges(lowered)["black"] == {"c3-c4", "c3-d2", "c3-d3"}


def test_a_minus_takes_two_islands_from_the_opponent_at_once() -> None:
    """S2, S6: both ends change hands in one step, and every enemy bridge on either falls."""
    state = special_at(
        "2:b1-c2 2:c1-c2 2:b2-c3 2:b3-c3",
        "2:b2-c2 2:c2-d1 2:c2-d2 2:c3-c4 2:c3-d2 2:c3-d3 4:d2-d3",
        left=LEFT,
    )
    assert control(state)["black"] == {"c2", "c3", "d2"}
    won = after(state, "minus:c2-c3")
    assert control(won) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(won) == {
        "white": {"b1-c2", "c1-c2", "b2-c3", "b3-c3", "c2-c3"},
        "black": {"d2-d3"},
    }


def test_one_special_bridge_wins_both_its_islands_by_links() -> None:
    """S6: the fourth link at both ends, whatever the points; both are swept in the same step."""
    state = special_at(
        "1:b1-c2 1:c1-c2 1:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4",
        "4:b2-c2 4:c2-d2 4:c3-d2 4:c3-d3 1:b2-b3",
        left=LEFT,
    )
    assert control(state) == {"white": set(), "black": set()}
    won = after(state, "1:c2-c3")
    assert control(won) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(won)["black"] == {"b2-b3"}


def test_the_mover_wins_three_islands_one_after_the_other() -> None:
    """S6: c2 by links; so c2-c3 falls and c3 is won by points; so c3-d3 falls and d3 is won by points."""
    state = special_at(
        "1:b1-c2 1:c1-c2 1:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4 1:c4-d3 1:d2-d3 1:d3-d4",
        "4:c2-c3 2:c3-d3 1:d3-e3 1:d4-e3",
        left=LEFT,
    )
    assert control(state) == {"white": set(), "black": set()}
    won = after(state, "1:b2-c2")
    assert control(won) == {"white": {"c2", "c3", "d3"}, "black": set()}
    assert bridges(won)["black"] == {"d4-e3"}
    assert len(bridges(won)["white"]) == 10


def test_a_chain_stops_where_the_points_do_not_suffice() -> None:
    """S6: as above, but with 3 against 3 at d3 after the second step, d3 falls to nobody."""
    state = special_at(
        "1:b1-c2 1:c1-c2 1:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4 1:c4-d3 1:d2-d3 1:d3-d4",
        "4:c2-c3 2:c3-d3 3:d3-e3 1:d4-e3",
        left=LEFT,
    )
    won = after(state, "1:b2-c2")
    assert control(won) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(won)["black"] == {"d3-e3", "d4-e3"}


def test_a_joker_move_can_hand_an_island_to_the_opponent() -> None:
    """S4, S6: the mover's bridge leaves c3, the opponent has more points there and takes it, bridges and all."""
    state = special_at("joker:a1-a2 1:b2-c3 1:b3-c3 4:c3-d2", "1:c2-c3 1:c3-c4 1:c3-d3", left=LEFT)
    assert control(state) == {"white": {"c3"}, "black": set()}
    moved = after(state, "c3-d2>a1-a2")
    assert control(moved) == {"white": set(), "black": {"c3"}}
    assert bridges(moved) == {"white": {"a1-a2"}, "black": {"c2-c3", "c3-c4", "c3-d3"}}


def test_the_opponent_too_wins_one_island_after_the_other() -> None:
    """S6: Black takes c3; so White's b2-c3 falls and Black takes b2 by points; so b2-c2 falls."""
    state = special_at(
        "joker:e1-e2 4:b2-c3 1:b3-c3 4:c3-d2 1:b2-c2",
        "2:c2-c3 2:c3-c4 2:c3-d3 1:a1-b2 1:a2-b2 1:b1-b2",
        left=LEFT,
    )
    assert control(state) == {"white": {"c3"}, "black": set()}
    moved = after(state, "c3-d2>e1-e2")
    assert control(moved) == {"white": set(), "black": {"b2", "c3"}}
    assert bridges(moved)["white"] == {"e1-e2"}
    assert len(bridges(moved)["black"]) == 6


def test_a_special_move_is_resolved_in_steps_with_the_mover_first() -> None:
    """S6: after the joker move White has c2 by points and Black has c3; White's step takes Black's hold on c3 away."""
    white, black = "1:b1-c2 1:c1-c2 joker:c2-d1 4:c3-d3 1:b2-c3", "4:b2-c2 1:c2-c3 1:c3-d2 1:c3-c4"
    state = special_at(white, black, left=LEFT)
    assert control(state) == {"white": set(), "black": set()}
    moved = after(state, "c3-d3>c2-d1")
    assert control(moved) == {"white": {"c2"}, "black": set()}
    assert bridges(moved) == {"white": {"b1-c2", "c1-c2", "c2-d1", "b2-c3"}, "black": {"c3-d2", "c3-c4"}}


def test_both_sides_can_win_an_island_in_one_move() -> None:
    """S6: White takes c2 and that leaves Black's three links at c3 alone, so Black then takes c3."""
    white, black = "1:b1-c2 1:c1-c2 joker:c2-d1 4:c3-d3 1:b3-c3", "4:b2-c2 1:b2-c3 1:c3-d2 1:c3-c4"
    state = special_at(white, black, left=LEFT)
    assert control(state) == {"white": set(), "black": set()}
    moved = after(state, "c3-d3>c2-d1")
    assert control(moved) == {"white": {"c2"}, "black": {"c3"}}
    assert bridges(moved) == {"white": {"b1-c2", "c1-c2", "c2-d1"}, "black": {"b2-c3", "c3-d2", "c3-c4"}}


def test_an_island_lost_and_regained_within_a_move_is_not_captured_again() -> None:
    """S6: c3 was White's, is lost as c3-d3 leaves, and is White's again as c2-c3 falls: c3-d2 stays."""
    white = "1:b1-c2 1:c1-c2 joker:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4"
    state = special_at(f"{white} 4:c3-d3", "4:c2-c3 1:c3-d2", left=LEFT)
    assert control(state) == {"white": {"c3"}, "black": set()}
    moved = after(state, "c3-d3>c2-d1")
    assert control(moved) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(moved)["black"] == {"c3-d2"}


def test_an_island_that_was_nobodys_is_captured_in_the_same_place() -> None:
    """S6: the same but that the bridge comes from elsewhere: c3 was nobody's, so it is new and c3-d2 falls."""
    white = "1:b1-c2 1:c1-c2 joker:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4"
    state = special_at(f"{white} 4:e1-e2", "4:c2-c3 1:c3-d2", left=LEFT)
    assert control(state) == {"white": set(), "black": set()}
    moved = after(state, "e1-e2>c2-d1")
    assert control(moved) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(moved)["black"] == set()


def test_an_island_the_opponent_controlled_before_is_not_swept_when_the_mover_leaves_it() -> None:
    """S6: Black's lead at c3 grows as White's bridge goes, but the mark was theirs already."""
    state = special_at("joker:a1-a2 1:b2-c3 2:c3-d2", "2:c2-c3 1:c3-c4 1:c3-d3", left=LEFT)
    assert control(state) == {"white": set(), "black": {"c3"}}
    moved = after(state, "c3-d2>a1-a2")
    assert control(moved) == {"white": set(), "black": {"c3"}}
    assert bridges(moved)["white"] == {"a1-a2", "b2-c3"}


def test_a_joker_move_can_lose_an_island_to_nobody() -> None:
    """S4, S6: the marker goes, nothing falls."""
    state = special_at("joker:a1-a2 1:b2-c3 1:b3-c3 2:c3-d2", "1:c2-c3 1:c3-c4", left=LEFT)
    assert control(state)["white"] == {"c3"}
    moved = after(state, "c3-d2>a1-a2")
    assert control(moved) == {"white": set(), "black": set()}
    assert bridges(moved) == {"white": {"a1-a2", "b2-c3", "b3-c3"}, "black": {"c2-c3", "c3-c4"}}


def test_a_bridge_that_moves_along_its_own_island_keeps_its_links() -> None:
    """S4, S6: from c3-d2 to the joker on c2-c3, c3 has one link less: four become three, held by points."""
    white = "1:b2-c3 1:b3-c3 joker:c2-c3 2:c3-d2"
    for black, held in (("1:c3-d3 1:c3-c4", {"c3"}), ("2:c3-d3 2:c3-c4", set())):
        state = special_at(white, black, left=LEFT)
        assert control(state)["white"] == {"c3"}
        moved = after(state, "c3-d2>c2-c3")
        assert control(moved) == {"white": held, "black": set()}
        assert bridges(moved) == {"white": {"b2-c3", "b3-c3", "c2-c3"}, "black": {"c3-d3", "c3-c4"}}


def test_removing_an_enemy_minus_raises_ones_own_points_elsewhere() -> None:
    """S2, S6: White takes c2, Black's minus on c2-c3 falls, and so White's three bridges win c3."""
    state = special_at(
        "1:b1-c2 1:c1-c2 1:c2-d1 1:b2-c3 1:b3-c3 1:c3-c4", "minus:c2-c3 1:c3-d2 1:c3-d3", left=LEFT
    )
    assert control(state)["black"] == {"c3"}
    won = after(state, "1:b2-c2")
    assert control(won) == {"white": {"c2", "c3"}, "black": set()}
    assert bridges(won)["black"] == set()


def test_captured_special_bridges_leave_the_game_with_their_kinds() -> None:
    """E3, S6: a link that was swept can hold another kind, and no power of the old bridge is left there."""
    state = special_at("1:a1-a2 1:a1-b1", "double:a1=a2 minus:a1=b1", left=("1 2", "1 3"))
    won = after(state, "1:a1-b2", "3:a1=a2")
    assert bridges(won) == {"white": {"a1-a2", "a1-b1", "a1-b2"}, "black": {"a1=a2"}}
    assert (won.kinds.low, won.kinds.middle, won.kinds.high) == (0, 1 << 42, 0)
    assert (won.supply, won.enemy_supply) == (0o10, 0o1)


def test_winning_one_end_does_not_cost_the_bridge_at_an_end_the_opponent_controlled() -> None:
    """S6: White wins c2; Black's mark on c3 is as old as before, so White's bridges there stay."""
    state = special_at(
        "1:b1-c2 1:c1-c2 1:c2-d1 1:c3-d2", "4:b2-c2 1:b2-c3 1:b3-c3 1:c3-c4 1:c3-d3", left=LEFT
    )
    assert control(state) == {"white": set(), "black": {"c3"}}
    won = after(state, "1:c2-c3")
    assert control(won) == {"white": {"c2"}, "black": {"c3"}}
    assert {"c2-c3", "c3-d2"} <= bridges(won)["white"]
    assert bridges(won)["black"] == bridges(state)["black"] - {"b2-c2"}


def test_losing_one_end_does_not_capture_anew_at_an_end_the_mover_controls() -> None:
    """S6: Black wins c3 as White's bridge leaves; White's mark on d2 is as old as before, so d2-e2 stays."""
    state = special_at(
        "joker:a1-a2 1:b2-c3 4:c3-d2 1:c2-d2 1:d1-d2 1:d2-d3 1:d2-e1",
        "1:c2-c3 1:c3-c4 1:c3-d3 1:d2-e2",
        left=LEFT,
    )
    assert control(state) == {"white": {"d2"}, "black": set()}
    moved = after(state, "c3-d2>a1-a2")
    assert control(moved) == {"white": {"d2"}, "black": {"c3"}}
    assert bridges(moved)["black"] == bridges(state)["black"]
    assert bridges(moved)["white"] == {"a1-a2", "c2-d2", "d1-d2", "d2-d3", "d2-e1"}


def test_a_bridge_put_in_a_jokers_place_wins_at_both_ends() -> None:
    """S4, S6: the first and the second end of the joker's link are looked at alike."""
    for joker, black in (("c2-d1", "4:b2-c2"), ("c1-c2", "4:b2-c2"), ("b2-c3", "4:b3-c3")):
        island = "c2" if "c2" in joker else "c3"
        others = "1:b1-c2 1:c2-d2" if island == "c2" else "1:c2-c3 1:c3-c4"
        state = special_at(f"joker:{joker} {others} 4:e1-e2", black, left=LEFT)
        assert control(state) == {"white": set(), "black": set()}
        won = after(state, f"e1-e2>{joker}")
        assert control(won) == {"white": {island}, "black": set()}
        assert bridges(won)["black"] == set()


def test_a_captured_pair_on_the_rim_costs_the_neighbour_both() -> None:
    """S6, Board: a1-a2 and a1=a2 fall together, and a2 is looked at again: White's three win it by points."""
    state = special_at("1:a1-b1 1:a1-b2 1:a2-a3 1:a2-b2 1:a2-b3", "2:a1-a2 2:a1=a2 1:a2=a3", left=LEFT)
    assert control(state)["black"] == {"a2"}
    won = after(state, "1:a1=b1")
    assert control(won) == {"white": {"a1", "a2"}, "black": set()}
    assert bridges(won)["black"] == set()
