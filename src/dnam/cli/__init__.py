"""The command line. A command imports what it needs when it runs, so that `--help` is quick.

Exit codes: 0 done, 1 a problem was found or something outside failed, 2 wrong use or settings, 3 the memory
cannot be used, 130 Ctrl-C before the end; the chat leaves with 0. `docs/cli.md` has the table.
"""

from dnam.cli.app import main

__all__ = ["main"]
