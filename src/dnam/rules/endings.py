"""Endings: whether a message gives a reason to end what is known.

A model says which message ends which fact, and may be wrong or misled. A message gives a reason when it
speaks of the same thing, or takes something back ("no longer", "we moved"), in the languages facts are
learned in.
"""

import regex

from dnam.rules.text import plain, query_words, words

_SPACED = (
    r"no|not|never|\p{L}+n't|cannot|any ?more|used to|instead|actually|correction|wrong"
    r"|stop(?:ped)?|quit|gave up|sold|moved|left|lost|died|ended|over|broke up|divorced"
    r"|cancell?ed|switched|changed|former(?:ly)?|now|nicht|nichts|kein\p{L}*|aufgehört"
    r"|verkauft|umgezogen|gekündigt|getrennt|geschieden|stattdessen|jetzt|falsch|niet|geen"
    r"|gestopt|verkocht|verhuisd|pas|plus|jamais|arrêtée?|vendue?|déménagée?|quittée?"
    r"|désormais|maintenant|ya|nunca|dejé|dejado|vendí|vendido|mudé|mudado|ahora|não|já|parei"
    r"|vendi|mudei|agora|non|più|mai|smesso|venduto|trasferit\p{L}|lasciato|adesso|nie|już"
    r"|przesta\p{L}+|sprzeda\p{L}+|przeprowadzi\p{L}+|teraz|не|нет|ні|больше|уже|більше|вже"
    r"|перестал\p{L}*|переста\p{L}+|бросил\p{L}*|кинув|кинула|продал\p{L}*|продав"
    r"|переехал\p{L}*|переїха\p{L}+|теперь|тепер|artık|değil|yok|bıraktım|sattım|taşındım|لم"
    r"|لا|ليس|لست|توقفت|بعت|انتقلت|الآن"
)
_JOINED = (
    r"ない|ません|なかった|やめ|辞め|止め|売っ|引っ越|もう"
    r"|不|没|沒|别|別|卖了|賣了|搬|戒|现在|現在"
    r"|않|못|없|아니|그만|이제|팔았|이사"
)
_TAKES_BACK = regex.compile(rf"\b(?:{_SPACED})\b|{_JOINED}|(?<!\p{{L}})안 ", flags=regex.IGNORECASE)


def may_end(fact: str, message: str) -> bool:
    """Say whether a message gives a reason to end a fact: a word that matters, or taking something back."""
    if not set(query_words(fact)).isdisjoint(words(message)):
        return True
    return _TAKES_BACK.search(plain(message)) is not None
