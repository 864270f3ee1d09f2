"""Messages to browsers: encrypted and signed as the standards say."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec
from tests.server.push_service import PushedBrowser, coded, uncoded

from firstfire.server.notices.web_push import PushKey, encrypted, is_point


def key(text: str) -> ec.EllipticCurvePrivateKey:
    made: ec.EllipticCurvePrivateKey = ec.derive_private_key(int.from_bytes(uncoded(text), "big"), ec.SECP256R1())
    return made


def test_the_worked_example_of_rfc_8291() -> None:
    """Appendix A: keys, salt and every byte of the message."""
    browser = PushedBrowser(key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), uncoded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = encrypted(
        b"When I grow up, I want to be a watermelon", browser.public, browser.auth,
        own=key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), salt=uncoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )  # fmt: skip
    assert coded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_that_browser_can_read_and_no_two_messages_are_alike() -> None:
    browser, other = PushedBrowser(), PushedBrowser()
    one, two = (encrypted(b"it is your turn", browser.public, browser.auth) for _ in range(2))
    assert browser.read(one) == browser.read(two) == b"it is your turn" and one != two
    try:
        other.read(one)
    except Exception as error:
        assert type(error).__name__ == "InvalidTag"
    else:
        raise AssertionError("another browser has read it")


def test_the_servers_key_lasts_as_long_as_its_secret() -> None:
    assert PushKey("a" * 32).public == PushKey("a" * 32).public != PushKey("b" * 32).public
    assert is_point(uncoded(PushKey("a" * 32).public)) and not is_point(b"\x04" + b"\x01" * 64)
