"""The command line: main, and one module a command."""
