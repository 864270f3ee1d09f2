"""The wheel, built and installed as a stranger would have it: no checkout, no Node, no network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from firstfire.build.targets import TARGETS
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "firstfire"
GAMES = ("totem", "honga", "neta_tanka", "doggerland", "prehistory")

pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What a command prints; one that fails tells why."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the backend of the development environment; nothing is fetched."""
    assert (PACKAGE / "server" / "static" / "index.html").exists(), "the client is not built: `make web` builds it"
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
        "--wheel-dir", folder, ROOT)  # fmt: skip
    (built,) = folder.glob("firstfire-*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """An environment with nothing but the wheel and what it depends on, used from an empty folder."""

    programs: Path
    folder: Path

    @property
    def env(self) -> dict[str, str]:
        """No other program, no other Python path, a home of its own; rules as plain Python."""
        kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR") if name in os.environ}
        home = str(self.folder)
        return {**kept, "PATH": str(self.programs), "HOME": home, "XDG_DATA_HOME": home, "FIRSTFIRE_INTERPRET": "1"}

    def firstfire(self, *words: str) -> str:
        return run(self.programs / "firstfire", *words, cwd=self.folder, env=self.env)

    def python(self, code: str) -> str:
        return run(self.programs / "python", "-c", code, cwd=self.folder, env=self.env)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("elsewhere")
    place = folder / "environment"
    venv.create(place, with_pip=False)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    run(sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-index", "--no-deps",
        "--disable-pip-version-check", wheel)  # fmt: skip
    # The packages it depends on are those of this environment; what is only linked there (this checkout) is not found.
    (packages,) = (path for path in place.rglob("site-packages") if path.is_dir())
    paths = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (packages / "dependencies.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    away = folder / "home"
    away.mkdir()
    return Installed(programs, away)


def files_in(folder: Path) -> set[str]:
    """What was written there, not what Python left behind."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in found}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    template = {f"firstfire/template/{name}" for name in files_in(ROOT / "examples" / "embers")}
    assert inside == {f"firstfire/{name}" for name in files_in(PACKAGE)} | template
    for game in GAMES:
        for name in ("components.toml", *(f"{kind}.{end}" for kind, end in (("words/nl", "toml"), ("book/fr", "md")))):
            assert f"firstfire/games/{game}/{name}" in inside
    assert "firstfire/py.typed" in inside
    assert any(name.startswith("firstfire/server/store/migrations/versions/") for name in inside)


def test_the_readme_names_a_file_that_is_built(wheel: Path) -> None:
    name = wheel.name.replace("any", TARGETS["linux-x86_64"].tag)
    assert set(re.findall(r"firstfire-\S+\.whl", (ROOT / "README.md").read_text(encoding="utf-8"))) == {name}


def test_a_wheel_for_one_kind_of_computer_says_so_and_holds_its_libraries(wheel: Path, tmp_path: Path) -> None:
    libraries = tmp_path / "libraries"
    libraries.mkdir()
    (libraries / "embers.v1.00.so").write_bytes(b"machine code")
    tag = TARGETS["linux-aarch64"].tag
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
        "--wheel-dir", tmp_path, ROOT,
        env={**os.environ, "FIRSTFIRE_WHEEL_TAG": tag, "FIRSTFIRE_WHEEL_LIBRARIES": str(libraries)})  # fmt: skip
    built = zipfile.ZipFile(tmp_path / wheel.name.replace("any", tag))
    assert "firstfire/libraries/embers.v1.00.so" in built.namelist()
    (about,) = (name for name in built.namelist() if name.endswith(".dist-info/WHEEL"))
    told = built.read(about).decode()
    assert all(f"Tag: py3-none-{each}" in told for each in tag.split(".")) and "Root-Is-Purelib: false" in told


def test_playing_needs_numpy_alone(wheel: Path) -> None:
    (about,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    told = zipfile.ZipFile(wheel).read(about).decode()
    needed = [line for line in told.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert needed == ["Requires-Dist: numpy>=2.0"]


def test_it_runs_from_the_environment_and_not_from_the_checkout(installed: Installed) -> None:
    place = Path(installed.python("import firstfire; print(firstfire.__file__)").strip())
    assert installed.programs.parent in place.parents
    assert ROOT / "src" not in place.parents


def test_the_games_are_listed_and_a_rule_is_read_in_every_complete_language(installed: Installed) -> None:
    listed = installed.firstfire("games")
    assert [line.split()[0] for line in listed.splitlines()] == list(GAMES)
    told = [installed.firstfire("rules", "TT-K6", "--lang", language) for language in COMPLETE_LANGUAGES]
    assert all("TT-K6" in text for text in told) and len(set(told)) == len(COMPLETE_LANGUAGES)


def test_a_game_is_played_by_machines(installed: Installed) -> None:
    told = installed.firstfire("match", "totem", "--players", "greedy,random", "--games", "2", "--jobs", "1")
    assert "2 of 2 games" in told and "greedy" in told


def test_every_game_can_be_set_up_drawn_and_told(installed: Installed) -> None:
    code = (
        "from firstfire import Table, game, names\n"
        "from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES\n"
        "for name in names():\n"
        "    table = Table.new(name, seed=1)\n"
        "    table.play(table.legal()[0])\n"
        "    for language in COMPLETE_LANGUAGES:\n"
        "        assert table.view(table.player).scene(language).choices and table.log(language)\n"
        "        assert game(name).book(language).chapters\n"
        "    print(name)\n"
    )
    assert installed.python(code).split() == list(GAMES)


def test_a_new_game_is_begun(installed: Installed) -> None:
    installed.firstfire("new-game", "pebbles")
    assert {"components.toml", "rules/setup.py", "book/nl.md"} <= files_in(installed.folder / "pebbles" / "pebbles")


@contextmanager
def serving(installed: Installed) -> Iterator[str]:
    """The address of a server that was started as people start it."""
    words = [str(installed.programs / "firstfire"), "serve", "--port", "0", "--no-browser", "--late-workers"]
    with subprocess.Popen(
        words, cwd=installed.folder, env=installed.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, f"the server did not start: {said!r}"
            yield found[0].rstrip("/")
        finally:
            process.terminate()


def fetch(address: str) -> str:
    with urlopen(address) as answer:  # of this machine
        return str(answer.read().decode("utf-8"))


def test_the_server_gives_its_page_its_games_and_a_rulebook(installed: Installed) -> None:
    with serving(installed) as address:
        page = fetch(f"{address}/")
        assert "<title>Firstfire</title>" in page
        parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
        assert any(part.endswith(".js") for part in parts) and any(part.endswith(".css") for part in parts)
        for part in parts:
            assert fetch(f"{address}{part}")
        listed = json.loads(fetch(f"{address}/api/games"))
        assert [game["name"] for game in listed["games"]] == list(GAMES)
        assert "TT-K6" in fetch(f"{address}/api/games/totem/book?language=nl")
        # A table is kept in the database, which the migrations made.
        wish = {"game": "totem", "seats": [{"kind": "me"}, {"kind": "open"}], "language": "en"}
        asked = Request(f"{address}/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"})
        with urlopen(asked) as answer:
            assert answer.status == 201
