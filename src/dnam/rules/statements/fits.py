"""The fits of the rules: each gives a part of a statement as it is stored, or refuses it.

A place is somewhere to live, not a mood; an employer is no time of day; a project is no dinner. What is
refused here is refused for good: no fit guesses.
"""

import re
from collections.abc import Mapping

from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.callings import BEINGS, JOBS, NOT_AGENTS, NOT_BEINGS
from dnam.rules.statements.names import NAMES, NOT_NAMES
from dnam.rules.statements.phrase import conjugated, cut, points, thing, third
from dnam.rules.statements.rule import Fit, anywhere, opening

_DEFINITE = re.compile(rf"the (?!(?:[A-Z0-9]\w*|{lex.COMMON_GOODS})\b)")
_MINE = opening(
    "the (?:sound|looks?) of (?:the|that|your|a), our, my (?!(?:job|coffee|tea|steak|eggs|pizza|music|food"
    "|burgers?|work|garden)\\b)\\w+"
)
_UNPLEASANT = anywhere("""
    standing in, waiting, stepping on, spending my, group projects, scrubbing, stubbing, filling out, forms,
    commute, paged, yelled, woken, ignored, stuck, broken, breaks?, crash\\w*, fail\\w*, outages?,
    deadlines?, bugs?, merge conflicts?, standups?, overtime, at \\d+ ?(?:am|pm), \\d ?am, bills?, losing,
    being late, laggy?, lagging, rent, delays?, queues?, debugging, pain, dying, suffering, flaky,
    paperwork, hangovers?, unpaid, ads, captchas?, timeouts?, regressions?, spreadsheets, homework, exams,
    parking tickets?, hold music, red tape, on hold, rejection, rejected, timesheets, layoffs
""")
_NO_DISLIKE = opening("to, my, when, how, that, being right, people who, u, life, mornings like, the way")
_NO_PLACE = opening("""
    dungeon, ruins, terror, agony, ignorance, bliss, exile, isolation, solitude, poverty, jeans, crocs,
    leggings, pjs, strange, google, tmux, zoom, teams, outlook, photoshop, figma, notion, spreadsheets,
    blender, unity, interesting, a (?:cardboard|house of), the (?:dungeon|tower|castle|cave|swamp|walls
    |attic|closet|cupboard|ceiling|ocean|sky), fear, peace, hell, denial, hope, chaos, harmony, sin, style,
    luxury, squalor, pain, vim, emacs, excel, slack, discord, jira, sweatpants, hoodies, pajamas, it, this,
    that, here, there, somewhere, nowhere, anywhere, everywhere, mars, space, hogwarts, narnia, mordor,
    gotham, atlantis, neverland, azeroth, tamriel, westeros, outer space, bed, work, school, a bit, between,
    front, case, general, part, fact, person, theory, love, trouble, time, your, you, his, her, their, its,
    which, what, \\d, bits, airports, tabs, different, various, constant, another, scratch, experience,
    what, my (?:head|car|own|mind|hoodie|pajamas|pjs|bed|room|dreams|world|bubble|experience|perspective
    |point|phone|side|end|understanding|opinion|pocket|way), sight, shape, line, the (?:moment|past|future
    |present|now|office|gym|library|lab|shadows|matrix|void|forum|comments|kitchen|bathroom|chat|server
    |discord|terminal|sun|rain|internet|studio|bed|meeting|car|pub|bar|basement|dark|clouds?|trash|bin
    |sewers?|north pole|upside|other|city|area|same|docs|start|beginning|looks|sounds|same|top|bottom|store
    |shop|airport|doctor|hospital|house|streets?|80s|90s|60s|70s|middle ages|article|screenshot|logs|team
    |company|heart|process|zone|mood|middle of), an? (?:simulation|society|bubble|meeting|call|dream|castle
    |box|cave|hole|hurry|rush|mess|fantasy|nightmare|mood|state|world|yellow|pineapple|constant|perpetual
    |dumpster|trash|bin|good|bad|weird|different|new|better|place where|relationship|band|lot|few|bit
    |distance|while|parallel|alternate), \\w+ing(?: |$), love with, and, or, good, bad, agreement, shock,
    awe, tears
""")
_NO_EMPLOYER = opening("""
    being, getting, making, a desk, night, nights, home, once, least, all, weekends?, times?, now, free,
    fun, work, noon, midnight, \\d, half, full, max, tips, exposure, peanuts, food, money, fifteen,
    everyone, nobody, which, what, another, one of those, that, this, it, them, him, her, you, your, me,
    himself, my (?:desk|best|own pace|pc|computer|house|limits?|phone), the (?:moment|same|weekend|office
    |end|weekends?|table|door|time|bottom|top|gym|pool|intersection|man$|people), a
    (?:time|living|loss|good|fast|slow|steady|snail's), an? (?:hour|while|bit|few|week|month|day|couple
    |deadline|fee|cause|change|discount), days?, dinner, lunch, sunrise
""")
_NO_TOOL = opening("""
    to, the, my, his, a lot, up, for, more, less, him, too, all, an?
    (?:lot|different|new|old|bit|few|similar|couple), some, humou?r, tears, big words, words, logic,
    violence, email, emails, discord, google$, my, mobile data, many, caution, them, both, sarcasm, words,
    common sense, most, as
""")
_NO_STUDY = opening("""
    for, the, hard, all, now, rn, right, at home, in, on, a lot, how, to, with, late, until, my, better,
    alone
""")
_NO_LESSON = opening("""
    a lot, so much, that, the hard, new things, more, from, about, as, something, slowly, the rules, it,
    lots, by, a ton, tons, loads, fast, quickly, on the job, every day, to live, to be
""")
_NO_ALLERGEN = opening("""
    mondays?, work, bullshit, bs, people, meetings?, fun, stupid\\w*, bad, losing, mornings?, responsib\\w+,
    effort, exercise, drama, success, money, adulting, idiots, math, homework, commitment, happiness,
    sunlight, feelings, good, being, early, javascript, java, php, cleaning, small talk, him, her, waking,
    winning, vibes, cringe, it, that, this, anything, nothing, everything, most things, fun, your, you, hard
    work, sleep, jira, excel, change, sports, cardio, mondays
""")
_NO_SPOUSE = opening("my, the (?:job|game|grind|sea|idea|code), this, that, work, it, you, your")
_NO_PART = opening("""
    with, along, around, the (?:game|demo|long|victim|role|part), a (?:part|role|bit|game|lot|few), it,
    games?$, catch, dumb, by, to, too, so, devil, for, a (?:prank|trick|joke), nice, fair, safe, hard,
    \\w+ly, competitively, house, god, dirty, rough, favou?rites, tricks, pretend, hooky, possum, dead,
    both, music (?:too|loud|while), together
""")
_NO_RUN = opening("""
    out, into, away, late, around, through, the (?:tests?|risk|script|code|command|build|app|migration
    |numbers|query), tests?, errands, a (?:test|script|fever|build|command|query|risk|mile)
""")
_CAN_RUN = re.compile(
    rf"(?:an?|the|my|two|our|their) (?:\w+ ){{0,3}}(?:{lex.PROJECTS}|{lex.THINGS}|{lex.OUTFITS})\b",
    re.IGNORECASE,
)
_SYSTEM = opening(lex.SYSTEMS.replace("|", ","))
_SCHOOL = re.compile(lex.SCHOOLS, re.IGNORECASE)
_NO_SCHOOL = opening(
    "the$, school$, uni$, college$, school (?:today|now|by|on), bed, the state, uni (?:today|by|on)"
)
_PROJECT = re.compile(rf"\b(?:{lex.PROJECTS})s?$", re.IGNORECASE)
_CALLED = re.compile(r"\b(?:called|named|codenamed|from \w+ to \w+|migration)\b", re.IGNORECASE)
_NO_PROJECT = opening("""
    a (?:sandwich|excuse) \\w+, the, some, any, it, one, a (?:list|quick|sandwich|mess|call|decision|joke
    |message|test|report|ticket|pr|point|fix|lunch|dinner|bug|new (?:ticket|bug)|cake|pizza|salad|cup|pot)
""")
_NO_ITEM = opening(lex.STATES)
_BIRTHDAY = re.compile(
    rf"(?:on |in )?(?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{lex.MONTHS})(?:,? \d{{4}})?"
    rf"|(?:{lex.MONTHS})\.?(?: (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?|\d{{1,2}}[/.-]\d{{1,2}}"
    rf"(?:[/.-]\d{{2,4}})?"
    rf"|\d{{4}}-\d\d-\d\d|christmas(?: eve| day)?|halloween|new year'?s(?: eve| day)?|valentine'?s"
    rf"(?: day)?)\b",
    re.IGNORECASE,
)
_ZONE = re.compile(rf"(?:{lex.ZONES}|[+-]\d{{1,2}})\b", re.IGNORECASE)
_REGULAR = re.compile(
    rf"{lex.OFTEN}|(?:before|after|past|until) \d|with one hand|mornings|evenings", re.IGNORECASE
)
_OFTEN = re.compile(lex.OFTEN, re.IGNORECASE)
_STUDIES = opening("""
    engineering, nursing, accounting, marketing, planning, teaching, computing, writing, acting, dancing,
    filmmaking, counsell?ing, advertising, publishing, banking, manufacturing, printmaking, painting,
    drawing, machine learning
""")
_KIN_HAS = re.compile(lex.KIN_HAS, re.IGNORECASE)


def liking(text: str) -> str | None:
    """Give what somebody likes; not what they like right here, nor what nobody can like."""
    return None if _DEFINITE.match(text) or _MINE.match(text) or _UNPLEASANT.search(text) else thing(text)


def disliking(text: str) -> str | None:
    """Give what somebody does not like; bugs included, moods not."""
    if re.match(r"(?:being|getting|waiting|having) \w", text, re.IGNORECASE):
        return _tail(text)
    return None if _DEFINITE.match(text) or _MINE.match(text) or _NO_DISLIKE.match(text) else thing(text)


def place(text: str) -> str | None:
    """Give where somebody lives or comes from: a place one can be from, not a mood or a room."""
    text = re.sub(r",? not (?!far\b).+$", "", cut(text))
    return (
        None
        if not text
        or re.search(r"\w\.\w{2,4}$", text)
        or _NO_PLACE.match(text)
        or points(text)
        or len(text.split()) > 12
        else third(text)
    )


def employer(text: str) -> str | None:
    """Give whom or where somebody works for."""
    text = cut(text)
    return (
        None
        if not text or _NO_EMPLOYER.match(text) or points(text) or len(text.split()) > 12
        else third(text)
    )


_HEAD_END = re.compile(
    r"\s+(?:at|in|for|from|of|with|who|by|on|to|working|speciali[sz]ing|and|living|based|currently|during"
    r"|over|under|that|turned"
    r"|studying|since|near|who's|whos|doing|majoring)\b|,|\s\("
)
_JOB_ENDINGS = tuple(
    "ologist ographer ician smith wright iatrist monger engineer therapist scientist developer".split()
)
_AGENT_ENDINGS = tuple("er or ist ian eer".split())
_BOASTS = frozenset(
    """
    professional certified expert world-class olympic champion elite full-time part-time serial chronic
    compulsive
    """.split()
)
_TITLES = frozenset(
    "lead grad tech assistant captain principal worker owner driver guard rep officer agent native".split()
)
_PRETENDED = anywhere("""
    better, worse, good enough, real, true, man of, woman of, such, very, really, so, too, like an?, kind
    of, sort of, natural, born, wannabe, aspiring, future, former, ex, self-proclaimed, honorary, fake,
    armchair
""")


def being(text: str) -> str | None:
    """Give what somebody is when its main word is an occupation or another lasting thing to be."""
    text = cut(text)
    head_part = _HEAD_END.split(re.sub(r"(?i)stay at home", "stay-at-home", text), maxsplit=1)[0].lower()
    words = head_part.split()
    if not words or _PRETENDED.search(head_part) or NOT_BEINGS.intersection(words):
        return None
    head = words[-1].strip("'\".,!")
    known = head in JOBS or head in BEINGS or head.rpartition("-")[2] in JOBS
    bare_title = head in _TITLES and len(words) == 1 and text.lower() == head
    boast = _BOASTS.intersection(words)
    known = known or (
        not boast and len(head) > 5 and head.endswith(_AGENT_ENDINGS) and head not in NOT_AGENTS
    )
    known = known or re.fullmatch(r"[ei][ns][tf][jp](?:-[at])?", head) is not None
    return thing(text) if (known or head.endswith(_JOB_ENDINGS)) and not bare_title else None


_NAME = re.compile(
    r"(?P<name>[^\W\d_][\w'-]*(?: [A-Z][\w'.-]*){0,2})(?:,? (?:and|but|from|not|by the way|btw|here|in case"
    r"|for short)\b.*|[,(].*)?"
)
_NAME_WORD = re.compile(r"[^\W\d_][^\W\d_'-]*(?:['-][^\W\d_]+)*\.?")


def name(text: str) -> str | None:
    """Give a person's name: a word or a few capitalised ones that mean nothing else."""
    match = _NAME.fullmatch(cut(text))
    if match is None:
        return None
    words = match["name"].split()
    plain = all(_NAME_WORD.fullmatch(one) and one.lower() not in NOT_NAMES for one in words)
    return (
        match["name"].rstrip(".")
        if plain and len(words[0]) > 1 and not words[0].endswith(("ing", "ed"))
        else None
    )


def plain_name(text: str) -> str | None:
    """Give a name after a bare "I am", where nearly anything could stand: a known or capitalised one only."""
    found = name(text)
    if found is None or found.lower() in lex.ORIGINS | lex.TRAITS | JOBS | BEINGS:
        return None
    written = found[0].isupper() and not found.isupper()
    return found if written or found.split()[0].lower() in NAMES else None


def called(text: str) -> str | None:
    """Give a called-by name: a name, not a verb that follows "call me"."""
    found = name(text)
    return found if found and (found[0].isupper() or " " not in text.strip()) else None


def names(text: str) -> str | None:
    """Give one name, or several of a family."""
    return name(text) or (thing(text) if re.fullmatch(r"\w+(?:, \w+)*,? and \w+", text) else None)


def habit(text: str) -> str | None:
    """Give a habit in the third person: its first word must be a doing."""
    first, _, rest = cut(text).partition(" ")
    if f"{first} {rest.split(' ')[0]}".lower() in lex.COMPOUNDS:
        first, _, rest = cut(text).replace(" ", "-", 1).partition(" ")
        first = first.replace("-", " ")
    if (
        not rest
        or not first.replace(" ", "").isalpha()
        or first.lower() in lex.NOT_HABITS
        or first.lower().endswith(("ed", "ing", "ly"))
    ):
        return None
    said = thing(f"x {rest}")
    return f"{conjugated(first)}{said[1:]}" if said else None


def birthday(text: str) -> str | None:
    """Give the day of a birthday as it is written."""
    match = _BIRTHDAY.match(text)
    return match["day"] if match else None


def _age(text: str) -> str | None:
    return text if 10 <= int(text) <= 99 else None


def _refusing(no: re.Pattern[str]) -> Fit:
    """Make a fit for anything that does not begin as refused."""
    return lambda text: None if no.match(text) else thing(text)


def _only(yes: re.Pattern[str]) -> Fit:
    """Make a fit for what must contain something known."""
    return lambda text: thing(text) if yes.search(text) else None


def _project(text: str) -> str | None:
    head = re.split(
        r" (?:for|about|that|with|to|on|in|of|using|where|which|from|by|at|called|made|out|inside|between"
        r"|based) ",
        text,
        maxsplit=1,
    )[0]
    made = _PROJECT.search(head) or _CALLED.search(text)
    return thing(text) if made and not _NO_PROJECT.match(text) else None


def _language(text: str) -> str | None:
    said = thing(text)
    return said if said and lex.LANGUAGES.intersection(re.findall(r"[a-z]+", said.lower())) else None


def _run(text: str) -> str | None:
    return thing(text) if _CAN_RUN.match(text) and not _NO_RUN.match(text) else None


def _school(text: str) -> str | None:
    return thing(text) if _SCHOOL.search(text) and not _NO_SCHOOL.match(text) else None


def _degree(text: str) -> str | None:
    """Take a field of study, not a joke: "being late" and "googling" are none."""
    said = thing(text)
    doing = re.match(r"\w+ing\b", text) and not _STUDIES.match(text)
    return None if doing else said


def _zone(text: str) -> str | None:
    match = _ZONE.match(text)
    return match.group().upper() if match else None


def _item(text: str) -> str | None:
    return None if _NO_ITEM.match(text) or re.match(r"\w+ing\b", text) else thing(text)


def _tail(text: str) -> str | None:
    """Take the end of a statement as it is, when it points nowhere."""
    said = thing(f"x {text}")
    return said[2:] if said else None


FITS: Mapping[str, Fit] = {
    "thing": thing,
    "said": third,
    "tail": _tail,
    "liking": liking,
    "disliking": disliking,
    "place": place,
    "employer": employer,
    "being": being,
    "name": name,
    "names": names,
    "called": called,
    "habit": habit,
    "verb": conjugated,
    "birthday": birthday,
    "age": _age,
    "project": _project,
    "language": _language,
    "tool": _refusing(_NO_TOOL),
    "study": _refusing(_NO_STUDY),
    "lesson": _refusing(_NO_LESSON),
    "allergen": _refusing(_NO_ALLERGEN),
    "spouse": _refusing(_NO_SPOUSE),
    "part": _refusing(_NO_PART),
    "run": _run,
    "system": lambda text: thing(text) if _SYSTEM.match(text) else None,
    "school": _school,
    "zone": _zone,
    "degree": _degree,
    "item": _item,
    "preferring": lambda text: None if _DEFINITE.match(text) or _MINE.match(text) else thing(text),
    "often": lambda text: _tail(text) if _OFTEN.search(text) else None,
    "regular": lambda text: _tail(text) if _REGULAR.search(text) else None,
    "kinhas": _only(_KIN_HAS),
}
