"""Build the site of the documentation: `make docs` runs this.

    python tools/site/build.py          needs the extra `docs` (Material for MkDocs)

Prepares every page in build/site, has MkDocs make site/ of them, in strict mode (a link or an anchor that leads
nowhere fails), and refuses a site that asks another host for anything.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tools.site.other_hosts import foreign_requests  # noqa: E402
from tools.site.pages import BESIDE, FRONT, linked_outside, navigation, prepared, site_path, source_page  # noqa: E402

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH, language_of  # noqa: E402

STAGE = ROOT / "build" / "site"
SITE = ROOT / "site"
ICON = ROOT / "web" / "src" / "art" / "favicon.svg"


def stage(folder: Path, root: Path = ROOT) -> None:
    """Put everything the builder needs into an empty folder: pages, pictures, theme, settings."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    shutil.copytree(root / "docs", pages, ignore=shutil.ignore_patterns("*.md"))
    for path, text in texts(root).items():
        place = pages / site_path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    shutil.copytree(HERE / "theme", folder / "theme")
    shutil.copy(ICON, folder / "theme" / "assets")
    shelves = navigation((root / "docs" / "README.md").read_text(encoding="utf-8"))
    settings = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(f"{settings}\nnav: {json.dumps([_front(), *shelves])}\n", encoding="utf-8")


def texts(root: Path) -> dict[str, str]:
    """The Markdown of every page, by the file of the repository it is made of."""
    found = {path: (root / path).read_text(encoding="utf-8") for path in (*FRONT, *BESIDE)}
    for page in sorted((root / "docs").rglob("*.md")):
        found[page.relative_to(root).as_posix()] = page.read_text(encoding="utf-8")
    sources = sorted({path for page, text in found.items() for path in linked_outside(text, page)})
    made = {path: prepared(text, path) for path, text in found.items() if path.endswith(".md")}
    for path in ("LICENSE", *sources):
        made[path] = source_page(path, (root / path).read_text(encoding="utf-8"))
    return made


def say_languages(site: Path) -> None:
    """A page whose name ends in a language (totem.fr) is marked as written in it, for screen readers and browsers."""
    for page in site.rglob("*.??.html"):
        language = page.name.split(".")[-2]
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace('<html lang="en"', f'<html lang="{language}"', 1), encoding="utf-8")


def main() -> int:
    """Prepare, build, look at the result."""
    stage(STAGE)
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(STAGE / "mkdocs.yml"), "-d", str(SITE)]
    done = subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False)
    if done.returncode:
        return done.returncode
    say_languages(SITE)
    for request in (found := foreign_requests(SITE)):
        print(f"the site asks another host for something: {request}", file=sys.stderr)
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(f"{SITE.relative_to(ROOT)}/index.html: {pages} pages; to read and search: python3 -m http.server -d site")
    return 1 if found else 0


def _front() -> dict[str, list[dict[str, str]]]:
    beside = [{Path(path).stem.capitalize(): site_path(path)} for path in BESIDE]
    welcomes = [{language_of(each).name: f"welcome.{each}.md"} for each in COMPLETE_LANGUAGES if each != ENGLISH]
    return {"Firstfire": [{"Welcome": "index.md"}, *welcomes, {"Map of these pages": "contents.md"}, *beside]}


if __name__ == "__main__":
    sys.exit(main())
