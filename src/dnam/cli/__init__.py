"""The command line: what operators type. Each command loads what it needs when it runs, and not before.

Exit codes: 0 fine, 1 a problem was found, 2 wrong use or settings, 3 the store cannot be used.
"""

from dnam.cli.app import main

__all__ = ["main"]
