"""Generated lists: errors and refusals, the endpoints of the server, the environments of every game.

A part of the reference shelf, as `tools/reference/pages.py` writes it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from tools.reference.figures import markdown
from tools.reference.records import first_paragraph

from firstfire import errors
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.templates import outline
from firstfire.server.protocol.refusals import STATUS, server_words
from firstfire.server.web.rest import ENDPOINTS


def errors_page() -> str:
    """Every error of the library and every refusal of the server."""
    lines = [
        "# Errors",
        "",
        "## Errors of the library",
        "",
        "They are in `firstfire.errors`, and `except FirstfireError` catches all of them. A message says what was "
        "wrong, what was expected and what to do. A command that ends with one prints it and exits with status 2.",
        "",
    ]
    rows = [
        [f'<a id="{name.lower()}"></a>`{name}`', f"`{_public_base(kind).__name__}`", _cell(first_paragraph(kind))]
        for name, kind in error_classes()
    ]
    lines += [markdown(["error", "kind of", "when"], rows)]
    lines += [
        "## Refusals of the server",
        "",
        "The body of a refusal has the code and a whole sentence in the viewer's language "
        "([protocol](protocol.md#refusals)).",
        "",
    ]
    words = server_words("en")
    told = [
        [f'<a id="{code}"></a>`{code}`', str(status), _cell(outline(words.entries[f"refusal.{code}"]))]
        for code, status in sorted(STATUS.items())
    ]
    return "\n".join([*lines, markdown(["code", "HTTP status", "sentence"], told)])


def error_classes() -> Iterator[tuple[str, type]]:
    """The public errors, by name, as they stand in the source."""
    for name, kind in vars(errors).items():
        if inspect.isclass(kind) and issubclass(kind, errors.FirstfireError) and not name.startswith("_"):
            yield name, kind


def http_page() -> str:
    """Every endpoint of the server."""
    lines = [
        "# Endpoints",
        "",
        "`GET /api/openapi.json` has the models of all of them. [The protocol](protocol.md) explains them. A `?` marks "
        "a field that may be left out.",
        "",
    ]
    rows = [
        [endpoint.method, f"`{_path(endpoint.path)}`", _cell(first_paragraph(endpoint.answer)), _fields(endpoint.takes)]
        for endpoint in ENDPOINTS
    ]
    return "\n".join([*lines, markdown(["method", "path", "what", "body"], rows)])


def environments_page() -> str:
    """A card for each game: spaces, rewards, options, version, picture."""
    lines = [
        "# Environments",
        "",
        "The five games as environments. [Train on Firstfire](../how-to/train-on-firstfire.md) shows how to use them "
        "and what a reward is. Printed cards that we did not have are "
        "[reconstructions](../../README.md#what-is-printed-and-what-is-ours).",
        "",
    ]
    for name in GAMES:
        lines += _environment(find_game(name))
    return "\n".join(lines)


def _environment(game: Game) -> list[str]:
    words, seen = game.words("en"), game.observation
    title, most = words.say("game.title"), max(game.seats)
    titled = "".join(part.title() for part in game.name.split("_"))
    options = [f"`{option.name}`: {', '.join(f'`{value}`' for value in option.values)}" for option in game.options]
    rows = [
        ["Gymnasium", f"`firstfire/{titled}-v0`"],
        ["PettingZoo", f'`firstfire.envs.pettingzoo.env("{game.name}", players={game.seats[0]})`'],
        ["OpenSpiel", f"`firstfire_{game.name}(players={game.seats[0]})`"],
        ["batch", f'`make_batch("{game.name}", count=64, seats={game.seats[0]})`'],
        ["players", ", ".join(map(str, game.seats))],
        ["actions", f"`Discrete({len(game.actions)})`: [what they mean](game-{game.name}.md#actions)"],
        ["mask", f"{len(game.actions)}: bool (batch), int8 (Gymnasium, PettingZoo)"],
        ["observation", f"int16, {seen.size:,}: [what it means](game-{game.name}.md#observation)"],
        ["encoded", f"float32, {seen.encoded_size:,} columns (`game.observation.encode`)"],
        ["rewards", f"at the end of a game; batch: float32, (count, {most}), unused seats 0; Gymnasium: one number"],
        ["hidden information", f"[who may see what](../rules/{game.name}.en.md#secrets)"],
        ["options", "; ".join(options) or "none"],
        ["versions", f"rules {game.rules_version}, observation {seen.version} (`{seen.fingerprint}`)"],
        ["at most", f"{game.max_plies:,} decisions a game"],
    ]
    return [
        f"## {title}",
        "",
        f"![{title} in the browser](../pictures/{game.name}.jpg)",
        "",
        words.say("game.pitch"),
        "",
        markdown(["", title], rows),
    ]


def _path(path: str) -> str:
    return re.sub(r":\w+}", "}", path)  # {step:step} is {step}


def _fields(model: Any) -> str:
    """The fields of a body; what may be left out has a question mark."""
    if not is_dataclass(model):
        return "a save file" if model else ""
    free = {field.name for field in fields(model) if (field.default, field.default_factory) != (MISSING, MISSING)}
    return ", ".join(f"`{field.name}`{'?' if field.name in free else ''}" for field in fields(model))


def _public_base(kind: type) -> type:
    return next(base for base in kind.__mro__[1:] if not base.__name__.startswith("_"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# What each environment variable does; a test compares the names with those that the sources read.
VARIABLES = {
    "FIRSTFIRE_CACHE": "the folder above the cache of compiled rules (default: `XDG_CACHE_HOME`, else `~/.cache`)",
    "FIRSTFIRE_INTERPRET": "`1`: run the rules as plain Python, without compiling; starts at once",
    "FIRSTFIRE_LIBRARIES": "a folder of libraries that `firstfire build` made, instead of those of the wheel",
    "FIRSTFIRE_SECRET": "the server's secret, 32 characters or more, instead of the file `secret` of the data folder",
    "FIRSTFIRE_SMTP_PASSWORD": "the password for `serve --smtp`",
    "XDG_DATA_HOME": "the folder above games and saves (default: `~/.local/share`)",
    "XDG_CACHE_HOME": "see `FIRSTFIRE_CACHE`",
    "LOCALAPPDATA": "the folder above games and saves on Windows",
    "NO_COLOR": "if set, the terminal prints no bold and dim letters",
    "TERM": "`dumb`: the same",
    "DISPLAY": "without it (and without `WAYLAND_DISPLAY`) `serve` opens no browser on Linux",
    "WAYLAND_DISPLAY": "see `DISPLAY`",
}


def variables_table() -> str:
    """The environment variables that programs of the package read."""
    return markdown(["variable", "meaning"], [[f"`{name}`", meaning] for name, meaning in VARIABLES.items()])
