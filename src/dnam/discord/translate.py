"""Discord's objects into dnam's values: people, places, messages.

Reads what discord.py holds and asks nobody. What cannot be known counts as private: a channel that is not
cached, a thread without its parent, a permission that cannot be computed.
"""

import re
from datetime import datetime
from typing import Any

import discord

from dnam.model import DM_GUILD, Message, Person, Place, Visibility
from dnam.rules.text import stable_id

SPOKEN = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""The kinds of messages people write; joins, pins and the like are Discord's own."""

_MARK = re.compile(r"<(?P<sign>@!?|@&|#)(?P<id>\d{1,20})>|<a?:(?P<emoji>\w+):\d+>")
_VOICE = (discord.VoiceChannel, discord.StageChannel)


def person_of(user: discord.abc.User, *, bot: bool = False) -> Person:
    """Give a person with the name they are called by here."""
    return Person(id=user.id, name=user.display_name, bot=user.bot or bot)


def by_a_person(message: discord.Message) -> bool:
    """Say whether a person wrote a message: no bot, and no webhook under whatever name."""
    return not message.author.bot and message.webhook_id is None


def manages(user: discord.abc.User) -> bool:
    """Say whether somebody looks after the server they are in."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def dm_place(person: int, channel: int) -> Place:
    """Give the direct message with a person."""
    return Place(guild=DM_GUILD, channel=channel, visibility=Visibility.DM, person=person)


def place_of(channel: Any, partner: int | None = None) -> Place:
    """Give the place a channel is; `partner` is the person a direct message is with."""
    if (
        isinstance(channel, discord.DMChannel)
        or getattr(channel, "type", None) is discord.ChannelType.private
    ):
        recipient = getattr(channel, "recipient", None)
        person = partner if partner is not None else recipient.id if recipient else 0
        return dm_place(person, channel.id)
    guild: discord.Guild | None = getattr(channel, "guild", None)
    known = guild.get_channel_or_thread(channel.id) if guild is not None else None
    if guild is None or known is None:
        guild_id = guild.id if guild is not None else getattr(channel, "guild_id", None) or DM_GUILD
        return Place(guild=guild_id, channel=channel.id, visibility=Visibility.PRIVATE)
    thread = known if isinstance(known, discord.Thread) else None
    heard = thread.parent if thread is not None else known
    return Place(
        guild=guild.id,
        channel=channel.id,
        visibility=Visibility.PUBLIC if everyone_reads(heard) else Visibility.PRIVATE,
        name=known.name,
        parent=thread.parent_id if thread is not None else None,
        invite_only=thread is not None and thread.is_private(),
        guild_name=guild.name,
    )


def guild_of(message: discord.Message) -> int | None:
    """Give the server a message was written in, known or not; None in a direct message."""
    return message.guild.id if message.guild is not None else getattr(message.channel, "guild_id", None)


def spoken_id(channel: int, speaker: int, text: str, at: datetime) -> int:
    """Make an id for something said aloud: in order of time like Discord's, the same for the same words."""
    return discord.utils.time_snowflake(at) | stable_id("spoken", str(channel), str(speaker), text) % 2**22


def everyone_reads(channel: Any) -> bool:
    """Say whether all members of the server can read a channel; a voice channel's chat needs its door too."""
    if not isinstance(channel, discord.abc.GuildChannel):
        return False
    everyone: discord.Role | None = channel.guild.get_role(channel.guild.id)
    if everyone is None:
        return False
    may = channel.permissions_for(everyone)
    return may.view_channel and (may.connect or not isinstance(channel, _VOICE))


def addresses(message: discord.Message, me: discord.abc.User) -> bool:
    """Say whether a message is meant for the assistant: a DM, a mention of it or its role, a reply to it."""
    if message.guild is None and isinstance(message.channel, discord.DMChannel):
        return True
    if any(user.id == me.id for user in message.mentions):
        return True
    own_role = message.guild.self_role if message.guild is not None else None
    if own_role is not None and own_role in message.role_mentions:
        return True
    answered = message.reference.resolved if message.reference is not None else None
    return isinstance(answered, discord.Message) and answered.author.id == me.id


def message_of(message: discord.Message, me: discord.abc.User) -> Message | None:
    """Give what somebody said; None when it is not somebody's own words."""
    text = text_of(message, me)
    if message.type not in SPOKEN or message.author.id == me.id or not text:
        return None
    reference = message.reference
    replies = message.type is discord.MessageType.reply and reference is not None
    return Message(
        id=message.id,
        place=place_of(message.channel, partner=message.author.id),
        author=person_of(message.author, bot=message.webhook_id is not None),
        text=text,
        sent_at=message.created_at,
        edited_at=message.edited_at,
        reply_to=reference.message_id if replies and reference is not None else None,
        mentions=mentioned(message, me),
        addressed=addresses(message, me),
    )


def mentioned(message: discord.Message, me: discord.abc.User) -> tuple[Person, ...]:
    """Give the people a message mentions, but for the assistant."""
    return tuple(person_of(user) for user in message.mentions if user.id != me.id)


def text_of(message: discord.Message, me: discord.abc.User) -> str:
    """Write a message with people mentioned by id, and a line for each thing that is no text."""
    content = message.content
    called = rf"<@!?{me.id}>[\s,:;!]*"
    if not re.fullmatch(rf"\s*(?:{called})+", content):
        content = re.sub(rf"^\s*{called}|\s*<@!?{me.id}>\s*$", "", content)
    lines = [_MARK.sub(lambda mark: _written(mark, message), content).strip()]
    lines += [f"[attachment: {file.description or file.filename}]" for file in message.attachments]
    lines += [f"[sticker: {sticker.name}]" for sticker in message.stickers]
    if message.message_snapshots:  # another person's words, passed on
        lines.append("[forwarded message]")
    return "\n".join(line for line in lines if line)


def _written(mark: "re.Match[str]", message: discord.Message) -> str:
    """Write a role, a channel or an emoji as people see it, and a person by id.

    A channel's name is told only where everyone may know it. A role's name of several words is quoted: it is
    not what the author says.
    """
    if mark["emoji"]:
        return f":{mark['emoji']}:"
    id_, guild = int(mark["id"]), message.guild
    if mark["sign"].startswith("@") and mark["sign"] != "@&":
        return f"<@{id_}>"
    if guild is None:
        return mark[0]
    if mark["sign"] == "@&":
        role = guild.get_role(id_)
        return f"@{_quoted(role.name.removeprefix('@'))}" if role is not None else mark[0]
    channel = guild.get_channel(id_)
    told = channel is not None and (channel.id == message.channel.id or everyone_reads(channel))
    return f"#{channel.name}" if channel is not None and told else mark[0]


def _quoted(name: str) -> str:
    return name if name.replace("-", "").isalnum() else f"“{re.sub('[“”]', '', name)}”"
