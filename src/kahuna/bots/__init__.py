"""Players: given a view and a random generator and nothing else, they choose an action."""
