"""Hooks of mkdocs: pages that stand outside docs/ become pages of the site, and links to them follow."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
PAGES = {"CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md", "README.md": "index.md"}
"""Files of the repository and the pages they become; the README's place is taken by the start page."""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that stand outside docs/."""
    for name in ("CHANGELOG.md", "SECURITY.md"):
        text = re.sub(r"\]\(docs/", "](", (ROOT / name).read_text()).replace("](SECURITY.md", "](security.md")
        files.append(File.generated(config, PAGES[name], content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links out of docs/ lead to pages of the site; a file that has none is named without a link."""
    up = "../" * page.file.src_uri.count("/")
    for name, becomes in PAGES.items():
        markdown = re.sub(rf"\]\((?:\.\./)+{re.escape(name)}", f"]({up}{becomes}", markdown)
    return re.sub(r"\[([^\]]+)\]\((?:\.\./){1,2}(?:src|deploy|\.env|dnam\.toml)[^)]*\)", r"\1", markdown)
