"""`python -m dnam` is the same as the command `dnam`."""

from dnam.cli import main

if __name__ == "__main__":
    main()
