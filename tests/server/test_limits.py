"""How fast somebody may ask, and who that somebody is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from firstfire.server.limits import Bucket, address_key
from firstfire.server.settings import UNLIMITED


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_address_counts_as_its_household(address: str, key: str) -> None:
    assert address_key(address) == key


def test_a_bucket_is_not_emptied_by_time_that_goes_back() -> None:
    bucket = Bucket(per_second=50, size=3)
    assert bucket.take(1_000_000.0) and bucket.take(996_400.0) and bucket.take(996_400.0)
    assert not bucket.take(996_400.0)  # dry, as it should be…
    assert bucket.take(1_000_001.0)  # …and full again a second later


def test_a_clock_set_back_shuts_nobody_out(
    open_site: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = open_site(limits=replace(UNLIMITED, requests_per_second=50, requests_at_once=5))
    assert site.get("/api/health").status_code == 200
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now - 3600)
    assert {site.get("/api/health").status_code for _ in range(3)} == {200}
