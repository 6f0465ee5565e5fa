"""The model that managers chose for their server answers there, and nowhere else."""

from provider_server import ProviderServer, Says

from dnam import Memory
from dnam.domain import Person, Place, Question, Visibility
from dnam.ports import Store
from dnam.settings import Settings

pytest_plugins = ("wire_fixtures",)


async def test_the_chosen_model_answers_in_that_server_only(
    server: ProviderServer, sqlite_store: Store
) -> None:
    """N-13, R-21: by its name among the operator's; the other server has the operator's own."""
    server.usual = Says("hello")
    settings = Settings(
        projections=False,
        model_base_url=f"{server.url}/v1",
        model="openai:usual",
        guild_models={"large": "openai:big"},
    )
    async with Memory.open(settings, store=sqlite_store) as memory:
        await memory.guilds.choose(5, "model", "large")
        for guild in (5, 6):
            place = Place(guild=guild, channel=1, visibility=Visibility.PUBLIC)
            await memory.reply(Question(place=place, asker=Person(id=1, name="Ann"), text="hi"))
    assert [asked.body["model"] for asked in server.asked] == ["big", "usual"]
