"""From the repository to the site: which page a file becomes, and what its Markdown needs on the way.

Pages are written for a forge, where links go from file to file of the repository. The site has the same pages, with
README.md as its front and the other files that pages link to beside them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

FRONT = {"README.md": "index.md", "docs/README.md": "contents.md"}  # pages that have another name on the site
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE")  # pages that lie outside docs/
LANGUAGES = {".py": "python", ".toml": "toml", ".ts": "ts", ".sh": "sh", ".svelte": "html"}
FENCE = re.compile(r"^ *```.*?^ *```$", re.M | re.S)
LINK = re.compile(r"(?<!`)\]\(([^)\s#]*)(#[^)\s]*)?\)")
PICTURE = re.compile(r'(<img src=")([^":]+)(")')
CALLOUT = re.compile(r"^> \[!(NOTE|TIP|WARNING)\]\n((?:^>.*\n?)+)", re.M)
TABS = re.compile(r"^<!-- tabs -->\n(.*?)^<!-- /tabs -->$", re.M | re.S)

Nav = list[dict[str, Any]]


def site_path(path: str) -> str:
    """The page of the site that a file of the repository becomes."""
    if path in FRONT:
        return FRONT[path]
    if path in BESIDE:
        return f"{Path(path).stem.lower()}.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"source/{path}.md"


def source_page(path: str, text: str) -> str:
    """A file of the sources as a page."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"# {path}\n\n{fence}{LANGUAGES.get(Path(path).suffix, 'text')}\n{text.rstrip()}\n{fence}\n"


def prepared(text: str, path: str) -> str:
    """The Markdown of a file as it stands on the site."""
    return tabbed(with_callouts(indented(relinked(text, path))))


def relinked(text: str, path: str) -> str:
    """The Markdown of a file with its links as they are on the site."""
    here = posixpath.dirname(site_path(path))

    def link(found: re.Match[str]) -> str:
        target, anchor = found[1], found[2] or ""
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        return f"]({moved(target)}{anchor})"

    def moved(target: str) -> str:
        there = site_path(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        return posixpath.relpath(there, here or ".")

    def picture(found: re.Match[str]) -> str:
        return f"{found[1]}{moved(found[2])}{found[3]}"

    return _outside_fences(text, lambda prose: PICTURE.sub(picture, LINK.sub(link, prose)))


def linked_outside(text: str, path: str) -> set[str]:
    """The files of the repository that a page links to and that are no page of the documentation."""
    found = set()
    for target, _ in LINK.findall(FENCE.sub("", text)):
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if target and not re.match(r"[a-z]+:", target) and site_path(there).startswith("source/"):
            found.add(there)
    return found


def indented(text: str) -> str:
    """Numbered lists as Python-Markdown wants them: what belongs to an entry stands four blanks in, not three."""
    lines, inside = [], False
    for line in text.split("\n"):
        if re.match(r"\d+\. ", line):
            inside = True
        elif line and not line.startswith("   "):
            inside = False
        lines.append(f" {line}" if inside and line.startswith("   ") else line)
    return "\n".join(lines)


def with_callouts(text: str) -> str:
    """A forge's notes and warnings (`> [!NOTE]`) as those of the site."""

    def callout(found: re.Match[str]) -> str:
        return f"!!! {found[1].lower()}\n\n" + _deeper(re.sub(r"^> ?", "", found[2], flags=re.M))

    return CALLOUT.sub(callout, text)


def tabbed(text: str) -> str:
    """What stands between `<!-- tabs -->` and `<!-- /tabs -->`: sections on a forge, tabs on the site."""

    def tabs(found: re.Match[str]) -> str:
        _, *parts = re.split(r"^### (.+)\n", found[1], flags=re.M)
        named = zip(parts[::2], parts[1::2], strict=True)
        return "\n\n".join(f'=== "{name}"\n\n{_deeper(body.strip())}' for name, body in named)

    return TABS.sub(tabs, text)


def navigation(contents: str) -> Nav:
    """The navigation, read from docs/README.md: a heading is a shelf, a link a page, and an entry that begins
    with a name and a colon a group of pages."""
    shelves: Nav = []
    for heading, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", contents, re.M | re.S):
        pages: list[Any] = []
        for entry in re.split(r"^- ", body, flags=re.M)[1:]:
            links = re.findall(r"\[([^]]+)\]\(([^)#\s]+)(?:#[^)\s]*)?\)", " ".join(entry.split()))
            listed = [{_title(name): site_path(posixpath.normpath(f"docs/{target}"))} for name, target in links]
            group = re.match(r"([^:\[]+):", entry)
            pages += [{group[1]: listed}] if group else listed
        shelves.append({heading: pages})
    return shelves


def _deeper(text: str) -> str:
    return re.sub(r"^(?=.)", "    ", text, flags=re.M)


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts, at = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, change(text[at:])])
