"""Which known facts somebody means who asks to forget something in their own words."""

from collections.abc import Sequence

from dnam.domain import Fact
from dnam.rules.text import content, plain, query_words, same_content, words

ENOUGH = 0.5
"""The share of the words asked for that a fact must have to be offered."""


def closest(
    wanted: Sequence[str], facts: Sequence[Fact], *, surely: bool = True
) -> tuple[list[Fact], list[Fact]]:
    """Return the facts that are meant for sure, and those that may be meant, best first.

    `wanted` is what was asked for, in one or several wordings. A fact is sure when it holds a wording as it
    is, says the same, or alone has all of its words and as many negations. Unless it is `surely` a request,
    all words are needed to be offered, and no fact is sure for having them.
    """
    exact = [fact for fact in facts if any(_holds(fact.text, wording) for wording in wanted)]
    if exact:
        return exact, []
    shares = [(max((_share(fact.text, one) for one in wanted), default=0.0), fact) for fact in facts]
    enough = ENOUGH if surely else 1
    near = sorted((pair for pair in shares if pair[0] >= enough), key=lambda pair: -pair[0])
    matches = [fact for _, fact in near]
    alone = len(near) == 1 and near[0][0] == 1 and any(_agrees(matches[0].text, one) for one in wanted)
    return (matches, []) if alone and surely else ([], matches)


def _holds(text: str, wording: str) -> bool:
    asked = plain(wording).casefold().strip(" .!")
    return bool(asked) and (asked in plain(text).casefold() or same_content(text, wording))


def _share(text: str, wording: str) -> float:
    asked = query_words(wording)
    return len(set(asked) & set(words(text))) / len(asked) if asked else 0.0


def _agrees(text: str, wording: str) -> bool:
    return content(text).count("not") == content(wording).count("not")
