"""One settings class, its presets, and the only reader of the environment.

fields.py         every setting, every preset
discord.py        those of the Discord bot
accepts.py        what they accept
privacy.py        those of privacy
surroundings.py   reading them from arguments, environment, `.env` and TOML
reference.py      the page that lists them
"""

from dnam.settings.environment import load_settings
from dnam.settings.fields import ALIASES, PREFIX, PRESETS, Settings
from dnam.settings.reference import reference

__all__ = ["ALIASES", "PREFIX", "PRESETS", "Settings", "load_settings", "reference"]
