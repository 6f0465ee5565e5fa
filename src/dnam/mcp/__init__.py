"""`dnam mcp`: memory for agents, as tools, resources and prompts of the Model Context Protocol.

tools.py    what an agent can do, for one person in one place
serving.py  the two ways to reach it: standard input and output, or HTTP with a token
"""
