"""The REST API: version 1 for programs in any language, and the three routes of ClankerBot.

schemas.py      what programs send
answers.py      what they get
openapi.py      the document about the API, and what every route shares
messages.py     messages, prompts, replies and commands: what a bot does
knowledge.py    facts, people, summaries, days, search, the log: what is known
privacy_and_transfer.py  consent, spending, erasing, moving in and out, health
clanker_routes.py  the routes that ClankerBot's dashboard had
idempotency.py  a request sent twice with one key is done once
"""

from fastapi import APIRouter

from dnam.web.rest import clanker_routes, knowledge, messages, openapi, privacy_and_transfer

router = APIRouter()
for _part in (
    messages.router,
    knowledge.router,
    privacy_and_transfer.router,
    clanker_routes.router,
    openapi.router,
):
    router.include_router(_part)
