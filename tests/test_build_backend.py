"""The build of the browser client: when it is stale, and what the backend asks for then."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

Module = Any


@pytest.fixture(name="web")
def fixture_web(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Module:
    """The module ``web`` over a small tree of its own, in which building is writing one file."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "build_backend"))
    web = import_module("web")
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "web" / "src" / "main.ts").write_text("1")
    built = tmp_path / "_web"

    def run(*scripts: str) -> None:
        assert scripts == ("build",)
        built.mkdir(exist_ok=True)
        (built / "index.html").write_text(f"built {len(list(built.iterdir()))}")

    monkeypatch.setattr(web, "SOURCES", tmp_path / "web")
    monkeypatch.setattr(web, "BUILT", built)
    monkeypatch.setattr(web, "_STAMP", built / "sources.sha256")
    monkeypatch.setattr(web, "run", run)
    return web


def test_client_is_stale_until_built_and_after_every_change(web: Module) -> None:
    assert web.stale()
    web.build()
    assert not web.stale()
    main = web.SOURCES / "src" / "main.ts"
    changes: tuple[Callable[[], object], ...] = (
        lambda: main.write_text("2"),
        lambda: main.rename(main.with_name("app.ts")),
    )
    for change in changes:
        change()
        assert web.stale()
        web.build()
        assert not web.stale()


def test_times_and_installed_packages_do_not_make_it_stale(web: Module) -> None:
    web.build()
    os.utime(web.SOURCES / "src" / "main.ts", (1, 1))
    (web.SOURCES / "node_modules").mkdir()
    (web.SOURCES / "node_modules" / "vite.js").write_text("1")
    assert not web.stale()


def test_fresh_client_is_not_built_again(web: Module) -> None:
    web.build()
    (web.BUILT / "index.html").write_text("kept")
    web.build()
    assert (web.BUILT / "index.html").read_text() == "kept"


def test_node_is_required_only_for_a_stale_client(web: Module) -> None:
    backend = import_module("dizhu_build")
    for ask in (
        backend.get_requires_for_build_wheel,
        backend.get_requires_for_build_editable,
        backend.get_requires_for_build_sdist,
    ):
        assert web.NODE in ask(None)
        assert web.NODE not in ask({"web": "skip"})
    web.build()
    assert web.NODE not in backend.get_requires_for_build_wheel(None)
