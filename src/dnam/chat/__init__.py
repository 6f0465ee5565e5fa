"""Terminal chat: several people, guilds, channels, threads and direct messages, played in one terminal.

world.py     who is speaking, where, and when: names become ids, the clock can be moved
talk.py      what each line does: a message, a command to the memory, or a command to the chat
screen.py    how it looks: colours in a terminal, plain blocks in a pipe
door.py      reads the lines and lets the rest run beside it
"""

from dnam.chat.terminal import run_chat

__all__ = ["run_chat"]
