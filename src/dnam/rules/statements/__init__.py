"""Durable facts by rules: what a person explicitly states about themself, without any language model.

Pure and honest: a message goes through `reading.extract`, which refuses questions, suppositions, sarcasm,
quotes and passing states, and words what is left in the third person. Precision before recall: what is in
doubt is left out. Nothing here stores, admits or merges.
"""

from dnam.rules.statements.reading import Statement, dated, extract

__all__ = ["Statement", "dated", "extract"]
