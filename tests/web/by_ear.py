"""A player without eyes: knows the accessibility tree and nothing else of the page, and plays by keys alone."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page
from tests.web.table import PATIENCE

TARGET = re.compile(r"\. (\d+) of (\d+)(?::|$)")  # what is said after the name of a thing that can be clicked
CHOICES, BACK = "Your choices", "Back"  # the buttons of the bar, and the one that takes a click back
BOLD = 0.8  # how often a thing on the table is chosen where a button would do, too
TRIES, MOST_TABS = 5, 80  # ways to what is looked for, with the arrow keys and with Tab


@dataclass(frozen=True)
class Heard:
    """One node of the tree."""

    role: str
    name: str
    inside: tuple[str, ...]  # the names of the groups it stands in
    is_focused: bool
    is_disabled: bool


class Listener:
    """Plays one page to its end."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.stream = page, Random(seed)
        self.tree = page.context.new_cdp_session(page)
        self.spoken: list[str] = []  # what the live region has said
        self.moves = 0

    def hear(self) -> list[Heard]:
        """The whole tree as it is now."""
        nodes: list[dict[str, Any]] = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        found = [_heard(node, by_id) for node in nodes if not node.get("ignored")]
        for line in (each.name for each in found if "log" in each.inside and each.role == "StaticText"):
            if line not in self.spoken[-4:]:
                self.spoken.append(line)
        return found

    def play(self, most: int) -> bool:
        """So many clicks, or to the end; whether the game is over."""
        while self.moves < most:
            heard = self._wait()
            if any(each.role == "dialog" and each.name == "Result" for each in heard):
                return True
            self._choose(heard)
            self.moves += 1
        return False

    def _wait(self) -> list[Heard]:
        deadline = time.monotonic() + PATIENCE
        while True:
            heard = self.hear()
            if any(each.role in ("dialog", "alertdialog") for each in heard) or _targets(heard) or _buttons(heard):
                return heard
            assert time.monotonic() < deadline, "nothing is heard that could be done"
            self.page.wait_for_timeout(30)

    def _choose(self, heard: list[Heard]) -> None:
        targets, buttons = _targets(heard), _buttons(heard)
        if any(each.role == "alertdialog" for each in heard):
            pass  # the button that says it once more has the focus
        elif targets and (not buttons or self.stream.random() < BOLD):
            self._walk_to(self.stream.choice(targets))
        else:
            self._tab_to(self.stream.choice(buttons))
        self._press("Enter", self.hear())

    def _walk_to(self, target: str) -> None:
        for _ in range(TRIES):
            self.page.keyboard.press("ArrowRight")
            focused = next((each for each in self.hear() if each.is_focused and each.role == "button"), None)
            here, there = TARGET.search(focused.name if focused else ""), TARGET.search(target)
            if here is None or there is None:
                continue
            for _ in range((int(there[1]) - int(here[1])) % int(here[2])):
                self.page.keyboard.press("ArrowRight")
            if any(each.is_focused and each.name == target for each in self.hear()):
                return
        raise AssertionError(f"the arrow keys do not lead to {target!r}")

    def _tab_to(self, button: str) -> None:
        for _ in range(MOST_TABS):
            if any(each.is_focused and each.name == button for each in self.hear()):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {button!r}")

    def _press(self, key: str, before: list[Heard]) -> None:
        self.page.keyboard.press(key)
        deadline = time.monotonic() + PATIENCE
        while self.hear() == before:
            assert time.monotonic() < deadline, f"nothing is heard after {key}"
            self.page.wait_for_timeout(30)


def _targets(heard: list[Heard]) -> list[str]:
    """The names of the things that can be clicked: each says which of them it is."""
    return [each.name for each in heard if each.role == "button" and TARGET.search(each.name) and not each.is_disabled]


def _buttons(heard: list[Heard]) -> list[str]:
    """The names of the buttons that stand in the bar for a choice."""
    found = [each for each in heard if each.role == "button" and CHOICES in each.inside and not each.is_disabled]
    return [each.name for each in found if BACK not in each.name]


def _heard(node: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> Heard:
    states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    inside, at = [], node
    while (at := by_id.get(at.get("parentId", ""), {})) != {}:
        if _text(at, "role") in ("group", "log"):
            inside.append(_text(at, "name") or _text(at, "role"))
    is_disabled = states.get("disabled") in (True, "true")
    return Heard(_text(node, "role"), _text(node, "name"), tuple(inside), states.get("focused") is True, is_disabled)


def _text(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value", ""))
