"""The names and the defaults of the projects that dnam is compatible with."""

from collections.abc import Mapping

ALIASES: Mapping[str, str] = {
    "DISCOCLAW_DATA_DIR": "data_dir",
    "DISCOCLAW_DURABLE_DATA_DIR": "durable_dir",
    "DISCOCLAW_DURABLE_EVERY_N_TURNS": "extract_every",
    "DISCOCLAW_DURABLE_INJECT_MAX_CHARS": "facts_chars",
    "DISCOCLAW_DURABLE_MAX_ITEMS": "facts_cap",
    "DISCOCLAW_DURABLE_MEMORY_ENABLED": "facts_enabled",
    "DISCOCLAW_DURABLE_MODEL": "model_extract",
    "DISCOCLAW_MEMORY_CHANNEL_ID": "discord_memory_channel",
    "DISCOCLAW_MEMORY_COMMANDS_ENABLED": "commands_enabled",
    "DISCOCLAW_MESSAGE_HISTORY_BUDGET": "history_chars",
    "DISCOCLAW_SHORTTERM_DATA_DIR": "short_term_dir",
    "DISCOCLAW_SHORTTERM_INJECT_MAX_CHARS": "short_term_chars",
    "DISCOCLAW_SHORTTERM_MAX_AGE_HOURS": "short_term_hours",
    "DISCOCLAW_SHORTTERM_MAX_ENTRIES": "short_term_entries",
    "DISCOCLAW_SHORTTERM_MEMORY_ENABLED": "short_term_enabled",
    "DISCOCLAW_SUMMARY_DATA_DIR": "rolling_dir",
    "DISCOCLAW_SUMMARY_ENABLED": "rolling_enabled",
    "DISCOCLAW_SUMMARY_EVERY_N_TURNS": "rolling_every",
    "DISCOCLAW_SUMMARY_MAX_CHARS": "rolling_chars",
    "DISCOCLAW_SUMMARY_MODEL": "model_summarise_session",
    "DISCOCLAW_SUMMARY_TO_DURABLE_ENABLED": "extract_enabled",
    "DEFAULT_MEMORY_EMBEDDING_MODEL": "embedding_model",
    "ANTHROPIC_API_KEY": "anthropic_api_key",
    "DISCORD_TOKEN": "discord_token",
    "GOOGLE_API_KEY": "google_api_key",
    "GEMINI_API_KEY": "google_api_key",
    "OPENAI_API_KEY": "openai_api_key",
}
"""Other environment names that are accepted; within one source the `DNAM_` name wins."""

SEED_FOLDERS: Mapping[str, str] = {
    "durable_dir": "memory/durable",
    "rolling_dir": "memory/rolling",
    "short_term_dir": "memory/shortterm",
}
"""Where DiscoClaw keeps its files in `DISCOCLAW_DATA_DIR`; used when that is set, and these are not."""

PRESETS: Mapping[str, Mapping[str, object]] = {
    "dnam": {},
    "discoclaw": {
        "audience": "portable",
        "days_enabled": False,
        "embedder": "off",
        "extract_after_reply": True,
        "extract_enabled": False,
        "extract_every": 10,
        "extract_turns": "person",
        "lore_chars": 0,
        "people_chars": 0,
        "prompt_chars": 8000,
        "ranking": "discoclaw",
        "relevant_messages": 0,
        "short_term_enabled": False,
    },
    "clanker": {
        "days_enabled": False,
        "embedder": "openai",
        "embedding_model": "text-embedding-3-small",
        "extract_chars": 320,
        "extract_every": 1,
        "extract_limit": 4,
        "facts_cap": 80,
        "facts_limit": 8,
        "guard": "clanker",
        "history_messages": 35,
        "lore_limit": 10,
        "lore_prefix": "Memory line: ",
        "lore_with_facts": True,
        "people_chars": 0,
        "ranking": "clanker",
        "relevant_everywhere": False,
        "relevant_messages": 8,
        "rolling_enabled": False,
        "short_term_enabled": False,
    },
    "urmom": {
        "embedder": "off",
        "extract_enabled": False,
        "lore_chars": 0,
        "model": "google:gemma-4-31b-it",
        "model_summarise_day": "google:gemini-flash-latest",
        "relevant_messages": 0,
        "rolling_enabled": False,
        "short_term_enabled": False,
        "week": "hierarchy",
    },
}
"""Defaults that each preset replaces."""

EVERY_LAYER_OFF: Mapping[str, object] = {
    **dict.fromkeys(("ingest_enabled", "facts_enabled", "extract_enabled", "rolling_enabled"), False),
    **dict.fromkeys(("short_term_enabled", "days_enabled"), False),
    **dict.fromkeys(("relevant_messages", "history_chars"), 0),
    "embedder": "off",
}
"""What `memory_enabled = false` means, whatever else is set."""

CLAMPS: Mapping[str, Mapping[str, tuple[int, int]]] = {"clanker": {"history_messages": (10, 120)}}
"""Numbers that a preset clamps into a range, where other presets reject them."""
