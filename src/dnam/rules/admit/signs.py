"""The signs of an attack that is not, or not only, an order.

Who is addressed, what is overridden, which rights are claimed, which marks are imitated. Some signs are
enough alone; weak ones count only together.
"""

import regex

from dnam.rules.admit.grammar import told_apart

_RULES = (
    r"(?:instructions?|prompts?|directives?|rules?|guidelines?|polic(?:y|ies)|restrictions?"
    r"|programming|commands?"
    r"|context|filters?|conversations?|messages?|limitations?|constraints?|training|safeguards?"
    r"|protocols?|settings?"
    r"|safety|censorship|orders)"
)
_EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|former|existing|original|initial|system|your"
    r"|openai'?s?|content)"
)
_UNDO = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|neglect|discard|dismiss|drop|abandon|erase"
    r"|circumvent"
    r"|violate|break|disobey|reveal|leak|disable|delete|reset)"
)
_UNDONE = (
    r"(?:ignored|disregarded|forgotten|overridden|overruled|bypassed|dismissed|dropped|lifted|disabled"
    r"|removed)"
)
_MACHINE = (
    r"(?:assistant|bot|chat ?bot|a\.?i\.?(?: model| assistant)?|(?:language )?model|chat-?gpt"
    r"|gpt(?:-?\d\w*)?|llm|claude"
    r"|gemini|copilot|dnam)"
)
_ANSWERS = r"(?:repl(?:y|ies)|responses?|answers?|outputs?|messages?|completions?)"
_REPLIES = r"(?:repl(?:y|ies)|responses?|answers?)"
_WISHES = (
    r"(?:wants?|needs?|prefers?|likes?|loves?|asks?|expects?|wishes|demands?|insists?|requires?)"
    r"\W+(?:(?:that|when|if|it when|it if|for)\W+)?"
)
_PRIVATE = (
    r"(?:dms?|direct messages|private (?:\w+\W+)?(?:messages|channels|chats|conversations|facts|memor\w+)"
    r"|(?:every(?:one|body)|any(?:one|body)|other(?: (?:people|user|member))?s?)['’]?s?['’]? (?:\w+\W+)?"
    r"(?:messages|chats|conversations|facts|memor\w+|data|secrets)|all (?:messages|memories|conversations))"
)
_DUTY = (
    r"(?:must|should|shall|will|may|can|cannot|can't|has to|have to|needs? to|is to|are to|ought to"
    r"|always|never)"
)
_ADMIN = r"(?:admin(?:istrator)?s?|root|super-?users?|operators?|developers?|owners?|moderators?)"

_UNDOING = tuple(
    regex.compile(pattern, flags=regex.IGNORECASE)
    for pattern in (
        rf"\b{_UNDO}\b(?:\W+\w+){{0,3}}?\W+{_EARLIER}\b(?:\W+\w+){{0,2}}?\W+{_RULES}\b",
        rf"(?:^|[.!?:,]\W*|\b(?:to|must|should|and|then|now"
        rf"|please)\W+){_UNDO}\W+(?:\w+\W+){{0,2}}?(?:all|any|every|everything"
        rf"|anything)\b(?:\W+\w+){{0,3}}?\W+(?:{_RULES}|above|before|said|told|prior|previously|know)\b",
        rf"\b{_RULES}\W+(?:above\W+|before\W+)?(?:(?:must|should|shall|can|may|are to|is to)\W+be|be"
        rf"|are hereby)\W+{_UNDONE}\b",
        rf"\b{_RULES}\W+(?:no longer|do not|don't|does not|doesn't)\W+apply\b",
    )
)
"""What came before is to be undone: refused even in quotation marks."""
_ENOUGH = tuple(
    regex.compile(pattern, flags=regex.IGNORECASE)
    for pattern in (
        # somebody is addressed and made into something
        r"(?:^|[.!?:;\]\n]\W*|\b(?:but|and|now|because|since|then)\W+)you\W+(?!know\b|only live\b)\w+",
        r"\b(?:that|if|when|as|until)\W+you\W+(?:are|must|should|shall|will|have to|need to|can|cannot"
        r"|may|were|do not|don't)\b",
        r"\byou(?:'re|\W+are|\W+were|'ll|\W+will)\W+(?:now|no longer|going to|to|an?|free|not|bound"
        r"|allowed|in|my|the|act|be)\b",
        r"\byou\W+(?:must|shall|need to|have to|are required|cannot|can't|always|never|no longer"
        r"|only(?! live))\b",
        r"\b(?:want|need|like|order|command|ask|instruct|expect|require|tell|allow|forbid|urge"
        r"|beg)(?:s|ed|ing)?\W+you\W+(?:to|not)\b",
        rf"\byour?\W+(?:\w+\W+){{0,2}}?(?:{_ANSWERS}|{_RULES}|personas?|creators?|developers?|character"
        rf"|programmers?)\b",
        r"(?:^|[.!?:;\n]\W*)your\b",
        r"(?:^|[.!?:;,\n]\W*)(?:i(?:'d| would) like|i (?:want|need)|looking for|give|show"
        r"|tell) (?:me )?(?:an?|some|the)\W+"
        r"(?:\w+\W+){0,2}?(?:summary|poem|essay|story|explanation|translation|tutorial|recipe"
        r"|walkthrough|answer)\b",
        # an assistant and its answers are ruled, whoever is said to want it
        rf"(?:^|[.!?:;\n]\W*)(?:the|this|every|any|each|all|our)?\W*{_MACHINE}s?\W+{_DUTY}\b",
        rf"(?:^|[.!?:;\n]\W*)(?:(?:the|this|every|any|each|all|future|further|subsequent|following|next"
        rf"|of|its)\W+){{0,4}}"
        rf"{_ANSWERS}\W+(?:\w+\W+){{0,4}}?{_DUTY}\b",
        rf"(?:^|[.!?:;\n]\W*){_DUTY}\W+(?:\w+\W+)?(?:answer|reply|respond|output|obey|comply|pretend"
        rf"|say|mention)\b",
        rf"\b(?:wants?|needs?|prefers?|likes?|asks?"
        rf"|expects?)\W+(?:that\W+)?(?:the\W+)?{_MACHINE}\W+(?:to\W+)?(?:\w+\W+)?{_UNDO}\b",
        rf"\b{_WISHES}(?:the|this)\W+{_MACHINE}\W+(?:to\W+)?(?:always|never|not|only|must|should|shall)\b",
        rf"\b{_WISHES}(?:all|every|each|any)\W+(?:(?:single|future|one of the)\W+)?{_REPLIES}"
        r"(?:\W+\w+){0,2}?\W+(?:to\W+(?!the\b|his\b|her\b|their\b|my\b|an?\b|this\b)\w+|ends?|starts?"
        r"|begins?|contains?|includes?|must|should)\b",
        # rights nobody can give themself by saying so
        r"\b(?:permission|permitted|allowed|authori[sz]ed|entitled|cleared|(?:the )?right)\W+to\W+(?:read|see"
        rf"|view|access|open|search|show|share|reveal|know|export)\W+(?:\w+\W+){{0,2}}?{_PRIVATE}\b",
        rf"\b(?:users?|they|he|she)\W+(?:may|can)\W+(?:read|see|view|access)\W+(?:\w+\W+){{0,2}}?{_PRIVATE}\b",
        rf"\b(?:has|have|granted|gets?)\W+access\W+to\W+(?:\w+\W+){{0,2}}?{_PRIVATE}\b",
        rf"\b{_ADMIN}\b(?:\W+\w+){{0,4}}?\W+(?:access|privileges?|permissions?|rights|clearance|override)\b",
        r"\b(?:full|unrestricted|elevated|root|admin\w*|complete)\W+(?:system\W+|server\W+|data\W+"
        r"|admin\w*\W+)?"
        r"(?:privileges|permissions?|rights|clearance|access to (?:all|every|the (?:system|server|bot"
        r"|data|memor\w+)))\b",
        r"\b(?:has|have|had|hereby)\W+(?:been\W+)?(?:pre-?)?(?:authori[sz]ed|granted|permitted)\W+(?:the\W+)?"
        rf"(?:{_MACHINE}|you|all|any|every\w*|full|unrestricted|access|disclos\w+|sharing|show\w*"
        rf"|reveal\w*|permission)\b",
        rf"\b(?:{_MACHINE}|everyone|anyone)\W+(?:is|are)\W+(?:now\W+)?(?:allowed|authori[sz]ed"
        rf"|permitted|free)\W+to\b",
        # marks of forms, turns, templates, tools and modes
        r"(?:^|[\n.!?\]>|]\s*|[#*]+\s*)(?:system|assistant|user|human|ai|developer|bot)(?:\W(?:prompt"
        r"|message|note|override))?\s*[:：>]",
        r"<\s*[|｜]|[|｜]\s*>|<<\s*/?\s*SYS|\[\s*/?\s*(?:INST|SYSTEM|ADMIN|USER|ASSISTANT)\b[^\]]{0,60}\]",
        r"<\s*/?\s*(?:system|assistant|user|human|prompt|instructions?|memory|memories|message|tool\w*"
        r"|function\w*|script|invoke)\b",
        r"(?:^|\n)\s*(?:#{2,}|-{3,}|={3,})|`{3}|\b(?:BEGIN|END) (?:OF )?(?:SYSTEM|PROMPT|INSTRUCTIONS?"
        r"|CONTEXT)\b",
        r"\([A-Z][A-Z ]{2,24}\)\s*=|\b[A-Z_]{4,24}\s*=\s*\[",
        r"[\[{<(]\s*(?:insert|your|enter|paste|custom)\b[^\]}>)]{0,60}[\]}>)]|\{\{[^}]{0,60}\}\}"
        r"|\$\{[^}]{0,60}\}",
        r"\b(?:developer|debug(?:ging)?|god|admin|dan|jailbreak|unrestricted|maintenance|root|sudo"
        r"|evil)\W{0,3}mode\W{0,3}"
        r"(?:\w+\W+)?(?:enabled?|activated?|on\b|engaged|unlocked)",
        r"\b(?:sudo|curl|wget|rm -rf|eval\(|exec\(|import os|os\.system|subprocess)\b|;\s*drop table",
        # roles
        r"(?:^|[.!?:;,\n]\W*)(?:play|act|pose|behave|talk|speak|write|respond|reply"
        r"|answer)\W+(?:the (?:role|part)|as|like|only|along)\b",
        r"\bas an? (?:a\.?i\.?|large|language)\b(?:\W+\w+){0,2}?\W+(?:model|assistant)",
        # calls to action
        r"\b(?:click|tap) (?:here|this|the link|below|on)\b|\b(?:buy|order|act|call|apply|register"
        r"|subscribe|sign up|join|enroll|invest)"
        r" (?:now|today|immediately)\b|\bsign up (?:for|at|with) (?:our|this)\b|\b(?:limited"
        r"|exclusive)[ -]time\b|\bcongratulations\W+you\b",
    )
)
_WEAK = tuple(
    regex.compile(pattern, flags=regex.IGNORECASE)
    for pattern in (
        r"\b(?:chat-?gpt|gpt-?\d\w*|open ?ai|llms?|language models?|chat ?bots?|a\.?i\.?s?(?: model)?"
        r"|artificial intelligence)\b",
        r"\bjail-?break\w*",
        r"\b(?:unfiltered|uncensored|unrestricted|unlimited|unhinged|amoral|unethical|immoral|illegal)\b",
        r"\bno (?:restrictions|limits|limitations|filters?|rules|morals|ethics|prohibitions|boundaries"
        r"|censorship)\b",
        r"\bwithout (?:any )?(?:restrictions?|limits?|limitations?|filters?|warnings?|disclaimers?"
        r"|censorship)\b",
        r"\b(?:content|usage|ethical|safety|community) (?:polic\w+|filters?|guidelines?|rules?)\b",
        r"\b(?:in|of|break|out of) character\b|\brole-?play\w*|\bpersona\b|\balter ego\b|\bsimulat\w+",
        r"\b(?:any|every|each|all) (?:requests?|questions?|prompts?|commands?|quer(?:y|ies)|responses?"
        r"|messages?)\b",
        r"\bnever (?:refuses?|declines?|den(?:y|ies)|breaks?|apologi[sz]es?|warns?)\b"
        r"|\balways (?:compl(?:y|ies)|obeys?|answers?)\b",
        r"\bno matter (?:how|what)\b|\bdo anything\b|\banything now\b|\bregardless of\b",
        r"\bprompts?\b",
        r"\bre(?:sponses?|sponds?|plies|ply)\b",
        r"\b(?:instructions?|commands?|directives?)\b",
        r"\byou(?:r|rs|rself)?\b",
        r"\bexample:|\bformat:|\bstep \d\b|\brule \d\b",
        r"\b(?:un)?bound by\b|\brestricted by\b|\bnot bound\b|\bfree from\b|\boutside the scope\b"
        r"|\bno longer (?:has|have|follows?)\b",
        r"\b(?:generat|output)(?:es?|s|ing|ed)?\b",
        r"\bmust (?:always|never|not)\b|\b(?:will|does) (?:never|not) (?:refuse|withhold|decline|deny"
        r"|warn|remind)\b",
        r"\bwithholds?\b|\bobeys?\b|\bcompl(?:y|ies)\b|\bexactly what\b|\bevery whim\b",
        r"\b(?:explicit|offensive|dangerous|disgusting|ruthless|sadistic|vulgar|naughty|break the law"
        r"|dark web|malware)\b",
        r"\b(?:the|this) user(?:'s|s)?\b|\busers\b",
        r"\b(?:free|prize|winner|discount|% off|offer|deal|guaranteed|earn \$?\d+|double your)\b",
        r"https?://|www\.",
    )
)
_TOGETHER = 3
"""How many weak signs make a strong one."""
_PARAGRAPHS = 3
"""From so many paragraphs on, a text is a document and not a statement."""
_GAP = regex.compile(r"\n[^\S\n]*\n")


def undoes(text: str) -> bool:
    """Say whether a text, quotations included, wants what was said before undone."""
    return any(sign.search(text) for sign in _UNDOING)


def attacks(text: str) -> bool:
    """Say whether a text carries the signs of an attack on whoever reads it as a prompt."""
    masked = told_apart(text)
    if undoes(text) or any(sign.search(masked) for sign in _ENOUGH):
        return True
    if len(_GAP.split(text.strip())) >= _PARAGRAPHS:
        return True
    return sum(1 for sign in _WEAK if sign.search(masked)) >= _TOGETHER
