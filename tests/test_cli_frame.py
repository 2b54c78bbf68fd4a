"""What all commands have in common: bad input, help, exit codes, and how they end early."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import dizhu
from dizhu.cli import COMMANDS, cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="dizhu")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("plays 33z", "expected a rank of 3456789TJQKA2xX, got 'z', at position 3 of '33z'"),
        ("plays 101010z", "got 'z', at position 7"),
        ("plays 3r", "got 'r', at position 2"),
        ("readings 33z", "got 'z', at position 3"),
        ("readings 33333z", "got 'z', at position 6"),
        ("plays 34333 --beat 3z", "got 'z', at position 2 of '3z'"),
        ("plays 343333", "expected at most 4 of 3 in 1 pack(s), got more, at position 6 of '343333'"),
        ("plays xX3x", "at position 4 of 'xX3x'"),
        ("plays 7rrr --wild red7", "expected at most 2 of r"),
        ("plays 3 --beat 44444", "at position 5 of '44444'"),
        ("plays 3 --beat 345", "expected cards that are a combo in qq_3p, got nothing"),
        ("readings 3 --beat 33334444 --beat-as trio", "are trio in qq_3p, got trio*2..+solo, quad+2pair"),
        ("plays 3 --beat-as solo", "--beat-as"),
        ("plays 3 --wild x", "expected a rank 3…2, red7 or jokers as wild cards"),
        ("readings 33333 --wild z", "expected a rank 3…2, red7 or jokers as wild cards, at position 1 of 'z'"),
        ("plays 3 --rules nobody", "expected one of happy_3p, pagat_3p, qq_3p, douzero, onestraw, openspiel, rlcard"),
        ("rules show nobody", "expected one of happy_3p, pagat_3p, qq_3p"),
        ("plays 3 --rules classic", "a frame for other rule files, not a game"),
        ("plays 3 --rules absent.toml", "absent.toml: cannot be read"),
        ("arena greedy nobody --decks 1", "'nobody' is not one of 'random', 'greedy'"),
        ("arena greedy random --decks 0", "--decks"),
        ("replay absent.dzr", "absent.dzr: No such file or directory"),
        ("verify .", ".: Is a directory"),
        ("plays", "Missing argument 'HAND' (see dizhu plays --help)"),
        ("plays 3 --loud", "--loud (see dizhu plays --help)"),
        ("--loud", "--loud (see dizhu --help)"),
        ("deal", "No such command 'deal' (see dizhu --help)"),
    ],
)
def test_bad_input_is_one_message(arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("dizhu: ")
    assert result.stderr.count("\n") == 1
    assert message.replace("--loud", "") in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_examples(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"  dizhu {name}" in result.stdout
    assert f"  {name} " in run("--help").stdout


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60)


def test_the_module_is_the_command() -> None:
    done = python("-m", "dizhu", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"dizhu {dizhu.__version__}\n", "")
    done = python("-m", "dizhu", "plays", "3z")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dizhu: expected a rank of 3456789TJQKA2xX, got 'z', at position 2 of '3z'\n"


@pytest.mark.parametrize("arguments", [["plays", "345"], ["--help"]])
def test_a_command_imports_only_what_it_needs(arguments: list[str]) -> None:
    script = (
        f"import sys\nfrom dizhu.cli import cli\ncli({arguments!r}, standalone_mode=False)\n"
        "print(sorted({'prompt_toolkit', 'rich', 'dizhu.bots', 'dizhu.cli.play'} & sys.modules.keys()))"
    )
    assert python("-c", script).stdout.splitlines()[-1] == "[]"


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "dizhu", "rules", "list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 141


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    """The command waits for a rule file that is a pipe; it is interrupted there."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from dizhu.cli import main; main()"
    )
    command = [sys.executable, "-c", script, "rules", "check", str(pipe)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with pipe.open("w"):  # opens when the command has opened it too
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        assert process.communicate() == ("", "\n")
