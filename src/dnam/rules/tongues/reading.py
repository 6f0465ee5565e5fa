"""From prose to what it states, in whichever language it is written: sentences, clauses, values."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from dnam.model import Kind
from dnam.rules.text import collapse, words
from dnam.rules.tongues import tables
from dnam.rules.tongues.fits import FITS
from dnam.rules.tongues.tongue import GAP, Rule, Tongue

LONGEST = 240
"""Longer sentences are no plain statements."""
MOST_PIECES = 12
"""Neither are sentences of more pieces than this."""
_VERB_WITHIN = 4
"""A fact has its verb among so many first words."""
Slot = tuple[tuple[str, str, str], str]
"""What a statement fills (which, of what, whose), and with what."""

_QUOTES = regex.compile(
    r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|»[^«\n]*«|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》"
    r"|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)|‚[^‘\n]*‘"
)
_SPEAKER = regex.compile(r"(?m)^[^\S\n]*[^\s:：,，。.!?]{1,20}(?: [^\s:：,，。.!?]{1,20})?\s?[:：]\s*(?=\S)")
_STOP = regex.compile(
    r"(?<!\b(?:St|Dr|ca|bzw|Sta|Sr|Sra))(?P<end>[!?…？！。؟]+|\.+(?!\s*(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep"
    r"|Okt|Nov|Dez|mrt|mei|okt)|\d|\w))(?=\s|$|(?<=[？！。]))|\n+|[;；؛(){}]|(?<!\p{Cyrillic})\s[—–-]+\s"
)
_NOT_MEANT = regex.compile(
    r"(?<!\p{L})(?:scherz|spa(?:ß|ss)|nicht ernst|ironie|rollenspiel|theoretisch|je rigole|je plaisante"
    r"|je déconne"
    r"|blague|ironie|es broma|bromeo|era broma|mentira|brincadeira|a brincar|brincando|scherzo|scherzavo|sto"
    r" scherzando|grapje|geintje|żartuję|żart|żarcik|шучу|шутка|сарказм|жартую|жарт|şaka"
    r"|şaka yapıyorum)(?!\p{L})"
    r"|冗談|嘘だけど|嘘です|なんちゃって|开玩笑|開玩笑|骗你的|骗人的|농담|뻥이|거짓말|أمزح|مزحة|نكتة"
    r"|(?:^|[.!\n])[^\S\n]*(?:nicht|nee|not)[^\S\n]*[.!]*\s*$|(?<!\p{L})[/\\](?:s|j)(?!\p{L})",
    flags=regex.IGNORECASE,
)
_TRAILING = regex.compile(
    r"(?:[\s,，、~～.)♥❤]|(?<!\p{L})(?:lol|xd|haha+|hihi|hehe|jaja(?:ja)*|kkk+|rsrs|mdr|ahah\w*|ха(?:ха)+"
    r"|hahah\w*)"
    r"|[ㅋㅎㅠㅜ]{2,}|(?<=[\p{Han}\p{Hiragana}])(?:笑|w+|哈哈+))+$",
    flags=regex.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """Something stated, in the words it was said in."""

    text: str
    kind: Kind
    tags: tuple[str, ...]
    slot: Slot | None
    over: bool
    """It says that what fills the slot is no longer so."""


def unquoted(text: str) -> str:
    """Leave out of a text what stands in the quotation marks of any language, and who is said to speak."""
    return _QUOTES.sub(f" {GAP} ", _SPEAKER.sub(f"{GAP} ", text.replace("’", "'")))


def tell(text: str) -> list[Told]:
    """Give what a text states of its author, in the first language that finds something."""
    if _NOT_MEANT.search(text):
        return []
    prose = unquoted(text)
    for tongue in tables.TONGUES:
        if tongue.words("cue").search(prose) and (found := list(_read(prose, tongue))):
            return found
    return []


@lru_cache(maxsize=4_096)
def stated(text: str) -> Told | None:
    """Give the one thing a fact states, whichever person it is worded in.

    None when it states nothing, or more than one thing.
    """
    if len(text) > LONGEST:
        return None
    found = tell(text) or list(_of_somebody(text))
    return found[0] if len(found) == 1 else None


def _of_somebody(text: str) -> Iterator[Told]:
    """Read a fact worded without its subject: "Wohnt in Köln" says what "Ich wohne in Köln" says."""
    parts = collapse(text.replace("’", "'")).rstrip(".!").split(" ")
    for tongue in tables.TONGUES:
        said = [tongue.thirds.get(part.casefold(), part) for part in parts[:_VERB_WITHIN]]
        clause = " ".join((*said, *parts[_VERB_WITHIN:]))
        if said != parts[:_VERB_WITHIN] or parts[0].casefold() in tongue.thirds:
            found = None if tongue.has("doubt", clause) else _states(clause, tongue, goes_on=True)
            if found:
                yield found
                return


def _read(prose: str, tongue: Tongue) -> Iterator[Told]:
    for sentence in _sentences(prose):
        if len(sentence) <= LONGEST:
            yield from _read_sentence(sentence, tongue)


def _sentences(prose: str) -> Iterator[str]:
    """Cut prose into sentences, and leave out those that ask."""
    start = 0
    for stop in [*_STOP.finditer(prose), None]:
        sentence = collapse(prose[start : stop.start() if stop else len(prose)])
        asked = stop is not None and regex.search(r"[?？؟]", stop["end"] or "")
        if sentence and not asked:
            yield sentence
        start = stop.end() if stop else start


def _read_sentence(sentence: str, tongue: Tongue) -> Iterator[Told]:
    opener = tongue.opening.match(sentence)
    rest = sentence[opener.end() :] if opener else sentence
    if tongue.has("doubt", rest):
        return
    if opener and tongue.turned:
        rest = regex.sub(*tongue.turned, rest, count=1, flags=regex.IGNORECASE)
    own = True
    for nth, clause in enumerate(_clauses(rest, tongue)):
        found = _shrunk(clause, tongue, goes_on=nth > 0 and own)
        if nth == 0:
            own = found is not None or _is_own(clause[0], tongue)
        if found is not None and own:
            yield found


def _is_own(piece: str, tongue: Tongue) -> bool:
    """Say whether a piece is the speaker's own: a clause in the first person, or only a word or two."""
    short = len(piece) <= 6 if not tongue.spaced else piece.count(" ") < 2
    return short or tongue.words("cue").match(piece) is not None


def _clauses(sentence: str, tongue: Tongue) -> list[list[str]]:
    """Cut a sentence into clauses, each of the pieces between its commas: what states nothing goes on."""
    parts = tongue.joint.split(sentence)
    if len(parts) > 2 * MOST_PIECES:
        return []
    clauses = [[parts[0]]]
    for link, piece in zip(parts[1::2], parts[2::2], strict=True):
        begun = "".join(clauses[-1])
        whole = not _states(begun, tongue, goes_on=True) and _states(
            begun + link + piece, tongue, goes_on=True
        )
        begins = _states(piece, tongue, goes_on=True) or tongue.words("cue").match(piece)
        if begins and not whole:
            clauses.append([piece])
        else:
            clauses[-1].append(link + piece)
    return clauses


def _shrunk(pieces: list[str], tongue: Tongue, *, goes_on: bool) -> Told | None:
    """Read a clause, or as many of its first pieces as state something."""
    for end in range(len(pieces), 0, -1):
        if found := _states("".join(pieces[:end]), tongue, goes_on=goes_on):
            return found
    return None


def _states(clause: str, tongue: Tongue, *, goes_on: bool) -> Told | None:
    clause = _TRAILING.sub("", clause.strip())
    if found := _match(clause, tongue):
        return found
    if not goes_on or not tongue.subject:
        return None
    vowel = tongue.elided and regex.match(r"[aeiouyhéèêàâîôû]", clause, flags=regex.IGNORECASE)
    return _match((tongue.elided if vowel else tongue.subject) + clause, tongue)


def _match(clause: str, tongue: Tongue) -> Told | None:
    bare = collapse(tongue.words("fillers").sub(" ", clause)) if tongue.spaced else clause
    for rule in tongue.rules:
        value = rule.read(bare, tongue, FITS)
        if value is not None:
            return _told(clause, value, rule, tongue)
    return None


def _told(clause: str, value: str, rule: Rule, tongue: Tongue) -> Told:
    topic, named = rule.topic, " ".join(words(value))
    slot: Slot | None = None
    if topic.slot and topic.holds:
        slot = (topic.slot, named, ""), topic.holds
    elif topic.slot:
        slot = (topic.slot, "", ""), named
    for ending, alone in tongue.closing:
        clause = regex.sub(ending, alone, clause)
    capital = tongue.capitals.get(clause[0], clause[0].upper())
    return Told(text=capital + clause[1:], kind=topic.kind, tags=topic.tags, slot=slot, over=rule.over)
