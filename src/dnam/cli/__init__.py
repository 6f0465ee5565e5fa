"""The command line. A command imports what it needs when it runs, so that `--help` is quick.

Exit codes: 0 success, 1 a problem was found, 2 wrong use or settings, 3 the store cannot be used, 130 Ctrl-C
before the end; the chat leaves with 0.
"""

from dnam.cli.app import main

__all__ = ["main"]
