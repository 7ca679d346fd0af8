"""The rules of the three games as pure functions from value to value; see docs/rules.md for their text."""
