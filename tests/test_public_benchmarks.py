"""The files of public benchmarks are read as they are published; the entries here are invented."""

import json
from pathlib import Path

import pytest

from dnam.errors import BadInput
from dnam.evaluation.conversations import read_conversations
from dnam.evaluation.retrieval import evaluate
from dnam.settings import Settings

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I planted tulips behind the house"},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a blue boat"},
            ],
            "session_2_date_time": "9:05 am on 1 June, 2023",
            "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "The tulips bloom"}],
        },
        "qa": [
            {"question": "What did Ann plant?", "evidence": ["D1:1; D2:1"], "category": 1},
            {"question": "Who sails?", "evidence": ["D9:9"], "category": 5},
        ],
    }
]
LONGMEMEVAL = [
    {
        "question_id": "q7",
        "question_type": "single-session-user",
        "question": "What is my cat called?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["s1"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "My cat Miso is ill", "has_answer": True},
                {"role": "assistant", "content": "I am sorry to hear that. " * 1000},
            ]
        ],
        "answer_session_ids": ["s1"],
    }
]


async def test_public_files_are_read_as_they_are_published(tmp_path: Path) -> None:
    """N-18: LoCoMo, LongMemEval and JSON lines of our own, and every question is asked of the real search.

    Replies longer than memory takes are cut.
    """
    (tmp_path / "locomo10.json").write_text(json.dumps(LOCOMO))
    (tmp_path / "longmemeval_s.json").write_text(json.dumps(LONGMEMEVAL))
    locomo, longmemeval = read_conversations(tmp_path)
    own = locomo.model_copy(update={"name": "own-1"}).model_dump_json()
    (tmp_path / "own.jsonl").write_text(f"{own}\n\n{own.replace('own-1', 'own-2')}\n")
    assert [f"{turn.time:%m-%d %H:%M} {turn.text}" for turn in locomo.messages] == [
        "05-08 13:56 I planted tulips behind the house",
        "05-08 13:57 Look! [picture: a blue boat]",
        "06-01 09:05 The tulips bloom",
    ]
    assert [(asked.category, asked.evidence) for asked in locomo.questions] == [
        ("multi-hop", ["D1:1", "D2:1"])
    ]
    assert longmemeval.questions[0].evidence == ["s1:0"]
    assert f"{longmemeval.questions[0].time:%Y-%m-%d %H:%M}" == "2023-05-30 23:40"
    results = await evaluate(tmp_path, Settings(embedder="off"), profiles=["dnam"])
    assert {name: row["questions"] for name, row in results["dnam"].items()} == {
        "locomo": 1,
        "longmemeval": 1,
        "own": 2,
    }


@pytest.mark.parametrize("content", ["[{}]", "{", '[{"conversation": {}}]', "[7]"])
def test_a_file_of_no_known_format_is_told(tmp_path: Path, content: str) -> None:
    """N-18: with its name, and no guess."""
    (tmp_path / "odd.json").write_text(content)
    with pytest.raises(BadInput, match=r"odd\.json is not a conversation"):
        read_conversations(tmp_path)
