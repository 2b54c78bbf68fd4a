"""Whole deals against bots, through what is on the screen."""

from __future__ import annotations

import math
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, SIDEWAYS, Door
from tests.browser.house import House
from tests.browser.person import Person, play_deal

HAPPY: Final = "Happy Dou Dizhu"
PAGAT: Final = "Three-Player Dou Dizhu, Bidding Rounds"
QQ: Final = "QQ Dou Dizhu"
FULL: Final = 17


@pytest.mark.parametrize(
    ("game", "size"),
    [(game, size) for game in (HAPPY, PAGAT, QQ) for size in (PHONE, DESK)] + [(HAPPY, SIDEWAYS)],
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
def test_a_deal_is_played_to_its_receipt_and_the_next_begins(
    game: str, size: tuple[int, int], quick: House, door: Door
) -> None:
    ann = door(quick.url, size)
    ann.play_now(game)
    play_deal([ann])
    expect(ann.button(ann.words.checked)).to_be_visible()
    _adds_up(ann)
    assert {ann.words.hint, ann.words.play, ann.words.passing} & {*ann.pressed}
    ann.next_deal()
    expect(ann.result).to_have_count(0)
    expect(ann.hand).to_have_count(FULL)
    ann.wait_to_be_asked()


def _adds_up(ann: Person) -> None:
    """Every factor is a line, they multiply to the sum, and the points follow from it. Source: rulebook.md 2.8."""
    factors = [_figure(text) for text in ann.result.locator("dl.lines > div:not(.sum) dd").all_inner_texts()]
    unit = _figure(ann.result.locator("dl.lines > .sum dd").inner_text())
    assert factors
    assert math.prod(factors) == unit
    rows = ann.result.locator("li[data-seat]").all()
    doubled = [_doubled(row.inner_text()) for row in rows]
    points = [int(row.locator(".delta .sr").inner_text().replace("−", "-")) for row in rows]
    landlord = [row.get_by_role("img", name="landlord").count() for row in rows].index(1)
    won = ann.result.get_by_role("heading", name="Landlord wins").count()
    shares = [unit * doubled[landlord] * doubled[seat] for seat in range(3)]
    shares[landlord] = -sum(shares[seat] for seat in range(3) if seat != landlord)
    assert points == [-share if won else share for share in shares]


def _figure(text: str) -> int:
    """The worth at the end of a line such as ``×2`` or ``2³ ×8``."""
    return int(re.findall(r"\d+", text)[-1])


def _doubled(text: str) -> int:
    found = re.search(r"doubled ×(\d+)", text)
    return int(found[1]) if found else 1
