"""Discord's objects translated into dnam's values: people, places, messages.

Reads only discord.py's cache and sends no request. What cannot be known counts as private: a channel that is
not cached, a thread without its parent, a permission that cannot be computed.
"""

import re
from datetime import datetime, timedelta
from typing import Any

import discord

from dnam.domain import DM_GUILD, Message, Person, Place, Visibility
from dnam.languages import languages
from dnam.rules.quoting import FORWARDED, link_preview
from dnam.rules.text import stable_id

SPOKEN = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""The types of messages people write; joins, pins and the like are system messages."""

_MARKUP = re.compile(r"<(?P<sign>@!?|@&|#)(?P<id>\d{1,20})>|<a?:(?P<emoji>\w+):\d+>")
_VOICE = (discord.VoiceChannel, discord.StageChannel)


def person_of(user: discord.abc.User, *, bot: bool = False) -> Person:
    """Return a person with the name they are called by in this server."""
    return Person(id=user.id, name=user.display_name, bot=user.bot or bot)


def by_a_person(message: discord.Message) -> bool:
    """Return whether a person wrote a message, and not a bot or a webhook."""
    return not message.author.bot and message.webhook_id is None


def manages(user: discord.abc.User) -> bool:
    """Return whether somebody has Discord's *Manage Server* where they are."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def place_of(channel: Any, partner: int | None = None) -> Place:
    """Return the place of a channel; `partner` is the other person in a direct message."""
    if (
        isinstance(channel, discord.DMChannel)
        or getattr(channel, "type", None) is discord.ChannelType.private
    ):
        recipient = getattr(channel, "recipient", None)
        person = partner if partner is not None else recipient.id if recipient else 0
        return Place.dm_with(person, channel.id)
    guild: discord.Guild | None = getattr(channel, "guild", None)
    cached = guild.get_channel_or_thread(channel.id) if guild is not None else None
    if guild is None or cached is None:
        guild_id = guild.id if guild is not None else getattr(channel, "guild_id", None) or DM_GUILD
        return Place(guild=guild_id, channel=channel.id, visibility=Visibility.PRIVATE)
    thread = cached if isinstance(cached, discord.Thread) else None
    permissions_from = thread.parent if thread is not None else cached
    return Place(
        guild=guild.id,
        channel=channel.id,
        visibility=Visibility.PUBLIC if everyone_reads(permissions_from) else Visibility.PRIVATE,
        name=cached.name,
        parent=thread.parent_id if thread is not None else None,
        invite_only=thread is not None and thread.is_private(),
        guild_name=guild.name,
    )


def spoken_by(interaction: discord.Interaction[Any]) -> str:
    """Return the language somebody has set in Discord, if dnam speaks it; else empty."""
    code = str(interaction.locale.value or "")[:2]  # a compatible server may send none
    return code if code in languages() else ""


def guild_of(message: discord.Message) -> int | None:
    """Return the id of a message's server, cached or not; None in a direct message."""
    return message.guild.id if message.guild is not None else getattr(message.channel, "guild_id", None)


def spoken_id(channel: int, speaker: int, text: str, at: datetime) -> int:
    """Return an id for a transcript: ordered by time like Discord's, the same for the same words."""
    return discord.utils.time_snowflake(at) | stable_id("spoken", str(channel), str(speaker), text) % 2**22


def everyone_reads(channel: Any) -> bool:
    """Return whether all members of the server can read a channel; for voice, they must be able to join."""
    if not isinstance(channel, discord.abc.GuildChannel):
        return False
    everyone: discord.Role | None = channel.guild.get_role(channel.guild.id)
    if everyone is None:
        return False
    permissions = channel.permissions_for(everyone)
    return permissions.view_channel and (permissions.connect or not isinstance(channel, _VOICE))


def addresses(message: discord.Message, me: discord.abc.User) -> bool:
    """Return whether a message is meant for the assistant: a DM, a mention of it or its role, a reply."""
    if message.guild is None and isinstance(message.channel, discord.DMChannel):
        return True
    if any(user.id == me.id for user in message.mentions):
        return True
    own_role = message.guild.self_role if message.guild is not None else None
    if own_role is not None and own_role in message.role_mentions:
        return True
    original = message.reference.resolved if message.reference is not None else None
    return isinstance(original, discord.Message) and original.author.id == me.id


def message_of(message: discord.Message, me: discord.abc.User) -> Message | None:
    """Return what somebody said; None for system messages, empty ones and the bot's own."""
    text = text_of(message, me)
    if message.type not in SPOKEN or message.author.id == me.id or not text:
        return None
    reference = message.reference
    is_reply = message.type is discord.MessageType.reply
    return Message(
        id=message.id,
        place=place_of(message.channel, partner=message.author.id),
        author=person_of(message.author, bot=message.webhook_id is not None),
        text=text,
        sent_at=message.created_at,
        edited_at=message.edited_at,
        reply_to=reference.message_id if is_reply and reference is not None else None,
        mentions=mentioned(message, me),
        addressed=addresses(message, me),
    )


def edited_at(message: discord.Message) -> datetime:
    """Return since when a message is as it is; removing its previews comes after they were added."""
    at = message.edited_at or message.created_at
    return at + timedelta(microseconds=2) if message.flags.suppress_embeds else at


def mentioned(message: discord.Message, me: discord.abc.User) -> tuple[Person, ...]:
    """Return the people a message mentions, without the assistant."""
    return tuple(person_of(user) for user in message.mentions if user.id != me.id)


def text_of(message: discord.Message, me: discord.abc.User) -> str:
    """Return a message's text with people mentioned by id, and a line for each attachment, sticker or link.

    What a link's page says of itself is quoted: these are not the author's words.
    """
    content = message.content
    own_mention = rf"<@!?{me.id}>[\s,:;!]*"
    if not re.fullmatch(rf"\s*(?:{own_mention})+", content):
        content = re.sub(rf"^\s*{own_mention}|\s*<@!?{me.id}>\s*$", "", content)
    lines = [_MARKUP.sub(lambda markup: _readable(markup, message), content).strip()]
    lines += [f"[attachment: {file.description or file.filename}]" for file in message.attachments]
    lines += [f"[sticker: {sticker.name}]" for sticker in message.stickers]
    lines += [link_preview(embed.title, embed.description) for embed in message.embeds]
    lines += [FORWARDED] if message.message_snapshots else []
    return "\n".join(line for line in lines if line)


def _readable(markup: "re.Match[str]", message: discord.Message) -> str:
    """Return a role, channel or emoji as people see it, and a person by id.

    A channel is named only where everyone may know it. A role's name of several words is quoted, because the
    author did not say those words.
    """
    if markup["emoji"]:
        return f":{markup['emoji']}:"
    id_, guild = int(markup["id"]), message.guild
    if markup["sign"].startswith("@") and markup["sign"] != "@&":
        return f"<@{id_}>"
    if guild is None:
        return markup[0]
    if markup["sign"] == "@&":
        role = guild.get_role(id_)
        return f"@{_quoted(role.name.removeprefix('@'))}" if role is not None else markup[0]
    channel = guild.get_channel(id_)
    visible = channel is not None and (channel.id == message.channel.id or everyone_reads(channel))
    return f"#{channel.name}" if channel is not None and visible else markup[0]


def _quoted(name: str) -> str:
    return name if name.replace("-", "").isalnum() else f"“{re.sub('[“”]', '', name)}”"
