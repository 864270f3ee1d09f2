"""Records: one flat record for each game, its header, named values, bit sets, ranks and chance."""
