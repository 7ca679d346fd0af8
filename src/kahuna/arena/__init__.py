"""Matches and self-play between players."""
