"""Merging: held facts plus proposals give the changes to store, and code decides, not the proposer."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import LORE, Fact, Kind, Source, SourceType, Status
from dnam.rules.fact_merge import (
    Change,
    Deprecation,
    Merged,
    Outcome,
    Provenance,
    Upsert,
    may_change,
    merge,
    worth,
)
from dnam.rules.newest_for_audience import hidden_here
from dnam.rules.text import fact_id

DAY = timedelta(days=1)
NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)
ANN, BOB = 11, 12
OPEN, DM = "g1", "d11"
LEARNED, TYPED = Source(type=SourceType.SUMMARY), Source(type=SourceType.MANUAL)


def saying(
    *, by: int = ANN, of: int = ANN, origin: str = OPEN, hand: bool = False, day: int = 0
) -> Provenance:
    """Say who speaks of whom, where, how and when."""
    at = NOON + day * DAY
    source = TYPED if hand else LEARNED
    guild = 0 if origin[0] == "d" else 1
    return Provenance(
        guild=guild,
        subject=of,
        origin=origin,
        asserted_by=by,
        source=source,
        at=at,
        said_at=at,
        messages=(day,),
    )


def fact(text: str, *, day: int = -30, origin: str = OPEN, hand: bool = False, by: int = ANN) -> Fact:
    """Make a fact about Ann, as it was stored some days ago."""
    at = NOON + day * DAY
    return Fact(
        id=fact_id(Kind.FACT, text),
        guild=0 if origin[0] == "d" else 1,
        subject=ANN,
        kind=Kind.FACT,
        text=text,
        origin=origin,
        asserted_by=by,
        source=TYPED if hand else LEARNED,
        created_at=at,
        updated_at=at,
        messages=(day,),
    )


def after(held: Iterable[Fact], merged: Merged) -> list[Fact]:
    """Return the facts as a store would hold them after a merge."""
    gone = {fact.key for fact in merged.drop}
    rows = {fact.key: fact for fact in (*held, *merged.save)}
    return [fact for key, fact in rows.items() if key not in gone]


def active(facts: Iterable[Fact]) -> set[str]:
    """Return the texts in use."""
    return {fact.text for fact in facts if fact.status is Status.ACTIVE}


def say(
    held: Sequence[Fact], text: str, how: Provenance | None = None, id_: str | None = None
) -> tuple[Outcome, list[Fact]]:
    """Propose one text; return its fate and the facts afterwards."""
    merged = merge(held, how or saying(), upserts=[Upsert(text=text, id=id_)], cap=200)
    return merged.outcomes[0], after(held, merged)


# New, known, changed


def test_a_new_statement_is_added_with_all_that_is_known_of_it() -> None:
    """Inserted active, with derived id, timestamps, source, speaker and message (DC-19, DC-73, DC-31)."""
    outcome, _ = say([], "  Likes \n tea ")
    expected = replace(fact("Likes tea", day=0), messages=(0,))
    assert outcome == Outcome(did=Change.ADDED, fact=expected)


@pytest.mark.parametrize("blank", ["", "  ", "\n\t", "\u00a0"])
def test_a_blank_proposal_changes_nothing(blank: str) -> None:
    """There is nothing to know in it (R-06)."""
    assert merge([], saying(), upserts=[Upsert(text=blank)], cap=9) == Merged()


def test_no_proposals_change_nothing() -> None:
    """What a failed extraction leaves behind (DC-75, DC-76)."""
    assert merge([fact("Likes tea")], saying(), cap=9) == Merged()


def test_saying_it_again_refreshes_it() -> None:
    """The same statement in another form is the same row, as fresh as today (X-10, DC-21)."""
    old = fact("User likes tea")
    outcome, facts = say([old], "I like tea!")
    assert outcome.did is Change.REFRESHED
    assert facts == [replace(old, updated_at=NOON, messages=(-30, 0))]
    assert worth(facts[0], NOON) > worth(old, NOON)


def test_a_proposal_by_id_changes_the_text_and_keeps_the_id() -> None:
    """The id is permanent, the old wording stays as history (DC-19, DC-71, DC-73, DC-17)."""
    old = fact("Likes tea")
    outcome, facts = say([old], "Likes green tea only", id_=old.id)
    assert outcome.did is Change.UPDATED
    assert active(facts) == {"Likes green tea only"}
    assert [f.id for f in facts if f.status is Status.ACTIVE] == [old.id]
    assert [f.text for f in facts if f.superseded_by == old.id] == ["Likes tea"]


def test_every_wording_stays_in_the_history() -> None:
    """Earlier wordings are numbered on, even when the first of them has been dropped (DC-17)."""
    first = fact("one thing")
    _, facts = say([first], "two things", id_=first.id)
    _, facts = say(facts, "three things", id_=first.id)
    facts = [f for f in facts if f.id != f"{first.id}.1"]
    _, facts = say(facts, "four things", id_=first.id)
    assert [f.text for f in facts if f.id != first.id] == ["two things", "three things"]


def test_an_unknown_id_is_an_insert() -> None:
    """A model's invented id is not kept: the fact gets a fresh, derived one (DC-74)."""
    outcome, facts = say([fact("Likes tea")], "Has a dog", id_="durable-deadbeef")
    assert outcome.did is Change.ADDED
    assert active(facts) == {"Likes tea", "Has a dog"}
    assert facts[-1].id == fact_id(Kind.FACT, "Has a dog")


def test_a_fact_keeps_the_id_its_first_text_gave_it() -> None:
    """The first wording said again changes the fact that grew out of it, not a copy (DC-71)."""
    first = fact("Likes tea")
    _, facts = say([first], "Likes coffee", id_=first.id)
    outcome, facts = say(facts, "Likes tea", saying(day=1))
    assert outcome.did is Change.UPDATED
    assert active(facts) == {"Likes tea"}


def test_an_update_to_what_is_known_already_leaves_one_of_the_two() -> None:
    """A fact reworded into another one gives way to it (DC-21)."""
    tea, dog = fact("Likes tea"), fact("Has a dog")
    outcome, facts = say([tea, dog], "has a dog", id_=tea.id)
    assert (outcome.did, outcome.replaced) == (Change.REFRESHED, tea)
    assert active(facts) == {"Has a dog"}


def test_a_person_may_correct_the_spelling_by_hand() -> None:
    """An edit that changes only the form is still an edit (N-05, DC-05)."""
    old = fact("likes rust")
    _, facts = say([old], "Likes Rust", saying(hand=True), id_=old.id)
    assert active(facts) == {"Likes Rust"}
    _, facts = say(facts, "LIKES rust", saying(hand=True))
    assert active(facts) == {"Likes Rust"}


def test_an_opposite_replaces_what_it_denies() -> None:
    """The newer word holds, the older one is history (N-15, N-16, UM-15)."""
    outcome, facts = say([fact("Likes pineapple on pizza")], "Does not like pineapple on pizza")
    assert outcome.did is Change.ADDED
    assert outcome.replaced is not None
    assert active(facts) == {"Does not like pineapple on pizza"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prefers Rust over Go", "Prefers Go over Rust"),
        ("Has a dog", "Had a dog"),
        ("Takes pills before meals", "Takes pills after meals"),
        ("Likes 🍕", "Likes 🍔"),
    ],
)
def test_what_differs_in_a_word_is_never_taken_for_the_same(one: str, other: str) -> None:
    """A statement that says something else stands beside what is known (N-16, X-08)."""
    outcome, facts = say([fact(one)], other)
    assert outcome.did is Change.ADDED
    assert active(facts) == {one, other}


def test_restating_after_the_expiry_takes_the_expiry_away() -> None:
    """What is said again holds again; what still lasts keeps its end (N-09, R-12)."""
    for days, expected in ((-1, None), (5, NOON + 5 * DAY)):
        outcome, _ = say([replace(fact("Is on holiday"), expires_at=NOON + days * DAY)], "Is on holiday")
        assert outcome.fact is not None
        assert outcome.fact.expires_at == expected


# Contradictions


def test_a_newer_statement_replaces_the_older_one() -> None:
    """A person has one home at a time (N-15, N-16, R-12, F-20)."""
    outcome, facts = say([fact("Lives in Paris"), fact("Likes tea")], "I moved to Berlin")
    assert outcome.replaced == fact("Lives in Paris")
    assert active(facts) == {"I moved to Berlin", "Likes tea"}


def test_moving_back_replaces_the_newer_one_again() -> None:
    """A statement that lives again puts an end to what contradicted it (N-15)."""
    _, facts = say([fact("Lives in Paris")], "Lives in Berlin")
    outcome, facts = say(facts, "Lives in Paris", saying(day=1))
    assert outcome.did is Change.REVIVED
    assert active(facts) == {"Lives in Paris"}


def test_a_rewritten_fact_replaces_what_it_contradicts() -> None:
    """However a statement comes in, the older one gives way (N-15)."""
    tea = fact("Likes tea")
    _, facts = say(
        [tea, fact("Lives in Paris"), fact("Lives in Lyon", origin=DM)], "Lives in Berlin", id_=tea.id
    )
    assert active(facts) == {"Lives in Berlin"}


def test_the_same_home_in_other_words_is_no_news() -> None:
    """Filling a slot with what it holds refreshes it (DC-21, X-10)."""
    outcome, facts = say([fact("Lives in Berlin")], "User moved to Berlin")
    assert (outcome.did, active(facts)) == (Change.REFRESHED, {"Lives in Berlin"})


# Deprecation


@pytest.mark.parametrize(
    ("quoted", "did"),
    [
        ("Works at Acme Corp", Change.SUPERSEDED),
        ("works at  ACME", Change.SUPERSEDED),
        ("Acme", Change.NO_MATCH),
        ("Works at Initech", Change.NO_MATCH),
        ("", Change.NO_MATCH),
    ],
)
def test_a_model_must_quote_most_of_a_fact_to_end_it(quoted: str, did: Change) -> None:
    """Without the id, sixty per cent of the text is the least (DC-72)."""
    merged = merge(
        [fact("Works at Acme Corp")], saying(), deprecations=[Deprecation(match_text=quoted)], cap=9
    )
    assert merged.outcomes[0].did is did
    assert len(merged.save) == (did is Change.SUPERSEDED)


@given(st.text("ab ", min_size=1, max_size=20), st.text("ab ", max_size=20))
def test_less_than_sixty_per_cent_never_ends_a_fact(text: str, quoted: str) -> None:
    """The share is of the length of the fact's text (DC-72)."""
    known = fact(text)
    merged = merge([known], saying(), deprecations=[Deprecation(match_text=quoted)], cap=9)
    assert not merged.save or len(quoted.strip()) >= 0.6 * len(text)


def test_deprecating_by_id_keeps_the_fact_as_history() -> None:
    """Superseded, stamped, not deleted; its text matters not (DC-17, DC-72, DC-73)."""
    tea, dog = fact("Likes tea"), fact("Has a dog")
    merged = merge([tea, dog], saying(), deprecations=[Deprecation(id=tea.id, match_text="dog")], cap=9)
    assert merged.save == (replace(tea, status=Status.SUPERSEDED, updated_at=NOON),)


def test_an_unknown_id_deprecates_nothing() -> None:
    """A model's invented id ends nothing (DC-72, R-06)."""
    merged = merge([fact("Likes tea")], saying(), deprecations=[Deprecation(id="durable-deadbeef")], cap=9)
    assert merged == Merged(outcomes=(Outcome(did=Change.NO_MATCH),))


def test_a_model_ends_nothing_that_was_written_by_hand_or_pinned() -> None:
    """Only a person's own command does (R-14, N-19)."""
    for known in (fact("Likes tea", hand=True), replace(fact("Likes tea"), pinned=True)):
        merged = merge([known], saying(), deprecations=[Deprecation(id=known.id)], cap=9)
        assert (merged.outcomes[0].did, merged.save) == (Change.NOT_THEIRS, ())


def test_a_model_rewords_nothing_that_was_written_by_hand_or_pinned() -> None:
    """What it proposes instead stands beside it (R-06, R-14)."""
    for known in (fact("Likes tea", hand=True), replace(fact("Likes tea"), pinned=True)):
        _, facts = say([known], "Has a dog", id_=known.id)
        assert facts[0] == known
        assert active(facts) == {"Likes tea", "Has a dog"}


# Forgetting


def forgotten(text: str, *, day: int = -5, origin: str = OPEN) -> Fact:
    """Make the tombstone of a fact that was forgotten some days ago."""
    return replace(fact(text, origin=origin), status=Status.FORGOTTEN, updated_at=NOON + day * DAY)


@pytest.mark.parametrize(
    ("day", "did"), [(-9, Change.FORGOTTEN), (-5, Change.FORGOTTEN), (-4, Change.REVIVED)]
)
def test_a_forgotten_fact_comes_back_only_when_said_anew(day: int, did: Change) -> None:
    """Older messages do not bring it back, a new statement does (R-12, N-19)."""
    outcome, facts = say([forgotten("Has a dog")], "I have a dog", saying(day=day))
    assert outcome.did is did
    assert active(facts) == ({"Has a dog"} if did is Change.REVIVED else set())


def test_remembering_a_forgotten_text_makes_no_second_row() -> None:
    """The same row lives again (X-03)."""
    _, facts = say([forgotten("Has a dog")], "Has a dog", saying(hand=True))
    assert [(f.id, f.status, f.by_hand) for f in facts] == [(fact("Has a dog").id, Status.ACTIVE, True)]


def test_a_forgotten_text_does_not_come_back_under_another_facts_id() -> None:
    """An old message cannot smuggle it in as a change of something else (R-12)."""
    tea = fact("Likes tea")
    outcome, facts = say([tea, forgotten("Has a dog")], "Has a dog", saying(day=-9), id_=tea.id)
    assert outcome.did is Change.FORGOTTEN
    assert active(facts) == {"Likes tea"}


def test_an_update_never_wakes_or_wipes_a_tombstone() -> None:
    """The id of a forgotten fact names nothing that can be changed (R-12)."""
    tombstone = forgotten("Has a dog")
    _, facts = say([tombstone], "Has a cat", id_=tombstone.id)
    assert facts[0] == tombstone
    assert active(facts) == {"Has a cat"}


def test_nobody_else_brings_back_what_a_person_forgot() -> None:
    """Another's word about them does not undo their forgetting (X-16, R-12, R-17)."""
    outcome, facts = say([forgotten("Has a dog")], "Has a dog", saying(by=BOB))
    assert outcome.did is Change.FORGOTTEN
    assert active(facts) == set()


def test_what_was_forgotten_in_the_open_comes_back_only_where_it_is_said() -> None:
    """Said again in a DM, it lives in that DM alone (R-01, R-12)."""
    tombstone = forgotten("Has a dog")
    outcome, facts = say([tombstone], "Has a dog", saying(origin=DM))
    assert outcome.did is Change.ADDED
    assert [f.status for f in facts if f.origin == OPEN] == [Status.FORGOTTEN]
    assert [f.status for f in facts if f.origin == DM] == [Status.ACTIVE]


# Whose word it is


def test_another_persons_word_never_touches_ones_own_facts() -> None:
    """Not by id, not by saying the opposite, not by repeating it, not by taking it back (X-16, R-17)."""
    own = [fact("Lives in Paris"), fact("Likes tea")]
    said = [
        Upsert(text="Likes mud", id=own[1].id),
        Upsert(text="Lives in Rome"),
        Upsert(text="Likes tea", tags=("x",)),
    ]
    ended = [Deprecation(id=fact.id) for fact in own]
    facts = after(own, merge(own, saying(by=BOB), upserts=said, deprecations=ended, cap=9))
    assert facts[:2] == own
    assert {f.text: f.asserted_by for f in facts[2:]} == {"Likes mud": BOB, "Lives in Rome": BOB}


def test_another_persons_word_does_not_wake_what_a_person_replaced() -> None:
    """It stands as theirs, beside the person's own history (X-16)."""
    _, facts = say([fact("Lives in Paris")], "Lives in Berlin")
    outcome, facts = say(facts, "Lives in Paris", saying(by=BOB))
    assert outcome.did is Change.ADDED
    assert [(f.asserted_by, f.status) for f in facts if f.text == "Lives in Paris"] == [
        (ANN, Status.SUPERSEDED),
        (BOB, Status.ACTIVE),
    ]


def test_another_person_cannot_land_on_an_id_whose_text_has_changed() -> None:
    """Saying a fact's first wording gives a row of their own (X-16, DC-19)."""
    first = fact("Likes tea")
    _, facts = say([first], "Likes coffee", id_=first.id)
    _, facts = say(facts, "Likes tea", saying(by=BOB))
    assert {f.text: f.asserted_by for f in facts if f.status is Status.ACTIVE} == {
        "Likes coffee": ANN,
        "Likes tea": BOB,
    }
    assert len({f.key for f in facts}) == 3


def test_a_person_settles_what_others_say_of_them() -> None:
    """Their own word replaces another's claim, and confirms it as their own (X-16, R-17, N-15)."""
    claims = [fact("Lives in Rome", by=BOB), fact("Likes tea", by=BOB)]
    merged = merge(claims, saying(), upserts=[Upsert(text="Lives in Oslo"), Upsert(text="Likes tea")], cap=9)
    facts = after(claims, merged)
    assert {f.text: f.asserted_by for f in facts if f.status is Status.ACTIVE} == {
        "Lives in Oslo": ANN,
        "Likes tea": ANN,
    }


def test_people_may_change_their_own_facts_their_own_claims_and_lore() -> None:
    """And nothing else (X-16)."""
    assert may_change(fact("x"), ANN)
    assert may_change(fact("x", by=BOB), BOB)
    assert may_change(replace(fact("x"), subject=LORE), BOB)
    assert not may_change(fact("x"), BOB)


# Where it was said


def test_a_narrower_place_never_changes_what_is_heard_more_widely() -> None:
    """New wording from a DM is a row of the DM; the public text, tags and messages stay (R-01, X-13)."""
    public = fact("Likes tea")
    _, facts = say([public], "Likes tea since rehab", saying(origin=DM), id_=public.id)
    assert [f.text for f in facts if f.origin == OPEN] == ["Likes tea"]
    assert [f.text for f in facts if f.origin == DM] == ["Likes tea since rehab"]


def test_repeating_in_private_leaves_what_is_public_as_it_was() -> None:
    """The public row does not tell that it was repeated; the private one stands by itself (R-26, X-13)."""
    public = fact("Likes tea")
    told = Upsert(text="I like tea", tags=("rehab",), confidence=0.2, expires_at=NOON + DAY)
    merged = merge([public], saying(origin=DM, hand=True), upserts=[told], cap=9)
    assert [saved.origin for saved in merged.save] == [DM]


def test_what_is_said_to_fewer_people_replaces_nothing_for_the_others() -> None:
    """R-26: a correction in a direct message hides the public fact there, and only there."""
    public = fact("Lives in Oslo")
    merged = merge([public], saying(origin=DM), upserts=[Upsert(text="Lives in Berlin")], cap=9)
    assert [saved.origin for saved in merged.save] == [DM]
    assert hidden_here([public, *merged.save]) == {public.key}


def test_confirming_a_claim_in_private_does_not_confirm_it_in_public() -> None:
    """What another said of a person stays that other's word where it was said (R-01, R-17)."""
    claim = fact("Is pregnant", by=BOB)
    _, facts = say([claim], "I am pregnant", saying(origin=DM))
    assert [(f.origin, f.asserted_by) for f in facts] == [(OPEN, BOB), (DM, ANN)]


def test_a_changed_text_is_not_widened_with_the_old_one() -> None:
    """`Everywhere` was said of the words that were there (R-01)."""
    told = replace(fact("Likes tea", origin=DM), widened=True)
    outcome, _ = say([told], "Likes tea since rehab", saying(origin=DM), id_=told.id)
    assert outcome.fact is not None
    assert not outcome.fact.widened


# Caps


def test_over_the_cap_the_least_valuable_fact_is_archived() -> None:
    """Kept, not shown; the new one is in (R-14, DC-22, DC-23)."""
    held = [fact("Likes tea", day=-300), fact("Has a dog", day=-2)]
    merged = merge(held, saying(), upserts=[Upsert(text="Plays chess")], cap=2)
    assert active(after(held, merged)) == {"Has a dog", "Plays chess"}
    assert [f.status for f in merged.save if f.text == "Likes tea"] == [Status.ARCHIVED]


def test_a_full_hand_written_memory_refuses_and_says_so() -> None:
    """Nothing is dropped silently, nothing is archived at once (X-02, R-14)."""
    held = [fact("Likes tea", hand=True), replace(fact("Has a dog"), pinned=True)]
    merged = merge(held, saying(hand=True), upserts=[Upsert(text="Plays chess")], cap=2)
    assert merged == Merged(outcomes=(Outcome(did=Change.FULL),))


def test_a_full_hand_written_memory_still_takes_corrections() -> None:
    """What replaces something needs no room (X-02, N-15)."""
    held = [fact("Lives in Paris", hand=True), fact("Has a dog", hand=True)]
    merged = merge(held, saying(), upserts=[Upsert(text="Lives in Berlin")], cap=2)
    assert active(after(held, merged)) == {"Lives in Berlin", "Has a dog"}


def test_what_is_remembered_is_not_archived_by_its_neighbour() -> None:
    """An answer "added" is true after the whole merge (X-02)."""
    merged = merge(
        [], saying(), upserts=[Upsert(text="Likes tea", confidence=0.1), Upsert(text="Has a dog")], cap=1
    )
    assert [outcome.did for outcome in merged.outcomes] == [Change.ADDED, Change.FULL]
    assert active(merged.save) == {"Likes tea"}


def test_over_the_cap_the_oldest_superseded_go_first() -> None:
    """History gives way before anything in use, and what was written by hand stays (DC-23, R-14)."""
    old = [replace(fact(f"Liked no. {n}", day=-n), status=Status.SUPERSEDED) for n in (3, 9)]
    typed = replace(fact("Liked it", day=-99, hand=True), status=Status.SUPERSEDED)
    merged = merge([*old, typed], saying(), upserts=[Upsert(text="Likes tea")], cap=3)
    assert merged.drop == (old[1],)


def test_a_lowered_cap_is_reached_at_the_next_fact() -> None:
    """As many are archived as are over (R-14)."""
    held = [fact(f"Likes no. {n}", day=-n) for n in range(1, 9)]
    facts = after(held, merge(held, saying(), upserts=[Upsert(text="Plays chess")], cap=3))
    assert active(facts) == {"Plays chess", "Likes no. 1", "Likes no. 2"}


# Properties

TEXTS = [
    *["Likes tea", "Does not like tea", "Prefers Rust over Go", "Prefers Go over Rust", "Lives in Paris"],
    *[
        "Lives in Berlin",
        "Works at Acme",
        "Works for Initech",
        "Has a dog",
        "猫が好き",
        "I am 30",
        "User is 31",
    ],
]
INDEPENDENT = [
    "Likes tea",
    "Prefers Rust over Go",
    "Lives in Paris",
    "Works at Acme",
    "Has a dog",
    "I am 30",
    "x",
]
texts = st.sampled_from(TEXTS)
held_facts = st.lists(
    st.builds(
        lambda text, status, pinned, **how: replace(fact(text, **how), status=status, pinned=pinned),
        texts,
        st.sampled_from([Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED, Status.FORGOTTEN, Status.ARCHIVED]),
        st.booleans(),
        day=st.integers(-99, -1),
        origin=st.sampled_from([OPEN, DM, "c7"]),
        hand=st.booleans(),
        by=st.sampled_from([ANN, BOB]),
    ),
    max_size=8,
    unique_by=lambda fact: fact.key,
)
ids = st.one_of(st.none(), texts.map(lambda text: fact_id(Kind.FACT, text)))
proposals = st.lists(
    st.builds(Upsert, text=texts, id=ids, tags=st.lists(st.sampled_from("ab")).map(tuple)), max_size=5
)
endings = st.lists(st.builds(Deprecation, id=ids, match_text=st.one_of(st.none(), texts)), max_size=2)
speakers = st.builds(
    saying, by=st.sampled_from([ANN, BOB]), origin=st.sampled_from([OPEN, DM]), hand=st.booleans()
)
caps = st.integers(min_value=0, max_value=12)


@given(held_facts, speakers, st.lists(st.sampled_from(INDEPENDENT), max_size=5))
def test_merging_twice_is_merging_once(held: list[Fact], how: Provenance, said: list[str]) -> None:
    """The same statements have nothing to save the second time (R-06, DC-21)."""
    upserts = [Upsert(text=text) for text in said]
    once = after(held, merge(held, how, upserts=upserts, cap=99))
    assert merge(once, how, upserts=upserts, cap=99).save == ()


@given(held_facts, speakers, st.lists(texts, max_size=5))
def test_the_last_word_of_a_batch_holds_however_often_it_is_merged(
    held: list[Fact], how: Provenance, said: list[str]
) -> None:
    """Statements that contradict each other end with the same one in use (N-15, DC-21)."""
    upserts = [Upsert(text=text) for text in said]
    once = after(held, merge(held, how, upserts=upserts, cap=99))
    assert active(after(once, merge(once, how, upserts=upserts, cap=99))) == active(once)


@given(
    st.permutations(INDEPENDENT),
    held_facts.map(lambda held: [f for f in held if f.text in INDEPENDENT]),
    speakers,
)
def test_the_order_of_independent_statements_does_not_matter(
    shuffled: list[str], held: list[Fact], how: Provenance
) -> None:
    """Each finds its own place (R-06)."""
    one = merge(held, how, upserts=[Upsert(text=text) for text in INDEPENDENT], cap=99)
    other = merge(held, how, upserts=[Upsert(text=text) for text in shuffled], cap=99)
    assert {f.key: f for f in one.save} == {f.key: f for f in other.save}


@given(held_facts, speakers, proposals, endings, caps)
def test_caps_hold(
    held: list[Fact], how: Provenance, upserts: list[Upsert], ended: list[Deprecation], cap: int
) -> None:
    """A merge never leaves more in use than the cap, or than there was before (R-14, DC-22)."""
    facts = after(held, merge(held, how, upserts=upserts, deprecations=ended, cap=cap))
    before = sum(f.status is Status.ACTIVE for f in held)
    assert sum(f.status is Status.ACTIVE for f in facts) <= max(cap, before)


@given(held_facts, speakers, proposals, caps)
def test_what_is_by_hand_or_pinned_survives_every_cap(
    held: list[Fact], how: Provenance, upserts: list[Upsert], cap: int
) -> None:
    """Never archived, never dropped (R-14, N-19)."""
    merged = merge(held, how, upserts=upserts, cap=cap)
    kept = {f.key for f in held if f.by_hand or (f.pinned and f.status is Status.ACTIVE)}
    assert not kept & {f.key for f in merged.drop}
    assert not kept & {f.key for f in merged.save if f.status is Status.ARCHIVED and f not in held}


@given(held_facts, speakers, proposals, endings)
def test_another_person_changes_nothing_of_ones_own(
    held: list[Fact], how: Provenance, upserts: list[Upsert], ended: list[Deprecation]
) -> None:
    """Whatever Bob says of Ann, every word of hers is as it was (X-16)."""
    by_bob = replace(how, asserted_by=BOB)
    facts = after(held, merge(held, by_bob, upserts=upserts, deprecations=ended, cap=99))
    assert {f.key: f for f in facts if f.asserted_by == ANN} == {
        f.key: f for f in held if f.asserted_by == ANN
    }


@given(held_facts, speakers, proposals)
def test_nothing_forgotten_comes_back_from_before_the_forgetting(
    held: list[Fact], how: Provenance, upserts: list[Upsert]
) -> None:
    """Old messages leave every tombstone where it is (R-12, X-15)."""
    old = replace(how, said_at=NOON - 100 * DAY)
    facts = after(held, merge(held, old, upserts=upserts, cap=99))
    tombstones = [f for f in held if f.status is Status.FORGOTTEN]
    assert all(tombstone in facts for tombstone in tombstones)
    assert active(facts) & {tombstone.text for tombstone in tombstones} <= active(held)


@given(held_facts, speakers, proposals, endings)
def test_a_dm_writes_no_words_into_other_places(
    held: list[Fact], how: Provenance, upserts: list[Upsert], ended: list[Deprecation]
) -> None:
    """Elsewhere only the standing and the date of a fact may change, and no fact appears (R-01, N-01)."""
    in_dm = saying(origin=DM, by=how.asserted_by, hand=how.source == TYPED)
    before = {f.key: f for f in held}
    for new in merge(held, in_dm, upserts=upserts, deprecations=ended, cap=99).save:
        old = before.get(new.key, new)
        same = replace(
            old, **{name: getattr(new, name) for name in ("status", "updated_at", "superseded_by", "pinned")}
        )
        assert new.origin == DM or (new.key in before and new == same)


@given(held_facts, st.sampled_from(["Plays chess", "Owns 3 bikes", "Hates cilantro"]), speakers)
def test_an_unrelated_statement_changes_nothing_else(held: list[Fact], text: str, how: Provenance) -> None:
    """It is added, and that is all (R-06)."""
    merged = merge(held, how, upserts=[Upsert(text=text)], cap=99)
    assert [f.text for f in merged.save] == [text]
    assert merged.drop == ()


@given(held_facts, speakers, proposals, endings, caps)
def test_other_subjects_are_out_of_reach(
    held: list[Fact], how: Provenance, upserts: list[Upsert], ended: list[Deprecation], cap: int
) -> None:
    """A merge about one person neither saves nor drops another's facts (X-16)."""
    mixed = [replace(f, subject=BOB) if i % 2 else f for i, f in enumerate(held)]
    merged = merge(mixed, how, upserts=upserts, deprecations=ended, cap=cap)
    assert {f.subject for f in (*merged.save, *merged.drop)} <= {ANN}


@given(held_facts, speakers, proposals, caps)
def test_an_answer_is_true_after_the_merge(
    held: list[Fact], how: Provenance, upserts: list[Upsert], cap: int
) -> None:
    """Added alone, a fact is in use; refused, nothing is (X-02)."""
    for upsert in upserts:
        merged = merge(held, how, upserts=[upsert], cap=cap)
        kept = {f.key: f for f in after(held, merged)}
        did, known = merged.outcomes[0].did, merged.outcomes[0].fact
        in_use = known is not None and kept[known.key] == known and known.status is Status.ACTIVE
        assert in_use is (did not in (Change.FULL, Change.FORGOTTEN))
        assert not merged.save or did not in (Change.FULL, Change.FORGOTTEN, Change.NOT_THEIRS)
