"""What learning from a chat costs: dnam's batched reading against one call per message with the same context.

    python -m bench.cost ../shared/data/chats/team_chat_en.json

Replays a chat through the real path by its own clock, with a model that only counts what it is asked. The
other way is made of the same prompts: one call for each message, with the same instructions, the same known
facts, and up to ten messages of the same batch that lead to it. The aim: at most a tenth of the calls and a
third of the input tokens (four characters each).
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from dnam import Memory, Settings
from dnam.domain import Message, Person, Place, Visibility
from dnam.evaluation.conversations import Conversation
from dnam.logs import set_up_logs
from dnam.ports import Prompt
from dnam.testing import HandClock, ScriptedModel

PLACE = Place(guild=1, channel=2, visibility=Visibility.PUBLIC, name="team")
LEADING = 10
"""How many messages the other way shows with each call."""
CALLS, TOKENS = 1 / 10, 1 / 3


@dataclass(frozen=True, slots=True)
class Cost:
    """What reading a chat takes."""

    calls: int
    tokens: int

    def of(self, other: "Cost") -> "tuple[float, float]":
        """Return the share of another's calls and tokens."""
        return self.calls / other.calls, self.tokens / other.tokens


def read_chat(path: Path) -> list[Message]:
    """Read a chat: `conversation_list` of `sender`, `sender_name`, `create_time` and `content`."""
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["conversation_list"]
    people: dict[str, Person] = {}
    messages = []
    for number, row in enumerate(rows, 1):
        author = Person(id=1000 + len(people), name=str(row["sender_name"]))
        author = people.setdefault(str(row["sender"]), author)
        at = datetime.fromisoformat(str(row["create_time"]))
        messages.append(Message(id=number, place=PLACE, author=author, text=str(row["content"]), sent_at=at))
    return sorted(messages, key=lambda message: (message.sent_at, message.id))


async def replay(messages: Sequence[Message], settings: Settings) -> list[Prompt]:
    """Tell a memory everything as time goes by, silence included; return what its model was asked."""
    model = ScriptedModel(lambda _: {})
    clock = HandClock(messages[0].sent_at)
    quiet = timedelta(minutes=settings.extract_quiet_minutes)
    async with Memory.open(settings, clock=clock, models={"extract": model}) as memory:
        for message in messages:
            if message.sent_at - clock.now() > quiet:
                clock.advance(quiet)
                await memory.settle()
            clock.advance(max(message.sent_at - clock.now(), timedelta()))
            await memory.on_message(message)
            await memory.settle()
    return model.prompts


def tokens(prompts: Sequence[Prompt]) -> int:
    """Estimate what prompts take."""
    return sum(-(-(len(prompt.instructions) + len(prompt.text)) // 4) for prompt in prompts)


def one_by_one(prompts: Sequence[Prompt]) -> list[Prompt]:
    """Return the calls that would read the same messages one by one, each with what leads to it."""
    calls = []
    for prompt in prompts:
        before, heading, spoken = prompt.text.partition("What was said (number, date, who, text):\n")
        lines = spoken.split("\n")
        for last in range(1, len(lines) + 1):
            shown = "\n".join(lines[max(last - LEADING, 0) : last])
            calls.append(Prompt(instructions=prompt.instructions, text=before + heading + shown))
    return calls


def without_pauses(messages: Sequence[Message]) -> list[Message]:
    """Let a chat be as busy as a channel can be: a message every few seconds."""
    start = messages[0].sent_at
    return [replace(m, sent_at=start + timedelta(seconds=5 * nth)) for nth, m in enumerate(messages)]


async def measure(messages: Sequence[Message]) -> tuple[Cost, Cost]:
    """Return what dnam takes for a chat, and what one call per message would."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), projections=False, embedder="off", rolling_enabled=False)
        batched = await replay(messages, settings)
    single = one_by_one(batched)
    return Cost(len(batched), tokens(batched)), Cost(len(single), tokens(single))


def chat_of(conversation: Conversation) -> list[Message]:
    """Return a conversation of `dnam eval retrieval` as a chat."""
    people: dict[str, Person] = {}
    messages = []
    for number, turn in enumerate(sorted(conversation.messages, key=lambda turn: turn.time), 1):
        author = people.setdefault(turn.speaker, Person(id=1000 + len(people), name=turn.speaker))
        messages.append(Message(id=number, place=PLACE, author=author, text=turn.text, sent_at=turn.time))
    return messages


def per_thousand(messages: Sequence[Message]) -> dict[str, dict[str, int]]:
    """Return what 1,000 messages of a chat cost by its own clock, read one by one and read by dnam."""
    batched, single = asyncio.run(measure(messages))
    share = 1000 / len(messages)
    return {
        name: {"calls": round(cost.calls * share), "tokens": round(cost.tokens * share)}
        for name, cost in (("dnam, batched", batched), ("one call for each message", single))
    }


def main() -> None:
    """Print both costs, the shares, and whether the aims are met: in a busy channel, and by its own clock."""
    set_up_logs(level="warning", style="console")
    parser = argparse.ArgumentParser()
    parser.add_argument("chat", type=Path)
    chat = read_chat(parser.parse_args().chat)
    for name, messages in (("without pauses", without_pauses(chat)), ("by its own clock", chat)):
        batched, single = asyncio.run(measure(messages))
        calls, used = batched.of(single)
        met = "met" if calls <= CALLS and used <= TOKENS else "NOT met"
        print(f"{name}:")
        print(f"  one call per message: {single.calls:6,} calls {single.tokens:10,} input tokens")
        print(f"  dnam, batched:        {batched.calls:6,} calls {batched.tokens:10,} input tokens")
        print(f"  share of calls {calls:.4f}, of tokens {used:.4f}; aims {CALLS:.4f}, {TOKENS:.4f} are {met}")


if __name__ == "__main__":
    main()
