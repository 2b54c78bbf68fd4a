"""Cards in the hand: tapped, swiped, kept, hinted, refused, and played by the robot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Door
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.test_deals import HAPPY, PAGAT
from tests.browser.words import EN


def _spot(person: Person, card: str) -> tuple[float, float]:
    """Where a finger meets a card."""
    box = person.card(card).bounding_box()
    assert box is not None
    return box["x"] + 9, box["y"] + 18


def _swipe(person: Person, cards: Sequence[str]) -> None:
    """Draw a finger over cards."""
    touch = person.page.context.new_cdp_session(person.page)
    spots = [{"x": x, "y": y} for x, y in (_spot(person, card) for card in cards)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spots[:1]})
    for spot in spots:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [spot]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def _raised(person: Person) -> list[str]:
    return [card.get_attribute("data-card") or "" for card in person.raised.all()]


def _ready(house: House, door: Door, game: str = PAGAT) -> Person:
    """Somebody who is asked for a play, and may have the next one too."""
    ann = door(house.url, PHONE)
    ann.play_now(game)
    ann.reach_play()
    return ann


def test_taps_toggle_and_swipes_take_and_release_ranges(calm: House, door: Door) -> None:
    ann = _ready(calm, door)
    cards = ann.cards()
    ann.page.touchscreen.tap(*_spot(ann, cards[2]))
    expect(ann.raised).to_have_count(1)
    assert _raised(ann) == [cards[2]]
    ann.page.touchscreen.tap(*_spot(ann, cards[2]))
    expect(ann.raised).to_have_count(0)
    _swipe(ann, cards[1:6])
    expect(ann.raised).to_have_count(5)
    assert _raised(ann) == cards[1:6]
    ann.rest()
    _swipe(ann, cards[3:6][::-1])
    expect(ann.raised).to_have_count(2)
    assert _raised(ann) == cards[1:3]
    ann.page.touchscreen.tap(*_spot(ann, cards[-1]))
    expect(ann.raised).to_have_count(3)
    ground = ann.page.get_by_test_id("table").bounding_box()
    assert ground is not None
    ann.page.mouse.dblclick(ground["width"] / 2, ground["height"] * 0.42)
    expect(ann.raised).to_have_count(0)


def test_a_mouse_swipes_too(calm: House, door: Door) -> None:
    ann = door(calm.url, DESK)
    ann.play_now(PAGAT)
    ann.wait_to_be_asked()
    ann.rest()
    cards = ann.cards()
    ann.page.mouse.move(*_spot(ann, cards[4]))
    ann.page.mouse.down()
    ann.page.mouse.move(*_spot(ann, cards[7]), steps=4)
    ann.page.mouse.up()
    expect(ann.raised).to_have_count(4)
    assert _raised(ann) == cards[4:8]


def test_cards_raised_while_others_think_stay_raised(calm: House, door: Door) -> None:
    ann = _ready(calm, door)
    ann.answer()
    expect(ann.bar).to_have_count(0)
    cards = ann.cards()
    wanted = [cards[0], cards[5], cards[-1]]
    for card in wanted:
        ann.page.touchscreen.tap(*_spot(ann, card))
    assert _raised(ann) == wanted
    ann.wait_to_be_asked()
    assert ann.result.count() == 0
    assert _raised(ann) == wanted


def test_what_is_no_play_cannot_be_played_and_stays(quick: House, door: Door) -> None:
    ann = _ready(quick, door)
    while ann.bar.get_by_text(EN.nothing).count():
        ann.answer()
        _next_question(ann)
    seen = ann.see()
    ranks = [card[0] for card in seen.hand]
    at = next(i for i, (one, other) in enumerate(pairwise(ranks)) if one != other and not {one, other} & {"x", "X"})
    wanted = seen.hand[at : at + 2]
    for card in wanted:
        ann.page.touchscreen.tap(*_spot(ann, card))
    expect(ann.page.get_by_text(EN.no_combo)).to_be_visible()
    play = ann.button(EN.play, ann.bar)
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_timeout(400)
    assert _raised(ann) == wanted
    assert ann.see() == seen


def test_cards_laid_back_and_raised_again_can_be_played(quick: House, door: Door) -> None:
    ann = _ready(quick, door)
    while ann.bar.get_by_text(EN.nothing).count():
        ann.answer()
        _next_question(ann)
    ann.button(EN.hint, ann.bar).click()
    cards = _raised(ann)
    play = ann.button(EN.play, ann.bar)
    for count in (0, len(cards)):
        expect(play).to_have_attribute("aria-disabled", "false" if count == 0 else "true")
        for card in cards:
            ann.page.touchscreen.tap(*_spot(ann, card))
        expect(ann.raised).to_have_count(count)
    expect(play).to_have_attribute("aria-disabled", "false")
    ann.play(len(cards))


def test_hints_go_round_and_change_nothing(quick: House, door: Door) -> None:
    ann = _ready(quick, door)
    while True:
        seen, clock = ann.see(), _seconds(ann)
        shown = _all_hints(ann) if _must_beat(ann) else []
        if len(shown) > 1:
            break
        ann.answer()
        _next_question(ann)
    assert ann.see() == seen
    assert _seconds(ann) <= clock
    ann.page.reload()
    expect(ann.hand).to_have_count(len(seen.hand))
    ann.wait_to_be_asked()
    assert ann.see() == seen
    assert _raised(ann) == []


def _must_beat(ann: Person) -> bool:
    """Whether there is something to beat, and it can be."""
    return ann.button(EN.passing, ann.bar).count() == 1 and ann.bar.get_by_text(EN.nothing).count() == 0


def _all_hints(ann: Person) -> list[list[str]]:
    """The plays that are proposed, each once; the first comes again after the last."""
    shown: list[list[str]] = []
    while True:
        ann.button(EN.hint, ann.bar).click()
        expect(ann.button(EN.play, ann.bar)).to_have_attribute("aria-disabled", "false")
        raised = _raised(ann)
        if raised in shown:
            assert raised == shown[0]
            return shown
        shown.append(raised)


def _next_question(ann: Person) -> None:
    """On to the next turn, in the next deal if this one is over."""
    ann.wait_to_be_asked()
    if ann.result.count():
        ann.next_deal()
        expect(ann.result).to_have_count(0)
    ann.reach_play()


def _seconds(ann: Person) -> int:
    """What is left on the own clock."""
    return int(ann.table.locator("section.me .seconds").inner_text())


def test_the_robot_plays_until_it_is_sent_away(calm: House, door: Door) -> None:
    ann = _ready(calm, door, HAPPY)
    ann.answer()
    expect(ann.bar).to_have_count(0)
    count = ann.hand.count()
    ann.button(EN.autoplay).click()
    mine = ann.table.locator("section.me")
    expect(mine).to_have_attribute("aria-label", re.compile("robot"))
    expect(ann.button(EN.autoplay)).to_have_count(0)
    _tap_anywhere(ann.page, ann)
    expect(mine).not_to_have_attribute("aria-label", re.compile("robot"))
    assert ann.hand.count() == count
    ann.wait_to_be_asked()
    assert ann.asked()


def _tap_anywhere(page: Page, ann: Person) -> None:
    """Take the hand back by a tap on it."""
    expect(ann.button(EN.take_back)).to_be_visible()
    box = page.get_by_test_id("hand").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] - 20)
