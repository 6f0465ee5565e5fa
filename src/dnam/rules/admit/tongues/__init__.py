"""Orders in other languages than English, by the grammar of each.

No script is suspicious for being itself, and no word for itself: a sentence is an order when it opens with an
imperative, speaks to a "you" who is or must be something, or says what an assistant has to do. Where an
imperative looks like "he writes", what follows tells: the manner of an answer, or somebody's rules.

values.py      what has to be known of a language
reading.py     from a text to whether it gives an order
small.py       which languages a text can be in
vocabulary.py  whether a text has any word of a language's orders
germanic.py    German, Dutch
romance.py     French, Spanish, Portuguese, Italian
slavic.py      Polish, Russian, Ukrainian
shapes.py      Turkish, Chinese, Japanese, Korean, Arabic, Hindi: the verb comes last or never changes
"""

from dnam.rules.admit.tongues.reading import orders_elsewhere
from dnam.rules.admit.tongues.small import possible

__all__ = ["orders_elsewhere", "possible"]
