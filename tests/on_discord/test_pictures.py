"""The pictures in the docs show what the bot really says."""

import re
from pathlib import Path

from pictures import FOLDER, pictures

from dnam.ports import Store


async def test_the_pictures_show_what_the_bot_says(store: Store, tmp_path: Path) -> None:
    """N-06, N-11: each picture in docs/discord.md is drawn from the bot's own answers, on either store."""
    found = await pictures(store, tmp_path)
    assert sorted(found) == sorted(
        file.stem for file in FOLDER.glob("*.svg") if not file.stem.startswith(("bench-", "chat"))
    )
    raw = re.compile(r"\*\*|`|&lt;[@#h]|⟦")
    assert [name for name, picture in found.items() if raw.search(picture)] == []
    assert [name for name, picture in found.items() if (FOLDER / f"{name}.svg").read_text() != picture] == []
