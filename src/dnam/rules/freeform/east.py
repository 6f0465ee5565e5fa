"""Chinese and Japanese: no spaces between words, and in Japanese the verb comes last."""

import regex

from dnam.rules.freeform.values import Freeform, Verb

_ZH_POLITE = r"(?:(?:请|請|麻烦你?|麻煩你?|帮我|幫我|你|能不能|可不可以|能|可以|嘿|嗨|你好)[\s,，、]*)*"
_ZH_REMEMBER = (
    r"(?:(?:记|記)(?:住|下来|下來|下|一下|着|著)"
    r"|(?:别忘了|別忘了|不要忘记|不要忘記|(?:记|記)得)(?=我.{2}|<?@))"
)
_ZH_THIS = r"(?:这个|这件事|这些|这|這個|這件事|這些|這)"
_ON = r"(?:关于|關於|有关|有關)"
_END = r"[\s。！!~～]*"
_PLEASE_JA = r"(?:おいて|いて|くれる|くれ|もらえる|もらえます|ください|下さい|ちょうだい|ほしい|か|ね|よ)*"
_THING_JA = r"(?:という(?:こと|事)|っていうこと|ってこと|こと)?(?:を|は|って|と)?[、,\s]*"
_HEAR_JA = r"(?:覚えて|記憶して|メモして|憶えて)"
_KNOW_JA = (
    r"(?:何(?:を|か)?|なにを?)?[、,\s]*(?:知って(?:い)?(?:る|ます)|覚えて(?:い)?(?:る|ます))"
    r"(?:こと)?(?:か|の|は)*[?？。]*"
)

_IDLE = regex.compile(
    r"(?:(?:了|吧|它|我|吗|嗎|那个|那件事|那個|这个|这件事|這個|這件事|这|這)(?:了|吧|吗|嗎)?$)"
    r"|(?:所有|之前|以上|上面|全部)(?!.*我)|(?:それ|これ|あれ|そのこと|私|僕|俺)$|(?:今まで|以前|上記"
    r"|全て|すべて)の?(?:指示|命令)"
)
_EVERYTHING = regex.compile(
    rf"(?:{_ON})?我的?(?:一切|所有(?:事情?|信息)?|全部)|一切|(?:私|僕|俺)(?:について|に関する"
    rf"|の)(?:こと)?(?:は|を)?(?:全部|すべて|全て|全てのこと)"
)
_SHAPES: tuple[tuple[str, Verb, str], ...] = (
    ("zh", Verb.REMEMBER, rf"{_ZH_POLITE}{_ZH_REMEMBER}{_ON}(?P<about>[^,，:：]+?)的?{_ZH_THIS}{_END}"),
    (
        "zh",
        Verb.REMEMBER,
        rf"{_ZH_POLITE}{_ZH_REMEMBER}{_ZH_THIS}(?:{_ON}(?P<about>.+?)的?(?:事情?)?)?{_END}",
    ),
    ("zh", Verb.REMEMBER, rf"{_ZH_POLITE}{_ZH_REMEMBER}[\s,，:：、]*(?P<text>.{{2,}}?){_END}"),
    (
        "zh",
        Verb.FORGET,
        rf"{_ZH_POLITE}忘(?:记|記|掉|了)[\s,，:：、]*(?:{_ON})?(?P<text>.+?)(?:的事情?)?{_END}",
    ),
    ("zh", Verb.FORGET, rf"{_ZH_POLITE}把(?P<text>.+?)(?:的事情?)?忘(?:掉|记|記|了)(?:吧)?{_END}"),
    (
        "zh",
        Verb.KNOW,
        rf"(?:你|您)(?:都)?(?:知道|了解|记得|記得)(?:些)?(?:{_ON})?(?P<about>.+?)的?(?:什么|什麼|哪些"
        rf"|多少)(?:事情?|信息)?[?？。]*",
    ),
    (
        "zh",
        Verb.KNOW,
        rf"(?:{_ON}|你对|你對|您对|您對)(?P<about>.+?)[,，\s]*(?:你|您)?(?:都)?(?:知道|了解|记得"
        rf"|記得)(?:些)?(?:什么|什麼|哪些|多少)"
        r"(?:事情?)?[?？。]*",
    ),
    (
        "ja",
        Verb.REMEMBER,
        rf"(?P<about>.+?)(?:について|のことで|に関して)[、,\s]*(?:これ|この(?:こと|話))?(?:を"
        rf"|は)?{_HEAR_JA}{_PLEASE_JA}{_END}",
    ),
    ("ja", Verb.REMEMBER, rf"(?:これ|この(?:こと|話))(?:を|は)?{_HEAR_JA}{_PLEASE_JA}{_END}"),
    ("ja", Verb.REMEMBER, rf"{_HEAR_JA}{_PLEASE_JA}[\s:：、。]+(?P<text>.{{2,}}?){_END}"),
    ("ja", Verb.REMEMBER, rf"(?P<text>.{{2,}}?){_THING_JA}{_HEAR_JA}{_PLEASE_JA}{_END}"),
    ("ja", Verb.FORGET, rf"(?P<text>.{{2,}}?){_THING_JA}忘れて{_PLEASE_JA}{_END}"),
    ("ja", Verb.KNOW, rf"(?P<about>.+?)(?:について|のこと(?:を|で)?|に関して)(?:は)?{_KNOW_JA}"),
)
_COMPILED = tuple((language, verb, regex.compile(shape)) for language, verb, shape in _SHAPES)
_ASKS = regex.compile(r"(?:[?？]|吗|嗎)\s*$")
_MAY_ASK = regex.compile(r"(?:能|可以|能不能|可不可以|くれる|もらえ|くれます)")
_STILL_DOES = regex.compile(r"(?:覚えて|忘れて)(?:い)?(?:る|ます|た|ない|ません|なか)")
"""A state, not an order: "still remembers", "has forgotten"."""


def read_east(text: str) -> Freeform | None:
    """Read a request in Chinese or Japanese."""
    for language, verb, shape in _COMPILED:
        match = shape.fullmatch(text)
        if match is None:
            continue
        if verb is not Verb.KNOW and (_STILL_DOES.search(text) or _only_asks(text)):
            return None
        parts = match.groupdict(default="")
        said, about = parts.get("text", "").strip(), parts.get("about", "").strip()
        if verb is Verb.FORGET and _EVERYTHING.fullmatch(said):
            return Freeform(verb=verb, language=language, everything=True)
        if said and _IDLE.match(said):
            return None
        return Freeform(verb=verb, language=language, text=said, about=about)
    return None


def _only_asks(text: str) -> bool:
    return _ASKS.search(text) is not None and _MAY_ASK.search(text) is None
