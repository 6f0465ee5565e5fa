"""Words that mean the same for grounding: rewordings a statement may have without saying anything else."""

from functools import lru_cache

from dnam.rules.text import stem


def _pairs(text: str) -> dict[str, str]:
    """Read lines of "meaning: word word …"."""
    lines = (line.split(":") for line in text.strip().splitlines())
    return {word: meaning.strip() for meaning, named in lines for word in named.split()}


_SAME = _pairs(
    """
    like: like likes liked love loves loved loving enjoy enjoys enjoyed enjoying adore adores fan fond
    like: favorite favourite favorites favourites prefer prefers preferred
    live: live lives lived living reside resides based home
    move: move moves moved moving relocate relocated relocating
    work: work works worked working job employed employer
    want: want wants wanted wanting wish wishes hope hopes hoping
    want: plan plans planning planned aim aims intend intends goal dream dreams
    study: study studies studying studied student major majoring majors
    marry: married marry marries marrying
    child: kid kids child children
    mother: mother mom mum mama mommy mummy
    father: father dad papa daddy
    sibling: sibling siblings
    name: name names
    buy: buy buys bought buying
    make: make makes made making
    go: go goes went gone going
    get: get gets got gotten getting receive received
    give: give gives gave given giving
    take: take takes took taken taking
    find: find finds found finding
    lose: lose loses lost losing
    meet: meet meets met meeting
    see: see sees saw seen seeing
    write: write writes wrote written writing
    run: run runs ran running
    read: read reads reading
    speak: speak speaks spoke spoken speaking
    teach: teach teaches taught teaching
    drive: drive drives drove driven driving
    eat: eat eats ate eaten eating
    drink: drink drinks drank drunk drinking
    sing: sing sings sang sung singing
    swim: swim swims swam swum swimming
    begin: begin begins began begun beginning start starts started starting
    leave: leave leaves left leaving
    build: build builds built building
    win: win wins won winning
    sell: sell sells sold selling
    break: break breaks broke broken breaking
    grow: grow grows grew grown growing
    fly: fly flies flew flown flying
    feel: feel feels felt feeling
    think: think thinks thought thinking
    tell: tell tells told telling say says said saying
    man: man men
    woman: woman women
    person: person people
    birthday: birthday born birth
    year: year years yr yrs
    """
)
IMPLIED = {
    "live": ("move",),
    "marry": ("wife", "husband", "spous"),
    "child": ("son", "daughter"),
    "want": ("like",),
}
"""What one word says, another may say too; never the other way round."""

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
} | {
    word: str(10 * tens)
    for tens, word in enumerate("thirty forty fifty sixty seventy eighty ninety hundred".split(), start=3)
}
_NUMBERS |= {
    "first": "1",
    "second": "2",
    "third": "3",
    "once": "1",
    "twice": "2",
    "couple": "2",
    "dozen": "12",
}

MONTHS = {
    word: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept"
        "|october oct|november nov|december dec".split("|"),
        start=1,
    )
    for word in names.split()
}
RELATIVE_TIME = frozenset(
    """
    today tonight tomorrow yesterday now currently recently soon next last this ago since week weeks weekend
    month months year years day days morning afternoon evening night monday tuesday wednesday thursday
    friday saturday sunday mon tue wed thu fri sat sun heute morgen gestern nächste letzte demain hier
    aujourd'hui mañana ayer hoy завтра вчера сегодня
    """.split()
) | frozenset(MONTHS)

FUNCTION = frozenset(
    """
    a about above after again all also am an and any are as at be because been being both but by can could
    currently did do does doing during each few for from further had has have having he her here hers
    herself him himself his how i if in is it its itself just let me more most much must my myself now of
    off on once only or other our ours ourselves out over own please same she should so some such than that
    the their theirs them themselves then there these they this those through to too under until up us very
    was we were what when where which while who whom whose why will with would you your yours yourself user
    users user's author author's someone really quite actually basically currently always usually often
    sometimes mostly mainly especially got get i'm i've i'll i'd he's she's it's they're we're that's
    there's who's im ive it'd he'd she'd lot lots bit kind sort thing things something anything own owns
    owned named called
    """.split()
)
"""Words that hold a statement together; what it says does not hang on them."""

NEGATIONS = frozenset(
    """
    not no never nor neither none nobody nothing nowhere cannot cant without hardly barely scarcely non dont
    doesnt didnt isnt wasnt arent wont havent hasnt couldnt wouldnt shouldnt stopped quit ex former formerly
    unable refuse refuses lack lacks nicht kein keine keinen keiner nie niemals ohne pas jamais aucun sans
    sin nunca jamás não nao non mai senza не нет ни никогда без ні немає nie niet geen inte ikke ej لا ليس
    لم لن ما नहीं मत değil yok
    """.split()
)
DISLIKES = frozenset(
    "dislike dislikes disliked hate hates hated detest detests despise despises loathe loathes".split()
)
UNREAL = frozenset(
    """
    if wish wishes would could might maybe perhaps should may want wants wanted hope hopes hoping plan plans
    planning planned thinking considering considers almost nearly pretend imagine suppose dream dreams
    tempted possibly probably intend intends aim aims goal likely unlikely consider
    """.split()
)
"""Words of what is not so, or not yet: only a statement that says so too is grounded in them."""


@lru_cache(maxsize=16_384)
def meaning(word: str) -> str:
    """Bring a folded word to what it means: a number to digits, a rewording to one word, else its stem."""
    word = word.removesuffix("'s").removesuffix("'")
    if word in DISLIKES:
        return "like"
    known = _NUMBERS.get(word) or _SAME.get(word)
    return known or (stem(word) if word else word)
