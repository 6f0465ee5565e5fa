"""The command line: what it prints, where, and the exit code it leaves with."""

import asyncio
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pytest

from dnam import ingest
from dnam.cli import main
from dnam.cli.transfers import shown
from dnam.domain import Action, Message, Person, Place, Usage, Visibility
from dnam.settings import Settings, reference
from dnam.stores.sqlite import open_sqlite

ANN, HOME, GENERAL, OPS = "7", "1", "2", "3"
PLACE = ("--guild", HOME, "--channel", GENERAL)


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


Dnam = Callable[..., Done]


@pytest.fixture
def dnam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Dnam:
    """Run the command line in a folder of its own, as `main` is run by the shell."""
    for name in [name for name in os.environ if name.startswith(("DNAM_", "DISCOCLAW_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("DNAM_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DNAM_DEBOUNCE_SECONDS", "0")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        out, err = capfd.readouterr()
        code = left.value.code
        return Done(code if isinstance(code, int) else 0, out, err)

    return run


def test_a_fact_is_remembered_shown_found_and_forgotten(dnam: Dnam) -> None:
    """N-20: operators use the same commands as everybody."""
    told = dnam("remember", "I prefer Rust over Go", "--person", ANN, *PLACE)
    assert (told.code, told.out) == (0, 'Remembered about user 7: "Prefers Rust over Go"\n')
    assert "1. Prefers Rust over Go" in dnam("show", "--person", ANN, *PLACE).out
    assert "Prefers Rust over Go" in dnam("search", "rust", "--person", ANN, *PLACE).out
    assert (
        dnam("forget", "Rust", "--person", ANN, *PLACE).out
        == 'Found and forgotten: "user 7: Prefers Rust over Go"\n'
    )
    assert "I know nothing about user 7" in dnam("show", "--person", ANN, *PLACE).out


def test_who_never_wrote_a_direct_message_has_a_name_in_theirs(dnam: Dnam) -> None:
    """N-20: an operator who asks for Maya is shown Maya, not a number."""
    assert dnam("demo").code == 0
    assert dnam("show", "Maya").out.startswith("What I know about Maya (")


def test_the_place_decides_what_an_operator_sees(dnam: Dnam) -> None:
    """R-01, N-01: the audience rule holds here too; without a guild it is the person's own DM."""
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    dnam("remember", "I fear audits", "--person", ANN, "--guild", HOME, "--channel", OPS, "--private")
    public = dnam("show", "--person", ANN, *PLACE).out
    own = dnam("show", "--person", ANN).out
    assert ("tea" in public, "audits" in public) == (True, False)
    assert ("tea" in own, "audits" in own) == (True, True)


def test_spending_is_told_by_day_server_and_task(dnam: Dnam, tmp_path: Path) -> None:
    """N-14: calls, tokens and dollars of the last days, added up."""
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    (file,) = tmp_path.rglob("*.sqlite3")

    async def spend() -> None:
        store = await open_sqlite(file)
        usage = Usage(input_tokens=900, output_tokens=100, cost_usd=0.25)
        kind, at = "memory_extract_call", datetime.now(UTC)
        await store.log_action(Action(kind=kind, at=at, guild=5, task="extract", usage=usage))
        await store.close()

    asyncio.run(spend())
    lines = dnam("spending").out.splitlines()
    assert re.search(r" 5  extract +calls: 1, tokens: 1,000, \$0.2500$", lines[0])
    assert lines[1] == "In 30 days: calls: 1, tokens: 1,000, $0.2500"
    assert json.loads(dnam("spending", "--json").out)[0]["usage"]["cost_usd"] == 0.25


def test_programs_read_json(dnam: Dnam) -> None:
    """`--json` gives facts whole, with ids and scores."""
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    shown = json.loads(dnam("show", "--all", "--person", ANN, *PLACE, "--json").out)
    found = json.loads(dnam("search", "tea", "--person", ANN, *PLACE, "--json").out)
    assert shown["facts"][0]["id"].startswith("durable-")
    assert found["facts"][0]["text"] == "Likes tea"
    assert found["facts"][0]["reasons"]
    assert json.loads(dnam("stats", "--json").out)["counts"]["facts"] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("nonsense",), 2, "No such command"),
        (("show",), 2, "`dnam show NAME`"),
        (("search", "tea"), 2, "Say where to search"),
        (("forget", "Acme", "--person", ANN), 3, "There is no memory"),
        (("remember", "x" * 501, "--person", ANN), 2, "at most 500 characters"),
        (("stats", "--db", "mysql://host/db"), 2, "postgresql://"),
        (("stats", "--db", "postgresql:/host/db"), 2, "postgresql://"),
        (("erase", "persn", "7"), 2, "'persn' cannot be erased: write person, channel or guild"),
        (("erase", "person", "Quil"), 2, "'Quil' is not an id, which is a number"),
        (("spending", "--days", "x"), 2, """'--days': it must be a whole number, not "x"."""),
        (("spending", "--days", "0"), 2, """'--days': it must be at least 1, not "0"."""),
        (
            ("token", "add", "x", "--scope", "all"),
            2,
            "'all' is not one of 'read', 'write', 'admin'",
        ),
        (("stats", "--db", "nothing/here.sqlite3"), 3, "There is no memory"),
        (("stats", "--db", "postgresql://user:secret@127.0.0.1:9/db"), 3, "127.0.0.1:9/db"),
    ],
)
def test_a_mistake_is_one_clear_sentence_and_a_code(
    dnam: Dnam, arguments: list[str], code: int, says: str
) -> None:
    """Exit codes: 2 wrong use or settings, 3 no store; no traceback, no secret, nothing on stdout."""
    done = dnam(*arguments)
    assert (done.code, done.out) == (code, "")
    assert says in done.err
    assert "Traceback" not in done.err
    assert "secret" not in done.err


def test_each_exit_code_means_what_the_docs_say(dnam: Dnam, tmp_path: Path) -> None:
    """R-17: a program can tell a wrong file from a memory that cannot be used."""
    (tmp_path / "file").touch()
    commands = {
        0: ("migrate",),
        1: ("backup", "file/copy.dnam"),
        2: ("restore", "file"),
        3: ("stats", "--db", "none.sqlite3"),
    }
    assert {code: dnam(*command).code for code, command in commands.items()} == {
        code: code for code in commands
    }
    for command in (("export", "file"), ("backup", "file"), ("tell", "no such thing", "--person", ANN)):
        assert dnam(*command).code == 2, command
    docs = (Path(__file__).parent.parent / "docs" / "cli.md").read_text()
    assert re.findall(r"^\| (\d+) \|", docs, re.M) == [*map(str, commands), "130"]


def test_a_wrong_setting_is_named(dnam: Dnam, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-25: one line with the setting, what was given and what is allowed."""
    monkeypatch.setenv("DNAM_FACTS_CAP", "many")
    done = dnam("stats")
    assert (done.code, done.err) == (
        2,
        "dnam: DNAM_FACTS_CAP is 'many': it must be a whole number from 1 to 10000.\n",
    )
    assert dnam("doctor").code == 1


def test_doctor_says_ok_or_leaves_with_one(dnam: Dnam, tmp_path: Path) -> None:
    """R-13: exit code 1 when a problem was found, and the file is as it was."""
    assert dnam("doctor").code == 0
    file = tmp_path / "damaged.sqlite3"
    file.write_bytes(b"nothing of ours")
    done = dnam("doctor", "--db", str(file), "--json")
    assert done.code == 1
    assert [each["about"] for each in json.loads(done.out) if each["level"] == "problem"] == ["store"]
    assert file.read_bytes() == b"nothing of ours"


def test_db_may_stand_before_or_after_the_command_and_be_a_folder(dnam: Dnam, tmp_path: Path) -> None:
    """A folder holds the memory and its readable files; a file has them beside it."""
    (tmp_path / "box").mkdir()
    dnam("--db", "box", "remember", "I like tea", "--person", ANN)
    assert (tmp_path / "box" / "memory.sqlite3").exists()
    assert (tmp_path / "box" / "projections").is_dir()
    dnam("remember", "I like tea", "--person", ANN, "--db", "one.sqlite3")
    assert (tmp_path / "one-files").is_dir()
    assert not (tmp_path / "data").exists()


def test_settings_are_shown_with_secrets_hidden(dnam: Dnam, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-25: every setting, its value and its meaning."""
    monkeypatch.setenv("DNAM_EMBEDDING_API_KEY", "sk-very-private")
    monkeypatch.setenv("DNAM_STORE", "postgresql://user:very-private@host/db")
    shown = json.loads(dnam("settings", "--json").out)
    assert list(shown) == list(Settings.model_fields)
    assert shown["facts_cap"] == {
        "value": 200,
        "from": "default",
        "environment": "DNAM_FACTS_CAP",
        "meaning": "How many active facts are kept about one person.",
    }
    assert shown["store"]["from"] == "DNAM_STORE"
    assert "very-private" not in dnam("settings").out + json.dumps(shown)
    assert dnam("settings", "--markdown").out == reference()


def test_a_config_file_is_read(dnam: Dnam, tmp_path: Path) -> None:
    """R-25: TOML, named on the command line."""
    (tmp_path / "my.toml").write_text("facts_cap = 5\n")
    assert json.loads(dnam("settings", "--json", "--config", "my.toml").out)["facts_cap"]["value"] == 5


def test_backup_copies_and_never_overwrites(dnam: Dnam) -> None:
    """N-17: a copy that opens, and a second one under the same name is refused."""
    dnam("remember", "I like tea", "--person", ANN)
    assert dnam("backup", "copy.sqlite3").code == 0
    assert "Likes tea" in dnam("show", "--person", ANN, "--db", "copy.sqlite3").out
    assert dnam("backup", "copy.sqlite3").code == 2


def test_migrate_and_refresh_say_what_they_did(dnam: Dnam, tmp_path: Path) -> None:
    """N-17: the schema is made or brought up to date; the readable files are written now."""
    assert "schema version" in dnam("migrate").out
    done = dnam("refresh")
    assert done.out == f"Wrote the readable files in {tmp_path / 'data' / 'projections'}.\n"
    assert list((tmp_path / "data" / "projections").rglob("MEMORY.md"))


def test_hand_edited_facts_are_read_back(dnam: Dnam, tmp_path: Path) -> None:
    """R-02: the readable files are importable again; a bad one is told and left alone."""
    dnam("remember", "I like tea", "--person", ANN)
    file = next((tmp_path / "data" / "projections").rglob(f"{ANN}.json"))
    file.write_text(file.read_text().replace("Likes tea", "Likes coffee"))
    done = dnam("import", str(file.parent))
    assert (done.code, done.err) == (0, "")
    assert "Likes coffee" in dnam("show", "--person", ANN).out
    file.write_text("{broken")
    assert dnam("import", str(file)).code == 1


def test_nothing_is_read_back_of_who_opted_out(dnam: Dnam, tmp_path: Path) -> None:
    """R-18, R-02: a file is no way around a choice."""
    dnam("tell", "optout", "--person", ANN, *PLACE)
    file = tmp_path / f"{ANN}.json"
    file.write_text('{"version": 1, "updatedAt": 0, "items": [{"text": "Likes tea"}]}')
    done = dnam("import", str(file))
    assert "does not agree to be remembered" in done.out + done.err
    assert "opted out" in dnam("show", "--person", ANN, *PLACE).err
    assert "tea" not in dnam("search", "tea", "--person", "8", *PLACE).out.replace('"tea"', "")
    copies = [path.read_text() for path in (tmp_path / "data").rglob("*.json")]
    assert [text for text in copies if "Likes tea" in text] == []


def test_refresh_without_projections_is_wrong_use(dnam: Dnam, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is switched off says so."""
    dnam("migrate")
    monkeypatch.setenv("DNAM_PROJECTIONS", "false")
    assert (dnam("refresh").code, dnam("refresh").out) == (2, "")


@pytest.mark.parametrize("how", [("version",), ("--version",)])
def test_the_version_is_the_packages(dnam: Dnam, how: tuple[str]) -> None:
    """One version, from the package's own metadata."""
    assert dnam(*how).out == f"dnam {version('dnam')}\n"


@pytest.mark.parametrize("command", ["", "chat", "doctor", "settings", "stats", "show", "search", "remember"])
def test_every_command_has_help(dnam: Dnam, command: str) -> None:
    """Help is a sentence and the options, and exits with 0."""
    done = dnam(*command.split(), "--help")
    assert done.code == 0
    assert "--db" in done.out


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    """`dnam settings | head` ends quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "dnam", "settings", "--markdown"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_an_operator_erases_a_person_with_their_exact_name(dnam: Dnam) -> None:
    """N-02, N-13: without the name it only shows what would be erased, with another it is refused."""
    dnam("remember", "I prefer Rust over Go", "--person", ANN, *PLACE)
    would = dnam("erase", "person", ANN)
    assert would.out.startswith(f"This would be erased of person {ANN} (7):\n")
    assert '--confirm "7"' in would.out
    wrong = dnam("erase", "person", ANN, "--confirm", "Ann")
    assert (wrong.code, wrong.out) == (2, "")
    assert 'The name is "7", not "Ann"' in wrong.err
    assert "What I know about user 7 (1):" in dnam("show", "--person", ANN, *PLACE).out
    done = json.loads(dnam("erase", "person", ANN, "--confirm", "7", "--json").out)
    assert (done["erased"], done["counts"]["facts about them"]) == (True, 1)
    assert "I know nothing about user 7" in dnam("show", "--person", ANN, *PLACE).out


def test_a_restore_says_what_it_replaces_and_asks(dnam: Dnam) -> None:
    """R-17, N-17: without a terminal it needs `--yes`; an empty place needs nothing."""
    dnam("remember", "I prefer Rust over Go", "--person", ANN, *PLACE)
    dnam("backup", "copy.sqlite3")
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    refused = dnam("restore", "copy.sqlite3")
    assert (refused.code, refused.out) == (2, "")
    assert "holds 0 messages and 2 facts, which are replaced: add --yes" in refused.err
    assert "2." in dnam("show", "--person", ANN, *PLACE).out
    assert dnam("restore", "copy.sqlite3", "--yes").code == 0
    assert "2." not in dnam("show", "--person", ANN, *PLACE).out
    assert dnam("restore", "copy.sqlite3", "--db", "new.sqlite3").code == 0


def test_a_copy_goes_only_into_a_folder_that_is_there(dnam: Dnam, tmp_path: Path) -> None:
    """R-17: it may be mistyped, or its disk is not mounted."""
    dnam("migrate")
    for command in ("backup", "export"):
        done = dnam(command, "none/copy.dnam")
        assert (done.code, done.out) == (1, "")
        assert f"There is no folder {tmp_path / 'none'}: make it, or name another." in done.err
    assert not (tmp_path / "none").exists()


def test_nobodys_data_are_no_files(dnam: Dnam, tmp_path: Path) -> None:
    """N-12: a mistyped id makes no folder that looks like an answer."""
    dnam("remember", "I like tea", "--person", ANN)
    nobody = dnam("export", "theirs", "--person", "999")
    assert (nobody.code, "Nothing of 999 is stored" in nobody.err) == (2, True)
    assert not (tmp_path / "theirs").exists()
    assert dnam("export", "hers", "--person", ANN).code == 0
    assert len([*(tmp_path / "hers").iterdir()]) == 2


def test_an_erasure_that_is_not_finished_is_no_success(dnam: Dnam, tmp_path: Path) -> None:
    """N-02, R-17: a script sees by the code that something is left."""
    dnam("remember", "I prefer Rust over Go", "--person", ANN, *PLACE)
    file = next((tmp_path / "data").rglob("7.json"))
    file.unlink()
    (file / "in the way").mkdir(parents=True)
    done = dnam("erase", "person", ANN, "--confirm", "7")
    assert (done.code, "Erased so far of person 7 (7):" in done.out) == (1, True)
    assert "Not finished, and tried again" in done.out


def test_what_is_not_there_cannot_be_erased(dnam: Dnam) -> None:
    """N-02: a channel nobody has spoken in is a mistake, and said so; so is an id nobody bears."""
    dnam("migrate")
    assert 'No item matches "Acme"' in dnam("forget", "Acme", "--person", ANN).err
    refused = dnam("erase", "channel", "12345")
    assert (refused.code, refused.out) == (2, "")
    assert "Nothing was said in a channel 12345" in refused.err
    for kind, how in (("person", ()), ("person", ("--confirm", "12345")), ("guild", ())):
        refused = dnam("erase", kind, "12345", *how)
        assert (refused.code, refused.out) == (2, "")
        assert f"Nothing is kept of {kind} 12345: check the id." in refused.err


def test_an_operator_gives_any_command_for_a_person(dnam: Dnam) -> None:
    """R-17, N-13: as if they had typed it there, with a manager's rights."""
    assert (
        dnam("tell", "lore The cat rules", "--person", ANN, *PLACE).out
        == 'Remembered about this server: "The cat rules"\n'
    )
    assert "The cat rules" in dnam("tell", "lore", "--person", "8", *PLACE).out
    assert "Undone" in dnam("tell", "undo", "--person", ANN, *PLACE).out
    for typed in ("exclude", "include", "purge"):
        said = dnam("tell", typed, "--person", ANN, "--guild", HOME)
        assert (said.code, said.out) == (2, "")
        assert "Name the channel. Nothing was changed.\n" in said.err


def test_the_servers_are_listed_with_what_is_stored_of_them(dnam: Dnam) -> None:
    """R-17: `dnam guilds`, for people and for programs."""
    assert dnam("migrate", "--json").code == 0
    assert dnam("guilds").out == "No guild is known yet.\n"
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    assert re.search(rf"^{HOME} +\(no name\) +1 channel, 0 messages, 1 fact$", dnam("guilds").out, re.M)
    assert [(g["guild"], g["facts"]) for g in json.loads(dnam("guilds", "--json").out)] == [(HOME, 1)]


def test_what_is_made_is_for_its_owner_alone(dnam: Dnam, tmp_path: Path) -> None:
    """X-22: folders too: other users of the machine see no names of files."""
    folder = tmp_path / "a" / "b"
    dnam("remember", "I like tea", "--person", ANN, *PLACE, "--db", str(folder / "memory.sqlite3"))
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)}
    assert modes == {0o700}


def test_ids_in_json_are_text(dnam: Dnam) -> None:
    """R-17: as in REST; a program that takes them for decimal numbers would round them."""
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    listed = [json.loads(dnam(what, "--json").out)[0] for what in ("guilds", "people", "channels")]
    assert [type(each["guild"]) for each in listed] == [str, str, str]
    shown = json.loads(dnam("show", "--all", "--person", ANN, *PLACE, "--json").out)
    assert shown["facts"][0]["subject"] == ANN
    assert type(listed[0]["facts"]) is int


def test_every_command_that_ends_can_print_json(dnam: Dnam) -> None:
    """R-17: what a program can wait for, it can read."""
    known = {name for line in dnam("--help").out.splitlines() for name in re.findall(r"^│ ([a-z]+) ", line)}
    stay = {"run", "chat", "mcp", "serve", "worker", "version", "eval", "token"}
    without = [name for name in sorted(known - stay) if "--json" not in dnam(name, "--help").out]
    assert "guilds" in known
    assert not without


def test_an_operator_reviews_what_cannot_all_be_so(dnam: Dnam) -> None:
    """N-16, N-20: `dnam review` lists pairs; --keep, --drop and --merge decide about the numbers shown."""
    for text in ("I like green tea a lot", "I like green tea very much"):
        dnam("remember", text, "--person", ANN, *PLACE)
    listed = dnam("review", "--person", ANN, *PLACE).out
    assert "1. Likes green tea" in listed
    assert "Both are right" in dnam("review", "--person", ANN, "--keep", "1 2", *PLACE).out
    assert "Nothing I know about you" in dnam("review", "--person", ANN, *PLACE).out


async def _said(folder: Path, *names: str) -> None:
    """Let people of these names say something in #tea of Acme, as messages do."""
    place = Place(guild=1, channel=2, visibility=Visibility.PUBLIC, name="tea", guild_name="Acme")
    store = await open_sqlite(folder / "data" / "memory.sqlite3")
    for id_, name in enumerate(names, 21):
        person = Person(id=id_, name=name)
        said = Message(id=id_, place=place, author=person, text="Hello there", sent_at=datetime.now(UTC))
        await ingest.store_message(store, said)
    await store.close()


def test_who_was_told_of_before_they_had_a_name_is_shown_by_it(dnam: Dnam, tmp_path: Path) -> None:
    """N-20: what an operator remembered for an id in a direct message knows no name."""
    dnam("remember", "I prefer Rust over Go", "--person", "21")
    asyncio.run(_said(tmp_path, "Quilliana Zorb"))
    assert "What I know about Quilliana Zorb (1):" in dnam("show", "Quilliana Zorb").out


def test_everybody_is_listed_with_or_without_a_name(dnam: Dnam, tmp_path: Path) -> None:
    """R-17: also who has no name, and who is only known by a fact; so are the channels with their ids."""
    asyncio.run(_said(tmp_path, "Ben", ""))
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    listed = json.loads(dnam("people", "--json").out)
    assert {(one["id"], one["facts"], one["messages"]) for one in listed} == {
        ("7", 1, 0),
        ("21", 0, 1),
        ("22", 0, 1),
    }
    assert "user 22" in dnam("people").out
    assert re.search(r"^2 +tea +public  \(guild 1\)$", dnam("channels").out, re.M)
    assert [place["channel"] for place in json.loads(dnam("channels", "--json").out)] == ["2"]


def test_a_person_may_be_named(dnam: Dnam, tmp_path: Path) -> None:
    """N-20: a name that one person bears is enough; of several the ids are listed."""
    asyncio.run(_said(tmp_path, "Ben", "Bella", "Bella"))
    dnam("remember", "I like figs", "--person", "ben", *PLACE)
    assert "Likes figs" in dnam("show", "Ben", *PLACE).out
    assert "Likes figs" in dnam("show", "21", *PLACE).out
    several = dnam("show", "Bella", *PLACE)
    assert (several.code, several.out) == (2, "")
    assert "2 people are called Bella" in several.err
    assert re.search(r"^  22 +Bella$\n^  23 +Bella$", several.err, re.M)
    nobody = dnam("show", "Zoe")
    assert (nobody.code, "Nobody is called Zoe" in nobody.err) == (2, True)


def test_long_work_tells_how_far_it_is_to_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """N-12: a log gets the first line at once, one now and then, and the last."""
    slow = shown("copied")
    slow(1, 300)
    slow(280, 280)
    assert capsys.readouterr().err == "copied 1 of about 300 rows\ncopied 280 rows\n"


def test_one_row_is_said_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    """N-12: erasing does not know how much there will be."""
    show = shown("erased")
    show(1, 0)
    show(2, 2)
    assert capsys.readouterr().err == "erased 1 row\nerased 2 rows\n"


def test_what_a_token_may_do_is_called_its_scope(dnam: Dnam) -> None:
    """N-20: "may admin" is no sentence."""
    assert (
        "This token has the scope admin in every guild" in dnam("token", "add", "me", "--scope", "admin").err
    )


def test_what_was_copied_and_what_a_restore_leaves_out_is_counted(dnam: Dnam) -> None:
    """N-10: one of each as well as many."""
    dnam("remember", "I like tea", "--person", ANN, *PLACE)
    assert "Wrote 0 messages and 1 fact to all.dnam." in dnam("export", "all.dnam").out
    dnam("backup", "copy.sqlite3")
    dnam("erase", "person", ANN, "--confirm", ANN)
    restored = dnam("restore", "copy.sqlite3").out
    assert "Left out, because erased since then: 1 of its people, places, messages and facts." in restored
