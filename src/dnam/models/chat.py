"""Language models chosen by settings; `usage_meter.py` wraps every call.

Client libraries take seconds to load, so a model loads its own on the first call.
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from dnam.domain import Task, Usage
from dnam.models.model_choice import Route, route_for
from dnam.ports import ChatModel, Prompt, R, Tool, Written
from dnam.settings import Settings

if TYPE_CHECKING:
    from dnam.models.provider_client import WireModel

TASKS: tuple[Task, ...] = get_args(Task)


class ProviderModel:
    """A provider's model, connected on the first call."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self._connecting = asyncio.Lock()
        self._wire: WireModel | None = None

    @property
    def name(self) -> str:
        return self.route.name

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        return await (await self._connected()).complete(prompt, reply)

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        return await (await self._connected()).converse(prompt, tools)

    async def stream(
        self, prompt: Prompt, tools: Sequence[Tool] = (), *, written: Written
    ) -> tuple[str, Usage]:
        return await (await self._connected()).stream(prompt, tools, written=written)

    async def close(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            await wire.close()

    async def _connected(self) -> "WireModel":
        async with self._connecting:
            if self._wire is None:
                self._wire = await asyncio.to_thread(_connect, self.route)
            return self._wire


def _connect(route: Route) -> "WireModel":
    from dnam.models.provider_client import WireModel  # noqa: PLC0415  takes seconds to load

    return WireModel(route)


def chat_model_for(settings: Settings, task: Task) -> ChatModel | None:
    """Return the model of a task; None if it is done offline. Raises SettingsError."""
    route = route_for(settings, task)
    return ProviderModel(route) if route else None


def chat_models_for(settings: Settings) -> dict[Task, ChatModel]:
    """Return the models of all tasks; tasks with the same route share one. Raises SettingsError."""
    routes = {task: route for task in TASKS if (route := route_for(settings, task))}
    models = {route: ProviderModel(route) for route in set(routes.values())}
    return {task: models[route] for task, route in routes.items()}
