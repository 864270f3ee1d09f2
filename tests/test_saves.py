"""Saved games: exact, whole, and refused with a reason when they are anything else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firstfire import Table
from firstfire.errors import BadComponents, BadSave, FirstfireError, SavedByNewer, SavedByOtherRules
from firstfire.kernel.game import Game
from firstfire.saves import parse_save


def played() -> Table:
    return Table.new("embers", 3, 2**63 + 5, names=["Ada", "Bo", "Cé"], interpreted=True).play("take 2", "take 3")


def changed(path: Path, **changes: Any) -> Path:
    data = json.loads(path.read_text(encoding="utf-8"))
    data.update(changes)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_save_replays_to_the_same_bytes(tmp_path: Path) -> None:
    table = played()
    loaded = Table.load(table.save(tmp_path / "night.json"), interpreted=True)
    assert bytes(loaded.state) == bytes(table.state)
    assert loaded.view(0).names() == ["Ada", "Bo", "Cé"]
    assert repr(loaded) == repr(table)


def test_a_save_has_the_rights_of_a_new_file_and_is_written_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fchmod", "chown", "umask"):
        monkeypatch.delattr(os, name, raising=False)  # as on Windows
    (tmp_path / "usual").touch()
    path = Table.new("embers", seed=1).save(tmp_path / "game.json")
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert Table.load(path).digest() == Table.new("embers", seed=1).digest()
    assert {file.name for file in tmp_path.iterdir()} == {"usual", "game.json"}, "no temporary file is left"


def test_a_save_keeps_who_plays_and_files_of_before_have_nobody(tmp_path: Path) -> None:
    table = played()
    table.origin = table.origin.with_seats(["person", "hunter", "search:1s"])
    path = table.save(tmp_path / "night.json")
    assert Table.load(path, interpreted=True).play("take 1").to_save().seats == ["person", "hunter", "search:1s"]
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["seats"]
    assert parse_save(json.dumps(data)).seats is None


def test_replay_walks_through_every_move(tmp_path: Path) -> None:
    path = played().save(tmp_path / "night.json")
    assert [table.state.pile for table in Table.replay(path, interpreted=True)] == [21, 19, 16]


def test_own_components_travel_with_the_save(tiny: Game, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    standard = (tiny.folder / "components.toml").read_text()
    own.write_text(standard.replace("embers = 21", "embers = 30"))
    table = Table.new(tiny, 2, 1, components=own, interpreted=True).play("take 1")
    path = table.save(tmp_path / "own.json")
    own.unlink()
    assert Table.load(path, interpreted=True).state.pile == 29
    changed(path, components=standard)
    with pytest.raises(SavedByOtherRules, match="other components"):
        Table.load(path, interpreted=True)
    changed(path, components="broken = ")
    with pytest.raises(BadComponents):
        Table.load(path, interpreted=True)


@pytest.mark.parametrize(
    ("changes", "error", "complaint"),
    [
        ({"format": "chess"}, BadSave, "not a saved game of Firstfire"),
        ({"version": 99}, SavedByNewer, "newer Firstfire"),
        ({"version": "one"}, BadSave, "which version"),
        ({"version": 0}, BadSave, "which version"),
        ({"names": ["Ada", " ", "Cé"]}, BadSave, "3 names are needed"),
        ({"names": ["Ada", "\u001b[2J", "Cé"]}, BadSave, "3 names are needed"),
        ({"rules_version": 99}, SavedByNewer, "newer rules"),
        ({"rules_version": 0}, SavedByOtherRules, "rules version 0"),
        ({"rules_version": True}, BadSave, "rules_version should be a whole number"),
        ({"box": "0123456789abcdef"}, SavedByOtherRules, "other components"),
        ({"game": "chess"}, BadSave, "no game called 'chess'"),
        ({"players": 9}, BadSave, "cannot be played by 9"),
        ({"options": {"a": "b"}}, BadSave, "no option 'a'"),
        ({"options": {"a": 1}}, BadSave, "should be texts"),
        ({"seed": -1}, BadSave, "seed should be from 0"),
        ({"seed": "7"}, BadSave, "seed should be a whole number"),
        ({"seed": 8}, BadSave, "does not end where"),
        ({"actions": ["take 9"]}, BadSave, "action 1 of the save file"),
        ({"actions": [1]}, BadSave, "should be texts"),
        ({"actions": ["take 2", "take 2"]}, BadSave, "does not end where"),
        ({"names": ["Ada"]}, BadSave, "3 names are needed"),
        ({"digest": 5}, BadSave, "digest should be"),
        ({"seats": "person"}, BadSave, "seats should be a list"),
        ({"seats": ["person"]}, BadSave, "who plays each of the 3 seats"),
        ({"seats": ["person", "x" * 101, "y"]}, BadSave, "who plays each of the 3 seats"),
        ({"seats": ["person", "\u001b[2J", "y"]}, BadSave, "who plays each of the 3 seats"),
        ({"seats": ["person", 1, "y"]}, BadSave, "who plays each of the 3 seats"),
    ],
)
def test_changed_files_are_refused(
    tmp_path: Path, changes: dict[str, Any], error: type[FirstfireError], complaint: str
) -> None:
    path = changed(played().save(tmp_path / "night.json"), **changes)
    with pytest.raises(error, match=complaint):
        Table.load(path, interpreted=True)


def test_every_missing_field_is_named(tmp_path: Path) -> None:
    path = tmp_path / "thin.json"
    path.write_text('{"format": "firstfire-save", "version": 1}')
    with pytest.raises(BadSave, match="game should be a text; rules_version should be a whole number"):
        Table.load(path)


def test_a_truncated_file_is_refused_at_every_length(tmp_path: Path) -> None:
    path = played().save(tmp_path / "night.json")
    text = path.read_text(encoding="utf-8")
    for length in range(0, len(text.rstrip()), 7):
        with pytest.raises(BadSave):
            parse_save(text[:length])


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[1, 2]", b"null", b'"text"', b"[" * 100_000])
def test_foreign_files_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(data)
    with pytest.raises(BadSave):
        Table.load(path)
    with pytest.raises(BadSave, match="cannot read"):
        Table.load(tmp_path / "missing.json")
    with pytest.raises(BadSave):
        Table.load(tmp_path)


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)  # fmt: skip
@given(
    key=st.sampled_from(["game", "seed", "actions", "names", "options", "players", "box", "seats"]),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    ),
)
def test_any_json_value_in_any_field_gives_a_table_or_a_clear_error(key: str, value: Any) -> None:
    table = played()
    data: dict[str, Any] = {"format": "firstfire-save", "version": 1, **table.to_save().__dict__, key: value}
    try:
        Table.from_save(parse_save(json.dumps(data)), interpreted=True)
    except FirstfireError as error:
        assert str(error)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    path = table.save(tmp_path / "night.json")
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(BadSave, match="No space left"):
        table.play("take 1").save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["night.json"]


def test_a_replay_of_a_changed_file_is_refused_at_once(tmp_path: Path) -> None:
    path = changed(played().save(tmp_path / "night.json"), seed=8)
    with pytest.raises(BadSave, match="does not end where"):
        Table.replay(path, interpreted=True)


def test_a_path_that_cannot_be_is_named() -> None:
    with pytest.raises(BadSave, match="cannot read"):
        Table.load("night\0.json")
    with pytest.raises(BadSave, match="cannot write"):
        played().save("night\0.json")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSave, match="cannot write"):
        played().save(tmp_path / "no" / "night.json")
