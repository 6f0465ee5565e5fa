"""`dnam token`: tokens for the dashboard and the REST API; also while a bot is running."""

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from dnam.cli.options import AsJson, MemoryLocation, grouped, location

if TYPE_CHECKING:
    from dnam.settings import Settings
    from dnam.web.tokens import Tokens

token_app = typer.Typer(help="Tokens for the dashboard and for programs.", no_args_is_help=True)


class TokenScope(StrEnum):
    """What a token may do; each includes those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


def _settings(where: MemoryLocation) -> "Settings":
    from dnam.settings import settings_for

    where = location(where)
    return settings_for(where.db, where.config)


def _tokens(where: MemoryLocation) -> "Tokens":
    from dnam.web.tokens import tokens_of

    return tokens_of(_settings(where))


@token_app.command()
@grouped
def add(
    where: MemoryLocation,
    name: Annotated[str, typer.Argument(help="What it is for.")],
    scope: Annotated[
        TokenScope, typer.Option(help="read: look. write: also messages and commands. admin: also erase.")
    ] = TokenScope.READ,
    guild: Annotated[
        int | None,
        typer.Option(min=1, max=2**63 - 1, metavar="ID", help="Its only guild.", show_default="all"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and print it, once: only its hash is stored."""
    from dnam.cli.operations import print_json
    from dnam.web.server import address_of, sign_in_link

    secret = _tokens(where).add(name, scope.value, guild)
    seen = f"guild {guild}" if guild else "every guild and direct message"
    if as_json:
        print_json({"token": secret, "scope": scope.value, "guild": guild})
        return
    typer.echo(f"This token has the scope {scope.value} in {seen}. It is shown only now:", err=True)
    print(secret)
    link = sign_in_link(address_of(_settings(where)), secret)
    other = "" if _settings(where).web_url else " (after `dnam serve --port`, write that port in it)"
    typer.echo(f"While the dashboard runs, this link signs in with it{other}: {link}", err=True)


@token_app.command("list")
@grouped
def list_(where: MemoryLocation, as_json: AsJson = False) -> None:
    """List the tokens, without their secrets."""
    from dnam.cli.operations import print_json

    tokens = _tokens(where).all
    if as_json:
        print_json([{k: v for k, v in asdict(token).items() if k != "digest"} for token in tokens])
        return
    for token in tokens:
        guild = token.guild or "all guilds"
        print(f"{token.id}  {token.scope:<5}  {guild:<20}  {token.made_at[:10]}  {token.name}")
    if not tokens:
        print("There are no tokens yet: `dnam token add NAME` makes one, and so does the first `dnam serve`.")


@token_app.command()
@grouped
def revoke(
    where: MemoryLocation,
    id_: Annotated[str, typer.Argument(metavar="ID", help="Its id.")],
    as_json: AsJson = False,
) -> None:
    """Revoke a token; everyone who signed in with it is signed out."""
    from dnam.cli.operations import tell

    token = _tokens(where).revoke(id_)
    done = {"revoked": token.id, "name": token.name}
    tell(done, f'Revoked {token.id} ("{token.name}").', as_json=as_json)
