"""``python -m dizhu.server.docs``: the message pages of docs/protocol.md and the JSON schema, made from the types.

Run it where ``docs/`` and ``web/`` are. What stands above the mark in docs/protocol.md is written by hand and stays.
With ``--check`` nothing is written; exit code 1 says that a file is stale.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from dizhu.errors import Reason
from dizhu.games.acts import Action, MatchAction
from dizhu.games.climb.facts import Fact
from dizhu.games.codec import schema_hook
from dizhu.games.match import MatchFact
from dizhu.server.protocol import Code, FromClient, FromServer, NewGuest, Person, Problem, SeatAct
from dizhu.server.tableview import AnyFact, TableFact

PAGE: Final = Path("docs/protocol.md")
SCHEMA: Final = Path("web/src/protocol.schema.json")
MARK: Final = "<!-- From here on made by `python -m dizhu.server.docs`; change the types instead. -->\n"

HTTP: Final = (NewGuest, Person, Problem)
MEANINGS: Final[Mapping[Code, str]] = {
    Code.MALFORMED: "the frame or body is not JSON, lacks a field, has one too many, or one of a wrong type",
    Code.TOO_LARGE: "the frame or body is longer than allowed",
    Code.UNKNOWN: "there is no message of this `type`, or no such request; also every binary frame",
    Code.TOO_MANY: "more frames or connections than an account may have, or more new guests than an address may make",
    Code.TOO_MANY_TABLES: "the account or the server has all the tables it may have",
    Code.NO_SUCH_TABLE: "no table has this id or code, or no such deal of it is over",
    Code.NO_SUCH_GAME: "no game of this id is offered here",
    Code.NOT_HERE: "this connection does not follow the table: `join` or `sync` first",
    Code.NOT_SEATED: "only who has a chair at the table may do this",
    Code.NOT_OWNER: "only the owner of the table may do this",
    Code.NO_EMPTY_CHAIR: "every chair is taken, or nobody may come any more",
    Code.BUSY: "the table has more to do than it can hold: send the command again later",
    Code.STORAGE: "the database cannot be written now: the command is not done, send it again later",
    Code.CLOSED: "the table is closed",
    Code.ELSEWHERE: "the seat is played from a newer connection: `sync` takes it back",
    Code.STALE: "the question named by `turn_id` is not open any more: `sync` tells what is",
    Code.SLOW: "the client did not take its frames fast enough: connect again and `sync`",
    Code.STOPPING: "the server stops: connect again later, everything is kept",
    Code.NOT_SIGNED_IN: "no cookie, or one that is not known here",
    Code.BAD_NAME: "the name is empty, too long, or not made of characters that can be seen",
    Code.BAD_AVATAR: "there is no such avatar",
    Code.WRONG_ORIGIN: "the page that asks comes from another site",
}
_UNIONS: Final = {
    "SeatAct": SeatAct,
    "AnyFact": AnyFact,
    "TableFact": TableFact,
    "MatchFact": MatchFact,
    "Fact": Fact,
    "Action": Action,
    "MatchAction": MatchAction,
}
_TAGS: Final = ("type", "act", "fact")
_FIELD: Final = re.compile(r"^(\w+(?:, \w+)*):  ?\s*(.*)$")

Schema = Mapping[str, Any]


def schema() -> dict[str, Any]:
    """The JSON schema of everything that travels: `FromClient`, `FromServer` and the bodies of HTTP, with ``$defs``."""
    found, defs = _components()
    names = ("FromClient", "FromServer")
    unions = {name: {"title": name, **union} for name, union in zip(names, found, strict=False)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in (*names, *(kind.__name__ for kind in HTTP))],
        "$defs": {**unions, **defs},
    }


def _components() -> tuple[Sequence[Schema], dict[str, Schema]]:
    """Both unions and all types. What only the server makes has all its fields, so they are required."""
    found, defs = _defined(FromClient, FromServer, *HTTP)
    _, asked = _defined(FromClient, NewGuest)
    made = {name: _whole(defined) for name, defined in defs.items() if name not in asked}
    return found, defs | made


def _defined(*kinds: Any) -> tuple[Sequence[Schema], dict[str, Schema]]:
    found, defs = msgspec.json.schema_components(kinds, schema_hook=schema_hook, ref_template="#/$defs/{name}")
    return found, defs


def _whole(defined: Schema) -> Schema:
    """A type with every field required that has a default; one without may be absent by its meaning."""
    if "properties" not in defined:
        return defined
    always = {name for name, kind in defined["properties"].items() if "default" in kind} | set(defined["required"])
    fields = {
        name: {key: value for key, value in kind.items() if key != "default"}
        for name, kind in defined["properties"].items()
    }
    return {**defined, "properties": fields, "required": [name for name in fields if name in always]}


def page(before: str) -> str:
    """The page with everything below the mark made anew; ValueError if it has no mark."""
    by_hand, mark, _ = before.partition(MARK)
    if not mark:
        raise ValueError(f"expected the line {MARK.strip()} in {PAGE}")
    return by_hand + MARK + "\n" + "\n".join(_lines())


def _lines() -> Iterator[str]:
    _, defs = _components()
    client, server = _names(FromClient), _names(FromServer)
    bodies = [kind.__name__ for kind in HTTP]
    acts = _names(SeatAct) + [name for name in _names(Action) if name not in _names(SeatAct)]
    facts = _names(AnyFact)
    rest = sorted(set(defs) - {*client, *server, *bodies, *acts, *facts})
    for title, text, names in (
        ("What a client sends", "", client),
        ("What the server says", "", server),
        ("Bodies of HTTP", "", bodies),
        ("Acts", "`SeatAct` is what a client may do, `Action` what can happen in a deal. The tag is `act`.", acts),
        ("Facts", "`AnyFact` is any of these. The tag is `fact`.", facts),
        ("Values", "What messages, acts and facts are made of.", rest),
    ):
        yield f"## {title}\n"
        if text:
            yield f"{text}\n"
        for name in names:
            yield from _entry(name, defs[name])
    yield from _codes()


def _names(union: Any) -> list[str]:
    return [kind.__name__ for kind in get_args(union)]


def _entry(name: str, defined: Schema) -> Iterator[str]:
    """The part of the page about one type."""
    text, meanings = described(defined)
    yield f"### {name}\n"
    yield f"{text}\n"
    if "enum" in defined:
        yield f"One of {_values(defined['enum'])}.\n"
        return
    fields: Mapping[str, Schema] = defined["properties"]
    tags = [name for name in _TAGS if name in fields and "enum" in fields[name]]
    fields = {name: kind for name, kind in fields.items() if name not in tags}
    for tag in tags:
        yield f"Its `{tag}` is {_values(defined['properties'][tag]['enum'])}.\n"
    if not fields:
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for field, kind in fields.items():
        notes = [meanings.get(field, "")]
        if field not in defined.get("required", ()) and "default" in kind:
            notes.append(f"if absent: `{json.dumps(kind['default'])}`")
        elif field not in defined.get("required", ()):
            notes.append("may be absent")
        yield f"| `{field}` | {_type(kind)} | {'; '.join(filter(None, notes))} |"
    yield ""


def described(defined: Schema) -> tuple[str, dict[str, str]]:
    """What a docstring says of its type, and of each of its fields."""
    lines = str(defined.get("description", "")).splitlines()
    text: list[str] = []
    fields: dict[str, str] = {}
    current: list[str] = []
    for line in lines:
        found = _FIELD.match(line)
        if found and set(found[1].split(", ")) <= set(defined.get("properties", ())):
            current = found[1].split(", ")
            fields |= dict.fromkeys(current, found[2])
        elif current and line.startswith(" "):
            fields |= {name: f"{fields[name]} {line.strip()}" for name in current}
        else:
            current = []
            text.append(line.replace("``", "`"))
    return "\n".join(text).strip(), {name: meaning.replace("``", "`") for name, meaning in fields.items()}


def _type(kind: Schema) -> str:
    """A type in words of the page, with links."""
    if "$ref" in kind:
        name = str(kind["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in kind:
        closed = set(kind["enum"]) >= {str(code) for code in Code}
        return "a [code](#codes)" if closed else _values(kind["enum"])
    if "anyOf" in kind:
        return _union(kind["anyOf"])
    if kind.get("title") == "Card":
        return "[card](notation.md)"
    if kind.get("contentEncoding") == "base64":
        return "bytes in base64"
    plain = kind.get("type")
    if plain == "array":
        if "prefixItems" in kind:
            return f"[{', '.join(_type(each) for each in kind['prefixItems'])}]"
        return f"list of {_type(kind['items'])}"
    if plain == "object":
        return f"object of {_type(kind['additionalProperties'])}"
    assert isinstance(plain, str), f"expected a type with a name, got {kind}"
    return f"{plain} of {kind['minLength']} to {kind['maxLength']} characters" if "minLength" in kind else plain


def _union(parts: Iterable[Schema]) -> str:
    refs = {str(part["$ref"]).rpartition("/")[2] for part in parts if "$ref" in part}
    others = [_type(part) for part in parts if "$ref" not in part]
    for name, union in _UNIONS.items():
        if refs == set(_names(union)):
            home = "acts" if name in ("SeatAct", "Action", "MatchAction") else "facts"
            return " or ".join([f"[{name}](#{home})", *others])
    return " or ".join([*(_type(part) for part in parts if "$ref" in part), *others])


def _values(values: Iterable[object]) -> str:
    return ", ".join(f"`{json.dumps(value)}`" for value in values)


def _codes() -> Iterator[str]:
    yield "## Codes\n"
    yield "| code | the server refuses because |"
    yield "|---|---|"
    for code, meaning in MEANINGS.items():
        yield f"| `{code}` | {meaning} |"
    yield "\nThe reasons of the rules are explained with [the acts they refuse](game-contract.md#entries):"
    yield ", ".join(f"`{reason}`" for reason in Reason) + "."
    yield ""


def main(arguments: Sequence[str]) -> int:
    """Write both files, or with ``--check`` say which are stale; the exit code."""
    texts = {
        PAGE: page(PAGE.read_text("utf-8")),
        SCHEMA: json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    }
    stale = [path for path, text in texts.items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        if "--check" in arguments:
            print(f"{path} is stale: run python -m dizhu.server.docs", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], "utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
