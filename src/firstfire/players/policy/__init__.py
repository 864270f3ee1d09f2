"""Trained policies: what a net reads (inputs), how it is kept in a file (file), how it answers (forward)."""
