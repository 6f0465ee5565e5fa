"""The pages of the dashboard.

frame.py      what every page needs: who looks, at which guild, and the way to the other pages
overview.py   health and numbers over time, and live updates
people.py     people, their facts and days, and the commands that change them; lore and claims
look.py       search, prompt preview, summaries, days, journal, log
care.py       consent, erasing, long work, settings
"""

from fastapi import APIRouter

from dnam.web.pages import care, look, overview, people

router = APIRouter(include_in_schema=False)
for _part in (overview.router, people.router, look.router, care.router):
    router.include_router(_part)
