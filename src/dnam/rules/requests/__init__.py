"""What people ask of the memory in plain words: "remember that I like tea", "what did I say about Oslo?".

A text comes in, what it asks for comes out, or nothing. Who is meant by a name is decided by exact names and
ids alone; in doubt nobody is.

normalising.py  a text as words, without whom it is said to and what is only polite
reading.py      from the words to what they ask for
meaning.py      the same by what a text means, where no pattern fits
people.py       whom a statement is about, and how it is worded
matching.py     which known facts a request to forget means
off_record.py   what nothing is to be kept of
"""

from dnam.rules.requests.matching import closest
from dnam.rules.requests.off_record import off_the_record
from dnam.rules.requests.people import (
    PeoplePresent,
    PersonStatement,
    UnclearName,
    person_named,
    whose,
    without_that,
)
from dnam.rules.requests.reading import Understood, is_entry, spoken_in, understand
from dnam.rules.requests.values import Request, Verb

__all__ = [
    "ALL_WORDS",
    "SOME_WORDS",
    "PeoplePresent",
    "PersonStatement",
    "Request",
    "UnclearName",
    "Understood",
    "Verb",
    "closest",
]
__all__ += ["is_entry", "off_the_record", "person_named", "spoken_in", "understand", "whose", "without_that"]
