"""Sample sizes: small in `make test`, the full ones of the issue in `make test-long`."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session")
def long_run() -> bool:
    """Whether this is the long run."""
    return bool(os.environ.get("DIZHU_LONG"))
