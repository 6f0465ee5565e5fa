"""The control socket: an operator's changes are made by the process that writes to the memory.

operator_changes.py  what can be asked, as functions of a memory and plain values
control_socket.py    asking the process that has the SQLite file open, and being asked
"""
