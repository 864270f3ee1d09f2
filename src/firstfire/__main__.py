"""`python -m firstfire` is the command `firstfire`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
