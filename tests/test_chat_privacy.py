"""Privacy as people use it: typed in the terminal chat, looked for in the files afterwards."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from dnam import Settings
from dnam.chat.screen import PipeScreen
from dnam.chat.terminal import converse
from remains import in_files

Typed = Callable[..., str]


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """Let lines be typed in the chat of one memory, opened and closed each time; return what it wrote."""

    def run(*lines: str, **options: object) -> str:
        settings = Settings.model_validate({"data_dir": tmp_path, "debounce_seconds": 0, **options})
        left, out = list(lines), io.StringIO()

        def following(label: str) -> "asyncio.Future[str | None]":
            del label
            answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
            answer.set_result(left.pop(0) if left else None)
            return answer

        asyncio.run(converse(settings, PipeScreen(out), following))
        return out.getvalue()

    return run


def test_a_person_erases_everything_from_the_chat(typed: Typed, tmp_path: Path) -> None:
    """Nothing is found with `strings` in the database, in any projection or prompt (N-02)."""
    typed(
        "/as Zyxqplanta",
        "/in #general",
        "I love zyxqplant cake",
        "!memory remember I collect zyxqplant stamps",
        "/dm",
        "My cat is called Zyxqplanty",
        "/wait 1d",
    )
    (tmp_path / "chat-history").write_text("I love zyxqplant cake\n")
    assert in_files(tmp_path)
    told = typed("/as Zyxqplanta", "/dm", "!memory erase", "!memory erase confirm")
    assert "To go on, say `!memory erase confirm` within 10 minutes." in told
    assert "Erased:\n- " in told
    assert in_files(tmp_path) == []
    prompt = typed("/as Ben", "/in #general", "/context what is loved here?")
    assert "yxqplan" not in prompt
