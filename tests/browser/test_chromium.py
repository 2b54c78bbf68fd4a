"""Where the browser of these tests comes from: a missing one is an error that says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.chromium import NAMED_BY, NAMES, PACKAGES, NoChromium, find, get, installer
from tests.browser.house import ROOT

USER = 1000


def _program(folder: Path, name: str, script: str = "") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_a_browser_on_the_path_is_found(name: str, tmp_path: Path) -> None:
    path = _program(tmp_path, name)
    assert get({"PATH": str(tmp_path)}, USER) == str(path)


def test_the_one_that_is_named_is_taken(tmp_path: Path) -> None:
    _program(tmp_path, "chromium")
    mine = _program(tmp_path, "mine")
    assert find({"PATH": str(tmp_path), NAMED_BY: str(mine)}) == str(mine)


def test_a_name_of_nothing_is_an_error(tmp_path: Path) -> None:
    _program(tmp_path, "chromium")
    with pytest.raises(NoChromium, match=NAMED_BY):
        find({"PATH": str(tmp_path), NAMED_BY: str(tmp_path / "none")})


def test_without_a_browser_a_user_is_told_what_to_install(tmp_path: Path) -> None:
    _program(tmp_path, "apt-get", "exit 1")
    with pytest.raises(NoChromium, match=f"apt-get install {' '.join(PACKAGES)}"):
        get({"PATH": str(tmp_path)}, USER)


def test_root_gets_it_from_the_packages_of_the_system(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    browser = tmp_path / "chromium"
    made = f"[ $1 = install ] && echo '#!/bin/sh' > {browser} && /bin/chmod 755 {browser}; exit 0"
    _program(tmp_path, "apt-get", f'echo "$@" >> {asked}\n{made}')
    assert get({"PATH": str(tmp_path)}, 0) == str(browser)
    update, install = asked.read_text().splitlines()
    assert update.startswith("update")
    assert install.startswith("install")
    assert {*PACKAGES} < {*install.split()}


def test_packages_that_cannot_be_had_are_an_error(tmp_path: Path) -> None:
    _program(tmp_path, "apt-get", "exit 100")
    with pytest.raises(NoChromium, match="failed"):
        get({"PATH": str(tmp_path)}, 0)


def test_where_there_is_no_apt_nothing_is_installed(tmp_path: Path) -> None:
    assert installer({"PATH": str(tmp_path)}, 0) == ()


def test_as_a_command_it_fails_with_one_sentence(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "tests.browser.chromium")
    env = {"PATH": str(tmp_path), NAMED_BY: "none"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
