from pathlib import Path

import pytest

from dizhu.errors import RuleError
from dizhu.rules import DEFAULT, available, load, load_any, load_file

HOUSE = """
extends = "qq_3p"
name = { en = "House rules" }
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text, "utf-8")
    return file


def test_every_rule_set_of_the_package_loads() -> None:
    assert available(folder="variants") == ("happy_3p", "pagat_3p", "qq_3p")
    assert available(folder="compat") == ("douzero", "onestraw", "openspiel", "rlcard")
    for id_ in available():
        rules = load(id_)
        assert rules.id == id_
        assert rules.name["en"]
        assert rules.name["zh-Hans"]


def test_a_child_says_only_what_differs() -> None:
    classic, pagat, happy = load("classic"), load("pagat_3p"), load("happy_3p")
    assert classic.abstract
    assert not pagat.abstract
    assert pagat.combos.shapes == classic.combos.shapes
    assert (pagat.score.bombs, pagat.score.spring, classic.score.spring) == (2, 1, 2)
    assert happy.score.base == 1
    assert happy.score.spring == 2


def test_house_file_extends_a_variant(tmp_path: Path) -> None:
    rules = load_file(write(tmp_path, HOUSE + "[score]\nspring = 3\n"))
    assert (rules.id, rules.score.spring, rules.score.anti_spring) == ("house", 3, 2)
    assert load_any(str(tmp_path / "house.toml")) == rules


def test_another_kind_replaces_its_table(tmp_path: Path) -> None:
    text = HOUSE + '[auction]\nkind = "call_grab"\n[score]\nbase = 1\n'
    assert load_file(write(tmp_path, text)).auction.first == "random"


def test_titles_are_not_mixed_with_the_parents(tmp_path: Path) -> None:
    assert load_file(write(tmp_path, HOUSE)).name == {"en": "House rules"}
    assert load_file(write(tmp_path, 'extends = "qq_3p"\n')).name == load("qq_3p").name


def test_digest_tells_rules_apart_and_not_titles(tmp_path: Path) -> None:
    qq = load("qq_3p")
    assert load_file(write(tmp_path, HOUSE)).digest == qq.digest
    assert load_file(write(tmp_path, HOUSE + "[score]\nspring = 3\n")).digest != qq.digest


@pytest.mark.parametrize(
    ("text", "message", "path"),
    [
        ("[auction]\ngrabs = 2\n", "unknown field `grabs`", "$.auction"),
        ("colour = 1\n", "unknown field `colour`", "$"),
        ('[auction]\nkind = "auctioneer"\n', "Invalid value 'auctioneer'", "$.auction.kind"),
        ("[table]\nseats = 4\n", "expected seats * hand + bottom + dead = 54 cards, got 71", "$.table"),
        ("[table]\nseats = 9\n", "expected 2…5, got 9", "$.table.seats"),
        ('[table]\nseats = "3"\n', "Expected `int`, got `str`", "$.table.seats"),
        ("[auction]\nvalues = [3, 1]\n", "expected rising values of at least 1, got [3, 1]", "$.auction.values"),
        ('[plays]\nshapes = ["solo", "pear"]\n', "expected a shape such as", "$.plays.shapes[1]"),
        ('[plays]\nshapes = ["pair"]\n', "expected solo among the shapes", "$.plays.shapes"),
        ('[plays]\nshapes = ["solo", "solo"]\n', "solo stands twice", "$.plays.shapes[1]"),
        ('[plays]\nbombs = ["4x", "2j"]\n', "expected xX with 1 pack(s), got 2j", "$.plays.bombs[1]"),
        ('[plays.kicker_bans]\nsolo = ["body", "twins"]\n', "expected one of body,", "$.plays.kicker_bans.solo[1]"),
        ("[plays.kicker_bans]\nduo = []\n", "unknown field `duo`", "$.plays.kicker_bans"),
        ('[score]\nbombs = { "5x" = 2 }\n', "expected a bomb of this rule set: 4x, xX", "$.score.bombs.5x"),
        ("[score]\nspring = 0\n", "expected 1…1000000, got 0", "$.score.spring"),
        ('[auction]\nkind = "given"\n', "expected a number: an auction without values has no bid", "$.score.base"),
        ("[table\n", "not TOML", "$"),
        ('[show]\nkind = "phases"\nbefore = 5\nduring = [{received = 17, factor = 3}]\nbottom = 2\n',
         "expected rising numbers of cards from 1 to 16, got [17]", "$.show.during"),
        ('[plays]\nshapes = ["solo", "pair", "5x"]\nbombs = ["5x"]\n', "5x stands twice", "$.plays.bombs[0]"),
        ('[plays]\nshapes = ["solo"]\n', "expected pair among the shapes", "$.plays.shapes"),
        ('[plays]\nshapes = ["solo", "pair", "quad+99solo"]\n', "kicker count: expected 0 to 12, got 99", "$.plays"),
        ('[plays]\nshapes = ["solo", "pair", "solo*999..9"]\n', "expected a shape such as", "$.plays.shapes[2]"),
        ('[plays.kicker_bans]\nsolo = ["body", "body"]\n', "body stands twice", "$.plays.kicker_bans.solo[1]"),
        ("[table]\nhand = 1\nbottom = { cards = 51 }\n", "expected at most 41 cards", "$.table"),
        ('[auction]\nkind = "call_grab"\ngrab = -2\n[score]\nbase = 1\n',
         "expected 1…1000000, got -2", "$.auction.grab"),
        ('[double]\nkind = "pairwise"\nfactor = 0\n', "expected 1…1000000, got 0", "$.double.factor"),
        ('[show]\nkind = "phases"\nbefore = 0\nduring = []\nbottom = 2\n', "expected 1…1000000", "$.show.before"),
        ('[show]\nkind = "phases"\nbefore = 5\nduring = [{received = 8, factor = -1}]\nbottom = 2\n',
         "expected 1…1000000, got -1", "$.show.during[0].factor"),
    ],
)  # fmt: skip
def test_mistake_is_reported_with_its_path(tmp_path: Path, text: str, message: str, path: str) -> None:
    with pytest.raises(RuleError) as error:
        load_file(write(tmp_path, HOUSE + text))
    assert message in str(error.value)
    assert error.value.path == path
    assert "house.toml" in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "nothing_3p"\n', "no rules of id 'nothing_3p' to extend"),
        ("extends = 3\n", "expected the id of a rule set, got 3"),
        ('name = { en = "No table" }\n', "missing required field"),
    ],
)
def test_a_file_needs_a_parent_or_everything(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        load_file(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('id = "x"\n' + HOUSE, "unknown field `id`"),
        ('extends = "qq_3p"\nname = { en = "Two\\nlines" }\n', "expected a title of printable characters"),
        ("a = " + "[" * 3000, "not TOML"),
    ],
)
def test_what_stands_outside_the_tables_is_checked_too(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        load_file(write(tmp_path, text))


def test_an_id_has_no_spaces(tmp_path: Path) -> None:
    for name in ("my rules.toml", ".toml"):
        file = tmp_path / name
        file.write_text(HOUSE, "utf-8")
        with pytest.raises(RuleError, match="expected a file name of letters"):
            load_file(file)


def test_unknown_id_names_those_there_are() -> None:
    with pytest.raises(RuleError, match="expected one of happy_3p, pagat_3p, qq_3p"):
        load("qq")


def test_missing_file_is_an_error_of_the_rules(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="cannot be read: No such file"):
        load_file(tmp_path / "none.toml")


def test_no_code_asks_for_a_variant_by_name() -> None:
    root = Path(__file__).parent.parent
    sources = [*(root / "src").rglob("*.py"), *(root / "native").iterdir()]
    named = {
        (source.name, id_)
        for source in sources
        for id_ in (*available(folder="variants"), "emperor_3p", "hidden_5p", "jiujiang_4p")
        if f'"{id_}"' in source.read_text("utf-8")
    }
    assert named <= {("__init__.py", DEFAULT), ("rulefile.py", DEFAULT)}, "in docstrings, and the default in one place"
