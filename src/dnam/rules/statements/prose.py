"""A Discord message into the clauses its author says in their own words.

Code, links, logs, quotes and transcripts are left out first. What remains is cut into sentences and clauses
and brought to one spelling ("im", "I'm" and "I am" are "I am"), so that the rules need to know only one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dnam.model import Person
from dnam.rules.statements.rule import one_of

GAP = "⟂"
"""Stands where something was that is not the author's own prose: no rule matches across it."""

_FENCE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|<!--.*?(?:-->|\Z)|\|\|.*?\|\|", re.DOTALL)
_LINK = re.compile(
    r"<?(?:https?://|www\.)\S+|<(?:a?:\w+:|#|t:)\d+(?::\w)?>|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,64}"
)
_MENTION = re.compile(r"<@!?(\d+)>")
_ACTION = re.compile(r"(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)|(?<![_\w])_(?![_\s])[^_\n]+_(?![_\w])")
_MARKUP = re.compile(r"\*\*|__|~~.*?~~|(?m:^#{1,3}\s|^-#\s|^\s*[-•]\s)")
_EMOJI = re.compile(
    r"[\U0001F000-\U0001FAFF\u2190-\u22A1\u22A3-\u27C1\u27C3-\u2BFF\uFE0F\u200D\U000E0020-\U000E007F]+"
    r"|:[a-z_]\w+:"
)
_SMILEY = re.compile(
    r"(?<!\w)(?:[:;=8xX]['^-]?[)(DPpOo3/\\|\]\[]+|[xX][dD]+|<3+|\^_*\^|[oO]_[oO]|¯\\_\(ツ\)_/¯|:,\()(?!\w)"
)
_CODE_LINE = re.compile(
    r"^\s*(?:>|//|#!|\$\s|/\*|--\s|[!/$%?&+.;]\w)|\w\(\s*[\"']|[;{}]\s*$|\b(?:ERROR|INFO|WARN(?:ING)?|DEBUG"
    r"|FATAL|TRACE)\b"
    r"|\s-m\s+[\"']|=>|==|!=|^\s*(?:def|class|import|from \w+ import|const|let|var|SELECT|git|npm|pip|sudo"
    r"|docker)\s"
    r"|^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:|\w=[\"']|\\n",
)
_LABELS = one_of("""
    update, correction, edit, context, fun fact, fact, note, btw, fyi, ps, p\\.s, also, intro, reminder,
    psa, confession, hot take, unpopular opinion, same here, good news, bad news, news, quick intro,
    disclaimer, true story, tmi, tldr, tl;dr, background, heads up, my [\\w' ]+, favou?rite [\\w ]+,
    pronouns, time ?zone, name, age, location, job, \\w+ (?:fact|update|note), about me
""")
_TELLING = one_of(
    "said, says, wrote, writes, like, goes, told (?:me|us|him"
    "|her), asked, tweeted, posted, bio, quote, caption, sign, lyrics, reads"
)
_TALK_LINE = re.compile(
    rf"^\s*(?!{_LABELS}\s*:)(?:(?:[@\w.'-]+ )?[\w.'-]+|.{{0,60}}\b{_TELLING}"
    rf"(?: \w+){{0,2}}):\s+(?=\S)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”«]([^\"“”«»\n]*)[\"“”»]|(?<!\w)['‘]((?:[^'‘’\n]|['’](?=\w))+)['’](?!\w)")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|my|me|we)\b", re.IGNORECASE)

_STOP = re.compile(
    r"(?<!\bSt)(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z]\.[A-Z])(?<!\betc)"
    r"(?<!\b[A-Z](?=\. (?!(?:I|My|We|The|It|But|And|So|You)\b)[A-Z]))([.!?…]+)(?=\s|$|[\"')\]])|(\n+)|(;)\s"
    r"|(\s[—–-]+\s|\s*—\s*)|([()])|(:)\s+(?=(?i:i|i'm|im|my)\b)",
)
_NEW_SUBJECT = one_of("""
    i, i'm, im, i've, ive, i'll, i'd, my, mine, we, we're, we've, our, it, it's, its, that, that's, thats,
    this, he, he's, hes, she, she's, shes, they, they're, you, you're, youre, u, there, there's, who, which,
    what, where, why, how, when, whenever, if, unless, so, but, though, although, because, cuz, cause, bc,
    thanks, thank, thx, ty, please, pls, plz, lol, lmao, haha+, can, could, do, does, did, is, are, was,
    were, would, should, will, let, let's, lets, hope, wish, not, no, nope, yes, yeah, sorry, wbu, hbu,
    anyone, anybody, right, ok, okay, maybe, even, except, especially, apparently, tbh, ngl, imo, honestly,
    nice, hi, hey, idk, don't, dont, never, said, me, everyone, people, some, too, nothing, then, a bit,
    just, still, at least, for now, happy
""")
_OWN_SUBJECT = one_of(
    "i, i'm, im, i've, ive, my, i'll, we, we're, he, he's, hes, she, she's, they, it, it's, its, you"
)
_JOINERS = one_of("""
    and, but, so, yet, plus, cuz, because, bc, since, tho, though, although, while, except, also, whereas,
    or, n
""")
_VERBS = one_of("""
    live, work, love, hate, prefer, use, play, study, have, moved, own, speak, drive, run, teach, am, grew
    up, was born, enjoy, collect, don't, dont, do not, can't, cant, cannot, never, mostly, usually, always,
    go, got, write, code, switched, started, volunteer, drink, eat, knit, draw, paint, build, make, sing,
    dance, despise, adore, major, joined, turned, stopped, quit
""")
_PARTICIPLES = one_of("""
    working, living, studying, learning, building, writing, using, making, allergic, based, teaching,
    originally from, from, training, vegan, vegetarian, married, fluent, majoring, currently
    (?:working|living|studying)
""")
_BREAK = re.compile(
    rf",\s+(?:and\s+|but\s+|so\s+|or\s+|yet\s+|plus\s+|then\s+|(?:and\s+|but\s+)?now\s+)?(?={_NEW_SUBJECT}\b)"
    rf"|(?<!\bme)\s+{_JOINERS}\s+(?:(?:also|then|now|tbh|honestly|actually|even"
    rf"|currently)\s+)?(?={_OWN_SUBJECT}\b)"
    rf"|,?\s+(?:and|but|while)\s+(?=(?-i:[A-Z])\w+ (?:lives|works|is|has|likes|loves|hates|prefers|moved)\b)"
    rf"|,?\s+(?:and|but|&)\s+(?={_VERBS}\b)|,\s+(?={_VERBS}\b)|,?\s+(?:but|and)\s+(?={_PARTICIPLES}\b)"
    rf"|,\s+(?={_PARTICIPLES}\b)|,\s+(?=\d\d\b)|\s+(?=(?:lol|lmao|haha+)\s+(?:i|im|i'm|my)\b)",
    re.IGNORECASE,
)
_CONTINUES = re.compile(rf"(?:{_VERBS}|{_PARTICIPLES}|\d\d)\b", re.IGNORECASE)
STARTS_WITH_VERB = re.compile(rf"{_VERBS}\b", re.IGNORECASE)

_YEARS_OLD = re.compile(r"\b(\d\d) ?(?:yo|yrs? old)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|w/(?!\w)|b/c|y/o")
_SPELLINGS = """
    I am: i'm im iam | I have: i've ive | I would: i'd | I will: i'll | I: i | we are: we're | we have: we've
    | we will: we'll
    you: u | your: ur | and: n | do not: don't dont dnt | does not: doesn't doesnt | did not: didn't didnt
    cannot: can't cant | will not: won't wont | is not: isn't isnt | are not: aren't arent ain't aint | have
    not: haven't havent
    has not: hasn't hasnt | was not: wasn't wasnt | name is: name's names | birthday is: bday's bdays
    birthday's
    birthday: bday brithday birthdate bithday | favourite: fav fave favs favorit favrite favourit favoruite
    favortie favrourite
    because: cuz bc b/c becuz coz becuase becasue | with: w/ w | going to: gonna | want to: wanna | have to:
    gotta | people: ppl
    years old: y/o | years: yrs | year: yr | really: rly rlly realy | tomorrow: tmr tmrw tomorow tommorow
    tommorrow | love: luv
    allergic: alergic allergik alergec allergc allegic allergict | vegetarian: vegaterian vegitarian
    vegeterian vegitarien
    prefer: prefere perfer preffer prefr | live: lvie liv | like: liek | work: wrk wokr | studying: studing |
    friend: freind
    engineer: engeneer enginer enginner | anymore: anymroe | definitely: definately | intolerant: intollerant
    | which: wich
    girlfriend: gf | boyfriend: bf | hate: h8 | about: abt | though: tho
"""
_SPELLING = {
    word: proper.strip()
    for entry in re.split(r"[|\n]", _SPELLINGS)
    for proper, _, words in [entry.partition(":")]
    for word in words.split()
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
    if text.lstrip().startswith(">>>"):
        return ""
    names = {person.id: person.name for person in mentions}
    text = text.replace("’", "'").replace("‘", "'").replace("\u00a0", " ")
    text = _LINK.sub(" ", _FENCE.sub(f" {GAP} ", text))
    text = _MENTION.sub(lambda found: f"@{names[int(found[1])]}" if int(found[1]) in names else " ", text)
    lines = (line for line in text.split("\n") if not _CODE_LINE.search(line) and not _TALK_LINE.match(line))
    text = _MARKUP.sub(" ", _ACTION.sub(_unstarred, "\n".join(lines)))
    return _QUOTED.sub(_unquoted, _SMILEY.sub(" ", _EMOJI.sub(" ", text)))


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
    text = _YEARS_OLD.sub(r"\1 years old", text)
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
    for stop in [*_BREAK.finditer(sentence), None]:
        end, after = (stop.start(), stop.end()) if stop else (len(sentence), len(sentence))
        written = sentence[start:end].strip(" ,")
        if written:
            yield Clause(
                written=written,
                text=spelled(written).strip(" ,:"),
                before=spelled(sentence[:start]),
                after=spelled(sentence[after:]),
                question=question,
                continues=start > 0 and _CONTINUES.match(written) is not None,
            )
        start = after
