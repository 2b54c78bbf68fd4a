"""``dizhu serve``: the table in the browser, for this machine and its network."""

from __future__ import annotations

import errno
import os
import random
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click
import segno
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from dizhu.cli import BadInput
from dizhu.cli.options import game_rules
from dizhu.cli.words import Words, language_of
from dizhu.rules import DEFAULT, RuleSet, available
from dizhu.server.app import create_app
from dizhu.server.serving import Addresses, addresses, listen, run

PORT: Final = 8899

EXAMPLES: Final = """
\b
Examples:
  dizhu serve
  dizhu serve --port 9000 --database tables.sqlite3
  dizhu serve --host 127.0.0.1 --rules mine.toml
"""


class CannotListen(BadInput):
    """The address or the port is not to be had."""

    exit_code = 1


@click.command(epilog=EXAMPLES)
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for yourself.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes any free port.")
@click.option("--database", metavar="URL|FILE", help="Where tables are kept. [default: in your data folder]")
@click.option("--rules", "rule_files", multiple=True, metavar="FILE.toml", help="Offer these house rules too.")
def serve(host: str, port: int, database: str | None, rule_files: tuple[str, ...]) -> None:
    """Let people play in the browser: alone against bots, or with friends in the same network.

    Stopping, and even a crash, loses nothing: unfinished games go on where they were, clocks included.
    """
    words = Words(language_of(os.environ))
    games = _games(rule_files)
    app = create_app(database=_url(database), games=games, rng=random.SystemRandom())
    with _listening(host, port, words) as listening:
        run(app, listening, lambda: _welcome(addresses(listening), words))


def _games(rule_files: tuple[str, ...]) -> Mapping[str, RuleSet]:
    """The variants of the package, the default first, and the host's own rules, by id."""
    others = (id_ for id_ in available(folder="variants") if id_ != DEFAULT)
    games = {id_: game_rules(id_) for id_ in (DEFAULT, *others)}
    for name in rule_files:
        rules = game_rules(name)
        if rules.id in games:
            raise BadInput(f"there are two games called {rules.id}: rename the file {name}")
        games[rules.id] = rules
    return games


def _url(database: str | None) -> str:
    """The database as a URL; BadInput where no driver here can open it."""
    if database is None or "://" not in database:
        path = Path(database).absolute() if database is not None else _data_folder() / "dizhu.sqlite3"
        return URL.create("sqlite", database=str(path)).render_as_string()
    try:
        url = make_url(database)
        url.get_dialect().import_dbapi()
    except (ArgumentError, ImportError) as error:
        raise BadInput(f"--database {database}: {error}") from error
    if url.database in (None, "", ":memory:"):
        raise BadInput(f"--database {database}: expected one that lasts, such as sqlite:///tables.sqlite3")
    return database


def _data_folder() -> Path:
    named = os.environ.get("XDG_DATA_HOME", "")
    return (Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share") / "dizhu"


def _listening(host: str, port: int, words: Words) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(words("serve.port_taken", port=port)) from error
        reason = error.strerror or str(error)
        raise CannotListen(words("serve.cannot_listen", host=host, port=port, reason=reason)) from error


def _welcome(found: Addresses, words: Words) -> None:
    """Say where to go, with a code to scan where the terminal can show one."""
    for line in _lines(found, words, drawn=_can_write("█▀▄")):
        click.echo(line if _can_write(line) else ascii(line))
    sys.stdout.flush()


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _lines(found: Addresses, words: Words, drawn: bool) -> Iterator[str]:
    yield words("serve.local", url=found.local)
    if found.lan is not None:
        yield words("serve.lan", url=found.lan)
        if drawn:
            yield words("serve.scan")
            yield from _code(found.lan)
    yield words("serve.stop")


def _code(url: str) -> Iterator[str]:
    """A QR code in lines of half blocks, two rows of modules each, light on dark."""
    rows = [list(row) for row in segno.make_qr(url, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join("█▀▄ "[2 * bool(above) + bool(below)] for above, below in zip(upper, lower, strict=True))
