"""``dizhu play``: the game in the terminal, one person against bots."""

from __future__ import annotations

import os
import random
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import click
from rich.cells import cell_len

from dizhu.bots import NAMES, make
from dizhu.cli import BadInput
from dizhu.cli.luck import Luck
from dizhu.cli.options import game_rules, rules_option
from dizhu.cli.phrases import Phrases
from dizhu.cli.recordfiles import RecordFiles
from dizhu.cli.table import Table
from dizhu.cli.terminal import Full, Plain, Terminal, capable
from dizhu.cli.words import Language, Words, language_of
from dizhu.games.match import Match
from dizhu.rules import DEFAULT

TABLE: Final = "local"
_NAME_COLUMNS: Final = 12
_PAUSE_S: Final = 0.4

EXAMPLES: Final = """
\b
Examples:
  dizhu play
  dizhu play --rules happy_3p --lang zh
  dizhu play --seed 7 --save deal.dzr
"""


@click.command(epilog=EXAMPLES)
@rules_option(DEFAULT)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Deal from this number, the same game every time.")
@click.option("--lang", type=click.Choice(["zh", "en", "auto"]), default="auto", show_default=True, help="Language.")
@click.option("--bot", type=click.Choice(NAMES), default="greedy", show_default=True, help="Who plays against you.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Save the record of every deal here.")
@click.option("--name", default="", help="What you are called.")
@click.option("--fast", is_flag=True, help="No pauses between moves.")
def play(rules_name: str, seed: int | None, lang: str, bot: str, save: Path | None, name: str, fast: bool) -> None:
    """Play Dou Dizhu in this terminal against bots; ? shows the keys.

    Every deal is sealed before your own random bytes go into it; the seal opens with the result, and `dizhu verify`
    checks the saved record. With --save, later deals get their number behind the file's name.
    """
    rules = game_rules(rules_name)
    _writable(save)
    language: Language = "zh" if lang == "zh" else "en" if lang == "en" else language_of(os.environ)
    words = Words(language)
    others = words("bots").split()[: rules.table.seats - 1]
    say = Phrases(words, rules, [_called(name) or words("you"), *others])
    rng = random.Random(seed)
    bots = {seat: make(bot, rules, random.Random(rng.random())) for seat in range(1, rules.table.seats)}
    stem = f"dizhu-{datetime.now():%Y%m%d-%H%M%S}" if seed is None else f"dizhu-{seed}"
    files = RecordFiles(save, stem, rules_name if rules_name.endswith(".toml") else None)
    for stream in (sys.stdin, sys.stdout):
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    with _terminal() as terminal:
        match, luck = Match(rules, TABLE), Luck(seed, secrets.token_bytes)
        table = Table(match, bots, terminal, say, luck, files, pause_s=0 if fast else _PAUSE_S)
        table.run()
    Plain().show(table.goodbye())


def _writable(save: Path | None) -> None:
    """Complain before a game, not after it, that its record could not be written."""
    if save is None:
        return
    folder = save.absolute().parent
    if not folder.is_dir():
        raise click.BadParameter(f"there is no folder {save.parent}", param_hint="--save")
    if not os.access(folder, os.W_OK):
        raise click.BadParameter(f"no file can be written in the folder {save.parent}", param_hint="--save")


def _leave(number: int, _: FrameType | None) -> NoReturn:
    """End as a signal asks, but through the way that gives the terminal back as it was."""
    raise SystemExit(128 + number)


@contextmanager
def _terminal() -> Iterator[Terminal]:
    """The screen where there is one, else plain lines."""
    if not capable():
        yield Plain()
        return
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with Full() as full:
            yield full
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _called(name: str) -> str:
    """A name fit for the table; bad input if it is too wide or not printable."""
    name = name.strip()
    if not name.isprintable() or cell_len(name) > _NAME_COLUMNS:
        raise BadInput(f"expected a name of at most {_NAME_COLUMNS} printable columns, got {name!r}")
    return name
