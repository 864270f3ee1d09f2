"""The kernel: what every game is made of. No game is named in here."""
