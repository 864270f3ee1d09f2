"""How a sensible player of Embers judges."""
