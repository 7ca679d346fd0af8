"""The figures of `kahuna bench`: their goals, and how they are printed."""

from kahuna.arena.checkout import Figures

# The goals: a figure must be at least this, or, for a time or a size, at most this.
GOAL_TO_C = {"kahuna": 0.65, "exahuna": 0.5, "exahuna-special": 0.5}
GOAL_TO_ORACLE = {"kahuna": 300, "exahuna": 200, "exahuna-special": 200}
MEASURED_GAMES = tuple(GOAL_TO_C)
GOALS = {
    "search_iterations_per_s": 120_000,
    "net_decision_us": 100,
    "net_load_s": 0.2,
    "threads_2": 1.7,
    "api_actions_per_s": 100_000,
    "api_views_per_s": 15_000,
    "cold_s": 20,
    "warm_s": 1.5,
    "peak_mb": 400,
}
AT_MOST = ("net_decision_us", "net_load_s", "cold_s", "warm_s", "peak_mb")


def table(figures: Figures) -> str:
    """The figures as text for people, each beside its goal."""
    lines = [f"{'random games':<18}{'a second':>12}{'of C':>9}{'goal':>7}{'of the oracle':>17}{'goal':>7}"]
    for game in MEASURED_GAMES:
        lines.append(
            f"{game:<18}{figures['random_games_per_s'][game]:>12,}"
            f"{_times(figures['ratio_to_c'][game]):>9}{GOAL_TO_C[game]:>7}"
            f"{_times(figures['ratio_to_oracle'][game]):>17}{GOAL_TO_ORACLE[game]:>7}"
        )
    rows = (
        ("search, iterations a second", "search_iterations_per_s"),
        ("net, microseconds for a decision", "net_decision_us"),
        ("nets of all games, seconds to load", "net_load_s"),
        ("two threads, times one", "threads_2"),
        ("actions a second from Python, by code", "api_actions_per_s"),
        ("actions a second from Python, by view", "api_views_per_s"),
        ("first game, nothing cached, seconds", "cold_s"),
        ("first game, cached, seconds", "warm_s"),
        ("peak memory, MB", "peak_mb"),
    )
    lines.append("")
    for label, key in rows:
        bound = "at most" if key in AT_MOST else "at least"
        lines.append(f"{label:<40}{figures[key]:>10,}   goal: {bound} {GOALS[key]:,}")
    about = figures["machine"]
    lines += [
        f"{'search, iterations for each random game':<40}{figures['search_to_random_games']:>10,}",
        f"{'net, evaluations a second':<40}{figures['net_evaluations_per_s']:>10,}",
        f"{'champion, iterations a second':<40}{figures['champion_iterations_per_s']:>10,}",
        "",
        f"{about['cpu']}, {about['cores']} cores, {about['system']}; Python {about['python']}, "
        f"numba {about['numba']}, gcc {about['gcc'] or 'missing'}",
        f"commit {figures['commit'] or 'unknown'}; load before this run {about['load']}",
    ]
    return "\n".join(lines)


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:g} x"
