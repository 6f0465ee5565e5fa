"""What is typed to the memory: the words behind its prefix, however the prefix was written."""

import difflib
from functools import lru_cache

from dnam.rules.text import collapse
from dnam.settings import Settings
from dnam.turns import Needs

SLASH = ("/memory-admin", "/memory")
"""The slash commands as text: in the terminal, or where Discord did not take one as a command."""
USAGE = (
    "show [@NAME | all | sizes]",
    "remember TEXT",
    "forget TEXT | NUMBER | ID | all",
    "edit NUMBER TEXT | OLD -> NEW",
    "undo [NUMBER]",
    "pin NUMBER",
    "unpin NUMBER",
    "everywhere NUMBER",
    "lore [PAGE | TEXT]",
    "reset rolling",
    "search TEXT",
    "review [both 1 2 | merge 1 2]",
    "why",
    "export",
    "erase",
    "optout [erase]",
    "optin",
    "claims",
    "accept NUMBER",
    "refuse [NUMBER | off]",
)
"""How each command is typed; `does_` and its name is the sentence of the language files that explains it."""
MANAGERS_USAGE = (
    "purge",
    "audit",
    "spending",
    "exclude",
    "include",
    "backfill",
    "consent optin | optout",
    "settings [NAME VALUE]",
    "quarantine on | off",
)
VERBS = frozenset({"help", *(usage.split()[0] for usage in (*USAGE, *MANAGERS_USAGE))})
ALIKE = 0.83
"""The share a slip has in common with the prefix: one letter of six is wrong, or two changed places."""
LONG_ENOUGH = 5
"""Letters; in a shorter prefix a slip is another word."""


def words_typed(text: str, settings: Settings) -> str | None:
    """Return what stands behind the prefix; None when a text is no command.

    The prefix counts also as a slash command, with a space behind its sign, and with a slip of the finger
    before a command there is.
    """
    message, prefix = collapse(text), collapse(settings.command_prefix)
    spaced = f"{prefix[0]} {prefix[1:]}"
    for begins in (prefix, *SLASH, *([] if prefix[0].isalnum() else [spaced])):
        if f"{message} ".casefold().startswith(f"{begins} ".casefold()):
            return message[len(begins) :].strip()
    first, _, words = message.partition(" ")
    if words.partition(" ")[0].casefold() in VERBS and _is_slip(first.casefold(), prefix.casefold()):
        return words
    return None


@lru_cache(maxsize=1024)
def _is_slip(word: str, prefix: str) -> bool:
    name = prefix.lstrip("!/.?$%&-+")
    sign = prefix.removesuffix(name)
    if len(name) < LONG_ENOUGH or not sign or not word.startswith(sign):
        return False
    return difflib.SequenceMatcher(None, word.removeprefix(sign), name).ratio() >= ALIKE


def is_command(text: str, settings: Settings) -> bool:
    """Return whether a message is a command to the memory."""
    return words_typed(text, settings) is not None


def needs(text: str, settings: Settings) -> Needs:
    """Return what a command needs of its turn; plain words may ask to remember."""
    typed = words_typed(text, settings)
    verb = (typed or "").casefold().partition(" ")[0]
    judged = typed is None or verb in ("remember", "edit", "lore")
    return Needs(erases=verb in ("erase", "optout", "purge"), judged=judged)
