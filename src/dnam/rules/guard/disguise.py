"""Disguises: text that a person does not see or cannot read, but a model may.

Invisible characters, look-alike letters, spelled-out and encoded words. What emoji, flags and scripts need to
be written at all is not a disguise.
"""

import base64
import binascii
import codecs
import unicodedata
from collections.abc import Iterator, Sequence

import re2

from dnam.languages import languages

_FLAG = re2.compile(r"\x{1F3F4}[\x{E0020}-\x{E007E}]{1,16}\x{E007F}")
_STRAY = re2.compile(
    r"[\x{ad}\x{200b}\x{200e}\x{200f}\x{2060}\x{feff}\x{180e}\x00-\x08\x0e-\x1f\x7f-\x{84}\x{86}-\x{9f}]"
)
_UNSEEN = re2.compile(
    r"[\x{E0000}-\x{E0FFF}\x{202a}-\x{202e}\x{2061}-\x{206f}\x{fff9}-\x{fffb}\x{3164}\x{115f}\x{1160}\x{ffa0}\x{2800}]"
    r"|\p{Latin}[\x{ad}\x{200b}-\x{200f}\x{2060}\x{feff}\x{180e}\x{34f}]+\p{Latin}|[\x{fe00}-\x{fe0f}]{2,}"
    r"|[\x{200b}-\x{200f}\x{2060}]{3,}|[\x{300}-\x{36f}]{4,}"
)
_LOOKALIKE = re2.compile(r"[\p{Latin}авекмнорстухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅοραντκΟΡΑΝΤΚΒΕΗΙΜΧΥΖ]{4,}")
_URL = re2.compile(r"https?://\S+|<a?:\w+:\d+>|<[@#][!&]?\d+>")
_BLOB = re2.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re2.compile(r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[\s,:]?){12,}")
_HEX_SIGNS = re2.compile(r"\\x|0x|[%\s,:]")
_CODES = re2.compile(
    r"(?:[01]{7,8}[\s,]*){4,}|(?:[.·-]{1,5}\s*[ /]\s*){8,}|(?:&#x?\w{1,6};){5,}|(?:\\u[0-9a-fA-F]{4}){4,}"
    r"|(?:^|[^\p{L}\p{N}_])(?:\p{L}[ ._*|/-]{1,3}){7,}\p{L}(?:$|[^\p{L}\p{N}_])"
    r"|(?:[\x{1F1E6}-\x{1F1FF}] ){3,}"  # letters of flags
    r"|[ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎ](?:[a-z ]{0,6}[ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎ]){3,}"  # upside down
)
_LEET = re2.compile(r"[\p{L}\p{N}_@$!|]{3,}")
_LEET_SIGNS = frozenset("013457@$!|")
_LEET_LONGEST = 40
_LETTERS = str.maketrans("013457@$!|", "oieastasil")
_INVISIBLE = re2.compile(
    r"[\x{ad}\x{34f}\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{fe00}-\x{fe0f}\x{feff}\x{e0000}-\x{e0fff}]"
)
_STYLED = re2.compile(r"[\x{ff01}-\x{ff5e}\x{1d400}-\x{1d7ff}]")
_MIXED = re2.compile(r"[A-Za-z][\p{Cyrillic}\p{Greek}]|[\p{Cyrillic}\p{Greek}][A-Za-z]")
_ALPHABETIC = re2.compile(r"[A-Za-z\p{Cyrillic}\p{Greek}]+")
_FOREIGN = "авеікмнорстухјѕһԁԛԝАВЕІКМНОРСТУХЈЅοαιρντκυΟΑΙΡΝΤΚΒΕΗΜΧΥΖ"
_ALIKE = "abeikmhopctyxjshdqwABEIKMHOPCTYXJSoaipvtkuOAIPNTKBEHMXYZ"
_TO_LATIN = str.maketrans(_FOREIGN, _ALIKE)
_TO_CYRILLIC = str.maketrans(_ALIKE[:34], _FOREIGN[:34])
_SEVERAL = 3
"""So many small words show that a text is in a language."""


def sound(text: str) -> str:
    """Drop halves of characters, which cannot be written down."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def visible(text: str) -> str:
    """Drop the stray invisible characters that copying leaves behind, and nothing that writing needs."""
    return str(_STRAY.sub("", text))


def read_through(text: str) -> tuple[str, Sequence[int] | None]:
    """Return a text as a reader sees it, and the first place of each letter; None when no place changed."""
    if text.isascii():
        return text, None
    seen = _STYLED.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)
    if _MIXED.search(seen):
        seen = _ALPHABETIC.sub(lambda match: _in_one_script(match.group()), seen)
    if not _INVISIBLE.search(seen):
        return seen, None
    places = [at for at, letter in enumerate(seen) if letter.isascii() or not _INVISIBLE.match(letter)]
    return "".join(seen[at] for at in places), places


def _in_one_script(word: str) -> str:
    """Return a word of two scripts in the one that most of its letters are of."""
    latin = 2 * sum(letter.isascii() for letter in word) >= len(word)
    return word.translate(_TO_LATIN if latin else _TO_CYRILLIC)


def hides(text: str) -> bool:
    """Return whether a text holds something a reader would not see or could not read."""
    if _UNSEEN.search(_FLAG.sub("", text)):
        return True
    plain = _URL.sub(" ", unicodedata.normalize("NFKC", text))
    alike = _LOOKALIKE.finditer(plain) if not plain.isascii() else ()
    if any(_mixes_scripts(match.group()) for match in alike) or _CODES.search(plain):
        return True
    if any(_reads_as_text(match.group()) for match in (*_BLOB.finditer(plain), *_HEX.finditer(plain))):
        return True
    return _reads_otherwise(plain)


def unmasked(text: str) -> Iterator[str]:
    """Return the other ways to read a text: with letters for the digits that look like them."""
    plain = unicodedata.normalize("NFKC", text)
    decoded = _LEET.sub(lambda match: _from_leet(match.group()), plain)
    changed = sum(left != right for left, right in zip(decoded.split(), plain.split(), strict=False))
    if changed >= 2:
        yield decoded


def _from_leet(word: str) -> str:
    mixed = any(map(str.isalpha, word)) and not _LEET_SIGNS.isdisjoint(word) and len(word) <= _LEET_LONGEST
    return word.translate(_LETTERS) if mixed else word


def _reads_otherwise(text: str) -> bool:
    """Return whether a text is in no language as it stands, and in English from its end or 13 letters on."""
    small = languages()["en"].search["stop"]
    words = {*text.casefold().split()}
    others = ({*other.casefold().split()} for other in (codecs.encode(text, "rot13"), text[::-1]))
    return len(words & small) < 2 and any(
        len({w for w in other & small if len(w) > 1}) >= _SEVERAL for other in others
    )


def _mixes_scripts(word: str) -> bool:
    return any(letter.isascii() for letter in word) and any(
        unicodedata.name(letter, "").startswith(("CYRILLIC", "GREEK")) for letter in word
    )


def _reads_as_text(blob: str) -> bool:
    """Return whether a run of letters and digits decodes to writing, or is mixed as only codes are."""
    compact = _HEX_SIGNS.sub("", blob)
    for decoded in (_decoded(compact, hexadecimal=True), _decoded(compact, hexadecimal=False)):
        letters = sum(32 <= byte < 127 for byte in decoded)
        if len(decoded) >= 11 and letters >= 0.9 * len(decoded) and any(64 < byte < 123 for byte in decoded):
            return True
    kinds = (any(map(str.isdigit, blob)), any(map(str.islower, blob)), any(map(str.isupper, blob)))
    return len(blob) >= 32 and all(kinds) and "-" not in blob and "_" not in blob


def _decoded(blob: str, *, hexadecimal: bool) -> bytes:
    try:
        if hexadecimal:
            return binascii.unhexlify(blob)
        return base64.b64decode(blob.rstrip("=") + "=" * (-len(blob.rstrip("=")) % 4), altchars=b"-_")
    except ValueError:
        return b""
