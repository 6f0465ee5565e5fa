"""Terminal chat: several people, guilds, channels, threads and direct messages, played in one terminal.

simulated_world.py  who is speaking, where, and when: names become ids, the clock can be moved
session.py          what each line does: a message, a command to the memory, or a command to the chat
screen.py           how it looks: colours in a terminal, plain blocks in a pipe
line_editing.py     history, completion and pasted blocks
tour.py             the steps of the tour
terminal.py         reads the lines in the main thread and runs the session beside it
"""

from dnam.chat.terminal import run_chat

__all__ = ["run_chat"]
