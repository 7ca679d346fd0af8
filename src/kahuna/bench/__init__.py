"""What `kahuna bench` measures, and what it compares with: a C loop and a naive model of the games."""
