"""What people say they are: "I am ...", by the words that can follow it for good."""

import re

from dnam.model import Kind
from dnam.rules.statements.lexicon import (
    BEINGS,
    DIETS,
    FIELDS,
    JOBS,
    LANGUAGES,
    NAMES,
    NOT_BEINGS,
    ORIGINS,
    PROJECTS,
    TRAIT_PHRASES,
    TRAITS,
    ZONES,
)
from dnam.rules.statements.phrase import cut, disliking, employer, liking, place, thing, third
from dnam.rules.statements.rule import Found, Rule, as_said, first_found, rule, word

_HEAD_END = re.compile(
    r"\s+(?:at|in|for|from|of|with|who|by|on|to|working|specializing|specialising|and|living|based|currently|during|over|under|that|turned|studying|since|near|who's|whos|doing|majoring)\b|,|\s\("
)
_JOB_ENDINGS = (
    "ologist",
    "ographer",
    "ician",
    "smith",
    "wright",
    "iatrist",
    "monger",
    "engineer",
    "therapist",
    "scientist",
    "developer",
)
_TITLES = frozenset(
    "junior senior lead grad vet tech assistant captain model principal worker owner driver guard rep".split()
)
_CHANGING = re.compile(
    r"\b(?:better|worse|good enough|real|true|man of|woman of|such|very|really|so|too|like an?|kind of|sort of|natural|born|wannabe|aspiring)\b",
    re.IGNORECASE,
)


def being(text: str) -> str | None:
    """Give what somebody is when its main word is an occupation or another lasting thing to be."""
    text = cut(text)
    head_part = _HEAD_END.split(text, maxsplit=1)[0].lower().replace("’", "'")
    words = head_part.split()
    if not words or len(text.split()) > 14 or _CHANGING.search(head_part) or NOT_BEINGS.intersection(words):
        return None
    head = words[-1].strip("'\".,!")
    known = head in JOBS or head in BEINGS or head.rpartition("-")[2] in JOBS or head.endswith(_JOB_ENDINGS)
    return (
        thing(text)
        if known
        and (
            head not in _TITLES
            or len(words) > 1
            or text != head_part
            or head in ("senior", "junior", "vet", "model")
        )
        else None
    )


_TRAIT = rf"(?:{'|'.join(map(re.escape, sorted(TRAITS, key=len, reverse=True)))}|{TRAIT_PHRASES})"
_ORIGIN = rf"(?:{'|'.join(sorted(ORIGINS, key=len, reverse=True))})"
_PART = r"(?:half|part|quarter|1/2|1/4|ethnically|originally)[\s-]+"
_ORIGINS = re.compile(
    rf"(?:{_PART})?{_ORIGIN}(?:(?:\s*[-/,]\s*|\s+and\s+|\s+)(?:{_PART})?{_ORIGIN})*(?:\s*[-/]\s*american)?(?:\s+by birth)?",
    re.IGNORECASE,
)
_LASTING = (
    r"(?:\s+(?:for|since|as of|almost|nearly|about|going on|from birth|by choice|by birth|with|because)\b.*)?"
)
_TRAITS = re.compile(
    rf"(?P<x>{_TRAIT}(?:(?:,\s*|\s+and\s+|,\s*and\s+|\s+&\s+)(?:also\s+|I am\s+)?{_TRAIT})*){_LASTING}",
    re.IGNORECASE,
)
_TRAIT_BREAK = re.compile(r",\s*and\s+|,\s*|\s+and\s+|\s+&\s+")
_HEALTH = re.compile(
    r"lactose|gluten|dairy|diabet|celiac|coeliac|epilep|asthma|anemic|anaemic|deaf|blind|hearing|immuno|keto|diet|wheelchair|pregnant|impaired|sighted|color|colour|low ",
    re.IGNORECASE,
)


def traits(predicate: str) -> list[Found]:
    """Read "am vegan", "am left-handed and colour-blind", "am half Japanese": each trait a fact."""
    said = cut(predicate)
    if match := _TRAITS.fullmatch(said):
        return [_trait(third(one)) for one in _TRAIT_BREAK.split(match["x"])]
    if _ORIGINS.fullmatch(said):
        return [Found(text=f"Is {said}", kind=Kind.PROFILE, tags=("origin",))]
    return []


def _trait(text: str) -> Found:
    said = re.sub(r"^(?:also|I am|they are)\s+", "", text)
    narrow = said.lower() in DIETS or _HEALTH.search(said) is not None
    return Found(
        text=f"Is {said}",
        kind=Kind.CONSTRAINT if narrow else Kind.PROFILE,
        tags=("diet" if said.lower() in DIETS else "self",),
    )


_NOT_NAMES = frozenset(
    """
    not so very too here back home done out in on off up down fine good great ok okay well sure sorry glad happy sad tired
    hungry bored sick late early ready busy free new lost stuck confused alive dead dying drunk high lonely single taken mad
    angry upset serious curious aware afraid scared worried excited ill hot cold wet dry full empty broke rich poor old young
    tall short fat thin smart dumb stupid lazy weird normal crazy insane awake asleep away live online offline afk god batman
    the a an your my his her their our this that it just still also really pretty quite kinda always never now then there about
    like with from at by for to of and or but if when what who why how all both every some any no yes yeah lol lmao haha gonna
    better best worse worst super hella totally literally definitely probably maybe almost already blue red green black white
    important irrelevant hidden secret unknown nobody everyone someone anonymous undefined null none root admin system user bot
    spelled written mud legion inigo slim groot ironman jesus satan santa spartacus ishmael master daddy sir lord king queen boss
    mommy majesty goddess president dad mom captain overlord supreme maybe later tomorrow crazy old-fashioned stupid anything
    whatever names when if on at back tonight asap anytime please something biased convinced impressed proud grateful thankful
    jealous sober certain positive able unable available unavailable interested correct wrong right left safe good done set
    crying screaming sobbing shook obsessed weak screwed doomed fucked cooked toast deceased speechless invested inlove
    doc doctor chief dude man bro mate buddy pal boy girl guy woman human person
    """.split()
)
_NAME = re.compile(
    r"(?P<x>[^\W\d_][\w'-]*(?: [A-Z][\w'.-]*){0,2})(?:,? (?:and|but|from|not|by the way|btw|here|in case)\b.*|[,(].*)?"
)
_NAME_TOKEN = re.compile(r"[^\W\d_][^\W\d_'-]*(?:['-][^\W\d_]+)*\.?")


def name(text: str) -> str | None:
    """Give a person's name: a word or a few capitalised ones that mean nothing else."""
    match = _NAME.fullmatch(cut(text))
    if match is None:
        return None
    words = match["x"].split()
    plain = all(_NAME_TOKEN.fullmatch(one) and one.lower() not in _NOT_NAMES for one in words)
    ok = plain and len(words[0]) > 1 and not words[0].lower().endswith(("ing", "ed"))
    return match["x"].rstrip(".") if ok else None


def plain_name(text: str) -> str | None:
    """Give a name after a bare "I am", where nearly anything could stand: a known or clearly written one only."""
    found = name(text)
    if found is None or found.lower() in ORIGINS or found.lower() in TRAITS or found.lower() in JOBS:
        return None
    known = found.split()[0].lower() in NAMES
    written = found[0].isupper() and not found.isupper() and found.split()[0].lower() not in BEINGS
    return found if known or written else None


def _age(text: str) -> str | None:
    return text if 10 <= int(text) <= 99 else None


def _project(text: str) -> str | None:
    """Give what somebody is making when it is a piece of work, not dinner."""
    said = thing(text)
    if said is None or not re.search(
        rf"\b(?:{PROJECTS})s?\b|\b(?:called|named|codenamed|from \w+ to \w+|migration)\b", said, re.IGNORECASE
    ):
        return None
    return (
        None
        if re.match(
            r"(?:the|some|any|a (?:list|quick|sandwich|mess|call|decision|joke|message|test|report|ticket|pr|point|fix|lunch|dinner))\b",
            said,
            re.IGNORECASE,
        )
        else said
    )


def _studied(text: str) -> str | None:
    return (
        None
        if re.match(
            r"(?:for|the|hard|all|now|rn|right|at home|in|on|a lot|how|to|with|late|until|my)\b",
            text,
            re.IGNORECASE,
        )
        else thing(text)
    )


def _learned(text: str) -> str | None:
    return (
        None
        if re.match(
            r"(?:a lot|so much|that|the hard|new things|more|from|about|as|something|slowly|the rules|it)\b",
            text,
            re.IGNORECASE,
        )
        else thing(text)
    )


def _language(text: str) -> str | None:
    said = thing(text)
    return said if said and LANGUAGES.intersection(re.findall(r"[a-z]+", said.lower())) else None


def _tool(text: str) -> str | None:
    """Give a tool by its name; what is used up or borrowed is none."""
    if re.match(
        r"(?:to|the|my|his|a lot|up|for|more|less|him|too|all|an? (?:lot|different|new|old|bit)|some|up|mobile data)\b",
        text,
        re.IGNORECASE,
    ):
        return None
    return thing(text)


def _allergen(text: str) -> str | None:
    return (
        None
        if re.match(
            r"(?:mondays?|work|bullshit|bs|people|meetings?|fun|stupid\w*|bad|losing|mornings?|responsib\w+|effort|exercise|drama|success|money|adulting|idiots|math|homework|commitment|happiness"
            r"|sunlight|feelings|good|being|early|javascript|java|php|cleaning|small talk|him|her|waking|winning|vibes|cringe|it|that|this|anything|nothing|everything)\b",
            text,
            re.IGNORECASE,
        )
        else thing(text)
    )


def _spouse(text: str) -> str | None:
    return (
        None
        if re.match(
            r"(?:my|the (?:job|game|grind|sea|idea|code)|this|that|work|it|you)\b", text, re.IGNORECASE
        )
        else thing(text)
    )


_OBSESSION = r"(?:obsessed with|addicted to|crazy about|passionate about|fond of|interested in|(?:really |super |very |big |so )?into|a sucker for|in love with)"
_PERSON_KIND = (
    r"(?:(?:morning|night|dog|cat|coffee|tea|summer|winter|beach|mountain|city|bird|people|mac|windows|linux|android|iphone|book|breakfast|numbers|outdoors|indoor|plant|wine|beer|whisky)[ -]?(?:person|guy|girl|gal|type|user)"
    r"|night owl|early bird|homebody|bookworm|foodie|history (?:buff|nerd)|movie buff|film buff|metalhead|neat freak|(?:plant|cat|dog) (?:mom|mum|dad|parent)|coffee (?:drinker|snob|addict|nerd)|tea drinker|caffeine addict"
    r"|(?:pc|console|mobile) gamer|picky eater|light sleeper|heavy sleeper|slow reader|fast reader|thrill seeker|lurker)"
)
_SIZE = r"(?:(?:big|huge|massive|die-?hard|lifelong|long-?time|giant|total|real|such|avid|hardcore|enormous|proud|major)\s+)?"

RULES: tuple[Rule, ...] = (
    rule(
        r"(?P<x>\d{2})(?:\s*years? old|\s*yrs? old|\s*years?)?(?:,? (?:now|btw|lol|from|and|male|female|m|f)\b.*)?",
        "Is {x} years old",
        Kind.PROFILE,
        "age",
        x=_age,
    ),
    rule(r"from (?P<x>.+)", "Is from {x}", Kind.PROFILE, "origin", x=place),
    rule(r"(?:originally |actually )from (?P<x>.+)", "Is from {x}", Kind.PROFILE, "origin", x=place),
    rule(r"(?:born and raised|born|raised) in (?P<x>.+)", "Was born in {x}", Kind.PROFILE, "origin", x=place),
    rule(
        r"(?:living|residing|living back|settled) in (?P<x>.+)", "Lives in {x}", Kind.PROFILE, "home", x=place
    ),
    rule(
        r"(?:based|located) (?:out of|in|near|at|around) (?P<x>.+)",
        "Is based in {x}",
        Kind.PROFILE,
        "home",
        x=place,
    ),
    rule(
        r"living (?P<p>near|outside|with|on|at) (?P<x>.+)",
        "Lives {p} {x}",
        Kind.PROFILE,
        "home",
        p=word,
        x=place,
    ),
    rule(
        r"living (?P<x>alone|by myself|on my own|abroad).*",
        "Lives {x}",
        Kind.PROFILE,
        "home",
        x=lambda part: third(part),
    ),
    rule(
        r"(?:working|employed) (?P<p>at|for) (?P<x>.+)",
        "Works {p} {x}",
        Kind.PROFILE,
        "work",
        p=word,
        x=employer,
    ),
    rule(r"(?:working|employed) as (?P<x>.+)", "Works as {x}", Kind.PROFILE, "work", x=thing),
    rule(rf"working in (?P<x>(?:{FIELDS})\b.*)", "Works in {x}", Kind.PROFILE, "work", x=thing),
    rule(
        rf"in (?P<x>(?:{FIELDS}))(?: (?:now|for|at|by trade)\b.*)?",
        "Works in {x}",
        Kind.PROFILE,
        "work",
        x=as_said,
    ),
    rule(
        r"working (?:primarily |mostly |mainly |a lot )?with (?P<x>(?!my|the|her|him|them|a |an |some|clients|dave|kids).+)",
        "Works with {x}",
        Kind.TOOL,
        "tool",
        x=_tool,
    ),
    rule(
        r"working (?P<x>nights|night shifts?|part[- ]time|full[- ]time|remotely|from home|shifts)\b.*",
        "Works {x}",
        Kind.WORKFLOW,
        "work",
        x=word,
    ),
    rule(
        r"working on (?P<x>(?:migrating|building|porting|rewriting|developing|designing|restoring|making|creating|writing) .+)",
        "Working on {x}",
        Kind.PROJECT,
        "project",
        x=thing,
    ),
    rule(r"working on (?P<x>.+)", "Working on {x}", Kind.PROJECT, "project", x=_project),
    rule(
        r"(?P<v>building|making|creating|developing|designing|writing|composing|coding|programming|producing|directing|recording|renovating|knitting|crocheting|sewing|drawing|running) (?P<x>.+)",
        "{v} {x}",
        Kind.PROJECT,
        "project",
        v=word,
        x=_project,
    ),
    rule(
        r"(?P<v>restoring|rewriting|porting|migrating|translating) (?P<x>.+)",
        "{v} {x}",
        Kind.PROJECT,
        "project",
        v=word,
        x=thing,
    ),
    rule(
        r"(?P<v>training for|saving up for|preparing for|studying for) (?P<x>(?:an?|the|my) .*\b(?:marathon|triathlon|ironman|race|ultra|10k|5k|house|car|trip|bar exam|mcat|lsat|gre|certification|competition|pilot's licen[cs]e|wedding|ring|pc)\b.*)",
        "{v} {x}",
        Kind.PROJECT,
        "goal",
        v=word,
        x=thing,
    ),
    rule(
        r"(?:studying|reading) (?P<x>.+) (?P<p>at|in) (?P<y>.+)",
        "Studies {x} {p} {y}",
        Kind.PROFILE,
        "study",
        p=word,
        x=_studied,
        y=thing,
    ),
    rule(
        r"studying (?:for a degree in |to be an? |to become an? )?(?P<x>.+)",
        "Studies {x}",
        Kind.PROFILE,
        "study",
        x=_studied,
    ),
    rule(
        r"(?:majoring|minoring|specializing|specialising|double majoring) in (?P<x>.+)",
        "Majoring in {x}",
        Kind.PROFILE,
        "study",
        x=thing,
    ),
    rule(
        r"(?:doing|getting|finishing|pursuing|working on|working towards) (?:my|a|an) (?P<x>(?:phd|ph\.?d\.?|masters?|master's|mba|bachelor'?s?|degree|doctorate|apprenticeship|residency|internship|postdoc|law degree)\b.*)",
        "Doing a {x}",
        Kind.PROFILE,
        "study",
        x=thing,
    ),
    rule(r"learning (?:how )?(?P<x>.+)", "Learning {x}", Kind.FACT, "learning", x=_learned),
    rule(r"teaching (?P<x>.+)", "Teaches {x}", Kind.PROFILE, "work", x=thing),
    rule(r"using (?P<x>.+? (?:for|to|as|with) .+|.+)", "Uses {x}", Kind.TOOL, "tool", x=_tool),
    rule(
        r"(?P<a>deathly |severely |really |super |very |highly |mildly |slightly |also )*allergic to (?P<x>.+)",
        "Allergic to {x}",
        Kind.CONSTRAINT,
        "health",
        "food",
        a=lambda _: "",
        x=_allergen,
    ),
    rule(r"(?P<x>(?:\w+ )?intoleran(?:t)(?: to .+)?)", "Is {x}", Kind.CONSTRAINT, "health", x=thing),
    rule(r"intolerant to (?P<x>.+)", "Intolerant to {x}", Kind.CONSTRAINT, "health", x=thing),
    rule(
        r"(?:really |absolutely |super |so |very |kinda |a bit )*(?P<v>afraid|scared|terrified) of (?P<x>(?!the (?:dark side|future)|losing|this|what|being|missing|breaking|messing|nothing|how|myself).+)",
        "Is {v} of {x}",
        Kind.PREFERENCE,
        "fears",
        v=word,
        x=thing,
    ),
    rule(
        rf"not (?:really |much of |actually |exactly )*(?:a )?{_SIZE}(?:fan of|into|keen on|fond of) (?P<x>.+)",
        "Is not a fan of {x}",
        Kind.PREFERENCE,
        "dislikes",
        x=disliking,
    ),
    rule(rf"an? {_SIZE}fan of (?P<x>.+)", "Is a fan of {x}", Kind.PREFERENCE, "likes", x=liking),
    rule(
        rf"an? {_SIZE}(?P<x>(?!fan\b)(?:[\w'&.-]+ ){{1,3}}(?:fan|supporter|enthusiast|nerd|lover|geek|buff|aficionado|collector))",
        "Is a {x}",
        Kind.PREFERENCE,
        "likes",
        x=liking,
    ),
    rule(rf"{_OBSESSION} (?P<x>.+)", "Is into {x}", Kind.PREFERENCE, "likes", x=liking),
    rule(
        rf"(?:more of )?an? (?P<x>{_PERSON_KIND})(?: (?:than|myself|so|and|for|tbh|lol)\b.*)?",
        "Is a {x}",
        Kind.PREFERENCE,
        "likes",
        x=as_said,
    ),
    rule(
        r"(?P<a>completely |pretty |fairly |nearly |almost )*fluent in (?P<x>.+)",
        "Fluent in {x}",
        Kind.PROFILE,
        "language",
        a=lambda _: "",
        x=_language,
    ),
    rule(r"a native (?P<x>[\w -]+) speaker.*", "Native {x} speaker", Kind.PROFILE, "language", x=_language),
    rule(
        r"(?P<v>married to|engaged to|dating|in a relationship with|divorced from) (?P<x>.+)",
        "Is {v} {x}",
        Kind.RELATIONSHIP,
        "family",
        v=word,
        x=_spouse,
    ),
    rule(
        r"on the (?P<x>(?!same|other|whole|wrong|losing|winning|red|blue)[\w&/ -]+ (?:team|squad|committee|board|council)\b.*)",
        "On the {x}",
        Kind.FACT,
        "work",
        x=thing,
    ),
    rule(
        r"(?:in|with) the (?P<x>[\w&/ -]+ (?:team|department|squad|club|society|choir|orchestra|division|guild)\b.*)",
        "In the {x}",
        Kind.FACT,
        "work",
        x=thing,
    ),
    rule(
        r"(?:a )?(?:part|member) of (?:the |a |an )?(?P<x>.+ (?:team|club|band|choir|orchestra|society|union|group|guild|church|board|squad|committee|crew)\b.*)",
        "Part of the {x}",
        Kind.FACT,
        "group",
        x=thing,
    ),
    rule(
        r"in an? (?P<x>(?:\w+ ){0,3}(?:band|choir|orchestra|book club|bowling league|quartet|theatre group|theater group|sorority|fraternity|long[- ]distance relationship)\b.*)",
        "In a {x}",
        Kind.FACT,
        "group",
        x=thing,
    ),
    rule(
        rf"(?:in |on )?(?:the )?(?P<x>{ZONES})(?: (?:time|time ?zone|here))*",
        "Time zone is {x}",
        Kind.PROFILE,
        "timezone",
        x=lambda part: part.upper(),
    ),
    rule(
        r"(?P<x>(?:[4-7]['′]\s?\d{0,2}\"?|[4-7] ?(?:ft|foot|feet) ?\d{0,2}|1[.,]\d\d ?m|1\d\d ?cm))(?: tall)?.*",
        "Is {x} tall",
        Kind.PROFILE,
        "self",
        x=as_said,
    ),
    rule(r"an? (?P<x>.+)", "Is a {x}", Kind.PROFILE, "work", x=being),
    rule(
        r"the (?P<x>(?:founder|owner|ceo|cto|manager|director|head|president|treasurer|secretary|captain|drummer|bassist|singer|guitarist|lead|maintainer|author|creator|organi[sz]er) (?:of|for|at|in) .+)",
        "Is the {x}",
        Kind.PROFILE,
        "work",
        x=thing,
    ),
    rule(r"(?P<x>[\w ]+) by (?:trade|profession|training)", "Is a {x}", Kind.PROFILE, "work", x=being),
    rule(
        r"(?P<n>\d+|two|three|four|five|six|ten|a|one) (?P<u>years?|months?) sober",
        "Is {n} {u} sober",
        Kind.PROFILE,
        "self",
        n=as_said,
        u=word,
    ),
    rule(
        r"(?P<x>head|lead|vp|chief|director|president|treasurer|captain|co-?founder|founder|ceo|cto) (?P<y>(?:of|at) .+)",
        "Is {x} {y}",
        Kind.PROFILE,
        "work",
        x=as_said,
        y=lambda part: thing(part[3:]) and part,
    ),
)
_NEGATED = (
    rule(r"no longer (?P<x>.+)", "No longer {x}", Kind.PROFILE, "self", x=thing),
    rule(
        r"not (?P<x>.+?) (?:anymore|any more|any longer)\b.*", "No longer {x}", Kind.PROFILE, "self", x=thing
    ),
    rule(
        r"not (?:a )?(?P<x>morning person|people person|dog person|cat person|coffee drinker|big drinker|coffee person)\b.*",
        "Is not a {x}",
        Kind.PREFERENCE,
        "dislikes",
        x=as_said,
    ),
)
_GONE = re.compile(
    r"(?:an? )?(?:vegan|vegetarian|pescatarian|eating \w+|drinking|smoking|keto|sober)", re.IGNORECASE
)
_PASSING = re.compile(
    r"(?:sure|able|interested|tired|sick|worried|angry|mad|sad|in|on|at|here|scared|surprised|afraid|confused|there|needed|getting|going|doing)\b",
    re.IGNORECASE,
)


def read_being(predicate: str) -> list[Found]:
    """Read what follows "I am"."""
    if gone := first_found(_NEGATED[:2], predicate):
        return _retraction(gone)
    if predicate.lower().startswith("not "):
        found = first_found((_NEGATED[2], *(one for one in RULES if one.tags[0] == "dislikes")), predicate)
        return [found] if found else []
    if found_traits := traits(predicate):
        return found_traits
    found = first_found(RULES, predicate)
    return [_article(found)] if found else []


def _retraction(gone: Found) -> list[Found]:
    said = gone.text.removeprefix("No longer ")
    if _PASSING.match(said) and not re.match(r"(?:at|in|on) (?!it\b|a\b)", said):
        return []
    kind = Kind.CONSTRAINT if _GONE.fullmatch(said) else Kind.PROFILE
    work = re.match(r"(?:work|employed|at )", said) is not None
    topic = (
        "diet"
        if kind is Kind.CONSTRAINT
        else "work"
        if work
        else "home"
        if re.match(r"(?:living|in|based) ", said)
        else "self"
    )
    return [Found(text=gone.text, kind=kind, tags=(topic,), retracts=True)]


_DIET = re.compile(
    r"Is an? (?:strict |lifelong |proud )?(?:vegan|vegetarian|pescatarian|diabetic|celiac|coeliac|epileptic|asthmatic)\b",
    re.IGNORECASE,
)


def _article(found: Found) -> Found:
    text = (
        re.sub(r"^Is a (?=[aeio]|un[^i]|u[^ns]|8|11)", "Is an ", found.text)
        if found.topic in ("work", "likes")
        else found.text
    )
    if _DIET.match(text):
        return Found(text=text, kind=Kind.CONSTRAINT, tags=("diet",), confidence=found.confidence)
    return Found(text=text, kind=found.kind, tags=found.tags, confidence=found.confidence)
