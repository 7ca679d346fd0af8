"""Lessons and puzzles as data, the generator of puzzles, and their proofs."""
