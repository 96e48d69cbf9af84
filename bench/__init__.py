"""Benchmarks: what a click costs, each next to the least that it could cost, measured in the same run."""
