"""A deliberately naive model of Kahuna, Exahuna and Exahuna Special.

Written only from rules.md, protocol.md and boards.toml, with sets, lists, dicts and strings, and without
importing the program. The tests play the fast engine against it in lockstep; the benchmark uses it as the
slow baseline. The numbers in the comments (K7, E4, S6) are those of rules.md.

A position for a test can be written straight into the attributes (`bridges`, `hands`, `row`, `stack`, ...).
"""

from kahuna.bench.oracle.exahuna import KINDS, Exahuna, Special
from kahuna.bench.oracle.islands import COLOURS, Board
from kahuna.bench.oracle.kahuna import Kahuna

__all__ = ["COLOURS", "KINDS", "Board", "Exahuna", "Kahuna", "Special"]
