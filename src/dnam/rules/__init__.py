"""The rules: pure functions of values. Time and settings are arguments; nothing here does I/O."""
