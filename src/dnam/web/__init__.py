"""The dashboard and the REST API: one small server on which nothing answers without a sign-in.

server.py       opens the port, starts and stops the server, refuses an address that is not safe
application.py  the routes, and what holds for every request: headers, size, sign-in, errors
tokens.py       tokens and the key of sessions, in a file beside the memory
access.py       who asks, and what they may see: the audience of a guild, or everything
sign_in.py      signing in with a token or with Discord, sessions, protection against forged requests
rest/           the REST API for programs in any language, and the seeds' own API
pages/          the pages of the dashboard; each reads through `Memory` and the store, and fills a template
listings.py     pages of lists with names, for the dashboard and the REST API
charts.py       numbers over time, read in the background
jobs.py         long work with progress, which can be cancelled
metrics.py      numbers for Prometheus
demo.py         a believable small server, for a first look
"""
