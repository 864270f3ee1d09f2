"""A page that is older than the server can know it: every answer and every welcome names the client handed out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Desk

from firstfire.server.protocol import build
from firstfire.server.protocol.build import HEADER, client_build

PAGE = '<!doctype html><script type="module" crossorigin src="/assets/index-{}.js"></script>'


def written(page: Path, name: str, moment: int) -> None:
    page.write_text(PAGE.format(name), encoding="utf-8")
    os.utime(page, ns=(moment, moment))


def test_the_build_is_that_of_the_page_as_it_lies_there_now(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    assert client_build(page) == ""
    written(page, "Dmh0-R4z", 1_000_000_000)
    assert client_build(page) == "index-Dmh0-R4z"
    written(page, "new", 2_000_000_000)  # built anew while the server runs
    assert client_build(page) == "index-new"
    page.write_text("<!doctype html>", encoding="utf-8")
    assert client_build(page) == ""


def test_every_answer_and_every_welcome_name_it(
    client: TestClient, two: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "PAGE", tmp_path / "index.html")
    assert HEADER not in client.get("/api/games").headers
    written(tmp_path / "index.html", "new", 1_000_000_000)
    assert client.get("/api/games").headers[HEADER] == "index-new"
    assert client.get("/api/games/chess").headers[HEADER] == "index-new"  # a refusal too
    fresh = two.enter("crug")
    assert fresh.seen[0]["build"] == "index-new"
    two.leave("crug")
    again = two.enter("crug", resume=("crug", fresh.last))
    assert again.seen[-1]["resumed"] and again.seen[-1]["build"] == "index-new"
