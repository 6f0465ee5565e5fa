"""From a text that is said to the assistant to what it asks of the memory; None for everything else.

Imperatives only. "I remember", "do you remember when", "remember me?" and "forget it" are conversation.
"""

from collections.abc import Collection
from functools import cache

import regex

from dnam.model import Person
from dnam.rules.freeform.east import read_east
from dnam.rules.freeform.things import names_a_thing
from dnam.rules.freeform.tongues import TONGUES, Tongue
from dnam.rules.freeform.values import Freeform, Verb
from dnam.rules.freeform.wording import VERB_LAST
from dnam.rules.text import collapse, plain

__all__ = ["Freeform", "Verb", "calls", "could_be_meant", "is_entry", "read"]

LONGEST = 2000
"""The longest message of Discord; what is longer was pasted."""
ALWAYS = ("bot", "бот", "机器人", "機器人", "ボット", "봇")
"""What everybody may call the assistant."""

_GREETING = (
    r"(?:(?:hey|hi|hello|yo|ok|okay|please|hallo|salut|bonjour|hola|oye|oi|olá|ei|ciao|ehi|hoi|эй|привет"
    r"|привіт|гей|hej|cześć|嘿|嗨|你好|ねえ|ねぇ)[\s,!，、]+)?"
)
_TITLE = r"(?:さん|ちゃん|くん|君)?"
_THANKS = (
    r"(?:please|pls|plz|thanks|thank you|thx|ty|bitte|danke|merci|s'il te pla[iî]t|stp|gracias|por favor"
    r"|obrigad[oa]|grazie|per favore|bedankt|alsjeblieft|спасибо|пожалуйста|дякую|будь ласка|dzięki|proszę"
    r"|谢谢|謝謝|ありがとう)"
)
_ENDING = regex.compile(
    rf"(?<![\s,.!;，。])(?:[\s,.!;，。]++{_THANKS}(?:\s*[.!)]*))+$|(?<![\s.!。！])[\s.!。！]++$",
    regex.IGNORECASE,
)
_MENTION = r"<@!?\d+>|@"
_BREAK = r"(?:(?<=')|(?![\p{L}\p{N}]))"
"""Where a word ends."""
_ENTRY = regex.compile(r"(?:#?\d+(?:[\s,]+\d+)*|durable-[0-9a-f.]+|all)", regex.IGNORECASE)
_SIGN = regex.compile(
    r"remember|forget|memor|keep in mind|merk|vergiss|vergess|souvien|rappell|retien|retenir|oubli"
    r"|recuerd|acuérd|acuerd"
    r"|olvid|lembr|esque[cç]|ricord|dimentic|onthou|vergeet|помн|забуд|забы|пам'?ят|pamięt|zapomn|记住"
    r"|记得|記住"
    r"|記得|忘|覚え|憶え|記憶|기억|잊|hatırla|unut|husk|glem|kom ihåg|glöm|muista|unohda|pamatuj|zapom"
    r"|تذكر|انس|याद|भूल"
    r"|jegyez|felejt|nhớ|quên|ingat|lupa",
    regex.IGNORECASE,
)
_PASSING = regex.compile(
    r"(?:i|we|you|he|she|they|who|nobody|everyone|people)\b[^.!?]{0,20}\b(?:remember|forg[eo]t)\w*\b"
    r"|(?:do|does|did|don'?t) (?:you|u|anyone|we|i)\b|(?:remember|forget)\s+(?:when|how|me|it|us)\b"
    r"|(?:can'?t|cannot|couldn'?t|won'?t|never) (?:forget|remember)\b|(?:weißt|erinnerst) du\b|ich erinnere"
    r"|я (?:помню|забыл)|je me souviens|tu te souviens|(?:te|me) acuerd[ao]s?\b",
    regex.IGNORECASE,
)
"""Conversation beyond doubt: no model needs to be asked."""
_RECALLED = regex.compile(r"(?:hey )?remember that (?P<text>.+?)\s*\?*", regex.IGNORECASE)


def read(text: str, *, assistant: Person) -> Freeform | None:
    """Read what somebody asks of the memory; the assistant's name or mention may stand before or after it."""
    said = spoken(text, assistant)
    if not said or len(said) > LONGEST:
        return None
    likely = None
    for language, tongue in TONGUES.items():
        for reading in (_remembers, _forgets, _asks):
            found = reading(said, language, tongue)
            if found is not None and found.sure:
                return found
            likely = likely or found
    return likely or read_east(said)


def could_be_meant(text: str, *, assistant: Person) -> bool:
    """Say whether a text that `read` makes nothing of may ask for memory all the same."""
    said = spoken(text, assistant)
    if len(said) > LONGEST or _SIGN.search(said) is None or _PASSING.match(said) or said.startswith("<@"):
        return False
    recalled = _RECALLED.fullmatch(said)
    if recalled is not None and names_a_thing("that", recalled["text"], "en"):
        return False
    return not any(_is_idle(said, tongue) for tongue in TONGUES.values())


def calls(text: str, *, assistant: Person) -> bool:
    """Say whether a text begins with the assistant's name and asks something of its memory."""
    called = _names(assistant.id, (*ALWAYS, plain(assistant.name)))[0].match(collapse(plain(text)))
    return called is not None and bool(called.group()) and read(text, assistant=assistant) is not None


def is_entry(text: str) -> bool:
    """Say whether entries of a list are meant: numbers, ids, or all of it."""
    return _ENTRY.fullmatch(text) is not None


def spoken(text: str, assistant: Person) -> str:
    """Give what is said, without whom it is said to."""
    said = collapse(plain(text))
    names = _names(assistant.id, (*ALWAYS, plain(assistant.name)))
    said = names[1].sub("", names[0].sub("", said))
    return said.strip(" ,:;")


@cache
def _names(id_: int, names: Collection[str]) -> tuple["regex.Pattern[str]", "regex.Pattern[str]"]:
    called = "|".join(regex.escape(name) for name in names if name.strip())
    who = rf"(?:<@!?{id_}>|@?(?:{called}){_TITLE}(?![\p{{L}}\p{{N}}_'-]))"
    return (
        regex.compile(rf"{_GREETING}{who}[\s,:;!.、，：！—-]*", regex.IGNORECASE),
        regex.compile(rf"(?<![\s,，、])(?:[\s,，、]++{who})+(?=[\s.!?。！？]*$)", regex.IGNORECASE),
    )


@cache
def _shape(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE | regex.VERSION1)


def _after(said: str, tongue: Tongue, verb: str) -> str | None:
    """Give what follows the verb of a request; None when the text is none."""
    polite = rf"(?:(?:{tongue.polite})[\s,!]+)*"
    asks = "?" in said[-2:]
    begins = (
        rf"{polite}(?:{tongue.asking})[\s,]+{polite}"
        if asks
        else rf"{polite}(?:(?:{tongue.asking}|{tongue.wanting})[\s,]+{polite})?"
    )
    match = _shape(rf"{begins}(?:{verb})(?P<rest>(?![\p{{L}}\p{{N}}_-]).*)").fullmatch(said)
    return None if match is None else _ENDING.sub("", match["rest"].rstrip(" ?")).strip()


def _is_idle(said: str, tongue: Tongue) -> bool:
    """Say whether a text is an idiom or a memory: "forget it", "remember the time"."""
    rests = (_after(said, tongue, verb) for verb in (tongue.remember, tongue.forget))
    return any(rest is not None and (not rest or _shape(f"(?:{tongue.idle})").match(rest)) for rest in rests)


def _remembers(said: str, language: str, tongue: Tongue) -> Freeform | None:
    rest = _after(said, tongue, tongue.remember)
    if rest is None:
        return None
    idle = _shape(rf"(?:{tongue.idle})").match(rest)
    about = rf"(?:{tongue.about}){_BREAK}\s*"
    pointed = _shape(rf",?\s*(?:{tongue.this})(?:\s*{about}(?P<about>[^:,]+?))?").fullmatch(rest)
    if pointed is not None:
        return Freeform(verb=Verb.REMEMBER, language=language, about=(pointed["about"] or "").strip())
    told = _shape(
        rf"(?:(?:{tongue.this})?\s*{about}(?!(?:{tongue.that})\b)"
        rf"(?P<about>[^\s:]+(?: [^\s:]+){{0,3}}?)"
        rf"(?:\s*:|,?\s+(?:{tongue.that})\b)|,?\s*(?:{tongue.this})?\s*:"
        rf"|,?\s*(?:{tongue.that}){_BREAK})\s*(?P<text>.+)"
    ).fullmatch(rest)
    if told is not None and names_a_thing(rest[: told.start("text")], told["text"], language):
        return None
    if told is not None and (idle is None or ":" in rest[: told.start("text")]):
        return Freeform(
            verb=Verb.REMEMBER,
            language=language,
            text=told["text"].strip(),
            about=(told["about"] or "").strip(),
            verb_last=_is_clause(rest[: told.start("text")], language),
        )
    statement = rest.lstrip(" ,")
    plainly = _shape(rf"(?:{tongue.i}){_BREAK}\s*.{{2,}}|(?:{_MENTION}).+|(?:{tongue.bare}).*")
    if idle is None and plainly.fullmatch(statement) and _says_something(statement, language):
        return Freeform(verb=Verb.REMEMBER, language=language, text=statement)
    return None


def _is_clause(before: str, language: str) -> bool:
    return language in VERB_LAST and ":" not in before


def _says_something(statement: str, language: str) -> bool:
    """Tell "my birthday is in May" from "my birthday": without a verb it is only a thing."""
    if language != "en" or not _shape(r"(?:my|our)\b.*").fullmatch(statement):
        return True
    return (
        _shape(r".*\b(?:is|are|was|were|isn't|aren't|has|have|can|will|'s|\p{L}+s) .+").fullmatch(statement)
        is not None
    )


def _forgets(said: str, language: str, tongue: Tongue) -> Freeform | None:
    rest = _after(said, tongue, tongue.forget)
    if not rest:
        return None
    rest = rest.lstrip(" ,:")
    if is_entry(rest):
        return Freeform(verb=Verb.FORGET, language=language, text=rest.replace("#", ""))
    if _shape(rf"(?:{tongue.everything})").fullmatch(rest):
        return Freeform(verb=Verb.FORGET, language=language, everything=True)
    if _shape(rf"(?:{tongue.idle})").match(rest):
        return None
    marked = _shape(rf"(?:{tongue.forget_that}){_BREAK}[\s,:]*(?P<text>.+)").fullmatch(rest)
    text = marked["text"] if marked else rest
    own = _shape(rf"(?:(?:{tongue.i}){_BREAK}|{_MENTION}).+").fullmatch(text)
    if text in ("that", "das", "dat") or not text:
        return None
    clause = _is_clause("" if marked else ":", language)
    return Freeform(
        verb=Verb.FORGET, language=language, text=text, verb_last=clause, sure=bool(marked or own)
    )


def _asks(said: str, language: str, tongue: Tongue) -> Freeform | None:
    polite = rf"(?:(?:{tongue.polite})[\s,!]+)*"
    shapes = (rf"(?:{tongue.know})\s*(?P<about>.+?)(?:{tongue.know_end})?", tongue.know_last)
    found = (_shape(rf"{polite}{shape}[\s?.!]*").fullmatch(said) for shape in shapes)
    match = next((one for one in found if one is not None), None)
    if match is None or len(match["about"].split()) > 5:
        return None
    return Freeform(verb=Verb.KNOW, language=language, about=match["about"].strip())
