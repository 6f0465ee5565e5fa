"""Recall: search for what fits a question (`search.py`) and assemble its prompt (`prompt_assembly.py`)."""

from dnam.recall.prompt_layers import Recall
from dnam.recall.search import Search

__all__ = ["Recall", "Search"]
