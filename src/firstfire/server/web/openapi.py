"""The OpenAPI document, made from the endpoints and their models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

import orjson
from pydantic import TypeAdapter

from ... import __version__
from ...kernel.presentation.languages import LANGUAGES
from ..protocol.messages import HEARD
from ..protocol.models import ClientRequest, Hello, Ping, RefusalBody
from .endpoint import Endpoint

SPOKEN: tuple[type, ...] = (Hello, *get_args(ClientRequest), Ping)
PARAMETER = re.compile(r"{(\w+)(?::(\w+))?}")
LANGUAGE = {"name": "language", "in": "query", "schema": {"enum": list(LANGUAGES)}}
SEAT = {"name": "seat", "in": "query", "schema": {"type": "string"}, "description": "a seat, -1 or open"}
STATE = {"name": "state", "in": "query", "schema": {"enum": ["open", "running", "finished", "mine"]}}


@cache
def written_document(endpoints: Sequence[Endpoint]) -> bytes:
    """The whole document, as JSON."""
    return orjson.dumps(document(endpoints))


@cache
def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document. OpenAPI has no WebSockets: what is said there, both ways, is among the
    schemas and listed under `x-websockets`."""
    models: list[type] = [RefusalBody, *SPOKEN, *HEARD.values(), *(e.says for e in endpoints)]
    models += [e.takes for e in endpoints if e.takes is not None]
    unique = list(dict.fromkeys(models))
    references, schemas = TypeAdapter.json_schemas(
        [(model, "validation", TypeAdapter(model)) for model in unique], ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        path = PARAMETER.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, references)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Firstfire", "version": __version__, "description": "See docs/reference/protocol.md."},
        "paths": paths,
        "x-websockets": {
            "/api/tables/{table}/ws": {
                "client": [references[model, "validation"] for model in SPOKEN],
                "server": [references[model, "validation"] for model in HEARD.values()],
            }
        },
        "components": {"schemas": schemas.get("$defs", {})},
    }


def _operation(endpoint: Endpoint, references: Any) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "step" else "string"}}
        for name, kind in PARAMETER.findall(endpoint.path)
    ]
    parameters.append(LANGUAGE)
    if "replay" in endpoint.path:
        parameters.append(SEAT)
    if (endpoint.method, endpoint.path) == ("GET", "/api/tables"):
        parameters.append(STATE)
    made: dict[str, Any] = {
        "operationId": endpoint.answer.__name__,
        "summary": (endpoint.answer.__doc__ or "").strip(),
        "parameters": parameters,
        "responses": {
            str(endpoint.status): _content(endpoint.says, references, "granted"),
            "4XX": _content(RefusalBody, references, "refused, with a sentence"),
        },
    }
    if endpoint.takes is not None:
        made["requestBody"] = {"required": True, **_content(endpoint.takes, references)}
    return made


def _content(model: type, references: Any, description: str = "") -> dict[str, Any]:
    content = {"content": {"application/json": {"schema": references[model, "validation"]}}}
    return {"description": description, **content} if description else content
