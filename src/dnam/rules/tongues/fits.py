"""What can be a place, a name, a thing: the same for every language, with that language's small words."""

from collections.abc import Mapping

import regex

from dnam.rules.tongues.tongue import GAP, Fit, Tongue

_LONGEST = 60
_UNSPACED_LONGEST = 14
_STRANGE = regex.compile(rf"[{GAP}@<>\[\]{{}}|=*_`~/\\\"“”„«»「」『』()（）!?！？。…:：;]|https?|\p{{So}}")
_JOINING = frozenset(
    "am an der den dem im ob bei von de la las los el del do da dos das di du des sur sous en le les lo y e "
    "aan het op nad na pod на над под і и d l san".split()
)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}.&+-]+")
_SMALL = regex.compile(r"[\p{L}\p{M}-]{3,}")
_NAME = regex.compile(r"\p{L}[\p{L}\p{M}'-]*(?:[ ・·]\p{L}[\p{L}\p{M}'-]*){0,2}")
_CALLED = regex.compile(r"[\p{L}\p{M}'-]+(?:(?:,| \p{L}{1,3}|&)? [\p{L}\p{M}'-]+){0,4}")
_AGE = (5, 119)


_ONLINE = regex.compile(
    r"\b(?:discord|twitter|internet|youtube|reddit|twitch|facebook|instagram|minecraft|narnia|hogwarts|mordor|matrix)\b",
    flags=regex.IGNORECASE,
)
"""Where nobody lives, whatever they say."""


def plain(part: str, tongue: Tongue) -> bool:
    """Say whether a part stands for itself: no pronoun, question, negation or sign, not too long."""
    longest = _LONGEST if tongue.spaced else _UNSPACED_LONGEST
    strange = _STRANGE.search(part) or not regex.search(r"\p{L}", part)
    return len(part) <= longest and not strange and not tongue.has("never", part)


def thing(part: str, tongue: Tongue) -> bool:
    """Say whether a part can be liked, eaten or had."""
    return plain(part, tongue) and len(part.split()) <= 6


def place(part: str, tongue: Tongue) -> bool:
    """Say whether a part names a town, a region or a country."""
    if not plain(part, tongue) or tongue.has("nowhere", part) or _ONLINE.search(part):
        return False
    if not tongue.spaced or not regex.search(r"[\p{Lu}\p{Ll}]", part):
        return len(part.split()) <= 3 and not regex.search(r"\p{N}", part)
    words = _WORD.findall(part.replace("'", " "))
    if not words or len(words) > 5 or regex.search(r"\p{N}", part):
        return False
    large = [word for word in words if word not in _JOINING]
    if len(words) == 1 and words[0].islower():
        return _SMALL.fullmatch(part) is not None
    return bool(large) and words[-1] in large and all(word[0].isupper() for word in large)


def employer(part: str, tongue: Tongue) -> bool:
    """Say whether a part can be where somebody works."""
    return thing(part, tongue) and not tongue.has("nowhere", part)


def name(part: str, tongue: Tongue) -> bool:
    """Say whether a part can be somebody's name."""
    if not plain(part, tongue) or _NAME.fullmatch(part) is None:
        return False
    return (part.islower() and " " not in part) or all(not word.islower() for word in part.split())


def called(part: str, tongue: Tongue) -> bool:
    """Say whether a part can be one name or several."""
    return (
        plain(part, tongue)
        and _CALLED.fullmatch(part) is not None
        and (not tongue.spaced or not part[0].islower())
    )


def age(part: str, tongue: Tongue) -> bool:
    """Say whether a part is an age people have who write messages."""
    del tongue
    return part.isdecimal() and _AGE[0] <= int(part) <= _AGE[1]


def listed(part: str, tongue: Tongue) -> bool:
    """Take what the shape itself spells out."""
    del tongue
    return bool(part)


FITS: Mapping[str, Fit] = {
    "place": place,
    "employer": employer,
    "job": thing,
    "name": name,
    "called": called,
    "age": age,
    "thing": thing,
    "listed": listed,
}
