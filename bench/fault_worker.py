"""A process that works with a memory until it is killed, and what must hold when the next one opens it.

The worker tells a pipe what it is about to do and what was acknowledged. The next worker checks the ledger of
all that was ever told before it goes on: what was acknowledged holds, nothing is there twice, and nothing
that was erased, deleted or forgotten is back.
"""

import asyncio
import json
import os
import random
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from dnam import Memory, Settings
from dnam.clock import SystemClock
from dnam.commands import Command
from dnam.domain import Message, Person, Place, Question, Scope, Status, Task, Visibility
from dnam.ports import ChatModel, Store
from dnam.stores import open_store
from dnam.stores.sqlite import open_sqlite
from dnam.testing import ScriptedModel
from dnam.transfer.durable_files import import_folder

GUILD = 500
PEOPLE = 8
"""How many people each worker speaks for."""
BOT = Person(id=99, name="Dee", bot=True)
CHANNELS = [Place(guild=GUILD, channel=70 + n, visibility=Visibility.PUBLIC, name=f"c{n}") for n in range(4)]
_LETTERS = "bdfgklmnpr"
"""Stand for digits: a word with digits in it looks like a password."""
LANES = 4
"""How many things a worker does at once."""


@dataclass
class Ledger:
    """Everything that was told by all workers of one store so far."""

    messages: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Acknowledged messages: who said which word."""
    facts: dict[str, int] = field(default_factory=dict)
    """Words of acknowledged facts: about whom."""
    unsure: set[str] = field(default_factory=set)
    """Words of what was begun and not acknowledged: there once or not at all."""
    unsure_people: set[int] = field(default_factory=set)
    """People whose erasure was begun: what they said before may be there or not until it is finished."""
    gone: set[str] = field(default_factory=set)
    """Words that must not be found again in any table or file."""
    forgotten: set[str] = field(default_factory=set)
    """Words of facts that are not used any more."""
    backups: dict[str, int] = field(default_factory=dict)
    """Finished backups: how many messages were acknowledged before."""
    done: dict[str, int] = field(default_factory=dict)
    """How often each kind of work was acknowledged."""

    def hear(self, line: dict[str, Any]) -> None:
        """Take over what a worker tells."""
        what, word, person = line["what"], line.get("word", ""), line.get("person", 0)
        if line["begun"]:
            self.unsure.add(word)
            if what == "erase":
                self.unsure_people.add(person)
            return
        self.done[what] = self.done.get(what, 0) + 1
        self.unsure.discard(word)
        if what == "message":
            self.messages[line["id"]] = (person, word)
        elif what in ("remember", "import"):
            self.facts[word] = person
        elif what == "forget":
            self.facts.pop(word, None)
            self.forgotten.add(word)
        elif what == "delete":
            self.messages.pop(line["id"], None)
            self.gone.add(word)
        elif what == "edit":
            self.messages[line["id"]] = (person, word)
            self.unsure.discard(line["old"])
            self.gone.add(line["old"])
        elif what == "backup":
            self.backups[line["path"]] = line["messages"]
        elif what == "erase":
            self._erased(person)

    def _erased(self, person: int) -> None:
        self.unsure_people.discard(person)
        words = {word for by, word in self.messages.values() if by == person}
        words |= {word for word, about in self.facts.items() if about == person}
        self.gone |= words
        self.messages = {id_: held for id_, held in self.messages.items() if held[0] != person}
        self.facts = {word: about for word, about in self.facts.items() if about != person}


class Worker:
    """Works on one store as fast as it can, for people of its own."""

    def __init__(self, location: str, folder: Path, ledger: Ledger, seed: int, number: int) -> None:
        self._location = location
        self._folder = folder
        self._ledger = ledger
        self._random = random.Random(seed)
        self._seed = seed
        self._number = number
        self._words = count(1)
        self._busy: set[int] = set()

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Check what the ledger says, tell that it holds, and work until killed."""
        self._tell = tell
        asyncio.run(self._run())

    def warm_up(self) -> None:
        """Do everything once, so that processes forked afterwards have loaded what they need."""
        self._tell = lambda _: None
        asyncio.run(self._once())

    async def _once(self) -> None:
        told, gone = (self._say, self._reply, self._remember), (self._edit, self._delete, self._forget)
        async with self._opened() as memory:
            for deed in (*(*told, self._import, *gone) * 3, self._backup, self._erase):
                await deed(memory, Person(id=self._id(0), name="P0"))
            await memory.settle()
            await self._broken(memory)

    async def _run(self) -> None:
        async with self._opened() as memory:
            await memory.settle()
            await memory.lanes.idle()
            broken = await self._broken(memory)
            self._tell({"what": "checked", "broken": broken})
            await asyncio.gather(*(self._work(memory) for _ in range(LANES)))

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Memory]:
        learned: Any = {"upserts": []}
        models: dict[Task, ChatModel] = {
            "extract": ScriptedModel(lambda _: learned),
            "summarise_session": ScriptedModel(lambda _: {"summary": "They talk."}),
        }
        settings = Settings(
            data_dir=self._folder,
            embedder="off",
            rolling_every=3,
            debounce_seconds=0,
            remember_per_hour=0,
            backup_hours=0,
        )
        store = await open_store(self._location, pool=4)
        try:
            async with Memory.open(settings, store=store, models=models) as memory:
                yield memory
        finally:
            await store.close()

    def _word(self) -> str:
        digits = f"{self._number}{self._seed:05d}{next(self._words):04d}"
        return "zorb" + "".join(_LETTERS[int(digit)] for digit in digits)

    def _person(self) -> Person | None:
        free = [n for n in range(PEOPLE) if self._id(n) not in self._busy]
        return Person(id=self._id(n := self._random.choice(free)), name=f"P{n}") if free else None

    def _id(self, nth: int) -> int:
        return 1000 * (self._number + 1) + nth

    async def _work(self, memory: Memory) -> None:
        deeds = [self._say] * 12 + [self._remember] * 6 + [self._reply] * 3 + [self._delete] * 3
        deeds += [self._edit] * 3 + [self._forget] * 3 + [self._import] * 2 + [self._erase] * 3
        deeds.append(self._backup)
        while True:
            person = self._person()
            if person is None:
                await asyncio.sleep(0)
                continue
            self._busy.add(person.id)
            await self._random.choice(deeds)(memory, person)
            self._busy.discard(person.id)

    def _begin(self, what: str, **more: Any) -> None:
        self._tell({"what": what, "begun": True, **more})

    def _done(self, what: str, **more: Any) -> None:
        self._tell({"what": what, "begun": False, **more})
        self._ledger.hear({"what": what, "begun": False, **more})

    async def _say(self, memory: Memory, person: Person) -> None:
        word, place = self._word(), self._random.choice(CHANNELS)
        id_ = self._random.getrandbits(60)
        self._begin("message", word=word)
        text = f"I have a dog named {word.capitalize()}." if self._random.random() < 0.5 else f"So, {word}!"
        message = Message(id=id_, place=place, author=person, text=text, sent_at=memory.clock.now())
        if await memory.on_message(message):
            self._done("message", id=id_, word=word, person=person.id)

    async def _reply(self, memory: Memory, person: Person) -> None:
        place, word = self._random.choice(CHANNELS), self._word()
        await memory.context_for(Question(place=place, asker=person, text="what do you know of my dog?"))
        self._begin("reply", word=word)
        id_, now = self._random.getrandbits(60), memory.clock.now()
        if await memory.on_reply(
            Message(id=id_, place=place, author=BOT, text=f"Well, {word}.", sent_at=now)
        ):
            self._done("reply", word=word)  # it goes when somebody it answers is erased

    async def _remember(self, memory: Memory, person: Person) -> None:
        word = self._word()
        self._begin("remember", word=word)
        if await self._command(memory, person, f"remember I collect {word} stamps"):
            self._done("remember", word=word, person=person.id)

    async def _forget(self, memory: Memory, person: Person) -> None:
        for word in [word for word, about in self._ledger.facts.items() if about == person.id][:1]:
            self._begin("forget", word=word)
            if await self._command(memory, person, f"forget {word}"):
                self._done("forget", word=word)

    async def _command(self, memory: Memory, person: Person, text: str) -> bool:
        command = Command(text=f"!memory {text}", place=CHANNELS[0], person=person)
        answer = await memory.command(command)
        return answer is not None and answer.changed

    async def _delete(self, memory: Memory, person: Person) -> None:
        own = [(id_, word) for id_, (by, word) in self._ledger.messages.items() if by == person.id]
        for id_, word in own[-1:]:
            self._begin("delete", word=word)
            if await memory.on_delete(GUILD, [id_]):
                self._done("delete", id=id_, word=word)

    async def _edit(self, memory: Memory, person: Person) -> None:
        own = [(id_, word) for id_, (by, word) in self._ledger.messages.items() if by == person.id]
        for id_, old in own[-1:]:
            word = self._word()
            self._begin("edit", word=old)
            self._begin("edit", word=word)
            if await memory.on_edit(GUILD, id_, f"I have a cat named {word.capitalize()}."):
                self._done("edit", id=id_, word=word, old=old, person=person.id)

    async def _erase(self, memory: Memory, person: Person) -> None:
        self._begin("erase", person=person.id)
        receipt = await memory.erase(Scope(kind="person", id=person.id))
        if not receipt.unfinished:
            self._done("erase", person=person.id)

    async def _import(self, memory: Memory, person: Person) -> None:
        word = self._word()
        file = self._folder / f"import-{word}" / f"{person.id}.json"
        item: dict[str, Any] = {
            "id": word,
            "kind": "fact",
            "text": f"Collects {word} coins",
            "tags": [],
            "status": "active",
        }
        item |= {"source": {"type": "manual"}, "createdAt": _millis(memory), "updatedAt": _millis(memory)}
        await asyncio.to_thread(_write, file, {"version": 1, "updatedAt": _millis(memory), "items": [item]})
        self._begin("import", word=word)
        report = await import_folder(memory.store, file, settings=memory.settings, clock=SystemClock())
        if report.added:
            self._done("import", word=word, person=person.id)

    async def _backup(self, memory: Memory, person: Person) -> None:
        del person
        if "://" in self._location or len(self._ledger.backups) > 20:
            return
        before = len(self._ledger.messages)
        target = self._folder / "backups" / f"{self._word()}.sqlite3"
        await memory.store.backup(target)
        self._done("backup", path=str(target), messages=before)

    # What must hold

    async def _broken(self, memory: Memory) -> list[str]:
        """Return a sentence for everything that does not hold."""
        ledger, store, broken = self._ledger, memory.store, await memory.store.check()
        for id_, (person, word) in ledger.messages.items():
            if self._is_sure(person, word):
                stored = await store.get_message(GUILD, id_)
                if stored is None or word not in stored.text.casefold():
                    broken.append(f"lost the message {word}")
        texts = await _texts(store)
        for word, person in ledger.facts.items():
            times = sum(word in text for text in texts)
            if (self._is_sure(person, word) and times != 1) or times > 1:
                broken.append(f"the fact {word} is there {times} times")
        broken += [f"{word} is known again" for word in ledger.forgotten if any(word in t for t in texts)]
        broken += [f"back again: {word}" for word in await self._found_again(store)]
        broken += [each for path in ledger.backups for each in await _broken_backup(Path(path))]
        return broken

    def _is_sure(self, person: int, word: str) -> bool:
        """Return whether what a person was told to have said must be there.

        Those of other workers may edit, delete or erase it while this one is still looking.
        """
        own = person in {self._id(nth) for nth in range(PEOPLE)}
        return own and person not in self._ledger.unsure_people and word not in self._ledger.unsure

    async def _found_again(self, store: Store) -> set[str]:
        """Return the words that must be gone, each with the table or file it is in."""
        gone = self._ledger.gone - self._ledger.unsure
        places: dict[str, str] = {}
        async for table, rows in store.dump():
            places[table] = places.get(table, "") + str(rows).casefold()
        for path in self._folder.rglob("*"):
            name = str(path.relative_to(self._folder))
            if path.is_file() and ".sqlite3" not in name and not name.startswith("import-"):
                places[name] = path.read_text("utf-8", "replace").casefold()
        return {f"{word} in {name}" for name, text in places.items() for word in gone if word in text}


async def _texts(store: Store) -> list[str]:
    """Return the texts of all active facts, each with a space behind, so that words are whole."""
    facts = await store.all_facts(muted=True)
    return [f"{fact.text.casefold()} " for fact in facts if fact.status is Status.ACTIVE]


async def _broken_backup(path: Path) -> list[str]:
    copy = await open_sqlite(path)
    try:
        return [f"the backup {path.name}: {problem}" for problem in await copy.check()]
    finally:
        await copy.close()


def _millis(memory: Memory) -> int:
    return int(memory.clock.now().timestamp() * 1000)


def _write(path: Path, data: Any) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data))


def fork_worker(worker: Worker) -> tuple[int, int]:
    """Start a worker in a process of its own; return its id and the pipe it tells."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    os.close(reading)
    code = 1
    try:
        worker.run(lambda line: _tell(writing, line))
        code = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


def _tell(pipe: int, line: dict[str, Any]) -> None:
    os.write(pipe, json.dumps(line).encode() + b"\n")
