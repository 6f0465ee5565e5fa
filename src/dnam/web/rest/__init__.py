"""The REST API: version 1 for programs in any language, and the three routes of the seeds.

values.py       what programs send
answers.py      what they get
messages.py     messages, prompts, replies and commands: what a bot does
knowledge.py    facts, people, summaries, days, search, the log: what is known
care.py         consent, spending, erasing, moving in and out, health
seeds.py        the routes that ClankerBot's dashboard had
idempotency.py  a request sent twice with one key is done once
"""

from fastapi import APIRouter

from dnam.web.rest import care, knowledge, messages, openapi, seeds

router = APIRouter()
for _part in (messages.router, knowledge.router, care.router, seeds.router, openapi.router):
    router.include_router(_part)
