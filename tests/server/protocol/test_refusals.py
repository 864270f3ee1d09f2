"""Refusals: whole sentences in three languages, English only in the detail."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, new_table

from firstfire import names
from firstfire.errors import BadSave, BadSetup, SavedByNewer, SavedByOtherRules
from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, LANGUAGES
from firstfire.server.protocol.refusals import STATUS, Refusal, bad_save, bad_setup, check_setup, server_words

SETTLED = {  # what a game itself refuses: players, options
    "honga": (2, {"start": "5"}),
    "doggerland": (2, {"difficulty": "hard"}),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_and_every_word_a_code(language: str) -> None:
    said = {key.removeprefix("refusal.") for key in server_words(language).entries if key.startswith("refusal.")}
    assert said == set(STATUS)


@pytest.mark.parametrize(
    ("error", "word"),
    [(BadSave("x"), "modifi"), (SavedByNewer("x"), "récent"), (SavedByOtherRules("x"), "règles")],
)
def test_a_bad_save_is_explained_in_the_language_of_the_reader(error: BadSave, word: str) -> None:
    refusal = bad_save(error)
    assert word in refusal.sentence("fr") and refusal.detail == "x" and "{" not in refusal.sentence("fr")
    assert len({refusal.sentence(language) for language in COMPLETE_LANGUAGES}) == len(COMPLETE_LANGUAGES)


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [(9, {}, "9"), (2, {"moon": "full"}, "moon"), (2, {"sum_forced": "nobody"}, "nobody")],
)
def test_impossible_tables_are_explained_in_every_language(players: int, options: dict[str, str], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_setup(find_game("totem"), players, options)
    sentences = {refused.value.sentence(language) for language in COMPLETE_LANGUAGES}
    assert len(sentences) == len(COMPLETE_LANGUAGES) and (
        said == "9" or all(said in sentence for sentence in sentences)
    )


@pytest.mark.parametrize("game", names())
def test_what_the_kernel_takes_the_server_takes(game: str) -> None:
    found = find_game(game)
    check_setup(found, max(found.seats), {option.name: option.default for option in found.options})


@pytest.mark.parametrize(("game", "wish"), SETTLED.items())
def test_what_a_game_refuses_is_refused_in_words(game: str, wish: tuple[int, dict[str, str]]) -> None:
    with pytest.raises(Refusal) as refused:
        check_setup(find_game(game), *wish)
    assert refused.value.code == "bad_setup" and refused.value.detail
    assert len({refused.value.sentence(language) for language in COMPLETE_LANGUAGES}) == len(COMPLETE_LANGUAGES)


def test_a_game_may_have_words_of_its_own_for_a_refusal() -> None:
    error = BadSetup("in English")
    error.word, error.details = "game.title", {}
    found = find_game("totem")
    for language in LANGUAGES:
        assert found.words(language).say("game.title") in bad_setup(error, found).sentence(language)


def test_readers_get_the_sentence_and_programmers_the_detail(client: TestClient) -> None:
    wrong = client.put("/api/me", json={"nome": "x"}, headers={"Accept-Language": "nl"}).json()
    assert wrong["code"] == "malformed" and "nome" in wrong["detail"] and "nome" not in wrong["sentence"]
    broken = client.post(
        "/api/saves", content="{", headers={"Content-Type": "application/json"}, params={"language": "nl"}
    )
    assert "beschadigd" in broken.json()["sentence"] and "JSON" in broken.json()["detail"]
    table = new_table(client, "embers", ["me", "hot"])["table"]["id"]
    with Sitter(client, table, language="fr") as sitter:
        answer = sitter.say("chat", text="")
        assert answer["detail"] and "illisible" in answer["sentence"]
        assert "detail" not in sitter.say("undo", version=0)
