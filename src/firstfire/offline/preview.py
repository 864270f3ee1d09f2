"""A web server for a look at the static edition: the files of a folder, compressed as servers do."""

from __future__ import annotations

import gzip
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
    ".wasm": "application/wasm", ".json": "application/json", ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
COMPRESSED = (".html", ".js", ".mjs", ".css", ".wasm", ".json", ".webmanifest", ".svg", ".txt")
FOREVER = ("/assets/", "/engine-")  # their names tell their content


def serving(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder, on a port of this computer."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Files, directory=str(folder)))


class Files(SimpleHTTPRequestHandler):
    """Files and nothing else: no lists of folders, no lines about requests."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> BytesIO | BinaryIO | None:
        """The head of an answer; its body is sent by who calls this."""
        file = Path(self.translate_path(self.path))
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            self.send_error(404)
            return None
        small = file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        content = _compressed(file, file.stat().st_mtime_ns) if small else file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", KINDS.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(content)))
        if small:
            self.send_header("Content-Encoding", "gzip")
        kept = any(f"{part}" in self.path for part in FOREVER)
        self.send_header("Cache-Control", "max-age=31536000, immutable" if kept else "no-cache")
        self.end_headers()
        return BytesIO(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@cache
def _compressed(file: Path, changed: int) -> bytes:
    return gzip.compress(file.read_bytes(), 6)
