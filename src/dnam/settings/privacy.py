"""The settings of privacy: who must agree, what is not kept, and for how long the rest is."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

NOTICE = (
    "I remember what is said where I can read it, to answer better. `!memory help` shows what I keep and how "
    "to change it; `!memory optout` makes me stop, `!memory erase` makes it gone."
)


class PrivacySettings(BaseSettings):
    """What can be set about privacy."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    consent: Literal["optout", "optin"] = "optout"
    """Whether people are remembered until they opt out, or once they opt in; a guild may choose itself."""
    excluded_channels: str = Field("", pattern=r"^(\d+([,\s]+\d+)*)?$")
    """The ids of channels of which nothing is kept, separated by commas; their threads are excluded too."""
    notice: str = NOTICE
    """What a person is told the first time they are answered; empty tells nothing."""

    hearsay: Literal["shown", "quarantine"] = "shown"
    """Whether what is said of others is used at once, or once they accept it; a guild may choose itself."""
    remember_per_hour: int = Field(60, ge=0, le=100_000)
    """How many facts one person may have kept within an hour, by commands and by talking; 0 is no limit."""

    retention_days: int = Field(30, ge=7, le=36_500)
    """For how many days messages are kept; at least the week that days are made from."""
    retention_rolling_days: int = Field(90, ge=0, le=36_500)
    """For how many days the summary of a conversation that has ended is kept; 0 is for ever."""
    retention_day_days: int = Field(90, ge=0, le=36_500)
    """For how many days summed-up days are kept; 0 is for ever."""
    retention_fact_days: int = Field(0, ge=0, le=36_500)
    """For how many days a learned fact is kept that nobody confirms; 0 is for ever. Pinned ones stay."""
    retention_history_days: int = Field(365, ge=0, le=36_500)
    """For how many days replaced, archived, expired and forgotten facts are kept; 0 is for ever."""
    retention_action_days: int = Field(365, ge=0, le=36_500)
    """For how many days the action log is kept; 0 is for ever."""
