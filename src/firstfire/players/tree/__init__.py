"""The compiled part of the search player. A folder of its own, so that its machine code is
made anew only when it changes (the cache is keyed by folders)."""
