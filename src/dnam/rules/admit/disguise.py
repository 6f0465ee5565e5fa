"""Disguises: text that a person does not see or cannot read, but a model may.

Invisible characters, look-alike letters, spelled-out and encoded words. What emoji, flags and scripts need to
be written at all is not a disguise.
"""

import base64
import binascii
import unicodedata
from collections.abc import Iterator, Sequence

import regex

_FLAG = regex.compile(r"\U0001F3F4[\U000E0020-\U000E007E]{1,16}\U000E007F")
_STRAY = regex.compile(r"[\u00ad\u200b\u200e\u200f\u2060\ufeff\u180e]|[\p{Cc}--\s]", flags=regex.VERSION1)
_UNSEEN = regex.compile(
    r"[\U000E0000-\U000E0FFF\u202a-\u202e\u2061-\u206f\ufff9-\ufffb\u3164\u115f\u1160\uffa0\u2800]"
    r"|(?<=\p{Latin})[\u00ad\u200b-\u200f\u2060\ufeff\u180e\u034f]+(?=\p{Latin})|[\ufe00-\ufe0f]{2,}"
    r"|[\u200b-\u200f\u2060]{3,}"
)
_LOOKALIKE = regex.compile(r"[\p{Latin}авекмнорстухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅοραντκΟΡΑΝΤΚΒΕΗΙΜΧΥΖ]{4,}")
_URL = regex.compile(r"https?://\S+|<a?:\w+:\d+>|<[@#][!&]?\d+>")
_BLOB = regex.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = regex.compile(r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[\s,:]?){12,}")
_CODES = regex.compile(
    r"(?:[01]{7,8}[\s,]*){4,}|(?:[.·-]{1,5}\s*[ /]\s*){8,}|(?:&#x?\w{1,6};){5,}|(?:\\u[0-9a-fA-F]{4}){4,}"
    r"|(?<!\w)(?:\p{L}[ ._*|/-]{1,3}){7,}\p{L}(?!\w)"
)
_LEET = regex.compile(r"(?<!\w)(?=[\w@$!|]*\p{L})(?=[\w@$!|]*[013457@$!|])[\w@$!|]{3,40}")
_LETTERS = str.maketrans("013457@$!|", "oieastasil")
_INVISIBLE = regex.compile(
    r"[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_STYLED = regex.compile(r"[\uff01-\uff5e\U0001d400-\U0001d7ff]")
_MIXED = regex.compile(r"[A-Za-z][\p{Cyrillic}\p{Greek}]|[\p{Cyrillic}\p{Greek}][A-Za-z]")
_ALPHABETIC = regex.compile(r"[A-Za-z\p{Cyrillic}\p{Greek}]+")
_FOREIGN = "авеікмнорстухјѕһԁԛԝАВЕІКМНОРСТУХЈЅοαιρντκυΟΑΙΡΝΤΚΒΕΗΜΧΥΖ"
_ALIKE = "abeikmhopctyxjshdqwABEIKMHOPCTYXJSoaipvtkuOAIPNTKBEHMXYZ"
_TO_LATIN = str.maketrans(_FOREIGN, _ALIKE)
_TO_CYRILLIC = str.maketrans(_ALIKE[:34], _FOREIGN[:34])


def visible(text: str) -> str:
    """Drop the stray invisible characters that copying leaves behind, and nothing that writing needs."""
    return _STRAY.sub("", text)


def read_through(text: str) -> tuple[str, Sequence[int] | None]:
    """Give a text as a reader sees it, and where each of its letters stands; None if where it did."""
    if text.isascii():
        return text, None
    seen = _STYLED.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    if _MIXED.search(seen):
        seen = _ALPHABETIC.sub(lambda found: _in_one_script(found.group()), seen)
    if not _INVISIBLE.search(seen):
        return seen, None
    places = [at for at, letter in enumerate(seen) if not _INVISIBLE.match(letter)]
    return "".join(seen[at] for at in places), places


def _in_one_script(word: str) -> str:
    """Give a word of two scripts in the one that most of its letters are of."""
    latin = 2 * sum(letter.isascii() for letter in word) >= len(word)
    return word.translate(_TO_LATIN if latin else _TO_CYRILLIC)


def hides(text: str) -> bool:
    """Say whether a text holds something a reader would not see or could not read."""
    if _UNSEEN.search(_FLAG.sub("", text)):
        return True
    plain = _URL.sub(" ", unicodedata.normalize("NFKC", text))
    if any(_mixes_scripts(found.group()) for found in _LOOKALIKE.finditer(plain)) or _CODES.search(plain):
        return True
    return any(_reads_as_text(found.group()) for found in (*_BLOB.finditer(plain), *_HEX.finditer(plain)))


def unmasked(text: str) -> Iterator[str]:
    """Give the other ways to read a text: digits for letters, and from its end."""
    plain = unicodedata.normalize("NFKC", text)
    decoded = _LEET.sub(lambda found: found.group().translate(_LETTERS), plain)
    changed = sum(left != right for left, right in zip(decoded.split(), plain.split(), strict=False))
    if changed >= 2:
        yield decoded


def backwards(text: str) -> str:
    """Give a text from its end to its beginning."""
    return text[::-1]


def _mixes_scripts(word: str) -> bool:
    return any(letter.isascii() for letter in word) and any(
        unicodedata.name(letter, "").startswith(("CYRILLIC", "GREEK")) for letter in word
    )


def _reads_as_text(blob: str) -> bool:
    """Say whether a run of letters and digits decodes to writing, or is mixed as only codes are."""
    compact = regex.sub(r"\\x|0x|[%\s,:]", "", blob)
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
