"""Which model is asked for what: by settings and keys, and never by chance."""

import os
import subprocess
import sys
from typing import get_args

import pytest
from wired import settings_with_keys

from dnam.domain import Task
from dnam.errors import SettingsError
from dnam.models.chat import TASKS, chat_model_for, chat_models_for
from dnam.models.embed import embedder_for
from dnam.models.embedding_server import ServerEmbedder
from dnam.models.model_choice import HAIKU, route_for
from dnam.settings import Settings, load_settings

LOCAL = "http://127.0.0.1:8080/v1"


def chosen(task: Task = "extract", **settings: object) -> str | None:
    """Name the model that settings choose for a task."""
    model = chat_model_for(Settings.model_validate(settings), task)
    return model.name if model else None


class TestTheUsualModel:
    """What is used when no model is named."""

    def test_without_any_key_there_is_none(self) -> None:
        """R-21: with none configured everything is done offline."""
        assert chosen() is None
        assert chat_models_for(Settings()) == {}

    def test_the_first_provider_with_a_key_is_asked(self) -> None:
        """R-21, DC-55: Anthropic's Haiku first, then OpenAI, then Google."""
        assert chosen(anthropic_api_key="a", openai_api_key="o", google_api_key="g") == HAIKU
        assert str(chosen(openai_api_key="o", google_api_key="g")).startswith("openai:")
        assert str(chosen(google_api_key="g")).startswith("google:")

    def test_a_server_of_ones_own_is_asked_before_any_provider(self) -> None:
        """R-21: who names a server means it."""
        assert chosen(model_base_url=LOCAL, anthropic_api_key="a") == "compatible:default"

    def test_off_is_off_even_with_keys(self) -> None:
        """R-21: nobody is asked by accident."""
        assert chosen(model="off", anthropic_api_key="a") is None


class TestNames:
    """How a model is written."""

    @pytest.mark.parametrize(
        ("written", "name"),
        [
            ("haiku", HAIKU),
            (" Sonnet ", "anthropic:claude-sonnet-5-5"),
            ("anthropic:claude-haiku-4-5", "anthropic:claude-haiku-4-5"),
            ("openai:gpt-5.4-mini", "openai:gpt-5.4-mini"),
            ("google:gemma-4-31b-it", "google:gemma-4-31b-it"),
            ("ollama:qwen3:8b", "ollama:qwen3:8b"),
            ("claude-opus-5-5", "anthropic:claude-opus-5-5"),
            ("gpt-6-luna", "openai:gpt-6-luna"),
            ("gemini-2.5-flash", "google:gemini-2.5-flash"),
        ],
    )
    def test_a_model_is_written_with_its_provider_or_short(self, written: str, name: str) -> None:
        """R-21, UM-45: any provider, by its name, by a shorthand, or by the model alone."""
        model = chat_model_for(settings_with_keys(model=written), "extract")
        assert model
        assert model.name == name

    def test_a_model_of_nobody_is_a_mistake(self) -> None:
        """R-25: the message says what may be written."""
        with pytest.raises(SettingsError, match="'llama3' has no provider: put anthropic:"):
            chosen(model="llama3")

    @pytest.mark.parametrize("written", ["qwen3:8b", "openai:qwen3:8b"])
    def test_a_server_of_ones_own_has_models_of_any_name(self, written: str) -> None:
        """R-21: llama.cpp, vLLM and others by their address; without a key if they need none."""
        route = route_for(Settings(model=written, model_base_url=LOCAL), "extract")
        assert route
        assert (route.provider, route.model, route.base_url) == ("compatible", "qwen3:8b", LOCAL)

    def test_ollama_is_on_this_machine_unless_said_otherwise(self) -> None:
        """R-21: its usual address needs no setting."""
        route = route_for(Settings(model="ollama:llama3.2"), "extract")
        assert route
        assert route.base_url == "http://127.0.0.1:11434/v1"

    def test_a_named_model_without_its_key_is_offline(self) -> None:
        """R-21, DC-127: a seed's environment may name a model that signs in another way."""
        assert chosen(model="haiku", openai_api_key="o") is None


class TestTasks:
    """One general model, one per task."""

    def test_a_task_may_have_its_own_model(self) -> None:
        """R-21, CL-65, UM-45, UM-46: per task, else the general one."""
        models = chat_models_for(settings_with_keys(model="haiku", model_reply="sonnet", model_extract="off"))
        assert models.keys() == {*TASKS} - {"extract"}
        assert models["reply"].name == "anthropic:claude-sonnet-5-5"
        assert models["summarise_session"].name == HAIKU

    def test_urmom_sums_days_up_with_a_stronger_model_than_the_rest(self) -> None:
        """UM-45, UM-46: one model for every task but a day's summaries."""
        models = chat_models_for(settings_with_keys(preset="urmom"))
        days = models.pop("summarise_day").name
        assert {model.name for model in models.values()} == {"google:gemma-4-31b-it"}
        assert days == "google:gemini-flash-latest"

    def test_tasks_with_the_same_model_share_it(self) -> None:
        """N-14: one set of connections for one model."""
        models = chat_models_for(settings_with_keys(model_reply="sonnet"))
        assert models["extract"] is models["summarise_session"]
        assert models["extract"] is not models["reply"]

    @pytest.mark.parametrize("task", get_args(Task))
    def test_every_task_has_a_setting(self, task: str) -> None:
        """R-21: the tasks and the settings agree."""
        assert f"model_{task}" in Settings.model_fields


class TestKeys:
    """A key goes where it belongs."""

    def test_a_providers_key_is_never_sent_to_another_server(self) -> None:
        """R-21: a server of one's own has a key of its own."""
        both = settings_with_keys(model="openai:x", model_base_url=LOCAL, model_api_key="own")
        route = route_for(both, "extract")
        assert route
        assert route.key == "own"
        assert "own" not in repr(route)

    def test_the_embedder_uses_the_key_of_openai_for_openai_only(self) -> None:
        """CL-64: one key is enough for both, unless the embedding server is another."""
        ours = embedder_for(Settings.model_validate({"embedder": "openai", "openai_api_key": "o"}))
        other = {"embedder": "openai", "openai_api_key": "o", "embedding_base_url": LOCAL}
        theirs = embedder_for(Settings.model_validate(other))
        assert isinstance(ours, ServerEmbedder)
        assert isinstance(theirs, ServerEmbedder)
        assert (ours.headers, theirs.headers) == ({"Authorization": "Bearer o"}, {})

    def test_seed_and_provider_names_of_the_environment_are_understood(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """R-25, DC-63, DC-122, DC-127: DiscoClaw's model names, the providers' usual key names."""
        for name in (*os.environ,):
            if name.endswith("_API_KEY") or name.startswith("DNAM_"):
                monkeypatch.delenv(name)
        monkeypatch.setenv("DISCOCLAW_SUMMARY_MODEL", " haiku ")
        monkeypatch.setenv("DISCOCLAW_DURABLE_MODEL", "")
        monkeypatch.setenv("GEMINI_API_KEY", "g")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "a")
        settings = load_settings(model="gemini")
        names = {task: model.name for task, model in chat_models_for(settings).items()}
        assert (names["summarise_session"], names["extract"][:7]) == (HAIKU, "google:")


def test_choosing_a_model_loads_no_client_library() -> None:
    """N-20: providers load when they are first asked."""
    code = (
        "import sys; from dnam.models import chat, usage_meter; from dnam.settings import Settings\n"
        "assert chat.chat_models_for(Settings(anthropic_api_key='a', model_reply='ollama:x'))\n"
        "print(*{'pydantic_ai', 'anthropic', 'openai', 'google.genai', 'httpx2'} & sys.modules.keys())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
