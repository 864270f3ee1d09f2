"""The lab: matches between players, ladders, the tuning of searches, and the breeding of weights."""
