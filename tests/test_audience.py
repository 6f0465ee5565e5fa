"""The one rule: a memory is shown only where everyone present could have heard it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.audience import (
    Audience,
    audible,
    audience_of,
    knows_place,
    may_hear,
    origin_of,
    session_key,
    visibility_of,
)
from dnam.domain import (
    DM_GUILD,
    LORE,
    Fact,
    Kind,
    Message,
    Person,
    Place,
    Source,
    SourceType,
    Visibility,
)

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)
ANN, BOB = 11, 12

PUBLIC = Place(guild=1, channel=100, visibility=Visibility.PUBLIC)
PUBLIC_2 = Place(guild=1, channel=101, visibility=Visibility.PUBLIC)
PUBLIC_THREAD = Place(guild=1, channel=110, parent=100, visibility=Visibility.PUBLIC)
INVITED = Place(guild=1, channel=120, parent=100, visibility=Visibility.PUBLIC, invite_only=True)
PRIVATE = Place(guild=1, channel=200, visibility=Visibility.PRIVATE)
PRIVATE_2 = Place(guild=1, channel=201, visibility=Visibility.PRIVATE)
PRIVATE_THREAD = Place(guild=1, channel=210, parent=200, visibility=Visibility.PRIVATE)
PRIVATE_INVITED = Place(guild=1, channel=220, parent=200, visibility=Visibility.PRIVATE, invite_only=True)
ELSEWHERE = Place(guild=2, channel=300, visibility=Visibility.PUBLIC)
ELSEWHERE_PRIVATE = Place(guild=2, channel=301, visibility=Visibility.PRIVATE)
ANNS_DM = Place(guild=DM_GUILD, channel=400, visibility=Visibility.DM, person=ANN)
BOBS_DM = Place(guild=DM_GUILD, channel=401, visibility=Visibility.DM, person=BOB)
PLACES = {
    "public": PUBLIC,
    "other public": PUBLIC_2,
    "public thread": PUBLIC_THREAD,
    "invite-only thread": INVITED,
    "private": PRIVATE,
    "other private": PRIVATE_2,
    "thread of private": PRIVATE_THREAD,
    "invite-only of private": PRIVATE_INVITED,
    "other guild": ELSEWHERE,
    "other guild's private": ELSEWHERE_PRIVATE,
    "Ann's DM": ANNS_DM,
    "Bob's DM": BOBS_DM,
}
GUILD = {"public", "other public", "public thread"}
HEARD = {
    "public": GUILD,
    "other public": GUILD,
    "public thread": GUILD,
    "invite-only thread": GUILD | {"invite-only thread"},
    "private": GUILD | {"private", "thread of private"},
    "other private": GUILD | {"other private"},
    "thread of private": GUILD | {"private", "thread of private"},
    "invite-only of private": GUILD | {"private", "thread of private", "invite-only of private"},
    "other guild": {"other guild"},
    "other guild's private": {"other guild", "other guild's private"},
    "Ann's DM": set(PLACES) - {"Bob's DM"},
    "Bob's DM": {"Bob's DM"},
}
"""Where shown, and where it may have been said: Ann of herself, in Bob's DM Bob of himself."""

places = st.sampled_from(list(PLACES.values()))
persons = st.sampled_from([ANN, BOB])


def said(place: Place, *, by: int = ANN, of: int = ANN) -> Fact:
    """Make a fact that was said in a place."""
    return Fact(
        id="durable-00000000",
        guild=place.guild,
        subject=of,
        kind=Kind.FACT,
        text="likes tea",
        origin=origin_of(place),
        asserted_by=by,
        source=Source(type=SourceType.DISCORD),
        created_at=NOON,
        updated_at=NOON,
    )


def message(place: Place, *, by: int = ANN) -> Message:
    """Make a message that was sent in a place."""
    return Message(id=1, place=place, author=Person(id=by, name="x"), text="I like tea", sent_at=NOON)


things = st.one_of(
    st.builds(said, places, by=persons, of=st.sampled_from([ANN, BOB, LORE])),
    st.builds(message, places, by=persons),
)
audiences = st.builds(audience_of, places, asker=persons, portable=st.booleans())


def speaker(origin: str) -> int:
    return BOB if origin == "Bob's DM" else ANN


@pytest.mark.parametrize("where", PLACES)
def test_a_fact_is_shown_where_everyone_could_have_heard_it(where: str) -> None:
    """Each row of the rule: public, private, threads, invite-only threads, DMs, guilds (R-01, N-01, X-13)."""
    audience = audience_of(PLACES[where])
    facts = {name: said(place, by=speaker(name), of=speaker(name)) for name, place in PLACES.items()}
    messages = {name: message(place, by=speaker(name)) for name, place in PLACES.items()}
    assert {name for name, fact in facts.items() if may_hear(audience, fact)} == HEARD[where]
    assert {name for name, sent in messages.items() if may_hear(audience, sent)} == HEARD[where]


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("portable", [True, False])
def test_the_place_of_a_widened_fact_is_known_where_it_would_be_heard_anyway(
    where: str, portable: bool
) -> None:
    """R-01, N-01: a fact that may be told everywhere does not name its channel to those who cannot see it."""
    audience = audience_of(PLACES[where], asker=ANN, portable=portable)
    facts = {name: said(place, by=speaker(name), of=speaker(name)) for name, place in PLACES.items()}
    known = {name for name, fact in facts.items() if knows_place(audience, replace(fact, widened=True))}
    assert known == HEARD[where]


@pytest.mark.parametrize("where", PLACES)
def test_portable_adds_only_ones_own_public_facts(where: str) -> None:
    """Facts follow the asker, but nothing private and nothing of others does (R-01, DC-02)."""
    strict, portable = audience_of(PLACES[where]), audience_of(PLACES[where], asker=ANN, portable=True)
    own = {name: said(place) for name, place in PLACES.items()}
    in_the_open = {name for name in own if visibility_of(own[name].origin) is Visibility.PUBLIC}
    anyway = {name for name, fact in own.items() if may_hear(strict, fact)}
    followed = in_the_open if where != "Bob's DM" else set()
    assert {name for name, fact in own.items() if may_hear(portable, fact)} == anyway | followed
    theirs = [said(place, by=BOB, of=BOB) for place in PLACES.values()]
    assert audible(portable, theirs) == audible(strict, theirs)


@pytest.mark.parametrize("origin", PLACES)
def test_messages_never_follow_anybody(origin: str) -> None:
    """Portable is about facts: what was said in another guild stays there (R-01)."""
    heard = message(PLACES[origin])
    assert may_hear(audience_of(PUBLIC, asker=ANN, portable=True), heard) is may_hear(
        audience_of(PUBLIC), heard
    )


@given(audiences, st.builds(said, places, by=persons, of=persons))
def test_a_widened_fact_is_heard_everywhere(audience: Audience, fact: Fact) -> None:
    """The person it is about said `everywhere` (R-01)."""
    assert may_hear(audience, replace(fact, widened=True))


@given(audiences, things, st.frozensets(places.map(origin_of)))
def test_hearing_more_never_hides_anything(
    audience: Audience, thing: Fact | Message, more: frozenset[str]
) -> None:
    """An audience that could have heard more is shown at least as much (R-01, N-01)."""
    wider = replace(audience, origins=audience.origins | more)
    assert may_hear(wider, thing) or not may_hear(audience, thing)


@given(places, st.booleans(), st.sampled_from([ANNS_DM, BOBS_DM]), persons, persons)
def test_nothing_from_a_dm_is_heard_outside_it(
    where: Place, portable: bool, dm: Place, by: int, of: int
) -> None:
    """Only in that DM, or by whoever said it in their own, whatever the setting (R-01, N-01, X-13)."""
    audience = audience_of(where, asker=of, portable=portable)
    own = where == dm or (where.visibility is Visibility.DM and where.person == by)
    assert may_hear(audience, said(dm, by=by, of=of)) is own
    assert may_hear(audience, message(dm, by=by)) is own


@given(
    things, st.sampled_from([p for p in PLACES.values() if p.visibility is not Visibility.DM]), st.booleans()
)
def test_nothing_private_surfaces_in_the_open(thing: Fact | Message, where: Place, portable: bool) -> None:
    """In a guild, what is shown was said in its open or in this very place, or is public (R-01, X-13)."""
    origin = thing.origin if isinstance(thing, Fact) else origin_of(thing.place)
    here = {origin_of(where), f"c{where.parent or where.channel}"}
    heard = may_hear(audience_of(where, asker=ANN, portable=portable), thing)
    assert not heard or visibility_of(origin) is Visibility.PUBLIC or origin in here


def test_in_a_dm_a_person_hears_what_they_said_themself_wherever_it_was() -> None:
    """Their own facts and messages, of every origin, and what they said of others (R-01)."""
    audience = audience_of(ANNS_DM)
    assert all(may_hear(audience, message(place, by=ANN)) for place in PLACES.values())
    assert all(may_hear(audience, said(place, by=ANN, of=BOB)) for place in PLACES.values())


def test_in_a_dm_a_person_hears_what_others_said_of_them_in_the_open_only() -> None:
    """A whisper about somebody is not carried to them, nor is somebody else's business (R-01, X-16)."""
    heard = {n for n, place in PLACES.items() if may_hear(audience_of(ANNS_DM), said(place, by=BOB, of=ANN))}
    assert heard == GUILD | {"other guild", "Ann's DM"}
    assert not may_hear(audience_of(ANNS_DM), said(PUBLIC, by=BOB, of=BOB))


def test_lore_follows_nobody() -> None:
    """A guild's lore stays in its guild, even in portable (R-01)."""
    lore = said(PUBLIC, by=BOB, of=LORE)
    assert not may_hear(audience_of(ELSEWHERE, asker=LORE, portable=True), lore)
    assert not may_hear(audience_of(ANNS_DM), lore)


def test_an_invite_only_thread_does_not_inherit_what_its_open_parent_once_hid() -> None:
    """A channel opened after private times gives its old secrets to nobody (R-01, N-01)."""
    before = replace(PUBLIC, visibility=Visibility.PRIVATE)
    assert not may_hear(audience_of(PUBLIC), said(before))
    assert not may_hear(audience_of(INVITED), said(before))


def test_a_closed_channel_still_knows_what_was_said_in_the_open() -> None:
    """A public channel made private keeps its public past, and its new words stay inside (R-01)."""
    after = replace(PUBLIC, visibility=Visibility.PRIVATE)
    assert may_hear(audience_of(after), said(PUBLIC))
    assert not may_hear(audience_of(PUBLIC_2), said(after))


@given(audiences, st.lists(st.builds(said, places, by=persons, of=persons)))
def test_filtering_keeps_the_order_and_only_what_may_be_heard(audience: Audience, facts: list[Fact]) -> None:
    """The filter is the rule, fact by fact (R-01, N-01)."""
    assert audible(audience, facts) == [fact for fact in facts if may_hear(audience, fact)]


@pytest.mark.parametrize(
    ("place", "key"),
    [
        (PUBLIC, "discord:channel:100"),
        (PRIVATE, "discord:channel:200"),
        (PUBLIC_THREAD, "discord:thread:110"),
        (PRIVATE_INVITED, "discord:thread:220"),
        (ANNS_DM, "discord:dm:11"),
    ],
)
def test_a_conversation_is_a_dm_a_thread_or_a_channel(place: Place, key: str) -> None:
    """Per DM partner, per thread, otherwise per channel (DC-10, R-08, X-19)."""
    assert session_key(place) == key
