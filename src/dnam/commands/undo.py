"""Changes of facts by commands, each saved with how to take it back.

The steps are notes in the store: they survive a restart and are erased with the person.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from dnam.admission import Admission, Changes, Refused
from dnam.answer_retraction import answers_repeating, retract_answers
from dnam.audience import origin_of, session_key
from dnam.commands.values import Command, noted
from dnam.domain import Fact, Status
from dnam.ports import Clock, Store
from dnam.rules.claims import taken_away
from dnam.rules.fact_merge import is_earlier_wording
from dnam.rules.fact_notes import DID_CHARS, UNDO, person_note, step_mark
from dnam.rules.quoting import one_line
from dnam.rules.text import collapse

UNDO_STEPS = 20
_NUMBERS = re.compile(r"(?<= )#?\d+(?:[\s,]+#?\d+)*$")

_FACTS = TypeAdapter(list[Fact])


class UndoableChanges:
    def __init__(self, store: Store, *, admission: Admission, clock: Clock) -> None:
        self._store = store
        self._admission = admission
        self._clock = clock

    async def save_merged(self, command: Command, changes: Changes) -> None:
        """Save what a command's statements have changed, as one step."""
        await self._store.see_place(command.place)  # a purge must find what was told where nobody has written
        await self.save(
            command,
            before=[*changes.before.values()],
            after=[*changes.save.values()],
            drop=[*changes.drop.values()],
        )

    async def save(
        self, command: Command, *, before: Sequence[Fact], after: Sequence[Fact], drop: Sequence[Fact] = ()
    ) -> None:
        """Save facts as they are after a command, and note how to go back."""
        forgotten = [fact for fact in after if fact.status is Status.FORGOTTEN]
        sources = [source for fact in forgotten for source in await self._sources(fact)]
        await self._store.save_facts(after, drop=drop, hide=sources)
        changed = {fact.key for fact in (*after, *drop)}
        step = {
            "did": collapse(command.text)[:DID_CHARS],
            "at": self._clock.now().isoformat(),
            "origin": origin_of(command.place),
            "before": _FACTS.dump_python([fact for fact in before if fact.key in changed], mode="json"),
            "new": [list(fact.key) for fact in after if fact.key not in {old.key for old in before}],
            "left": [_state(fact) for fact in after],
            "said": [_wording(fact) for fact in after],
            "dropped": [list(fact.key) for fact in drop],
        }
        steps = [*await self._steps(command), step]
        await self._store.put_note(_note(command), json.dumps(steps[-UNDO_STEPS:]))

    async def forget(self, command: Command, facts: Sequence[Fact]) -> None:
        at = self._clock.now()
        gone = [replace(taken_away(fact, command.person.id), updated_at=at) for fact in facts]
        await self.save(command, before=facts, after=gone)

    async def undo(self, command: Command, mark: str = "") -> str:
        """Take back the person's last change here and return its words; with a mark, only that change."""
        steps, origin = await self._steps(command), origin_of(command.place)
        # Who reads this place may have changed since: then its words are not for them.
        here = [step for step in steps if step.get("origin", origin) == origin]
        if not here:
            raise command.wrong("undo_nothing")
        step = here[-1]
        steps.remove(step)
        did = str(step["did"])
        begins = did[: len(command.prefix)].casefold() == command.prefix.casefold()
        if mark and mark != step_mark(did[len(command.prefix) :] if begins else did):
            raise command.refused("undo_not_last")
        before = _FACTS.validate_python(step["before"])
        new = await facts_by_key(self._store, step["new"])
        replaced = await facts_by_key(self._store, [fact.key for fact in before])
        now = [*new, *replaced]
        older_steps = json.dumps(steps) if steps else None
        if any(fact.status is Status.FORGOTTEN and _state(fact) not in step["left"] for fact in now):
            # This step can never be undone; noted on, it would bar the way to older ones.
            await self._store.put_note(_note(command), older_steps)
            raise command.refused("undo_forgotten")
        if any(_wording(fact) not in step.get("said", [_wording(fact)]) for fact in replaced):
            raise command.refused("undo_changed")
        restorable = {*(fact.key for fact in now), *map(tuple, step.get("dropped", ()))}
        restored = []
        for fact in before:
            if fact.key not in restorable:  # what has gone since stays gone
                continue
            admitted = await self._admission.brought_back(fact, now, by=command.person.id)
            if isinstance(admitted, Refused):
                raise command.refused("undo_consent")
            restored.append(admitted)
        await self._store.put_note(_note(command), older_steps)
        await self._store.drop_facts([*new, *await self._earlier_wordings(new)])
        await self._store.save_facts(restored)
        await self._adjust_sources(now, restored)
        return _in_words(did, before, new)

    async def _earlier_wordings(self, facts: Sequence[Fact]) -> list[Fact]:
        """Return what facts said before they were edited: it goes with them."""
        return [
            old
            for fact in facts
            for old in await self._store.facts_of(fact.subject, guild=fact.guild)
            if old.origin == fact.origin and old.superseded_by == fact.id and is_earlier_wording(old)
        ]

    async def _adjust_sources(self, undone: Sequence[Fact], restored: Sequence[Fact]) -> None:
        """Hide answers that repeat what is gone again, and show the messages of what is back."""
        active = [fact for fact in restored if fact.status is Status.ACTIVE]
        in_use = {(fact.key, fact.text, fact.widened) for fact in active}
        lost = [fact for fact in undone if (fact.key, fact.text, fact.widened) not in in_use]
        narrowed = {(fact.key, fact.text) for fact in lost}
        still = " ".join(fact.text for fact in active if (fact.key, fact.text) not in narrowed)
        await retract_answers(self._store, [fact.text for fact in lost], [], lost, still)
        for fact in active:
            if fact.messages:
                siblings = await self._store.facts_from(fact.guild, fact.messages)
                hidden = {m for other in siblings if other.status is Status.FORGOTTEN for m in other.messages}
                shown = [message for message in fact.messages if message not in hidden]
                await self._store.hide_messages(fact.guild, shown, hidden=False)

    async def _sources(self, fact: Fact) -> list[tuple[int, int]]:
        """Return the messages a fact was learned from, and the answers that repeat it, by guild and id."""
        read = [await self._store.get_message(fact.guild, message) for message in fact.messages]
        messages = [message for message in read if message is not None]
        answers = await answers_repeating(self._store, [fact.text], messages, [fact])
        return [*((fact.guild, message) for message in fact.messages), *answers]

    async def _steps(self, command: Command) -> list[dict[str, Any]]:
        return await noted(self._store, _note(command))


async def facts_by_key(store: Store, keys: Sequence[Sequence[object]]) -> list[Fact]:
    """Return the facts of these keys that still exist."""
    wanted = {tuple(key) for key in keys}
    subjects = {int(str(key[1])) for key in keys}
    facts = [fact for subject in sorted(subjects) for fact in await store.facts_of(subject)]
    return [fact for fact in facts if fact.key in wanted]


def _state(fact: Fact) -> list[object]:
    """Return what shows whether somebody has changed a fact since a step."""
    return [*fact.key, str(fact.status), fact.updated_at.timestamp()]


def _wording(fact: Fact) -> list[object]:
    """Return what a fact says and where it may be used, which a later change in another place alters."""
    return [*fact.key, fact.text, fact.widened]


def _in_words(did: str, before: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return the words of a change with what it meant in place of ids and numbers of a list."""
    for fact in (*before, *new):
        did = did.replace(fact.id, f'"{one_line(fact.text)}"')
    listed = ", ".join(f'"{one_line(fact.text)}"' for fact in before)
    return did if new or not listed else _NUMBERS.sub(lambda _: listed, did)


def _note(command: Command) -> str:
    return person_note(command.person.id, UNDO, session_key(command.place))
