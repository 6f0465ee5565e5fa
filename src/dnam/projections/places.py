"""Where the readable copies of a memory are, and every other folder of this machine that may hold some.

The store notes each folder that was ever written to, so that an erasure visits it, whatever name the memory
has today. A copy of its file knows those folders too, so each folder also says which memory it is of.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from dnam.domain import Erased
from dnam.ports import Store
from dnam.projections.folder import Folder, write_whole
from dnam.settings import Settings

NOTE = "readable files"
OWNER = ".memory"
"""The file that says which memory the copies in a folder are of."""
COPY = "It is a copy and never read: see PATH."
IMPORTED = "To keep what was changed, run `dnam import PATH`."

_PATHS = TypeAdapter(list[tuple[Path, ...]])


class Copies:
    """The folders that together are the readable copies of a memory."""

    def __init__(self, root: Path, *kinds: Path | None) -> None:
        usual = [root / "data" / "memory" / name for name in ("durable", "rolling", "shortterm")]
        paths = [
            given or path for given, path in zip(kinds or (None,) * 4, (*usual, root / "memory"), strict=True)
        ]
        self.root = root
        self.durable = Folder(paths[0], advice=IMPORTED)
        self.rolling, self.short_term, self.memory = (Folder(path, advice=COPY) for path in paths[1:])
        self.folders = (self.durable, self.rolling, self.short_term, self.memory)

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.root, *(folder.path for folder in self.folders))

    def claim(self, location: str) -> None:
        """Note in the folder whose copies it holds."""
        with suppress(OSError):  # whoever writes the copies tells why
            if self._owner() != location:
                write_whole(self.root / OWNER, location.encode())

    def are_of(self, location: str) -> bool:
        """Return whether these are copies of the memory at a location.

        They are, too, when nobody says whose they are, or the file they were of is gone: it was moved here.
        """
        owner = self._owner()
        if owner is None:
            return True
        if "://" in owner:  # one server has many names
            return "://" in location and urlsplit(owner).path == urlsplit(location).path
        return owner == location or not Path(owner).exists()

    def _owner(self) -> str | None:
        try:
            return (self.root / OWNER).read_text("utf-8")
        except OSError:
            return None


def root_of(settings: Settings) -> Path:
    """Return the folder of the copies: one, by whatever name the memory was opened."""
    return (settings.projections_dir or settings.beside("files", usual="projections")).absolute()


def copies_of(settings: Settings) -> Copies:
    """Return the folders for the copies of a memory."""
    kinds = settings.durable_dir, settings.rolling_dir, settings.short_term_dir, None
    return Copies(root_of(settings), *kinds)


def owner_of(settings: Settings) -> str:
    """Return what a folder notes of whose copies it holds: no password is in it."""
    if "://" not in settings.location:
        return str(Path(settings.location).expanduser().resolve())
    parts = urlsplit(settings.location)
    return f"postgresql://{parts.hostname or ''}{parts.path}"


async def note_place(store: Store, copies: Copies) -> None:
    """Note in the store that copies are about to be written there."""
    noted = await _noted(store)
    if copies.paths not in noted:
        await store.put_own(NOTE, _PATHS.dump_json([*noted, copies.paths]).decode())


async def other_places(store: Store, settings: Settings, own: Copies) -> list[Copies]:
    """Return the other folders with copies of this memory: those noted, and the usual ones of earlier."""
    noted = {paths: Copies(*paths) for paths in await _noted(store)}
    before = [Copies(root) for root in _earlier_roots(settings)]
    every = {**{copies.paths: copies for copies in before}, **noted}
    taken, location = {folder.path for folder in own.folders}, owner_of(settings)
    return [
        copies
        for paths, copies in every.items()
        if paths[0] != own.root and not taken.intersection(paths[1:]) and copies.are_of(location)
    ]


def _earlier_roots(settings: Settings) -> Iterator[Path]:
    """Yield where dnam once put copies, by how the memory was named."""
    yield (settings.data_dir / "projections").absolute()
    if "://" not in settings.location and settings.location != ":memory:":
        for file in {Path(settings.location).expanduser().absolute(), Path(owner_of(settings))}:
            yield file.with_name(f"{file.stem}-files")


async def _noted(store: Store) -> list[tuple[Path, ...]]:
    try:
        return _PATHS.validate_json(await store.get_own(NOTE) or "[]")
    except ValidationError:
        return []


def drop_edited(copies: Copies, gone: Erased, texts: set[str], names: tuple[str, ...]) -> None:
    """Remove edited copies of what was erased."""
    for person in gone.people:
        copies.durable.drop_edited(f"{person}.json")
    if texts:
        copies.durable.drop_edited("*", texts)
    copies.rolling.drop_edited("*")
    copies.short_term.drop_edited("*")
    for name in names:
        copies.memory.drop_edited(name)
