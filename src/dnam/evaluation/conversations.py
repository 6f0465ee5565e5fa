"""Conversations with labelled questions, read from dnam's own format and from the files of public benchmarks.

*.json, *.json.gz    one conversation, or the file as LoCoMo or LongMemEval publish it
*.jsonl              one conversation on each line
"""

import gzip
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from dnam.errors import BadInput
from dnam.rules.input_mistakes import sentences

LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
BENCHMARKS = ("*.json.gz", "*.json", "*.jsonl")


class SpokenTurn(BaseModel):
    id: str
    session: str
    time: datetime
    speaker: str
    text: str


class LabelledQuestion(BaseModel):
    """A question, and the messages that answer it."""

    id: str
    text: str
    time: datetime
    category: str
    evidence: list[str]
    evidence_sessions: list[str] = []


class Conversation(BaseModel):
    name: str
    messages: list[SpokenTurn]
    questions: list[LabelledQuestion]

    @property
    def benchmark(self) -> str:
        """The part of the name before the first dash."""
        return self.name.partition("-")[0]


def read_conversations(folder: Path) -> list[Conversation]:
    """Read every file of a folder. Raises BadInput when there is none, or one is of no known format."""
    files = sorted(file for pattern in BENCHMARKS for file in folder.glob(pattern))
    if not files:
        raise BadInput(f"There are no conversations ({', '.join(BENCHMARKS)}) in {folder}.")
    return [conversation for file in files for conversation in _read(file)]


def _read(file: Path) -> list[Conversation]:
    try:
        raw = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        if file.suffix == ".jsonl":
            return [Conversation.model_validate_json(line) for line in raw.split(b"\n") if line.strip()]
        content = json.loads(raw)
        if not isinstance(content, list):
            return [Conversation.model_validate(content)]
        return [_published(row) for row in content]
    except ValidationError as problem:
        raise BadInput(f"{file} is not a conversation: {sentences(problem.errors())}") from problem
    except (OSError, EOFError, ValueError, KeyError, TypeError) as problem:
        raise BadInput(f"{file} is not a conversation in a documented format: {problem}") from problem


def _published(row: dict[str, Any]) -> Conversation:
    """Read an entry of LoCoMo's or LongMemEval's file."""
    if "conversation" in row:
        return _from_locomo(row)
    if "haystack_sessions" in row:
        return _from_longmemeval(row)
    return Conversation.model_validate(row)


def _from_locomo(row: dict[str, Any]) -> Conversation:
    turns = [*_locomo_turns(row["conversation"])]
    after = max(turn.time for turn in turns) + timedelta(days=1)
    known = {turn.id for turn in turns}
    questions = []
    for number, one in enumerate(row["qa"], 1):
        named = [id_ for text in one.get("evidence", ()) for id_ in re.findall(r"D\d+:\d+", text)]
        evidence = list(dict.fromkeys(id_ for id_ in named if id_ in known))
        category = LOCOMO_CATEGORIES.get(one["category"], str(one["category"]))
        if evidence:
            asked = LabelledQuestion(
                id=str(number), text=one["question"], time=after, category=category, evidence=evidence
            )
            questions.append(asked)
    return Conversation(name=f"locomo-{row['sample_id']}", messages=turns, questions=questions)


def _locomo_turns(conversation: dict[str, Any]) -> Iterator[SpokenTurn]:
    numbers = sorted(
        int(key.removeprefix("session_")) for key in conversation if re.fullmatch(r"session_\d+", key)
    )
    for number in numbers:
        session = f"session_{number}"
        began = datetime.strptime(conversation[f"{session}_date_time"], "%I:%M %p on %d %B, %Y")
        for nth, turn in enumerate(conversation[session]):
            picture = f" [picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield SpokenTurn(
                id=turn["dia_id"],
                session=session,
                time=began.replace(tzinfo=UTC) + timedelta(minutes=nth),
                speaker=turn["speaker"],
                text=turn["text"] + picture,
            )


def _from_longmemeval(row: dict[str, Any]) -> Conversation:
    turns, evidence = [], []
    sessions = zip(row["haystack_session_ids"], row["haystack_dates"], row["haystack_sessions"], strict=True)
    for session, date, session_turns in sessions:
        for nth, turn in enumerate(session_turns):
            id_ = f"{session}:{nth}"
            time = _longmemeval_time(date) + timedelta(minutes=nth)
            turns.append(
                SpokenTurn(id=id_, session=session, time=time, speaker=turn["role"], text=turn["content"])
            )
            evidence += [id_] if turn.get("has_answer") else []
    asked = LabelledQuestion(
        id=row["question_id"],
        text=row["question"],
        time=_longmemeval_time(row["question_date"]),
        category=row["question_type"],
        evidence=evidence,
        evidence_sessions=row["answer_session_ids"],
    )
    return Conversation(name=f"longmemeval-{row['question_id']}", messages=turns, questions=[asked])


def _longmemeval_time(text: str) -> datetime:
    """Read a time such as `2023/05/30 (Tue) 23:40`."""
    return datetime.strptime(re.sub(r" \(\w+\)", "", text), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
