"""Plain statements in other languages than English: what people say of themselves, found by tables.

One small table for each language, one grammar for all (`reading.py`, `tongue.py`). What is found is kept as
it was said, in the language it was said in. Precision before recall: a sentence that asks, denies, supposes,
reports or remembers gives nothing. Below `slots` and `statements`, which both read with it.
"""

from dnam.rules.tongues.reading import Told, stated, tell, unquoted

__all__ = ["Told", "stated", "tell", "unquoted"]
