"""The lab: matches between players, ladders, and the tuning of searches."""
