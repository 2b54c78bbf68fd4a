"""``dizhu verify FILE``: whether a recorded deal was fair and is told truly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from dizhu.cli import CheckFailed
from dizhu.cli.recorded import read_record, recorded
from dizhu.errors import RecordError
from dizhu.games import record as records

EXAMPLES: Final = """
\b
Examples:
  dizhu verify deal.dzr
  dizhu verify deal.dzr --json
"""


@click.command(epilog=EXAMPLES)
@recorded
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def verify(file: Path, rules_name: str | None, as_json: bool) -> None:
    """Check the deal recorded in FILE: seal (commitment), deck, who was asked first, every entry, the outcome.

    Exit code 0 if all of it holds, 1 if not, with the line and the reason. A deal made by hand cannot be verified.
    """
    try:
        record = read_record(file, rules_name)
        records.verify(record)
    except RecordError as error:
        if as_json:
            click.echo(json.dumps({"verified": False, "line": error.line, "reason": _reason(error)}))
            raise click.exceptions.Exit(CheckFailed.exit_code) from error
        raise CheckFailed(f"{file}: not verified: {error}") from error
    if as_json:
        click.echo(json.dumps({"verified": True, "line": None, "reason": None}))
        return
    click.echo(f"{file}: verified: deal {record.deal + 1} of table {record.table}, {record.rules.id}")
    click.echo("  seal (commitment)")
    click.echo(f"  {record.published.hex()}")
    click.echo("  The deck follows from what was sealed and what the seats added; the rest follows from the rules.")
    click.echo("  Compare the seal with the one shown before the deal (page l of the game).")


def _reason(error: RecordError) -> str:
    return str(error).removeprefix(f"line {error.line}: ")
