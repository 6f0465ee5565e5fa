"""What people say of what is theirs: "my name is ...", "my sister is ...", "my favourite band is ..."."""

import re
from dataclasses import replace

from dnam.model import Kind
from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.being import traits
from dnam.rules.statements.fits import FITS, liking
from dnam.rules.statements.phrase import cut
from dnam.rules.statements.rule import Found, first_found, opening, table

_NO_FAVOURITE = opening("""
    sleep$, sleeping, napping, money, chewing, nothing, eating$, breathing, yes, all of, when, how, that,
    this, it, the (?:one|first|second|last), you, probably, not
""")
_LISTS = {
    "PETS": lex.PETS,
    "BREEDS": f"{lex.PETS}|mix|mutt|rescue|calico|tuxedo|persian|ragdoll|shiba|samoyed|spaniel|mastiff"
    f"|doodle|labradoodle|schnauzer",
    "KIN": "(?:(?:older|younger|little|big|baby|twin|oldest|youngest|eldest|middle|late|first|second|step"
    "|half|only|ex|new|other)"
    f"[ -])?(?:{lex.KIN})",
    "PEOPLE": f"(?:(?:old|new|current|former) )?(?:{lex.ACQUAINTANCES})",
    "FRIEND": f"(?:(?:best|good|old|close|childhood) )?(?:friend|{lex.ACQUAINTANCES})",
    "TOOLS": "laptop|phone|editor|ide|text editor|os|distro|car|keyboard|desktop|desktop pc|pc|terminal"
    "|shell|browser|camera"
    "|instrument|bike|motorbike|stack|tech stack|daily driver|console|game engine|database"
    "|language of choice|gpu|cpu|tablet"
    "|programming language|main language|first car|main camera|current car|work laptop|guitar|bass|synth|daw"
    "|notes? app|monitor"
    "|graphics card|mouse|password manager|window manager|setup|day job laptop",
    "FIELDS": lex.FIELDS,
    "WORKS": "startup|company|band|podcast|blog|game|app|channel|youtube channel|newsletter|business|bakery"
    "|shop|novel|book|server",
    "HANDLES": "github|steam|psn|gamertag|ign|username|twitch|instagram|insta|bluesky|letterboxd|friend code"
    "|switch code",
    "GOALS": "run|learn|write|publish|finish|become|climb|visit|read|build|open|save|lose|get|own|travel"
    "|start|swim|complete|buy",
    "EVER": "(?: of all time| ever| in the world)?",
    "SURELY": "(?: (?:probably|definitely|still|def|actually|now|hands down|easily|always|literally|prob))*",
}
_FITS = {
    **FITS,
    "favourite": lambda text: None if _NO_FAVOURITE.match(text) else FITS["thing"](text),
    "trait": lambda text: (
        text if traits(text) and not re.match(r"single|unemployed", text, re.IGNORECASE) else None
    ),
    "ofwork": lambda text: FITS["being"](re.sub(r"^an? ", "", text)) and text,
}
RULES = table(
    r"""
<k=last|middle|maiden> name is <name:(?-i:[A-Z]).+> => profile name: {k} name is {name}
(?:(?:full|real|first|actual|given|legal|preferred|chosen) )?name (?:is|:)(?: actually
    | really)? <name>
    => profile name: Name is {name}
name is spelled <name> => profile name: Name is {name}
nick ?name (?:is|:) <name> => profile name: Nickname is {name}
(?:friends|family|coworkers|mates|students|kids|teammates|parents|colleagues)(?: all)? call me <called>
    => profile name: Goes by {called}
(?:birthday|birth date|date of birth|dob)(?: (?:is|falls)(?: actually)?(?: on)?|:) <birthday>
    => profile birthday: Birthday is {birthday}
(?:preferred )?pronouns(?: are|:) <x=(?:she|he|they|it|xe|ze|any|fae)(?:/\w+)*>(?:$|[ ,].*)
    => profile pronouns: Pronouns are {x}
time ?zone(?: is|:) <zone> => profile timezone: Time zone is {zone}
(?:native|first|mother|main|second|third) <k=language|tongue>(?: is|:) <language>
    => profile language: Native {k} is {language}
(?:(?:absolute|all[- ]?time|personal|current|number one) )*<v=least |second |>favou?rite <k~(?!part
    |thing (?:about|to)|bit|so far|for)[\w' -]{2,40}?>
    +[EVER](?: (?:is|are|has to be|will always be|has always been)[SURELY]|:) <favourite>
    => preference likes: {v}favourite {k} is {favourite}
go-?to <k~[\w -]{2,30}?> (?:is|are) <favourite> => preference likes: Go-to {k} is {favourite}
comfort <k=food|show|movie|game|book|album> (?:is|are) <favourite>
    => preference likes: Comfort {k} is {favourite}
<k=guilty pleasure|happy place|biggest pet peeve|pet peeve|biggest fear|latest obsession|current (?:read
    |obsession|hyperfixation|book|game|show)>
    (?:is|are) <favourite> => preference likes: {k} is {favourite}
home ?town (?:is|:) <place> => profile origin: Home town is {place}
(?:(?:day|new|current|full[- ]time) )?(?:job|occupation|profession) (?:is|:)(?: being)? <p=in|at> <employer>
    => profile work: Job is {p} {employer}
(?:(?:day|new|current|full[- ]time) )?(?:job|occupation|profession) (?:is|:)(?: being)? <ofwork>
    => profile work: Job is {ofwork}
(?:(?:day|new|current) )?job is <thing:(?!(?:killing|driving|draining|getting|making me|being|going|sucking
    |stressing|taking)\b)\w+ing .+>
    => profile work: Job is {thing}
(?:(?:day|new|current) )?job is (?:in )?<x~[FIELDS]> => profile work: Job is {x}
<k~[\w ]{2,20}> of choice is <item> => preference likes: {k} of choice is {item}
(?:major|minor|degree) (?:is in|is|was in|:) <item:(?!(?:useless|hard|worthless|almost|killing|kicking)\b).+>
    => profile study: Major is {item}
(?:star ?sign|zodiac(?: sign)?) is <x~\w+> => profile self: Star sign is {x}
(?:(?:side|current|pet|main|new|passion|senior|final year|capstone|hobby
    |personal) )+project is <item:(?!(?:late|due)\b).+>
    => project project: Side project is {item}
<k=[WORKS]> is (?:called|named) <thing> => project project: {k} is called {thing}
<k=novel|book|thesis|dissertation|research|podcast|startup|phd|blog> is <v=about|on|in>
    <thing:(?!(?:fire|hold|track|the way|time)\b).+> => project project: {k} is {v} {thing}
(?:main |biggest |other )?(?:hobby|hobbies|passion|interests) (?:is|are|include) <thing>
    => preference hobby: Hobby is {thing}
(?:goal|dream|new year's resolution|resolution|plan)(?: for \d{4}| this year)? is to <thing:(?:[GOALS]) .+>
    => project goal: Goal is to {thing}
<k~[HANDLES]>(?: (?:name|handle|id|username))? is <item:\S+> => fact handle: {k} name is {item}
<k~[TOOLS]> (?:is|runs|are) <item> => tool tool: {k} is {item}
main(?: in \w+| character)? is <item> => preference games: Mains {item}
(?:team|company|work|workplace|lab|office) uses <tool> => tool tool: Team uses {tool}
<k~(?:\w+ ){0,1}(?:[PETS])>(?:,? <n~(?-i:[A-Z])\w+>,?)? is <x=diabetic|blind|deaf|pregnant|a rescue|adopted
    |three-legged>
    => fact pet: {k} {n} is {x}
team is <item:the .+|(?-i:[A-Z]).+> => fact work: Team is {item}
<k~(?:\w+ ){0,2}(?:[PETS])>(?:'?s)? names? (?:is|are) <thing> => fact pet: {k} is called {thing}
<k~(?:\w+ ){0,2}(?:[PETS])>(?:'?s| is| are)? (?:called|named) <thing> => fact pet: {k} is called {thing}
<k~(?:\w+ ){0,2}(?:[PETS])>(?:,? <n~(?-i:[A-Z])\w+>,?)?(?: is| just turned| turned
    |'s) <x=\d{1,2}(?: (?:years?|months?|weeks?) old)?>
    => fact pet: {k} {n} is {x}
<k~(?:\w+ ){0,2}(?:[PETS])>(?:,? <n~(?-i:[A-Z])\w+>,?)?(?: is|'s) <thing:an? (?:\w+ ){0,3}(?:[BREEDS])\b.*>
    => fact pet: {k} {n} is {thing}
""",
    fits=_FITS,
    lists=_LISTS,
)
KIN_RULES = table(
    r"""
<k~[KIN]> are <x=\d{1,2}(?:,? (?:and )?\d{1,2})+> => relationship family: {k} are {x}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)? speaks?(?: only| mostly| mainly)? <language>
    => relationship family: {k} {n} speaks {language}
<k~[KIN]>(?:'?s)? names? (?:is|are|was|were) <names> => relationship family: {k} is called {names}
<k~[KIN]>(?:'?s| is| are)? (?:called|named) <names> => relationship family: {k} is called {names}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)? <v=lives?|is living|are living|is based|(?:just )?moved> <p=in|near
    |with|to|at> <place>
    => relationship family: {k} {n} {v} {p} {place}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)?(?: is| are|'s)(?: originally)? from <place>
    => relationship family: {k} {n} is from {place}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)? <v=works?|is working|work> <p=at|for|as|in> <employer>
    => relationship family: {k} {n} {v} {p} {employer}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)?(?: is| are|'s)(?: (?:also|both|severely|deathly
    |really))? allergic to <allergen>
    => relationship family health: {k} {n} is allergic to {allergen}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)?(?: is| just turned| turned|'s) <x=\d{1,2}(?: (?:years?|months?
    |weeks?) old)?>(?: and .*)?
    => relationship family: {k} {n} is {x}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)?(?: is| are|'s)(?: (?:also|both))? <trait>
    => relationship family: {k} {n} is {trait}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)?(?: is| are|'s)(?: (?:also|both))? (?:an? )?<being>
    => relationship family: {k} {n} is a {being}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)? <v=plays?> <part:(?!(?:it|on|with|all|too|in)\b).+>
    => relationship family: {k} {n} {v} {part}
<k~[KIN]>(?:,? <n~(?-i:[A-Z])[\w'-]+>,?)? <v=speaks?|plays?|teaches|teach|owns?|runs?|has|have> <kinhas>
    => relationship family: {k} {n} {v} {kinhas}
<k~[KIN]>(?:'?s)? birthday is (?:on )?<birthday> => relationship family: {k}'s birthday is {birthday}
<k~[KIN]> is <name:(?-i:[A-Z])[\w'-]+> => relationship family: {k} is called {name}
<k~[FRIEND]>,? <n~(?-i:[A-Z])[\w'-]+>,? <v=lives|is living|moved> <p=in|near|with|to> <place>
    => relationship people: {k} {n} {v} {p} {place}
<k~[FRIEND]>,? <n~(?-i:[A-Z])[\w'-]+>,? <v=works|is working> <p=at|for|as|in> <employer>
    => relationship people: {k} {n} {v} {p} {employer}
<k~[FRIEND]>,? <n~(?-i:[A-Z])[\w'-]+>,? is (?:an? )?<being> => relationship people: {k} {n} is a {being}
<k~[PEOPLE]>(?:'?s name)?(?: is|'s)(?: called| named)? <name:(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?>
    => relationship people: {k} is called {name}
<k~[PEOPLE]>(?:'?s name is|(?: is|'s)? (?:called|named)) <name> => relationship people: {k} is called {name}
""",
    fits=_FITS,
    lists=_LISTS,
)
_CALLED = table(
    r"""
(?:(?:but |just |please |so )*(?:you can|you guys can|feel free to|just|please|people|everyone|everybody
    |most people|they all)
    (?:(?:just|all|usually|always|mostly|also) )*)?calls? me <called> => profile name: Goes by {called}
""",
    fits=_FITS,
    lists={},
)
_FAVOURITE = re.compile(
    r"(?P<x>.+?) (?:is|are|will always be|has always been)(?: (?:still|probably|definitely|def|hands down"
    r"|easily|by far|literally))*"
    r" my (?:(?:absolute|all[- ]?time|number one) )*favou?rite (?P<k>[\w' -]{2,30}?)(?: ever| of all time"
    r"| by far| to \w+)?",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"(?P<x>[\w ]+) (?P<b>is|is not) my (?:first|native|mother|main|second) (?P<k>language|tongue)",
    re.IGNORECASE,
)
_PRONOUNS = re.compile(
    r"(?P<x>(?:she|he|they|xe|ze|any)/(?:her|hers|him|his|them|theirs|they|she|he|it|xem|any)(?:/\w+)?)"
    r"(?: (?:please|pls|btw|here|pronouns|thanks|ty))*",
    re.IGNORECASE,
)
_HOBBY = re.compile(
    r"(?P<x>.+?) (?:is|are)(?: (?:really|still|also))? my (?:main |biggest |favou?rite |true )?(?P<k>hobby"
    r"|passion|profession|pastime)",
    re.IGNORECASE,
)
_NO_CLASS = opening("so far, for, part, thing, one, person, kind of, way, people, human, bit")
_KIN_IS_A = re.compile(r"(?P<who>.+) is a (?P<what>.+)")
_PLURAL = re.compile(r"(?:parents|kids|sons|daughters|sisters|brothers|siblings|children)\b", re.IGNORECASE)


def read_mine(predicate: str) -> list[Found]:
    """Read what follows "my"."""
    found = first_found(RULES, predicate) or first_found(KIN_RULES, predicate)
    return [_worded(found)] if found else []


def read_called(clause: str) -> list[Found]:
    """Read "call me Sam" and "Dune is my favourite book", which begin with neither I nor my."""
    if pronouns := _PRONOUNS.fullmatch(clause):
        return [Found(text=f"Pronouns are {pronouns['x'].lower()}", kind=Kind.PROFILE, tags=("pronouns",))]
    clause = cut(clause)
    if " me " in clause and (found := first_found(_CALLED, clause)):
        return [found]
    if (spoken := _LANGUAGE.fullmatch(clause)) and (language := FITS["language"](spoken["x"])):
        return [
            Found(
                text=f"Native {spoken['k'].lower()} {spoken['b'].lower()} {language}",
                kind=Kind.PROFILE,
                tags=("language",),
            )
        ]
    if (hobby := _HOBBY.fullmatch(clause)) and (what := liking(hobby["x"])):
        return [Found(text=f"{hobby['k'].capitalize()} is {what}", kind=Kind.PREFERENCE, tags=("hobby",))]
    favourite = _FAVOURITE.fullmatch(clause) if " my " in clause else None
    what = liking(favourite["x"]) if favourite else None
    if favourite is None or what is None or _NO_CLASS.match(favourite["k"]):
        return []
    return [
        Found(text=f"Favourite {favourite['k'].strip()} is {what}", kind=Kind.PREFERENCE, tags=("likes",))
    ]


def _worded(found: Found) -> Found:
    """Put right what a table cannot: "are" for several, and no article before a plural or a vowel."""
    if found.topic == "family" and _PLURAL.match(found.text):
        found = replace(found, text=found.text.replace(" is ", " are ", 1))
    match = _KIN_IS_A.fullmatch(found.text) if found.topic == "family" else None
    if match is None:
        return found
    article = "an" if match["what"][0] in "aeiou" else "a"
    words = (
        (match["who"], "are", match["what"])
        if _PLURAL.search(match["who"])
        else (match["who"], "is", article, match["what"])
    )
    return replace(found, text=" ".join(words))
