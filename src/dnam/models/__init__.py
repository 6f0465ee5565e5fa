"""Implementations of the model ports: embedders, chat models, and the meter around every call."""
