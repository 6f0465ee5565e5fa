"""Templates: one environment that escapes everything, and what every page shows around its content."""

from datetime import UTC, datetime
from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from dnam.audience import visibility_of
from dnam.domain import Fact, Visibility
from dnam.rules.command_text import link

NAVIGATION = (
    ("/", "Overview", "manager"),
    ("/people", "People", "manager"),
    ("/search", "Search", "member"),
    ("/preview", "Prompt preview", "member"),
    ("/summaries", "Summaries", "member"),
    ("/days", "Days", "member"),
    ("/lore", "Lore", "member"),
    ("/review", "Review", "manager"),
    ("/claims", "Claims", "manager"),
    ("/actions", "Actions", "manager"),
    ("/journal", "Journal", "operator"),
    ("/privacy", "Privacy", "member"),
    ("/settings", "Settings", "operator"),
)
"""The pages in their order, and for whom each is."""

_WHERE = {Visibility.PUBLIC: "public", Visibility.PRIVATE: "private channel", Visibility.DM: "direct message"}


@cache
def environment() -> Environment:
    env = Environment(
        loader=PackageLoader("dnam.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {"day": _day, "moment": _moment, "number": _number, "markdown": _markdown, "code": _code}
    env.globals |= {"source_link": _source_link, "where_heard": _where_heard}
    return env


def render(request: Request, template: str, **values: Any) -> HTMLResponse:
    return HTMLResponse(environment().get_template(template).render(request=request, **values))


def _day(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else ""


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _number(value: float) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"


def _code(text: str) -> Markup:
    """Return a sentence in which what stands between ` is set as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(Markup("<code>{}</code>").format(p) if n % 2 else p for n, p in enumerate(parts))


def _where_heard(origin: str) -> str:
    return _WHERE[visibility_of(origin)]


def _source_link(fact: Fact) -> str:
    """Return the address of the message a fact was said in; empty where there is none to go to."""
    source = fact.source
    if not (source.guild and source.channel and source.message):
        return ""
    return link(source.guild, source.channel, source.message)


@cache
def _parser() -> MarkdownIt:
    # People's words are in these files: no HTML of theirs, and nothing that leads or loads from elsewhere.
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "link", "autolink", "html_inline"])


def _markdown(text: str) -> Markup:
    """Return Markdown as HTML; everything in it is escaped by the parser."""
    return Markup(_parser().render(text))  # noqa: S704 (the parser escapes, and has no HTML of its own)
