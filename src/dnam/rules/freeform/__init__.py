"""What people say to the assistant in plain words about its memory: "remember that gruzilkin is Sergey".

Imperatives only, by small tables in twelve languages. Pure: a text comes in, what it asks for comes out, or
nothing. Who is meant by a name is decided by exact names and ids alone; in doubt nobody is.

reading.py    from a text to what it asks for
tongues.py    the words of ten languages whose verb comes first
things.py     whether there is a statement at all
east.py       the shapes of Chinese and Japanese
matching.py   which known facts a request to forget means
people.py     whom a statement is about
wording.py    a statement in the third person
persons.py    the same of the speaker, in nine languages
verbs.py      their verbs
sentences.py  what the speaker is told, in their language
refusals.py   why something is not kept, in their language
"""

from dnam.rules.freeform.matching import closest
from dnam.rules.freeform.people import About, Circle, Unclear, looks_like_a_name, person_named, whose
from dnam.rules.freeform.reading import Freeform, Verb, calls, could_be_meant, is_entry, read
from dnam.rules.freeform.refusals import refused
from dnam.rules.freeform.sentences import tell

__all__ = [
    "About",
    "Circle",
    "Freeform",
    "Unclear",
    "Verb",
    "calls",
    "closest",
    "could_be_meant",
    "is_entry",
    "looks_like_a_name",
    "person_named",
    "read",
    "refused",
    "tell",
    "whose",
]
