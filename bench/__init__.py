"""Measurements: ratios within one run, medians, interleaved. `make bench` runs them all."""
