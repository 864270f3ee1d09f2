"""Presentation: words, sentences with holes, scenes as data and as text, and the rulebook."""
