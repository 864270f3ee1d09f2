"""Rules: the functions a game defines, its actions and decisions, and what is made of them."""
