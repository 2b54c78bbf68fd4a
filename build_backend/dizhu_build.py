"""The build backend: scikit-build-core, with the browser client built first where it is missing or stale.

The config setting ``web=skip`` leaves the client as it is: ``make play`` needs none.
"""

from __future__ import annotations

from collections.abc import Mapping

from scikit_build_core import build as native

import web

Settings = Mapping[str, str | list[str]] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What building a wheel needs besides ``build-system.requires``."""
    return [*native.get_requires_for_build_wheel(_rest(config_settings)), *_node(config_settings)]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an editable installation needs besides ``build-system.requires``."""
    return [*native.get_requires_for_build_editable(_rest(config_settings)), *_node(config_settings)]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What building a source distribution needs besides ``build-system.requires``."""
    return [*native.get_requires_for_build_sdist(_rest(config_settings)), *_node(config_settings)]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write a wheel's metadata; no client is needed for that."""
    return native.prepare_metadata_for_build_wheel(metadata_directory, _rest(config_settings))


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write the metadata of an editable wheel; no client is needed for that."""
    return native.prepare_metadata_for_build_editable(metadata_directory, _rest(config_settings))


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel; its file name."""
    _build_client(config_settings)
    return native.build_wheel(wheel_directory, _rest(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build an editable wheel; its file name."""
    _build_client(config_settings)
    return native.build_editable(wheel_directory, _rest(config_settings), metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source distribution, the built client in it; its file name."""
    _build_client(config_settings)
    return native.build_sdist(sdist_directory, _rest(config_settings))


def _skips(settings: Settings) -> bool:
    return (settings or {}).get("web") == "skip"


def _rest(settings: Settings) -> dict[str, str | list[str]]:
    """The settings that are not ours."""
    return {key: value for key, value in (settings or {}).items() if key != "web"}


def _node(settings: Settings) -> list[str]:
    return [] if _skips(settings) or not web.stale() else [web.NODE]


def _build_client(settings: Settings) -> None:
    if not _skips(settings):
        web.build()
