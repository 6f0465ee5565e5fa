"""Days and profiles: a summary of each day for each person, and one text of what is known of a person.

Both are made when they are first needed, and stored: each day once for a whole guild (`diary.py`), each
profile once for the same facts and days (`profiles.py`).
"""

from dnam.days.diary import Diary
from dnam.days.profiles import Profiles

__all__ = ["Diary", "Profiles"]
