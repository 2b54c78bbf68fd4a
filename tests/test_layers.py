"""What the import contract of pyproject.toml cannot see: the extension module is no Python source."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "dizhu"
MAY_USE_CORE = {"rules", "games", "env", "bots", "analysis", "learn"}


def test_only_some_layers_touch_the_native_core() -> None:
    users = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            if "_core" in names or "dizhu._core" in (*names, module):
                users.add(file.relative_to(SOURCE).parts[0])
    assert users
    assert users <= MAY_USE_CORE
