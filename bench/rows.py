"""How often each row of the language files reads something in real conversations, and an example.

    python -m bench.rows FOLDER [--language en]

FOLDER has conversations as `dnam eval retrieval` reads them (JSON or gzipped JSON with `messages`), or JSON
lines with a `text`. A row that never fires on texts it was not written for is a row to delete.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from dnam.languages import language
from dnam.rules.statements import read_statements

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
ASSISTANTS = frozenset({"assistant", "bot"})


def texts(folder: Path) -> Iterator[str]:
    """Return what people say in every file of a folder."""
    for path in sorted(folder.rglob("*.json*")):
        content = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
        if ".jsonl" in path.name:
            messages = [json.loads(line) for line in content.splitlines() if line.strip()]
        else:
            conversation = json.loads(content)
            messages = conversation.get("messages") or conversation.get("conversation_list") or []
        yield from (
            str(m.get("text") or m.get("content", "")) for m in messages if m.get("speaker") not in ASSISTANTS
        )


def main() -> None:
    """Count and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--language", default="en")
    given = asked.parse_args()
    hits: Counter[str] = Counter()
    example: dict[str, str] = {}
    messages = 0
    for text in texts(given.folder):
        messages += 1
        for statement in read_statements(text, at=AT, limit=10):
            hits[statement.row] += 1
            example.setdefault(statement.row, statement.text)
    rows = language(given.language).rows
    for row in (*rows["statements"].rows, *rows["endings"].rows):
        print(f"{hits[row.pattern]:6}  {row.group:10} {row.pattern}")
        if row.pattern in example:
            print(f"{'':18} e.g. {example[row.pattern]}")
    silent = sum(not hits[row.pattern] for row in (*rows["statements"].rows, *rows["endings"].rows))
    print(f"{messages} messages, {sum(hits.values())} statements, {silent} rows never fired")


if __name__ == "__main__":
    main()
