"""Settings: their defaults, the presets, where values come from, and how mistakes are explained."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from dnam.domain import Layer
from dnam.errors import SettingsError
from dnam.settings import ALIASES, PRESETS, Settings, load_settings, reference
from dnam.settings.reference import setting_in_words


@pytest.fixture(autouse=True)
def _empty_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start in an empty folder, with no variable of dnam or of a seed set."""
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name in ALIASES or name.startswith(("DNAM_", "DISCOCLAW_")):
            monkeypatch.delenv(name)


ADDRESS = (
    "a file's path or postgresql://user:password@host/database, with / # ? % in the password written as "
    "%2F %23 %3F %25"
)
PROXIES = "addresses or networks such as 10.0.0.5 or 172.16.0.0/12, separated by commas, or *"


def complaints(config: Path | None = None, **overrides: object) -> list[str]:
    """Load settings that are wrong and return what is said about them."""
    with pytest.raises(SettingsError) as caught:
        load_settings(config, **overrides)
    return str(caught.value).splitlines()


class TestDefaults:
    """What holds when nobody sets anything."""

    def test_an_empty_environment_gives_the_defaults(self) -> None:
        """R-25: with nothing set, every setting has its default and the preset is dnam."""
        assert load_settings() == Settings()
        assert load_settings().preset == "dnam"

    def test_the_numbers_of_the_seeds_are_the_defaults(self) -> None:
        """DC-120, DC-130, DC-131, DC-43, DC-99: DiscoClaw's numbers are the defaults."""
        settings = Settings()
        assert (settings.history_chars, settings.history_messages) == (3000, 10)
        assert (settings.facts_chars, settings.facts_cap, settings.facts_limit) == (2000, 200, 12)

    def test_facts_and_commands_are_on(self) -> None:
        """DC-126, DC-133, CL-62: facts are remembered and commands answered unless turned off."""
        assert Settings().facts_enabled
        assert Settings().commands_enabled

    def test_the_numbers_of_the_background_work_are_clankers(self) -> None:
        """CL-12, CL-16, CL-18, CL-25: refresh, waiting work, journal lines and debounce."""
        settings = Settings()
        assert (settings.refresh_seconds, settings.debounce_seconds) == (300, 1.0)
        assert (settings.lane_waiting, settings.journal_chars) == (400, 320)

    def test_the_caps_are_200_facts_a_person_and_120_lines_of_lore(self) -> None:
        """R-14: per subject 200 active facts, lore 120."""
        assert (Settings().facts_cap, Settings().lore_cap) == (200, 120)

    def test_memory_stays_where_it_was_heard(self) -> None:
        """R-01: the audience is strict unless somebody chooses otherwise."""
        assert Settings().audience == "strict"

    def test_the_prompt_order_is_the_order_of_the_layers(self) -> None:
        """R-07: the message comes last, and the order is data."""
        assert Settings().prompt_order == tuple(Layer)
        assert Settings().prompt_order[-1] is Layer.MESSAGE

    def test_reading_waits_one_second(self) -> None:
        """R-10, UM-61: a prompt waits one second for a layer."""
        assert Settings().read_deadline_seconds == 1.0

    def test_settings_never_change(self) -> None:
        """R-25: settings are one frozen value."""
        with pytest.raises(ValidationError):
            Settings().history_chars = 1  # type: ignore[misc]  # the point of the test

    def test_a_store_may_be_given_as_a_path(self, tmp_path: Path) -> None:
        """R-25: as every other place for files."""
        store: Any = tmp_path / "memory.sqlite3"
        assert Settings(store=store) == Settings(store=str(store))

    def test_a_value_built_in_code_ignores_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: only `load_settings` reads the environment."""
        monkeypatch.setenv("DNAM_HISTORY_CHARS", "7")
        assert Settings().history_chars == 3000

    def test_importing_the_settings_loads_no_store_and_no_model(self) -> None:
        """R-25: settings can be read without anything heavy."""
        heavy = "{'apsw', 'asyncpg', 'numpy', 'tokenizers', 'structlog', 'typer'}"
        code = f"import sys, dnam.settings; print(*({heavy} & sys.modules.keys()))"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert run.stdout.strip() == ""


class TestPresets:
    """A preset fills what nobody set."""

    def test_the_dnam_preset_changes_nothing(self) -> None:
        """R-25: the preset dnam is the defaults."""
        assert Settings(preset="dnam") == Settings()

    def test_the_clanker_preset_clamps_recent_messages(self) -> None:
        """CL-63: maxRecentMessages is moved into 10..120."""
        assert load_settings(preset="clanker", history_messages=3).history_messages == 10
        assert load_settings(preset="clanker", history_messages="500").history_messages == 120

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset_is_accepted_whole(self, preset: str) -> None:
        """R-25: a preset sets known settings to allowed values only."""
        settings = load_settings(preset=preset)
        assert {name: getattr(settings, name) for name in PRESETS[preset]} == PRESETS[preset]

    def test_a_preset_leaves_alone_what_somebody_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: a set value wins over the preset, wherever it was set."""
        Path("dnam.toml").write_text("preset = 'clanker'\nfacts_cap = 90\n")
        monkeypatch.setenv("DNAM_FACTS_LIMIT", "5")
        settings = load_settings()
        assert (settings.facts_cap, settings.facts_limit, settings.lore_limit) == (90, 5, 10)

    def test_text_can_be_emptied_against_a_preset(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-23, R-25: an empty text is a value, so the lore prefix of a preset can be taken away."""
        monkeypatch.setenv("DNAM_LORE_PREFIX", "")
        assert load_settings(preset="clanker").lore_prefix == ""


class TestNames:
    """What the settings are called in the environment."""

    @pytest.mark.parametrize(
        ("name", "written", "field", "value"),
        [
            ("DISCOCLAW_MESSAGE_HISTORY_BUDGET", "1200", "history_chars", 1200),
            ("DISCOCLAW_DURABLE_MEMORY_ENABLED", "0", "facts_enabled", False),
            ("DISCOCLAW_DURABLE_INJECT_MAX_CHARS", "900", "facts_chars", 900),
            ("DISCOCLAW_DURABLE_MAX_ITEMS", "50", "facts_cap", 50),
            ("DISCOCLAW_MEMORY_COMMANDS_ENABLED", "false", "commands_enabled", False),
            ("DISCOCLAW_DATA_DIR", "data", "data_dir", Path("data")),
            ("DISCOCLAW_DURABLE_DATA_DIR", "data/memory/durable", "durable_dir", Path("data/memory/durable")),
            ("DISCOCLAW_SUMMARY_DATA_DIR", " data/rolling ", "rolling_dir", Path("data/rolling")),
            ("DISCOCLAW_SUMMARY_MODEL", "haiku", "model_summarise_session", "haiku"),
            ("DISCOCLAW_DURABLE_MODEL", "haiku", "model_extract", "haiku"),
            ("DISCOCLAW_MEMORY_CHANNEL_ID", "77", "discord_memory_channel", 77),
            ("DISCOCLAW_DURABLE_EVERY_N_TURNS", "7", "extract_every", 7),
            ("DISCOCLAW_SUMMARY_ENABLED", "0", "rolling_enabled", False),
            ("DISCOCLAW_SUMMARY_EVERY_N_TURNS", "3", "rolling_every", 3),
            ("DISCOCLAW_SUMMARY_MAX_CHARS", "700", "rolling_chars", 700),
            ("DISCOCLAW_SUMMARY_TO_DURABLE_ENABLED", "false", "extract_enabled", False),
            ("DISCOCLAW_SHORTTERM_MEMORY_ENABLED", "false", "short_term_enabled", False),
            ("DISCOCLAW_SHORTTERM_MAX_ENTRIES", "4", "short_term_entries", 4),
            ("DISCOCLAW_SHORTTERM_MAX_AGE_HOURS", "2", "short_term_hours", 2.0),
            ("DISCOCLAW_SHORTTERM_INJECT_MAX_CHARS", "300", "short_term_chars", 300),
        ],
    )
    def test_a_discoclaw_name_means_the_same_setting(
        self, monkeypatch: pytest.MonkeyPatch, name: str, written: str, field: str, value: object
    ) -> None:
        """R-25, DC-120..136: seed names are accepted, each with another value than the default."""
        assert getattr(load_settings(), field) != value
        monkeypatch.setenv(name, written)
        assert getattr(load_settings(), field) == value

    @pytest.mark.parametrize(
        ("written", "meant"), [("", ()), ("7", (7,)), ("7, 8 9,", (7, 8, 9)), (" ALL ", "all"), ("0", (0,))]
    )
    def test_ids_are_written_in_one_line(
        self, monkeypatch: pytest.MonkeyPatch, written: str, meant: object
    ) -> None:
        """DC-08: an allowlist is ids or the word all; empty is nobody."""
        monkeypatch.setenv("DNAM_DISCORD_GUILDS", written)
        assert load_settings().discord_guilds == meant

    @pytest.mark.parametrize("written", ["everyone", "7;8", "-7", "1.5", str(2**63)])
    def test_what_is_no_id_is_refused(self, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
        """DC-08: nothing that is misspelt opens the allowlist."""
        monkeypatch.setenv("DNAM_DISCORD_USERS", written)
        assert complaints() == [
            f"DNAM_DISCORD_USERS is '{written}': it must be ids, separated by commas, or all."
        ]

    def test_every_setting_has_a_dnam_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: `DNAM_<FIELD>` sets the field, and nothing else does."""
        assert load_settings().model_fields_set == set()
        addresses = {"url": "http://x", "api": "http://x", "gateway": "ws://x", "proxies": "127.0.0.1"}
        for field in Settings.model_fields:
            default = getattr(Settings(), field)
            written = ",".join(default) if isinstance(default, tuple) and default else str(default or 0)
            written = "1=UTC" if isinstance(default, dict) else written
            written = addresses.get(field.rsplit("_", maxsplit=1)[-1], written)
            with monkeypatch.context() as environment:
                environment.setenv(f"DNAM_{field.upper()}", written)
                assert load_settings().model_fields_set == {field}

    @pytest.mark.parametrize(
        ("written", "on"), [("true", True), ("1", True), ("TRUE", True), ("false", False), ("0", False)]
    )
    def test_switches_are_true_or_1_and_false_or_0(
        self, monkeypatch: pytest.MonkeyPatch, written: str, on: bool
    ) -> None:
        """DC-63: switches are written as the seeds write them."""
        monkeypatch.setenv("DISCOCLAW_DURABLE_MEMORY_ENABLED", written)
        assert load_settings().facts_enabled is on

    @pytest.mark.parametrize("written", ["yes", "on", "2"])
    def test_no_other_word_is_a_switch(self, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
        """DC-63: what is misspelt neither turns on nor off."""
        monkeypatch.setenv("DISCOCLAW_DURABLE_MEMORY_ENABLED", written)
        assert any(f"is '{written}'" in line for line in complaints())

    def test_discoclaw_numbers_below_the_least_are_raised_to_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """DC-63: max chars is max(0, n)."""
        monkeypatch.setenv("DISCOCLAW_MESSAGE_HISTORY_BUDGET", "-5")
        assert load_settings().history_chars == 0

    def test_an_empty_discoclaw_name_sets_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """DC-63, DC-125: an empty value falls back to the default."""
        monkeypatch.setenv("DISCOCLAW_SUMMARY_DATA_DIR", "")
        monkeypatch.setenv("DNAM_HISTORY_CHARS", " ")
        assert load_settings() == Settings()

    def test_clankers_name_of_the_embedding_model_is_accepted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """CL-43: the setting, then DEFAULT_MEMORY_EMBEDDING_MODEL, then text-embedding-3-small."""
        assert load_settings(preset="clanker").embedding_model == "text-embedding-3-small"
        monkeypatch.setenv("DEFAULT_MEMORY_EMBEDDING_MODEL", "text-embedding-3-large")
        assert load_settings(preset="clanker").embedding_model == "text-embedding-3-large"
        monkeypatch.setenv("DNAM_EMBEDDING_MODEL", "nomic-embed-text")
        assert load_settings(preset="clanker").embedding_model == "nomic-embed-text"

    def test_other_discoclaw_names_do_no_harm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: DiscoClaw's settings that are no memory's are passed over."""
        monkeypatch.setenv("DISCOCLAW_ACTIONS_ENABLED", "1")
        assert load_settings() == Settings()

    def test_discoclaws_own_paths_are_used_in_its_data_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """DC-13, DC-48, DC-98, DC-136: under DISCOCLAW_DATA_DIR the files are where DiscoClaw has them."""
        monkeypatch.setenv("DISCOCLAW_DATA_DIR", "data")
        assert load_settings().rolling_dir == Path("data/memory/rolling")
        monkeypatch.setenv("DISCOCLAW_SUMMARY_DATA_DIR", "elsewhere")
        settings = load_settings()
        assert settings.durable_dir == Path("data/memory/durable")
        assert settings.short_term_dir == Path("data/memory/shortterm")
        assert settings.rolling_dir == Path("elsewhere")
        assert load_settings(data_dir="mine").durable_dir is None

    def test_the_dnam_name_wins_over_its_alias(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: where both names are set, DNAM wins."""
        monkeypatch.setenv("DNAM_HISTORY_CHARS", "100")
        monkeypatch.setenv("DISCOCLAW_MESSAGE_HISTORY_BUDGET", "200")
        assert load_settings().history_chars == 100

    def test_words_may_be_written_in_capitals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: a choice is understood in capitals and with spaces around it."""
        monkeypatch.setenv("DNAM_LOG_LEVEL", " WARNING ")
        assert load_settings().log_level == "warning"

    def test_a_prompt_order_is_written_with_commas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-07: the order of the layers can be set in one line."""
        monkeypatch.setenv("DNAM_PROMPT_ORDER", ", ".join(reversed(Layer)))
        assert load_settings().prompt_order == tuple(reversed(Layer))

    def test_a_path_may_start_at_home(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """R-25: `~` is the home directory, as in a shell."""
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        assert load_settings(data_dir="~/memory").data_dir == tmp_path / "memory"


class TestPlaces:
    """Where values are found, and which one wins."""

    def test_each_place_wins_over_the_next(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: arguments, environment, .env, TOML, preset, default, in this order."""
        seen = [load_settings().facts_cap, load_settings(preset="clanker").facts_cap]
        Path("dnam.toml").write_text("preset = 'clanker'\nfacts_cap = 1\n")
        seen.append(load_settings().facts_cap)
        Path(".env").write_text("DNAM_FACTS_CAP=2\n")
        seen.append(load_settings().facts_cap)
        monkeypatch.setenv("DNAM_FACTS_CAP", "3")
        seen.append(load_settings().facts_cap)
        assert [*seen, load_settings(facts_cap=4).facts_cap] == [200, 80, 1, 2, 3, 4]

    def test_an_alias_in_the_environment_wins_over_the_dnam_name_in_a_file(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """R-25: the place decides first, the name only within one place."""
        Path(".env").write_text("DNAM_FACTS_CAP=2\n")
        monkeypatch.setenv("DISCOCLAW_DURABLE_MAX_ITEMS", "3")
        assert load_settings().facts_cap == 3

    def test_toml_has_its_own_types(self) -> None:
        """R-25: numbers, switches, lists and paths are written as TOML writes them."""
        order = [str(layer) for layer in reversed(Layer)]
        Path("dnam.toml").write_text(f"projections = false\ndebounce_seconds = 2\nprompt_order = {order}\n")
        settings = load_settings()
        assert (settings.projections, settings.debounce_seconds) == (False, 2.0)
        assert settings.prompt_order == tuple(reversed(Layer))

    def test_a_toml_file_can_be_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: the argument wins over DNAM_CONFIG, which wins over dnam.toml."""
        for number, name in enumerate(("dnam.toml", "one.toml", "two.toml")):
            Path(name).write_text(f"lore_limit = {number}\n")
        seen = [load_settings().lore_limit]
        monkeypatch.setenv("DNAM_CONFIG", "one.toml")
        assert [*seen, load_settings().lore_limit, load_settings(Path("two.toml")).lore_limit] == [0, 1, 2]

    def test_a_toml_file_can_be_named_in_the_dotenv_file(self) -> None:
        """R-25: DNAM_CONFIG works in .env too."""
        Path(".env").write_text("DNAM_CONFIG=other.toml\n")
        Path("other.toml").write_text("lore_limit = 2\n")
        assert load_settings().lore_limit == 2

    def test_files_may_start_with_a_byte_order_mark(self) -> None:
        """R-25: files saved by Windows editors are read."""
        Path("dnam.toml").write_text("lore_limit = 2\n", "utf-8-sig")
        Path(".env").write_text("DNAM_FACTS_LIMIT=3\n", "utf-8-sig")
        assert (load_settings().lore_limit, load_settings().facts_limit) == (2, 3)

    def test_an_argument_that_is_none_is_not_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: a command line can pass on options that nobody used."""
        monkeypatch.setenv("DNAM_STORE", "here.sqlite3")
        assert load_settings(store=None).store == "here.sqlite3"


class TestMistakes:
    """What is said about a value that is not allowed."""

    @pytest.mark.parametrize(
        ("name", "written", "allowed"),
        [
            ("DNAM_HISTORY_CHARS", "many", "a whole number of at least 0"),
            ("DISCOCLAW_MESSAGE_HISTORY_BUDGET", "many", "a whole number of at least 0"),
            ("DNAM_HISTORY_CHARS", "-1", "a whole number of at least 0"),
            ("DNAM_HISTORY_MESSAGES", "121", "a whole number from 1 to 120"),
            ("DNAM_READ_DEADLINE_SECONDS", "nan", "a number from 0.05 to 30"),
            ("DNAM_DRAIN_SECONDS", "inf", "a number from 0 to 600"),
            ("DNAM_AUDIENCE", "open", "strict or portable"),
            ("DNAM_PRESET", "mine", "dnam, discoclaw, clanker or urmom"),
            ("DNAM_FACTS_ENABLED", "yes", "true, 1, false or 0"),
            ("DNAM_STORE", "mysql://host/db", ADDRESS),
            ("DNAM_STORE", "postgresql:/host/db", ADDRESS),
            ("DNAM_STORE", "postgresql://host:port/db", ADDRESS),
            ("DNAM_WEB_TRUSTED_PROXIES", "banana", PROXIES),
            ("DNAM_WEB_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.5/8", PROXIES),
            ("DNAM_EMBEDDING_BASE_URL", "host", "an http:// or https:// address"),
            ("DNAM_COMMAND_PREFIX", "", "text without spaces around it"),
            ("DNAM_TIME_ZONE", "Mars", "a time zone such as UTC or Europe/Berlin"),
            ("DNAM_TIME_ZONES", "5", "pairs such as 123=Europe/Berlin, with a guild's id"),
            ("DNAM_TIME_ZONES", "5=Mars", "pairs such as 123=Europe/Berlin, with a guild's id"),
        ],
    )
    def test_a_bad_value_is_explained(
        self, monkeypatch: pytest.MonkeyPatch, name: str, written: str, allowed: str
    ) -> None:
        """R-25: the name as written, what was given, and what is allowed, in one line."""
        monkeypatch.setenv(name, written)
        assert complaints() == [f"{name} is {written!r}: it must be {allowed}."]

    @pytest.mark.parametrize("order", ["message", "files, " + ", ".join(Layer), "nonsense"])
    def test_a_prompt_order_has_every_layer_exactly_once(self, order: str) -> None:
        """R-07: no layer may be lost or repeated by a setting."""
        [line] = complaints(prompt_order=order)
        assert line.endswith(f"it must be each of these exactly once: {', '.join(Layer)}.")

    def test_files_are_named(self) -> None:
        """R-25: a bad value in a file is named with its file."""
        Path("dnam.toml").write_text("facts_cap = true\n")
        Path(".env").write_text("DNAM_LORE_CAP=x\n")
        assert complaints() == [
            "facts_cap in dnam.toml is 'true': it must be a whole number from 1 to 10000.",
            "DNAM_LORE_CAP in .env is 'x': it must be a whole number from 1 to 10000.",
        ]

    def test_every_problem_has_its_own_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """R-25: everything that is wrong is said at once."""
        monkeypatch.setenv("DNAM_FACT_CAP", "1")
        monkeypatch.setenv("DNAM_LORE_CAP", "x\ny")
        lines = complaints(guard="none", history_char=1)
        assert [line.split()[0] for line in lines] == [
            "DNAM_FACT_CAP",
            "history_char",
            "guard",
            "DNAM_LORE_CAP",
        ]

    @pytest.mark.parametrize(
        ("name", "near"),
        [
            ("DNAM_HISTORY_CHAR", "DNAM_HISTORY_CHARS"),
            ("dnam_facts_cap", "DNAM_FACTS_CAP"),
            ("DNAM_CONFI", "DNAM_CONFIG"),
        ],
    )
    def test_an_unknown_name_gets_the_nearest_known_one(
        self, monkeypatch: pytest.MonkeyPatch, name: str, near: str
    ) -> None:
        """R-25: a slip in a DNAM_ name is never passed over in silence."""
        monkeypatch.setenv(name, "1")
        assert complaints() == [f"{name} is not a setting: did you mean {near}?"]

    def test_an_unknown_key_names_its_file(self) -> None:
        """R-25: unknown TOML keys are refused, with the nearest known one if there is any."""
        Path("my.toml").write_text("facts-cap = 1\nqqq = 2\n[zzz]\nfacts_cap = 1\n")
        assert complaints(Path("my.toml")) == [
            "facts-cap in my.toml is not a setting: did you mean facts_cap?",
            "qqq in my.toml is not a setting: docs/settings.md lists every setting.",
            "[zzz] in my.toml is a table: settings stand at the top, outside any table.",
        ]

    def test_settings_in_a_table_get_a_hint(self) -> None:
        """R-25: `[dnam]`, as in many other programs, is answered with where settings stand."""
        Path("dnam.toml").write_text("[dnam]\nfacts_cap = 5\n")
        with pytest.raises(SettingsError) as raised:
            load_settings()
        assert str(raised.value) == (
            "[dnam] in dnam.toml is a table: settings stand at the top, outside any table."
        )

    def test_an_unknown_name_in_the_dotenv_file_is_refused(self) -> None:
        """R-25: .env follows the rules of the environment, and names of others are theirs."""
        Path(".env").write_text("DNAM_STOR=x\nDISCORD_TOKEN=x\nDISCOCLAW_NEW=x\n")
        assert complaints() == ["DNAM_STOR in .env is not a setting: did you mean DNAM_STORE?"]

    def test_a_line_of_the_dotenv_file_that_cannot_be_read_is_refused(self) -> None:
        """R-25: left out, it would quietly be another memory; lines of other programs may stand there."""
        advice = "write NAME=value, with a quote at both ends or none."
        Path(".env").write_text(
            'FACTS\n# ours\n\nDNAM_STORE="postgresql://me:hush@host/db\n\nDNAM_LOG_LEVEL x\n'
        )
        assert complaints() == [
            f".env, line 4, cannot be read: {advice}",
            f".env, line 6, cannot be read: {advice}",
        ]
        Path(".env").write_text("DNAM_LOG_LEVEL\n")
        assert complaints() == [f".env, line 1, cannot be read: {advice}"]
        Path(".env").write_text("FACTS\nexport DNAM_FACTS_CAP='3'  # few\n")
        assert load_settings().facts_cap == 3

    def test_everything_that_is_wrong_with_the_files_is_told_at_once(self) -> None:
        """R-25: who corrects one line does not learn of the next only then."""
        Path(".env").write_text('DNAM_STORE="x\nDNAM_STOR=x\nDNAM_FACTS_CAP=many\nDNAM_LOG_LEVEL\n')
        Path("dnam.toml").write_text("facts_cap = \n")
        advice = "write NAME=value, with a quote at both ends or none."
        *lines, toml, name, value = complaints()
        assert lines == [f".env, line {number}, cannot be read: {advice}" for number in (1, 4)]
        assert toml.startswith("dnam.toml is not valid TOML")
        assert name == "DNAM_STOR in .env is not a setting: did you mean DNAM_STORE?"
        assert value.startswith("DNAM_FACTS_CAP in .env is 'many': it must be a whole number")

    def test_a_dotenv_that_is_a_folder_is_refused(self) -> None:
        """R-25: what is set there is not read, which must not go unnoticed."""
        Path(".env").mkdir()
        assert complaints() == [".env cannot be read: Is a directory."]

    @pytest.mark.parametrize(
        "address", ["postgresql://dnam:se@cret@host/db", "postgresql:///db?user=a&password=se@cret"]
    )
    def test_an_address_is_shown_without_its_password(self, address: str) -> None:
        """R-25: on the dashboard, by `dnam settings` and in what is told of a wrong one."""
        assert "cret" not in setting_in_words(address) + str(complaints(store=f"x{address}"))

    @pytest.mark.parametrize("password", ["se/cret", "se#cret", "se?cret", "12/34", "1#2", "[x"])
    def test_a_password_that_must_be_encoded_is_hidden_and_explained(self, password: str) -> None:
        """R-25: such a password ends the address in its middle."""
        [line] = complaints(store=f"postgresql://dnam:{password}@host:5432/db")
        assert line == f"store is 'postgresql://***@host:5432/db': it must be {ADDRESS}."
        [line] = complaints(store=f"postgresql:/dnam:{password}@host/db")
        assert line == f"store is 'postgresql:/***@host/db': it must be {ADDRESS}."

    @pytest.mark.parametrize(
        "address",
        [
            "postgresql://dnam:se%2Fcr%23t@host/db",
            "postgresql://dnam:se@cret@host/db",
            "postgresql:///db?host=/run/postgresql",
            ":memory:",
            "C:/memory.sqlite3",
            "notes/a#b@c.sqlite3",
        ],
    )
    def test_other_addresses_are_taken(self, address: str) -> None:
        """R-25: what can be opened is not refused."""
        assert load_settings(store=address).store == address

    def test_a_malformed_toml_file_gets_one_line(self) -> None:
        """R-25: a file that is not TOML is named, with the place of the mistake."""
        Path("dnam.toml").write_text("facts_cap = \n")
        [line] = complaints()
        assert re.fullmatch(r"dnam\.toml is not valid TOML: .*line 1.*\.", line)

    def test_a_missing_or_unreadable_file_gets_one_line(self) -> None:
        """R-25: a file that was asked for must be there and be text."""
        assert complaints(Path("no.toml")) == ["no.toml cannot be read: No such file or directory."]
        Path(".env").write_bytes(b"\xff")
        [line] = complaints()
        assert line.startswith(".env is not text in UTF-8")

    def test_a_very_long_value_is_cut(self) -> None:
        """R-25: a line about a setting stays readable."""
        [line] = complaints(history_chars="9" * 10_000)
        assert len(line) < 200

    def test_a_value_built_in_code_refuses_unknown_names(self) -> None:
        """R-25: a slip in code is found at once."""
        with pytest.raises(SettingsError, match=r"^history_char is not .* mean history_chars"):
            Settings.model_validate({"history_char": 1})

    def test_a_value_built_in_code_says_what_is_allowed(self) -> None:
        """R-25: in the words that a file with the same mistake gets, without those of a library."""
        with pytest.raises(SettingsError) as wrong:
            Settings(embedder="foo", history_chars=-1)
        first, second = str(wrong.value).splitlines()
        assert first.startswith("embedder is 'foo': it must be")
        assert second.startswith("history_chars is -1: it must be a whole number")


class TestSecrets:
    """Secrets are never shown."""

    @pytest.mark.parametrize(
        ("name", "field"),
        [
            ("DNAM_EMBEDDING_API_KEY", "embedding_api_key"),
            ("OPENAI_API_KEY", "openai_api_key"),
            ("ANTHROPIC_API_KEY", "anthropic_api_key"),
            ("GEMINI_API_KEY", "google_api_key"),
            ("GOOGLE_API_KEY", "google_api_key"),
        ],
    )
    def test_a_key_is_hidden(self, monkeypatch: pytest.MonkeyPatch, name: str, field: str) -> None:
        """R-25: a key can be used and not seen."""
        monkeypatch.setenv(name, "sk-hush\n")
        settings = load_settings()
        assert getattr(settings, field).get_secret_value() == "sk-hush"
        assert (
            "sk-hush" not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"
        )

    def test_a_key_of_the_wrong_type_is_not_shown(self) -> None:
        """R-25: not even a mistake shows a secret."""
        Path("dnam.toml").write_text("embedding_api_key = 123456\n")
        [line] = complaints()
        assert line.startswith("embedding_api_key in dnam.toml has a hidden value")
        assert "123456" not in line

    def test_the_password_of_an_address_is_not_shown(self) -> None:
        """R-25: addresses may carry passwords, so these are left out."""
        [line] = complaints(store="mysql://me:pass@word@host/db")
        assert line.startswith("store is 'mysql://***@host/db'")
        assert "hush" not in repr(load_settings(store="postgresql://me:hush@host/db"))

    def test_the_error_below_shows_no_value_either(self) -> None:
        """R-25: the cause that a traceback shows names fields, not values."""
        with pytest.raises(SettingsError) as caught:
            load_settings(store="mysql://me:hush@host/db")
        assert "hush" not in f"{caught.value} {caught.value.__cause__}"


class TestReference:
    """The table of all settings."""

    def test_every_setting_is_listed_with_a_sentence(self) -> None:
        """R-25: each setting has a row with its name and a sentence in its theme."""
        _, _, themes = reference().partition("## Where memory is kept")
        lines = themes.partition("## What each preset changes")[0].splitlines()
        for field in Settings.model_fields:
            [row] = [line for line in lines if line.startswith(f"| `{field}` |")]
            assert row.endswith(". |")

    def test_the_page_begins_with_what_most_people_set(self) -> None:
        """R-25: ten settings, from the token to backups, before the themes."""
        first = reference().partition("## Where memory is kept")[0]
        assert first.startswith("## The ten that matter first")
        rows = [line for line in first.splitlines() if line.startswith("| `")]
        assert [rows[0][:18], rows[-1][:16], len(rows)] == ["| `discord_token` ", "| `backup_hours`", 10]

    def test_every_alias_is_listed(self) -> None:
        """R-25: the names of the seeds stand beside ours."""
        assert "leaves them out. Also `DISCOCLAW_MESSAGE_HISTORY_BUDGET`. |" in reference()
        assert all(f"`{name}`" in reference() for name in ALIASES)

    def test_every_preset_change_is_listed(self) -> None:
        """R-25: a second table says what each preset changes."""
        table = reference().split("\n\n")[-1]
        assert table.startswith("| Setting | dnam | discoclaw | clanker | urmom |")
        assert "| `facts_cap` | `200` | `200` | `80` | `200` |" in table
        assert all(f"| `{name}` |" in table for preset in PRESETS.values() for name in preset)

    def test_the_reference_is_the_same_on_every_machine(self, tmp_path: Path) -> None:
        """R-25: the generated page names no folder of whoever generated it."""
        assert str(Settings().data_dir) not in reference()
        assert str(tmp_path) not in reference()
