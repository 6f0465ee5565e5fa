"""The words people begin with before they say something: greetings, "btw", "no,", "@bot remember that"."""

import re

from dnam.rules.statements.lexicon import OFTEN
from dnam.rules.statements.rule import one_of

_OPENERS = one_of("""
    well, so, soo+, yeah, yea, yep, yes, ya, no, nah, nope, oh, ah, ok, okay, btw, by the way, fyi, tbh,
    ngl, imo, honestly, actually, also, and, but, plus, fun ?facts?, funny enough, for the record, just so
    you know, jsyk, for context, context, to be honest, not going to lie, in case (?:you|anyone)
    (?:wondered|is wondering|cares|missed it|were wondering|was wondering), personally, as (?:I|you)
    (?:said|mentioned|know|may know), lol, lmao, haha+, hehe, heads up, update, life update, edit,
    correction, reminder, psa, intro, quick intro, guess what, sorry, thanks, thank you, thx, ty, tysm, good
    news, bad news, great news, I mean, you know, you see, look, listen, see, man, dude, bro, guys, folks,
    everyone, y'all, yall, same, same here, me too, true, fair, fair enough, nice, cool, great, awesome,
    interesting, since, because, as, even though, although, though, now that, given that, seeing as, while,
    considering, confession, hot take, unpopular opinion, hmm+, hm+, um+, uh+, ugh, welp, wait, anyways?,
    idk about you (?:guys )?but, not sure about you(?: guys)? but, unlike \\w+, currently, right now,
    nowadays, lately, these days, ps, p\\.s\\.?, tldr, in general, generally, (?:please |pls
    )?(?:remember|note|do not forget|keep in mind)(?: that)?, fwiw, for what it's worth, for reference, at
    least, luckily, sadly, unfortunately, of course, obviously, technically, originally, speaking of which,
    on (?:a|another) (?:side |different )?note, side note, as for me, for me, in my case, on my end, my
    turn, long story short, turns out, truth is, the truth is, true story, let me introduce myself, oh and,
    and also, besides, to clarify, to answer your question, yo, first of all, secondly, lastly, finally,
    meanwhile, just a heads up, small update, quick update, for those who (?:asked|care|do not know), since
    you asked, you asked, good question, oof, alright, right, welp, omg, damn, man
""")
_OPENER = re.compile(rf"{_OPENERS}(?:[\s,.!:-]+|$)", re.IGNORECASE)
_GREETING = re.compile(
    one_of("""
    hi+, hey+, hello+, heya, hiya, yo, sup, howdy, greetings, good (?:morning|evening|afternoon), welcome,
    morning, nice to meet (?:you|y'all)(?: all)?
    """)
    + r"(?:,? (?:all|everyone|everybody|guys|folks|there|y'all|yall|team|chat|people|friends|peeps|world"
    r"|again))*[\s,.!:~-]+",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"@[\w.-]+[\s,:]+(?=(?:I|my|we|call|remember|hi|hey|no|yes|yeah|actually|btw|so|well|thanks|same)\b)",
    re.IGNORECASE,
)
_REGULARLY = re.compile(rf"(?:and |so |also )?(?P<often>{OFTEN}),? I (?P<what>.+)", re.IGNORECASE)
_FOR_WORK = re.compile(r"for (?:work|a living|my (?:day )?job),? I (?P<what>.+)", re.IGNORECASE)


def without_openers(text: str) -> str:
    """Take greetings and opening words off the front; "on Fridays I swim" begins with its time."""
    if regular := _REGULARLY.fullmatch(text):
        return f"I {regular['what']} {regular['often']}"
    if job := _FOR_WORK.fullmatch(text):
        return f"I {job['what']} for work"
    before = None
    while before != text:
        before = text
        for words in (_ADDRESS, _GREETING, _OPENER):
            match = words.match(text)
            text = text[match.end() :] if match else text
    return text.strip(" ,.:!-")
