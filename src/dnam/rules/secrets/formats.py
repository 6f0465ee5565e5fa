"""Secrets by their form alone: keys of vendors, credentials in addresses and code, cards and accounts."""

from collections.abc import Iterator

import re2

MASK = "[secret]"
Span = tuple[int, int]

_VENDORS = (
    r"(?:sk|pk|rk)[-_](?:[a-z0-9]+[-_]){0,3}[A-Za-z0-9_-]{16,}",  # OpenAI, Anthropic, Stripe and many others
    r"[a-z]{2,8}_(?:live|test|prod|secret|sk|pat|api|key|token)_[A-Za-z0-9_-]{16,}",
    r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt)-[\w-]{16,}",
    r"(?:npm|hf|gsk|r8|nfp|ntn|sbp|figd|lin_api|lin_oauth|dckr_pat|dckr_oat|pul|rubygems|pscale_\w{2,5}|glsa|glc)_[\w-]{20,}",
    r"(?:pypi|pplx|xai|xkeysib|tskey|PMAK|GOCSPX|HRKU|sq0[a-z]{3}|key|api|NRAK|fo1|lsv2|csk|tvly)-[\w-]{20,}",
    r"(?:whsec|secret|dop_v1|doo_v1|dor_v1|shp(?:at|ca|pa|ss)|sntry[su]|ops|FlyV1 fm\d)_[\w+/=-]{20,}",
    r"(?:SG|hvs|hvb|dp\.(?:pt|st|ct)|pat[A-Za-z0-9]{14})\.[\w.-]{20,}|\w{14}\.atlasv1\.[\w-]{40,}",
    r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|1//0[\w-]{30,}",
    r"xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{10,}|EAA[A-Za-z0-9]{40,}|ATATT3[\w=-]{20,}|ATBB\w{24,}|dapi[0-9a-f]{32}",
    r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}|mfa\.[\w-]{60,}|\d{8,10}:[\w-]{35}",  # Discord, Telegram
    r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]{4,})?|eyJ[\w-]{60,}={0,2}|AGE-SECRET-KEY-1\w{20,}",
    r"(?:SK|key-)[0-9a-f]{32}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|xprv[1-9A-HJ-NP-Za-km-z]{100,}",
)
_VENDOR = re2.compile(rf"(?:^|[^A-Za-z0-9])((?:{'|'.join(_VENDORS)}))")
_NAMES = (
    r"(?:access|id|auth|refresh|session)?[_-]?token|api[_-]?key|app[_-]?id|key|pass(?:word|wd)?|pwd|secret"
    r"|sig|signature|auth|session(?:id)?|client[_-]secret|code"
)
_PLACES = (
    ("private ", r"(?s)-----BEGIN[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-{0,5}(?:.*?-----END[^-]{0,60}-----|.*)"),
    ("certificate", r"(?s)-----BEGIN CERTIFICATE-{0,5}(?:.*?-----END[^-]{0,60}-----|.*)"),
    ("private-lines", r"(?s)PuTTY-User-Key-File-\d.*"),
    ("/webhooks/", r"/api/(?:v\d+/)?webhooks/\d+/([\w-]{20,})"),
    ("hooks.slack.com", r"hooks\.slack\.com/\w+/([\w/]{12,})"),
    ("://", r"://[^\s:/@]*:([^\s@]{3,})@[\w.\[-]"),
    ("@", r"(?:^|[\s'\"`])[\w.-]+:([^\s:@/]{3,})@(?:[\w-]+\.[\w.-]+|localhost)"),
    ("@", r"[\w+-]@[\w-]+\.[\w.-]*\w[:|;]([^\s/]{4,})"),
    ("=", rf"[?&#;](?:{_NAMES})=([^\s&#;\"'`<>|)]{{6,}})"),
    (
        "authorization",
        r"authorization[\"']?\s*[:=,]\s*[\"']?((?:bearer|basic|token|digest|bot|apikey)\s+[^\s\"'`]{6,}|[^\s\"'`]{16,})",
    ),
    ("bearer", r"bearer\s+([\w.~+/-]{16,}=*)"),
    ("cookie", r"cookies?\s*[:=]\s*([\w.-]+=[^\s;,]{4,}(?:;\s*[\w.-]+=[^\s;,]+)*)"),
    ("-u", r"\s(?:-u|--user|--proxy-user)[ =]?['\"]?[^\s:'\"]+:([^\s'\"]{3,})"),
    ("pass -p", r"sshpass -p ?['\"]?([^\s'\"]{3,})"),
    ("mysql", r"mysql\w*(?: -[^p\s]\S*| \w\S*){0,6} -p['\"]?([^\s'\"]{3,})"),
    ("wifi:", r"WIFI:(?:[^P\s;][^\s;]*;){0,4}P:([^\s;]{3,})"),
    ("</", rf"<[\w:.-]*(?:{_NAMES})>([^<\s]{{3,}})</"),
    (
        "p",
        r"(?:^|[\s(])(?:u|usr|user|un|id|login)\s?[:=]\s?[^\s,;/|]+[\s,;/|]{1,3}(?:p|pw|pass|pwd)\s?[:=]\s?['\"`]?([^\s)'\"`]{3,})",
    ),
)
"""Where credentials stand in addresses, code and settings: what such a text has, and how it is written."""
_PLACED = tuple((hint, re2.compile(f"(?i){pattern}")) for hint, pattern in _PLACES)
_NO_CREDENTIAL = re2.compile(
    rf"(?i)[\[<{{(*$%][^\s]*|(?:your|my|the|some|user)?[_-]?(?:{_NAMES})(?:[_-]?here)?|xxx+|\.\.\.+|\*+"
)
_CARD_RUN = re2.compile(r"\d(?:[\s.\-–—_/·|]{0,3}\d){12,}")
_DIGITS = re2.compile(r"\d+")
_CARD_LENGTHS = {"2": (16,), "4": (13, 16, 19), "5": (16,), "6": (16, 19), "35": (16,)}
_CARD_LENGTHS |= {"34": (15,), "37": (15,), "30": (14,), "36": (14,), "38": (14,)}
"""By how they begin."""
_CARD_GROUPS = {(4, 6, 5), (4, 6, 4)}
_LONGEST_UNBROKEN = 16
"""Digits; Discord's own ids have more."""
_IBAN = re2.compile(r"[A-Z]{2}\d{2}(?:[ .\t-]{0,2}[A-Z0-9]){11,30}")
_SOCIAL = re2.compile(r"(?:^|[^\w-])(\d{3}-\d{2}-\d{4})(?:$|[^\w-])")


def formed(text: str, *, card: bool) -> Iterator[Span]:
    """Yield where secrets stand that are known by their form; with `card` any number like a card's is one."""
    for found in _VENDOR.finditer(text):
        if not is_placeholder(found.group(1)) and any(map(str.isdecimal, found.group(1))):
            yield found.span(1)
    low = text.lower()
    for pattern in [pattern for hint, pattern in _PLACED if hint in low]:
        for found in pattern.finditer(text):
            span = found.span(pattern.groups)
            if not _NO_CREDENTIAL.fullmatch(text[slice(*span)]):
                yield span
    if sum(map(str.isdecimal, text)) >= 9:
        yield from _cards(text, card=card)
        yield from _ibans(text)
        for found in _SOCIAL.finditer(text):
            area, group, serial = found.group(1).split("-")
            if area not in ("000", "666") and area[0] != "9" and group != "00" and serial != "0000":
                yield found.span(1)


def is_placeholder(value: str) -> bool:
    """Return whether a value only shows where one goes, as "xxxxxxxx" does."""
    return len(value) >= 8 and len({*value[-8:].casefold()}) == 1


def _cards(text: str, *, card: bool) -> Iterator[Span]:
    for run in _CARD_RUN.finditer(text):
        before = text[run.start() - 1 : run.start()]
        groups = [(found.start() + run.start(), found.group()) for found in _DIGITS.finditer(run.group())]
        reached = 0
        for first, (start, _) in enumerate(groups):
            if start < reached or (first == 0 and (before.isalnum() or before in ("@", "#", "&", "."))):
                continue
            if size := _card_size([digits for _, digits in groups[first : first + 19]], known=card):
                last, digits = groups[first + size - 1]
                reached = last + len(digits)
                yield start, reached


def _card_size(groups: list[str], *, known: bool) -> int:
    """Return how many of the groups of digits make a card's number; 0 when none do."""
    digits = "".join(groups)
    lengths = _CARD_LENGTHS.get(digits[:2]) or _CARD_LENGTHS.get(digits[0], ())
    count = 0
    for size, group in enumerate(groups if lengths else (), 1):
        count += len(group)
        if count > max(lengths) or len(group) > _LONGEST_UNBROKEN:
            break
        sizes = tuple(map(len, groups[:size])) if count in lengths else ()
        even = len({*sizes[:-1]}) <= 1 and sizes[-1:] <= sizes[:1]
        if sizes and (even or sizes in _CARD_GROUPS) and (known or _luhn(digits[:count])):
            return size
    return 0


def _luhn(written: str) -> bool:
    digits = [int(digit) for digit in written]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return len(set(digits)) > 1 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _ibans(text: str) -> Iterator[Span]:
    for found in _IBAN.finditer(text):
        written = found.group()
        for end in range(len(written), 14, -1):
            code = "".join(filter(str.isalnum, written[:end]))
            whole = not written[end : end + 1].isalnum()
            if whole and 15 <= len(code) <= 34 and _checks(code):
                yield found.start(), found.start() + end
                break


def _checks(code: str) -> bool:
    return int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1
