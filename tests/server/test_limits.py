"""Budgets that refill: how much at once, how much in the long run, and what is forgotten."""

from __future__ import annotations

import pytest

from dizhu.server import limits
from dizhu.server.limits import Allowance, household


def taken(allowance: Allowance, key: str, *times_ms: float) -> list[bool]:
    return [allowance.take(key, now_ms) for now_ms in times_ms]


def test_so_many_at_once_and_no_more() -> None:
    assert taken(Allowance(20, 3), "a", 0, 0, 0, 0, 0) == [True, True, True, False, False]


def test_one_comes_back_after_its_time() -> None:
    allowance = Allowance(20, 2)
    assert taken(allowance, "a", 1000, 1000, 1049, 1050, 1050, 1100) == [True, True, False, True, False, True]


def test_what_is_refused_costs_nothing() -> None:
    allowance = Allowance(20, 1)
    assert taken(allowance, "a", 0, *[10] * 100, 50) == [True, *[False] * 100, True]


def test_several_are_taken_together_or_not_at_all() -> None:
    allowance = Allowance(20, 5)
    assert [allowance.take("a", 0, count) for count in (3, 3, 2, 1)] == [True, False, True, False]


def test_a_long_rest_gives_no_more_than_the_burst() -> None:
    allowance = Allowance(20, 2)
    assert taken(allowance, "a", 0, 10**9, 10**9, 10**9) == [True, True, True, False]


def test_everybody_has_a_budget_of_his_own() -> None:
    allowance = Allowance(20, 1)
    assert [allowance.take(key, 0) for key in "abab"] == [True, True, False, False]


def test_what_was_not_used_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_REMEMBERED", 2)
    allowance = Allowance(20, 1)
    assert [allowance.take(key, 0) for key in "abcbca"] == [True, True, True, False, False, True]


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("", ""),
        ("a proxy", "a proxy"),
    ],
)
def test_a_household_has_one_address(address: str, stands_for: str) -> None:
    assert household(address) == stands_for
