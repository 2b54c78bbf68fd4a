"""The record that ``dizhu replay`` and ``dizhu verify`` are given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dizhu.cli import BadInput
from dizhu.cli.options import game_rules
from dizhu.games.record import Record

F = TypeVar("F", bound=Callable[..., Any])


def recorded(command: F) -> F:
    """Give a command the argument that names a record, and the option for house rules."""
    for option in (
        click.option(
            "--rules",
            "rules_name",
            metavar="FILE.toml",
            help="The rule file of the record, where its rules are not in the package.",
        ),
        click.argument("file", type=click.Path(path_type=Path)),
    ):
        command = option(command)
    return command


def read_record(file: Path, rules_name: str | None) -> Record:
    """The record in a file. RecordError names the line that is wrong; a file that is no text is bad input."""
    rules = game_rules(rules_name) if rules_name is not None else None
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: expected a record, got a file that is not UTF-8 text") from error
    return Record.parse(text, rules)
