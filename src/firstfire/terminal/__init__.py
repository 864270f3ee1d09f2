"""Playing in a terminal: any game, drawn as text, against people and simple opponents."""
