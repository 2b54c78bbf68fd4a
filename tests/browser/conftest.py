"""A browser, servers, and people with screens; on a failure their screens are kept in the folder of the test."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from dizhu.server.files import BUILT, INDEX
from tests.browser.chromium import get
from tests.browser.house import CALM, QUICK, House
from tests.browser.person import Person
from tests.browser.words import EN, Words

PHONE: Final = (360, 640)
SIDEWAYS: Final = (667, 375)
DESK: Final = (1280, 800)
_LONGEST_PHONE: Final = 700
_PATIENCE_MS: Final = 20_000
_ARGUMENTS: Final = ("--disable-background-networking", "--disable-dev-shm-usage", "--mute-audio")
_FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note a failure for the fixtures of the test."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    assert (BUILT / INDEX).exists(), "the client is not built: run `make web`"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=get(), chromium_sandbox=False, args=_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots answer at once."""
    house = House(tmp_path_factory.mktemp("quick"), QUICK)
    house.start()
    yield house
    house.stop()


@pytest.fixture(scope="package")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose bots take their time."""
    house = House(tmp_path_factory.mktemp("calm"), CALM)
    house.start()
    yield house
    house.stop()


class Door:
    """Lets people in; each has a browser context of their own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.people: list[Person] = []
        self._contexts: list[BrowserContext] = []

    def __call__(
        self, url: str, size: tuple[int, int] = PHONE, words: Words = EN, *, calm: bool = False, dark: bool = False
    ) -> Person:
        """Somebody opens an address; `calm` wants less motion."""
        phone = min(size) < 500 and max(size) < _LONGEST_PHONE
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=words.locale,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce" if calm else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(_PATIENCE_MS)
        self._contexts.append(context)
        return self.tab(context, url, words)

    def tab(self, context: BrowserContext, url: str, words: Words = EN) -> Person:
        """Another tab of the same browser."""
        person = Person(context.new_page(), words)
        self.people.append(person)
        person.page.goto(url)
        return person

    def close(self, shots: Path | None) -> None:
        """Everybody goes; their screens are kept in a folder if one is given."""
        for number, person in enumerate(self.people):
            if shots is not None and not person.page.is_closed():
                person.page.screenshot(path=shots / f"screen-{number}.png")
        for context in self._contexts:
            context.close()


@pytest.fixture
def door(chromium: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Door]:
    """People come in; at the end nothing may have gone wrong on any screen."""
    opened = Door(chromium)
    yield opened
    failed = _FAILED in request.node.stash
    troubles = [trouble for person in opened.people for trouble in person.troubles]
    opened.close(tmp_path if failed or troubles else None)
    assert troubles == []
