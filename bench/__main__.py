"""Run every measurement that needs no data from outside: `make bench`."""

from bench import floor, growth


def main() -> None:
    """Measure nearness to the floor, then growth."""
    floor.main()
    growth.main()


if __name__ == "__main__":
    main()
