"""For everybody: by keyboard alone, with a screen reader, with less motion, in both languages."""

from __future__ import annotations

import re
import time
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Door
from tests.browser.house import House
from tests.browser.person import DEAL_S, Person
from tests.browser.test_deals import PAGAT
from tests.browser.words import EN, ZH, Words

GRAVE: Final = {"serious", "critical"}
_FOCUSED: Final = """
() => { const node = document.activeElement; return node.getAttribute("aria-label") || node.textContent.trim(); }
"""
_OUTLINED: Final = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
_WATCH_MOTION: Final = """
() => {
  const moved = (window.moved = new Set());
  setInterval(() => {
    for (const { effect } of document.getAnimations()) {
      const frames = effect.getKeyframes();
      const differ = (name) => new Set(frames.map((frame) => frame[name])).size > 1;
      const moves = ["transform", "translate", "scale", "rotate"].some(differ);
      if (moves && effect.getComputedTiming().duration > 20) moved.add(effect.target.outerHTML.slice(0, 80));
    }
  }, 30);
}
"""


def _grave(person: Person) -> list[str]:
    """What stands in somebody's way on this page, by rule and element; tried in both themes."""
    found = []
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        person.page.emulate_media(color_scheme=theme)
        person.rest()
        for violation in Axe().run(person.page).response["violations"]:
            if violation["impact"] in GRAVE:
                found += [f"{theme}: {violation['id']}: {node['html']}" for node in violation["nodes"]]
    return found


@pytest.mark.parametrize(("words", "size"), [(EN, PHONE), (ZH, DESK)], ids=["en", "zh"])
def test_nothing_stands_in_the_way_on_any_page(words: Words, size: tuple[int, int], quick: House, door: Door) -> None:
    ann = door(quick.url, size, words)
    expect(ann.page.get_by_role("button", name=words.play_now)).to_be_enabled()
    found = {"lobby": _grave(ann)}
    ann.button(words.settings).click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    found["settings"] = _grave(ann)
    ann.page.keyboard.press("Escape")
    ann.button(words.invite).click()
    expect(ann.page.get_by_role("list", name=words.chairs)).to_be_visible()
    found["gathering"] = _grave(ann)
    ann.button(words.fill).click()
    ann.button(words.ready).click()
    ann.wait_to_be_asked()
    found["auction"] = _grave(ann)
    ann.reach_play()
    found["play"] = _grave(ann)
    ann.finish_by_robot()
    expect(ann.button(words.checked)).to_be_visible()
    found["result"] = _grave(ann)
    ann.button(words.checked).click()
    found["fairness"] = _grave(ann)
    assert {page: grave for page, grave in found.items() if grave} == {}


def test_by_keyboard_alone(quick: House, door: Door) -> None:
    ann = door(quick.url, DESK)
    expect(ann.page.get_by_role("button", name=EN.play_now)).to_be_enabled()
    keys = ann.page.keyboard
    while ann.page.locator("input[type=radio]:focus").count() == 0:
        keys.press("Tab")
    keys.press("ArrowDown")
    expect(ann.page.get_by_role("radio", name=PAGAT)).to_be_checked()
    _tab_to(ann, f"^{EN.play_now} {PAGAT}", key="Shift+Tab")
    keys.press("Enter")
    plays = auctions = 0
    deadline_s = time.monotonic() + DEAL_S
    while plays < 3 or auctions == 0:
        assert time.monotonic() < deadline_s
        ann.wait_to_be_asked()
        if ann.result.count():
            _tab_to(ann, f"^{EN.next_deal}$")
            keys.press("Enter")
            expect(ann.result).to_have_count(0)
        elif ann.button(EN.hint, ann.bar).count():
            plays += 1
            _play_by_keys(ann)
        else:
            auctions += _bid_by_keys(ann)


def _bid_by_keys(ann: Person) -> bool:
    """Answer a question of the auction; False if it was gone before the keys were at its buttons."""
    offers = ann.bar.get_by_role("button").all_inner_texts()
    if not _reaches(ann, "^(" + "|".join((*EN.yes, *EN.no)) + ")"):
        assert ann.bar.get_by_role("button").all_inner_texts() != offers, f"Tab does not lead to {offers}"
        return False
    assert ann.page.evaluate(_OUTLINED), "it is to be seen where the focus is"
    ann.page.keyboard.press("Enter")
    _answered(ann, offers)
    return True


def _answered(ann: Person, offers: list[str]) -> None:
    """Wait until other buttons are there, or none."""
    deadline_s = time.monotonic() + DEAL_S
    while ann.asked() and ann.bar.get_by_role("button").all_inner_texts() == offers:
        assert time.monotonic() < deadline_s
        ann.page.wait_for_timeout(20)


def _play_by_keys(ann: Person) -> None:
    keys = ann.page.keyboard
    if ann.bar.get_by_text(EN.nothing).count():
        keys.press("p")
        expect(ann.bar.get_by_text(EN.nothing)).to_have_count(0)
        return
    _tab_to(ann, " of (clubs|diamonds|hearts|spades)$|joker$")
    keys.press("Home")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(ann.raised).to_have_count(1)
    assert ann.raised.get_attribute("data-card") == ann.cards()[min(1, ann.hand.count() - 1)]
    keys.press("Escape")
    expect(ann.raised).to_have_count(0)
    before = ann.hand.count()
    keys.press("h")
    expect(ann.raised).not_to_have_count(0)
    count = ann.raised.count()
    expect(ann.button(EN.play, ann.bar)).to_have_attribute("aria-disabled", "false")
    keys.press("Enter")
    expect(ann.hand).to_have_count(before - count)


def _tab_to(ann: Person, name: str, key: str = "Tab") -> None:
    """Press Tab until something of that name has the focus."""
    assert _reaches(ann, name, key), f"{key} does not lead to {name}"


def _reaches(ann: Person, name: str, key: str = "Tab") -> bool:
    """Press Tab until something of that name has the focus; False if it never has."""
    for _ in range(40):
        ann.page.keyboard.press(key)
        if re.search(name, ann.page.evaluate(_FOCUSED)):
            return True
    return False


@pytest.mark.parametrize("calm", [True, False], ids=["less motion", "motion"])
def test_who_wants_less_motion_gets_none(calm: bool, quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE, calm=calm)
    expect(ann.page.get_by_role("button", name=EN.play_now)).to_be_enabled()
    ann.page.evaluate(_WATCH_MOTION)
    ann.play_now(PAGAT)
    ann.reach_play()
    ann.answer()
    ann.wait_to_be_asked()
    if ann.result.count() == 0:
        ann.finish_by_robot()
    ann.rest()
    moved = ann.page.evaluate("() => [...window.moved]")
    assert bool(moved) is not calm, moved


def test_the_language_is_changed_on_the_page_and_kept(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE)
    ann.button(EN.settings).click()
    ann.page.get_by_role("radio", name="简体中文").check(force=True)
    ann.page.keyboard.press("Escape")
    chinese = ann.page.get_by_role("button", name=ZH.play_now)
    expect(chinese).to_be_visible()
    ann.page.reload()
    expect(chinese).to_be_enabled()
    expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    ann.button(ZH.settings).click()
    ann.page.get_by_role("radio", name="English").check(force=True)
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("button", name=EN.play_now)).to_be_visible()


def test_in_chinese_everything_is_chinese(quick: House, door: Door) -> None:
    ann = door(quick.url, PHONE, ZH)
    expect(ann.page.get_by_role("button", name=ZH.play_now)).to_be_enabled()
    seen = _latin(ann)
    ann.button(ZH.settings).click()
    seen |= _latin(ann) - {"English", "Esc"}
    ann.page.keyboard.press("Escape")
    ann.button(ZH.invite).click()
    expect(ann.button(ZH.fill)).to_be_visible()
    seen |= _latin(ann)
    ann.button(ZH.fill).click()
    ann.button(ZH.ready).click()
    ann.wait_to_be_asked()
    seen |= _latin(ann)
    ann.reach_play()
    seen |= _latin(ann)
    ann.finish_by_robot()
    expect(ann.button(ZH.checked)).to_be_visible()
    seen |= _latin(ann)
    assert seen - {"QQ"} == set()


def _latin(ann: Person) -> set[str]:
    """Latin words on the page, and among the names of what is on it; ranks are single letters."""
    labels = ann.page.locator("[aria-label]").evaluate_all("(all) => all.map((each) => each.ariaLabel).join(' ')")
    return {*re.findall(r"[A-Za-z]{2,}", f"{ann.page.locator('body').inner_text()} {labels}")}
