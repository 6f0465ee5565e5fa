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


class ChattyScreen(PipeScreen):
    """Also shows what the chat only confirms, as a terminal does."""

    def notice(self, text: str) -> None:
        """Write it like everything else."""
        self.tell(text)


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

        asyncio.run(converse(settings, ChattyScreen(out), following))
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


def test_what_is_changed_or_deleted_is_quoted_with_names(typed: Typed) -> None:
    """X-16: as it was typed, not with the ids that are stored; what was learned is told in words."""
    told = typed("/as Ann", "/say hello @Ben, how is it?", "/edit hi", "/say bye @Ben, see you", "/delete")
    assert 'Changed "hello @Ben, how is it?" to "hi"' in told
    assert 'Deleted: "bye @Ben, see you"' in told
    assert "(learned: Lives in Oslo)" in typed("/as Ann", "/say I live in Oslo")


def test_an_export_is_for_its_owner_alone_and_goes_with_an_erasure(typed: Typed, tmp_path: Path) -> None:
    """N-02: two files nobody else on the machine can read, named in the answer, counted in the receipt."""
    told = typed("/as Ann", "!memory remember I collect stamps", "/dm", "!memory export", projections=False)
    folder = tmp_path / "exports"
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".json", ".md"]
    assert all(str(file) in told for file in files)
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    receipt = typed("/as Ann", "/dm", "!memory erase", "yes", projections=False)
    assert "- readable files: 2" in receipt
    assert [*folder.iterdir()] == []
