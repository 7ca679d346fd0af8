"""Exahuna Special for PettingZoo, version 1: the number grows whenever earlier results can no longer be compared."""

from kahuna.envs.pettingzoo_env import AECEnv, CycleEnv, RawEnv, in_cycles, in_usual_wrappers
from kahuna.table.ruleset import Rules

NAME = "exahuna_special_v1"


def raw_env(render_mode: str | None = None) -> RawEnv:
    """The bare environment; it refuses an illegal action with an error."""
    return RawEnv(NAME, Rules("exahuna-special"), render_mode)


def env(render_mode: str | None = None, max_cycles: int | None = None) -> AECEnv:
    """The environment to use; with `max_cycles` the one in cycles, for programs without action masks."""
    rules = Rules("exahuna-special")
    if max_cycles is not None:
        return in_cycles(CycleEnv(NAME, rules, max_cycles, render_mode))
    return in_usual_wrappers(RawEnv(NAME, rules, render_mode))


def parallel_env(render_mode: str | None = None, max_cycles: int = 1000) -> CycleEnv:
    """The environment in cycles, with PettingZoo's parallel interface."""
    return CycleEnv(NAME, Rules("exahuna-special"), max_cycles, render_mode)
