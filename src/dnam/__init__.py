"""dnam."""
