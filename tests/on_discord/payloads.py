"""What Discord's objects look like on the wire, for the fake."""

from datetime import UTC, datetime
from typing import Any

Payload = dict[str, Any]

BOT, APP, GUILD, GENERAL, MIRROR = 900, 901, 500, 600, 601
FAR_GUILD, FAR = 500 + (1 << 22), 700 + (1 << 22)
"""A guild of the second of two connections, and its channel."""
ANN_ID, BEN_ID = 700, 701
ROLE = 502
"""The role that Discord gives the bot in each guild."""


def user(id_: int, name: str, **more: Any) -> Payload:
    """Write a user."""
    shown = {"discriminator": "0", "avatar": None, "global_name": name.capitalize()}
    return {"id": str(id_), "username": name, **shown, **more}


ANN, BEN, ME = user(ANN_ID, "ann"), user(BEN_ID, "ben"), user(BOT, "dee", bot=True)


def member(who: Payload) -> Payload:
    """Write a member of a guild."""
    joined = "2025-01-01T00:00:00+00:00"
    return {"user": who, "roles": [], "joined_at": joined, "deaf": False, "mute": False, "flags": 0}


def message(id_: int, author: Payload, text: str, channel: int, guild: int) -> Payload:
    """Write a message."""
    mentions = [{**ME, "member": member(ME)}] if f"<@{BOT}>" in text else []
    return {
        "id": str(id_),
        "channel_id": str(channel),
        "guild_id": str(guild),
        "author": author,
        "content": text,
        "timestamp": datetime.now(UTC).isoformat(),
        "edited_timestamp": None,
        **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
        "mentions": mentions,
        "mention_roles": [str(ROLE)] if f"<@&{ROLE}>" in text else [],
        **{name: [] for name in ("attachments", "embeds", "components")},
        "type": 0,
    }


def channel(id_: int, guild: int, last: str | None) -> Payload:
    """Write a text channel that everyone can read."""
    named = {"id": str(id_), "type": 0, "name": "general", "guild_id": str(guild), "position": 0}
    return {**named, "permission_overwrites": [], "last_message_id": last, "permissions": "0"}


def guild(id_: int, channels: list[Payload]) -> Payload:
    """Write a guild as it comes at the start."""
    everyone = {"id": str(id_), "name": "@everyone", "permissions": str(1 << 10 | 1 << 11 | 1 << 16)}
    own = {**everyone, "id": str(ROLE), "name": "dee", "tags": {"bot_id": str(BOT)}}
    look = {"color": 0, "colors": {"primary_color": 0}, "hoist": False, "position": 0, "managed": False}
    zero = ("verification_level", "default_message_notifications", "explicit_content_filter", "mfa_level")
    empty = ("emojis", "stickers", "features", "threads", "voice_states", "presences", "stage_instances")
    return {
        "id": str(id_),
        "name": "Gardeners",
        "owner_id": str(BEN_ID),
        "roles": [{**each, **look, "mentionable": False, "flags": 0} for each in (everyone, own)],
        "channels": channels,
        "members": [member(ME)],
        "member_count": 3,
        "large": False,
        "unavailable": False,
        "afk_timeout": 60,
        **dict.fromkeys((*zero, "nsfw_level", "premium_tier", "system_channel_flags"), 0),
        "preferred_locale": "en-US",
        **{name: [] for name in (*empty, "guild_scheduled_events", "soundboard_sounds")},
    }


def application() -> Payload:
    """Write the bot's application."""
    named = {"id": str(APP), "name": "dee", "description": "", "icon": None, "verify_key": "", "flags": 0}
    return {**named, "bot_public": True, "bot_require_code_grant": False, "owner": ANN, "rpc_origins": []}


def interaction(id_: int, who: Payload, kind: int, data: Payload) -> Payload:
    """Write the use of a slash command (kind 2) or of a button (kind 3)."""
    return {
        "id": str(id_),
        "application_id": str(APP),
        "type": kind,
        "token": f"t{id_}",
        "version": 1,
        "channel_id": str(GENERAL),
        "guild_id": str(GUILD),
        "channel": channel(GENERAL, GUILD, None),
        "member": {**member(who), "permissions": "0"},
        "user": who,
        "app_permissions": "0",
        "locale": "en-US",
        "data": data,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "attachment_size_limit": 1,
    }


def without(data: Any, names: set[str], nulls: set[str]) -> Any:
    """Leave out fields, wherever they stand, or send null in their place."""
    if isinstance(data, list):
        return [without(each, names, nulls) for each in data]
    if isinstance(data, dict):
        kept = {name: value for name, value in data.items() if name not in names}
        return {name: None if name in nulls else without(kept[name], names, nulls) for name in kept}
    return data
