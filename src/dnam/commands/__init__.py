"""Commands: what people say to their memory, the same for every door.

desk.py      finds the command that is meant, and answers
looking.py   commands that look
changing.py  commands that change facts, lore and summaries
guild.py     commands of those who look after a guild
privacy.py   commands by which people decide about their memory as a whole
claims.py    commands about what others say of a person
choices.py   what a command points at: lists, numbers, ids, words; and undo
freeform.py  the same in plain words, said to the assistant
gather.py    what a conversation gives that somebody asks to have remembered
minds.py     what a model is asked about it
why.py       what answers were made from
values.py    what goes in and what comes out
"""

from dnam.commands.dispatch import Dispatcher, erases, is_command
from dnam.commands.plain_words import PlainWords, Work
from dnam.commands.request_model import RequestModel
from dnam.commands.values import Answer, Command
from dnam.commands.why import note_used

__all__ = [
    "Answer",
    "Command",
    "Dispatcher",
    "PlainWords",
    "RequestModel",
    "Work",
    "erases",
    "is_command",
    "note_used",
]
