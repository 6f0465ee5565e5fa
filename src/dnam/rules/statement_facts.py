"""From a message to what rules learn from it: whom each statement is about, and what is proposed of them."""

from collections.abc import Mapping, Sequence

from dnam.domain import Kind, Message, Person
from dnam.rules.contradictions import stated
from dnam.rules.fact_merge import Upsert
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.short_answers import question_for
from dnam.rules.statement_meaning import read_by_meaning
from dnam.rules.statements import Statement, could_answer, read_answer, read_correction, read_statements
from dnam.rules.text import collapse

Learned = tuple[int, Upsert]


def learn(
    message: Message,
    before: Sequence[Message],
    people: Mapping[int, Person],
    *,
    chars: int,
    limit: int,
    by_meaning: bool = True,
) -> list[Learned]:
    """Return what a message states; `before` are the last messages there, `people` who may be meant in it.

    What is about somebody whose name two people bear, or nobody, is left out. What no row reads is judged
    `by_meaning`, which waits until the encoder is loaded.
    """
    text, author = message.text[:chars], message.author.id
    names = [person.name for id_, person in people.items() if id_ != author]
    statements = read_statements(text, at=message.sent_at, names=names, limit=limit)
    if not statements and could_answer(text) and (question := question_for(message, before)):
        statements = read_answer(text, question.text, at=message.sent_at)
    if not statements:
        earlier = [one.text for one in before if one.author.id == author]
        statements = read_correction(text, earlier, at=message.sent_at)
    if by_meaning and not statements:
        statements = read_by_meaning(text, at=message.sent_at)[:limit]
    meant = [(_subject(one, author, people), one) for one in statements]
    return [(subject, upsert_of(one, message)) for subject, one in meant if subject is not None]


def upsert_of(statement: Statement, message: Message) -> Upsert:
    """Return the proposal a statement makes; a plan is known from the moment it is told."""
    ahead = statement.begins is not None and statement.begins > message.sent_at
    return Upsert(
        text=statement.text,
        kind=statement.kind,
        tags=(statement.slot,) if statement.slot else (),
        confidence=statement.confidence,
        evidence=collapse(statement.own_text),
        valid_from=None if ahead else statement.begins,
        expires_at=statement.ends,
    )


def guess_kind(text: str) -> Kind:
    """Return the kind of what somebody asked to be remembered; when unsure it is a fact."""
    statement = stated(text)
    kind = statement.kind if statement is not None else Kind.FACT
    return Kind.FACT if kind in (Kind.PROFILE, Kind.LORE) else kind


def _subject(statement: Statement, author: int, people: Mapping[int, Person]) -> int | None:
    if statement.subject is not None or not statement.about:
        return author if statement.subject is None else statement.subject
    if mentioned := mentioned_in(statement.about):
        return mentioned[0] if mentioned[0] in people else None
    return bearer(statement.about, people)


def bearer(name: str, people: Mapping[int, Person]) -> int | None:
    """Return who bears a name; nobody when several do."""
    named = [id_ for id_, person in people.items() if person.name.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None
