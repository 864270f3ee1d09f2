"""What a browser asks for while it shows a page of the built site: nothing may come from another host."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

OTHER_HOST = re.compile(r"(https?:)?//")
SOURCES = ("src", "srcset", "poster", "data", "action")
UNASKED = ("canonical", "next", "prev", "alternate", "license")  # relations that a browser does not fetch


def foreign_requests(site: Path) -> list[str]:
    """Every request to another host in a built site: 'page: address'."""
    found = []
    for file in sorted(site.rglob("*")):
        if file.suffix in (".html", ".css", ".svg"):
            text = file.read_text(encoding="utf-8")
            asked = asked_by_styles(text) if file.suffix == ".css" else asked_by_page(text)
            here = file.relative_to(site).as_posix()
            found += [f"{here}: {address}" for address in asked if OTHER_HOST.match(address)]
    return found


def asked_by_page(html: str) -> list[str]:
    """The addresses a page asks for; links to click are none."""
    reader = _Reader()
    reader.feed(html)
    return reader.asked


def asked_by_styles(css: str) -> list[str]:
    """The addresses a style sheet asks for."""
    return re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", css)


class _Reader(HTMLParser):
    """Collects sources, what is linked but not to be clicked, and what styles name."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element."""
        given = {name: value or "" for name, value in attrs}
        self.asked += [given[name] for name in SOURCES if name in given]
        self.asked += asked_by_styles(given.get("style", ""))
        clicked = tag in ("a", "area", "base") or (tag == "link" and given.get("rel") in UNASKED)
        if "href" in given and not clicked:
            self.asked.append(given["href"])
        self.in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        """The text of a style element."""
        if self.in_style:
            self.asked += asked_by_styles(data)
            self.in_style = False
