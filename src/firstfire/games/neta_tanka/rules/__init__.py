"""The rules of Nētā-Tanka, one file for each part of the game. `decisions` says which of them is asked when."""
