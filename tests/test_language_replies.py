"""What dnam says to people is there in every language it speaks."""

import pytest

from dnam.languages import languages


@pytest.mark.parametrize("code", languages())
def test_every_sentence_is_there_in_every_language(code: str) -> None:
    """N-19: no language falls back to English for a sentence of the files."""
    assert languages()["en"].replies.keys() - languages()[code].replies.keys() == set()
