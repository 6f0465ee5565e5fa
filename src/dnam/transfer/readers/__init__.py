"""Readers of other systems' storage, one module each; the first that fits a source reads it."""

from dnam.transfer.readers import chat_exporter, clanker, clanker_pages, discoclaw, json_lines, mem0, urmom

FORMATS = (
    chat_exporter.FORMAT,
    clanker.FORMAT,
    clanker_pages.FORMAT,
    urmom.FORMAT,
    discoclaw.FORMAT,
    mem0.FORMAT,
    json_lines.FORMAT,
)

__all__ = ["FORMATS"]
