"""What people say they are: "I am ...", by the words that can follow it for good."""

import re
from dataclasses import replace

from dnam.model import Kind
from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.fits import FITS
from dnam.rules.statements.phrase import cut, third
from dnam.rules.statements.rule import Found, first_found, one_of, opening, table

_LISTS = {
    "FIELDS": lex.FIELDS,
    "ZONES": lex.ZONES,
    "SIZE": "(?:(?:big|huge|massive|die-?hard|lifelong|long-?time|giant|total|such|avid|hardcore|proud"
    "|major) )?",
    "MAKING": "building|making|creating|developing|designing|writing|composing|coding|programming|producing"
    "|directing"
    "|recording|renovating|knitting|crocheting|sewing|drawing|running|organi[sz]ing",
    "GOALS": "marathon|half[- ]marathon|triathlon|ironman|race|ultra|10k|5k|house|car|trip|bar exam|mcat"
    "|lsat|gre|certification"
    "|competition|licen[cs]e|wedding|ring|pc|first \\w+|down payment",
    "DEGREES": "phd|ph\\.?d\\.?|masters?|master's|mba|bachelor'?s?|degree|doctorate|apprenticeship|residency"
    "|internship|postdoc"
    "|law degree|gcses|a-?levels",
    "OUTFITS": "team|club|band|choir|orchestra|society|union|group|guild|church|board|squad|committee|crew"
    "|department",
    "FAN": one_of("""
    (?:morning|night|dog|cat|coffee|tea|summer|winter|beach|mountain|city|bird|people|mac|windows|linux
    |android|iphone|book|breakfast|numbers|outdoors|indoor|plant|wine|beer|whisky|vim|pc|console)[
    -]?(?:person|guy|girl|gal|type|user), night owl, early bird, homebody, bookworm, foodie, history
    (?:buff|nerd), (?:movie|film) buff, metalhead, neat freak, (?:plant|cat|dog) (?:mom|mum|dad|parent),
    coffee (?:drinker|snob|addict|nerd), tea drinker, caffeine addict, (?:pc|console|mobile) gamer, picky
    eater, (?:light|heavy) sleeper, thrill seeker, lurker, carnivore, tea person
    """),
    "OFFICES": "founder|owner|ceo|cto|manager|director|head|president|treasurer|secretary|captain|drummer"
    "|bassist|singer"
    "|guitarist|lead|maintainer|author|creator|organi[sz]er|co-?founder|chief|vp|dm|moderator",
    "LOVING": one_of("""
    obsessed with, addicted to, crazy about, passionate about, fond of, interested in(?! \\w+ing| \\w+
    \\w+ing| the| an?| some| more), (?:really |super |very |big |so )?into, a sucker for, in love with,
    hooked on, partial to
    """),
    "INSTRUMENTS": lex.INSTRUMENTS,
}

RULES = table(
    r"""
<age:\d{2}>(?: ?years? old| ?years?)?(?: (?:male|female|m|f|and (?!a half).+))?
    => profile age: Is {age} years old
(?:originally |actually )?from <place> => profile origin: Is from {place}
(?:born and raised|born|raised) in <place> => profile origin: Was born in {place}
(?:living|residing|living back|settled) in <place> => profile home: Lives in {place}
(?:based|located) (?:out of|in|near|at|around) <place> => profile home: Is based in {place}
living <p=near|outside|with|on|at> <place> => profile home: Lives {p} {place}
living <said:alone|by myself|on my own|abroad>.* => profile home: Lives {said}
(?:working|employed) <p=at|for|by> <employer> => profile work: Works {p} {employer}
(?:working|employed) as <thing> => profile work: Works as {thing}
working in <thing:[FIELDS]\b.*> => profile work: Works in {thing}
in <x~[FIELDS]> => profile work: Works in {x}
working (?:primarily |mostly |mainly |a lot )?with <tool:(?!(?:my|the|her|him|them|an?|some|clients
    |kids)\b).+>
    => tool tool: Works with {tool}
working <x=nights|night shifts?|part[- ]time|full[- ]time|remotely|from home|shifts>(?:$| .*)
    => workflow work: Works {x}
working on <thing:(?:migrating|building|porting|rewriting|developing|designing|restoring|making|creating
    |writing) .+>
    => project project: Working on {thing}
working on <project> => project project: Working on {project}
<v=[MAKING]> <project> => project project: {v} {project}
running <system> => tool tool: Runs {system}
<v=composing|carving|sculpting|embroidering|quilting|restoring|renovating|rewriting|porting|migrating
    |translating> <thing> => project project: {v} {thing}
<v=training for|saving up for|saving for|preparing for|studying for> <thing:(?:an?|the|my) .*\b[GOALS]\b.*>
    => project goal: {v} {thing}
(?:studying|reading) <study> <p=at|in> <thing:[A-Z].+|uni\b.*|university.*|college.*>
    => profile study: Studies {study} {p} {thing}
studying to (?:be|become) an? <being> => profile study: Studying to be a {being}
in my <n=first|second|third|fourth|fifth|final|last|1st|2nd|3rd|4th|freshman|sophomore|junior
    |senior> year (?:of|at) <thing>
    => profile study: In {n} year of {thing}
studying (?:for a degree in )?<study> => profile study: Studies {study}
(?:double )?(?:majoring|minoring|speciali[sz]ing) in <thing> => profile study: Majoring in {thing}
(?:doing|getting|finishing|pursuing|working on|working towards) (?:my|an?) <thing:(?:\w+ )?[DEGREES]\b.*>
    => profile study: Doing a {thing}
(?:trying to learn|teaching myself|taking up) <lesson> => fact learning: Learning {lesson}
learning <lesson> => fact learning: Learning {lesson}
teaching <lesson> => profile work: Teaches {lesson}
using <tool:.+ (?:for|as) .+> => tool tool: Uses {tool}
(?:(?:deathly|severely|really|super|very|highly|mildly|slightly|also|extremely
    |insanely) )*allergic to <allergen>
    => constraint health food: Allergic to {allergen}
intolerant to <thing> => constraint health: Intolerant to {thing}
<thing:\w+[ -]intolerant> => constraint health: Is {thing}
(?:(?:really|absolutely|super|so|very|kinda|a bit|deathly) )*<v=afraid|scared|terrified> of
    <thing:(?!(?:the (?:dark side|future)|losing|what|being|missing|breaking|messing|nothing|how|myself
    |commitment)\b).+>
    => preference fears: Is {v} of {thing}
not (?:(?:really|much of|actually|exactly|the biggest) )*(?:a )?[SIZE](?:fan of|into|big on|keen on
    |fond of) <disliking>
    => preference dislikes: Is not a fan of {disliking}
an? [SIZE]fan of <liking> => preference likes: Is a fan of {liking}
an? [SIZE]<liking:(?!(?:fan|big|huge|massive|giant|real|total|such|bigger
    |biggest)\b)(?:[\w'&.-]+ ){1,3}(?:fan|supporter|enthusiast|nerd|lover|geek|buff|aficionado|collector)>
    => preference likes: Is a {liking}
<v=[LOVING]> <liking> => preference likes: Is {v} {liking}
(?:more of )?an? <x~[FAN]>(?: (?:than|myself|so|and|for)\b.*)? => preference likes: Is a {x}
(?:(?:completely|pretty|fairly|nearly|almost) )*fluent in <language> => profile language: Fluent in {language}
a native <language> speaker.* => profile language: Native {language} speaker
<v=married to|engaged to|dating|in a relationship with|divorced from> <spouse>
    => relationship family: Is {v} {spouse}
on the <thing:(?!(?:same|other|whole|wrong|losing|winning|red|blue)\b)[\w&/ -]+ (?:team|squad|committee|board
    |council)\b.*>
    => fact work: On the {thing}
(?:in|with) the <thing:[\w&/ -]+ [OUTFITS]\b.*> => fact work: In the {thing}
(?:a )?(?:part|member) of (?:the |an? )?<thing:.+ [OUTFITS]\b.*> => fact group: Part of the {thing}
in an? <thing:(?:[\w-]+ ){0,3}(?:band|choir|orchestra|book club|bowling league|quartet|theat(?:re|er) group
    |sorority|fraternity
    |long[- ]distance relationship|motorcycle club)\b.*> => fact group: In a {thing}
(?:in |on )?(?:the )?<zone:[ZONES]>(?: (?:time|time ?zone))* => profile timezone: Time zone is {zone}
<x~[4-7]['′] ?\d{0,2}"?|[4-7] ?(?:ft|foot|feet) ?\d{0,2}|1[.,]\d\d ?m|1\d\d ?cm>(?: tall)?
    => profile self: Is {x} tall
playing (?:the )?<x=[INSTRUMENTS]> => fact hobby: Plays {x}
not allowed (?:to (?:eat|drink|have) )?<thing:(?!to\b).+> => constraint health: Not allowed {thing}
(?:called|named) <called> => profile name: Name is {called}
an? <x=(?:wheelchair|cane|hearing aid|screen reader|cochlear implant) user> => constraint health: Is a {x}
an? <being> => profile work: Is a {being}
the <thing:(?:\w+ )?[OFFICES] (?:of|for|at|in) .+> => profile work: Is the {thing}
<thing:[OFFICES] (?:of|at|for) .+> => profile work: Is {thing}
<being> by (?:trade|profession|training) => profile work: Is a {being}
<n=\d+|two|three|four|five|six|ten|a|one> <u=years?|months?> sober => profile self: Is {n} {u} sober
""",
    fits=FITS,
    lists=_LISTS,
)
_GONE = table(
    r"""
no longer <tail> => profile self: No longer {tail}
not <tail:.+?> (?:anymore|any more|any longer)(?:$| .*) => profile self: No longer {tail}
""",
    fits=FITS,
    lists={},
)
_NOT = table(
    r"""
not (?:really )?(?:an? )?<x=(?:morning|people|dog|cat|coffee|night|beach) person|coffee drinker
    |big (?:drinker|reader|eater)>
    => preference dislikes: Is not a {x}
not (?:actually |really )?allergic to <thing> => constraint health: Not allergic to {thing}
not (?:actually |really )?(?:an? )?<x=vegan|vegetarian|pescatarian|diabetic>
    => profile self: Is not {x}
""",
    fits=FITS,
    lists={},
) + tuple(rule for rule in RULES if "dislikes" in rule.tags)

_TRAIT = (
    rf"(?:{'|'.join(map(re.escape, sorted(sorted(lex.TRAITS), key=len, reverse=True)))}|{lex.TRAIT_PHRASES})"
)
_ORIGIN = rf"(?:{'|'.join(sorted(sorted(lex.ORIGINS), key=len, reverse=True))})"
_SHARE = r"(?:half|part|quarter|1/2|1/4|ethnically|originally)[\s-]+"
_ORIGINS = re.compile(
    rf"(?:{_SHARE})?{_ORIGIN}(?:(?:\s*[-/,]\s*|\s+and\s+|\s+)(?:{_SHARE})?{_ORIGIN})*(?:\s+by birth)?",
    re.IGNORECASE,
)
_LASTING = (
    r"(?:\s+(?:for|since|almost|nearly|about|going on|from birth|by choice|by birth|with"
    r"|in (?:my|one|both|the left|the right)|and \w+(?: \w+)?ing)\b.*)?"
)
_TRAITS = re.compile(
    rf"(?P<x>{_TRAIT}(?:(?:,\s*|\s+and\s+|,\s*and\s+|\s+&\s+){_TRAIT})*){_LASTING}", re.IGNORECASE
)
_TRAIT_BREAK = re.compile(r",\s*and\s+|,\s*|\s+and\s+|\s+&\s+")
_HEALTH = re.compile(
    r"lactose|gluten|dairy|diabet|celiac|coeliac|epilep|asthma|an(?:a)?emic|deaf|blind|hearing|immuno|keto"
    r"|diet|wheelchair|pregnant"
    r"|impaired|sighted|colou?r|intolerant",
    re.IGNORECASE,
)
_DIET = re.compile(
    r"Is an? (?:\w+ )?(?:vegan|vegetarian|pescatarian|diabetic|celiac|coeliac|epileptic|asthmatic)\b",
    re.IGNORECASE,
)
_DIET_WORD = re.compile(
    r"(?:an? )?(?:vegan|vegetarian|pescatarian|eating \w+|drinking|smoking|keto|sober)", re.IGNORECASE
)
_PASSING = opening("""
    sure, able, interested, tired, sick, worried, angry, mad, sad, here, scared, surprised, afraid,
    confused, there, needed, getting, going, doing, in (?:it|a), on (?:it|a), at (?:it|a), so, allowed,
    welcome, mad at, friends, talking
""")


def read_being(predicate: str) -> list[Found]:
    """Read what follows "I am"."""
    if gone := first_found(_GONE, predicate):
        return _retraction(gone)
    if predicate.lower().startswith("not "):
        found = first_found(_NOT, predicate)
        return [found] if found else []
    if found_traits := traits(predicate):
        return found_traits
    found = first_found(RULES, predicate)
    return [worded(found)] if found else []


def traits(predicate: str) -> list[Found]:
    """Read "vegan", "left-handed and colour-blind", "half Japanese": each trait a fact."""
    said = cut(predicate)
    if match := _TRAITS.fullmatch(said) or _TRAITS.fullmatch(said.partition(",")[0]):
        return [_trait(third(one)) for one in _TRAIT_BREAK.split(match["x"])]
    if _ORIGINS.fullmatch(said):
        return [Found(text=f"Is {said}", kind=Kind.PROFILE, tags=("origin",))]
    return []


def _trait(said: str) -> Found:
    diet = said.lower() in lex.DIETS
    kind = Kind.CONSTRAINT if diet or _HEALTH.search(said) else Kind.PROFILE
    return Found(text=f"Is {said}", kind=kind, tags=("diet" if diet else "self",))


def _retraction(gone: Found) -> list[Found]:
    """Say what is over and what it is about; passing states are no loss."""
    said = gone.text.removeprefix("No longer ")
    if _PASSING.match(said):
        return []
    if _DIET_WORD.fullmatch(said):
        return [Found(text=gone.text, kind=Kind.CONSTRAINT, tags=("diet",), retracts=True)]
    verb = {"at": "works ", "in": "lives "}.get(said.partition(" ")[0].lower(), "")
    verb = "works " if re.fullmatch(rf"in (?:{lex.FIELDS})", said, re.IGNORECASE) else verb
    gone = replace(gone, text=f"No longer {verb}{said}")
    if verb == "works " or re.match(r"(?:work|employed) ", said):
        return [Found(text=gone.text, kind=Kind.PROFILE, tags=("work",), retracts=True)]
    home = re.match(r"(?:living|in|based) ", said) is not None
    return [Found(text=gone.text, kind=Kind.PROFILE, tags=("home" if home else "self",), retracts=True)]


def worded(found: Found) -> Found:
    """Choose between "a" and "an", and know a diet by its words."""
    text = re.sub(r"^Is a (?=[aeio]|un[^i]|u[^ns]|8|11)", "Is an ", found.text)
    if _DIET.match(text):
        return replace(found, text=text, kind=Kind.CONSTRAINT, tags=("diet",))
    return replace(found, text=text)
