"""Languages are files: no code names one, the how-to lists every file, and one that is added needs nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firstfire import game
from firstfire.games import GAMES
from firstfire.kernel.presentation.languages import (
    COMPLETE_LANGUAGES,
    ENGLISH,
    LANGUAGES,
    LETTERS,
    folded,
    format_number,
    format_percent,
    language_of,
    plain_letters,
    plural_category,
)
from firstfire.kernel.presentation.words import COMMON, common_words, listed, translated

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "web/src/words", "web/src/offline/words", "examples", "tools", "docs")
READ = (".py", ".toml", ".yml", ".yaml", ".json", ".ts", ".sh")
NAMED = re.compile(r"^(?:[\w-]+\.)?(?P<code>[a-z]{2})\.(toml|md|ts|txt|webp)$")  # de.toml, totem.de.md
MADE = ("docs/rules/", "docs/pictures/rules/", "docs/welcome.")  # by tools
HOW_TO = (ROOT / "docs" / "how-to" / "add-a-language.md").read_text(encoding="utf-8")


def files() -> dict[str, str]:
    """Every file of the tree that belongs to a language, with its code."""
    return {
        path.relative_to(ROOT).as_posix(): match["code"]
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.*")
        if (match := NAMED.match(path.name)) and not {"static", "static_edition"}.intersection(path.parts)
    }


def test_the_how_to_lists_every_file_of_a_language() -> None:
    copied = re.findall(r"`((?:src|web|examples)/[\w/]+/)en(\.\w+)`", HOW_TO)
    listed = {f"{path.replace('GAME', name)}{{}}{end}" for path, end in copied for name in GAMES}
    listed |= {f"{path}{{}}{end}" for path, end in re.findall(r"`(tools/[\w/]+/)nl(\.\w+)`", HOW_TO)}
    for language in COMPLETE_LANGUAGES:
        own = {path for path, code in files().items() if code == language and not path.startswith(MADE)}
        assert {path.format(language) for path in listed} == own


def test_every_file_of_a_language_belongs_to_one_that_is_known() -> None:
    assert set(files().values()) == set(LANGUAGES)


LISTS = re.compile(  # "de": …, [de], [honga.de], totem.de.md, [en, fr], ("en", "fr")
    r"""["'](?:{codes})["']\s*:|\[(?:\w+\.)?(?:{codes})\]|\.(?:{codes})\.md|[\[(]["']?en["']?,\s*["']?(?:{codes})\b""".format(
        codes="|".join(set(COMPLETE_LANGUAGES) - {ENGLISH})
    )
)


def test_the_how_to_names_every_other_file_that_lists_languages() -> None:
    """Examples in the documentation are no lists of ours."""
    listed = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:md|toml|yml|py))`", HOW_TO))
    files_with_lists = [*ROOT.glob("*.*"), *(ROOT / "docs").glob("*.md"), *(ROOT / "tests").rglob("*.toml")]
    for folder in ("tools", "benchmarks", "deploy", "web/plugins"):
        files_with_lists += [path for path in (ROOT / folder).rglob("*.*") if path.suffix in READ]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files_with_lists
        if path.is_file() and not NAMED.match(path.name) and LISTS.search(path.read_text(encoding="utf-8"))
    }
    assert "tests/glossary.toml" in found and found <= listed


CODES = "|".join(sorted({*LANGUAGES, "de", "pl", "es", "it"} - {ENGLISH}))
CHOICE = re.compile(
    rf"""[!=]==?\s*["'](?:{CODES}|en)["']"""  # language == "fr"
    rf"""|["'](?:{CODES})["']\s*(?:[!=]==?|:(?!:))"""  # "fr" == language, {"fr": …}
    rf"""|\bin\s*[(\[{{]\s*["'](?:{CODES}|en)["']"""  # language in ("fr", …)
    rf"""|Literal\[["'](?:{CODES}|en)["']"""
    rf"""|\bcase\s+["'](?:{CODES}|en)["']"""
    rf"""|["'](?:{CODES})["'],"""  # a list of languages
    rf"""|^\s*(?:{CODES}):\s*\{{"""  # { fr: { … } }
    rf"""|[{{,]\s*(?:{CODES}):\s*[\w"'{{\[`/]"""  # { fr: 1, nl: 2 }
    rf"""|[{{\[(]\s*["'](?:{CODES})["']\s*[,}}\])]"""  # {"fr"}
    rf"""|/\^?\(?(?:\?:)?(?:{CODES})(?:\|[a-z]{{2}})*\)?\$?/"""  # /^(fr|nl)$/
    rf"""|["'](?:{CODES}|en)-[A-Z]{{2}}["']"""  # toLocaleString("fr-CH")
    r"""|(?i:\b(?:language|locale|lang)\b)[^"'`/\n]{0,20}"""  # any code, beside the word "language"
    r"""(?:[!=]==?|\.startsWith\(|\.startswith\(|\bin\s*[(\[{]?)\s*["'][a-z]{2}["'-]"""
)


@pytest.mark.parametrize(
    "line",
    [
        'if language == "fr":', "return l === 'nl' ? 1 : 2", 'x = {"fr": 1}', '("en", "fr", "nl")', "  fr: {",
        'language.startsWith("de")', "const few = { de: 1, pl: 2 };", 'QUOTED = {"de"}', "/^(de|pl)$/.test(language)",
        'settings.language === "hu"', 'if locale.startswith("hu-"):',
        'value.toLocaleString("de-DE")', 'match language: case "de":', 'if (new Set(["de", "pl"]).has(code))',
        'FORMS["de"]',
    ],
)  # fmt: skip
def test_a_choice_by_language_is_found(line: str) -> None:
    assert CHOICE.search(line)


ALL = re.compile(r"""^  all: "(\w+)",$""", re.MULTILINE)  # what a badge says for "all of them"


def test_no_code_knows_a_word_of_a_language() -> None:
    """The signs on pieces are taken apart by the habits that stand in a language's file, not by a list of words."""
    files = [path for path in (ROOT / "web" / "src" / "words").glob("??.ts") if path.stem != ENGLISH]
    words = {word for path in files for word in ALL.findall(path.read_text(encoding="utf-8"))}
    listed = re.compile(rf"[|(](?:{'|'.join(sorted(words))})[|)]")
    sources = [path for path in (ROOT / "web" / "src").rglob("*.ts") if not NAMED.match(path.name)]
    assert len(words) > 2 and listed.search("/^(?:all|tous|alle)(?= )/")
    assert [path.name for path in sources if listed.search(path.read_text(encoding="utf-8"))] == []


def test_no_code_chooses_by_a_language() -> None:
    """What a language needs stands in its file."""
    sources = [*(ROOT / "src" / "firstfire").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.svelte")]
    sources += [path for path in (ROOT / "web" / "src").rglob("*.ts") if path.name != "server.ts"]
    sources = [path for path in sources if not NAMED.match(path.name)]
    found = [
        f"{path.relative_to(ROOT)}, line {number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if CHOICE.search(line)
    ]
    assert len(sources) > 500 and found == []


BY_ITSELF = re.compile(r"""\}(?:&nbsp;|\\u00a0|\s)%|\}%<|\.join\(["'], ["']\)""")  # {share} %, names.join(", ")


@pytest.mark.parametrize(
    "line", ["`${share} %`", "<b>{share}&nbsp;%</b>", "<b>{share}%</b>", "`${n}\\u00a0%`", "{names.join(', ')}"]
)
def test_a_form_that_is_written_in_code_is_found(line: str) -> None:
    assert BY_ITSELF.search(line)


def test_no_component_writes_numbers_or_lists_by_itself() -> None:
    """`words/forms.ts` writes them as each language does. Styles are not read."""
    sources = [*(ROOT / "web" / "src").rglob("*.svelte")]
    texts = {path.name: path.read_text(encoding="utf-8").partition("<style>")[0] for path in sources}
    assert len(texts) > 50 and [name for name, text in texts.items() if BY_ITSELF.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_of_a_language_is_whole(language: str) -> None:
    known = language_of(language)
    assert known.name and known.colon.strip() == ":" and known.decimal in ".,"
    assert [len(known.outer), len(known.inner)] == [2, 2]


@pytest.mark.parametrize(
    ("language", "amount", "share", "names"),
    [
        ("en", "−1,234.5", "12.5%", "a, b and c"),
        ("de", "−1.234,5", "12,5\N{NO-BREAK SPACE}%", "a, b und c"),
        ("fr", "−1\N{NARROW NO-BREAK SPACE}234,5", "12,5\N{NO-BREAK SPACE}%", "a, b et c"),
        ("nl", "−1.234,5", "12,5%", "a, b en c"),
    ],
)
def test_numbers_and_lists_have_the_signs_of_their_language(language: str, amount: str, share: str, names: str) -> None:
    assert format_number(f"{-1234.5:,}", language) == amount and format_percent(0.125, language, ".1f") == share
    assert listed(common_words(language), ["a", "b", "c"]) == names


@pytest.mark.parametrize(("text", "searched"), json.loads((ROOT / "tests" / "folded.json").read_text(encoding="utf-8")))
def test_a_text_is_searched_in_small_plain_letters(text: str, searched: str) -> None:
    """The client is tested with the same file."""
    assert folded(text) == searched


def test_every_letter_of_a_language_has_plain_ones() -> None:
    assert LETTERS["ß"] == "ss" and plain_letters("Łódź: GROẞ, Œil ☀") == "Lodz: GROSS, OEil "
    assert all(len(letter) == 1 and letter.islower() and plain.isascii() for letter, plain in LETTERS.items())


# ── a language that somebody adds ──────────────────────────────────────────────────────

TOY = {
    "languages/xx.toml": """
        name = "Toy"
        partial = true
        colon = " :: "
        [plural]
        one = "n % 10 = 1"
        few = "n % 10 = 2..4"
    """,
    "words/xx.toml": """
        table.player = "Zorp {number}"
        terminal.unit = "{points} {points:one=zot|few=zota|other=zotam}"
    """,
    "server/words/xx.toml": '[refusal]\nno_seat = "Zorp: no seat."\n',
    "players/words/xx.toml": '[level]\nchild = "Zip"\n',
    "lab/playtest/words/xx.toml": "",
    "games/totem/words/xx.toml": '[game]\ntitle = "Zotem"\n[zone]\ndeck = "Zeck"\n',
    "games/totem/tutorial/xx.toml": "",
}

ASKED = """
import sys
from firstfire import Table, game
from firstfire.cli import main
from firstfire.kernel.checking.books import book_problems
from firstfire.kernel.checking.word_checkers import sentences_are_whole, words_are_whole
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, LANGUAGES
from firstfire.kernel.presentation.text_scene import colon_of
from firstfire.lab.playtest.speech import FOLDER
from firstfire.kernel.presentation.words import Words, common_words
from firstfire.players.levels import levels_of
from firstfire.server.protocol.models import SpeakLanguage
from firstfire.server.protocol.refusals import Refusal
from firstfire.tutorial import load

totem = game("totem")
assert "xx" in LANGUAGES and "xx" not in COMPLETE_LANGUAGES and "xx" in totem.languages
assert words_are_whole(totem) == sentences_are_whole(totem) == book_problems(totem) == []
words = totem.words("xx")
print(words.say("game.title"), words.say("zone.discard"), colon_of("xx"), sep="|")
print(*(common_words("xx").say("terminal.unit", points=n) for n in (1, 3, 5, 11)), sep="|")
print(common_words("xx").say("table.player", number=2), Refusal("no_seat").sentence("xx"), sep="|")
print(game("honga").words("xx").say("game.title"), totem.book("xx").title, levels_of("totem")[0].title("xx"), sep="|")
print(SpeakLanguage(type="language", id="1", language="xx").language, bool(load(totem).said(0, "xx")["text"]), sep="|")
table = Table.new("totem", 2, 1, interpreted=True)
print(bool(Words.of(FOLDER, "xx").entries), [zone.label for zone in table.view(0).scene("xx").zones])
sys.exit(main(["show", "totem seed=7 players=2", "--lang", "xx"]))
"""


def test_a_language_that_is_added_works_without_a_change_of_code(tmp_path: Path) -> None:
    """By the how-to: files beside those of English. What they do not say is read in English."""
    package = tmp_path / "firstfire"
    shutil.copytree(ROOT / "src" / "firstfire", package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    for path, text in TOY.items():
        assert (package / path).with_name(f"{ENGLISH}.toml").is_file()
        (package / path).write_text(text, encoding="utf-8")
    shutil.copy(package / "games/totem/book/en.md", package / "games/totem/book/xx.md")
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path), "FIRSTFIRE_INTERPRET": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "Zotem|Discard pile|\N{NO-BREAK SPACE}:: ",
        "1 zot|3 zota|5 zotam|11 zot",
        "Zorp 2|Zorp: no seat.",
        "Honga|Totem|Zip",
        "xx|True",
    ]
    assert lines[5].startswith("True ") and "Zeck" in done.stdout


def test_polish_shows_that_three_plural_forms_and_a_partial_language_work() -> None:
    words = game("totem").words("pl")
    said = [words.say("label.unseen", count=count).split()[-1] for count in (1, 2, 5, 12, 22, 25)]
    assert said == ["karta)", "karty)", "kart)", "kart)", "karty)", "kart)"]
    assert game("honga").words("pl").say("zone.herd") == game("honga").words("en").say("zone.herd"), "missing: English"
    assert 0 < translated([COMMON], "pl") < translated([game("totem").folder / "words"], "pl") == 100
    assert translated([COMMON], "fr") == 100


def test_plural_rules_are_those_of_cldr() -> None:
    """Node has the tables of CLDR; categories that only fractions or millions have do not count."""
    numbers = [*range(210), 999, 1000, 1001, 1012, 1022, 99999]
    script = "const [codes, numbers] = JSON.parse(process.argv[1]); console.log(JSON.stringify(codes.map((code) => "
    script += "{ const rules = new Intl.PluralRules(code); return numbers.map((number) => rules.select(number)); })))"
    node = subprocess.run(
        ["node", "-e", script, json.dumps([LANGUAGES, numbers])], capture_output=True, text=True, check=True
    )
    told = dict(zip(LANGUAGES, json.loads(node.stdout), strict=True))
    assert told == {code: [plural_category(number, code) for number in numbers] for code in LANGUAGES}
