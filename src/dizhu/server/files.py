"""The built client, as files in memory: nothing outside its folder can be asked for."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

import msgspec

BUILT: Final = Path(__file__).parent.parent / "_web"
"""Where the build puts the client."""

INDEX: Final = "index.html"
MISSING: Final = "The web client is not built: run `make web` in the source tree, or install the package again.\n"
_KEEP: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}


class WebFile(msgspec.Struct, frozen=True):
    """A file of the client.

    keep:  the value of its ``Cache-Control``; a file whose name changes with its content is kept for good
    """

    content: bytes
    media_type: str
    keep: str


class WebFiles:
    """The client's files by path; none at all where it is not built."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder).parts[0] == "assets")
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def get(self, path: str) -> WebFile | None:
        """The file of that path, such as ``assets/index.js``."""
        return self._files.get(path)


def _read(path: Path, keep: bool) -> WebFile:
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return WebFile(path.read_bytes(), media_type, _KEEP if keep else _ASK)
