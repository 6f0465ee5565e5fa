"""What has to be known of a language to tell its orders from its statements."""

from dataclasses import dataclass

NEVER = r"(?!)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Tongue:
    """The words of one language; every field is a pattern, matched without regard to case."""

    before: str
    """What may stand before an order and is none: "please", "and then", "remember that"."""
    orders: str
    """Imperatives that no statement opens with."""
    shaped: str = ""
    """What any imperative ends in, where nothing else does; it counts after "always" and "never"."""
    maybe: str = NEVER
    """Imperatives that look like "he writes"."""
    marks: str
    """What makes an order of those: how an answer is to be given, or whose rules are meant."""
    told: str = NEVER
    """What makes a statement of those: somebody's own things."""
    joins: str
    """What joins a second order to a statement: "and"."""
    mine: str = NEVER
    """The speaker as subject; what follows "and" is said of them."""
    you: str
    """Who is spoken to."""
    your: str
    """What is said of the things of who is spoken to."""
    agrees: str = ""
    """What must follow "you", where the same word has another meaning."""
    second: str = NEVER
    """Verbs that speak to somebody without a "you"."""
    wished: str = NEVER
    """Verbs of what is wished of somebody, after "that": other languages have such words too."""
    must: str
    """What somebody spoken to has to do, or may not."""
    that: str
    """What opens a clause: "that", "so that"."""
    now: str
    """From now on."""
    ever: str
    """Always, never, only."""
    bare: str
    """Infinitives of what an assistant does: an order when nobody is the subject."""
    last: bool = False
    """The infinitive comes last."""
    rules: str
    """What an assistant was told before."""
    undo: str
    """To ignore or forget that, as an order."""
    machine: str
    """An assistant, with its article."""
    answers: str
    """What an assistant says, with its article."""
    said: str
    """The same, bare."""
    each: str
    """In every one of them."""
    future: str = NEVER
    """What somebody spoken to will do, where no other word ends like that."""
    duty: str
    """What somebody else has to do."""
    wishes: str = NEVER
    """Wants, prefers: before "that the assistant always"."""
    rights: str = NEVER
    """What others said in private may be read: nobody gets that right by saying so."""
    says: str
    """Says, said: what comes before it is somebody's words."""
