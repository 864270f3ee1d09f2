"""How a sensible player of Nētā-Tanka judges: `prefer` one action, `value` a whole position."""
