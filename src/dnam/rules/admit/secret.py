"""Secrets: keys, passwords and account numbers by their shapes, never by the words around them alone.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does.
"""

import re
from collections.abc import Iterator

from dnam.rules.text import STOPWORDS

_KEYS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[a-z]+[-_]){0,3}[A-Za-z0-9_-]{16,}"
    r"|\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{20,}"
    r"|hf_[A-Za-z0-9]{20,}"
    r"|pypi-[\w-]{20,}|dop_v1_[0-9a-f]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|shp(?:at|ca|pa|ss)_[0-9a-f]{20,})"
    r"|\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}"
    r"|\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}"
    r"|\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}\b|\bmfa\.[\w-]{60,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"
    r"|discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}|hooks\.slack\.com/services/\w+/\w+/\w+"
    r"|-----BEGIN[A-Z ]{0,30}(?:PRIVATE KEY|CERTIFICATE)|\bAGE-SECRET-KEY-1\w{20,}"
    r"|\b[a-z][a-z0-9+.-]{2,15}://[^\s:/@]{1,64}:[^\s:/@]{3,64}@"
)
_WORD = (
    r"(?:pass(?:word|code|phrase|wd|wort)|pwd|passwort|kennwort|mot de passe|contraseña|senha|parola"
    r"|пароль|парол"
    r"|密码|密碼|パスワード|비밀번호|pin(?: code| number)?|cvv|cvc|api[ _-]?key|secret[ _-]?key"
    r"|access[ _-]?key"
    r"|private[ _-]?key|(?:access|auth|bot|api|login|session|refresh|bearer)[ _-]?token|client[ _-]?secret"
    r"|credentials?|login)"
)
_SAID = r"(?:\s*[:=：]\s*|\s*(?:是|は|为)\s*|\s+(?:is|was|ist|est|es|é|это|will be|=)\s*[:=]?\s+)"
_STATED = re.compile(
    rf"(?<!\w){_WORD}(?:\s+(?:for|to|of|on|at|für|pour|para|от|для)(?:\s+[\w.'’-]{{1,24}}){{1,4}}?)?{_SAID}"
    r"(?P<value>[\"'“‘`«]?\S{3,80})(?P<rest>[^.!?]{0,40})",
    re.IGNORECASE,
)
_ENTROPIC = re.compile(
    r"(?<!\w)(?:key|token|secret|bearer|password|passwd|credentials?|auth)\b\W{0,4}(?:\w{1,12}\W{1,3}){0,3}"
    r"(?P<value>[A-Za-z0-9+/_=.-]{16,})",
    re.IGNORECASE,
)
_ORDINARY = frozenset(
    """
    forgotten lost expired wrong weak strong long short secret complicated changed saved stored safe hard
    easy too very not the a an in on at written reset unknown known shared protected required needed needing
    always never never good bad terrible old new different same unique something what kept hidden based made
    being about still stuck missing broken important annoying tricky simple random managed his her their my
    our that it one only
    """.split()
)
_DIGITS = re.compile(r"(?<![\w.@#&])[2-6](?:[ -]?\d){12,15}(?!\w)")
"""Card numbers; Discord's own ids have more digits."""
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b")
_SOCIAL = re.compile(r"\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b")
_PLAIN_WORDS = re.compile(r"(?<![\w'])(?:[a-z]{3,8}[ ,]{1,2}){11,}[a-z]{3,8}(?![\w'])")


MASK = "[secret]"
_DIGIT = re.compile(r"\d")
_SHORTEST_KEY, _SEED_WORDS = 12, 12
_HINTS = (
    *(
        "pass",
        "pwd",
        "kennwort",
        "contrase",
        "senha",
        "parol",
        "парол",
        "密",
        "パスワード",
        "비밀번호",
        "pin",
    ),
    *("cvv", "cvc", "key", "token", "secret", "credential", "login", "bearer", "auth"),
)
"""One of these is in every text that states a secret."""
_BLOCK = re.compile(
    r"-----BEGIN[A-Z ]{0,30}(?:PRIVATE KEY|CERTIFICATE).*?(?:-----END[^-]{0,60}-----|\Z)", re.DOTALL
)
_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`", "«": "»"}


def has_secret(text: str) -> bool:
    """Say whether a text gives away something that lets others in."""
    return next(_spans(text), None) is not None


def masked(text: str) -> str:
    """Give a text with every secret in it replaced; what stands around it stays as it was said."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted((*_spans(text), *(found.span() for found in _BLOCK.finditer(text)))):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    for start, end in reversed(spans):
        text = text[:start] + MASK + text[end:]
    return text


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Say where in a text its secrets stand; what cannot hold one of a kind is not searched for it."""
    pieces = text.split()
    if "BEGIN" in text or max(map(len, pieces), default=0) >= _SHORTEST_KEY:
        yield from (found.span() for found in _KEYS.finditer(text))
    lowered = text.casefold()
    if any(hint in lowered for hint in _HINTS):
        for found in _STATED.finditer(text):
            if _stated(found):
                yield found.start("value"), _end(text, *found.span("value"))
        yield from (f.span("value") for f in _ENTROPIC.finditer(text) if _mixed(f["value"]))
    if _DIGIT.search(text):
        yield from (found.span() for found in _SOCIAL.finditer(text))
        yield from (found.span() for found in _DIGITS.finditer(text) if _luhn(found.group()))
        for found in _IBAN.finditer(text):
            if length := _iban(found.group()):
                yield found.start(), found.start() + length
    if len(pieces) >= _SEED_WORDS and _seed_phrase(text):
        yield from (found.span() for found in _PLAIN_WORDS.finditer(text) if _seed_phrase(found.group()))


def _end(text: str, start: int, end: int) -> int:
    """Find where a stated value really ends: at its closing mark if it is quoted, else at a space."""
    close = text.find(_CLOSING[text[start]], start + 1, start + 200) if text[start] in _CLOSING else -1
    if close > 0:
        return close + 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return end


def _stated(found: re.Match[str]) -> bool:
    """Tell a password's value from a sentence that goes on: it has a digit or a sign, or stands alone."""
    value = found["value"].strip("\"'“”‘’`«».,;!?")
    if not value or value == MASK or value.lower() in _ORDINARY:
        return False
    if any(letter.isdigit() or letter in "!@#$%^&*_+=~|\\/<>" for letter in value):
        return True
    quoted = found["value"][0] in "\"'“‘`«"
    return quoted or not any(letter.isalpha() for letter in found["rest"])


def _mixed(value: str) -> bool:
    kinds = (any(map(str.isdigit, value)), any(map(str.islower, value)), any(map(str.isupper, value)))
    return sum(kinds) >= 2 and kinds[0] and len(set(value)) >= 8


def _luhn(written: str) -> bool:
    digits = [int(digit) for digit in written if digit.isdigit()]
    if len(set(digits)) < 2:
        return False
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _iban(written: str) -> int:
    """Say how much of what looks like an account number is one; words may follow it."""
    for end in range(len(written), 14, -1):
        code = written[:end].replace(" ", "")
        whole = end == len(written) or written[end] == " "
        if whole and 15 <= len(code) <= 34 and _checks(code):
            return end
    return 0


def _checks(code: str) -> bool:
    return int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1


def _seed_phrase(run: str) -> bool:
    """Twelve or more plain words in a row that no sentence would hold: not one function word."""
    words = run.replace(",", " ").split()
    streak = 0
    for word in words:
        streak = 0 if word in STOPWORDS else streak + 1
        if streak >= _SEED_WORDS:
            return True
    return False
