"""What managers chose for their guild: read from what they typed, and applied within the operator's limits.

A choice never goes beyond a limit, also when the operator lowers it later: `in_force` clamps. Money and time
can only become less than the operator's.
"""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from dnam.errors import BadInput
from dnam.languages import languages, refuse, reply
from dnam.settings import Settings

LEAST_DAYS = 7
"""Messages are kept at least the week that days are made from."""
LATER = ("default", "all")
"""Words that take a choice back."""
Choices = Mapping[str, Any]


def in_force(settings: Settings, choices: Choices) -> Settings:
    """Return the settings of a guild: the operator's, with what its managers chose, within the limits."""
    if not settings.guild_settings or not choices:
        return settings
    changed: dict[str, object] = {}
    if persona := str(choices.get("persona", ""))[: settings.guild_persona_chars]:
        changed["persona"] = f"{settings.persona}\n{persona}"
    if model := settings.guild_models.get(choices.get("model", "")):
        changed["model_reply"] = model
    if (budget := choices.get("budget")) is not None:
        changed["budget_usd_per_day"] = min(budget, settings.budget_usd_per_day or budget)
    if choices.get("language") in languages():
        changed["language"] = choices["language"]
    if days := choices.get("retention"):
        changed["retention_days"] = min(days, settings.retention_days)
    if channels := choices.get("channels"):
        allowed = settings.discord_answer_channels or channels
        changed["discord_answer_channels"] = tuple(id_ for id_ in channels if id_ in allowed) or (0,)
    return settings.model_copy(update=changed)


def chosen(settings: Settings, name: str, text: str, language: str) -> Any:
    """Return a value as it is stored; None takes the choice back. Raises BadInput."""
    if name not in _READ or not settings.guild_settings:
        raise BadInput(refuse(language, "settings_unknown", names=", ".join(_READ)))
    if text.casefold() in LATER:
        return None
    value = _READ[name](settings, text)
    if value is None:
        raise BadInput(
            refuse(language, "settings_wrong", name=name, allowed=allowed(settings, name, language))
        )
    return value


def allowed(settings: Settings, name: str, language: str) -> str:
    values: dict[str, dict[str, object]] = {
        "persona": {"most": settings.guild_persona_chars},
        "model": {"names": ", ".join(settings.guild_models) or "-"},
        "budget": {"most": f"{settings.budget_usd_per_day:g}" if settings.budget_usd_per_day else "∞"},
        "language": {"names": ", ".join(languages())},
        "retention": {"least": LEAST_DAYS, "most": settings.retention_days},
        "channels": {},
    }
    return reply(language, f"settings_{name}", **values[name])


def _persona(settings: Settings, text: str) -> str | None:
    return text if len(text) <= settings.guild_persona_chars else None


def _model(settings: Settings, text: str) -> str | None:
    return next((name for name in settings.guild_models if name.casefold() == text.casefold()), None)


def _budget(settings: Settings, text: str) -> float | None:
    try:
        dollars = float(text.removeprefix("$"))
    except ValueError:
        return None
    most = settings.budget_usd_per_day or math.inf
    return dollars if 0 < dollars <= most and math.isfinite(dollars) else None


def _language(settings: Settings, text: str) -> str | None:
    del settings
    return text.casefold() if text.casefold() in languages() else None


def _retention(settings: Settings, text: str) -> int | None:
    days = int(text) if re.fullmatch(r"[0-9]{1,5}", text) else 0
    return days if LEAST_DAYS <= days <= settings.retention_days else None


def _channels(settings: Settings, text: str) -> list[int] | None:
    words = text.replace(",", " ").split()
    ids = [match[1] for word in words if (match := re.fullmatch(r"<?#?([0-9]{1,19})>?", word))]
    limits = settings.discord_answer_channels
    within = len(ids) == len(words) and all(not limits or int(each) in limits for each in ids)
    return [int(each) for each in ids] if within and len(ids) <= 100 else None


_READ: Mapping[str, Callable[[Settings, str], Any]] = {
    "persona": _persona,
    "model": _model,
    "budget": _budget,
    "language": _language,
    "retention": _retention,
    "channels": _channels,
}
NAMES = tuple(_READ)
