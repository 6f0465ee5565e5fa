"""Every command that starts, looks or changes, with its help; `data_commands.py` has those for the data.

What a command does is in `operations.py`, `erasing.py`, the chat or the doctor.

Help, completion and wrong use must be quick: commands import what they need when they run.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from dnam.cli.data_commands import DATA, data_commands
from dnam.cli.evals import eval_app
from dnam.cli.options import (
    AsJson,
    Asker,
    AskerInPlace,
    DnamGroup,
    Erasable,
    HowToServe,
    MemoryLocation,
    grouped,
    location,
    note_location,
    settings_of,
    shards_given,
    typed_id,
    typed_kind,
)
from dnam.cli.tokens import token_app
from dnam.errors import BadInput, DnamError, SettingsError, StoreError
from dnam.optional_packages import require

PRACTICE_FILE = "practice.sqlite3"
"""What is tried in the chat before there is a bot: it is no memory of a server."""

app = typer.Typer(
    name="dnam",
    cls=DnamGroup,
    help="Memory for assistants that live on Discord. Start with `dnam chat`: it needs no token and no key.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(eval_app, name="eval", rich_help_panel=DATA)
app.add_typer(token_app, name="token", rich_help_panel=DATA)
app.add_typer(data_commands)
START, LOOK, CHANGE = "Start", "Look", "Change"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; dnam's own errors are printed as one sentence, without a traceback.

    Every folder and file it makes is for its owner alone.
    """
    others = os.umask(0o077)
    try:
        app(arguments, prog_name="dnam")
    except DnamError as problem:
        print(f"dnam: {problem}", file=sys.stderr)
        wrong_use = isinstance(problem, SettingsError | BadInput)
        sys.exit(2 if wrong_use else 3 if isinstance(problem, StoreError) else 1)
    finally:
        os.umask(others)


def _version(wanted: bool) -> None:
    if wanted:
        version()
        raise typer.Exit


@app.callback()
@grouped
def shared(
    where: MemoryLocation,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Note the options that are given before the command."""
    del show_version
    note_location(where)


@app.command(rich_help_panel=START)
@grouped
def run(
    where: MemoryLocation,
    or_chat: Annotated[
        bool, typer.Option("--or-chat", help="Without a token, open the terminal chat instead.")
    ] = False,
    shards: Annotated[
        str,
        typer.Option(metavar="IDS/COUNT", help="Which gateway connections, as 0,1/4.", show_default="all"),
    ] = "",
) -> None:
    """Run the Discord bot; it needs DISCORD_TOKEN, in the environment or in `.env`."""
    settings = settings_of(where, role="bot")
    settings = settings.model_copy(update=shards_given(shards)) if shards else settings
    token = settings.discord_token
    if or_chat and (token is None or not token.get_secret_value().strip()):
        practice = None if settings.store else str(settings.data_dir / PRACTICE_FILE)
        chat(db=where.db or practice, config=where.config)
        return
    require("discord", "The bot", "or use `dnam chat`, which needs no Discord")
    from dnam.bot_process import run_bot

    run_bot(settings)


@app.command(rich_help_panel=START)
@grouped
def chat(where: MemoryLocation) -> None:
    """Chat in the terminal: several people, channels and direct messages, all remembered.

    Lines from a pipe are read as the conversation. Memory is kept between runs.
    """
    settings = settings_of(where)
    from dnam.chat import run_chat

    run_chat(settings)


@app.command(rich_help_panel=START)
@grouped
def mcp(
    where: MemoryLocation,
    asker: Asker,
    how: HowToServe,
) -> None:
    """Serve agents (MCP), for one person in one place: over standard input and output, or with --http."""
    require("mcp", "Serving agents")
    from dnam.cli.agents import serve_agents

    serve_agents(
        settings_of(where), asker, readonly=how.read_only, http=how.http, host=how.host, port=how.port
    )


@app.command(rich_help_panel=START)
@grouped
def serve(
    where: MemoryLocation,
    host: Annotated[
        str | None, typer.Option(help="The address to listen on.", show_default="the settings'")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen on.", show_default="the settings'")
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="Processes that share the port; more than one needs PostgreSQL."),
    ] = 1,
) -> None:
    """Run the dashboard and the REST API alone; beside the bot and the chat they run by themselves."""
    from dnam.cli.web import serve_alone

    serve_alone(settings_of(where, role="serve"), host, port, workers=workers)


@app.command(rich_help_panel=START)
@grouped
def worker(
    where: MemoryLocation,
    every: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds between two looks.")] = 5.0,
) -> None:
    """Do the background work of a memory in PostgreSQL that bots share: read, sum up, embed, clean up."""
    from dnam.cli.web import work

    work(settings_of(where, role="worker"), every)


@app.command(rich_help_panel=START)
@grouped
def demo(
    where: MemoryLocation,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the demo again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fill a memory with a believable small server, to look around in; `--remove` takes it away."""
    from dnam.cli.web import fill_demo

    fill_demo(settings_of(where), remove=remove, as_json=as_json)


@app.command(rich_help_panel=START)
@grouped
def doctor(where: MemoryLocation, as_json: AsJson = False) -> None:
    """Look for problems, and print what to do about each. Changes nothing."""
    from dnam.cli.operations import run_doctor

    where = location(where)
    if not run_doctor(where.db, where.config, as_json=as_json):
        raise typer.Exit(1)


@app.command(rich_help_panel=START)
@grouped
def settings(
    where: MemoryLocation,
    as_json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the reference, for the docs.")] = False,
) -> None:
    """Show every setting with its value, where that came from, and its meaning; secrets stay hidden."""
    from dnam.cli.operations import print_settings

    print_settings(settings_of(where), as_json=as_json, markdown=markdown)


@app.command(rich_help_panel=START)
def version() -> None:
    """Print the version."""
    from importlib.metadata import version as version_of

    print(f"dnam {version_of('dnam')}")


@app.command(rich_help_panel=LOOK)
@grouped
def stats(where: MemoryLocation, as_json: AsJson = False) -> None:
    """Print where the memory is, and how much is stored."""
    from dnam.cli.listings import print_stats

    print_stats(settings_of(where), as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def spending(
    where: MemoryLocation,
    days: Annotated[int, typer.Option(min=1, max=3660, help="How many days back.")] = 30,
    as_json: AsJson = False,
) -> None:
    """Print what models and embeddings have cost, by day, server and task."""
    from dnam.cli.listings import print_spending

    print_spending(settings_of(where), days, as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def show(
    where: MemoryLocation,
    asker: AskerInPlace,
    who: Annotated[str, typer.Argument(metavar="ID|NAME", help="As --person.", show_default=False)] = "",
    everything: Annotated[bool, typer.Option("--all", help="With ids, and with what was forgotten.")] = False,
    page: Annotated[int, typer.Option(min=1, help="Which page of --all.")] = 1,
    *,
    as_json: AsJson = False,
) -> None:
    """Show what is remembered about a person, as they would see it in that place."""
    from dnam.cli.operations import print_command

    if not (who or asker.person):
        raise BadInput("Say whose: `dnam show NAME`, or with --person ID. `dnam people` lists who is known.")
    asker = replace(asker, person=who or asker.person)
    text = f"show all {page}" if everything else "show"
    print_command(settings_of(where), asker, text, as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def search(
    where: MemoryLocation,
    asker: AskerInPlace,
    text: Annotated[str, typer.Argument(help="What to look for.")],
    limit: Annotated[int, typer.Option(min=1, max=100, help="The most of each kind.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Find facts and messages that fit, among what may be heard in that place."""
    from dnam.cli.operations import print_search

    print_search(settings_of(where), asker, text, limit=limit, as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def people(
    where: MemoryLocation,
    guild: Annotated[
        int | None, typer.Option(metavar="ID", help="Only of this guild.", show_default="all")
    ] = None,
    name: Annotated[str, typer.Option(help="A part of the name.", show_default="any")] = "",
    as_json: AsJson = False,
) -> None:
    """List who is known, with how many facts and messages are stored of each."""
    from dnam.cli.listings import print_people

    print_people(settings_of(where), guild, name, as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def guilds(where: MemoryLocation, as_json: AsJson = False) -> None:
    """List the servers, with how many channels, messages and facts are stored of each."""
    from dnam.cli.listings import print_guilds

    print_guilds(settings_of(where), as_json=as_json)


@app.command(rich_help_panel=LOOK)
@grouped
def channels(
    where: MemoryLocation,
    guild: Annotated[
        int | None, typer.Option(metavar="ID", help="Only of this guild.", show_default="all")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the channels and threads with their ids, and who can read them."""
    from dnam.cli.listings import print_channels

    print_channels(settings_of(where), guild, as_json=as_json)


@app.command(rich_help_panel=CHANGE)
@grouped
def remember(
    where: MemoryLocation,
    asker: Asker,
    text: Annotated[str, typer.Argument(help="One fact, in a sentence.")],
    as_json: AsJson = False,
) -> None:
    """Remember a fact about a person, as if they had said it there."""
    from dnam.cli.operations import print_command

    print_command(settings_of(where), asker, f"remember {text}", as_json=as_json, changes=True)


@app.command(rich_help_panel=CHANGE)
@grouped
def forget(
    where: MemoryLocation,
    asker: Asker,
    text: Annotated[str, typer.Argument(metavar="ID|TEXT", help="An id, or words of the fact.")],
    as_json: AsJson = False,
) -> None:
    """Forget a fact about a person, by its id or by words of it."""
    from dnam.cli.operations import print_command

    print_command(settings_of(where), asker, f"forget {text}", as_json=as_json, changes=True)


@app.command(rich_help_panel=CHANGE)
@grouped
def review(
    where: MemoryLocation,
    asker: Asker,
    merge: Annotated[str, typer.Option(metavar="'1 2'", help="Make one of two entries of the list.")] = "",
    keep: Annotated[str, typer.Option(metavar="'1 2'", help="Both are right: list them no more.")] = "",
    drop: Annotated[str, typer.Option(metavar="1", help="Forget an entry of the list.")] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """List what is known of a person twice or cannot all be so, numbered; or decide about it."""
    from dnam.cli.operations import print_command

    choices = {"review merge": merge, "review both": keep, "forget": drop}
    decided = [f"{words} {entries}" for words, entries in choices.items() if entries] or ["review"]
    print_command(settings_of(where), asker, decided[0], as_json=as_json, changes=decided != ["review"])


@app.command(rich_help_panel=CHANGE)
@grouped
def tell(
    where: MemoryLocation,
    asker: Asker,
    text: Annotated[str, typer.Argument(help="A command, such as `undo` or `pin 1`; `help` lists them.")],
    as_json: AsJson = False,
) -> None:
    """Run any command for a person, as if they had typed it there with a manager's rights."""
    from dnam.cli.operations import print_command

    print_command(settings_of(where), asker, text, as_json=as_json)


@app.command(rich_help_panel=CHANGE)
@grouped
def erase(
    where: MemoryLocation,
    what: Annotated[
        Erasable, typer.Argument(metavar="WHAT", parser=typed_kind, help="person, channel or guild.")
    ],
    id_: Annotated[int, typer.Argument(metavar="ID", parser=typed_id, help="Its id.")],
    confirm: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its exact name; without it, nothing is erased.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Erase everything of a person, a channel or a guild for good; prints first what would be erased."""
    from dnam.cli.erasing import erase_scope

    erase_scope(settings_of(where), what.value, id_, confirm, as_json=as_json)
