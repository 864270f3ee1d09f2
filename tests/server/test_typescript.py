"""The client's types are the server's models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firstfire.server.protocol.messages import HEARD
from firstfire.server.typescript import main, page, type_of

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_up_to_date() -> None:
    made = (ROOT / "web" / "src" / "net" / "server.ts").read_text(encoding="utf-8")
    assert made == page(), "run `make docs`"


def test_everything_that_is_heard_has_its_type() -> None:
    for model in HEARD.values():
        assert f"export interface {model.__name__} {{" in page()


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "integer"}, "number"),
        ({"$ref": "#/components/schemas/Seat"}, "Seat"),
        ({"const": "act"}, '"act"'),
        ({"enum": ["en", "fr"]}, '"en" | "fr"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}, "(string | number)[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Record<string, string>"),
        ({"type": "object", "properties": {"a-b": {"type": "boolean"}}}, '{ "a-b"?: boolean }'),
        ({}, "unknown"),
    ],
)
def test_each_shape_has_its_type(schema: dict[str, Any], told: str) -> None:
    assert type_of(schema) == told


def test_optional_parts_of_an_update_are_left_out_or_null_as_the_server_does_it() -> None:
    update = page().partition("export interface Update {")[2].partition("\n}")[0]
    assert "\n  viewer?: number;" in update and "\n  scene?: SceneSections | null;" in update


def test_the_file_is_written(tmp_path: Path) -> None:
    assert main([str(tmp_path / "server.ts")]) == 0
    assert (tmp_path / "server.ts").read_text(encoding="utf-8") == page()
