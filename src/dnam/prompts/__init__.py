"""Prompt texts, one file per task, and their loader."""

from dnam.prompts.loading import PromptText, load_prompt

__all__ = ["PromptText", "load_prompt"]
