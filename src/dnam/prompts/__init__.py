"""Prompt texts: one text file per task, and the loader that joins them with what is asked."""

from dnam.prompts.loader import PromptText, load_prompt

__all__ = ["PromptText", "load_prompt"]
