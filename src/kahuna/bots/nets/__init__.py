"""Nets: small learned evaluations of positions, what they see, and how they are stored and trained."""
