"""In the middle of a deal something breaks; afterwards all is as before, and the deal goes on to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Door
from tests.browser.house import QUICK, House
from tests.browser.link import Link, Way
from tests.browser.person import Person, Seen
from tests.browser.test_deals import HAPPY, PAGAT, QQ
from tests.browser.words import EN

LOST: Final = "Connection lost"


@pytest.fixture
def link(quick: House) -> Iterator[Link]:
    """A way to the quick server that can be cut."""
    made = Link(quick.port)
    yield made
    made.close()


def _in_mid_deal(ann: Person, game: str) -> Seen:
    """At one's second turn or later in the play, which nothing but oneself ends; what is seen then."""
    while True:
        ann.play_now(game)
        ann.reach_play()
        ann.answer()
        ann.wait_to_be_asked()
        if ann.result.count() == 0 and ann.hand.count() > 3:
            seen = ann.see()
            assert sum(EN.thinking in seat for seat in seen.seats) == 1
            return seen
        ann.button("To the lobby").or_(ann.button("Leave")).first.click()


def _same(ann: Person, seen: Seen) -> None:
    """Hand, seats, points, table, turn and choice are as before."""
    expect(ann.hand).to_have_count(len(seen.hand))
    ann.wait_to_be_asked()
    assert ann.see() == seen


def _to_the_end(ann: Person) -> None:
    ann.finish_by_robot()
    expect(ann.button(EN.checked)).to_be_visible()


def test_a_reload_loses_nothing(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE)
    seen = _in_mid_deal(ann, HAPPY)
    ann.page.reload()
    _same(ann, seen)
    _to_the_end(ann)


def test_the_lobby_leads_back_to_the_table(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE)
    seen = _in_mid_deal(ann, QQ)
    ann.page.goto(quick.url)
    ann.page.get_by_role("button", name="You have a game to finish").click()
    _same(ann, seen)
    _to_the_end(ann)


def test_a_lost_link_loses_nothing(link: Link, door: Door) -> None:
    ann = door(link.url, PHONE)
    seen = _in_mid_deal(ann, PAGAT)
    with ann.expecting_trouble():
        ann.page.context.set_offline(True)
        link.cut()
        expect(ann.page.get_by_text(LOST)).to_be_visible()
        assert ann.cards() == seen.hand
        assert not ann.asked(), "without a link nothing can be pressed"
        ann.page.wait_for_timeout(1500)
        link.mend()
        ann.page.context.set_offline(False)
        expect(ann.page.get_by_text(LOST)).to_have_count(0)
    _same(ann, seen)
    _to_the_end(ann)


@pytest.mark.parametrize("way", Way)
def test_a_play_into_a_broken_link_is_played_once(way: Way, link: Link, door: Door) -> None:
    """The link dies silently: either the play or its ack does not get through."""
    ann = door(link.url, PHONE)
    while True:
        seen = _in_mid_deal(ann, QQ)
        if ann.bar.get_by_text(EN.nothing).count() == 0:
            break
        _away(ann)
    ann.button(EN.hint, ann.bar).click()
    raised = [card.get_attribute("data-card") or "" for card in ann.raised.all()]
    with ann.expecting_trouble():
        expect(ann.button(EN.play, ann.bar)).to_have_attribute("aria-disabled", "false")
        link.swallow(way)
        ann.page.context.set_offline(True)
        ann.button(EN.play, ann.bar).click()
        ann.page.wait_for_timeout(300)
        assert not ann.asked(), "it waits for the answer to the play"
        assert ann.cards() == seen.hand, "nothing is played ahead"
        link.cut()
        expect(ann.page.get_by_text(LOST)).to_be_visible()
        link.mend()
        ann.page.context.set_offline(False)
        expect(ann.page.get_by_text(LOST)).to_have_count(0)
    left = [card for card in seen.hand if card not in raised]
    expect(ann.hand).to_have_count(len(left))
    ann.wait_to_be_asked()
    if ann.result.count() == 0:
        assert ann.cards() == left
        _to_the_end(ann)


def _away(ann: Person) -> None:
    ann.button("Leave").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()


def test_a_killed_server_loses_nothing(tmp_path: Path, door: Door) -> None:
    house = House(tmp_path, QUICK)
    house.start()
    try:
        ann = door(house.url, PHONE)
        seen = _in_mid_deal(ann, HAPPY)
        with ann.expecting_trouble():
            house.kill()
            expect(ann.page.get_by_text(LOST)).to_be_visible()
            house.start()
            expect(ann.page.get_by_text(LOST)).to_have_count(0)
        _same(ann, seen)
        _to_the_end(ann)
    finally:
        house.stop()


def test_a_stopped_server_loses_nothing(tmp_path: Path, door: Door) -> None:
    house = House(tmp_path, QUICK)
    house.start()
    try:
        ann = door(house.url, PHONE)
        seen = _in_mid_deal(ann, QQ)
        with ann.expecting_trouble():
            house.stop()
            expect(ann.page.get_by_text("The server restarts; every game is kept")).to_be_visible()
            house.start()
            expect(ann.page.get_by_text(LOST)).to_have_count(0)
        _same(ann, seen)
        _to_the_end(ann)
    finally:
        house.stop()


@pytest.mark.parametrize("back", [_same, lambda ann, seen: None], ids=["looked at", "at once"])
def test_a_second_tab_takes_over_and_the_first_can_take_it_back(
    back: Callable[[Person, Seen], None], quick: House, door: Door
) -> None:
    first = door(quick.url, PHONE)
    seen = _in_mid_deal(first, HAPPY)
    second = door.tab(first.page.context, first.page.url)
    back(second, seen)
    told = first.page.get_by_role("alertdialog", name="You are playing in another tab")
    expect(told).to_be_visible()
    first.button("Play here", told).click()
    expect(told).to_have_count(0)
    expect(second.page.get_by_role("alertdialog", name="You are playing in another tab")).to_be_visible()
    _same(first, seen)
    _to_the_end(first)
