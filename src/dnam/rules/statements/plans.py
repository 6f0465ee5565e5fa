"""Plans with their days: "I'm in Rome next week" is a fact that begins and ends."""

import re
from dataclasses import replace
from datetime import date

from dnam.model import Kind
from dnam.rules.dates import When
from dnam.rules.statements.lexicon import KIN
from dnam.rules.statements.phrase import place, thing
from dnam.rules.statements.rule import Found, as_said, first_found, rule, word

_EVENTS = (
    r"exams?|final(?:s| exams?)?|midterms?|interview|surgery|operation|wedding|concert|gig|flight|trip|holiday|vacation|driving test|test|presentation|conference|competition|tournament|marathon|race|recital|performance|appointment"
    r"|deadline|graduation|thesis defen[cs]e|defen[cs]e|due date|visa appointment|court date|mri|scan|biopsy|housewarming|baby shower|bar exam|audition|exhibition|show|premiere|opening night|closing|citizenship test|bachelor(?:ette)? party|reunion"
    r"|birthday party|honeymoon|launch|book launch|viva|driver'?s test|hearing|match|game jam|hackathon|retreat|parental leave|maternity leave|paternity leave|sabbatical|last day(?: at .+)?|first day(?: at .+)?|new job|internship|semester|lease|visa|contract"
)
_AWAY = r"away|off(?: work)?|offline|out of (?:the )?office|ooo|out of town|on (?:vacation|holiday|leave|pto|annual leave|parental leave|maternity leave|paternity leave|sabbatical|a (?:trip|cruise|business trip|work trip|road trip)|call|exchange)|abroad|unavailable|camping|travell?ing|back in town|afk|at (?:a|my) (?:conference|wedding|retreat|festival|parents'?.*)"
_DOINGS = (
    r"getting married|having (?:a baby|surgery|an operation|a (?:baby )?(?:girl|boy)|twins|a c-section|my wisdom teeth.*|knee surgery|a housewarming)|expecting(?: (?:a|our|my).*)?|due|graduating|retiring|defending my (?:thesis|phd|dissertation)|(?:running|doing|hosting|speaking at|presenting at|attending|organi[sz]ing|taking|starting|leaving|joining|launching|releasing|finishing|quitting|performing|playing) .+"
)

RULES = (
    rule(r"(?:am|are|will be|am going to be|are going to be) (?:back )?in (?P<x>.+)", "In {x}", Kind.FACT, "plan", "travel", x=place),
    rule(rf"(?:am|are|will be|am going to be|are going to be)(?: mostly| completely| going)? (?P<x>{_AWAY})(?: (?:so|and|with no) .*)?", "{x}", Kind.FACT, "plan", x=word),
    rule(r"(?:am|are|will be)(?: probably not| finally| officially)? (?P<v>moving|relocating) (?:back )?to (?P<x>.+)", "{v} to {x}", Kind.FACT, "plan", "home", v=word, x=place),
    rule(r"(?:am|are|will be)(?: finally| also)? (?P<v>visiting|flying to|travell?ing to|going to|heading to|off to|driving to|going on|flying out to|touring) (?P<x>(?!bed|sleep|the (?:store|shop|gym|bathroom|dentist)|be |do |get |try |have |make |take |need |see |go |say ).+)", "{v} {x}", Kind.FACT, "plan", "travel", v=word, x=place),
    rule(rf"(?:am|are|will be)(?: finally| officially)? (?P<x>{_DOINGS})", "{x}", Kind.FACT, "plan", x=thing),
    rule(rf"(?:have|have got)(?: (?:an?|my|our|the|another))? (?P<x>(?:[\w'-]+ ){{0,3}}(?:{_EVENTS})(?: (?:at|in|with|for|to|on) .+)?)", "Has {x}", Kind.FACT, "plan", x=thing),
    rule(r"(?P<v>start|finish|begin)(?: (?:working|work))? (?P<x>(?:my |a |the |at |as )?.+)", "{v}s {x}", Kind.FACT, "plan", v=word, x=thing),
    rule(r"(?P<v>fly|leave|graduate|retire|travel|move|turn|go)(?P<x>(?: (?:to|for|from|out|back|on holiday|home|\d\d)\b.*)?)", "{v} {x}", Kind.FACT, "plan", v=lambda part: {"fly": "flies", "go": "goes"}.get(part.lower(), f"{part.lower()}s"), x=lambda part: part.strip() if not part.strip() or thing(f"x {part}") else None),
)
_MY_RULES = (
    rule(rf"(?P<x>(?:[\w'-]+ ){{0,3}}(?:{_EVENTS})(?: (?:at|in|with|for|to) [\w' ]+?)?)(?: (?:is|are|'s|starts?|begins?|ends?|will be|got moved|is scheduled|is booked|runs|takes place))?(?: for| at \d+(?::\d\d)? ?(?:am|pm)?)?", "{x}", Kind.FACT, "plan", x=thing),
    rule(rf"(?P<k>(?:{KIN})) (?P<x>(?:is|are) (?:visiting|coming to (?:visit|stay)|getting married|graduating|having (?:a baby|surgery)|moving to .+|starting .+|turning \d+)|(?:starts?|graduates?|moves|arrives?|turns \d+)\b.*)", "{k} {x}", Kind.FACT, "plan", "family", k=as_said, x=thing),
)
_UNDATED = (
    rule(r"(?:am|are)(?: finally| officially)? (?P<v>moving|relocating) (?:back )?to (?P<x>(?!the (?:next|other)|a (?:new|different|bigger)|plan|another|my|sales).+)", "{v} to {x}", Kind.FACT, "plan", "home", v=word, x=place),
    rule(r"(?:am|are)(?: finally)? (?P<x>getting married|expecting (?:a |our |my ).+|having a baby|having twins|pregnant)\b.*", "{x}", Kind.FACT, "plan", "family", x=thing),
)
_TRAVEL = re.compile(r"\b(?:meeting|bed|car|shower|kitchen|office|room|class|call|queue|line|hurry|bus|train|charge|mood)\b", re.IGNORECASE)


def read_plan(who: str, predicate: str, when: When, today: date) -> list[Found]:
    """Read a plan from what is said without its time; the days become part of the fact."""
    if (when.last or when.first or today) < today or when.last is None:
        return []
    rules = _MY_RULES if who == "my" else RULES
    found = first_found(rules, predicate.strip(" ,"))
    if found is None or _TRAVEL.search(found.text):
        return []
    span = When(start=0, end=0, first=when.first or today, last=when.last)
    days = f"until {when.last}" if when.first is None else str(when)
    return [replace(found, text=f"{found.text} ({days})", when=span, confidence=0.85)]


def read_undated(predicate: str) -> list[Found]:
    """Read the few plans that matter without a date."""
    found = first_found(_UNDATED, predicate)
    return [found] if found else []


