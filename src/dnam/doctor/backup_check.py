"""Whether scheduled backups are made: where, how old the newest is, and why the last try failed."""

from datetime import UTC, datetime, timedelta

from dnam.doctor.findings import Finding, Level
from dnam.ports import Store
from dnam.settings import Settings
from dnam.transfer.backups import FAILED, LAST, backup_folder


async def check_backups(store: Store, settings: Settings) -> Finding:
    """Report the newest backup, and as a warning one that failed or is late by as long again."""
    hours = settings.backup_hours
    if not hours:
        return Finding(Level.OK, "backups", "None are made by themselves; DNAM_BACKUP_HOURS starts it.")
    last, failed = await store.get_note(LAST), await store.get_note(FAILED)
    made = datetime.fromisoformat(last) if last else None
    newest = f"the newest is of {made.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if made else "there is none yet"
    says = f"One every {hours} h in {backup_folder(settings)}; {newest}."
    if failed:
        do = "Correct that: it is tried again while dnam runs. `dnam backup FILE` makes one now."
        return Finding(Level.WARNING, "backups", f"{says} The last try failed: {failed}", do)
    if made and datetime.now(UTC) - made > timedelta(hours=2 * hours):
        do = "They are made whenever dnam runs: look whether it does. `dnam backup FILE` makes one now."
        return Finding(Level.WARNING, "backups", says, do)
    return Finding(Level.OK, "backups", says)
