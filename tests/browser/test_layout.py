"""Everything fits on every screen, also the landlord's twenty cards and hands that lie open."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Door
from tests.browser.house import House
from tests.browser.measure import SLACK, places
from tests.browser.person import DEAL_S, Person
from tests.browser.test_deals import HAPPY
from tests.browser.words import EN

SIZES: Final = ((320, 568), (360, 640), (667, 375), (768, 1024), (1280, 800))
LANDLORDS: Final = 20


def _at(person: Person, size: tuple[int, int]) -> None:
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.see()


def _faults(person: Person) -> list[str]:
    found = places(person)
    assert len(found.cards) == person.hand.count()
    assert len(found.seats) == 3
    return list(found.faults())


def _landlord(quick: House, door: Door) -> tuple[Person, Person]:
    """A landlord with an open hand whose lead it is, and a friend who has doubled; the third is a bot."""
    ben = door(quick.url, PHONE)
    ben.page.get_by_role("radio", name=HAPPY).check()
    ben.button(EN.invite).click()
    ann = door(ben.page.get_by_role("textbox", name="Invitation link").input_value(), PHONE)
    ann.button(EN.sit_down).click()
    expect(ann.button(EN.ready)).to_be_visible()
    ben.button(EN.fill).click()
    for person in (ann, ben):
        person.button(EN.ready).click()
    while True:
        _auction(ann, ben)
        if ben.hand.count() == LANDLORDS and ben.button(EN.hint, ben.bar).count() == 1:
            return ben, ann
        for person in (ann, ben):
            person.button(EN.autoplay).click()
        for person in (ann, ben):
            person.next_deal()
        for person in (ann, ben):
            expect(person.result).to_have_count(0)


def _auction(ann: Person, ben: Person) -> None:
    """Ben wants to be landlord and Ann does not, and both double, until one of them may play."""
    deadline_s = time.monotonic() + DEAL_S
    while not any(person.button(EN.hint, person.bar).count() for person in (ann, ben)):
        assert time.monotonic() < deadline_s, "the auction does not end"
        for person in (ann, ben):
            if person.asked() and person.button(EN.hint, person.bar).count() == 0:
                person.answer(eager=person is ben or person.button("Double", person.bar).count() == 1)


def test_twenty_cards_and_an_open_hand_fit_on_every_screen(quick: House, door: Door, tmp_path: Path) -> None:
    ben, ann = _landlord(quick, door)
    faults = {}
    for who, person in _round(ben, ann):
        for size in SIZES:
            _at(person, size)
            found = _faults(person)
            if found:
                name = f"{who}-{size[0]}x{size[1]}"
                faults[name] = found
                person.page.screenshot(path=tmp_path / f"{name}.png")
    assert faults == {}, "\n".join(f"{name}: {fault}" for name, found in faults.items() for fault in found)


def _round(ben: Person, ann: Person) -> Iterator[tuple[str, Person]]:
    """The screens to look at, before and after the landlord has led."""
    yield "landlord-leads", ben
    ben.button(EN.hint, ben.bar).click()
    yield "landlord-raises", ben
    ben.answer()
    ann.wait_to_be_asked()
    yield "peasant-follows", ann


def test_text_twice_as_large_can_be_used(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE)
    ann.play_now(HAPPY)
    ann.reach_play()
    ann.page.add_style_tag(content="html { font-size: 200% !important }")
    for size in (PHONE, DESK):
        _at(ann, size)
        found = places(ann)
        assert found.scrolls[0] <= SLACK, "nothing is to the right of the screen"
        for name in (EN.hint, EN.play, EN.autoplay):
            button = ann.button(name)
            button.scroll_into_view_if_needed()
            button.click(trial=True, force=name == EN.play)
            assert any(box.name == name and box.free for box in places(ann).buttons), name
        card = ann.hand.first
        card.scroll_into_view_if_needed()
        card.click(position={"x": 8, "y": 16})
        expect(ann.raised).to_have_count(1)
        ann.page.keyboard.press("Escape")
        expect(ann.raised).to_have_count(0)
    ann.answer()
