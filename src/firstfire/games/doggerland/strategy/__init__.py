"""How a sensible player of Doggerland judges: `prefer` one action, `value` a whole position."""
