"""How a sensible player of Prehistory judges: `prefer` one action, `value` a whole position."""
