"""The settings, their presets, and the only reader of the environment.

fields.py         most settings
presets.py        names and defaults of other projects
discord.py        settings of the Discord bot
privacy.py        settings of privacy
search.py         settings of search, its embedder and its reranker
web.py            settings of the dashboard and the REST API
complaints.py     what is told of settings that are not allowed
types.py          types of values that several settings share
environment.py    reads settings from arguments, environment, `.env` and TOML
reference.py      the Markdown page that lists them, and `.env.example`
"""

from dnam.settings.environment import load_settings, settings_for
from dnam.settings.fields import PREFIX, Settings
from dnam.settings.presets import ALIASES, PRESETS
from dnam.settings.reference import env_example, meanings, reference

__all__ = [
    "ALIASES",
    "PREFIX",
    "PRESETS",
    "Settings",
    "env_example",
    "load_settings",
    "meanings",
    "reference",
    "settings_for",
]
