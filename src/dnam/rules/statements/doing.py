"""What people say they do, have, use, like and cannot: "I live ...", "I have ...", "I do not ..."."""

import re

from dnam.model import Kind
from dnam.rules.statements.being import _age, _language, _project, _studied, _tool, being, name
from dnam.rules.statements.lexicon import ACQUAINTANCES, AILMENTS, FIELDS, KIN, PETS, PROJECTS, THINGS
from dnam.rules.statements.phrase import conjugated, cut, disliking, employer, liking, place, thing, third
from dnam.rules.statements.rule import Found, Rule, as_said, by_first_word, first_found, rule, word

_ANY = r"(?:\w+ ){0,3}"
_COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|\d{1,2}|several|a few|a couple of|some|my own|twin|a pair of)"


def _no_bare_to(text: str) -> str | None:
    return None if re.match(r"(?:to|it|that|this)\b", text, re.IGNORECASE) else thing(text)


def _played(text: str) -> str | None:
    return (
        None
        if re.match(
            r"(?:with|along|around|the (?:game|demo|long|victim|role|part)|a (?:part|role|bit|game|lot|few)|it|games?$|catch|dumb|by|to|too|so|devil|for)\b",
            text,
            re.IGNORECASE,
        )
        else thing(text)
    )


def _run(text: str) -> str | None:
    said = thing(text)
    if said is None or re.match(
        r"(?:out|into|away|late|around|through|the (?:tests?|risk|script|code|command|build|app|migration|numbers|query)|tests?|errands|a (?:test|script|fever|build|command|query|risk|mile))\b",
        said,
        re.IGNORECASE,
    ):
        return None
    return (
        said
        if re.match(
            rf"(?:an?|the|my|two|our|their) {_ANY}(?:{PROJECTS}|{THINGS}|bakery|caf[eé]|restaurant|bar|studio|agency|nonprofit|charity|club|group|team|lab|clinic|gym|farm|salon|gallery|festival|guild|food truck|bookstore|bookshop|consultancy|practice)\b",
            said,
            re.IGNORECASE,
        )
        else None
    )


def _system(text: str) -> str | None:
    said = thing(text)
    return (
        said
        if said
        and re.match(
            r"(?:arch|ubuntu|debian|fedora|linux|nixos|windows|macos|gentoo|mint|pop|manjaro|endeavour|opensuse|void|freebsd|proxmox|home ?assistant|plex|jellyfin|kubernetes|k3s|docker|android|ios|graphene\w*|asahi|bazzite|i3|hyprland|sway|kde|gnome|btw)\b",
            said,
            re.IGNORECASE,
        )
        else None
    )


def _school(text: str) -> str | None:
    said = thing(text)
    return (
        said
        if said
        and re.search(
            r"\b(?:university|uni|college|state|school|academy|institute|tech|polytechnic|poly|mit|ucla|eth|caltech|stanford|harvard|oxford|cambridge|yale|nyu|tu|conservator\w+|community college|\w*U[A-Z]\w*)\b",
            said,
            re.IGNORECASE,
        )
        and not re.match(r"(?:the|school|uni|college)$|school (?:today|now|by|on)|bed|the state", said)
        else None
    )


def _habit(text: str) -> str | None:
    """Give a habit in the third person: its first word must be a doing."""
    first, _, rest = cut(text).partition(" ")
    if (
        not rest
        or not first.isalpha()
        or _NO_HABIT.match(first)
        or first.lower().endswith(("ed", "ing", "ly", "n't"))
    ):
        return None
    said = thing(f"x {rest}")
    return f"{conjugated(first)}{said[1:]}" if said else None


_NO_HABIT = re.compile(
    r"(?:am|are|is|was|were|be|been|have|had|do|did|does|will|would|can|could|should|might|may|must|cannot|not|get|got|find|feel|felt|think|thought|know|knew|forget|forgot|lose|lost|end|seem|want|wanted|say|said|wonder|assume|believe|believed"
    r"|hope|wish|remember|miss|cry|laugh|die|mess|fail|hear|heard|see|saw|need|love|loved|like|liked|hate|hated|look|guess|suppose|agree|mean|understand|come|came|give|gave|tell|told|ask|mix|confuse|fall|fell|figured|regret|screw|struggle|win|"
    r"appreciate|worry|suck|ended|went|so|too|a|the|in|on|at|with|for|to|that|it)$",
    re.IGNORECASE,
)
_OFTEN = (
    r"(?:every|each) (?:single )?(?:other )?(?:day|morning|night|evening|week|weekend|month|year|summer|winter|spring|fall|autumn|mon|tues|wednes|thurs|fri|satur|sun|commit|release|merge|pr|deploy|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\w*"
    r"|(?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays|weeknights)|(?:once|twice|three times|\d+ times|\d+x) (?:a|per|every) (?:day|week|month|year)|before (?:every|each|any) .+|after (?:every|each) .+|first thing in the morning"
    r"|daily|weekly|before (?:work|breakfast|school|bed|lunch)|after (?:work|school|dinner)|in the (?:mornings?|evenings?)"
)

_PET = rf"{_COUNT} {_ANY}(?:{PETS})\b"
_NAMED = r"(?:,? (?:called|named|whose name is|and (?:his|her|their|its) name is|names?) .+|, [A-Z].+| .+)?"
_KIDS = rf"(?:{_COUNT}|no|an?|(?:an? |two |three )?(?:older|younger|little|big|baby|twin|half|step)) ?{_ANY}(?:{KIN}|toddler|newborn|teenager|boys|girls|boy|girl|grandchildren|identical twin)\b"

_LIKING = rf"(?P<v>like|love|adore|enjoy|admire|appreciate|dig|fancy|worship|collect) (?P<x>.+)"
_HATING = rf"(?P<v>hate|dislike|detest|despise|loathe) (?P<x>.+)"

VERBS = by_first_word(
    {
        "live": (
            rule(r"live (?:back )?in (?P<x>.+)", "Lives in {x}", Kind.PROFILE, "home", x=place),
            rule(
                r"live (?P<p>near|outside|just outside|right outside|close to|on|off|north of|south of|east of|west of|next to) (?P<x>(?!coffee|caffeine|pizza|ramen|spite|the (?:edge|internet|wild)|snacks|takeout|borrowed|instant|the clock|purpose|energy|vibes).+)",
                "Lives {p} {x}",
                Kind.PROFILE,
                "home",
                p=word,
                x=place,
            ),
            rule(
                r"live with (?P<x>(?!it|that|this|the (?:consequences|guilt|pain|fear|results?)|regret|guilt|myself|fear).+)",
                "Lives with {x}",
                Kind.PROFILE,
                "home",
                x=thing,
            ),
            rule(
                r"live (?P<x>alone|by myself|on my own|abroad|off-?grid|at home with .+|upstate|out in the country\w*|in the countryside)\b.*",
                "Lives {x}",
                Kind.PROFILE,
                "home",
                x=third,
            ),
            rule(
                r"live (?P<x>\d+ (?:minutes|mins|hours?|miles|km|blocks) .+)",
                "Lives {x}",
                Kind.PROFILE,
                "home",
                x=thing,
            ),
        ),
        "reside": (rule(r"reside in (?P<x>.+)", "Lives in {x}", Kind.PROFILE, "home", x=place),),
        "moved relocated": (
            rule(
                r"(?:moved|relocated) (?:back |over |out |down |up |here )?to (?P<x>(?!a (?:new|different|bigger|smaller)|another|the (?:next|other|left|right|front|back)|my|his|her|their|new (?:house|place|apartment|flat)|sales|vs|nights|the \w+ team|bed).+)",
                "Moved to {x}",
                Kind.PROFILE,
                "home",
                x=place,
            ),
            rule(
                r"moved to (?P<x>the [\w ]+ (?:team|department|squad)\b.*)",
                "Moved to {x}",
                Kind.FACT,
                "work",
                x=thing,
            ),
            rule(
                r"moved (?P<x>(?:back )?in with .+|back home.*|out of my parents.*)",
                "Moved {x}",
                Kind.FACT,
                "household",
                x=thing,
            ),
            rule(
                r"moved (?:here )?from (?P<y>.+) to (?P<x>.+)",
                "Moved to {x} from {y}",
                Kind.PROFILE,
                "home",
                x=place,
                y=place,
            ),
        ),
        "grew": (
            rule(r"grew up in (?P<x>.+)", "Grew up in {x}", Kind.PROFILE, "origin", x=place),
            rule(
                r"grew up (?P<p>on|near|outside|with|speaking|around|between) (?P<x>.+)",
                "Grew up {p} {x}",
                Kind.PROFILE,
                "origin",
                p=word,
                x=thing,
            ),
        ),
        "was": (
            rule(
                r"was (?:born and raised|born|raised) in (?P<x>(?:19|20)\d\d)",
                "Was born in {x}",
                Kind.PROFILE,
                "birthday",
                x=as_said,
            ),
            rule(r"was born on (?P<x>.*\d.*)", "Was born on {x}", Kind.PROFILE, "birthday", x=thing),
            rule(
                r"was (?P<v>born and raised|born|raised) in (?P<x>(?!a barn|the wrong|the usa).+)",
                "Was {v} in {x}",
                Kind.PROFILE,
                "origin",
                v=word,
                x=place,
            ),
            rule(
                r"was diagnosed with (?P<x>.+)", "Was diagnosed with {x}", Kind.CONSTRAINT, "health", x=thing
            ),
            rule(r"was promoted to (?P<x>.+)", "Was promoted to {x}", Kind.PROFILE, "work", x=thing),
        ),
        "come": (
            rule(
                r"come from (?P<x>(?!a (?:place|land)|work|the (?:store|future)).+)",
                "Comes from {x}",
                Kind.PROFILE,
                "origin",
                x=place,
            ),
        ),
        "turned": (
            rule(r"turned (?P<x>\d\d)(?: years old)?\b.*", "Is {x} years old", Kind.PROFILE, "age", x=_age),
        ),
        "work": (
            rule(r"work (?P<p>at|for) (?P<x>.+)", "Works {p} {x}", Kind.PROFILE, "work", p=word, x=employer),
            rule(
                r"work as (?P<x>(?!(?:expected|intended|hard|fast|well|a team|soon|long|much|i)\b).+)",
                "Works as {x}",
                Kind.PROFILE,
                "work",
                x=thing,
            ),
            rule(
                rf"work in (?P<x>(?:{FIELDS})\b.*|an? {_ANY}(?:hospital|school|lab|library|bakery|warehouse|kitchen|bank|clinic|museum|bookstore|bookshop|caf[eé]|factory|nursery|garage|call cent(?:er|re)|pharmacy|shop|store|restaurant|office|care home|nursing home|hotel|bar|pub|salon|prison|zoo|startup)\b.*|[A-Z][\w']+.*)",
                "Works in {x}",
                Kind.PROFILE,
                "work",
                x=thing,
            ),
            rule(
                r"work (?:a lot |mostly |primarily |mainly |daily )?with (?P<x>(?!my|the |her|him|them|you|an? |some|dave|what|me|us).+)",
                "Works with {x}",
                Kind.TOOL,
                "tool",
                x=_tool,
            ),
            rule(
                r"work on (?P<x>(?:the )?[\w ]+ (?:team|side|engine|compiler|backend|frontend|infrastructure|kernel)\b.*)",
                "Works on {x}",
                Kind.FACT,
                "work",
                x=thing,
            ),
            rule(
                r"work (?P<x>from home|remotely|remote|fully remote|nights?(?: shifts?)?|the night shift|night shifts|early shifts|late shifts|weekends|part[- ]time|full[- ]time|freelance|outdoors|\d+ hours? (?:a|per) week|\d-day weeks?|(?:twelve|12) hour shifts)(?P<y> (?:at|in|for|as|on) .+| .*)?",
                "Works {x} {y}",
                Kind.WORKFLOW,
                "work",
                x=word,
                y=lambda part: (
                    thing(part)
                    if re.match(r" (?:at|in|for|as|on) ", part)
                    and not re.match(r" at (?:the moment)", part)
                    and (said := thing("x" + part))
                    and said
                    else ""
                ),
            ),
            rule(rf"work out (?P<x>{_OFTEN})", "Works out {x}", Kind.WORKFLOW, "routine", x=thing),
        ),
        "started joined": (
            rule(
                r"(?P<v>started (?:working )?at|joined) (?P<x>(?!the (?:call|meeting|chat|server|channel|discord|party|game|queue|gym|bottom|beginning|top)|a (?:call|meeting|game|voice|server)|this|vc|\d|noon|zero|late).+)",
                "{v} {x}",
                Kind.PROFILE,
                "work",
                v=word,
                x=employer,
            ),
            rule(
                rf"started (?P<x>(?:an?|my(?: own)?) {_ANY}(?:{PROJECTS}|{THINGS})\b.*)",
                "Started {x}",
                Kind.PROJECT,
                "project",
                x=thing,
            ),
            rule(r"started learning (?P<x>.+)", "Learning {x}", Kind.FACT, "learning", x=thing),
            rule(
                r"started (?P<x>(?:my |a )?(?:phd|masters?|residency|apprenticeship|nursing school|law school|med school|grad school|uni(?:versity)?|college|medication|hrt|therapy)\b.*)",
                "Started {x}",
                Kind.PROFILE,
                "study",
                x=thing,
            ),
            rule(r"started as (?P<x>an? .+)", "Started as {x}", Kind.PROFILE, "work", x=thing),
        ),
        "study": (
            rule(
                r"study (?P<x>.+) (?P<p>at|in) (?P<y>[A-Z].+|uni\b.*|university.*|college.*)",
                "Studies {x} {p} {y}",
                Kind.PROFILE,
                "study",
                p=word,
                x=_studied,
                y=thing,
            ),
            rule(r"study (?P<x>.+)", "Studies {x}", Kind.PROFILE, "study", x=_studied),
        ),
        "teach": (
            rule(
                r"teach (?P<x>(?!you|him|her|them|myself|me|people how|a lesson).+)",
                "Teaches {x}",
                Kind.PROFILE,
                "work",
                x=thing,
            ),
        ),
        "attend go": (
            rule(
                r"(?P<v>attend|go to) (?P<x>.+)",
                "{v} {x}",
                Kind.PROFILE,
                "study",
                v=lambda part: "Attends" if part.lower() == "attend" else "Goes to",
                x=_school,
            ),
            rule(
                r"go by (?P<x>.+?)(?: (?:online|here|irl|now|but|on discord)\b.*)?",
                "Goes by {x}",
                Kind.PROFILE,
                "name",
                x=name,
            ),
            rule(
                r"go by (?P<x>(?:she|he|they|it|any)/\w+(?:/\w+)?)\b.*",
                "Pronouns are {x}",
                Kind.PROFILE,
                "pronouns",
                x=word,
            ),
        ),
        "graduated": (
            rule(
                r"graduated (?P<p>from|with|in) (?P<x>.+)",
                "Graduated {p} {x}",
                Kind.PROFILE,
                "study",
                p=word,
                x=thing,
            ),
        ),
        "major majored": (
            rule(r"major(?:ed)? in (?P<x>.+)", "Majors in {x}", Kind.PROFILE, "study", x=thing),
        ),
        "changed switched": (
            rule(
                r"(?:changed|switched) (?:my )?majors? (?:from .+ )?to (?P<x>.+)",
                "Majors in {x}",
                Kind.PROFILE,
                "study",
                x=thing,
            ),
            rule(
                r"(?:changed|switched) (?:my |from )(?P<y>.+) to (?P<x>.+)",
                "Switched from {y} to {x}",
                Kind.TOOL,
                "tool",
                x=thing,
                y=thing,
            ),
            rule(
                r"switched (?:over |back )?to (?P<x>(?!(?:an?|the|my|another|plan|nights?$)\b).+)",
                "Switched to {x}",
                Kind.TOOL,
                "tool",
                x=_tool,
            ),
            rule(r"switched to (?P<x>the [\w ]+ team\b.*)", "Switched to {x}", Kind.FACT, "work", x=thing),
            rule(r"changed my name to (?P<x>.+)", "Name is {x}", Kind.PROFILE, "name", x=name),
        ),
        "speak": (rule(r"speak (?P<x>.+)", "Speaks {x}", Kind.PROFILE, "language", x=_language),),
        "use": (
            rule(
                r"use (?P<x>(?:she|he|they|it|xe|ze|any|fae)(?:/\w+)+|any pronouns)(?: pronouns)?\b.*",
                "Pronouns are {x}",
                Kind.PROFILE,
                "pronouns",
                x=word,
            ),
            rule(
                r"use (?P<x>an? (?:wheelchair|cane|screen reader|hearing aid|cpap|walker|insulin pump)\b.*)",
                "Uses {x}",
                Kind.CONSTRAINT,
                "health",
                x=thing,
            ),
            rule(r"use (?P<x>.+)", "Uses {x}", Kind.TOOL, "tool", x=_tool),
        ),
        "code program write develop": (
            rule(
                r"(?P<v>code|program|develop) (?:mostly |mainly |primarily |almost exclusively )?in (?P<x>.+)",
                "{v}s in {x}",
                Kind.TOOL,
                "tool",
                v=word,
                x=thing,
            ),
            rule(
                r"write (?P<y>(?:.+ )?)(?:mostly |mainly )?in (?P<x>.+)",
                "Writes {y} in {x}",
                Kind.TOOL,
                "tool",
                y=lambda part: "" if not part.strip() else thing(part),
                x=thing,
            ),
            rule(
                r"write (?P<x>(?:fantasy|sci-?fi|poetry|fanfic\w*|novels|songs|music|music reviews|children's books|romance|horror|short stories|code|python|rust|go|java|typescript|javascript|c\+\+|c#|haskell|elixir|software|embedded \w+|firmware)\b.*)",
                "Writes {x}",
                Kind.FACT,
                "craft",
                x=thing,
            ),
        ),
        "have": (
            rule(rf"have (?P<x>{_PET}{_NAMED})", "Has {x}", Kind.FACT, "pet", x=thing),
            rule(rf"have (?P<x>{_KIDS}{_NAMED})", "Has {x}", Kind.RELATIONSHIP, "family", x=thing),
            rule(
                rf"have (?P<x>(?:really bad |bad |severe |mild |pretty bad |chronic )?(?:{AILMENTS}))\b(?: (?:so|and|too|since|which|but)\b.*)?",
                "Has {x}",
                Kind.CONSTRAINT,
                "health",
                x=thing,
            ),
            rule(
                r"have (?P<x>an? (?:\w+ ){0,3}(?:allergy|intolerance|phobia|disability)(?: to .+)?|(?:\w+ ){0,2}allergies)\b.*",
                "Has {x}",
                Kind.CONSTRAINT,
                "health",
                x=thing,
            ),
            rule(
                rf"have (?P<x>(?:an?|my(?: own)?|two|three) {_ANY}(?:{THINGS})\b.*)",
                "Has {x}",
                Kind.FACT,
                "belongings",
                x=thing,
            ),
            rule(
                rf"have (?P<x>(?:an? |my )?(?:phd|masters?|master's|degree|bachelor'?s?|mba|minor|diploma|certificate) (?:degree )?(?:in|from) .+)",
                "Has {x}",
                Kind.PROFILE,
                "study",
                x=thing,
            ),
            rule(
                r"have (?P<x>an? (?:soft spot|weakness|thing|sweet tooth|passion|love) for .+|an? sweet tooth)",
                "Has {x}",
                Kind.PREFERENCE,
                "likes",
                x=thing,
            ),
            rule(
                r"have never (?P<v>liked|enjoyed|understood the appeal of|cared for|been a fan of|been into) (?P<x>.+)",
                "Has never {v} {x}",
                Kind.PREFERENCE,
                "dislikes",
                v=word,
                x=disliking,
            ),
            rule(
                r"have (?:always|long) (?P<v>loved|liked|hated|adored|preferred|enjoyed|disliked) (?P<x>.+)",
                "Has always {v} {x}",
                Kind.PREFERENCE,
                "likes",
                v=word,
                x=liking,
            ),
        ),
        "got adopted bought rescued": (
            rule(
                rf"(?P<v>got|adopted|bought|rescued) (?:myself )?(?P<x>{_PET}{_NAMED})",
                "{v} {x}",
                Kind.FACT,
                "pet",
                v=word,
                x=thing,
            ),
            rule(
                r"got (?:a|my|the|an) (?:new |first |\w+ )?(?:job|position|role|gig) (?P<p>at|with|as|in) (?P<x>.+)",
                "Got a job {p} {x}",
                Kind.PROFILE,
                "work",
                p=word,
                x=employer,
            ),
            rule(
                r"got (?P<v>hired (?:at|by|as)|promoted to|into|accepted (?:in)?to) (?P<x>(?!a (?:fight|car|accident|mess)|it|trouble|bed|the (?:car|habit)).+)",
                "Got {v} {x}",
                Kind.PROFILE,
                "work",
                v=word,
                x=lambda part: (
                    employer(part)
                    if re.search(
                        r"[A-Z]|\b(?:senior|staff|lead|manager|uni|school|college|phd|program)", part
                    )
                    else None
                ),
            ),
            rule(
                r"got (?P<x>(?:my|a) (?:phd|masters?|master's|degree|bachelor'?s?|mba|black belt|licen[cs]e)\b.*)",
                "Got {x}",
                Kind.PROFILE,
                "study",
                x=thing,
            ),
            rule(
                r"got (?P<x>married|divorced|engaged|diagnosed with .+|laid off.*)(?: (?:in|to|on) .+)?",
                "Got {x}",
                Kind.RELATIONSHIP,
                "family",
                x=thing,
            ),
            rule(
                r"bought (?P<x>an? (?:\w+ ){0,3}(?:house|flat|apartment|farm|boat|cabin|van|condo)\b.*)",
                "Bought {x}",
                Kind.FACT,
                "belongings",
                x=thing,
            ),
        ),
        "own": (
            rule(
                r"own (?P<x>(?:an?|two|three|four|\d+|several|too many|my own) (?!it|up).+)",
                "Owns {x}",
                Kind.FACT,
                "belongings",
                x=thing,
            ),
        ),
        "like love adore enjoy admire dig fancy": (
            rule(_LIKING, "{v} {x}", Kind.PREFERENCE, "likes", v=conjugated, x=liking),
        ),
        "hate dislike detest despise loathe": (
            rule(_HATING, "{v} {x}", Kind.PREFERENCE, "dislikes", v=conjugated, x=disliking),
        ),
        "prefer": (
            rule(
                r"prefer (?P<x>(?!not|if|when).+)",
                "Prefers {x}",
                Kind.PREFERENCE,
                "likes",
                x=lambda part: (
                    liking(part) if not re.match(r"(?:the|to not|my|it)\b(?! [A-Z])", part) else None
                ),
            ),
        ),
        "collect": (
            rule(
                r"collect (?P<x>(?!myself|my thoughts|data|the|feedback|dust).+)",
                "Collects {x}",
                Kind.FACT,
                "hobby",
                x=thing,
            ),
        ),
        "play": (rule(r"play (?P<x>.+)", "Plays {x}", Kind.FACT, "hobby", x=_played),),
        "main": (rule(r"main (?P<x>.+)", "Mains {x}", Kind.PREFERENCE, "games", x=thing),),
        "drive ride": (
            rule(
                r"(?P<v>drive|ride) (?P<x>an? (?!lot|bit|long|few).+)",
                "{v}s {x}",
                Kind.FACT,
                "belongings",
                v=word,
                x=thing,
            ),
        ),
        "shoot draw paint film stream record compose mix sculpt edit": (
            rule(
                r"(?P<v>shoot|draw|paint|film|stream|record|compose|mix|sculpt|edit)(?P<y> \w+(?: \w+)?)?(?: mostly| mainly)? (?P<p>in|on|with|using) (?P<x>(?!my own|it|public|real|peace|the (?:go|fly|side)).+)",
                "{v}s{y} {p} {x}",
                Kind.TOOL,
                "tool",
                v=word,
                y=lambda part: part.rstrip(),
                p=word,
                x=thing,
            ),
        ),
        "draw paint knit crochet sew bake garden sculpt cook sing dance fence box swim surf ski skate climb hike cycle fish brew": (
            rule(
                r"(?P<v>knit|crochet|sew|garden|sculpt|fence|surf|ski|climb|brew|bake|paint|dance)(?P<y>(?: [\w'-]+){0,4})",
                "{v} {y}",
                Kind.FACT,
                "hobby",
                v=conjugated,
                y=lambda part: "" if not part.strip() else thing(part),
            ),
        ),
        "volunteer": (
            rule(
                r"volunteer (?P<p>at|for|with|as|in) (?P<x>.+)",
                "Volunteers {p} {x}",
                Kind.FACT,
                "group",
                p=word,
                x=thing,
            ),
        ),
        "coach mentor manage lead": (
            rule(
                r"(?P<v>coach|mentor|manage|lead) (?P<x>(?:an?|the|my|youth|girls'?|boys'?|kids'?|under-?\d+s?|junior) .*\b(?:team|squad|club|group|store|shop|department|restaurant|choir|developers|devs|league|soccer|football|basketball|hotel|warehouse)\b.*)",
                "{v} {x}",
                Kind.PROFILE,
                "work",
                v=conjugated,
                x=thing,
            ),
        ),
        "maintain": (
            rule(
                r"maintain (?P<x>(?!eye|that|my|the (?:peace|status)|it).+)",
                "Maintains {x}",
                Kind.PROJECT,
                "project",
                x=thing,
            ),
        ),
        "run host organize organise": (
            rule(r"run (?P<x>.+)", "Runs {x}", Kind.PROJECT, "project", x=_run),
            rule(r"run (?P<x>.+)", "Runs {x}", Kind.TOOL, "tool", x=_system),
            rule(
                r"(?P<v>host|organi[sz]e) (?P<x>an? .*\b(?:podcast|meetup|club|night|stream|show|group|league|festival|server)\b.*)",
                "{v} {x}",
                Kind.PROJECT,
                "project",
                v=conjugated,
                x=thing,
            ),
        ),
        "made built wrote created founded released published": (
            rule(
                r"(?P<v>made|built|wrote|created|released|published) (?P<x>.+ (?:called|named|titled) .+)",
                "{v} {x}",
                Kind.PROJECT,
                "project",
                v=word,
                x=thing,
            ),
            rule(r"(?:co-?)?founded (?P<x>.+)", "Founded {x}", Kind.PROJECT, "project", x=thing),
        ),
        "do": (
            rule(
                r"do (?P<x>(?:qa|devops|data science|data entry|ux|marketing|it support|tech support|customer support|web design|graphic design|freelance \w+|security|accounting|research|machine learning|frontend|backend|embedded|contract work|bookkeeping|payroll|social media|photography|landscaping|construction|hvac|pottery|ceramics|karate|judo|bjj|jiu-?jitsu|yoga|pilates|crossfit|ballet|improv|stand-?up|archery|parkour|woodworking|calligraphy|origami)\b.*)",
                "Does {x}",
                Kind.PROFILE,
                "work",
                x=thing,
            ),
            rule(
                r"do (?P<x>.+) for (?:a living|work)\b.*",
                "Does {x} for a living",
                Kind.PROFILE,
                "work",
                x=thing,
            ),
        ),
        "keep": (
            rule(
                r"keep (?P<x>kosher|halal|shabbat|sabbath)\b.*", "Keeps {x}", Kind.CONSTRAINT, "diet", x=word
            ),
            rule(
                r"keep (?P<x>(?:chickens|bees|goats|ducks|reptiles|an aquarium|tropical fish|snakes|pigeons|rabbits|a (?:journal|diary|bullet journal))\b.*)",
                "Keeps {x}",
                Kind.FACT,
                "hobby",
                x=thing,
            ),
        ),
        "observe fast": (
            rule(
                r"(?P<v>observe) (?P<x>ramadan|lent|shabbat|the sabbath|sabbath)\b.*",
                "{v}s {x}",
                Kind.CONSTRAINT,
                "diet",
                v=word,
                x=word,
            ),
        ),
        "drink eat": (
            rule(
                r"(?P<v>drink|eat) (?P<x>(?!it|that|this|too|my feelings|so|like|a lot$|and|or|more|less|out|up|dinner|lunch|breakfast|here|there|when|cold|glass|people|well|in|at).+)",
                "{v}s {x}",
                Kind.PREFERENCE,
                "food",
                v=word,
                x=thing,
            ),
        ),
        "follow support": (
            rule(
                r"(?:support|follow) (?P<x>(?!you|this|that|the idea|him|her|them|your|it|the (?:plan|docs|proposal)|instructions|a few|both).*\b(?:fc|united|city|arsenal|chelsea|liverpool|celtic|barcelona|madrid|f1|formula 1|nba|nfl|rugby|cricket|lakers|celtics|packers|everton|spurs|a (?:\w+ ){0,2}diet)\b.*)",
                "Supports {x}",
                Kind.PREFERENCE,
                "likes",
                x=thing,
            ),
            rule(r"follow (?P<x>an? (?:\w+ ){0,2}diet\b.*)", "Follows {x}", Kind.CONSTRAINT, "diet", x=thing),
        ),
        "take": (
            rule(
                r"take (?P<x>(?:insulin|antidepressants|blood thinners|meds for .+|medication for .+)\b.*)",
                "Takes {x}",
                Kind.CONSTRAINT,
                "health",
                x=thing,
            ),
            rule(
                r"take my (?P<x>coffee|tea) (?P<y>.+)",
                "Takes {x} {y}",
                Kind.PREFERENCE,
                "food",
                x=word,
                y=lambda part: (
                    part
                    if re.match(r"(?:black|with|without|white|strong|decaf|iced)\b", part)
                    and thing(f"x {part}")
                    else None
                ),
            ),
            rule(
                r"take (?P<x>(?:piano|guitar|violin|singing|dance|ballet|karate|spanish|french|german|italian|japanese|korean|mandarin|pottery|swimming|flying|driving|painting|drawing|cooking|yoga|riding|drum|boxing|art|\w+ language) (?:lessons|classes)\b.*)",
                "Takes {x}",
                Kind.FACT,
                "learning",
                x=thing,
            ),
        ),
        "need": (
            rule(
                r"need (?P<x>(?:wheelchair access|subtitles|captions|closed captions|glasses|step-free access|a (?:wheelchair|screen reader|sign language interpreter))\b.*)",
                "Needs {x}",
                Kind.CONSTRAINT,
                "health",
                x=thing,
            ),
        ),
        "wear": (
            rule(
                r"wear (?P<x>(?:glasses|contacts|hearing aids|a hearing aid|a hijab|braces|a prosthe\w+)\b.*)",
                "Wears {x}",
                Kind.FACT,
                "self",
                x=thing,
            ),
        ),
        "quit stopped left": (
            rule(
                r"(?:quit|left) my job (?:at|with) (?P<x>.+)",
                "No longer works at {x}",
                Kind.PROFILE,
                "work",
                x=employer,
            ),
            rule(
                r"(?P<v>quit|stopped) (?P<x>(?:eating|drinking|smoking|vaping|using|playing|working at|working for|going to|taking|dating|streaming|teaching|coding) .+|smoking|drinking|vaping|streaming|gaming)",
                "{v} {x}",
                Kind.FACT,
                "change",
                v=word,
                x=thing,
            ),
            rule(
                r"quit (?P<x>[A-Z]\w+.*|my job|school|uni|college|facebook|instagram|twitter|social media|caffeine|coffee|sugar|weed|nicotine|starbucks|walmart|amazon|target)\b.*",
                "Quit {x}",
                Kind.FACT,
                "change",
                x=thing,
            ),
        ),
        "married": (rule(r"married (?P<x>.+)", "Married {x}", Kind.RELATIONSHIP, "family", x=thing),),
        "can": (
            rule(
                r"can only (?P<x>(?:play|meet|do|make|come|work|join|talk|call|eat|drink|use|type|raid|stream) .+)",
                "Can only {x}",
                Kind.CONSTRAINT,
                "availability",
                x=lambda part: (
                    thing(part)
                    if re.search(
                        rf"{_OFTEN}|after \d|before \d|with one hand|gluten|dairy|halal|kosher|evenings|mornings",
                        part,
                        re.IGNORECASE,
                    )
                    else None
                ),
            ),
        ),
        "cannot": (
            rule(r"cannot stand (?P<x>.+)", "Cannot stand {x}", Kind.PREFERENCE, "dislikes", x=disliking),
            rule(
                r"cannot (?P<v>eat|have|drink|digest|tolerate|handle) (?P<x>(?!it|that|this|another|any ?more|anything|these|those|more|nice|right|you|fun|both|the|a (?:bite|conversation|normal|break|moment)|my|lunch|dinner|kids|right now|stress|pressure|him|her|them|stupid|being|so|too|spicy memes).+)",
                "Cannot {v} {x}",
                Kind.CONSTRAINT,
                "food",
                v=word,
                x=thing,
            ),
            rule(
                r"cannot (?P<x>(?:drive|swim|whistle|cook|sing|dance|ride a bike|roll my r's|read music|snap my fingers|smell|hear out of .+|see out of .+|drive at night|drive stick|do math|draw|ski|skate)(?: (?:at night|stick|manual|at all|to save my life|well|very well))?)\b.*",
                "Cannot {x}",
                Kind.CONSTRAINT,
                "ability",
                x=third,
            ),
            rule(
                r"cannot (?P<x>(?:do|make|join|attend|come|play|meet|work|talk|stream|raid|take calls|have meetings) .+)",
                "Cannot {x}",
                Kind.CONSTRAINT,
                "availability",
                x=lambda part: (
                    thing(part)
                    if re.search(rf"{_OFTEN}|(?:before|after|past) \d", part, re.IGNORECASE)
                    else None
                ),
            ),
        ),
    }
)
NEGATED: tuple[Rule, ...] = (
    rule(
        r"(?:like|love|enjoy|care for|dig|fancy) (?P<x>.+)",
        "Does not like {x}",
        Kind.PREFERENCE,
        "dislikes",
        x=disliking,
    ),
    rule(
        r"(?P<v>eat|drink) (?P<x>(?!it|that|this|much$|enough|anything|lunch|breakfast|dinner|that|out|here|well|before|after).+)",
        "Does not {v} {x}",
        Kind.CONSTRAINT,
        "food",
        v=word,
        x=thing,
    ),
    rule(
        r"(?P<x>drink|smoke|vape|drive|gamble)(?: (?:at all|or \w+|anyway|and \w+))?",
        "Does not {x}",
        Kind.CONSTRAINT,
        "habit",
        x=as_said,
    ),
    rule(r"(?P<v>speak) (?P<x>.+)", "Does not {v} {x}", Kind.PROFILE, "language", v=word, x=_language),
    rule(
        r"use (?P<x>(?!it|that|this|the|my|any of|them|those|much|to)[\w.+# ]+)",
        "Does not use {x}",
        Kind.TOOL,
        "tool",
        x=_tool,
    ),
    rule(
        rf"(?P<x>(?:work|do|take|play|have|join|answer|check) .+)",
        "Does not {x}",
        Kind.CONSTRAINT,
        "availability",
        x=lambda part: (
            thing(part)
            if re.search(
                rf"(?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|shabbat)|(?:before|after|past) \d",
                part,
                re.IGNORECASE,
            )
            else None
        ),
    ),
)
_ANYMORE = re.compile(r"(?P<v>\w+)(?P<x> .+?)? (?:anymore|any more|any longer|no more)\b.*", re.IGNORECASE)
_NO_LONGER = re.compile(r"(?P<v>\w+)(?P<x> .+)?", re.IGNORECASE)
_MENTAL = re.compile(
    r"(?:know|care|think|want|feel|believe|trust|remember|see|need|get|understand|mind|even|have|wish|hope|talk|look|hear)$",
    re.IGNORECASE,
)
_TOPICS = {
    "work": "work",
    "live": "home",
    "eat": "diet",
    "drink": "diet",
    "like": "dislikes",
    "love": "dislikes",
    "use": "tool",
}
_ROUTINE = re.compile(r"(?:(?P<often>always|usually|normally|typically|generally) )(?P<x>.+)", re.IGNORECASE)
_REGULAR = re.compile(rf"(?P<x>.+ (?:{_OFTEN}))", re.IGNORECASE)
_FRIEND = re.compile(rf"have an? (?P<x>(?:{ACQUAINTANCES}) (?:called|named) .+)", re.IGNORECASE)


def read_doing(predicate: str) -> list[Found]:
    """Read what follows "I" when it is not "am"."""
    first = predicate.partition(" ")[0].lower()
    if first == "do" and predicate[2:6].lower() == " not":
        return _negated(predicate[7:])
    if predicate.lower().startswith("no longer "):
        return _retracted(_NO_LONGER.fullmatch(predicate[10:]))
    found = first_found(VERBS.get(first, ()), predicate)
    if found:
        return [found]
    return _habits(predicate)


def _negated(rest: str) -> list[Found]:
    rest = re.sub(
        r"^(?:really|actually|even|particularly|generally|usually|normally|ever|typically|personally|much)\s+(?=\w)",
        "",
        rest,
        flags=re.IGNORECASE,
    )
    if over := _ANYMORE.fullmatch(rest):
        return _retracted(over)
    found = first_found(NEGATED, rest)
    return [found] if found else []


def _retracted(over: re.Match[str] | None) -> list[Found]:
    if over is None or _MENTAL.match(over["v"]):
        return []
    rest = thing(f"x{over['x']}") if over["x"] else "x"
    if rest is None:
        return []
    verb = over["v"].lower()
    kind = (
        Kind.PROFILE
        if verb in ("work", "live", "study")
        else Kind.PREFERENCE
        if verb in ("like", "love", "eat", "drink")
        else Kind.FACT
    )
    return [
        Found(
            text=f"No longer {conjugated(verb)}{rest[1:]}",
            kind=kind,
            tags=(_TOPICS.get(verb, "change"),),
            retracts=True,
        )
    ]


def _habits(predicate: str) -> list[Found]:
    routine = _ROUTINE.fullmatch(predicate)
    if routine and (habit := _habit(routine["x"])):
        text = f"{routine['often'].capitalize()} {habit}"
        return [Found(text=text, kind=Kind.WORKFLOW, tags=("routine",), confidence=0.85)]
    regular = _REGULAR.fullmatch(cut(predicate))
    if regular and (habit := _habit(regular["x"])):
        return [
            Found(text=habit[:1].upper() + habit[1:], kind=Kind.WORKFLOW, tags=("routine",), confidence=0.85)
        ]
    return []
