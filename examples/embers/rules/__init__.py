"""The rules of Embers, one file for each part of the game."""
