"""The lab: matches, ladders, benchmarks."""
