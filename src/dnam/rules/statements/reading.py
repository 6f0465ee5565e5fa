"""From a message to statements: own words, sentences, clauses, subject, rules; whatever is in doubt is left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from dnam.model import LORE, Kind, Person
from dnam.rules.dates import When, bounds, find_when
from dnam.rules.merge import Upsert
from dnam.rules.slots import slot_of
from dnam.rules.statements.answers import read_answer
from dnam.rules.statements.being import plain_name, read_being
from dnam.rules.statements.doing import read_doing
from dnam.rules.statements.mine import read_called, read_mine
from dnam.rules.statements.others import read_lore, read_other
from dnam.rules.statements.plans import read_plan, read_undated
from dnam.rules.statements.prose import Clause, clauses, own_words, sentences, spelled
from dnam.rules.statements.rule import Found
from dnam.rules.statements.traps import spoils_clause, spoils_message, spoils_sentence
from dnam.rules.text import collapse

MAX_TEXT = 2_000
"""Longer texts are pasted, not said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """Something explicitly stated in a message, ready to be admitted and merged."""

    about: int | None
    """None for the author, `LORE` for the guild, else a mentioned person's id; None with a name is that name."""
    about_name: str
    """Empty for the author, else the name as written."""
    upsert: Upsert


_OPENER = re.compile(
    r"(?:(?:well|so|soo+|yeah|yea|yep|yes|ya|no|nah|nope|oh|ah|ok|okay|btw|by the way|fyi|tbh|ngl|imo|honestly|actually|also|and|but|plus|fun ?facts?|funny enough|for the record|just so you know|jsyk|for context|context|to be honest"
    r"|not going to lie|in case (?:you|anyone) (?:wondered|is wondering|cares|missed it|were wondering|was wondering)|as (?:I|you) (?:said|mentioned|know|may know)|personally|lol|lmao|haha+|hehe|heads up|update|life update|edit|correction|reminder|psa|intro|quick intro"
    r"|note|guess what|sorry|thanks|thx|ty|tysm|good news|bad news|great news|I mean|you know|you see|look|listen|see|man|dude|bro|guys|folks|everyone|y'all|yall|same|same here|me too|true|fair|fair enough|nice|cool|great|awesome|interesting"
    r"|since|because|as|even though|although|though|now that|given that|seeing as|while|considering|confession|hot take|unpopular opinion|hmm+|hm+|um+|uh+|ugh|welp|wait|anyways?|idk about you (?:guys )?but|not sure about you(?: guys)? but|unlike \w+|currently|right now|nowadays|lately"
    r"|these days|ps|p\.s\.?|tldr|in general|generally|as (?:a|an) \w+(?: \w+)?|(?:please |pls )?(?:remember|note|do not forget|keep in mind)(?: that)?|for what it's worth|fwiw|for reference|at least|luckily|sadly|unfortunately|of course|obviously|technically|originally|speaking of which"
    r"|on (?:a|another) (?:side |different )?note|side note|as for me|for me|in my case|on my end|my turn|nothing fancy|long story short|turns out|truth is|the truth is|true story|let me introduce myself|oh and|and also|besides|to clarify|to answer your question|yo)(?:[\s,.!:-]+|$))",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi+|hey+|hello+|heya|hiya|yo|sup|howdy|greetings|good (?:morning|evening|afternoon)|welcome|morning|nice to meet (?:you|y'all)(?: all)?)(?:,? (?:all|everyone|everybody|guys|folks|there|y'all|yall|team|chat|people|friends|peeps|world|again))*[\s,.!:~-]+",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"@[\w.-]+[\s,:]+")
_ADVERB = re.compile(
    r"(?:(?:really|just|also|still|actually|currently|mostly|kinda|honestly|personally|now|absolutely|definitely|truly|genuinely|recently|low-?key|high-?key|fucking|freaking|hella|do(?! not)(?= (?:like|love|hate|enjoy|prefer|have|live|work|use|speak|play))|super|very|quite|pretty"
    r"|literally|basically|already|even|finally|officially|proudly|originally|technically|mainly|primarily|sadly|unfortunately|luckily|obviously|probably not|sometimes|often|both|ofc|defo|deffo|def|tbh|sort of|kind of|lowkey|newly|happily|absolutely|deeply|only just|too|mainly|myself|for one|sure)\s+)+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?P<who>I|my|we)\s+(?P<rest>.+)", re.IGNORECASE)
_AND_I = re.compile(r"(?:(?:my|the) (?:\w+ ){1,2}and (?:I|me)|me and my (?:\w+)|(?:both|all) of us|us two)\s+(?P<rest>.+)", re.IGNORECASE)
_PERFECT = re.compile(r"have (?:(?:been|actually been|always been|recently been) (?=\w)|got (?=\w)|(?P<long>(?:actually |always )?(?:lived|worked|studied|used|played|driven|owned|taught|moved|started|joined|switched|adopted|stopped|quit)\b))", re.IGNORECASE)
_BASE = {"lived": "live", "worked": "work", "studied": "study", "used": "use", "played": "play", "driven": "drive", "owned": "own", "taught": "teach"}
_PAST = re.compile(r"(?:moved|relocated|started|joined|got|adopted|bought|rescued|turned|was|grew|switched|changed|quit|left|stopped|graduated|married|made|built|wrote|founded|released|published|created)\b", re.IGNORECASE)
_SARCASTIC = re.compile(r"(?:(?:oh|ah|wow|yay|great|oh yes|ah yes|sure|oh sure)\W+)+.*\b(?:just|so|totally|absolutely) (?:love|enjoy|adore)\b|\b(?:LOVE|ENJOY|ADORE)\b|\btotally (?:love|enjoy)\b|^(?:ah yes|oh sure|sure|wow|oh great|oh joy|yay|oh yay)\b", re.DOTALL)
_SHOUTED = re.compile(r"[^a-z]*")
_BARE = re.compile(r"(?P<be>allergic to|based in|based out of|fluent in|from|originally from|living in|working (?:at|as|for)|studying|vegan|vegetarian|lactose intolerant|been|born (?:and raised )?in)\b|(?P<do>live in|work (?:at|as|for|in)|grew up|cannot stand|can not stand|hate|despise|prefer|love|do not (?:like|eat|drink)|moved to|started (?:a|an|at)|got a (?:new )?job|currently (?:living|working|studying))\b", re.IGNORECASE)
_HERE = re.compile(r"(?:fellow |resident |another |also an? |an? )?(?P<x>[\w -]{3,40}?)(?: (?:right |over )?here| by (?:trade|profession))", re.IGNORECASE)
_AS = re.compile(r"(?:speaking |(?:and |but |so |well |hi |yeah |honestly )?)as an? (?P<x>[\w -]{3,40}),? I (?:can|do|am|have|love|hate|know|think|use|work|see|deal|often|always|cannot|really|feel|agree|spend|get|need|find|usually)\b.*", re.IGNORECASE)
_LABEL = re.compile(r"(?P<k>name|age|location|pronouns|time ?zone|job|favou?rite [\w ]+?)\s*:\s*(?P<x>.+)", re.IGNORECASE)
_WE = frozenset(("home", "pet", "family", "plan", "belongings", "household"))
_BARE_TOPICS = frozenset(("home", "work", "health", "origin", "diet", "language", "self", "study", "likes", "dislikes", "food", "project"))
_AT_NOW = re.compile(r"at (?P<x>[A-Za-z][\w&'. -]{1,30}?) now", re.IGNORECASE)
_LEFT_WORK = re.compile(r"\b(?:not work|no longer work|quit|left)\b", re.IGNORECASE)


def extract(
    text: str,
    *,
    author: Person,
    mentions: Sequence[Person] = (),
    at: datetime,
    context: Sequence[str] = (),
    limit: int = 3,
) -> list[Statement]:
    """Give what a message explicitly states about its author or a named person; nothing when in doubt."""
    if author.bot or len(text) > MAX_TEXT or spoils_message(text):
        return []
    prose = own_words(text, mentions)
    present = {line.partition(":")[0].strip().casefold() for line in context if ":" in line}
    known = {person.name.casefold() for person in mentions} | present - {author.name.casefold(), ""}
    found = [pair for sentence, asked in sentences(prose) for pair in _read_sentence(sentence, asked, at, known)]
    if not found and not spoils_sentence(prose):
        found = [(one, prose.strip()) for one in read_answer(prose, author, context)]
    return [_statement(one, said, mentions, at) for one, said in _kept(found)[:limit]]


def _statement(found: Found, said: str, mentions: Sequence[Person], at: datetime) -> Statement:
    ids = {person.name.casefold(): person.id for person in mentions}
    begin, over = bounds(found.when, at) if found.when else (None, None)
    lore = found.kind is Kind.LORE
    return Statement(
        about=LORE if lore else ids.get(found.about.casefold()),
        about_name="" if lore else found.about,
        upsert=Upsert(
            text=collapse(found.text),
            kind=found.kind,
            tags=found.tags,
            confidence=found.confidence,
            evidence=collapse(said),
            valid_from=begin,
            expires_at=over,
        ),
    )


def _kept(found: Sequence[tuple[Found, str]]) -> list[tuple[Found, str]]:
    """Drop repeats, values a later clause replaces, and what is over when the same clause says what is instead."""
    kept: list[tuple[Found, str]] = []
    renewed = {(one.about, one.topic) for one, _ in found if not one.retracts}
    for one, said in found:
        slot = slot_of(one.text)
        kept = [(old, words) for old, words in kept if slot is None or not _same_slot(old, one)]
        repeated = any(old.text.casefold() == one.text.casefold() and old.about == one.about for old, _ in kept)
        if not repeated and not (one.retracts and (one.about, one.topic) in renewed):
            kept.append((one, said))
    return kept


def _same_slot(old: Found, new: Found) -> bool:
    before, after = slot_of(old.text), slot_of(new.text)
    return before is not None and after is not None and before[0] == after[0] and old.about == new.about


def _read_sentence(sentence: str, asked: bool, at: datetime, known: set[str]) -> Iterator[tuple[Found, str]]:
    plain = spelled(sentence)
    if spoils_sentence(plain) or _SARCASTIC.search(plain):
        return
    subject = ""
    for clause in clauses(sentence, question=asked):
        reader = _Reader(clause=clause, at=at, known=known, before=subject)
        found = [] if spoils_clause(clause) else reader.read()
        subject = reader.subject or (subject if clause.continues else "")
        for one in found:
            yield one, clause.written


class _Reader:
    """Reads one clause, and remembers whom it was about for the clause that goes on from it."""

    def __init__(self, *, clause: Clause, at: datetime, known: set[str], before: str) -> None:
        self.clause, self.at, self.known, self.before = clause, at, known, before
        self.subject = ""
        self.greeted = False

    def read(self) -> list[Found]:
        """Give what the clause states."""
        text = self._opened(self.clause.text)
        if not text:
            return []
        if match := _SUBJECT.fullmatch(text):
            return self._about_self(match["who"], match["rest"])
        if match := _AND_I.fullmatch(text):
            return self._about_self("we", match["rest"])
        if self.clause.continues and self.before in ("I", "we"):
            return self._continued(text)
        return self._without_subject(text)

    def _opened(self, text: str) -> str:
        """Take greetings and the words people begin with off the front."""
        if as_one := _AS.fullmatch(text):
            return f"I am a {as_one['x']}"
        before = None
        while before != text:
            before = text
            text = _ADDRESS.sub("", text, count=1) if _ADDRESS.match(text) and _rest_is_own(text) else text
            greeting = _GREETING.match(text)
            if greeting:
                self.greeted, text = True, text[greeting.end() :]
            opener = _OPENER.match(text)
            if opener:
                text = text[opener.end() :]
        return text.strip(" ,.:!-")

    def _about_self(self, who: str, rest: str) -> list[Found]:
        who = "my" if who.lower() == "my" else "I" if who in ("I", "i") else "we"
        self.subject = who if who != "my" else ""
        rest = _ADVERB.sub("", rest, count=1) if _ADVERB.match(rest) else rest
        if who == "my":
            return self._dated("my", rest)
        predicate = _present(rest)
        found = self._dated(who, predicate)
        return [one for one in found if who == "I" or one.topic in _WE]

    def _continued(self, text: str) -> list[Found]:
        self.subject = self.before
        if re.match(r"\d\d$", text):
            return read_being(text) if self.before == "I" else []
        if re.match(r"(?:live|work|love|like|hate|prefer|use|play|study|have|moved|own|speak|drive|run|teach|am|grew|was|enjoy|collect|do|cannot|can|never|mostly|usually|always|go|got|write|code|switched|started|volunteer|drink|eat|knit|draw|paint|build|make|sing|dance|despise|adore|joined|turned|stopped|quit|major) ?", text, re.IGNORECASE):
            return self._about_self(self.before, text)
        return self._about_self(self.before, f"am {text}")

    def _without_subject(self, text: str) -> list[Found]:
        if found := read_called(text) or read_lore(text) or read_other(text, self.known):
            return found
        if label := _LABEL.fullmatch(text):
            return read_mine(f"{label['k']} is {label['x']}" if label["k"].lower() != "pronouns" else f"pronouns are {label['x']}")
        if here := _HERE.fullmatch(text):
            return [replace(one, confidence=0.8) for one in read_being(f"a {here['x']}") or read_being(here["x"])]
        bare = _BARE.match(text)
        if bare is None or self.clause.before:
            return []
        self.subject = "I"
        text = re.sub(r"^(?:been|currently) ", "", text, flags=re.IGNORECASE)
        found = self._dated("I", f"am {text}" if bare["be"] or re.match(r"\w+ing\b", text) else text)
        return [replace(one, confidence=0.75) for one in found if one.topic in _BARE_TOPICS]

    def _dated(self, who: str, predicate: str) -> list[Found]:
        """Read a predicate with the time it names, if any: a plan, or a fact that began then."""
        if who == "my" and predicate.lower().startswith(("birthday", "date of birth")):
            return self._birthday(predicate)
        when = find_when(predicate, self.at, past=_PAST.match(predicate) is not None)
        if when is None:
            return self._plain(who, predicate)
        without = collapse(f"{predicate[: when.start]} {predicate[when.end :]}".replace(" ,", ","))
        if plan := read_plan(who, without, when, self.at.date()):
            return plan
        if when.first is not None and when.first <= self.at.date() and (when.last is None or when.last < self.at.date()):
            began = When(start=0, end=0, first=when.first, last=None)
            return [replace(one, when=began) for one in self._plain(who, without)]
        return []

    def _birthday(self, predicate: str) -> list[Found]:
        if found := read_mine(predicate):
            return found
        when = find_when(predicate, self.at)
        if when is None or when.first is None or when.first != when.last:
            return []
        return [Found(text=f"Birthday is {when.first:%B} {when.first.day}", kind=Kind.PROFILE, tags=("birthday",))]

    def _plain(self, who: str, predicate: str) -> list[Found]:
        if who == "my":
            return read_mine(predicate)
        if not re.match(r"(?:am|are)\s", predicate, re.IGNORECASE):
            return read_doing(predicate)
        rest = predicate.split(" ", 1)[1]
        rest = _ADVERB.sub("", rest, count=1) if _ADVERB.match(rest) else rest
        return read_being(rest) or read_undated(f"am {rest}") or self._employed_now(rest) or self._named(rest)

    def _employed_now(self, rest: str) -> list[Found]:
        """Read "I'm at Initech now" as work only when the sentence speaks of work that ended."""
        match = _AT_NOW.fullmatch(rest)
        if match is None or not _LEFT_WORK.search(self.clause.before):
            return []
        return [Found(text=f"Works at {match['x']}", kind=Kind.PROFILE, tags=("work",))]

    def _named(self, rest: str) -> list[Found]:
        name = plain_name(rest)
        whole = _SHOUTED.fullmatch(self.clause.written) is None
        return [Found(text=f"Name is {name}", kind=Kind.PROFILE, tags=("name",), confidence=0.85)] if name and whole else []


def _rest_is_own(text: str) -> bool:
    rest = _ADDRESS.sub("", text, count=1)
    return re.match(r"(?:I|my|we|call|remember|hi|hey|no|yes|yeah|actually|btw|so|well)\b", rest, re.IGNORECASE) is not None


def _present(rest: str) -> str:
    """Bring "have been living" and "have lived ... for years" to the present they speak of."""
    match = _PERFECT.match(rest)
    if match is None:
        return rest
    after = rest[match.end() :]
    if not match["long"]:
        return f"have {after}" if "got" in match.group() else f"am {after}"
    verb = match["long"].split()[-1].lower()
    lasting = re.search(r"\b(?:for|since|all my life|my whole life|my entire life)\b", after, re.IGNORECASE)
    return f"{_BASE[verb]}{after}" if verb in _BASE and lasting else f"{verb}{after}" if verb not in _BASE else rest
