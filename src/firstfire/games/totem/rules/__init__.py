"""The rules of Totem, one file for each part of the game. `decisions` says which of them is asked when."""
