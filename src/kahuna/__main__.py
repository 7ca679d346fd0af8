"""`python -m kahuna` is the command line."""

import sys

from kahuna.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
