"""Puts libraries into a wheel, and names the computers it is for: tools/wheels.py says which."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Libraries(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel for one kind of computer where FIRSTFIRE_WHEEL_TAG names it; otherwise one for all, without libraries."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder of libraries."""
        tag = os.environ.get("FIRSTFIRE_WHEEL_TAG")
        if tag:
            build_data["tag"] = f"py3-none-{tag}"
            build_data["pure_python"] = False
            build_data["force_include"][os.environ["FIRSTFIRE_WHEEL_LIBRARIES"]] = "firstfire/libraries"
