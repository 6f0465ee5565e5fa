"""Secrets: masked wherever and however they are told, and nothing else is."""

import json
from pathlib import Path

import pytest

from dnam.languages import languages, use_folders
from dnam.rules.secrets import MASK, has_secret, masked, masked_all, sort_out

LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "evals" / "secrets.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
TELLING = [line for line in LINES if line["secret"]]
ORDINARY = [line for line in LINES if not line["secret"]]
MOST_WRONG = 0.01
"""The table trains the judge too: of a hundred lines one may stay on the wrong side."""


def test_a_secret_is_masked_and_the_words_stay() -> None:
    """N-07, N-10, CL-36, F-06: whatever the word, the order, the verb, the disguise and the language."""
    texts = [line["text"] for line in TELLING]
    shown = dict(zip(texts, masked_all(texts), strict=True))
    missed = [line for line in TELLING if line["secret"] in shown[line["text"]]]
    assert len(missed) <= MOST_WRONG * len(TELLING), missed
    assert masked_all([*shown.values()]) == [*shown.values()]
    unmarked = [text for line in TELLING if line not in missed and MASK not in (text := shown[line["text"]])]
    assert unmarked == []


def test_speaking_of_secrets_is_not_telling_them() -> None:
    """X-05: the word alone gives nothing away, nor does a number that opens nothing."""
    texts = [line["text"] for line in ORDINARY]
    changed = [text for text, shown in zip(texts, masked_all(texts), strict=True) if shown != text]
    assert len(changed) <= MOST_WRONG * len(ORDINARY), changed


@pytest.mark.parametrize("sign", ["»", "🔑", "-", "•", ">>>"])
def test_a_stray_sign_changes_nothing(sign: str) -> None:
    """N-10, F-06: it means nothing, so it neither hides a secret nor makes one."""
    assert masked(f"{sign} our netflix password is Walnut-88x {sign}") == (
        f"{sign} our netflix password is {MASK} {sign}"
    )
    assert masked(f"{sign} we sold 1200 tickets {sign}") == f"{sign} we sold 1200 tickets {sign}"


def test_many_texts_are_masked_as_each_alone() -> None:
    """N-10, N-12: an import judges its messages together, and gets what a message alone would get."""
    texts = [line["text"] for line in (*TELLING[:12], *ORDINARY[:12])] + ["", "my PIN is 4921, ok"]
    assert masked_all(texts) == [masked(text) for text in texts]
    assert [has_secret(text) for text in texts] == [masked(text) != text for text in texts]


def test_ordinary_messages_have_nothing_to_judge() -> None:
    """N-10: only what could be a value costs more than a look at the letters."""
    for text in (
        "Good morning! Who wants coffee?",
        "I love my sister's dog",
        "明日は雨みたいだね",
        "lol ok :)",
    ):
        assert sort_out(text)[:2] == ([], [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("my PIN is 4921, ok", f"my PIN is {MASK}, ok"),
        ("my social security number is 19850314-1237", f"my social security number is {MASK}"),
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
    text = "zork grubbelmax kantarell9"
    before = [*use_folders([])]
    try:
        (tmp_path / "xx.toml").write_text('[secrets]\npassword = "grubbelmax"\n', encoding="utf-8")
        use_folders([*before, tmp_path])
        assert "xx" in languages()
        assert masked(text) == f"zork grubbelmax {MASK}"
    finally:
        use_folders(before)
    assert masked(text) == text


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "piece", ["password for a ", "seed phrase is apple ", "4111 ", "密码是", "раsswоrd", "login: a, "]
)
def test_a_secret_at_the_end_of_a_very_long_message_is_found(piece: str) -> None:
    """N-10: what is pasted over and over is read in one go."""
    assert has_secret(f"{piece * 5000} my password is hunter2")
