"""All languages whose statements are read, in the order in which they are tried."""

from collections.abc import Iterator
from dataclasses import replace

from dnam.rules.tongues.arabic import ARABIC
from dnam.rules.tongues.chinese import CHINESE
from dnam.rules.tongues.dutch import DUTCH
from dnam.rules.tongues.french import FRENCH
from dnam.rules.tongues.german import GERMAN
from dnam.rules.tongues.italian import ITALIAN
from dnam.rules.tongues.japanese import JAPANESE
from dnam.rules.tongues.korean import KOREAN
from dnam.rules.tongues.polish import POLISH
from dnam.rules.tongues.portuguese import PORTUGUESE
from dnam.rules.tongues.russian import RUSSIAN
from dnam.rules.tongues.spanish import SPANISH
from dnam.rules.tongues.tongue import Tongue
from dnam.rules.tongues.turkish import TURKISH
from dnam.rules.tongues.ukrainian import UKRAINIAN


def _kindred(*tongues: Tongue) -> Iterator[Tongue]:
    """Let languages with the same verbs know each other's pronouns: either may read what the other says."""
    for one in tongues:
        yield replace(one, never="|".join(each.never for each in tongues))


def _twins(*tongues: Tongue) -> Iterator[Tongue]:
    """Let languages that can hardly be told apart know each other's doubts and places that are none, too."""
    for one in _kindred(*tongues):
        yield replace(
            one,
            doubt="|".join(each.doubt for each in tongues),
            nowhere="|".join(each.nowhere for each in tongues),
        )


TONGUES: tuple[Tongue, ...] = (
    GERMAN,
    DUTCH,
    FRENCH,
    *_kindred(SPANISH, PORTUGUESE, ITALIAN),
    POLISH,
    TURKISH,
    *_twins(UKRAINIAN, RUSSIAN),
    ARABIC,
    JAPANESE,
    CHINESE,
    KOREAN,
)
