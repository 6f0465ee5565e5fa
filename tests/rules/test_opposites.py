"""Opposites: what a newer statement denies, ends or counts anew, and what stands beside it."""

import pytest

from dnam.rules.opposites import opposed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Likes tea", "Hates tea"),
        ("Hates tea", "Loves tea"),
        ("Loves sushi", "No longer likes sushi"),
        ("Loves sushi", "Does not like sushi"),
        ("Likes tea", "Cannot stand tea"),
        ("Is a big fan of jazz", "Is not a fan of jazz"),
        ("I like tea", "I hate tea"),
        ("Allergic to nuts", "Not allergic to nuts"),
        ("Is allergic to nuts", "Not allergic to nuts"),
        ("Not allergic to nuts", "Allergic to nuts"),
        ("Is vegan", "Is not vegan"),
        ("Owns a boat", "Sold their boat"),
        ("Has a boat named Molly", "Sold their boat"),
        ("Plays the violin", "No longer plays violin"),
        ("Smokes", "Stopped smoking"),
        ("Drinks coffee", "Gave up coffee"),
        ("Uses Vim", "Switched from Vim to Emacs"),
        ("Learning Japanese", "No longer learning Japanese"),
        ("Is learning Japanese", "No longer learning Japanese"),
        ("Drinks coffee", "Does not drink coffee"),
        ("Speaks Dutch", "Does not speak Dutch"),
        ("Has two kids", "Has three kids"),
        ("Has no kids", "Has a kid"),
        ("Has two kids", "Has no kids"),
        ("Has 2 cats named Tom and Kit", "Has 3 cats"),
    ],
)
def test_a_newer_statement_leaves_no_room_for_its_opposite(old: str, new: str) -> None:
    """Denied, ended or counted anew (N-15, N-16, UM-15)."""
    assert opposed(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Likes tea", "Likes coffee"),
        ("Likes tea", "Loves tea"),
        ("Likes tea", "Hates green tea"),
        ("Loves the violin", "Gave up the violin"),
        ("Drinks coffee", "Does not drink coffee after noon"),
        ("Has a dog", "Has two dogs"),
        ("Has two cats", "Has three dogs"),
        ("Has two younger brothers", "Has three older brothers"),
        ("Ran 10 km", "Ran 5 km"),
        ("Drives a Tesla", "Drives a Volvo"),
        ("Owns a boat", "Sold their car"),
        ("Hates tea", "Does not like tea"),
        ("Is a nurse", "Is a mother"),
        ("", ""),
        ("Plays chess", ""),
    ],
)
def test_what_does_not_exclude_the_other_stands_beside_it(old: str, new: str) -> None:
    """Nothing is lost to a guess (N-15, R-14)."""
    assert not opposed(old, new)


def test_another_one_now_replaces_the_one_before() -> None:
    """Only when it is said so, and only for what one uses one at a time (N-15)."""
    assert opposed("Drives a Tesla", "Drives a Volvo", said="I drive a Volvo now")
    assert opposed("Uses Vim", "Uses Emacs", said="I use Emacs instead")
    assert not opposed("Plays the violin", "Plays the cello", said="I play the cello now")
    assert not opposed("Drives a Volvo", "Drives a Volvo", said="I drive a Volvo now")
