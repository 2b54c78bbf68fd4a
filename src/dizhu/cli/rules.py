"""``dizhu rules``: which rule sets there are, what one says, and whether a rule file holds together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Final

import click
import msgspec

from dizhu.cli import CheckFailed
from dizhu.errors import RuleError
from dizhu.rules import RuleSet, available, load, load_any, load_file
from dizhu.rules.rulefile import FOLDERS

EXAMPLES: Final = """
\b
Examples:
  dizhu rules list
  dizhu rules show happy_3p
  dizhu rules check my.toml
"""

_COLUMN: Final = 9
_WIDTH: Final = 80


@click.group(epilog=EXAMPLES)
def rules() -> None:
    """List, show and check rule sets."""


@rules.command("list", short_help="List the rule sets of the package.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def list_(as_json: bool) -> None:
    """List the rule sets of the package: variants for players, compat profiles of other programs."""
    found = [(folder, load(id_)) for folder in FOLDERS for id_ in available(folder=folder)]
    if as_json:
        answer = [{"id": each.id, "folder": folder, "name": each.name, "digest": each.digest} for folder, each in found]
        click.echo(json.dumps({"rules": answer}, ensure_ascii=False))
        return
    id_column = max(len(each.id) for _, each in found) + 2
    name_column = max(len(each.name["en"]) for _, each in found) + 2
    for folder in FOLDERS:
        click.echo(f"{folder}:")
        for where, each in found:
            if where == folder:
                chinese = each.name.get("zh-Hans", "")
                click.echo(f"  {each.id.ljust(id_column)}{each.name['en'].ljust(name_column)}{chinese}".rstrip())


@rules.command(epilog="\b\nExample:\n  dizhu rules show pagat_3p")
@click.argument("name", metavar="ID|FILE.toml")
def show(name: str) -> None:
    """Show all that a rule set says, what it inherits included."""
    for line in _described(load_any(name)):
        click.echo(line)


@rules.command(short_help="Say whether a rule file holds together.", epilog="\b\nExample:\n  dizhu rules check my.toml")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say whether the rule file FILE holds together: exit code 0 if it does, 1 if not, 2 if it cannot be read."""
    try:
        found = load_file(file)
    except RuleError as error:
        if isinstance(error.__cause__, OSError | UnicodeDecodeError):
            raise
        raise CheckFailed(str(error)) from error
    click.echo(f"{file}: holds together: {found.name['en']}, digest {found.digest}")


def _described(found: RuleSet) -> Iterator[str]:
    """A rule set as lines: a word, then what its file says under that word."""
    yield f"{found.id}: {' · '.join(dict.fromkeys(found.name.values()))}"
    if found.abstract:
        yield "a frame for other rule files, not a game"
    says = msgspec.to_builtins(found)
    plays = found.combos
    bans = {kind: banned for kind, banned in says["plays"]["kicker_bans"].items() if banned}
    paragraphs = {
        "table": _in_line(says["table"]),
        "auction": _in_line(says["auction"]),
        "show": _in_line(says["show"]),
        "double": _in_line(says["double"]),
        "shapes": " ".join(plays.shapes),
        "bombs": " < ".join(plays.bombs),
        "kickers": f"not allowed: {_in_line(bans)}" if bans else "any",
        "jokers": "xx and XX are pairs" if plays.joker_pairs else "never a pair",
        "score": _in_line(says["score"]),
        "digest": found.digest,
    }
    for word, text in paragraphs.items():
        yield from wrap(text, _WIDTH, initial_indent=word.ljust(_COLUMN), subsequent_indent=" " * _COLUMN)


def _in_line(said: object) -> str:
    """A value of a rule file, or a table of them, as a phrase: ``score, values 1 2 3, turns once``."""
    match said:
        case bool():
            return "yes" if said else "no"
        case dict():
            parts = [f"{str(key).replace('_', ' ')} {_inside(value)}" for key, value in said.items()]
            return ", ".join(parts).removeprefix("kind ")
        case list() | tuple():
            return " ".join(map(_inside, said))
        case _:
            return str(said)


def _inside(said: object) -> str:
    """A value within another; a table stands in brackets."""
    return f"({_in_line(said)})" if isinstance(said, dict) else _in_line(said)
