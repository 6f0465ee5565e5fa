"""Secrets by their form alone: keys of vendors, credentials in addresses and code, cards and accounts."""

from collections.abc import Iterator

import re2

MASK = "[secret]"
Span = tuple[int, int]
_VENDORS = (
    r"(?:sk|pk|rk)[-_](?:[a-z0-9]+[-_]){0,3}[A-Za-z0-9_-]{16,}",  # OpenAI, Anthropic, Stripe and many others
    r"[a-z]{2,8}_(?:live|test|prod|secret|sk|pat|api|key|token|oauth|v1)_[A-Za-z0-9_-]{16,}",
    r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt)-[\w-]{16,}",
    r"(?:npm|hf|gsk|r8|nfp|ntn|sbp|figd|dckr|pul|rubygems|pscale|glsa|glc|whsec|secret|shp..|sntry.|ops)_[\w+/=-]{20,}",
    r"(?:pypi|pplx|xai|xkeysib|tskey|PMAK|GOCSPX|HRKU|sq0[a-z]{3}|key|api|NRAK|fo1|lsv2|csk|tvly)-[\w-]{20,}",
    r"(?:SG|hvs|hvb|dp\.(?:pt|st|ct)|pat[A-Za-z0-9]{14})\.[\w.-]{20,}|\w{14}\.atlasv1\.[\w-]{40,}",
    r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|1//0[\w-]{30,}|dapi[0-9a-f]{32}",
    r"(?:xox[abeoprs]|xapp)-[\w-]{10,}|EAA[A-Za-z0-9]{40,}|ATATT3[\w=-]{20,}|(?:SK|key-)[0-9a-f]{32}",
    r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}|mfa\.[\w-]{60,}|\d{8,10}:[\w-]{35}",  # Discord, Telegram
    r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,})?|eyJ[\w-]{60,}={0,2}|AGE-SECRET-KEY-1\w{20,}|xprv\w{100,}",
    r"[5KL][1-9A-HJ-NP-Za-km-z]{50,51}",  # a wallet's private key
)
_VENDOR = re2.compile(rf"(?:^|[^A-Za-z0-9])({'|'.join(_VENDORS)})")
_NAMES = (
    r"[\w-]*token|api[_-]?key|app[_-]?id|key|pass(?:word|wd)?|pwd|[\w-]*secret"
    r"|sig(?:nature)?|auth|session(?:id)?|code"
)
_VALUE = r"['\"]?([^\s'\"`]{3,})"
_PLACES = (
    ("-begin ", r"(?s)-----BEGIN[A-Z ]{0,30}PRIVATE KEY[A-Z -]{0,9}(?:.*?-----END[^-]{0,60}-----|.*)"),
    ("putty", r"(?s)PuTTY-User-Key-File-\d.*"),
    ("hook", r"(?:/api/(?:v\d+/)?webhooks/\d+|hooks\.slack\.com/\w+)/([\w/-]{12,})"),
    ("://", r"://[^\s:/@]*:([^\s@]{3,})@[\w.\[-]"),
    ("@", r"(?:^|[\s'\"`])[\w.-]+:([^\s:@/]{3,})@(?:[\w-]+\.[\w.-]+|localhost)"),
    ("@", r"[\w+-]@[\w-]+\.[\w.-]*\w[:|;]([^\s/]{4,})"),
    ("=", rf"[?&#;](?:{_NAMES})=([^\s&#;\"'`<>|)]{{6,}})"),
    ("auth", r"authorization[\"']?\s*[:=,]\s*[\"']?((?:\w{3,8}\s+)?[^\s\"'`]{6,})"),
    ("bearer", r"bearer\s+([\w.~+/-]{16,}=*)"),
    ("cookie", r"cookies?\s*[:=]\s*([\w.-]+=[^\s;,]{4,}(?:;\s*[\w.-]+=[^\s;,]+)*)"),
    ("-u", r"\s(?:-u|--user|--proxy-user)[ =]?['\"]?[^\s:'\"]+:([^\s'\"]{3,})"),
    ("-p", rf"(?:login|mysql\w*|sshpass|psql)(?: \S+){{0,6}} (?:-p|--password)[ =]?{_VALUE}"),
    ("wifi:", r"WIFI:(?:[^P\s;][^\s;]*;){0,4}P:([^\s;]{3,})"),
    (
        '":',
        r"[\"'][\w-]*(?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key)[\"']\s*:\s*[\"']([^\"'\s]{3,})[\"']",
    ),
    ("</", rf"<[\w:.-]*(?:{_NAMES})>([^<\s]{{3,}})</"),
    (
        "p",
        rf"(?:^|[\s(])(?:u|usr|user|un|id|login)\s?[:=]\s?[^\s,;/|]+[\s,;/|]{{1,3}}p(?:w|ass|wd)?\s?[:=]\s?{_VALUE}",
    ),
)
"""Where credentials stand in addresses, code and settings: what such a text has, and how it is written."""
_PLACED = tuple((hint, re2.compile(f"(?i){pattern}")) for hint, pattern in _PLACES)
_NO_CREDENTIAL = re2.compile(
    rf"(?i)[\[<{{(*$%][^\s]*|(?:your|my|the|some|user)?[_-]?(?:{_NAMES})(?:[_-]?here)?|xxx+|\.\.\.+|\*+"
)
_LONE = re2.compile(r"(?:^|[\s\"'`*:=(|])([A-Za-z0-9_-]{32,})(?:$|[\s\"'`*.,;:!?)|])")
_FINGERPRINT = re2.compile(r"(?i)(?:sha\d+|md5)[:-]$")
_CARD = re2.compile(r"(?:[245]\d{15}|6\d{15}|35\d{14}|3[47]\d{13}|3[0689]\d{12}|[46]\d{18}|4\d{12})")
_DIGITS = re2.compile(r"\d+")
_GAP = frozenset(" \t\n.-–—_/·|")
_GROUP_COUNTS, _LONGEST_UNBROKEN, _LONGEST_CARD = (16, 8, 5, 4, 3, 2, 1), 16, 70
"""How cards are written: in so many groups of digits. Discord's own ids are longer without a gap."""
_IBAN = re2.compile(r"[A-Z]{2}\d{2}(?:[ .\t-]{0,2}[A-Z0-9]){11,30}")
_SOCIAL = re2.compile(r"(?:^|[^\w-])((?:[0-57-8]\d\d|6[0-57-9]\d|66[0-57-9])-\d\d-\d{4})(?:$|[^\w-])")


def formed(text: str, *, card: bool) -> Iterator[Span]:
    """Yield where secrets stand that are known by their form; with `card` any number like a card's is one."""
    for match in _VENDOR.finditer(text):
        if not is_placeholder(match.group(1)) and not match.group(1).islower():
            yield match.span(1)
    low = text.lower()
    for pattern in [pattern for hint, pattern in _PLACED if hint in low]:
        for match in pattern.finditer(text):
            if not _NO_CREDENTIAL.fullmatch(match.group(pattern.groups)):
                yield match.span(pattern.groups)
    lone = (match for match in _LONE.finditer(text) if _is_random(match.group(1)))
    yield from (
        match.span(1)
        for match in lone
        if not _FINGERPRINT.search(text[max(match.start(1) - 8, 0) : match.start(1)])
    )
    if sum(map(str.isdecimal, text)) >= 9:
        yield from _cards(text, known=card)
        yield from (span for match in _IBAN.finditer(text) for span in _iban(match))
        yield from (match.span(1) for match in _SOCIAL.finditer(text))


def is_placeholder(value: str) -> bool:
    """Return whether a value only shows where one goes, as "xxxxxxxx" does."""
    return len(value) >= 8 and len({*value[-8:].casefold()}) == 1


def _is_random(value: str) -> bool:
    """Return whether a word is mixed as nothing but a key is."""
    counts = [sum(map(test, value)) for test in (str.isdecimal, str.islower, str.isupper)]
    return min(counts) > 2 and value.count("-") < 3


def _cards(text: str, *, known: bool) -> Iterator[Span]:
    """Yield numbers of cards: groups of one size, the last maybe smaller, or 4-6-5 and 4-6-4."""
    spans = [match.span() for match in _DIGITS.finditer(text)]
    for at, (start, _) in enumerate(spans):
        for count in _GROUP_COUNTS if not start or text[start - 1] not in "@#&." else ():
            taken = spans[at : at + count]
            end, sizes = taken[-1][1], [last - first for first, last in taken]
            if not 13 <= sum(sizes) <= 19 or end - start > _LONGEST_CARD or max(sizes) > _LONGEST_UNBROKEN:
                continue
            number = "".join(filter(str.isdecimal, text[start:end]))
            even = (len({*sizes[:-1]}) <= 1 and sizes[-1] <= sizes[0]) or sizes in ([4, 6, 5], [4, 6, 4])
            even = even or not any(size % 4 for size in sizes)
            gaps = {*text[start:end]} - {*number} <= _GAP
            if even and gaps and _CARD.fullmatch(number) and (known or _luhn(number)):
                yield start, end


def _luhn(number: str) -> bool:
    digits = [int(sign) for sign in reversed(number) if sign.isdecimal()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[1::2]]
    return len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _iban(match: "re2.Match[str]") -> Iterator[Span]:
    """Yield the account number that a run of groups begins with: words in capitals may follow it."""
    written = match.group()
    for end in range(len(written), 14, -1):
        code = "".join(filter(str.isalnum, written[:end]))
        whole = not written[end : end + 1].isalnum() and 15 <= len(code) <= 34
        if whole and int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1:
            yield match.start(), match.start() + end
            return
