"""Checks the messages of commits: `python tools/commits.py main..HEAD`. It needs git alone."""

from __future__ import annotations

import subprocess
import sys

LONGEST = 72
LARGE = 100  # lines of code: such a change is not obvious
CODE = ["--", "src", "web/src", "tools", ":!web/src/net/server.ts", ":!*.toml", ":!*.md"]


def faults(subject: str, body: str = "", lines: int = 0) -> list[str]:
    """What is wrong with the message of a commit that changes so many lines of code."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"it has {len(subject)} characters, {LONGEST} are the most")
    if ";" in subject:
        found.append("it names several purposes: make a commit of each")
    if subject.endswith("."):
        found.append("it ends with a full stop")
    if subject.split(" ")[0].lower().rstrip(":!") in ("fixup", "squash", "wip"):
        found.append("it is not finished: rebase with --autosquash")
    if lines > LARGE and not body.strip():
        found.append(f"it changes {lines} lines of code, and no body says why")
    return found


def main() -> int:
    """Print what is wrong with the commits of a range; 1 if anything is."""
    if len(sys.argv) != 2:
        print("usage: python tools/commits.py FIRST..LAST", file=sys.stderr)
        return 2
    try:
        commits = git("log", "--no-merges", "--format=%h", sys.argv[1]).split()
        told = [(name, *(git("show", "-s", f"--format={part}", name) for part in ("%s", "%b"))) for name in commits]
        wrong = [
            f"{name} {subject.strip()!r}: {fault}"
            for name, subject, body in told
            for fault in faults(subject.strip(), body, lines_in(git("show", "--numstat", "--format=", name, *CODE)))
        ]
    except subprocess.CalledProcessError as error:
        print(error.stderr.strip(), file=sys.stderr)
        return 2
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def lines_in(numstat: str) -> int:
    """How many lines a commit adds and takes away, from what `git show --numstat` says; of a picture it says "-"."""
    counts = [count for line in numstat.splitlines() for count in line.split()[:2]]
    return sum(int(count) for count in counts if count.isdigit())


def git(*words: str) -> str:
    """What git answers."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
