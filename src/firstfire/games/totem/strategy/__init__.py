"""How a sensible player of Totem judges: `prefer` one action, `value` a whole position."""
