"""Pictures for docs/discord.md, drawn from what the real bot says on a simulated server: nothing is made up.

`python tests/on_discord/pictures.py` draws them anew; a test fails when they no longer show what it says.
"""

import asyncio
import re
import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "docs" / "pictures"
if __name__ == "__main__":  # pytest has these on its path already
    sys.path[:0] = [str(HERE), str(HERE.parent)]

from server import Server, running_server  # noqa: E402 (after the path)

from dnam.stores import open_store  # noqa: E402
from dnam.testing import ScriptedModel  # noqa: E402

WIDE, LINE, LETTERS = 760, 20, 92
BUTTON = 2
_MARKUP = re.compile(r"⟦(.+?)⟧|\*\*(.+?)\*\*|`(.+?)`")
STYLES = {1: "#5865f2", 2: "#4e5058", 3: "#248046", 4: "#da373c"}


@dataclass(frozen=True, kw_only=True)
class ShownMessage:
    """One message of a picture."""

    by: str
    text: str
    components: Sequence[Mapping[str, Any]] = field(default=())
    alone: bool = False
    """Only the person who asked sees it."""


def drawn(title: str, messages: Sequence[ShownMessage]) -> str:
    """Draw a channel with some messages in it."""
    parts, y = [], 54
    for message in messages:
        lines, height = _message(message, y)
        parts += lines
        y += height
    look = 'font-family="gg sans, Noto Sans, Helvetica, Arial, sans-serif" font-size="15"'
    head = f'<text x="20" y="28" fill="#f2f3f5" font-weight="600"># {escape(title)}</text>'
    rule = f'<line x1="0" y1="42" x2="{WIDE}" y2="42" stroke="#1f2023"/>'
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{y + 6}" {look}>'
    parts = [re.sub(r"\d{17,20}", "123456789012345678", part) for part in parts]  # ids differ from run to run
    return "\n".join(
        [
            frame,
            f'<rect width="{WIDE}" height="{y + 6}" rx="8" fill="#313338"/>',
            head,
            rule,
            *parts,
            "</svg>\n",
        ]
    )


def _message(message: ShownMessage, top: int) -> tuple[list[str], int]:
    """Draw a message with what stands under it; tell how high it is."""
    bot = message.by == "dnam"
    colour = "#5865f2" if bot else "#3ba55c"
    parts = [f'<circle cx="38" cy="{top + 22}" r="18" fill="{colour}"/>']
    parts.append(
        f'<text x="38" y="{top + 27}" fill="#fff" text-anchor="middle">{escape(message.by[0].upper())}</text>'
    )
    badge = '<tspan dx="8" fill="#949ba4" font-size="12">APP</tspan>' if bot else ""
    parts.append(
        f'<text x="68" y="{top + 16}" fill="#f2f3f5" font-weight="600">{escape(message.by)}{badge}</text>'
    )
    y = top + 16
    for line in _wrapped(message.text):
        y += LINE
        parts.append(f'<text x="68" y="{y}" fill="#dbdee1" xml:space="preserve">{_styled(line)}</text>')
    for row in message.components:
        buttons, height = _row(row, y + 12)
        parts += buttons
        y += height
    if message.alone:
        y += LINE + 2
        parts.append(f'<text x="68" y="{y}" fill="#949ba4" font-size="12">Only you can see this</text>')
    return parts, y - top + 24


def _styled(line: str) -> str:
    """Draw Discord's markup as Discord does: bold, code, and links to people, channels and messages."""
    looks = ('fill="#a5b4fc"', 'font-weight="600"', 'font-family="monospace" fill="#f2f3f5"')
    parts, end = [], 0
    for found in _MARKUP.finditer(line):
        (look, inner), *_ = [(look, text) for look, text in zip(looks, found.groups(), strict=True) if text]
        parts += [escape(line[end : found.start()]), f"<tspan {look}>{escape(inner)}</tspan>"]
        end = found.end()
    return "".join([*parts, escape(line[end:])])


def _readable(here: Server, text: str) -> str:
    """Name the people and channels that a text links to, as Discord does, between brackets for `_styled`."""
    channels = {str(each.id): each.name for each in (here.general, here.dev, here.staff)}
    people = {str(each.id): each.name for each in (here.ann, here.ben)} | {str(here.me.id): "dnam"}
    text = re.sub(
        r"<https://discord.com/channels/\d+/(\d+)/\d+>",
        lambda link: f"⟦#{channels[link[1]]}\u00a0›\u00a0message⟧",
        text,
    )
    text = re.sub(r"<#(\d+)>", lambda link: f"⟦#{channels[link[1]]}⟧", text)
    return re.sub(r"<@!?(\d+)>", lambda link: f"⟦@{people[link[1]]}⟧", text)


def _wrapped(text: str) -> list[str]:
    return [part for line in text.split("\n") for part in textwrap.wrap(line, LETTERS) or [""]]


def _row(row: Mapping[str, Any], top: int) -> tuple[list[str], int]:
    """Draw a row of buttons, or a menu with its choices."""
    parts, x = [], 68
    for item in row["components"]:
        if item["type"] != BUTTON:
            return _menu(item, top)
        label, wide, fill = item["label"], 9 * len(item["label"]) + 28, STYLES[item["style"]]
        parts.append(f'<rect x="{x}" y="{top}" width="{wide}" height="32" rx="6" fill="{fill}"/>')
        at = f'x="{x + wide // 2}" y="{top + 21}"'
        parts.append(f'<text {at} fill="#fff" text-anchor="middle">{escape(label)}</text>')
        x += wide + 8
    return parts, 46


def _menu(menu: Mapping[str, Any], top: int) -> tuple[list[str], int]:
    names = [menu["placeholder"] + "  ▾", *(option["label"] for option in menu["options"])]
    parts = [f'<rect x="68" y="{top}" width="420" height="{30 * len(names)}" rx="6" fill="#1e1f22"/>']
    for n, name in enumerate(names):
        shade = "#dbdee1" if n else "#949ba4"
        parts.append(f'<text x="82" y="{top + 20 + 30 * n}" fill="{shade}">{escape(name)}</text>')
    return parts, 30 * len(names) + 14


def shown(here: Server, result: Any) -> ShownMessage:
    """Take an answer to an interaction into a picture."""
    response = result.response
    return ShownMessage(
        by="dnam",
        text=_readable(here, response.content),
        components=response.components,
        alone=response.ephemeral,
    )


def posted(here: Server, channel: Any) -> list[ShownMessage]:
    """Take a channel's messages into a picture."""
    names = {here.me.id: "dnam"}
    return [
        ShownMessage(
            by=names.get(message.author.id, message.author.name),
            text=_readable(here, message.content),
            components=[row.to_dict() for row in message.components],
        )
        for message in channel.history()
    ]


async def pictures(store: Any, folder: Path) -> dict[str, str]:
    """Let people use the bot, and draw what they see."""
    answers = ["You told us in #dev that you prefer Rust over Go, so: Rust."]
    found: dict[str, str] = {}
    async with running_server(
        store, folder, models={"reply": ScriptedModel(answers)}, debounce_seconds=0
    ) as here:
        ann, general = here.ann, here.general
        await ann.send(here.dev, "I prefer Rust over Go for systems work.")
        await here.memory.settle()
        await here.ask(ann, "what should I write the tool in?")
        found["answer"] = drawn("general", posted(here, general))
        answer = general.last_message
        why = await ann.context_menu(general, "Why this answer?", answer)  # type: ignore[arg-type]
        found["why"] = drawn("general: Apps, Why this answer?", [shown(here, why)])
        kept = await ann.slash(general, "memory remember", text="I like mint tea")
        found["remember"] = drawn("general: /memory remember I like mint tea", [shown(here, kept)])
        await ann.slash(general, "memory remember", text="I like jazz")
        found["show"] = drawn("general: /memory show", [shown(here, await ann.slash(general, "memory show"))])
        several = await ann.slash(general, "memory forget", entry="I like")
        found["forget"] = drawn("general: /memory forget I like", [shown(here, several)])
        erase = await ann.slash(general, "memory erase")
        found["erase"] = drawn("general: /memory erase", [shown(here, erase)])
        channel = here.guild.create_text_channel("memory")
        async with here.restarted(discord_memory_channel=channel.id):
            await ann.slash(general, "memory remember", text="I am learning the oboe")
            await here.memory.settle()
            await here.memory.lanes.idle()
            await here.env.settle()
            found["mirror"] = drawn("memory", posted(here, channel)[:1])
    return found


async def draw() -> None:
    """Draw every picture into the docs."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(str(Path(folder) / "memory.sqlite3"))
        for name, picture in (await pictures(store, Path(folder))).items():
            (FOLDER / f"{name}.svg").write_text(picture)
        await store.close()


if __name__ == "__main__":
    asyncio.run(draw())
