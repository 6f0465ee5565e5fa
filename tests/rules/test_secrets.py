"""Secrets: masked wherever and however they are told, and nothing else is."""

import json
from pathlib import Path

import pytest

from dnam.languages import languages, use_folders
from dnam.rules.secrets import MASK, has_secret, masked

LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "evals" / "secrets.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
TOLD = [line for line in LINES if line["secret"]]
ORDINARY = [line for line in LINES if not line["secret"]]
PIECES = (": ", "= ", "is ", "password ", '"', "'", "- ", "7 ", ", ", "\n", "door a1 ", "@a.b ")
MOST = 3.0
LEAST_SECONDS = 0.002
"""Below this the clock says more of the machine than of the rule."""


def test_a_secret_is_masked_and_the_words_stay() -> None:
    """N-07, N-10, CL-36, F-06: whatever the word, the order, the verb, the disguise and the language."""
    shown = {line["text"]: masked(line["text"]) for line in TOLD}
    assert [line for line in TOLD if line["secret"] in shown[line["text"]]] == []
    assert [once for once in shown.values() if MASK not in once] == []
    assert [once for once in shown.values() if masked(once) != once or has_secret(once)] == []


def test_speaking_of_secrets_is_not_telling_them() -> None:
    """X-05: the word alone gives nothing away, nor does a number that opens nothing."""
    assert [text for line in ORDINARY if masked(text := line["text"]) != text or has_secret(text)] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("my PIN is 4921, ok", f"my PIN is {MASK}, ok"),
        ("2 4111 1111 1111 1111 3", f"2 {MASK} 3"),
        ("wifi: **hunter2x** <@12>", f"wifi: **{MASK}** <@12>"),
        ("p\u200bassword is h\u200bunter2 for now", f"p\u200bassword is {MASK} for now"),
        ("see postgres://ann:tulip99@db.example/x there", f"see postgres://ann:{MASK}@db.example/x there"),
        (
            '{"user": "ann", "password": "x1N!q", "port": 21}',
            f'{{"user": "ann", "password": "{MASK}", "port": 21}}',
        ),
        ("login: ann / hunter2", f"login: ann / {MASK}"),
    ],
)
def test_only_the_value_is_masked(text: str, shown: str) -> None:
    """N-10: what stands around it is what was said, to the sign."""
    assert masked(text) == shown


def test_a_language_that_is_added_counts(tmp_path: Path) -> None:
    """F-06: its words for secrets hold from then on, and only as long as it is used."""
    told = "min lösenfras är kantarell9"
    before = [*use_folders([])]
    try:
        (tmp_path / "xx.toml").write_text('[secrets]\npassword = "lösenfras"\nis = "är"\n', encoding="utf-8")
        use_folders([*before, tmp_path])
        assert "xx" in languages()
        assert masked(told) == f"min lösenfras är {MASK}"
    finally:
        use_folders(before)
    assert masked(told) == told


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "piece", ["password for a ", "seed phrase is apple ", "4111 ", "密码是", "раsswоrd", "login: a, "]
)
def test_a_secret_at_the_end_of_a_very_long_message_is_found(piece: str) -> None:
    """N-10: what is pasted over and over is read in one go."""
    assert has_secret(f"{piece * 5000} my password is hunter2")
