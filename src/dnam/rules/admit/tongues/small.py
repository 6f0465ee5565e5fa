"""Which languages a text can be in, by its small words: "termine" orders in one and tells in another.

A language is ruled out only when none of its small words occurs and another has several: who mixes languages
is read in all of them.
"""

import regex

_WORD = regex.compile(r"\p{Latin}[\p{Latin}\p{M}]*")
_SEVERAL = 2
_SMALL = {
    "en": (
        "the of to and in is that for with on as are be this from or an a at by my your me i you he "
        "she it his her they not do"
    ),
    "de": (
        "der die das und ist nicht ein eine einen mit auf für von zu den dem im ich du er sie es "
        "sich auch dass bei nach wie am"
    ),
    "nl": (
        "de het een en is niet van dat die in op met voor te zijn ik je hij ze ook aan er maar om haar elke"
    ),
    "fr": (
        "le la les un une des du et est que qui dans pour pas sur avec au aux ce cette son sa ses "
        "il elle je tu par en chaque plus ne à moi"
    ),
    "es": (
        "el la los las un una y es que en de del con para por no su sus se lo al como más mi cada todas todos"
    ),
    "pt": (
        "o a os as um uma e é que em de do da dos das com para por não no na se seu sua mais ao à "
        "cada todas todos"
    ),
    "it": (
        "il lo la i gli le un una e è che in di del della con per non si su mi al alla ogni sono "
        "tutte tutti suo sua"
    ),
    "pl": ("i w na z się nie to jest że do o po jak co od za dla każdy każde swoje"),
}
_SETS = {language: frozenset(words.split()) for language, words in _SMALL.items()}

LATIN = frozenset(_SMALL)
ENGLISH = _SETS["en"]


def possible(text: str) -> frozenset[str]:
    """Give the languages written in Latin letters that a text can be in."""
    found = {word.lower() for word in _WORD.findall(text)}
    counts = {language: len(found & small) for language, small in _SETS.items()}
    clear = max(counts.values()) >= _SEVERAL
    return frozenset(language for language, count in counts.items() if count or not clear)
