"""Nets: small learned judges of positions, what they see, and how they are stored and trained."""
