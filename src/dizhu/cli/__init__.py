"""The command line ``dizhu``: one module a command, imported only when that command is asked for.

A command named ``plays`` is the object ``plays`` of the module ``dizhu.cli.plays``. Exit codes: 0 done; 1 a check found
something wrong, or `serve` cannot listen; 2 bad input, with one message on the standard error and never a traceback;
130 interrupted by Ctrl-C; 141 the reader of the output went away.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final, NoReturn

import click

import dizhu
from dizhu.errors import DizhuError

COMMANDS: Final = {
    "serve": "Let people play in the browser, alone or with friends.",
    "play": "Play Dou Dizhu in this terminal.",
    "plays": "List everything a hand may put down.",
    "readings": "Say what cards can be when put down together.",
    "rules": "List, show and check rule sets.",
    "replay": "Print a recorded deal, line by line.",
    "verify": "Check that a recorded deal was fair.",
    "arena": "Let two bots play many decks against each other.",
}

INTERRUPTED: Final = 130
READER_GONE: Final = 141


class BadInput(click.ClickException):
    """What the user gave cannot be worked with."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message as one line that starts with the program's name."""
        click.echo(f"dizhu: {self.format_message()}", file=file or sys.stderr)


class CheckFailed(BadInput):
    """A check found something wrong."""

    exit_code = 1


class Commands(click.Group):
    """The commands by name. The one place where errors become messages and exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module; None if there is no command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"dizhu.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command), f"dizhu.cli.{cmd_name} holds the command {cmd_name}"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options that stand before the command."""
        with _explained():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _explained():
            return super().invoke(ctx)


@contextmanager
def _explained() -> Iterator[None]:
    """Turn whatever ends a command early into a message and an exit code."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        raise BadInput(error.format_message().rstrip(".") + hint) from error
    except DizhuError as error:
        raise BadInput(str(error)) from error
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(READER_GONE) from None
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from error
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


EXAMPLES: Final = """
\b
Examples:
  dizhu serve
  dizhu play --rules happy_3p
  dizhu plays 33344455
  dizhu readings 333444555666 --rules pagat_3p
  dizhu rules list
  dizhu arena greedy random --decks 200
"""


@click.group(cls=Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(dizhu.__version__, prog_name="dizhu", message="%(prog)s %(version)s")
def cli() -> None:
    """Dou Dizhu (斗地主): rules as data, a fast engine, fair deals, bots, games for the browser and the terminal.

    Exit codes: 0 done, 1 a check found something wrong, 2 bad input.
    """


def main() -> NoReturn:
    """Run the command that the program's arguments name, and leave with its exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    cli.main(prog_name="dizhu")
