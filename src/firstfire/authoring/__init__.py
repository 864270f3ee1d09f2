"""Authoring: a new game from the template, and the check of a game that is being written."""
