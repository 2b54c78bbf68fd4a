"""The stub of the native core is what nanobind makes of the module."""

from __future__ import annotations

from pathlib import Path

from nanobind.stubgen import StubGen, load_pattern_file

import dizhu
from dizhu import _core

PATTERNS = Path(__file__).parents[1] / "native" / "stub.pattern"


def test_stub_is_up_to_date() -> None:
    """If this fails: ``python -m nanobind.stubgen -P -m dizhu._core -p native/stub.pattern -o src/dizhu/_core.pyi``."""
    generator = StubGen(_core, include_private=True, patterns=load_pattern_file(str(PATTERNS)))
    generator.put(_core)
    stub = Path(dizhu.__file__).parent / "_core.pyi"
    assert stub.read_text(encoding="utf-8") == generator.get()
