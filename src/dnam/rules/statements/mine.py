"""What people say of what is theirs: "my name is ...", "my sister is ...", "my favourite band is ..."."""

import re

from dnam.model import Kind
from dnam.rules.statements.being import _language, being, name, traits
from dnam.rules.statements.lexicon import ACQUAINTANCES, KIN, PETS, ZONES
from dnam.rules.statements.phrase import employer, liking, place, thing
from dnam.rules.statements.rule import Found, as_said, first_found, rule, word

_IS = r"(?:is|are|'s|'re|was called|s(?= called| named))"
_AGE = r"(?:(?:older|younger|little|big|baby|twin|oldest|youngest|eldest|middle|late|first|second|step|half|only|ex|new|other)[ -])?"
_KIN = rf"(?P<k>{_AGE}(?:{KIN}))"
_KIN_NAMED = rf"{_KIN}(?:,? (?P<n>(?-i:[A-Z])[\w'-]+),?)?"
_PET = rf"(?P<k>(?:\w+ ){{0,2}}(?:{PETS}))"
_BIRTH = re.compile(
    r"(?:on |in |is )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:\w+)(?: \d{4})?|(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
    r"(?: (?:the )?\d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d\d-\d\d|christmas(?: eve| day)?|halloween|new year'?s(?: eve| day)?|valentine'?s(?: day)?)\b",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"(?:dead|broken|down|slow|acting|on|at|not|so|too|in|dying|charging|old|new|being|having|ringing|overheating|fine|great|good|bad|ok|okay|back|up|off|out|full|empty|dirty|ruined|fried|hot|cold|loud|about|still|just|really|very|pretty|super|gone"
    r"|lagging|laggy|freezing|frozen|stuck|crashing|going|getting|making|doing|the (?:same|best|worst|one|problem|only)|my|your|that|this|it|what|like|to|lost|cracked|bricked|ancient|trash|garbage|shit|crap|toast|here|there|ready|almost|always|never"
    r"|better|worse|faster|nice|awesome|amazing|weird|a (?:mess|disaster|joke|nightmare|bit|lot|pain|piece|potato|toaster|brick))\b",
    re.IGNORECASE,
)


def _birthday(text: str) -> str | None:
    match = _BIRTH.match(text)
    return re.sub(r"^(?:on|in) ", "", match.group()) if match else None


def _item(text: str) -> str | None:
    return None if _STATES.match(text) or re.match(r"\w+ing\b", text) else thing(text)


def _zone(text: str) -> str | None:
    match = re.match(rf"(?:{ZONES}|[A-Z]\w+/[A-Z]\w+|[+-]\d{{1,2}})\b", text, re.IGNORECASE)
    return match.group().upper() if match and "/" not in match.group() else match.group() if match else None


def _call(text: str) -> str | None:
    """Give a called-by name: a name, not a verb that follows "call me"."""
    found = name(text)
    return found if found and (found[0].isupper() or " " not in text.strip()) else None


def _kept(text: str) -> str:
    return text.strip()


_TOOLS = (
    r"laptop|phone|editor|ide|text editor|os|distro|car|keyboard|desktop|desktop pc|pc|terminal|shell|browser|camera|instrument|bike|motorbike|stack|tech stack|daily driver|console|game engine|database|language of choice|programming language"
    r"|main language|first car|main camera|current car|work laptop|guitar|bass|synth|daw|note app|notes app|gpu|cpu|graphics card|monitor|mouse|tablet|password manager|window manager"
)
RULES = (
    rule(r"(?:(?:full|real|first|actual|given|legal|middle|last|preferred|chosen) )?name (?:is|'s|:)(?: actually| really)? (?P<x>.+)", "Name is {x}", Kind.PROFILE, "name", x=name),
    rule(r"nick ?name (?:is|'s|:) (?P<x>.+)", "Nickname is {x}", Kind.PROFILE, "name", x=name),
    rule(r"(?:friends|family|coworkers|mates|students|kids|teammates|parents|colleagues)(?: all)? call me (?P<x>.+)", "Is called {x} by friends", Kind.PROFILE, "name", x=_call),
    rule(r"(?:birthday|birth date|date of birth|dob)(?: (?:is|'s|falls)(?: actually)?(?: on)?|:) (?P<x>.+)", "Birthday is {x}", Kind.PROFILE, "birthday", x=_birthday),
    rule(r"(?:preferred )?pronouns(?: are|:) (?P<x>(?:she|he|they|it|xe|ze|any|fae)\b.*)", "Pronouns are {x}", Kind.PROFILE, "pronouns", x=lambda part: re.split(r"[ ,.]", part)[0]),
    rule(r"time ?zone(?: is|'s|:) (?P<x>.+)", "Time zone is {x}", Kind.PROFILE, "timezone", x=_zone),
    rule(r"(?:native|first|mother|main|second|third) (?P<k>language|tongue)(?: is|:) (?P<x>.+)", "Native {k} is {x}", Kind.PROFILE, "language", k=word, x=_language),
    rule(r"(?:all[- ]?time )?favou?rites?(?: (?:one )?(?:ever )?(?:is|are|has to be|will always be|would be|used to be not)|:) (?P<x>.+)", "Favourite is {x}", Kind.PREFERENCE, "likes", x=lambda _: None),
    rule(r"(?:(?:absolute|all[- ]?time|personal|current|number one) )*(?P<v>least |second |)favou?rite (?P<k>(?!part|thing (?:about|to)|bit)[\w' -]{2,40}?)(?: of all time| ever)?(?: (?P<b>is|are|has to be|will always be|has always been)(?: (?:probably|definitely|still|def|actually|now|hands down|easily|always))*|:) (?P<x>.+)", "{v}favourite {k} is {x}", Kind.PREFERENCE, "likes", v=lambda part: part.lower(), k=_kept, b=_kept, x=lambda part: None if re.match(r"(?:when|how|that|this|it|the (?:one|first|second|last)|you|probably)\b", part) else thing(part)),
    rule(r"go-?to (?P<k>[\w -]{2,30}?) (?:is|are) (?P<x>.+)", "Go-to {k} is {x}", Kind.PREFERENCE, "likes", k=_kept, x=thing),
    rule(r"comfort (?P<k>food|show|movie|game|book|album) (?:is|are) (?P<x>.+)", "Comfort {k} is {x}", Kind.PREFERENCE, "likes", k=word, x=thing),
    rule(r"(?:home ?town|home town) (?:is|:) (?P<x>.+)", "Home town is {x}", Kind.PROFILE, "origin", x=place),
    rule(r"(?:(?:day|new|current|full[- ]time) )?(?:job|occupation|profession) (?:is|:)(?: being)? (?P<x>(?:an? |in |at ).+)", "Job is {x}", Kind.PROFILE, "work", x=lambda part: part if re.match(r"(?:in|at) ", part) and employer(part[3:]) or being(re.sub(r"^an? ", "", part)) else None),
    rule(r"(?:major|minor|degree) (?P<b>is in|is|was in|:) (?P<x>(?!useless|hard|worthless|almost|done|so|killing|not).+)", "Major is {x}", Kind.PROFILE, "study", b=_kept, x=thing),
    rule(r"(?:star ?sign|zodiac(?: sign)?) is (?P<x>\w+)", "Star sign is {x}", Kind.PROFILE, "self", x=as_said),
    rule(r"(?:religion|faith|nationality|blood type|myers-briggs|mbti|height) is (?P<x>.+)", "Religion or origin is {x}", Kind.PROFILE, "self", x=lambda _: None),
    rule(r"(?:(?:side|current|pet|main|new|passion|senior|final year|capstone|hobby|personal) )+project is (?P<x>(?!going|late|due|dead|done|not|in |a mess|on ).+)", "Side project is {x}", Kind.PROJECT, "project", x=thing),
    rule(r"(?P<k>startup|company|band|podcast|blog|game|app|channel|youtube channel|newsletter|business|bakery|shop|novel|book|server) is (?:called|named) (?P<x>.+)", "{k} is called {x}", Kind.PROJECT, "project", k=word, x=thing),
    rule(r"(?P<k>novel|book|thesis|dissertation|research|podcast|startup|phd|blog) is (?P<v>about|on|in) (?P<x>(?!fire|hold|track|the way|time|it|that).+)", "{k} is {v} {x}", Kind.PROJECT, "project", k=word, v=word, x=thing),
    rule(r"(?:main |biggest |other )?(?:hobby|hobbies|passion|interests) (?:is|are|include) (?P<x>.+)", "Hobby is {x}", Kind.PREFERENCE, "hobby", x=thing),
    rule(r"(?:goal|dream|new year's resolution|resolution|plan)(?: for \d{4}| this year)? is to (?P<x>(?:run|learn|write|publish|finish|become|climb|visit|read|build|open|save|lose|get|own|travel|start|swim|complete|buy) .+)", "Goal is to {x}", Kind.PROJECT, "goal", x=thing),
    rule(r"(?P<k>github|steam|psn|gamertag|ign|username|twitch|instagram|insta|bluesky|letterboxd|friend code|switch code)(?: (?:name|handle|id|username))? is (?P<x>\S+)", "{k} name is {x}", Kind.FACT, "handle", k=as_said, x=_item),
    rule(rf"(?P<k>{_TOOLS}) (?:is|runs|are) (?P<x>.+)", "{k} is {x}", Kind.TOOL, "tool", k=_kept, x=_item),
    rule(r"main(?: in \w+| character)? is (?P<x>.+)", "Mains {x}", Kind.PREFERENCE, "games", x=_item),
    rule(r"(?P<k>team) is (?P<x>the .+|[A-Z].+)", "Team is {x}", Kind.FACT, "work", k=word, x=thing),
    rule(rf"{_PET}(?:'?s)? name(?:s)? (?:is|are|'s) (?P<x>.+)", "{k} is called {x}", Kind.FACT, "pet", k=_kept, x=thing),
    rule(rf"{_PET}(?:'?s| is| are)? (?:called|named) (?P<x>.+)", "{k} is called {x}", Kind.FACT, "pet", k=_kept, x=thing),
    rule(rf"{_PET}(?:,? (?P<n>(?-i:[A-Z])\w+),?)? (?:is|'s|just turned|turned) (?P<x>\d{{1,2}} (?:years?|months?|weeks?) old|\d{{1,2}})", "{k} {n} is {x}", Kind.FACT, "pet", k=_kept, n=_kept, x=thing),
    rule(rf"{_PET}(?:,? (?P<n>(?-i:[A-Z])\w+),?)? is (?P<x>an? (?:\w+ ){{0,3}}(?:{PETS}|mix|mutt|rescue|calico|tuxedo|persian|ragdoll|shiba|samoyed|spaniel|mastiff|doodle|labradoodle|schnauzer)\b.*)", "{k} {n} is {x}", Kind.FACT, "pet", k=_kept, n=_kept, x=thing),
)


_KIN_RULES = (
    rule(rf"{_KIN}(?:'?s)? names? (?:is|are|'s) (?P<x>.+)", "{k} is called {x}", Kind.RELATIONSHIP, "family", k=_kept, x=lambda part: name(part) or (thing(part) if " and " in part else None)),
    rule(rf"{_KIN}(?:'?s| is| are)? (?:called|named) (?P<x>.+)", "{k} is called {x}", Kind.RELATIONSHIP, "family", k=_kept, x=lambda part: name(part) or (thing(part) if " and " in part else None)),
    rule(rf"{_KIN_NAMED} (?P<v>lives?|is living|are living|is based|moved|just moved|lived) (?P<p>in|near|with|to|at) (?P<x>.+)", "{k} {n} {v} {p} {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, v=_kept, p=word, x=place),
    rule(rf"{_KIN_NAMED} (?:is|are|'s)(?: originally)? from (?P<x>.+)", "{k} {n} is from {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, x=place),
    rule(rf"{_KIN_NAMED} (?P<v>works?|is working|used to work) (?P<p>at|for|as|in) (?P<x>.+)", "{k} {n} {v} {p} {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, v=lambda part: part if part.startswith(("work", "is")) else None, p=word, x=employer),
    rule(rf"{_KIN_NAMED} (?:is|are|'s)(?: also| both| severely| deathly| really)? allergic to (?P<x>.+)", "{k} {n} is allergic to {x}", Kind.RELATIONSHIP, "family", "health", k=_kept, n=_kept, x=thing),
    rule(rf"{_KIN_NAMED} (?:is|'s|just turned|turns|turned) (?P<x>\d{{1,2}}(?: years? old| months? old| weeks? old)?)(?: (?:now|and|so|today)\b.*)?", "{k} {n} is {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, x=as_said),
    rule(rf"{_KIN_NAMED} (?:is|'s|are)(?: also)? (?:an? )?(?P<x>.+)", "{k} {n} is a {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, x=being),
    rule(rf"{_KIN_NAMED} (?:is|'s|are)(?: also| both)? (?P<x>.+)", "{k} {n} is {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, x=lambda part: part if traits(part) and not re.match(r"(?:single|unemployed)", part) else None),
    rule(rf"{_KIN_NAMED} (?P<v>speaks?|plays?|teaches|teach|owns|own|runs|run|studies|study|has|have) (?P<x>.+)", "{k} {n} {v} {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, v=word, x=lambda part: thing(part) if re.search(r"\b(?:at|in|the|adhd|autism|asthma|diabetes|dementia|cancer|alzheimer\w*|parkinson\w*|celiac|down syndrome|a (?:farm|bakery|restaurant|shop|business|company|caf[eé])|guitar|piano|drums|violin|cello|bass|french|spanish|german|polish|korean|japanese|hindi|arabic|mandarin|italian|portuguese)\b", part, re.IGNORECASE) and not re.match(r"(?:no|the (?:best|worst|same)|to|been|it|a (?:fever|cold|point)|in|at|games?|the)\b", part) else None),
    rule(rf"{_KIN_NAMED} (?:and I (?:have been|are)|and i)(?P<x> (?:married|together|engaged|divorced).*)", "{k} {n} and they are {x}", Kind.RELATIONSHIP, "family", k=_kept, n=_kept, x=thing),
    rule(rf"{_KIN}(?:'?s)? (?P<b>birthday) (?:is|'s)(?: on)? (?P<x>.+)", "{k}'s birthday is {x}", Kind.RELATIONSHIP, "family", k=_kept, b=word, x=_birthday),
    rule(rf"{_KIN} is (?P<x>(?-i:[A-Z])[\w'-]+)", "{k} is called {x}", Kind.RELATIONSHIP, "family", k=_kept, x=name),
    rule(rf"(?P<k>(?:old |new |current |former )?(?:{ACQUAINTANCES}))(?:'?s name)?(?: is|'s)(?: called| named)? (?P<x>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)", "{k} is called {x}", Kind.RELATIONSHIP, "people", k=_kept, x=name),
    rule(rf"(?P<k>(?:old |new |current |former )?(?:{ACQUAINTANCES}))(?:'?s name)?(?: is|'s)(?: called| named) (?P<x>\w+)", "{k} is called {x}", Kind.RELATIONSHIP, "people", k=_kept, x=name),
)

_CALLED = (
    rule(r"(?:(?:but |just |please |so )*(?:you can|u can|you guys can|feel free to|just|please|people|everyone|everybody|most people|they all|ppl)(?: (?:just|all|usually|always|mostly))* )?calls? me (?P<x>.+)", "Goes by {x}", Kind.PROFILE, "name", x=_call),
)
_FAVOURITE = re.compile(r"(?P<x>.+?) (?:is|are|will always be|has always been)(?: (?:still|probably|definitely|def|hands down|easily|by far|literally))* my (?:(?:absolute|all[- ]?time|number one) )*favou?rite (?P<k>[\w' -]{2,30}?)(?: ever| of all time| by far| to \w+)?", re.IGNORECASE)


def read_mine(predicate: str) -> list[Found]:
    """Read what follows "my"."""
    found = first_found(RULES, predicate) or first_found(_KIN_RULES, predicate)
    return [found] if found else []


def read_called(clause: str) -> list[Found]:
    """Read "call me Sam" and "Dune is my favourite book", which begin with neither I nor my."""
    if favourite := _FAVOURITE.fullmatch(clause):
        what = liking(favourite["x"])
        kind_of = favourite["k"].strip()
        if what and not re.match(r"(?:part|thing|one|person|kind of|way)\b", kind_of):
            return [Found(text=f"Favourite {kind_of} is {what}", kind=Kind.PREFERENCE, tags=("likes",))]
    found = first_found(_CALLED, clause)
    return [found] if found else []
