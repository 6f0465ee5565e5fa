"""The pages of the dashboard.

frame.py      what every page needs: who looks, at which guild, and the way to the other pages
overview.py   health and numbers over time, and live updates
people.py     people, their facts and days, and the commands that change them; lore and claims
lookups.py  search, prompt preview, summaries, days, journal, log
privacy_and_settings.py  consent, erasing, long work, settings
"""

from fastapi import APIRouter

from dnam.web.pages import lookups, overview, people, privacy_and_settings

router = APIRouter(include_in_schema=False)
for _part in (overview.router, people.router, lookups.router, privacy_and_settings.router):
    router.include_router(_part)
