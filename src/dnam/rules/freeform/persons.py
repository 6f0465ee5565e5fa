"""What a speaker says of themself, as it is kept of them: "ich mag Tee" is "Mag Tee".

Only where it is certain to come out right: a known verb, and nothing of the speaker left behind it.
Everything else is kept in the words that were said.
"""

from dataclasses import dataclass

import regex

from dnam.rules.freeform.verbs import TABLES, third_person


@dataclass(frozen=True, kw_only=True, slots=True)
class _Person:
    """How a language speaks of oneself; every text is a pattern."""

    i: str
    """The subject, which goes."""
    needed: bool = True
    """A verb alone does not tell who is meant."""
    my: str
    """Whose a thing is, in front: it goes, as the thing is known to be the speaker's."""
    skipped: str
    """What may stand between the subject and its verb, and stays."""
    self: tuple[tuple[str, str], ...] = ()
    """Oneself, beside the verb."""
    owned: tuple[tuple[str, str], ...] = ()
    """Whose a thing is, behind the verb."""
    whole: tuple[tuple[str, str], ...] = ()
    """Openings in which the speaker is no subject: "me gusta"."""
    left: str
    """What would still speak of oneself."""
    verbless: bool = False
    """"I" may be followed by what one is, without a verb."""


_PERSONS = {
    "de": _Person(
        i=r"ich",
        my=r"mein|meine",
        skipped=r"(?!)",
        self=((r"mich|mir", "sich"),),
        left=r"ich|mein\p{L}*|mich|mir|wir|uns\p{L}*|bin|habe|(?:und|aber|oder|doch)\s+(?!eine|keine"
        r"|viele|alle|gerne)\p{Ll}+e",
    ),
    "nl": _Person(
        i=r"ik",
        my=r"mijn|m'n",
        skipped=r"(?!)",
        left=r"ik|mijn|m'n|mij|me|wij|we|ons|onze|ben|heb",
    ),
    "fr": _Person(
        i=r"je|j'",
        my=r"mon|ma|mes",
        skipped=r"ne|n'|y|en|l'|le|la|les|lui|leur|me|m'|se|s'",
        self=((r"me", "se"), (r"m'", "s'")),
        owned=((r"mon", "son"), (r"ma", "sa"), (r"mes", "ses")),
        left=r"je|j'|me|m'|moi|nous|notre|nos|suis|ai|vais|fais|dois|mien\p{L}*",
    ),
    "es": _Person(
        i=r"yo",
        needed=False,
        my=r"mis?",
        skipped=r"no|nunca|siempre|ya|también|me|se|lo|la|los|las",
        self=((r"me", "se"),),
        owned=((r"mi", "su"), (r"mis", "sus")),
        whole=(
            (
                r"((?:no |nunca )?)me ((?:gusta|encanta|duele|interesa|molesta|apasiona|preocupa)n?)\b",
                r"\1le \2",
            ),
        ),
        left=r"yo|me|mí|conmigo|\p{L}+rme|nosotr\p{L}+|nuestr\p{L}+|nos|soy|tengo|estoy|voy|he|quiero|odio",
    ),
    "pt": _Person(
        i=r"eu",
        needed=False,
        my=r"(?:o |a |os |as )?(?:meus?|minhas?)",
        skipped=r"não|nunca|sempre|já|também|me|se|só",
        self=((r"me", "se"),),
        owned=((r"meu", "seu"), (r"minha", "sua"), (r"meus", "seus"), (r"minhas", "suas")),
        left=r"eu|me|mim|\p{L}+-me|comigo|nós|noss\p{L}+|nos|sou|tenho|estou|vou|quero|odeio",
    ),
    "it": _Person(
        i=r"io",
        needed=False,
        my=r"(?:il |la |i |le )?(?:mio|mia|miei|mie)",
        skipped=r"non|mi|si|lo|la|li|le|ci|ne",
        self=((r"mi", "si"),),
        owned=((r"mio", "suo"), (r"mia", "sua"), (r"miei", "suoi"), (r"mie", "sue")),
        left=r"io|mi|me|\p{L}+rmi|noi|nostr\p{L}+|sono|ho|vado|faccio|voglio|odio",
    ),
    "ru": _Person(
        i=r"я",
        my=r"мой|моя|моё|мое|мои",
        skipped=r"не|очень|всегда|никогда|часто|редко|тоже|ещё|еще|уже|сейчас|обычно|иногда|больше|просто"
        r"|только|раньше|давно"
        r"|теперь|по-настоящему|совсем",
        owned=tuple((rf"мо{end}", f"сво{end}") for end in "й его ей ю их им ими ём ему и ё е".split()),
        whole=((r"(?:у меня |мне |меня (?=зовут))()", r"\1"),),
        left=r"я|мо(?:й|я|ё|е|и|его|ей|ю|их|им|ими|ём|ему)|меня|мне|мной|мною|мы|нас|нам\p{L}*|наш\p{L}*",
        verbless=True,
    ),
    "uk": _Person(
        i=r"я",
        my=r"мій|моя|моє|мої",
        skipped=r"не|дуже|завжди|ніколи|часто|рідко|теж|також|ще|вже|зараз|зазвичай|іноді|більше|просто"
        r"|тільки|лише|раніше|давно|тепер",
        owned=tuple((rf"мо{end}", f"сво{end}") for end in "го їй ю їх їм їми єму є ї".split()),
        whole=((r"(?:[ув] мене |мені |мене (?=звати))()", r"\1"),),
        left=r"я|мо(?:я|є|ї|го|їй|ю|їх|їм|їми|єму)|мене|мені|мною|ми|нас|нам\p{L}*|наш\p{L}*|мій",
        verbless=True,
    ),
    "pl": _Person(
        i=r"ja",
        needed=False,
        my=r"mój|moja|moje|moi",
        skipped=r"nie|bardzo|zawsze|nigdy|często|rzadko|też|także|już|teraz|zwykle|czasami|się|tylko"
        r"|naprawdę|od dawna",
        owned=tuple((f"mo{end}", f"swo{end}") for end in "ją jej je ich im imi jego jemu".split()),
        left=r"ja|mnie|mi|mną|my|nas|nam\p{L}*|nasz\p{L}*|mój|moja|moi|jestem|mam|lubię|chcę",
    ),
}
_OTHER_WORDS = frozenset({"como", "nada"})
"""Verbs that are other words too when no subject stands before them."""
_MAY_BE_VERBS = ("у", "ю", "усь", "юсь", "юся")
_JOINS = r"und|aber|oder|en|maar|et|mais|y|e|ma|mas|pero|и|но|а|і|й|та|але|i|ale|a"
_WORD = r"[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*'?"


def of_oneself(said: str, language: str) -> str | None:
    """Word what a speaker says of themself without them in it; None where that is not certain."""
    person = _PERSONS.get(language)
    if person is None:
        return None
    worded = _whole(said, person) or _owned(said, person) or _done(said, person, language)
    if worded is None or regex.search(rf"(?<!\p{{L}})(?:{person.left})(?!\p{{L}})", worded, regex.IGNORECASE):
        return None
    return worded[:1].upper() + worded[1:]


def speaks_of_oneself(said: str, language: str) -> bool:
    """Say whether a statement without a subject is about who says it: its verb says so."""
    person = _PERSONS.get(language)
    if person is None or person.needed:
        return False
    return _done(said, person, language) is not None or _whole(said, person) is not None


def _whole(said: str, person: _Person) -> str | None:
    for pattern, changed in person.whole:
        if match := regex.match(pattern, said, regex.IGNORECASE):
            rest = said[match.end() :]
            return match.expand(changed) + (rest if person.verbless else _changed(rest, person.owned))
    return None


def _owned(said: str, person: _Person) -> str | None:
    match = regex.match(rf"(?:{person.my})\s+(?=\p{{L}})", said, regex.IGNORECASE)
    return None if match is None else said[match.end() :]


def _done(said: str, person: _Person, language: str) -> str | None:
    """Read "I", what stands before the verb, and the verb."""
    subject = rf"(?P<i>(?:{person.i})(?:(?<=')|\s+)){'' if person.needed else '?'}"
    between = rf"(?P<between>(?:(?:{person.skipped})(?:(?<=')|\s+))*)"
    match = regex.match(rf"{subject}{between}(?P<verb>{_WORD})(?P<rest>.*)", said, regex.IGNORECASE)
    if match is None or not (match["verb"].islower() or said.startswith(match["verb"])):
        return None
    if match["verb"].lower() in _OTHER_WORDS and not match["i"] and not match["between"]:
        return None
    verb = third_person(match["verb"], language)
    if verb is None and person.verbless and not match["verb"].lower().endswith(_MAY_BE_VERBS):
        verb = match["verb"]
    rest = match["rest"]
    if verb is None or _verb_again(rest, language):
        return None
    if language == "de" and "," not in rest:
        rest = _changed(rest, person.self)
    return f"{_changed(match['between'], person.self)}{verb}{_changed(rest, person.owned)}"


def _verb_again(rest: str, language: str) -> bool:
    """Say whether a second verb may still speak of oneself."""
    joined = regex.search(rf"(?<!\p{{L}})(?:{_JOINS})\s(?P<rest>.+)|,(?P<rest>.+)", rest)
    if joined is None:
        return False
    known = TABLES[language]
    found = {word.lower() for word in regex.findall(_WORD, joined["rest"])}
    return any(known.get(word, word) != word for word in found)


def _changed(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for pattern, other in pairs:
        text = regex.sub(rf"(?<!\p{{L}})(?:{pattern})(?:(?<=')|(?!\p{{L}}))", other, text)
    return text
