"""A person at a screen: sees what is on the page, presses what can be pressed, and notes everything that goes wrong."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Response, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.words import Words

DEAL_S: Final = 60.0
SOON_MS: Final = 2_000
LATE_MS: Final = 8_000
_MOVING_MS: Final = 200
_STILL: Final = """
() => document.getAnimations().every(({ playState, effect, transitionProperty: clock }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity || clock === "stroke-dashoffset")
"""
_LIVE: Final = "button:enabled:not([aria-disabled=true])"


class Seen(msgspec.Struct, frozen=True):
    """What a person sees of a running deal.

    hand:    own cards, as they lie
    seats:   by seat: who sits there, role, number of cards, whose turn it is
    points:  by seat, as far as they are shown
    laid:    the cards on the table: bottom cards, last plays
    words:   what seats said in this round
    unit:    the multiplier
    offers:  buttons of one's own choice
    """

    hand: list[str]
    seats: list[str]
    points: list[str]
    laid: list[str]
    words: list[str]
    unit: str
    offers: list[str]


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words
        self.troubles: list[str] = []
        self.pressed: list[str] = []
        self._tolerant = False
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._trouble(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", lambda socket: socket.on("framereceived", self._heard))

    # What goes wrong.

    def _trouble(self, text: str) -> None:
        if not self._tolerant:
            self.troubles.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._trouble(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        self._trouble(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._trouble(f"answer: {response.status} {response.url}")

    def _heard(self, frame: str | bytes) -> None:
        if re.search(r'"code":"(frame|limit)/', str(frame)):
            self._trouble(f"refused: {frame!s}")

    @contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """For a time in which the connection is broken."""
        self._tolerant = True
        yield
        self.page.wait_for_timeout(50)  # what is on its way
        self._tolerant = False

    # What is on the screen.

    def button(self, name: str, within: Locator | None = None) -> Locator:
        """The button of that name, exactly."""
        return (within or self.page).get_by_role("button", name=name, exact=True)

    @property
    def bar(self) -> Locator:
        """Where one's choices are."""
        return self.page.get_by_role("group", name=self.words.choice, exact=True)

    @property
    def hand(self) -> Locator:
        """One's own cards."""
        return self.page.get_by_role("group", name=re.compile(f"^{self.words.hand}")).get_by_role("button")

    @property
    def raised(self) -> Locator:
        """The selected ones."""
        return self.page.get_by_test_id("hand").locator("button[aria-pressed=true]")

    def card(self, card: str) -> Locator:
        """One's own card."""
        return self.page.get_by_test_id("hand").locator(f"[data-card='{card}']")

    @property
    def result(self) -> Locator:
        """The sheet at the end of a deal."""
        return self.page.get_by_test_id("result")

    @property
    def table(self) -> Locator:
        """The table."""
        return self.page.get_by_test_id("table")

    def cards(self) -> list[str]:
        """One's own cards in notation, as they lie."""
        return [found.get_attribute("data-card") or "" for found in self.hand.all()]

    def seats(self) -> list[str]:
        """What is to be heard of each seat, by seat."""
        found = self.table.locator("section[data-seat]")
        told = [(each.get_attribute("data-seat"), each.get_attribute("aria-label") or "") for each in found.all()]
        return [label for _, label in sorted(told, key=lambda pair: pair[0] or "")]

    def see(self) -> Seen:
        """Everything that matters of a running deal, as soon as nothing moves any more."""
        seen = self._glance()
        while True:
            self.rest()
            before, seen = seen, self._glance()
            if seen == before:
                return seen

    def rest(self) -> None:
        """Wait until nothing moves any more, clocks aside."""
        deadline_s = time.monotonic() + DEAL_S
        while True:
            self.page.wait_for_timeout(_MOVING_MS)
            if self.page.evaluate(_STILL):
                return
            assert time.monotonic() < deadline_s, "it does not come to rest"

    def _glance(self) -> Seen:
        names = [each.get_attribute("aria-label") or "" for each in self.table.get_by_role("img").all()]
        return Seen(
            self.cards(),
            self.seats(),
            self.table.locator("section[data-seat] .points").all_inner_texts(),
            sorted(names),
            sorted(self.table.locator(".front .word").all_inner_texts()),
            self.page.get_by_test_id("multiplier").get_attribute("aria-label") or "",
            self.bar.get_by_role("button").all_inner_texts(),
        )

    # What is done.

    def play_now(self, game: str) -> None:
        """From the lobby to a table with bots."""
        self.page.get_by_role("radio", name=game).check()
        self.page.get_by_role("button", name=re.compile(f"^{self.words.play_now}")).click()
        expect(self.hand).not_to_have_count(0)

    def press(self, locator: Locator) -> bool:
        """Press a button as soon as it can be pressed; False if it has gone before. What covers it is an error."""
        patience_ms = SOON_MS
        while True:
            try:
                label = locator.inner_text(timeout=patience_ms)
                locator.click(timeout=patience_ms)
            except Late:
                if locator.and_(self.page.locator(_LIVE)).count() == 0:
                    return False
                if patience_ms == LATE_MS:
                    raise
                patience_ms = LATE_MS
            else:
                self.pressed.append(label.strip())
                return True

    def asked(self) -> bool:
        """Whether a button of one's own choice can be pressed now."""
        return self.bar.locator(_LIVE).count() > 0

    def wait_to_be_asked(self) -> None:
        """Until it is one's turn or the deal is over."""
        asked = self.bar.locator(_LIVE).first
        asked.or_(self.result).first.wait_for(timeout=DEAL_S * 1000)

    def answer(self, eager: bool = True) -> None:
        """Answer what is asked, as far as it is: in the auction what is on top, or the least; then play by hints."""
        if self.button(self.words.hint, self.bar).count() > 0:
            self._play_by_hint()
            return
        for name in (*self.words.yes, *self.words.no) if eager else (*self.words.no, *self.words.yes[::-1]):
            button = self.bar.get_by_role("button", name=re.compile(f"^{name}( ×\\d+)?$"))
            if button.count() > 0:
                self.press(button)
                return

    def _play_by_hint(self) -> None:
        if self.bar.get_by_text(self.words.nothing).count() > 0:
            self.press(self.button(self.words.passing, self.bar))
            return
        if self.raised.count() == 0 and not self.press(self.button(self.words.hint, self.bar)):
            return
        count = self.raised.count()
        if count > 0:
            self.play(count)

    def play(self, count: int) -> None:
        """Put so many raised cards down, and see them go."""
        before = self.hand.count()
        if self.press(self.bar.locator(_LIVE, has_text=self.words.play)):
            expect(self.hand.or_(self.result).first).to_be_visible()
            expect(self.hand).to_have_count(before - count)

    def reach_play(self, eager: bool = True) -> None:
        """Through the auction to one's first turn of the play; the deal must not be over by then."""
        deadline_s = time.monotonic() + DEAL_S
        while True:
            self.wait_to_be_asked()
            if self.button(self.words.hint, self.bar).count() > 0:
                return
            assert time.monotonic() < deadline_s, "the auction does not end"
            self.answer(eager)

    def finish_by_robot(self) -> None:
        """Let the robot play the rest of the deal."""
        self.button(self.words.autoplay).click()
        expect(self.result).to_be_visible(timeout=DEAL_S * 1000)

    def next_deal(self) -> None:
        """On from the result."""
        self.button(self.words.next_deal, self.result).click()


def play_deal(people: Sequence[Person]) -> None:
    """Play a deal to its end: everybody answers when asked, by buttons on the screen."""
    deadline_s = time.monotonic() + DEAL_S
    while not all(person.result.count() for person in people):
        assert time.monotonic() < deadline_s, [person.see() for person in people]
        if len(people) == 1:
            people[0].wait_to_be_asked()
        for person in people:
            if person.asked():
                person.answer()
