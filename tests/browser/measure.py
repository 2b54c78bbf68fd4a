"""Where things are on a screen, in CSS pixels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import msgspec

from tests.browser.person import Person

LEAST_BUTTON: Final = 44.0
LEAST_STRIP: Final = 28.0
SLACK: Final = 1.0
"""Rounding."""

_PLACES: Final = """
() => {
  const box = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const name = node.getAttribute("aria-label") || node.textContent.trim();
    return { name, left, top, right, bottom, free: hit !== null && node.contains(hit) };
  };
  const all = (query) => [...document.querySelectorAll(query)].filter((node) => node.checkVisibility()).map(box);
  const page = document.scrollingElement;
  return {
    width: innerWidth,
    height: innerHeight,
    scrolls: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
    cards: all("[data-testid=hand] button"),
    hand: all("[data-testid=hand]"),
    bar: all("[role=group]:has(> .bar)"),
    buttons: all("[data-testid=table] button:not([data-card])"),
    seats: all("[data-testid=table] section[data-seat]"),
    laid: all("[data-testid=table] [role=img]:has([data-laid])"),
  };
}
"""


class Box(msgspec.Struct, frozen=True):
    """Something on the screen; `free` if nothing covers its middle."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    free: bool

    def meets(self, other: Box) -> bool:
        """Whether two overlap."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > SLACK
            and min(self.bottom, other.bottom) - max(self.top, other.top) > SLACK
        )


class Places(msgspec.Struct, frozen=True):
    """A table as it lies on the screen.

    scrolls:  how far the page can be scrolled, across and down
    cards:    of the own hand, the part of each that is not covered by another
    bar:      the choices
    laid:     cards in front of the others: plays and open hands
    """

    width: float
    height: float
    scrolls: tuple[float, float]
    cards: list[Box]
    hand: list[Box]
    bar: list[Box]
    buttons: list[Box]
    seats: list[Box]
    laid: list[Box]

    def faults(self) -> Iterator[str]:
        """Everything that is cut off, covered, too small or on top of another."""
        things = [*self.hand, *self.bar, *self.seats, *self.laid, *self._beside()]
        for one in (*things, *self.cards, *self.buttons):
            if not (
                one.left >= -SLACK
                and one.top >= -SLACK
                and one.right <= self.width + SLACK
                and one.bottom <= self.height + SLACK
            ):
                yield f"cut off: {one}"
        yield from (f"covered: {one}" for one in (*self.cards, *self.buttons) if not one.free)
        yield from (f"overlap: {one} and {other}" for one, other in combinations(things, 2) if one.meets(other))
        yield from (f"low: {one}" for one in self.buttons if one.bottom - one.top < LEAST_BUTTON - SLACK)
        yield from (f"narrow: {one}" for one in self.cards if one.right - one.left < LEAST_STRIP - SLACK)
        if max(self.scrolls) > SLACK:
            yield f"the page scrolls: {self.scrolls}"

    def _beside(self) -> list[Box]:
        """Buttons that are not choices."""
        return [button for button in self.buttons if not any(button.meets(bar) for bar in self.bar)]


def places(person: Person) -> Places:
    """Where everything at a table is now."""
    return msgspec.convert(person.page.evaluate(_PLACES), Places)
