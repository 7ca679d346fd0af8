"""What `kahuna bench` measures, and what it measures beside: a C loop and a naive model of the games."""
