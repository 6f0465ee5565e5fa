"""The context files of a place: those of every place, those of a channel, and a person's own in a DM.

    context_dir/base/*.md                 everywhere, in the order of their names
    context_dir/channels/NAME.md, ID.md   in that channel and its threads
    workspace_dir/MEMORY.md               in direct messages only
    workspace_dir/memory/YYYY-MM-DD.md    in direct messages only: yesterday's and today's

They are named to the model by their paths and read when it wants them; memory never writes them.
"""

import re
from datetime import datetime, timedelta
from pathlib import Path

from dnam.model import Place, Visibility
from dnam.settings import Settings


def context_files(settings: Settings, place: Place, now: datetime) -> list[str]:
    """Name the files a model should read in a place; only those that are there."""
    found: list[Path] = []
    shared, own = settings.context_dir, settings.workspace_dir
    if shared is not None:
        found += sorted(shared.glob("base/*.md"))
    if own is not None and place.visibility is Visibility.DM:
        days = [f"{now - timedelta(days=1):%Y-%m-%d}", f"{now:%Y-%m-%d}"]
        found += [own / "MEMORY.md", *(own / "memory" / f"{day}.md" for day in days)]
    if shared is not None and place.visibility is not Visibility.DM:
        names = [place.name, str(place.parent or ""), str(place.channel)]
        found += [shared / "channels" / f"{name}.md" for name in names if re.fullmatch(r"[\w-]+", name)]
    return [str(file.absolute()) for file in found if _is_there(file)]


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:  # a channel's name may be longer than a file's may be
        return False
