"""Real clients against real protocols: what goes out, what comes back, and how failures are told."""

import json

import pytest
from provider_server import (
    TOKENS,
    Behaviour,
    CutsOff,
    Drops,
    Fails,
    Mumbles,
    ProviderServer,
    Refuses,
    Says,
    Uses,
)
from pydantic import BaseModel
from wired import PROMPT, Found, Provider, way_to

from dnam.errors import BadInput, ModelError, Silence
from dnam.models.chat import ProviderModel
from dnam.ports import Tool

pytest_plugins = ("wire_fixtures",)


async def fault_of(provider: Provider, *behaviours: Behaviour) -> ModelError:
    """Ask while the provider misbehaves, and return the error."""
    provider.server.then(*behaviours)
    with pytest.raises(ModelError) as caught:
        await provider.model.complete(PROMPT, Found)
    return caught.value


class Query(BaseModel):
    """The arguments of the tool in these tests."""

    words: str


def search(found: str = "tea", told: list[str] | None = None) -> Tool:
    """Make a tool that always finds the same."""

    async def call(query: Query) -> str:
        if told is not None:
            told.append(query.words)
        return found

    return Tool(name="search", purpose="Searches the memory.", arguments=Query, call=call)


class TestAnswers:
    """What comes back when all is well."""

    async def test_an_answer_comes_back_checked_and_counted(self, provider: Provider) -> None:
        """R-21, N-14: every provider gives a typed reply with its tokens and its price."""
        found, usage = await provider.model.complete(PROMPT, Found)
        assert found == Found(facts=["likes tea"])
        assert (usage.input_tokens, usage.output_tokens) == TOKENS
        assert 0 < usage.cost_usd < 0.01
        assert usage.unpriced == 0

    async def test_what_never_changes_is_sent_apart(self, provider: Provider) -> None:
        """R-21: instructions are the system part, which providers cache; what is asked is another."""
        await provider.model.complete(PROMPT, Found)
        body = provider.server.asked[0].body
        system = body.get("system") or body.get("systemInstruction") or body["messages"][0]
        assert "Find facts." in json.dumps(system)
        assert "Ann: I like tea" not in json.dumps(system)

    async def test_memory_is_asked_for_at_temperature_0_in_the_form_of_the_reply(
        self, provider: Provider
    ) -> None:
        """UM-16, DC-69: temperature 0, and the provider's own structured output."""
        await provider.model.complete(PROMPT, Found)
        sent = json.dumps(provider.server.asked[0].body)
        assert '"temperature": 0' in sent
        assert '"facts": {' in sent

    @pytest.mark.parametrize("model", ["anthropic:claude-haiku-5-5", "openai:gpt-5-mini"])
    async def test_a_model_without_temperature_is_asked_without(
        self, server: ProviderServer, model: str
    ) -> None:
        """UM-16, R-21: newer models refuse a temperature; they are asked as they can be asked."""
        client = ProviderModel(way_to(model, server.url))
        await client.complete(PROMPT, Found)
        assert "temperature" not in server.asked[0].body
        await client.close()

    @pytest.mark.parametrize("model", ["haiku", "sonnet", "opus", "gpt", "gemini"])
    async def test_every_model_with_a_short_name_can_be_asked(
        self, server: ProviderServer, model: str
    ) -> None:
        """R-21, N-14: each is known to its client library, and its price is known."""
        client = ProviderModel(way_to(model, server.url))
        found, usage = await client.complete(PROMPT, Found)
        assert found.facts
        assert usage.cost_usd > 0
        await client.close()

    async def test_the_key_goes_to_its_provider(self, provider: Provider) -> None:
        """R-21: the key of the settings is sent, whatever the environment holds."""
        await provider.model.complete(PROMPT, Found)
        headers = " ".join(provider.server.asked[0].headers.values())
        assert f"{provider.name}-key" in headers

    @pytest.mark.parametrize(
        "text",
        [
            '```json\n{"facts": ["likes tea"]}\n```',
            'Here you are:\n{"facts": ["likes tea",],}\nAnything else?',
            '["likes tea"]',
        ],
    )
    async def test_what_is_nearly_json_is_salvaged(self, provider: Provider, text: str) -> None:
        """DC-69, DC-75: fences, words around it and commas too many do no harm."""
        provider.server.then(Says(text))
        assert (await provider.model.complete(PROMPT, Found))[0] == Found(facts=["likes tea"])

    async def test_connections_are_let_go(self, provider: Provider) -> None:
        """A model can be closed twice, and asked again after that."""
        await provider.model.complete(PROMPT, Found)
        await provider.model.close()
        await provider.model.close()
        assert (await provider.model.complete(PROMPT, Found))[0].facts


class TestFailures:
    """How a provider fails, in our words."""

    @pytest.mark.parametrize(
        ("behaviour", "reason"),
        [
            (Fails(401), Silence.AUTH),
            (Fails(404), Silence.REJECTED),
            (Fails(429), Silence.RATE_LIMITED),
            (Fails(500), Silence.UNAVAILABLE),
            (Fails(503), Silence.UNAVAILABLE),
            (Drops(), Silence.UNAVAILABLE),
            (CutsOff(), Silence.UNAVAILABLE),
            (Mumbles(), Silence.UNAVAILABLE),
            (Refuses(), Silence.REFUSED),
            (Says('{"facts": ["likes t'), Silence.BAD_REPLY),
            (Says('{"facts": 7}'), Silence.BAD_REPLY),
            (Says("I cannot do that."), Silence.BAD_REPLY),
        ],
        ids=str,
    )
    async def test_a_failure_has_a_reason(
        self, provider: Provider, behaviour: Behaviour, reason: Silence
    ) -> None:
        """DC-75, DC-76, UM-49: each way to fail is told apart, after exactly one request."""
        fault = await fault_of(provider, behaviour)
        assert fault.reason is reason
        assert len(provider.server.asked) == 1

    async def test_a_busy_provider_says_when_to_come_back(self, provider: Provider) -> None:
        """N-14: retry-after is passed on."""
        assert (await fault_of(provider, Fails(429, {"retry-after": "7"}))).retry_after == 7

    @pytest.mark.parametrize("behaviour", [Says("nonsense"), Refuses()], ids=str)
    async def test_an_answer_of_no_use_is_paid_all_the_same(
        self, provider: Provider, behaviour: Behaviour
    ) -> None:
        """N-14: tokens of a bad or refused answer are counted."""
        assert (await fault_of(provider, behaviour)).usage.input_tokens == TOKENS[0]

    @pytest.mark.parametrize("status", [401, 429, 500])
    async def test_an_error_repeats_nothing_that_was_sent(self, provider: Provider, status: int) -> None:
        """CL-72: an error names the model and the kind; not the key, nor what the provider quoted."""
        message = str(await fault_of(provider, Fails(status)))
        assert provider.model.name in message
        assert "SECRET" not in message
        assert "-key" not in message

    async def test_nobody_there_is_unavailable(self, provider: Provider) -> None:
        """R-21: an address where nobody listens is a failure like any other."""
        dead = ProviderModel(way_to(provider.model.name, "http://127.0.0.1:9"))
        with pytest.raises(ModelError) as caught:
            await dead.complete(PROMPT, Found)
        assert caught.value.reason is Silence.UNAVAILABLE
        await dead.close()


class TestCompatibleServers:
    """Ollama, llama.cpp, vLLM and their like."""

    async def test_a_server_that_knows_no_schema_is_told_in_words(self, server: ProviderServer) -> None:
        """R-21: a server that refuses a schema reads it in the instructions, now and from then on."""
        model = ProviderModel(way_to("ollama:smol", server.url + "/v1"))
        server.then(Fails(400))
        assert (await model.complete(PROMPT, Found))[0].facts == ["likes tea"]
        await model.complete(PROMPT, Found)
        _, second, third = (asked.body for asked in server.asked)
        assert "response_format" not in second
        assert "JSON schema" in second["messages"][0]["content"]
        assert second == third
        await model.close()

    async def test_a_price_nobody_knows_is_marked(self, server: ProviderServer) -> None:
        """N-14: what runs at home is counted as free, and as unpriced."""
        model = ProviderModel(way_to("ollama:smol", server.url + "/v1"))
        _, usage = await model.complete(PROMPT, Found)
        assert (usage.cost_usd, usage.unpriced) == (0, 1)
        await model.close()


class TestStreaming:
    """Answers that are shown while they are written."""

    async def test_an_answer_is_shown_as_it_grows_and_ends_the_same(self, provider: Provider) -> None:
        """R-21: the text and what it cost are those of an answer that comes at once (DC-56)."""
        shown: list[str] = []
        provider.server.usual = Says(" You like green tea. ")
        streamed = await provider.model.stream(PROMPT, written=shown.append)
        assert streamed == await provider.model.converse(PROMPT)
        assert [text.strip() for text in shown] == [
            "You",
            "You like",
            "You like green",
            "You like green tea.",
        ]

    async def test_tools_are_used_between(self, provider: Provider) -> None:
        """CL-73, DC-56: only what the model says is shown, and both calls are counted."""
        told: list[str] = []
        shown: list[str] = []
        provider.server.then(Uses("search", {"words": "tea"}), Says("You like tea."))
        text, usage = await provider.model.stream(
            PROMPT, [search("likes green tea", told)], written=shown.append
        )
        assert (text, told, shown[-1]) == ("You like tea.", ["tea"], "You like tea.")
        assert usage.input_tokens == 2 * TOKENS[0]

    async def test_failures_are_the_same(self, provider: Provider) -> None:
        """R-21: the reason is told, whichever way the answer was asked for."""
        for behaviour, reason in ((Fails(401), Silence.AUTH), (Drops(), Silence.UNAVAILABLE)):
            provider.server.then(behaviour)
            with pytest.raises(ModelError) as caught:
                await provider.model.stream(PROMPT, written=lambda _: None)
            assert caught.value.reason is reason

    async def test_a_server_that_cannot_stream_is_asked_for_all_at_once(self, provider: Provider) -> None:
        """R-21: and from then on not asked for a stream again."""
        provider.server.then(Fails(400), Says("Fine."), Says("Again."))
        for expected in ("Fine.", "Again."):
            assert (await provider.model.stream(PROMPT, written=lambda _: None))[0] == expected
        assert len(provider.server.asked) == 3


class TestTools:
    """Answers in words, with tools."""

    async def test_a_model_uses_a_tool_and_then_answers(self, provider: Provider) -> None:
        """CL-73: the tool gets checked arguments, the model what it found, and both calls are counted."""
        told: list[str] = []
        provider.server.then(Uses("search", {"words": "tea"}), Says("You like tea."))
        text, usage = await provider.model.converse(PROMPT, [search("likes green tea", told)])
        assert (text, told) == ("You like tea.", ["tea"])
        assert "likes green tea" in json.dumps(provider.server.asked[1].body)
        assert usage.input_tokens == 2 * TOKENS[0]

    async def test_a_model_answers_without_tools(self, provider: Provider) -> None:
        """R-21: an answer in words needs none."""
        provider.server.then(Says(" Hello! "))
        assert (await provider.model.converse(PROMPT))[0] == "Hello!"

    async def test_a_mistake_is_told_to_the_model(self, provider: Provider) -> None:
        """R-21: wrong arguments and unknown tools are answered, so that the model can do better."""
        provider.server.then(Uses("search", {}), Uses("delete", {}), Says("Sorry."))
        assert (await provider.model.converse(PROMPT, [search()]))[0] == "Sorry."
        said = json.dumps(provider.server.asked[2].body)
        assert "the arguments are wrong: words" in said
        assert "There is no tool" in said

    async def test_a_tool_that_fails_is_told_to_the_model(self, provider: Provider) -> None:
        """DC-04: memory that fails does not fail the reply."""

        async def call(_: Query) -> str:
            raise BadInput("The memory is closed.")

        broken = Tool(name="search", purpose="Searches.", arguments=Query, call=call)
        provider.server.then(Uses("search", {"words": "x"}), Says("I could not look."))
        assert (await provider.model.converse(PROMPT, [broken]))[0] == "I could not look."
        assert "The memory is closed." in json.dumps(provider.server.asked[1].body)

    async def test_a_model_that_never_stops_is_stopped(self, provider: Provider) -> None:
        """N-14: rounds are bounded; the last is asked for words only, and what was spent is counted."""
        provider.server.usual = Uses("search", {"words": "tea"})
        with pytest.raises(ModelError) as caught:
            await provider.model.converse(PROMPT, [search()])
        assert caught.value.reason is Silence.BAD_REPLY
        assert len(provider.server.asked) == 6
        assert caught.value.usage.input_tokens == 6 * TOKENS[0]

    async def test_a_failure_after_a_tool_counts_what_was_spent(self, provider: Provider) -> None:
        """N-14: the rounds before a failure have been paid."""
        provider.server.then(Uses("search", {"words": "tea"}), Fails(500))
        with pytest.raises(ModelError) as caught:
            await provider.model.converse(PROMPT, [search()])
        assert caught.value.usage.input_tokens == TOKENS[0]
