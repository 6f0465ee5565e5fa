"""Erasing by an operator: prints what would be erased, and erases it when the exact name is given."""

from collections.abc import Mapping
from typing import Any, Literal

import typer

from dnam.cli.operations import operate, print_json
from dnam.cli.transfers import shown
from dnam.erase import Progress
from dnam.errors import BadInput
from dnam.settings import Settings


def erase_scope(
    settings: Settings,
    kind: Literal["person", "channel", "guild"],
    id_: int,
    confirm: str | None,
    *,
    as_json: bool,
) -> None:
    """Print what would be erased, or erase it and print the receipt.

    Raises BadInput when the name is wrong, or nothing is kept of that id.
    """
    done = operate(settings, "erase", {"kind": kind, "id": id_, "confirm": confirm}, _shown_in_all())
    if not any(done["counts"].values()) and not done["unfinished"]:
        raise BadInput(f"Nothing is kept of {kind} {id_}: check the id.")
    if as_json:
        print_json(done)
    else:
        _print_erased(kind, id_, done, previewed=confirm is None)
    if done["unfinished"]:
        raise typer.Exit(1)


def _print_erased(kind: str, id_: int, done: Mapping[str, Any], *, previewed: bool) -> None:
    what = f"{kind} {id_} ({done['name']})"
    erased = "Erased so far of" if done["unfinished"] else "Erased of"
    print(f"{'This would be erased of' if previewed else erased} {what}:")
    for noun, count in done["counts"].items():
        print(f"  {noun:<28} {count:>8,}")
    if done["verified"]:
        print(f"Looked again, and nothing is left in: {', '.join(done['verified'])}.")
    for sentence in done["unfinished"]:
        print(f"Not finished, and tried again: {sentence}")
    if previewed:
        print(f'It cannot be undone. To go on, add --confirm "{done["name"]}". Backups are not changed.')


def _shown_in_all() -> Progress:
    """Return progress for stderr that adds up what is told batch by batch."""
    show, erased = shown("erased"), 0

    def add(more: int) -> None:
        nonlocal erased
        erased += more
        show(erased, 0)

    return add
