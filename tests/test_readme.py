"""The README's examples do what it says."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_python_example_runs() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        case = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
        assert case.examples
        assert doctest.DocTestRunner(verbose=False).run(case).failed == 0


def test_the_commands_print_what_is_shown() -> None:
    shown = re.findall(
        r"^\$ dizhu ((?:readings|plays|arena) .*)\n((?:[^$`].*\n)+)", README.read_text("utf-8"), re.MULTILINE
    )
    assert [command.split()[0] for command, _ in shown] == ["readings", "plays", "arena"]
    for command, output in shown:
        run = [sys.executable, "-m", "dizhu", *command.split()]
        printed = subprocess.run(run, capture_output=True, text=True, check=True, timeout=300).stdout
        assert printed.startswith(output.split("...")[0].rstrip("\n")), command


def test_what_is_shown_fits_a_terminal() -> None:
    blocks = re.findall(r"^```text\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    screens = [block.splitlines() for block in blocks if "────" in block]
    assert len(screens) == 2
    for lines in screens:
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
