"""Memories in and out of other formats: what other programs wrote is read, what dnam wrote can be edited."""
