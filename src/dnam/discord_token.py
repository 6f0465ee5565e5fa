"""The bot's token as it is sent: without what came along when it was copied. Needs no discord.py."""

import re

from dnam.errors import SettingsError
from dnam.settings import Settings

PORTAL = "https://discord.com/developers/applications"
MISSING = (
    "There is no Discord token: set DISCORD_TOKEN in the environment or in a file named .env. "
    "docs/discord.md says how to get one; `dnam chat` needs none."
)
ODD = (
    "The Discord token has a space, a line break or a character in it that no token has: copy it anew from "
    f"{PORTAL}, Bot, Reset Token, into DISCORD_TOKEN, in one line."
)

EXAMPLE = (
    "DISCORD_TOKEN is not a token of Discord's, which has three parts with dots between them: copy yours "
    f"from {PORTAL}, Bot, Reset Token."
)

_AROUND = re.compile(r"""^["'`\s]+|["'`\s]+$""")


def token_of(settings: Settings) -> str:
    """Return the token without copied quotes, spaces or "Bot". Raises SettingsError when there is none."""
    given = settings.discord_token
    token = _AROUND.sub("", given.get_secret_value()) if given is not None else ""
    token = _AROUND.sub("", re.sub(r"^Bot(\s+|$)", "", token, flags=re.IGNORECASE))
    if not token:
        raise SettingsError(MISSING)
    if not re.fullmatch(r"[!-~]+", token):
        raise SettingsError(ODD)
    if not settings.discord_api and not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token):
        raise SettingsError(EXAMPLE)
    return token
