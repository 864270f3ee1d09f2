"""The TypeScript of everything that crosses the wire, made from the server's models.

    python -m firstfire.server.typescript web/src/net/server.ts

The client's types stand on it, so a field that the server renames is an error of the client's build.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..kernel.presentation import scene
from .web.openapi import document
from .web.rest import ENDPOINTS

HEAD = "/** What crosses the wire, made from the server's models by `make docs`; do not edit. */\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
NAME = re.compile(r"[A-Za-z_]\w*")


def page() -> str:
    """The whole file."""
    schemas: Mapping[str, Any] = document(ENDPOINTS)["components"]["schemas"]
    return HEAD + "".join(f"\n{_declaration(name, schemas[name])}" for name in sorted(schemas))


def _declaration(name: str, schema: Mapping[str, Any]) -> str:
    about = f"/** {_comment(schema['description'])} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{about}export type {name} = {type_of(schema)};\n"
    never_null = set(schema.get("left_out", ()))
    whole = hasattr(scene, name)  # scenes are sent with all their fields
    required = set(schema["properties"] if whole else schema.get("required", ()))
    required |= {field for field, shape in schema["properties"].items() if "const" in shape}
    lines = [f"export interface {name} {{"]
    for field, shape in schema["properties"].items():
        if "description" in shape:
            lines.append(f"  /** {_comment(shape['description'])} */")
        told = type_of(_without_null(shape) if field in never_null else shape)
        lines.append(f"  {_key(field)}{'' if field in required else '?'}: {told};")
    return about + "\n".join([*lines, "}"]) + "\n"


def type_of(schema: Mapping[str, Any]) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[several]))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return _object(schema)
    return PLAIN.get(schema.get("type", ""), "unknown")


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    inner = type_of(schema.get("items", {}))
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _object(schema: Mapping[str, Any]) -> str:
    if "properties" in schema:
        required = schema.get("required", ())
        fields = (f"{_key(n)}{'' if n in required else '?'}: {type_of(s)}" for n, s in schema["properties"].items())
        return f"{{ {'; '.join(fields)} }}"
    values = schema.get("additionalProperties", True)
    return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a field holds where it stands at all."""
    if "anyOf" not in schema:
        return schema
    return {"anyOf": [one for one in schema["anyOf"] if one.get("type") != "null"]}


def _key(name: str) -> str:
    return name if NAME.fullmatch(name) else json.dumps(name)


def _comment(text: str) -> str:
    return " ".join(text.split()).replace("*/", "* /")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where it goes: web/src/net/server.ts")
    parser.parse_args(argv).file.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
