"""Commands: what people type to their memory, the same on Discord, in the chat and on the command line.

typed.py          the words behind the prefix
dispatch.py       every command by its name
lookups.py        commands that look
fact_changes.py   commands that change facts, lore and summaries
reviewing.py      what is known twice or cannot all be so, and what to do about it
erasure.py        commands that erase for good
personal_export.py  a person's own data to take away
privacy.py        commands by which people decide whether they are remembered
claims.py         commands about what others say of a person
command_group.py  what each of these groups works with
targets.py        the facts a command means: numbers, ids, words
last_list.py      the list whose numbers a person can use
open_question.py  what a plain "yes" answers
undo.py           saving changes so that they can be taken back
why.py            what answers were made from
plain_words.py    the same commands in plain words, said to the assistant
remember_this.py  "remember this": what the conversation states
request_model.py  what a model is asked about both
values.py         commands, answers, and what commands need from outside
"""

from dnam.commands.dispatch import Dispatcher
from dnam.commands.personal_export import export_person
from dnam.commands.plain_words import PlainWords, Work
from dnam.commands.request_model import RequestModel
from dnam.commands.reviewing import undecided
from dnam.commands.typed import is_command, needs, words_typed
from dnam.commands.values import Answer, Command, File
from dnam.commands.why import note_used

__all__ = [
    "Answer",
    "Command",
    "Dispatcher",
    "File",
    "PlainWords",
    "RequestModel",
    "Work",
    "export_person",
    "is_command",
    "needs",
    "note_used",
    "undecided",
    "words_typed",
]
