"""A Discord message into the clauses its author says in their own words.

Code, links, logs, quotes and transcripts are left out first. What remains is cut into sentences and clauses and
brought to one spelling ("im", "I'm" and "I am" are "I am"), so that the rules need to know only one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dnam.model import Person

_FENCE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|<!--.*?(?:-->|\Z)|\|\|.*?\|\|", re.DOTALL)
_LINK = re.compile(r"<?(?:https?://|www\.)\S+|<(?:a?:\w+:|#|t:)\d+(?::\w)?>|\S+@\S+\.\S+")
_MENTION = re.compile(r"<@!?(\d+)>")
_ACTION = re.compile(r"(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)|(?<![_\w])_(?![_\s])[^_\n]+_(?![_\w])")
_MARKUP = re.compile(r"\*\*|__|~~.*?~~|(?m:^#{1,3}\s|^-#\s|^\s*[-•]\s)")
_EMOJI = re.compile(
    r"[\U0001F000-\U0001FAFF\u2190-\u2BFF\uFE0F\u200D\U000E0020-\U000E007F]+|:[a-z0-9_+-]{2,}:"
)
_SMILEY = re.compile(
    r"(?<![\w])(?:[:;=8xX]['^-]?[)(DPpOo3/\\|\]\[]+|[xX][dD]+|<3+|\^_*\^|[oO]_[oO]|¯\\_\(ツ\)_/¯|:,\()(?!\w)"
)
_CODE_LINE = re.compile(
    r"^\s*(?:>|//|#!|\$\s|/\*|--\s|[!/$%?&+.;]\w)|\w\(\s*[\"']|[;{}]\s*$|\b(?:ERROR|INFO|WARN(?:ING)?|DEBUG|FATAL|TRACE)\b"
    r"|\s-m\s+[\"']|=>|==|!=|^\s*(?:def|class|import|from \w+ import|const|let|var|SELECT|git|npm|pip|sudo|docker)\s"
    r"|^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:|\w=[\"']|\\n",
)
_TALK_LINE = re.compile(
    r"^\s*(?!(?:update|correction|edit|context|fun fact|fact|note|btw|fyi|ps|p\.s|also|intro|reminder|psa|confession"
    r"|hot take|unpopular opinion|same here|good news|bad news|news|quick intro|disclaimer|true story|tmi|tldr|tl;dr"
    r"|background|heads up|life update|me in a nutshell|my (?:[\w']+ ?){1,4}|favou?rite (?:\w+ ?){1,2}|pronouns|(?:time ?zone)"
    r"|name|age|location|job|\w+ (?:fact|update|note))\s*:)"
    r"(?:[@\w.'-]+ ){0,4}[\w.'-]+:\s+(?=\S)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”«]([^\"“”«»\n]*)[\"“”»]|(?<!\w)['‘]((?:[^'‘’\n]|['’](?=\w))+)['’](?!\w)")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|my|me|we)\b", re.IGNORECASE)
GAP = "⟂"
"""Stands where something said by somebody else was: no rule matches across it."""

_STOP = re.compile(
    r"(?<!\bSt)(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z]\.[A-Z])(?<!\betc)"
    r"([.!?…]+)(?=\s|$|[\"')\]])|(\n+)|(;)\s|(\s[—–-]+\s|\s*—\s*)|([()])",
)
_SUBJECT = (
    r"(?:i|i'm|im|i've|ive|i'll|i'd|ima|my|mine|we|we're|we've|our|it|it's|its|that|that's|thats|this|he|he's|hes|she|she's|shes"
    r"|they|they're|you|you're|youre|u|there|there's|who|which|what|where|why|how|when|whenever|if|unless|so|but|though|although"
    r"|because|cuz|cause|bc|thanks|thank|thx|ty|please|pls|plz|lol|lmao|haha+|can|could|do|does|did|is|are|was|were|would"
    r"|should|will|let|let's|lets|hope|wish|not|no|nope|yes|yeah|sorry|wbu|hbu|anyone|anybody|right|ok|okay|maybe|even|except"
    r"|especially|apparently|tbh|ngl|imo|honestly|nice|hi|hey|idk|don't|dont|never|said|she'll|me|everyone|people|some"
    r"|too|nothing|then|a bit|just|still|at least|for now|i\b)"
)
_VERBS = (
    r"(?:live|work|love|like|hate|prefer|use|play|study|have|moved|own|speak|drive|run|teach|am|grew up|was born|enjoy|collect"
    r"|don't|dont|do not|can't|cant|cannot|never|mostly|usually|always|go|got|write|code|switched|started|currently|volunteer"
    r"|drink|eat|knit|draw|paint|build|make|sing|dance|despise|adore|major(?:ing)?|joined|turned|stopped|quit)"
)
_PARTICIPLES = (
    r"(?:working|living|studying|learning|building|writing|using|making|allergic|based|teaching|originally from|from|training"
    r"|vegan|vegetarian|married|fluent|currently (?:working|living|studying))"
)
_BREAK = re.compile(
    rf",\s+(?:and\s+|but\s+|so\s+|or\s+|yet\s+|plus\s+|then\s+)?(?={_SUBJECT}\b)"
    rf"|\s+(?:and|but|so|yet|plus|cuz|because|bc|since|tho|though|although|while|except|also|whereas|or)\s+"
    rf"(?:also\s+|then\s+|now\s+|tbh\s+|honestly\s+|actually\s+|even\s+)?(?=(?:i|i'm|im|i've|ive|my|i'll|we|we're|he|he's|hes|she|she's|they|it|it's|its|you)\b)"
    rf"|,?\s+(?:and|but|&)\s+(?={_VERBS}\b)|,\s+(?={_VERBS}\b)|,?\s+(?:but|and)\s+(?={_PARTICIPLES}\b)"
    rf"|,\s+(?={_PARTICIPLES}\b)|,\s+(?=\d\d\b)|\s+(?=(?:lol|lmao|haha+)\s+(?:i|im|i'm|my)\b)",
    re.IGNORECASE,
)
_INHERITS = re.compile(rf"(?:{_VERBS}|{_PARTICIPLES}|\d\d)\b", re.IGNORECASE)

_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|w/(?!\w)|b/c|y/o")
_SPELLING = {
    **dict.fromkeys(("i'm", "im", "iam", "ima"), "I am"),
    **dict.fromkeys(("i've", "ive"), "I have"),
    **dict.fromkeys(("i'd",), "I would"),
    **dict.fromkeys(("i'll",), "I will"),
    **{
        "i": "I",
        "we're": "we are",
        "we've": "we have",
        "we'll": "we will",
        "u": "you",
        "ur": "your",
        "n": "and",
    },
    **dict.fromkeys(("don't", "dont", "dnt"), "do not"),
    **dict.fromkeys(("doesn't", "doesnt"), "does not"),
    **dict.fromkeys(("didn't", "didnt"), "did not"),
    **dict.fromkeys(("can't", "cant"), "cannot"),
    **dict.fromkeys(("won't", "wont"), "will not"),
    **dict.fromkeys(("isn't", "isnt"), "is not"),
    **dict.fromkeys(("aren't", "arent", "ain't", "aint"), "are not"),
    **dict.fromkeys(("haven't", "havent"), "have not"),
    **dict.fromkeys(("hasn't", "hasnt"), "has not"),
    **dict.fromkeys(("wasn't", "wasnt"), "was not"),
    **dict.fromkeys(("name's", "names"), "name is"),
    **dict.fromkeys(("bday's", "bdays", "birthday's"), "birthday is"),
    **dict.fromkeys(("bday", "brithday", "birthdate"), "birthday"),
    **dict.fromkeys(
        ("fav", "fave", "favs", "favorit", "favrite", "favourit", "favoruite", "favortie"), "favourite"
    ),
    **dict.fromkeys(("cuz", "bc", "b/c", "becuz", "coz", "becuase", "becasue"), "because"),
    **{
        "w/": "with",
        "gonna": "going to",
        "wanna": "want to",
        "gotta": "have to",
        "y/o": "years old",
        "yo": "years old",
    },
    **{
        "yrs": "years",
        "yr": "year",
        "rly": "really",
        "rlly": "really",
        "tmr": "tomorrow",
        "luv": "love",
        "ppl": "people",
    },
    **dict.fromkeys(("alergic", "allergik", "alergec", "allergc", "allegic"), "allergic"),
    **dict.fromkeys(("vegaterian", "vegitarian", "vegeterian", "vegitarien"), "vegetarian"),
    **dict.fromkeys(("prefere", "perfer", "preffer", "prefr"), "prefer"),
    **{
        "lvie": "live",
        "liek": "like",
        "liv": "live",
        "wrk": "work",
        "wokr": "work",
        "grewup": "grew up",
        "studing": "studying",
    },
    **{
        "wich": "which",
        "freind": "friend",
        "engeneer": "engineer",
        "enginer": "engineer",
        "recieve": "receive",
    },
    **{
        "lacotse": "lactose",
        "neighbour": "neighbour",
        "anymroe": "anymore",
        "tomorow": "tomorrow",
        "tommorow": "tomorrow",
    },
    **{"tommorrow": "tomorrow", "definately": "definitely", "realy": "really", "intollerant": "intolerant"},
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """One thing said, as written and in the rules' spelling."""

    written: str
    text: str
    before: str
    """The sentence up to here, in the rules' spelling."""
    after: str
    """The rest of the sentence."""
    question: bool
    """The sentence it stands in ends with a question mark."""
    continues: bool
    """It has no subject of its own and goes on from the clause before."""


def own_words(text: str, mentions: Sequence[Person]) -> str:
    """Leave out of a message what is not its author's own prose."""
    names = {person.id: person.name for person in mentions}
    text = text.replace("’", "'").replace("‘", "'").replace("\u00a0", " ")
    text = _LINK.sub(" ", _FENCE.sub(f" {GAP} ", text))
    text = _MENTION.sub(lambda found: f"@{names[int(found[1])]}" if int(found[1]) in names else GAP, text)
    lines = (line for line in text.split("\n") if not _CODE_LINE.search(line) and not _TALK_LINE.match(line))
    if text.lstrip().startswith(">>>"):
        return ""
    text = _MARKUP.sub(" ", _ACTION.sub(_unstarred, "\n".join(lines)))
    text = _SMILEY.sub(" ", _EMOJI.sub(" ", text))
    return _QUOTED.sub(_unquoted, text)


def _unstarred(found: re.Match[str]) -> str:
    """Keep an emphasised word, drop an action such as "*sits down*"."""
    inner = found.group()[1:-1]
    return inner if inner.count(" ") < 2 and not _FIRST_PERSON.search(inner) else f" {GAP} "


def _unquoted(found: re.Match[str]) -> str:
    """Keep a quoted title, drop quoted speech."""
    inner: str = found[1] or found[2] or ""
    return inner if inner.count(" ") < 4 and not _FIRST_PERSON.search(inner) else f" {GAP} "


def spelled(text: str) -> str:
    """Bring a text to the one spelling the rules know."""
    return " ".join(
        _TOKEN.sub(lambda found: _SPELLING.get(found.group().lower(), found.group()), text).split()
    )


def sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Cut prose into sentences; each with whether it is asked."""
    start = 0
    for stop in _STOP.finditer(text):
        if sentence := text[start : stop.start()].strip():
            yield sentence, "?" in (stop[1] or "")
        start = stop.end()
    if sentence := text[start:].strip():
        yield sentence, False


def clauses(sentence: str, *, question: bool) -> Iterator[Clause]:
    """Cut a sentence where a new statement can begin."""
    start = 0
    ends = [*_BREAK.finditer(sentence)]
    for stop in [*ends, None]:
        end = stop.start() if stop else len(sentence)
        written = sentence[start:end].strip(" ,")
        if written:
            rest = sentence[stop.end() :] if stop else ""
            yield Clause(
                written=written,
                text=spelled(written).strip(" ,:"),
                before=spelled(sentence[:start]),
                after=spelled(rest),
                question=question,
                continues=start > 0 and _INHERITS.match(written) is not None,
            )
        start = stop.end() if stop else end
