"""Friends at one private table, each in a browser of their own."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, SIDEWAYS, Door
from tests.browser.house import House
from tests.browser.person import Person, play_deal
from tests.browser.words import EN

FULL: Final = 17


def test_three_friends_come_by_link_and_by_code_and_finish_two_deals(quick: House, door: Door) -> None:
    ann = door(quick.url, DESK)
    ann.button(EN.invite).click()
    ben = door(quick.url, PHONE)
    _enter_code(ben, _code(ann))
    cleo = door(_link(ann), SIDEWAYS)
    cleo.button(EN.sit_down).click()
    people = [ann, ben, cleo]
    for person in people:
        expect(person.page.get_by_role("heading", name="Everyone is here")).to_be_visible()
        person.button(EN.ready).click()
    for deal in (1, 2):
        play_deal(people)
        for person in people:
            expect(person.result.get_by_text(f"Deal {deal}", exact=True)).to_be_visible()
            expect(person.button(EN.checked)).to_be_visible()
        assert len({tuple(_totals(person)) for person in people}) == 1, "all see the same books"
        assert sum(_totals(ann)) == 0
        for person in people:
            person.next_deal()
        for person in people:
            expect(person.result).to_have_count(0)
    for person in people:
        expect(person.hand).to_have_count(FULL)


def test_a_friend_and_a_bot_that_the_owner_sets(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE)
    ann.button(EN.invite).click()
    ben = door(_link(ann), PHONE)
    ben.button(EN.sit_down).click()
    expect(ben.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(ben.button(EN.fill)).to_have_count(0)
    ann.button(EN.fill).click()
    people = [ann, ben]
    for person in people:
        expect(person.page.get_by_role("heading", name="Everyone is here")).to_be_visible()
        person.button(EN.ready).click()
    play_deal(people)
    assert _totals(ann) == _totals(ben)
    for person in people:
        expect(person.button(EN.checked)).to_be_visible()


def test_who_comes_to_a_full_table_or_with_a_wrong_code_is_told_so(quick: House, door: Door) -> None:
    ann = door(quick.url)
    ann.button(EN.invite).click()
    link = _link(ann)
    ann.button(EN.fill).click()
    ben = door(link)
    ben.button(EN.sit_down).click()
    expect(ben.page.get_by_text("You are watching")).to_be_visible()
    ben.button("Leave").click()
    _enter_code(ben, "000000" if _code(ann) != "000000" else "000001")
    expect(ben.page.get_by_text("There is no such table: check the code")).to_be_visible()
    expect(ben.page.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()


def _code(owner: Person) -> str:
    text: str = owner.page.get_by_test_id("code").inner_text()
    code = re.sub(r"\D", "", text)
    assert re.fullmatch(r"\d{6}", code)
    return code


def _link(owner: Person) -> str:
    return owner.page.get_by_role("textbox", name="Invitation link").input_value()


def _enter_code(person: Person, code: str) -> None:
    person.page.get_by_role("textbox", name=EN.code).fill(code)
    person.button(EN.join).click()


def _totals(person: Person) -> list[int]:
    """Running points by seat."""
    texts = person.result.locator("li[data-seat] .total").all_inner_texts()
    return [int(text.removeprefix("total ").replace("−", "-")) for text in texts]
