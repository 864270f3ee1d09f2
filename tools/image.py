"""The container's image, built and tried without a daemon: `make image`. It needs root and buildah.

    python tools/image.py                            from the images that deploy/Containerfile names
    python tools/image.py --debian build/debian.tar  from Debian's packages, where no registry can be reached
                                                     (mmdebstrap makes the file where it is missing)

What is tried: the server runs as the user of the image with a root that nobody can write, the health check passes,
a table is founded, and the server ends in peace when it is stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
BASE = "localhost/firstfire-base"
RELEASE, PACKAGES = "trixie", "ca-certificates,nodejs,npm,python3,python3-pip,python-is-python3"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
WAIT = 120  # seconds until the server answers
PORT = "8080"  # of the Containerfile
DEVICES = {"null": 3, "zero": 5, "random": 8, "urandom": 9}  # minor numbers; the major one is 1
Row = dict[str, Any]


class Buildah:
    """buildah with images of its own, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.words = ["buildah", "--storage-driver", "vfs", "--root", f"{folder}/images", "--runroot", f"{folder}/run"]

    def __call__(self, *words: str) -> str:
        """What buildah says to these words."""
        done = subprocess.run([*self.words, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    def build(self, bases: Sequence[str]) -> str:
        """The image of the project."""
        named = [word for base in bases for word in ("--build-arg", base)]
        file = ["--format", "docker", "--isolation", "chroot", "--file", "deploy/Containerfile"]
        self("bud", *file, *named, "--tag", "firstfire", ".")
        return "firstfire"

    def debian(self, tree: Path) -> str:
        """An image with Node and Python from Debian's packages; it trusts whom this machine trusts."""
        if not tree.exists():
            subprocess.run(["mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", RELEASE, tree], check=True)
        container = self("from", "scratch")
        self("add", container, str(tree), "/")
        self("copy", container, CERTIFICATES, CERTIFICATES)
        for told in ("PIP_BREAK_SYSTEM_PACKAGES=1", f"PIP_CERT={CERTIFICATES}", f"NODE_EXTRA_CA_CERTS={CERTIFICATES}"):
            self("config", "--env", told, container)
        self("commit", "--quiet", "--rm", container, BASE)
        return BASE

    @contextmanager
    def mounted(self, image: str) -> Iterator[Path]:
        """The files of an image."""
        container = self("from", image)
        try:
            yield Path(self("mount", container))
        finally:
            self("rm", container)

    def config(self, image: str) -> Row:
        """How containers of an image run."""
        found: Row = json.loads(self("inspect", "--type", "image", image))["Docker"]["config"]
        return found


def main() -> int:
    """Build the image, and try it."""
    parser = argparse.ArgumentParser(description="Build the container's image without a daemon, and try it.")
    parser.add_argument("--debian", type=Path, metavar="TAR", help="Debian's packages instead of images of a registry")
    arguments = parser.parse_args()
    if shutil.which("buildah") is None or os.geteuid() != 0:
        parser.error("this needs root and buildah")
    with TemporaryDirectory(prefix="image-") as place:
        buildah = Buildah(Path(place))
        base = buildah.debian(arguments.debian) if arguments.debian else ""
        image = buildah.build([f"NODE={base}", f"PYTHON={base}"] if base else [])
        config = buildah.config(image)
        with buildah.mounted(image) as tree:
            size = sum(file.lstat().st_size for file in tree.rglob("*") if not file.is_dir())
            print(f"{size / 1e6:.0f} MB, user {config['User']}, volumes {sorted(config['Volumes'])}", flush=True)
            attempt(tree, config)
    return 0


def attempt(tree: Path, config: Row) -> None:
    """Run the server on a root that nobody can write, ask it, and stop it."""
    user, port = config["User"], free_port()
    ((number, group),) = re.findall(rf"(?m)^{user}:[^:]*:(\d+):(\d+)", (tree / "etc/passwd").read_text())
    assert number != "0", "the user of the image is root"
    chroot = ["chroot", f"--userspec={number}:{group}", str(tree), "env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin"]
    chroot += [f"HOME=/home/{user}", "FIRSTFIRE_INTERPRET=1"]
    words, check = (
        [*chroot, *(word.replace(PORT, port) for word in told)]
        for told in (config["Entrypoint"], config["Healthcheck"]["Test"][1:])
    )
    with read_only(tree, ["/tmp", "/dev/shm", *config["Volumes"]]), TemporaryFile("w+") as log:
        refused = subprocess.run([*chroot, "touch", "/written"], capture_output=True, text=True, check=False)
        assert "Read-only file system" in refused.stderr, refused.stderr
        server, begun = subprocess.Popen(words, stdout=log, stderr=log), time.monotonic()
        try:
            while subprocess.run(check, capture_output=True, check=False).returncode:
                assert server.poll() is None and time.monotonic() - begun < WAIT, "the health check does not pass"
                time.sleep(1)
            print(f"healthy after {time.monotonic() - begun:.0f} s: {asked(port, '/api/health')}", flush=True)
            assert "<html" in asked(port, "/")
            wish = {"game": "totem", "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]}
            print(f"a table is founded: {json.loads(asked(port, '/api/tables', wish))['table']['id']}", flush=True)
        finally:
            server.send_signal(signal.SIGTERM)
            ended = server.wait(20)
            log.seek(0)
            print(said := log.read(), flush=True)
        assert ended in (0, -signal.SIGTERM) and '"level":"error"' not in said, f"the server ended with {ended}"
    print("stopped in peace")


def free_port() -> str:
    """A port of this machine that nobody uses."""
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        return str(link.getsockname()[1])


@contextmanager
def read_only(tree: Path, volumes: Sequence[str]) -> Iterator[None]:
    """A tree as a container with `--read-only` has it: only volumes can be written."""
    for name, minor in DEVICES.items():
        if not (device := tree / "dev" / name).exists():
            os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            device.chmod(0o666)
    (tree / "dev/shm").mkdir(exist_ok=True)
    (tree / "dev/shm").chmod(0o1777)
    run = partial(subprocess.run, check=True)
    run(["mount", "--bind", tree, tree])
    try:
        for volume in volumes:
            owner = (tree / volume[1:]).stat()
            rights = f"uid={owner.st_uid},gid={owner.st_gid},mode={owner.st_mode & 0o7777:o}"
            run(["mount", "-t", "tmpfs", "-o", rights, "tmpfs", tree / volume[1:]])
        run(["mount", "-o", "remount,bind,ro", tree])
        yield
    finally:
        run(["umount", "--recursive", tree])


def asked(port: str, path: str, body: object = None) -> str:
    """What the server answers."""
    data = json.dumps(body).encode() if body is not None else None
    request = Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        return str(answer.read().decode())


if __name__ == "__main__":
    sys.exit(main())
