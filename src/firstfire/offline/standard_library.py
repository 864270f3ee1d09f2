"""The standard library that comes with Pyodide, without what no page needs: fewer bytes for everybody who comes."""

from __future__ import annotations

import io
import zipfile

SMALLEST = 9  # of zlib
LEFT_OUT = (
    "_pyrepl", "bdb", "cProfile", "compileall", "doctest", "ensurepip", "filecmp", "ftplib", "idlelib", "imaplib",
    "lib2to3", "mailbox", "modulefinder", "multiprocessing", "netrc", "nntplib", "optparse", "pdb", "pickletools",
    "poplib", "profile", "pstats", "pyclbr", "pydoc", "pydoc_data", "sched", "shelve", "smtplib", "socketserver",
    "sqlite3", "tabnanny", "telnetlib", "test", "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv",
    "wsgiref", "xml", "xmlrpc", "zipapp",
)  # fmt: skip
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig")


def trimmed(library: bytes) -> bytes:
    """The archive of the library (python_stdlib.zip) with fewer files in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as whole, zipfile.ZipFile(made, "w") as fewer:
        for entry in sorted(whole.infolist(), key=lambda each: each.filename):
            if not entry.is_dir() and _is_needed(entry.filename):
                kept = zipfile.ZipInfo(entry.filename, entry.date_time)
                fewer.writestr(kept, whole.read(entry), zipfile.ZIP_DEFLATED, SMALLEST)
    return made.getvalue()


def _is_needed(path: str) -> bool:
    first, *rest = path.split("/")
    if first == "encodings" and rest:
        return rest[-1].partition(".")[0] in ENCODINGS
    return first.partition(".")[0] not in LEFT_OUT
