"""Known vulnerabilities in what we depend on: `make lint` runs this.

    python tools/audit.py

Asks pip-audit about every pinned package of constraints.txt (PyPI's service, then OSV's for what
the first could not answer) and npm about the client's. A known vulnerability fails the run. A
service that cannot be reached, or that does not know a package, fails nothing, but the run says
loudly what was not looked at: silence would read as "clean".
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIP_AUDIT = ("-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json")
NAMED = 12  # packages named before "and so many more"
WAIT = 120  # seconds for each service


@dataclass
class Report:
    """What was found, and what nobody looked at."""

    looked_at: int = 0
    found: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add_pip(self, text: str) -> None:
        """What pip-audit says (as JSON)."""
        for package in json.loads(text)["dependencies"]:
            if "skip_reason" in package:
                self.unknown.append(package["name"])
                continue
            self.looked_at += 1
            for hole in package["vulns"]:
                better = ", ".join(hole["fix_versions"]) or "no version yet"
                self.found.append(f"{package['name']} {package['version']}: {hole['id']} (mended in {better})")

    def add_npm(self, text: str) -> None:
        """What npm says (as JSON)."""
        said: dict[str, Any] = json.loads(text)
        if "vulnerabilities" not in said:
            raise ValueError(said.get("message") or "no answer")
        self.looked_at += said["metadata"]["dependencies"]["total"]
        for name, hole in said["vulnerabilities"].items():
            self.found.append(f"{name} {hole['range']}: {hole['severity']} (npm audit tells more)")

    def lines(self) -> list[str]:
        """For people."""
        told = [f"audit: {self.looked_at} packages looked up, {len(self.found)} known vulnerabilities"]
        told += [f"  VULNERABLE {entry}" for entry in self.found]
        if self.unknown:
            named, more = ", ".join(self.unknown[:NAMED]), len(self.unknown) - NAMED
            named += f" and {more} more" if more > 0 else ""
            told.append(f"!!! NOT AUDITED (no service can be reached that knows them): {named} !!!")
        return told


def ask(command: Sequence[str], folder: Path) -> str:
    """What a program prints, whatever its exit status (both auditors use it for what they found)."""
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=WAIT)
    if not made.stdout.strip():
        raise ValueError((made.stderr.strip().splitlines() or ["no answer"])[-1])
    return made.stdout


def audit_python(report: Report) -> None:
    """Every pinned Python package, from the first service that knows it."""
    best: Report | None = None
    for service in ("pypi", "osv"):
        tried = Report()
        try:
            tried.add_pip(ask([sys.executable, *PIP_AUDIT, "--vulnerability-service", service], ROOT))
        except (ValueError, KeyError, OSError, subprocess.TimeoutExpired):
            continue
        if best is None or len(tried.unknown) < len(best.unknown):
            best = tried
        if not tried.unknown:
            break
    if best is None:
        report.unknown.append("every Python package (pip-audit could not finish)")
        return
    report.looked_at += best.looked_at
    report.found += best.found
    report.unknown += best.unknown


def audit_client(report: Report) -> None:
    """Everything the client is made of and with."""
    npm = shutil.which("npm")
    try:
        report.add_npm(ask([npm or "npm", "audit", "--json"], ROOT / "web"))
    except (ValueError, KeyError, OSError, subprocess.TimeoutExpired):
        report.unknown.append("every npm package (npm audit could not finish)")


def main() -> int:
    """Audit both; 1 where a known vulnerability was found."""
    report = Report()
    audit_client(report)
    audit_python(report)
    print("\n".join(report.lines()), file=sys.stderr)
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
