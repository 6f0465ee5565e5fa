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
    r"(?:pass(?:word|code|phrase|wd|wort)|pwd|pw|psw|mdp|kennwort|mot de passe|contraseña|clave secreta"
    r"|senha|palavra-passe"
    r"|parola|wachtwoord|has[łl]o|şifre|lösenord|heslo|парол[ьюяі]\w?|密码|密碼|口令|パスワード|暗証番号"
    r"|비밀번호|암호"
    r"|(?:code )?pin(?:[ -]?code| number|-nummer)?|cvv|cvc|api[ _-]?key|secret[ _-]?key|access[ _-]?key"
    r"|private[ _-]?key|(?:access|auth|bot|api|login|session|refresh|bearer)[ _-]?token|client[ _-]?secret"
    r"|credentials?|login)"
)
_CODE = (
    r"(?:(?:2fa|otp|mfa|totp|verification|security|recovery|backup|authenticat\w{2,4}|one-time|login|door"
    r"|gate"
    r"|alarm|unlock)[ -]?codes?|(?:bestätigungs|sicherheits|wiederherstellungs|tür|einmal)codes?"
    r"|code de (?:vérification"
    r"|sécurité|secours)|código de (?:verificación|seguridad|recuperación|verificação|segurança)"
    r"|codice di (?:verifica"
    r"|sicurezza)|kod (?:weryfikacyjny|bezpieczeństwa)|код (?:подтверждения|безопасности|підтвердження"
    r"|безпеки)"
    r"|验证码|驗證碼|認証コード|確認コード|인증번호|인증 코드)"
)
_OF = (
    r"(?:\s+(?:for|to|of|on|at|für|zu[mr]?|vom|pour|du|de|para|do|da|per|van|voor|do|от|для|від"
    r"|к)(?:\s+[\w.'’-]{1,24}){1,4}?)?"
)
_SAID = (
    r"(?:\s*[:=：]\s*|\s*(?:是|は|为|為|는|은)\s*[:：]?\s*(?=[!-~])|['’]s\s+"
    r"|\s+(?:is|was|are|ist|war|lautet|est|es|era|é|è|jest|brzmi|это|є|will be|=|—|–|-)\s*[:=]?\s+)"
)
_VALUE = r"(?P<value>[\"'“‘`«„]?\S{3,80})"
_STATED = re.compile(
    rf"(?<!\w)(?:{_WORD}"
    rf"|{_CODE}){_OF}{_SAID}{_VALUE}(?P<rest>[^.!?]{{0,40}})",
    re.IGNORECASE,
)
_SHORT = re.compile(rf"(?<![\w-])pass{_OF}{_SAID}{_VALUE}", re.IGNORECASE)
_ASSIGNED = re.compile(r"(?<![\w-])pass\s?=\s?(?P<value>[^\s=]{3,80})(?=\s*(?:$|[,;&\n]))", re.IGNORECASE)
"""A word that means something else too."""
_BESIDE = re.compile(rf"(?<!\w){_WORD}{_OF}(?:\s+to)?\s+{_VALUE}", re.IGNORECASE)
"""A value right behind the word, as in "пароль hunter2"."""
_PIN = re.compile(r"(?<![\w-])pin\s+(?P<value>\d{4,8})(?![\w-])", re.IGNORECASE)
_NO_VALUE = re.compile(
    r"\d+(?:st|nd|rd|th|x|k|bit)?(?:-[a-z]+)?|2fa|mfa|1password|\d+\w?[,.]?", re.IGNORECASE
)
_CODES = re.compile(
    rf"(?<!\w){_CODE}{_SAID}(?P<value>[\w-]{{4,40}}(?:[\s,;]{{1,3}}(?=[\w-]*\d)[\w-]{{4,40}}){{1,30}})",
    re.IGNORECASE,
)
_SEED = re.compile(
    r"(?<!\w)(?:seed|mnemonic|(?:recovery|backup|wallet|secret)[ -](?:phrase|words))(?:[ -](?:phrase|words))?"
    r"[^\n:=]{0,30}?(?:\s*[:=]\s*|\s(?:is|are)\s+[:=]?\s*)"
    r"(?P<value>[\"“]?(?:(?:\d{1,2}[.)]\s*)?[a-z]{3,8}[\s,]{1,3}){11,23}(?:\d{1,2}[.)]\s*)?[a-z]{3,8})(?![\w'])",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"(?<!\w)(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic|token|digest"
    r"|bot)\s+)?(?P<value>[^\s\"']{6,400})"
    r"|(?<!\w)bearer\s+(?P<value2>[\w.~+/-]{16,400}=*)"
    r"|(?<!\w)(?:set-)?cookies?\s*[:=]\s*(?P<value3>[\w.-]{1,60}=[^\s;,]{4,400}(?:;\s*[\w.-]{1,60}=[^\s;,]{1,400}){0,20})"
    r"|[?&;](?:access_token|id_token|token|api_?key|key|password|passwd|pwd|secret|sig|signature|auth"
    r"|session)"
    r"=(?P<value4>[^\s&#;]{6,400})",
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
    our that it one only fine ok okay been gone just also really see ask here there stolen leaked back
    visible empty
    falsch weg vergessen verloren sicher unsicher geheim zu nicht immer kurz lang abgelaufen neu alt schwach
    stark in im auf bei mein sein ihr gut schlecht der die das ein eine nie noch faux oublié perdu incorrect
    trop très long court faible fort dans sur le la les un une pas toujours débil incorrecta olvidada larga
    corta segura muy en el mi su difícil fácil fraca errada esquecida forte muito na no sbagliata debole
    dimenticata lunga corta troppo molto nel zwak sterk vergeten kwijt verlopen te heel niet słabe złe
    zapomniane długie krótkie zbyt bardzo nie слабый сильный неверный неправильный забыт забыл утерян
    сложный простой слишком очень не в на у мой слабкий складний забутий надто дуже
    """.split()
)
_CARD_BEGINS = re.compile(r"(?<![\w.@#&])(?=[2-6](?:[ -]?\d){12})")
_CARDS = tuple(re.compile(rf"\d(?:[ -]?\d){{{count - 1}}}(?!\w)") for count in (16, 15, 14, 13))
"""Card numbers; Discord's own ids have more digits."""
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b")
_SOCIAL = re.compile(r"\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b")
_PLAIN_WORDS = re.compile(r"(?<![\w'])(?:[a-z]{3,8}[ ,]{1,2}){11,}[a-z]{3,8}(?![\w'])")


MASK = "[secret]"
_DIGIT = re.compile(r"\d")
_SHORTEST_KEY, _SHORTEST_VALUE, _SEED_WORDS = 12, 4, 12
_SIGNS = "!@#$%^&*_+=~|\\/<>"
_HINT = re.compile(
    r"pass|pw|psw|mdp|kennwort|contrase|clave|senha|palavra|parol|wachtw|has[łl]o|şifre|lösen|heslo|парол"
    r"|密|口令"
    r"|パスワード|暗証|비밀번호|암호|pin|cvv|cvc|key|token|secret|credential|login|bearer|auth|code"
    r"|código|codice|kod"
    r"|код|验证|驗證|コード|인증|seed|mnemonic|phrase|words|cookie|session|sig=|signature",
    re.IGNORECASE,
)
"""One of these is in every text that states a secret."""
_BLOCK = re.compile(
    r"-----BEGIN[A-Z ]{0,30}(?:PRIVATE KEY|CERTIFICATE).*?(?:-----END[^-]{0,60}-----|\Z)", re.DOTALL
)
_CLOSING = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»"}


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
    """Say where in a text its secrets stand; what is masked already is none."""
    return ((start, end) for start, end in _found(text) if not text.startswith(MASK, start))


def _found(text: str) -> Iterator[tuple[int, int]]:
    """Search for each kind of secret; what cannot hold one of a kind is not searched for it."""
    pieces = text.split()
    if "BEGIN" in text or max(map(len, pieces), default=0) >= _SHORTEST_KEY:
        yield from (found.span() for found in _KEYS.finditer(text))
    if _HINT.search(text):
        yield from _told(text)
    if _DIGIT.search(text):
        yield from (found.span() for found in _SOCIAL.finditer(text))
        yield from _cards(text)
        for found in _IBAN.finditer(text):
            if length := _iban(found.group()):
                yield found.start(), found.start() + length
    if len(pieces) >= _SEED_WORDS and _seed_phrase(text):
        yield from (found.span() for found in _PLAIN_WORDS.finditer(text) if _seed_phrase(found.group()))


def _told(text: str) -> Iterator[tuple[int, int]]:
    """Find what the words before it make a secret."""
    for found in _STATED.finditer(text):
        if _stated(found):
            yield found.start("value"), _end(text, *found.span("value"))
    for shape in (_SHORT, _BESIDE):
        for found in shape.finditer(text):
            if _is_value(found["value"]):
                yield found.start("value"), _end(text, *found.span("value"))
    yield from (f.span("value") for f in _ENTROPIC.finditer(text) if _mixed(f["value"]))
    for shape in (_PIN, _ASSIGNED, _CODES, _SEED):
        yield from (found.span("value") for found in shape.finditer(text))
    for found in _HEADER.finditer(text):
        yield next(span for span in found.regs[1:] if span[0] >= 0)


def _is_value(written: str) -> bool:
    """Say whether a word is clearly no word: letters and digits, or a sign among them."""
    value = written.strip("\"'“”‘’`«»„.,;!?()")
    if len(value) < _SHORTEST_VALUE or _NO_VALUE.fullmatch(value):
        return False
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return letters and (digits or any(letter in _SIGNS for letter in value))


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for begin in _CARD_BEGINS.finditer(text):
        fits = (card.match(text, begin.start()) for card in _CARDS)
        yield from [found.span() for found in fits if found and _luhn(found.group())][:1]


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
    if any(letter.isdigit() or letter in _SIGNS for letter in value):
        return True
    quoted = found["value"][0] in _CLOSING
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
