"""The settings of privacy: consent, exclusions and retention."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

OWN_NOTICE = "default"
"""Stands for the notice of the language files."""


class PrivacySettings(BaseSettings):
    """Settings of privacy."""

    model_config = SettingsConfigDict(defer_build=True)

    consent: Literal["optout", "optin"] = "optout"
    """Whether people are remembered until they opt out, or once they opt in; a guild may choose itself."""
    excluded_channels: str = Field(default="", pattern=r"^(\d+([,\s]+\d+)*)?$")
    """The ids of channels that are not remembered, separated by commas; their threads are not either."""
    notice: str = OWN_NOTICE
    """What people are told at their first answer; `default` is dnam's own words, empty tells nothing."""

    hearsay: Literal["shown", "quarantine"] = "shown"
    """Whether facts about others are used at once, or once they accept them; a guild may choose itself."""
    remember_per_hour: int = Field(default=60, ge=0, le=100_000)
    """Facts learned from one person per hour, by commands and conversation; 0 is no limit."""

    retention_days: int = Field(default=30, ge=7, le=36_500)
    """Days that messages are kept; at least the week that days are made from."""
    retention_rolling_days: int = Field(default=90, ge=0, le=36_500)
    """Days that the summary of a conversation is kept after its last update; 0 is for ever."""
    retention_day_days: int = Field(default=90, ge=0, le=36_500)
    """Days that day summaries are kept; 0 is for ever."""
    retention_fact_days: int = Field(default=0, ge=0, le=36_500)
    """Days that a learned fact is kept if nobody confirms it; 0 is for ever. Pinned ones stay."""
    retention_history_days: int = Field(default=365, ge=0, le=36_500)
    """Days that superseded, archived, expired and forgotten facts are kept; 0 is for ever."""
    retention_action_days: int = Field(default=365, ge=0, le=36_500)
    """Days that the action log is kept; 0 is for ever."""
