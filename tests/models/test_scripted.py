"""The scripted model: what other tests rely on."""

import pytest
from wired import PROMPT, Found

from dnam.errors import BadInput, ModelError, Silence
from dnam.ports import ChatModel, Prompt, Tool
from dnam.testing import ScriptedModel, Use

TEA = Found(facts=["likes tea"])


@pytest.mark.parametrize(
    "reply",
    [
        TEA,
        {"facts": ["likes tea"]},
        '```{"facts": ["likes tea"]}```',
        lambda _: TEA,
        lambda _: '["likes tea"]',
    ],
)
async def test_a_reply_may_be_written_in_many_ways(reply: object) -> None:
    """A pydantic object, a dict, a text as a real model would write it, or a function of the prompt."""
    model: ChatModel = ScriptedModel([reply])
    assert (await model.complete(PROMPT, Found))[0] == TEA


@pytest.mark.parametrize("reply", ["Hello", {"facts": []}, TEA, ModelError("no"), 3])
def test_one_reply_that_is_not_in_a_list_is_refused(reply: object) -> None:
    """A text would be taken for its letters, one reply each."""
    with pytest.raises(BadInput, match=rf"a list of replies or a function, not a {type(reply).__name__}"):
        ScriptedModel(reply)  # type: ignore[arg-type]


async def test_it_keeps_what_it_was_asked() -> None:
    """Tests look at prompts."""
    model = ScriptedModel([TEA, "Hello"])
    await model.complete(PROMPT, Found)
    assert (await model.converse(PROMPT))[0] == "Hello"
    assert model.prompts == [PROMPT, PROMPT]


async def test_one_function_answers_everything() -> None:
    """A path that asks often needs no list."""
    model = ScriptedModel(lambda prompt: {"facts": [prompt.text]})
    for text in ("a", "b"):
        prompt = Prompt(instructions="", text=text)
        assert (await model.complete(prompt, Found))[0].facts == [text]


async def test_it_fails_as_written() -> None:
    """An exception is raised, and a text of another form is a bad reply."""
    model = ScriptedModel([ModelError("Down."), "no JSON"])
    for reason in (Silence.UNAVAILABLE, Silence.BAD_REPLY):
        with pytest.raises(ModelError) as caught:
            await model.complete(PROMPT, Found)
        assert caught.value.reason is reason


async def test_it_uses_tools_before_it_answers() -> None:
    """What tools told it can be looked at."""

    async def call(found: Found) -> str:
        return f"kept {found.facts}"

    tool = Tool(name="remember", purpose="Remembers.", arguments=Found, call=call)
    model = ScriptedModel([Use("remember", facts=["tea"]), Use("fly"), "Done."])
    assert (await model.converse(PROMPT, [tool]))[0] == "Done."
    assert model.told == ["kept ['tea']", "There is no tool 'fly': use one of remember."]


async def test_an_unexpected_question_fails_the_test() -> None:
    """A path that asks more than was written down is found out."""
    with pytest.raises(AssertionError, match="no reply is left"):
        await ScriptedModel().complete(PROMPT, Found)
