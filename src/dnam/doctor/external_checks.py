"""The doctor's questions to what is outside: the language models, Discord, and an Ollama on this machine.

Each model is asked for one word, which costs next to nothing; Discord is asked who the bot is, what it may
read, and in which servers it is. Secrets are never shown.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from dnam.discord_token import PORTAL, token_of
from dnam.doctor.findings import Finding, Level
from dnam.errors import ModelError, SettingsError, Silence
from dnam.models.chat import TASKS, ProviderModel
from dnam.models.model_choice import Route, key_setting, missing_key, route_for
from dnam.ports import Prompt
from dnam.settings import Settings

OLLAMA = "http://127.0.0.1:11434"
DISCORD = "https://discord.com/api/v10"
INVITE = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands"
    "&permissions=2252074691660800"
)
FEW = 10
"""Servers that are named."""
NEARBY, PATIENCE = 0.5, 10.0
"""Seconds to wait for a server on this machine, and for one elsewhere."""
QUESTION = Prompt(instructions="Answer with the one word: ok", text="Are you there?")
ABOUT_MODEL, ABOUT_DISCORD = "language model", "discord"
INTENTS = {"Message Content Intent": 1 << 18 | 1 << 19, "Server Members Intent": 1 << 14 | 1 << 15}
"""What the bot has to be allowed, and the flags of an application that say it is; either will do."""


async def check_models(settings: Settings) -> list[Finding]:
    try:
        routes = {task: route for task in TASKS if (route := route_for(settings, task))}
    except SettingsError as problem:
        return [Finding(Level.PROBLEM, ABOUT_MODEL, str(problem))]
    if not routes and (missing := missing_key(settings)):
        says = f"{settings.model} is named, but there is no key for it."
        return [Finding(Level.PROBLEM, ABOUT_MODEL, says, f"Set its key, {missing}.")]
    if not routes:
        says = "None is configured: rules learn facts, the latest lines stand for summaries."
        return [Finding(Level.OK, ABOUT_MODEL, says, "To use one, see docs/models.md.")]
    used = {route: [task for task in routes if routes[task] == route] for route in routes.values()}
    seconds = settings.model_timeout_seconds
    return [await ask_model(route, ", ".join(tasks), seconds) for route, tasks in used.items()]


async def ask_model(route: Route, tasks: str, seconds: float = 30.0) -> Finding:
    """Ask one model for one word, and say what to do if it does not come."""
    model = ProviderModel(route)
    try:
        async with asyncio.timeout(seconds):
            await model.converse(QUESTION)
    except TimeoutError:
        says = f"{route.name} ({tasks}) did not answer within {seconds:g} s."
        return Finding(Level.PROBLEM, ABOUT_MODEL, says, f"Check that {route.base_url} can be reached.")
    except ModelError as problem:
        do = {
            Silence.AUTH: f"Check {key_setting(route)}, and that its account has credit.",
            Silence.REJECTED: "Check the name of the model: the provider may not have it.",
            Silence.RATE_LIMITED: "Try again in a minute; the provider limits how often it is asked.",
        }.get(problem.reason, f"Check that {route.base_url} can be reached.")
        return Finding(Level.PROBLEM, ABOUT_MODEL, f"{problem} ({tasks})", do)
    finally:
        await model.close()
    return Finding(Level.OK, ABOUT_MODEL, f"{route.name} answers ({tasks}).")


async def check_discord(settings: Settings) -> list[Finding]:
    """Ask Discord whether the token works, what the bot may read, and whether it is in the servers named."""
    if settings.discord_token is None or not settings.discord_token.get_secret_value().strip():
        says = "No token is set: `dnam run` needs one, `dnam chat` does not."
        do = f"To run the bot, make one at {PORTAL} and set DISCORD_TOKEN; then I say how to invite it."
        return [Finding(Level.OK, ABOUT_DISCORD, says, do)]
    try:
        return await ask_discord(settings, token_of(settings))
    except SettingsError as problem:
        return [Finding(Level.PROBLEM, ABOUT_DISCORD, str(problem))]


async def ask_discord(settings: Settings, token: str) -> list[Finding]:
    import httpx2  # noqa: PLC0415 (only these checks need it)

    address = (settings.discord_api or DISCORD).rstrip("/")
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (dnam, doctor)"}
    try:
        async with httpx2.AsyncClient(timeout=PATIENCE, headers=headers) as client:
            answers = [
                await client.get(f"{address}/{path}") for path in ("applications/@me", "users/@me/guilds")
            ]
        if answers[0].status_code in (401, 403):
            do = f"Copy it anew from {PORTAL}, Bot, Reset Token, into DISCORD_TOKEN."
            return [Finding(Level.PROBLEM, ABOUT_DISCORD, "Discord refuses the token.", do)]
        application, guilds = (answer.raise_for_status().json() for answer in answers)
    except (httpx2.HTTPError, ValueError) as problem:
        says = f"Discord cannot be asked ({type(problem).__name__})."
        return [Finding(Level.PROBLEM, ABOUT_DISCORD, says, f"Check that {address} can be reached.")]
    return _about_bot(settings, application, {int(guild["id"]): str(guild["name"]) for guild in guilds})


def _about_bot(
    settings: Settings, application: Mapping[str, Any], guilds: Mapping[int, str]
) -> list[Finding]:
    flags = int(application.get("flags", 0))
    findings = [
        Finding(
            Level.PROBLEM,
            ABOUT_DISCORD,
            f"The {intent} is off: the bot could not start.",
            f"Turn it on at {PORTAL}, Bot, Privileged Gateway Intents.",
        )
        for intent, flag in INTENTS.items()
        if not flags & flag
    ]
    wanted = () if settings.discord_guilds == "all" else settings.discord_guilds
    invite = INVITE.format(application.get("id"))
    findings += [
        Finding(Level.WARNING, ABOUT_DISCORD, f"The bot is not in server {guild}.", f"Invite it: {invite}")
        for guild in wanted
        if guild not in guilds
    ]
    if not settings.discord_guilds and not settings.discord_users:
        known = ", ".join(f"{name} is {guild}" for guild, name in list(guilds.items())[:FEW])
        first = f"It is in these servers: {known}." if known else f"Invite it to your server: {invite}"
        do = f"{first} Then set DNAM_DISCORD_GUILDS to the server's id."
        findings.append(Finding(Level.PROBLEM, ABOUT_DISCORD, "Nobody is allowed: it would be silent.", do))
    says = f"The token works: {application.get('name')}, in {len(guilds)} server{'s' * (len(guilds) != 1)}."
    return [Finding(Level.OK, ABOUT_DISCORD, says), *findings]


async def look_for_ollama(address: str = OLLAMA) -> list[Finding]:
    """Report an Ollama server on this machine, if there is one."""
    import httpx2  # noqa: PLC0415 (only these checks need it)

    try:
        async with httpx2.AsyncClient(timeout=NEARBY, trust_env=False) as client:
            reply = await client.get(f"{address}/api/version")
            version = str(reply.raise_for_status().json()["version"])
    except (httpx2.HTTPError, ValueError, KeyError, TypeError):
        return []
    do = (
        "To let it answer and learn, set DNAM_MODEL=ollama:NAME with one of its models. To let it make "
        f"vectors, set DNAM_EMBEDDER=openai, DNAM_EMBEDDING_BASE_URL={address}/v1 and DNAM_EMBEDDING_MODEL."
    )
    return [Finding(Level.OK, "ollama", f"Ollama {version} runs on this machine.", do)]
