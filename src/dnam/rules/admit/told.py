"""Secrets that the words around them give away, in the languages people tell them in.

A word such as "password" with a value behind or before it. The word alone tells nothing. `secret.py` decides
when to look here; text comes as `disguise.read_through` gives it.
"""

import re
from collections.abc import Iterable, Iterator

MASK = "[secret]"

_BEGINS = r"(?<![0-9A-Za-zÀ-ɏͰ-ϿЀ-ӿ])"
"""Where a word begins: behind "_" too, and behind Chinese and Japanese, which leave no space."""
_MARKS = r"[*_~`|\"']{0,3}"
"""What stands around a word only to make it bold or a quotation."""
_SPACELESS = r"密码|密碼|口令|パスワード|暗証番号|비밀번호|암호"
_PASSWORD = (
    r"(?:pass(?:[ -]?word|code|phrase|wd|wort|ord)|pwd|pw|psw|mdp|kennwort|mot de passe|contraseña"
    r"|clave secreta|senha|palavra-passe|parol(?:a(?:m|n|mız|nız|sı)?|ă)|wachtwoord|has[łl]o"
    r"|şifre(?:m|n|miz|niz|si|leri)?|lösenord|adgangskode|salasana|jelszó|heslo|mật khẩu|kata sandi"
    rf"|парол\w{{0,4}}|पासवर्ड|كلمة (?:السر|المرور)|{_SPACELESS})"
)
_PIN_WORD = r"(?:code )?pin(?:[ -]?code| number|-nummer)?"
_WORD = (
    rf"(?:{_PASSWORD}|{_PIN_WORD}|cvv|cvc|api[ _-]?key|secret[ _-]?key|access[ _-]?key"
    r"|private[ _-]?key|(?:access|auth|bot|api|login|session|refresh|bearer)[ _-]?token|client[ _-]?secret"
    r"|credentials?|login)"
)
_CODE = (
    r"(?:(?:2fa|otp|mfa|totp|verification|security|recovery|backup|authenticat\w{2,4}|one-time|login|door"
    r"|gate|guard"
    r"|alarm|unlock)[ -]?codes?|(?:bestätigungs|sicherheits|wiederherstellungs|tür|einmal)codes?"
    r"|code de (?:vérification"
    r"|sécurité|secours)|código de (?:verificación|seguridad|recuperación|verificação|segurança)"
    r"|codice di (?:verifica"
    r"|sicurezza)|kod (?:weryfikacyjny|bezpieczeństwa)|код (?:подтверждения|безопасности|підтвердження"
    r"|безпеки)"
    r"|验证码|驗證碼|認証コード|確認コード|인증번호|인증 코드)"
)
_OF = (
    r"(?:\s+(?:for|to|of|on|at|für|fürs|zu[mr]?|vo[mn]|beim?|im|pour|du|de|para|do|da|del|della|per|van"
    r"|voor|от|для|від|к)(?:\s+[\w.'’-]{1,24}){1,4}?)?"
)
_CHANGED = r"(?:\s+(?:(?:was|is|has|got|been|now|just|being)\s+){0,3}(?:changed|set|reset|updated)\s+to\s+)"
_SAID = (
    rf"(?:\s*[:=：]{_MARKS}\s*|\s*(?:是|は|为|為|는|은)\s*[:：]?\s*(?=[!-~])|['’]s\s+|{_CHANGED}"
    r"|\s+(?:is|was|are|ist|war|lautet|est|es|era|é|è|jest|brzmi|это|є|är|là|adalah|will be|=|—|–|-)"
    r"\s*[:=]?\s+)"
)
_VALUE = r"(?P<value>[\"'“‘`«„]?\S{3,80})"
_STATED = re.compile(
    rf"{_BEGINS}(?:{_WORD}|{_CODE}){_MARKS}{_OF}{_SAID}{_VALUE}(?P<rest>[^.!?]{{0,40}})", re.IGNORECASE
)
_SHORT = re.compile(rf"(?<![\w-])pass{_MARKS}{_OF}{_SAID}{_VALUE}", re.IGNORECASE)
_ASSIGNED = re.compile(
    r"(?<![\w-])(?:(?:db|smtp|sql|mysql|pg|ftp|ssh|root|admin|user|mail|email|redis)_)?"
    r"pass\s?=\s?(?P<value>[^\s=]{3,80})(?=\s*(?:$|[,;&\n]))",
    re.IGNORECASE,
)
"""A word that means something else too."""
_BESIDE = re.compile(
    rf"{_BEGINS}(?:{_WORD}{_MARKS}{_OF}(?:\s+(?:to|auf|in|à|a|na|на))?\s+|(?:{_SPACELESS})(?=[!-~])){_VALUE}",
    re.IGNORECASE,
)
"""A value right behind the word, as in "пароль hunter2"."""
_PAIR = re.compile(
    rf"{_BEGINS}(?:(?:user(?:name)?|usr|login|account|e-?mail)\W{{1,3}}[^\s/|,;]{{1,64}}[\s/|,;:]{{1,3}}"
    rf"pass\W{{1,3}}"
    rf"|(?:logins?|cred(?:ential)?s|zugangsdaten)\s*[:=]\s*[^\s/|,;]{{1,64}}(?:\s*[/|,;]\s*|\s+)){_VALUE}",
    re.IGNORECASE,
)
"""Who and what with, as in "login: ann / hunter2"."""
_PIN = re.compile(r"(?<![\w-])pin\s+(?P<value>\d{4,8})(?![\w-])", re.IGNORECASE)
_ONCE = re.compile(
    rf"{_BEGINS}(?:otp|totp|2fa|mfa){_MARKS}{_SAID}(?P<value>\d{{4,10}}|\d{{3}}[ -]\d{{3}})(?!\w)",
    re.IGNORECASE,
)
_LOCK = re.compile(
    rf"{_BEGINS}(?:code|código|codice|kod|код)\s+(?:for|to|of|on|für|zu[mr]?|vo[mn]|de|du|del|della|da|do"
    r"|per|pour|para|от|для|від)\s+(?:[\w’'-]{1,12}\s+){0,2}(?:(?:front|back|house)\s+)?(?:l[’'])?"
    r"(?:door|gate|alarm|safe|lock|locker|vault|garage|building|house|flat|apartment|entrance|office|shed"
    r"|(?:haus)?tür|tor|tresor|schloss|haus|porte|portail|coffre|immeuble|puerta|portón|caja|porta|portão"
    r"|cofre|portone|cancello|cassaforte|drzwi|bramy|sejfu|двери|дверей|сейфа|сейфу|домофона)"
    rf"{_SAID}(?P<value>(?=\S*\d)\S{{4,20}})",
    re.IGNORECASE,
)
"""What opens something: a postal code or the code of a program opens nothing."""
_NO_VALUE = re.compile(
    r"\d+(?:st|nd|rd|th|x|k|bit)?(?:-[a-z]+)?|2fa|mfa|1password|\d+\w?[,.]?|\d{1,2}(?:[:.]\d\d)?(?:am|pm|uhr)",
    re.IGNORECASE,
)
_CODES = re.compile(
    rf"{_BEGINS}{_CODE}{_SAID}(?P<value>[\w-]{{4,40}}(?:[\s,;]{{1,3}}(?=[\w-]*\d)[\w-]{{4,40}}){{1,30}})",
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
    rf"{_BEGINS}(?:key|token|secret|bearer|password|passwd|credentials?|auth)\b\W{{0,4}}(?:\w{{1,12}}\W{{1,3}}){{0,3}}"
    r"(?P<value>[A-Za-z0-9+/_=.-]{16,})",
    re.IGNORECASE,
)
_AFTERWARDS = re.compile(
    rf"{_BEGINS}(?:(?P<pin>{_PIN_WORD})|{_PASSWORD})"
    rf"(?={_MARKS}\s*(?:$|[.,;:!?)\n])|{_MARKS}\s+(?:for|to|of|on|at|now|and|but|für|vo[mn]|zu[mr]?|pour|de"
    r"|para|per|od|от|для|від)\s|です|だ|だよ|입니다|이야)",
    re.IGNORECASE,
)
_SAID_OF_IT = re.compile(
    r"(?<!\S)(?P<value>\S{4,80})\s+(?:is|was|as|ist|war|als|est|comme|es|como|é|è|come|jest|jako|это|как|є|як|-|—"
    r"|for(?=\s+my\s))"
    r"\s+(?:(?:my|our|the|your|his|her|their|a|mein|dein|unser|das|mon|notre|le|mi|tu|nuestra|la"
    r"|minha|il|mio|mia|moje|мой|мій|наш)\s+(?:\w{1,12}\s+){0,2})?\W{0,3}$"
    r"|(?<![!-~])(?P<value2>[!-~]{4,80})\s*(?:(?:是|就是)(?:我|我们|他|她)?的?|(?:は|が)(?:私|俺|僕)?の?"
    r"|(?:은|는|이|가)\s(?:내|제|우리)\s)\w{0,6}\s?$",
    re.IGNORECASE,
)
"""What comes before the word when its value comes first, as in "hunter2 is my password"."""
_BEFORE = 120
_ORDINARY = frozenset(
    """
    forgotten lost expired wrong weak strong long short secret complicated changed saved stored safe hard
    easy too very not the a an in on at written reset unknown known shared protected required needed needing
    always never never good bad terrible old new different same unique something what kept hidden based made
    being about still stuck missing broken important annoying tricky simple random managed his her their my
    our that it one only fine ok okay been gone just also really see ask here there stolen leaked back
    visible empty default set changed updated nothing another
    falsch weg vergessen verloren sicher unsicher geheim zu nicht immer kurz lang abgelaufen neu alt schwach
    stark in im auf bei mein sein ihr gut schlecht der die das ein eine nie noch faux oublié perdu incorrect
    trop très long court faible fort dans sur le la les un une pas toujours débil incorrecta olvidada larga
    corta segura muy en el mi su difícil fácil fraca errada esquecida forte muito na no sbagliata debole
    dimenticata lunga corta troppo molto nel zwak sterk vergeten kwijt verlopen te heel niet słabe złe
    zapomniane długie krótkie zbyt bardzo nie слабый сильный неверный неправильный забыт забыл утерян
    сложный простой слишком очень не в на у мой слабкий складний забутий надто дуже
    """.split()
)
_SHORTEST_VALUE = 4
_SIGNS = "!@#$%^&*_+=~|\\/<>"
_CLOSING = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»"}
_HINTS = tuple(
    """
    pass pw psw mdp kennwort contrase clave senha palavra parol wachtw hasło haslo şifre lösen heslo парол 密
    adgangskode salasana jelsz khẩu sandi पासवर्ड كلمة
    口令 パスワード 暗証 비밀번호 암호 pin cvv cvc key token secret cred login zugang bearer auth code código
    codice kod код 验证 驗證 コード 인증 seed mnemonic phrase words cookie session sig= signature otp 2fa mfa
    """.split()
)
"""One of these is in every text that states a secret."""


def hints(text: str) -> bool:
    """Say whether a text can tell a secret in words at all; most cannot."""
    low = text.lower() if text.isascii() else text.lower().replace("\u0307", "")
    return any(hint in low for hint in _HINTS)


def told(text: str) -> Iterator[tuple[int, int]]:
    """Find what the words around it make a secret."""
    yield from _whole(text, (found for found in _STATED.finditer(text) if _stated(found)))
    for shape in (_SHORT, _BESIDE, _PAIR):
        yield from _whole(text, (found for found in shape.finditer(text) if _is_value(found["value"])))
    yield from (f.span("value") for f in _ENTROPIC.finditer(text) if _mixed(f["value"]))
    for shape in (_PIN, _ASSIGNED, _ONCE, _LOCK, _CODES, _SEED):
        yield from (found.span("value") for found in shape.finditer(text))
    for found in _HEADER.finditer(text):
        yield next(span for span in found.regs[1:] if span[0] >= 0)
    yield from _said_first(text)


def _whole(text: str, matches: Iterable[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Give each value to its end; what an earlier one reaches over is part of it."""
    reached = 0
    for found in matches:
        start, end = found.span("value")
        if start >= reached:
            reached = _end(text, start, end)
            yield start, reached


def _said_first(text: str) -> Iterator[tuple[int, int]]:
    """Find a value that is said before it is told what it is."""
    for word in _AFTERWARDS.finditer(text):
        begin = max(0, word.start() - _BEFORE)
        if found := _SAID_OF_IT.search(text, begin, word.start()):
            group = "value" if found["value"] else "value2"
            value = found[group].strip("\"'“”‘’`«»„.,;!?()")
            if (value.isdigit() and 4 <= len(value) <= 8) if word["pin"] else _is_value(value):
                yield found.span(group)


def _is_value(written: str) -> bool:
    """Say whether a word is clearly no word: letters and digits, or a sign among them."""
    value = written.strip("\"'“”‘’`«»„.,;!?()")
    if len(value) < _SHORTEST_VALUE or _NO_VALUE.fullmatch(value):
        return False
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return letters and (digits or any(letter in _SIGNS for letter in value))


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
