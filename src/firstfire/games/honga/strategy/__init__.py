"""How a sensible player of Honga judges: `prefer` one action, `value` a whole position."""
