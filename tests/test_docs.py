"""The documentation holds: what is cited exists, links lead somewhere, nothing is left out, every example runs."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest

from dizhu import _core
from dizhu.errors import Reason
from dizhu.games.acts import Action, MatchAction
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.position import Position
from dizhu.games.climb.view import SeatView, View
from dizhu.games.game import Cause, Factor, Options, Outcome, Phase, Room
from dizhu.games.match import MatchFact
from dizhu.rules import RuleSet, available, load, load_file
from dizhu.rules.shape import BANS, GROUPS, TIERS

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted(DOCS.rglob("*.md"))
IDS: Final = [str(page.relative_to(DOCS)) for page in PAGES]
CITING: Final = ("src/**/*.py", "src/**/*.pyi", "src/**/*.toml", "native/*", "tests/*.py", "benchmarks/*.py")
HEADINGS: Final = [
    "Players and cards",
    "Deal and bottom",
    "Auction",
    "Before the play",
    "Combinations",
    "Bombs",
    "Multipliers",
    "Settlement",
    "Not in this version",
    "Source",
]

_CITED: Final = re.compile(r'\bdocs/([\w/-]+\.md)(?:, (?:"([^"]+)"|(step \d+)))?')
_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_FILE: Final = re.compile(r"# ([\w-]+\.toml)\b")


class Block:
    """A fenced block of a page: its language, its text, the line of its first line of text."""

    def __init__(self, page: str, found: re.Match[str]) -> None:
        self.language, self.text = found[1], found[2]
        self.line = page.count("\n", 0, found.start(2)) + 1

    def commands(self) -> Iterator[tuple[str, str]]:
        """Command lines behind ``$`` and what they print."""
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [Block(text, found) for found in _FENCE.finditer(text)]


def headings(page: Path) -> list[str]:
    """All headings of a page without their marks, as they are read."""
    bare = _FENCE.sub("", page.read_text("utf-8"))
    return [heading.replace("`", "") for heading in _HEADING.findall(bare)]


def anchors(page: Path) -> set[str]:
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(page)}


def citations() -> Iterator[tuple[str, str, str]]:
    """Every page named in the code: where, the page, and the section if one is named."""
    for pattern in CITING:
        for file in sorted(ROOT.glob(pattern)):
            if file.is_file() and file.suffix in (".py", ".pyi", ".toml", ".h", ".cpp") and file != Path(__file__):
                text = re.sub(r"\s+(?:#|//|\*)?\s*", " ", file.read_text("utf-8"))
                for page, quoted, step in _CITED.findall(text):
                    yield str(file.relative_to(ROOT)), page, quoted or step


def test_every_cited_page_and_section_exists() -> None:
    cited = list(citations())
    assert ("src/dizhu/cards.py", "fair-deal.md", "step 4") in cited
    assert ("src/dizhu/rules/ruleset.py", "rule-files.md", "Kicker bans") in cited
    missing = []
    for where, name, section in cited:
        page = DOCS / name
        wanted = section.lower()
        if not page.is_file() or not any(heading.lower().startswith(wanted) for heading in headings(page)):
            missing.append(f"{where} cites docs/{name} {section}".rstrip())
    assert not missing


@pytest.mark.parametrize("name", available(folder="variants"))
def test_every_variant_has_its_page(name: str) -> None:
    page = DOCS / "variants" / f"{name}.md"
    assert page.is_file(), f"docs/variants/{name}.md is missing"
    title, *rest = headings(page)
    rules = load(name)
    assert rules.id in title
    assert rules.name["en"] in title
    assert rules.name["zh-Hans"] in title
    assert rest == HEADINGS


def test_no_page_without_a_variant() -> None:
    pages = {page.stem for page in (DOCS / "variants").iterdir()}
    assert pages == set(available(folder="variants"))


def test_every_profile_stands_on_the_compat_page() -> None:
    assert not _unnamed("compat.md", available(folder="compat"))


def test_every_key_and_word_of_a_rule_file_is_explained() -> None:
    keys = set(_keys(RuleSet)) - {"id"}
    assert {"extends", "seen_by", "refused_may_grab", "all_pass", "anti_spring"} <= keys | {"extends"}
    assert not _unnamed("rule-files.md", {"extends", *keys, *BANS})
    page = (DOCS / "rule-files.md").read_text("utf-8")
    kinds = {str(tag) for tag in _tags(RuleSet)}
    assert {"score", "call_grab", "phases", "pairwise", "first_shower"} <= kinds
    assert not {kind for kind in kinds if f'"{kind}"' not in page}
    assert not {word for word in (*GROUPS[:4], *TIERS) if word not in page}


def test_every_act_fact_and_reason_is_explained() -> None:
    names = [kind.__name__ for union in (Action, MatchAction, Fact, MatchFact) for kind in get_args(union)]
    fields = [name for kind in (View, SeatView, Options, Outcome, Factor, Room, Position) for name in _fields(kind)]
    words = [str(word) for words in (Reason, Cause, Phase) for word in words]
    assert not _unnamed("game-contract.md", [*names, *fields, *words])


def test_every_name_of_the_core_is_explained() -> None:
    public = [name for name in dir(_core) if not name.startswith("_")]
    methods = [name for name in dir(_core.CardPlay) if not name.startswith("_")]
    assert not _unnamed("core.md", [*public, *methods])


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=[*IDS, "README.md"])
def test_links_lead_somewhere(page: Path) -> None:
    text = _FENCE.sub("", page.read_text("utf-8"))
    for target in _LINK.findall(text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.is_file(), f"{target} leads nowhere"
        assert not anchor or anchor in anchors(file), f"{target}: no such section"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page in order: files are written, sessions and commands run where those files are."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks(page):
        where = f"{page.name}, line {block.line}"
        if block.language == "toml":
            _write(block)
        elif block.language == "python":
            _run_session(block, names, where)
        elif block.language == "console":
            _run_commands(block, where)


def test_rule_files_of_the_pages_hold_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [_write(block) for page in PAGES for block in blocks(page) if block.language == "toml"]
    right = [path for path in found if path is not None and path.name != "wrong.toml"]
    assert len(right) >= 2
    for path in right:
        assert load_file(path).id == path.stem


def _write(block: Block) -> Path | None:
    """Write a rule file whose first line names it; other blocks are parts of files."""
    named = _FILE.match(block.text)
    if named is None:
        return None
    path = Path(named[1])
    path.write_text(block.text, "utf-8")
    return path


def _run_session(block: Block, names: dict[str, Any], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, where, where, block.line - 1)
    assert test.examples, f"{where}: a Python block must be a session with >>>"
    test.globs = names
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    result = runner.run(test, out=said.append, clear_globs=False)
    assert not result.failed, "".join(said)


def _run_commands(block: Block, where: str) -> None:
    """Run commands as a reader would and compare all they print; ``...`` stands for anything."""
    code = 0
    for command, output in block.commands():
        if command == "echo $?":
            assert int(output) == code, where
            continue
        program, *arguments = shlex.split(command)
        assert program == "dizhu", f"{where}: only dizhu can be run"
        done = subprocess.run(
            [sys.executable, "-m", "dizhu", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
            check=False,
        )
        got, code = done.stdout.decode(), done.returncode
        assert doctest.OutputChecker().check_output(output, got, doctest.ELLIPSIS), f"{where}: $ {command}\n{got}"


def _unnamed(page: str, names: Any) -> list[str]:
    """Names that do not stand in code marks on a page, alone or at the end or start of a longer piece of code."""
    text = (DOCS / page).read_text("utf-8")
    code = " ".join(re.findall(r"`([^`\n]+)`", _FENCE.sub("", text)))
    return sorted({name for name in names if not re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", code)})


def _fields(kind: type) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def _structs(kind: Any) -> Iterator[type]:
    """A struct and every struct among the types of its fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type)
    else:
        for part in get_args(kind):
            yield from _structs(part)


def _keys(kind: type) -> Iterator[str]:
    for struct in _structs(kind):
        yield from _fields(struct)


def _tags(kind: type) -> Iterator[str | int]:
    for struct in _structs(kind):
        tag = struct.__struct_config__.tag  # type: ignore[attr-defined]
        if tag is not None:
            yield tag
