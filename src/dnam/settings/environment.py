"""Reads settings from arguments, environment, `.env` and TOML: the only reader of the environment.

The first source that sets a value wins:

    arguments of `load_settings`  >  environment  >  `.env`  >  `dnam.toml`  >  preset  >  default

Error messages use the names as the user wrote them.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Literal, get_origin

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream
from pydantic.fields import FieldInfo

from dnam.errors import SettingsError
from dnam.settings.complaints import complaint, ends_of, unknown, wrong_fields
from dnam.settings.fields import CONFIG_NAME, PREFIX, Settings, clamped
from dnam.settings.presets import ALIASES, SEED_FOLDERS
from dnam.settings.types import expanded

AS_WRITTEN = "write NAME=value, with a quote at both ends or none."
_Written = tuple[str, object]  # the name as the user wrote it, with its source, and the value


def load_settings(config: Path | None = None, **overrides: object) -> Settings:
    """Return the settings from arguments, environment, `.env` and TOML, in that order of precedence.

    An argument that is None counts as not given. Raises SettingsError with one line per problem.
    """
    problems: list[str] = []
    dotenv = _read(Path(".env"), problems)
    toml_path = config or _find_config(os.environ, dotenv)
    fields = {name: name for name in Settings.model_fields}
    names = {**ALIASES, **{PREFIX + name.upper(): name for name in fields}}
    given: dict[str, _Written] = {}
    for source, where, known in (
        (_read(toml_path, problems) if toml_path else {}, f" in {toml_path}", fields),
        (_addressed(dotenv), " in .env", names),
        (_addressed(os.environ), "", names),
        ({name: value for name, value in overrides.items() if value is not None}, "", fields),
    ):
        problems += _unknown(source, where, known)
        given |= _given(source, where, known)
    written, folder = given.get("data_dir", ("", ""))
    if written.startswith("DISCOCLAW_DATA_DIR"):
        seed = {name: (written, Path(str(folder)) / path) for name, path in SEED_FOLDERS.items()}
        given = {**seed, **given}
    try:
        settings = Settings.model_validate({name: value for name, (_, value) in given.items()})
    except SettingsError as error:
        wrong = wrong_fields(error.__cause__)
        problems += [complaint(Settings.model_fields[name], *given[name]) for name in wrong]
        raise SettingsError("\n".join(problems)) from error.__cause__
    if problems:
        raise SettingsError("\n".join(problems))
    settings._sources.update({name: written for name, (written, _) in given.items()})
    return settings


def _find_config(*environments: Mapping[str, object]) -> Path | None:
    """Return the TOML file: the one named by `DNAM_CONFIG`, or `dnam.toml` in this folder, or None."""
    named = next((path for each in environments if (path := each.get(CONFIG_NAME))), None)
    here = Path("dnam.toml")
    return expanded(Path(str(named))) if named else (here if here.exists() else None)


def _read(path: Path, problems: list[str]) -> Mapping[str, object]:
    """Return the values of a `.env` file (which may be missing) or a TOML file; add what is wrong with it."""
    try:
        text = path.read_text("utf-8-sig")
        return _assigned(text, path, problems) if path.name == ".env" else tomllib.loads(text)
    except OSError as error:
        if path.name != ".env" or not isinstance(error, FileNotFoundError):
            problems.append(f"{path} cannot be read: {error.strerror}.")
    except ValueError as error:
        form = "text in UTF-8" if isinstance(error, UnicodeDecodeError) else "valid TOML"
        problems.append(f"{path} is not {form}: {error}.")
    return {}


def _assigned(text: str, path: Path, problems: list[str]) -> Mapping[str, object]:
    """Return the values of a `.env` file; a line that cannot be read is a problem, never left out."""
    wrong = [each for each in parse_stream(StringIO(text)) if each.error or _lacks_value(each)]
    problems += [f"{path}, line {_number(each)}, cannot be read: {AS_WRITTEN}" for each in wrong]
    values = dotenv_values(stream=StringIO(text))
    return {name: value for name, value in values.items() if value is not None}


def _lacks_value(line: Binding) -> bool:
    """Return whether a name of ours stands alone; other programs may mean something by that."""
    return line.key is not None and line.value is None and bool(_addressed({line.key: ""}))


def settings_for(db: str | None, config: Path | None) -> Settings:
    """Load the settings; `db` is an address, a folder, or a file."""
    if db is None:
        return load_settings(config)
    if re.match(r"\w{2,}:", db):  # an address, perhaps a mistyped one; one letter is a drive of Windows
        return load_settings(config, store=db)
    if db == ":memory:":
        return load_settings(config, store=db, projections=False)
    if Path(db).is_dir():
        return load_settings(
            config, data_dir=Path(db).absolute(), store=str(Path(db).absolute() / "memory.sqlite3")
        )
    return load_settings(config, store=str(Path(db).expanduser().absolute()))


def _number(line: Binding) -> int:
    """Return the number of a line; the parser counts empty ones before it as a part of it."""
    text = line.original.string
    return line.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _addressed(environment: Mapping[str, object]) -> dict[str, object]:
    """Return the variables meant for dnam, including misspelt ones, which are reported later."""
    ours = (name for name in environment if name.upper().startswith(PREFIX) and name != CONFIG_NAME)
    return {name: environment[name] for name in (*ours, *(ALIASES.keys() & environment.keys()))}


def _unknown(source: Mapping[str, object], where: str, known: Mapping[str, str]) -> list[str]:
    """Return a complaint for each unknown name, with the nearest known one."""
    spellings = {name.lower(): name for name in (*known, CONFIG_NAME)}
    complaints = []
    for name in sorted(source.keys() - known.keys()):
        if isinstance(source[name], dict):
            complaints.append(f"[{name}]{where} is a table: settings stand at the top, outside any table.")
            continue
        complaints.append(unknown(name, where, spellings))
    return complaints


def _given(source: Mapping[str, object], where: str, known: Mapping[str, str]) -> dict[str, _Written]:
    """Return what a source sets, each with the name it was written under; later names win."""
    given: dict[str, _Written] = {}
    for name, field in known.items():
        value = _cleaned(source.get(name), Settings.model_fields[field])
        if name.startswith("DISCOCLAW_"):  # DiscoClaw raises a number that is too small
            value = clamped(value, ends_of(Settings.model_fields[field])[0], None)
        if value is not None:
            given[field] = (name + where, value)
    return given


def _cleaned(value: object, field: FieldInfo) -> object:
    """Return a value in the form the field validates; empty means unset, except for text."""
    if isinstance(value, bool) and field.annotation in (int, float):
        return str(value).lower()
    if field.annotation is str or not isinstance(value, str):
        return value
    text = value.strip()
    return (text.lower() if get_origin(field.annotation) is Literal else text) or None
