"""What a statement is about: an object phrase cut to size, made third person, or refused.

"pizza because it's cheap lol" is "pizza"; "my wife and I" speaks of "their wife"; "it", "that idea" and "the
second one" point at the conversation and mean nothing in a month.
"""

import re

_CUT = re.compile(
    r"\s*(?:[,:]\s+(?:which|who|that|so|but|because|since|it|he|she|they|we|you|I|not|and I|hbu|wbu|tbh|ngl|lol|though|especially|mostly|mainly|at least|even|"
    r"thanks|please|for example|like|e\.g|anyway|basically|among|honestly|if)\b"
    r"|\s(?:because|since|so that|but|though|although|even though|while|whereas|cause|which|as long as|so|lol|lmao|lmfao|haha+|hehe+|btw|tbh|ngl|imo|imho"
    r"|fwiw|innit|i mean|you know|y'know|for what it's worth|if (?:that|you|anyone|it) \w+|thank god|unfortunately|sadly|luckily|hence)\b"
    r"|\sand\s+(?:I|it|it's|its|he|he's|hes|she|she's|they|we|you|that|this|then|so|my|now|am|was|would|will|could|can|honestly|tbh|there)\b|\s+[⟂].*|\s?[:;]\s).*",
    re.IGNORECASE | re.DOTALL,
)
_TAIL = re.compile(
    r"(?:[\s,]+(?:too|as well|also|now|currently|rn|atm|at the moment|these days|nowadays|lately|right now|already|anyways?|so much|soo+ much|a lot|very much"
    r"|fr|ong|man|dude|bro|guys|y'all|yall|folks|pls|please|thanks|again|of course|obviously|though|tho|mostly|mainly|originally|actually|really|honestly|personally"
    r"|in general|generally|for sure|no cap|sadly|either|at all|ever|by the way|here|still|myself|everyone|lol|xd|heh|lmao|ok|okay|and all|or whatever|and stuff|by far"
    r"|of all time|hands down|easily|period|yeah|sorry|y'know|tho|too tho|first of all|more than anything|the most|no joke|literally))+$|[\s.,!…~*_:;\"'-]+$",
    re.IGNORECASE,
)
_MINE = {
    **{"i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself", "am": "are"},
    **{"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"},
}
_MINE_WORD = re.compile(
    r"(?<![\w'-])(?:i|me|my|mine|myself|am|we|us|our|ours|ourselves)(?![\w'-])", re.IGNORECASE
)
_VAGUE = re.compile(
    r"(?:it|that|this|those|these|them|they|him|her|you|your|yours|u|ur|yall|y'all|everything|nothing|anything|something|someone|everyone|everybody|nobody|anyone"
    r"|people|one|ones|both$|all$|either|neither|how|when|what|whatever|where|why|who|if|whether|to (?:see|hear|know|think|say|be|point|imagine|believe|go|come|do"
    r"|ask|admit|break|burst|get|tell|hear|bring|interrupt|disagree|agree|help|meet|have|make)|to$|seeing|the (?:way|idea|fact|sound|look|looks|new|old|other|first|second"
    r"|third|last|latest|former|latter|next|one|ones|concept|plan|thought|part|bit|vibe|vibes|energy|results?|design|logo|colors?|colours?|update|changes?|approach|suggestion"
    r"|same|whole|current|original|proposal|name|option|version|feature|point|enthusiasm|spirit|concept|draft|blue|red|green|pic|photo|picture|song|video|thing)|such|more|less"
    r"|here|there|not|no|myself|me|us|my (?:life|self|brain)|our|his|their|its|how's|another|each other|some of|most of|any of|all (?:of )?(?:the|your|you|that|this|these)"
    r"|half of|parts? of|a bit|a lot|a little|and|or|but|so|too|very|still|just|being|getting|having to|having|waiting|paying|myself|life|mondays?|meetings?|taxes|traffic|spam|it's|that's"
    r"|everything|as|than|than|for|from|with|on|in|at|of|by|about|into|up|out|off|back|when's|going|well|anyway|self)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:you|your|yours|u|ur|this|that|these|those|it|him|her|them|he|she|they|said|says|would|could|might|should|will|if|unless|whether|yesterday|today|tonight|tomorrow"
    r"|supposedly|apparently|too much to|\w+'ll|again|here|I)\b|⟂|[?@<>{}\[\]=|\\]",
    re.IGNORECASE,
)
MAX_WORDS = 14


def cut(text: str) -> str:
    """Cut an object phrase where something else begins, and trim what says nothing."""
    text = _CUT.sub("", f" {text}").strip()
    before = None
    while before != text:
        before, text = text, _TAIL.sub("", text).strip()
    return text


def third(text: str) -> str:
    """Speak of the author: "my wife and me" is "their wife and them"."""
    return _MINE_WORD.sub(lambda found: _MINE[found.group().lower()], text)


def thing(text: str) -> str | None:
    """Give what somebody likes, uses or does, when it can be understood on its own."""
    text = cut(text)
    if not text or len(text) < 2 and not re.fullmatch(r"[RCDJ]", text) or len(text.split()) > MAX_WORDS:
        return None
    if _VAGUE.match(text) and not re.match(
        r"both \w+ and|having (?:\w+ ){0,2}\w+ for|the same \w+ every|being (?:alone|outside|outdoors|a )",
        text,
        re.IGNORECASE,
    ):
        return None
    if _POINTING.search(text) or not re.search(r"\w", text):
        return None
    return third(text)


_DEFINITE = re.compile(
    r"the (?!(?:[A-Z0-9]|outdoors|beach|ocean|sea|mountains?|rain|snow|cold|heat|sun|smell|taste|sound of|feeling|colou?r|city|countryside|forest|woods|desert|night|dark|gym|theatre|theater"
    r"|opera|ballet|violin|piano|guitar|cello|drums|beatles|lakers|witcher|office|simpsons|sims|expanse|matrix|hobbit|lord|legend|last of us|wire|sopranos|cure|smiths|stones|80s|90s|70s|dentist"
    r"|silence|quiet|library|snow|winter|summer|autumn|spring|fall|heat|humidity|command line|terminal|holidays|environment|outside|lake|river|wild|great|good place|strokes|weeknd|killers|water|bus|train"
    r"|oxford|metric|internet|moon|stars|circus|zoo|texture)\b)",
)
_MINE_LIKED = re.compile(
    r"my (?!(?:job|coffee|tea|steak|eggs|pizza|music|food|burgers?|work|garden)\b)", re.IGNORECASE
)
_UNPLEASANT = re.compile(
    r"\b(?:paged|yelled|woken|ignored|stuck|broken|breaks?|crash\w*|fail\w*|outages?|deadlines?|bugs?|merge conflicts?|standups?|overtime|at \d+ ?(?:am|pm)|\d ?am|bills?|losing|being late|laggy?|lagging"
    r"|rent|delays?|queues?|debugging|pain|dying|suffering|flaky|paperwork|hangovers?|unpaid|ads|captchas?|timeouts?|regressions?|spreadsheets|homework|exams|parking tickets?)\b",
    re.IGNORECASE,
)


def liking(text: str) -> str | None:
    """Give what somebody likes; not what they like right here, nor what nobody can like."""
    if _DEFINITE.match(text) or _MINE_LIKED.match(text) or _UNPLEASANT.search(text):
        return None
    return thing(text)


def disliking(text: str) -> str | None:
    """Give what somebody does not like; bugs and Mondays included, moods not."""
    if (
        _DEFINITE.match(text)
        or _MINE_LIKED.match(text)
        or re.match(r"(?:to|my|when|how|that|being right)\b", text, re.IGNORECASE)
    ):
        return None
    return thing(text)


_NO_PLACE = re.compile(
    r"(?:fear|peace|hell|denial|hope|chaos|harmony|sin|style|luxury|squalor|pain|my (?:head|car|own|mind|hoodie|pajamas|pjs|bed|room|dreams|world|bubble)|the (?:moment|past|future|present|now|office|gym|library"
    r"|lab|shadows|matrix|void|forum|comments|kitchen|bathroom|chat|server|discord|terminal|sun|rain|internet|studio|bed|meeting|car|pub|bar|basement|dark|wild|clouds?|trash|bin|sewers?|north pole|upside)\b"
    r"|an? (?:simulation|society|bubble|meeting|call|dream|castle|van down|box|cave|hole|hurry|rush|mess|fantasy|nightmare|mood|state|world|yellow|pineapple|yurt of|constant|perpetual|dumpster|trash|bin)|vim|emacs"
    r"|excel|slack|discord|jira|sweatpants|hoodies|pajamas|it|this|that|here|there|there|somewhere|nowhere|anywhere|everywhere|mars|space|hogwarts|narnia|mordor|gotham|atlantis|neverland|azeroth|tamriel|westeros|outer space"
    r"|bed|work|school|a bit|between|front|case|general|part|fact|person|theory|love|trouble|time|your|you|his|her|their|its|which|what|\d|bikini|bits|airports|tabs|constant|sin|another)\b",
    re.IGNORECASE,
)


def place(text: str) -> str | None:
    """Give where somebody lives or comes from: a place one can be from, not a mood or a room."""
    text = cut(text)
    if not text or _NO_PLACE.match(text) or _POINTING.search(text) or len(text.split()) > 12:
        return None
    return third(text)


_NO_EMPLOYER = re.compile(
    r"(?:night|nights|home|once|least|all|weekends?|times?|now|free|fun|work|noon|midnight|\d|my (?:desk|best|own pace|pc|computer|house)|the (?:moment|same|weekend|office|end|weekends?|table|door)|a (?:time|living|loss|good|fast|slow|steady)"
    r"|that|this|it|them|him|her|you|your|me|himself|an? (?:hour|while|bit|few|week|month|day|couple|deadline|fee|cause)|half|full|max|tips|exposure|peanuts|food|money|fifteen|everyone|nobody|which|what|another|one of those)\b",
    re.IGNORECASE,
)


def employer(text: str) -> str | None:
    """Give whom or where somebody works for."""
    text = cut(text)
    if not text or _NO_EMPLOYER.match(text) or _POINTING.search(text) or len(text.split()) > 12:
        return None
    return third(text)


_THIRD = {
    "have": "has",
    "am": "is",
    "do": "does",
    "go": "goes",
    "do not": "does not",
    "cannot": "cannot",
    "can": "can",
}


def conjugated(verb: str) -> str:
    """Give the third person of a verb in its base form."""
    word = verb.lower()
    if word in _THIRD:
        return _THIRD[word]
    if word.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"
