"""Checks the subjects of commits: `python tools/commits.py main..HEAD`. It needs git alone."""

from __future__ import annotations

import subprocess
import sys

LONGEST = 72


def faults(subject: str) -> list[str]:
    """What is wrong with a subject."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"it has {len(subject)} characters, {LONGEST} are the most")
    if ";" in subject:
        found.append("it names several purposes: make a commit of each")
    if subject.endswith("."):
        found.append("it ends with a full stop")
    if subject.split(" ")[0].lower().rstrip(":!") in ("fixup", "squash", "wip"):
        found.append("it is not finished: rebase with --autosquash")
    return found


def main() -> int:
    """Print what is wrong with the commits of a range; 1 if anything is."""
    if len(sys.argv) != 2:
        print("usage: python tools/commits.py FIRST..LAST", file=sys.stderr)
        return 2
    log = ["git", "log", "--no-merges", "--format=%h %s", sys.argv[1]]
    done = subprocess.run(log, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip(), file=sys.stderr)
        return 2
    bad = 0
    for line in done.stdout.splitlines():
        name, subject = line.split(" ", 1)
        for fault in faults(subject):
            print(f"{name} {subject!r}: {fault}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
