"""The benchmarks: what a click costs, each beside the least that it could cost, measured in the same run."""
