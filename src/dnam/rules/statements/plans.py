"""Plans with their days: "I'm in Rome next week" is a fact that begins and ends."""

from dataclasses import replace
from datetime import date

from dnam.rules.dates import When
from dnam.rules.statements.fits import FITS
from dnam.rules.statements.lexicon import KIN
from dnam.rules.statements.rule import Found, anywhere, first_found, table

_LISTS = {
    "WILL": "am|are|will be|am going to be|are going to be",
    "EVENTS": "exams?|final(?:s| exams?)?|midterms?|interview|surgery|operation|wedding|concert|gig|flight"
    "|trip|holiday|vacation"
    "|driving test|test|presentation|conference|competition|tournament|marathon|race|recital|performance"
    "|appointment|deadline"
    "|graduation|thesis defen[cs]e|defen[cs]e|due date|court date|mri|scan|biopsy|housewarming|baby shower"
    "|bar exam|audition"
    "|exhibition|show|premiere|opening night|closing|citizenship test|bachelor(?:ette)? party|reunion"
    "|birthday party|honeymoon"
    "|launch|book launch|viva|driver'?s test|hearing|match|game jam|hackathon|retreat|(?:parental|maternity"
    "|paternity) leave"
    "|sabbatical|last day|first day|new job|internship|semester|lease|visa|contract|anniversary",
    "AWAY": "away|off(?: work)?|offline|out of (?:the )?office|ooo|out of town|abroad|unavailable|camping"
    "|travell?ing|back in town"
    "|on (?:vacation|holiday|leave|pto|call|exchange|sabbatical|(?:annual|parental|maternity|paternity) leave"
    "|a (?:trip|cruise|(?:business|work|road) trip))|at (?:a|my) (?:conference|wedding|retreat|festival"
    "|parents'?)(?: (?:in|at|near|house|place)\\b.*)?|back (?:at|in|to) (?:work|school|uni)",
    "TO": "visiting|flying to|travell?ing to|going to|heading to|off to|driving to|going on|flying out to"
    "|touring",
    "DOING": "getting married|graduating|retiring|due|expecting(?: (?:a|our|my|twins).*)?|defending my "
    "(?:thesis|phd|dissertation)"
    "|having (?:a baby|surgery|an operation|a (?:baby )?(?:girl|boy)|twins|a c-section|my wisdom teeth .+"
    "|knee surgery"
    "|a housewarming)",
    "HOLDING": "running|hosting|speaking at|presenting at|attending|organi[sz]ing|starting|leaving|joining"
    "|launching|releasing"
    "|finishing|quitting|performing|playing|taking|getting|having|doing",
    "BIG": "marathon|half|10k|5k|triathlon|wedding|conference|talk|job|school|uni\\w*|college|phd|masters"
    "|exam|test|exams|gig|show"
    "|concert|festival|tournament|race|album|game|book|app|residency|internship|operation|surgery|puppy"
    "|kitten|dog|cat|braces|tattoo"
    "|house|car|keys|party|course|chemo|treatment|leave|company|team|acme|band|play|musical|meetup|hackathon",
    "NOTRIP": "bed|sleep|the (?:store|shop|gym|bathroom|dentist)|be|do|get|try|have|make|take|need|see|go"
    "|say|look|use|start|buy|attend|join|miss|work|play|run|learn|move|travel|visit|watch|meet|help|ask"
    "|order|finish|write"
    "|read|stop|change|cook|give|keep|put|let|call|bring|wear|wait|sell|apply|quit|leave|build|redo|fix|send"
    "|upgrade",
    "KIN": KIN,
}
RULES = table(
    r"""
[WILL] (?:back )?in <place> => fact plan travel: In {place}
[WILL](?: (?:mostly|completely|going|officially))? <said:[AWAY]>(?: (?:so|and|with no) .*)?
    => fact plan: {said}
[WILL](?: (?:finally|officially|also))? <v=moving|relocating> (?:back )?to <place>
    => fact plan home: {v} to {place}
[WILL](?: (?:finally|also))? <v=[TO]> <place:(?!(?:[NOTRIP])\b).+> => fact plan travel: {v} {place}
[WILL](?: (?:finally|officially))? <said:[DOING]> => fact plan: {said}
[WILL](?: (?:finally|officially))? <v=[HOLDING]> <thing:.*\b(?:[BIG])\b.*> => fact plan: {v} {thing}
(?:have|have got) <thing:(?:(?:an?|my|our|the|another) (?:[\w'-]+ ){0,3}|(?:\w+ )?)(?:[EVENTS])(?: (?:at|in
    |with|for|to|on) .+)?>
    => fact plan: Has {thing}
<verb:start|begin> (?:working |work )?<p=at|as> <employer> => fact plan work: {verb} {p} {employer}
<verb:start|finish|begin> <thing:(?:my|a|the|an|uni|university|school|college|work|chemo|physio|therapy
    |training|kindergarten|residency
    |(?:grad|med|law|nursing|high|middle|trade) school)\b.*>
    => fact plan: {verb} {thing}
<verb:fly|leave|travel|move> <p=to|for|from|out to|back to> <place> => fact plan travel: {verb} {p} {place}
<verb:graduate|retire>(?: <tail:from .+>)? => fact plan: {verb} {tail}
[WILL] planning to <thing:(?:visit|move|travel|run|participate|attend|get married|retire|open|launch|go to
    |adopt|climb|hike
    |compete|graduate|quit|study|propose|emigrate)\b.*> => fact plan: Planning to {thing}
[WILL] <v=seeing|climbing|cycling|sailing|hiking|competing in|racing|exhibiting|volunteering at|adopting
    |buying|selling|closing on|renovating
    |shooting|filming|recording|touring|celebrating|meeting|flying|submitting|publishing
    |opening> <thing:(?!(?:him|her|them|you|a friend|friends|my (?:friend|boss)|someone|people)\b).+>
    => fact plan: {v} {thing}
close on <thing> => fact plan: Closes on {thing}
turn <age:\d\d> => fact plan: Turns {age}
(?:need to|have to|must|got to) <thing:(?:finish|submit|hand in|renew|move out|pay|file|defend|pass|deliver
    |turn in) .+>
    => constraint plan: Must {thing}
[WILL] turning <age:\d\d> => fact plan: Turning {age}
[WILL] <v=flying|going|heading|driving> home(?: (?:to|for) <thing>)? => fact plan travel: {v} home {thing}
""",
    fits=FITS,
    lists=_LISTS,
)
_MY_RULES = table(
    r"""
<thing:(?:[\w'-]+ ){0,3}(?:[EVENTS])(?: (?:at|in|with|for|to) [\w' ]+?)?>(?: (?:is|are|starts?|begins?|ends?
    |will be|got moved
    |is scheduled|is booked|runs|takes place))?(?: for)?(?: at \d+(?::\d\d)? ?(?:am|pm)?)?
    => fact plan: {thing}
<k~[KIN]> <said:(?:is|are) (?:visiting|coming to (?:visit|stay)|getting married|graduating|having (?:a baby
    |surgery)|moving to .+
    |starting .+|turning \d+)|(?:starts?|gets married|graduates?|moves|arrives?|turns \d+)\b.*>
    => fact plan family: {k} {said}
""",
    fits=FITS,
    lists=_LISTS,
)
_UNDATED = table(
    r"""
(?:am|are)(?: (?:finally|officially))? <v=moving|relocating> (?:back )?to
    <place:(?!(?:the (?:next|other)|a (?:new|different|bigger)|plan|another|my|sales)\b).+>
    => fact plan home: {v} to {place}
(?:am|are)(?: finally)? <said:getting married|expecting (?:a |our |my |twins).*|having (?:a baby|twins)
    |adopting (?:a|our|two) (?:baby|child|kid|kids|girl|boy|son|daughter)\b.*>
    => fact plan family: {said}
""",
    fits=FITS,
    lists=_LISTS,
)
_PASSING = anywhere("""
    meeting, bed, car, shower, kitchen, office, room, class, call, queue, line, hurry, bus, train, charge,
    mood, back
""")


def read_plan(who: str, predicate: str, when: When, today: date) -> list[Found]:
    """Read a plan from what is said without its time; the days become part of the fact."""
    if when.last is None or when.last < today:
        return []
    found = first_found(_MY_RULES if who == "my" else RULES, predicate.strip(" ,"))
    if found is None or (found.text.startswith("In ") and _PASSING.search(found.text)):
        return []
    span = When(start=0, end=0, first=when.first or today, last=when.last)
    return [replace(found, text=f"{found.text} ({when})", when=span, confidence=0.85)]


def read_undated(predicate: str) -> list[Found]:
    """Read the few plans that matter without a date."""
    found = first_found(_UNDATED, predicate)
    return [found] if found else []
