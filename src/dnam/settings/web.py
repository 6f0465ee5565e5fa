"""The settings of the dashboard and the REST API."""

from ipaddress import ip_network
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import Allowed, OptionalFolder, Secret, Switch, WebAddress


def _split(value: object) -> object:
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _networks(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Reject what is no address: behind a name nobody is trusted, and yet the port would be opened to all."""
    for each in addresses:
        if each != "*":
            ip_network(each)
    return addresses


Addresses = Annotated[
    tuple[str, ...],
    BeforeValidator(_split),
    AfterValidator(_networks),
    Allowed("addresses or networks such as 10.0.0.5 or 172.16.0.0/12, separated by commas, or *"),
]


class WebSettings(BaseSettings):
    """Settings of the dashboard and the REST API."""

    model_config = SettingsConfigDict(defer_build=True)

    web_enabled: Switch = True
    """Whether the dashboard runs beside the bot and the terminal chat."""
    web_host: str = "127.0.0.1"
    """The address the dashboard listens on; one that others can reach needs TLS or a trusted proxy."""
    web_port: int = Field(default=8420, ge=0, le=65535)
    """The port the dashboard listens on; 0 takes any free one."""
    web_url: WebAddress = ""
    """The address under which people reach the dashboard, if it differs from host and port."""
    web_tls_certificate: OptionalFolder = None
    """A file with the certificate for TLS, with its chain."""
    web_tls_key: OptionalFolder = None
    """A file with the private key of that certificate."""
    web_trusted_proxies: Addresses = ()
    """Addresses of proxies in front of the dashboard, which end TLS and say who asks."""
    metrics_host: str = "127.0.0.1"
    """The address on which a process tells Prometheus its numbers, without a token."""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """The port there, another for each process; 0 opens none. Workers of `dnam serve` take the next ones."""
    web_session_hours: float = Field(default=168.0, ge=0.1, le=8760)
    """Hours after which somebody has to sign in again."""
    web_body_bytes: int = Field(default=2_000_000, ge=10_000, le=100_000_000)
    """The longest request the REST API accepts, in bytes."""
    discord_client_id: str = ""
    """The OAuth2 client id of the Discord application; with its secret, people sign in with Discord."""
    discord_client_secret: Secret = None
    """The OAuth2 client secret of the Discord application."""
