"""Training opponents by self-play (the extra `train`: Torch). What they learned is a file that plays without it
(players/policy/)."""
