"""Recall: from a question to what may be shown for it (`search.py`), and to a whole prompt (`layers.py`)."""

from dnam.recall.layers import Recall
from dnam.recall.search import Search

__all__ = ["Recall", "Search"]
