"""`python -m firstfire.server` is `firstfire serve`."""

import argparse
import sys

from ..errors import FirstfireError
from .commands import add_commands

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m firstfire.server")
    commands = parser.add_subparsers(required=True)
    add_commands(commands)
    arguments = parser.parse_args(["serve", *sys.argv[1:]])
    try:
        sys.exit(arguments.command(arguments))
    except FirstfireError as error:
        print(f"firstfire: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
