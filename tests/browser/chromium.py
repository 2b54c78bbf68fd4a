"""The Chromium that the browser tests drive: the one of the system, installed from its packages where that may be.

``python -m tests.browser.chromium`` prints its path. It ends with one sentence and exit code 1 where there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final

NAMED_BY: Final = "DIZHU_CHROMIUM"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES: Final = ("chromium", "fonts-noto-cjk")
_QUIET: Final = {"DEBIAN_FRONTEND": "noninteractive"}


class NoChromium(Exception):
    """There is no browser to test with; the text says what to do."""


def find(environ: Mapping[str, str] = os.environ) -> str | None:
    """Path of a browser; None if there is none. NoChromium if the one that is named is none."""
    path = environ.get("PATH", os.defpath)
    named = environ.get(NAMED_BY)
    if named:
        found = shutil.which(named, path=path)
        if found is None:
            raise NoChromium(f"{NAMED_BY} names {named}, which is no program: name a Chromium, or unset it.")
        return found
    return next(filter(None, (shutil.which(name, path=path) for name in NAMES)), None)


def installer(environ: Mapping[str, str], uid: int) -> Sequence[Sequence[str]]:
    """Commands that install a browser and a font with Chinese; none where that is not for us to do."""
    apt = shutil.which("apt-get", path=environ.get("PATH", os.defpath))
    if apt is None or uid != 0:
        return ()
    return (apt, "update", "-qq"), (apt, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)


def get(environ: Mapping[str, str] = os.environ, uid: int | None = None) -> str:
    """Path of a browser, installed if need be. NoChromium if that cannot be."""
    found = find(environ)
    if found is not None:
        return found
    for command in installer(environ, os.getuid() if uid is None else uid):
        print("No Chromium here:", *command, file=sys.stderr, flush=True)
        if subprocess.run(command, env={**environ, **_QUIET}, stdout=sys.stderr, check=False).returncode:
            raise NoChromium(f"`{' '.join(command)}` failed: install Chromium by hand, or name one in {NAMED_BY}.")
    found = find(environ)
    if found is None:
        needed = " ".join(PACKAGES)
        raise NoChromium(
            f"The browser tests need Chromium and a Chinese font: `sudo apt-get install {needed}` on Debian, "
            f"or name a browser in {NAMED_BY}."
        )
    return found


def main() -> None:
    """See the module."""
    try:
        print(get())
    except NoChromium as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
