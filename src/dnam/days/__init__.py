"""Days and people: what each day was like for whom, and what is known of a person in one piece.

Everything is made when somebody asks for it, and kept: each day once for a whole guild (`diary.py`), each
person's profile once for the same facts and days (`profiles.py`).
"""

from dnam.days.diary import Diary
from dnam.days.profiles import Profiles

__all__ = ["Diary", "Profiles"]
