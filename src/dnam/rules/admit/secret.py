"""Secrets: keys, passwords and account numbers by their shapes, never by the words around them alone.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does.
"""

import re

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


def has_secret(text: str) -> bool:
    """Say whether a text gives away something that lets others in."""
    return bool(
        _KEYS.search(text)
        or _SOCIAL.search(text)
        or any(_stated(found) for found in _STATED.finditer(text))
        or any(_mixed(found["value"]) for found in _ENTROPIC.finditer(text))
        or any(_luhn(found.group()) for found in _DIGITS.finditer(text))
        or any(_iban(found.group()) for found in _IBAN.finditer(text))
        or any(_seed_phrase(found.group()) for found in _PLAIN_WORDS.finditer(text))
    )


def _stated(found: re.Match[str]) -> bool:
    """Tell a password's value from a sentence that goes on: it has a digit or a sign, or stands alone."""
    value = found["value"].strip("\"'“”‘’`«».,;!?")
    if not value or value.lower() in _ORDINARY:
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


def _iban(written: str) -> bool:
    code = written.replace(" ", "")
    if not 15 <= len(code) <= 34:
        return False
    return int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1


def _seed_phrase(run: str) -> bool:
    """Twelve or more plain words in a row that no sentence would hold: not one function word."""
    words = run.replace(",", " ").split()
    streak = 0
    for word in words:
        streak = 0 if word in STOPWORDS else streak + 1
        if streak >= 12:
            return True
    return False
