"""A command is recognised however its prefix was written; what only looks like one is talk."""

import pytest

from dnam import Settings
from dnam.commands import is_command, words_typed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!memory show", "show"),
        ("  !MEMORY   show all", "show all"),
        ("!memory", ""),
        ("! memory show", "show"),
        ("!memroy show", "show"),
        ("!memry forget 1", "forget 1"),
        ("!memorry Show", "Show"),
        ("/memory show", "show"),
        ("/memory-admin settings language de", "settings language de"),
    ],
)
def test_the_prefix_may_be_written_otherwise(text: str, words: str) -> None:
    """DC-83: as a slash command, with a space, or with a slip before a command there is."""
    assert words_typed(text, Settings()) == words


@pytest.mark.parametrize(
    "text",
    ["!memo show", "!memories show", "!memroy is hard", "memory show", "!melody show", "/mem show", "!"],
)
def test_what_another_bot_or_a_person_means_is_talk(text: str) -> None:
    """DC-83: no command of the memory stands behind it, or the word is another one."""
    assert not is_command(text, Settings())


def test_a_short_prefix_has_no_slips() -> None:
    """In two letters one that is wrong is another command."""
    settings = Settings(command_prefix="!m")
    assert (words_typed("!m show", settings), words_typed("!n show", settings)) == ("show", None)
