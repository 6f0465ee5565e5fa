"""What commands answer in the `discoclaw` preset: DiscoClaw's own words, for bots that move from it."""

from collections.abc import Mapping

from dnam.domain import Fact
from dnam.rules.command_text import according_to, plural
from dnam.rules.quoting import one_line

PRESET = "discoclaw"
SUMMARY_HEAD = "Rolling summary"


def known_head(count: int) -> str:
    return f"Durable memory ({plural(count, 'item')}):"


def known_line(fact: Fact, names: Mapping[int, str]) -> str:
    by, pin = according_to(fact, names), ", pinned" if fact.pinned else ""
    return f"- [{fact.kind}] {one_line(fact.text)} (src: {fact.source.type}{f', {by}' if by else ''}{pin})"


def remembered(text: str) -> str:
    return f'Remembered: "{text}"'


def forgotten(count: int, argument: str) -> str:
    return f'Deprecated {plural(count, "item")} matching "{argument}"'
