"""What a game was worth: every decision as its seat knew it, and an account of cards and play that adds up."""
