import pytest

from dizhu.errors import NotationError
from dizhu.rules import Bomb, Kicker, Shape

SHAPES = {
    "solo": Shape(1),
    "solo*5..": Shape(1, 5, 12),
    "pair*3..": Shape(2, 3, 12),
    "trio*2..4": Shape(3, 2, 4),
    "trio*2..+solo": Shape(3, 2, 12, (Kicker(1),)),
    "quad+2pair": Shape(4, 1, 1, (Kicker(2, 2),)),
    "quad+trio+pair": Shape(4, 1, 1, (Kicker(3), Kicker(2))),
    "quad*2..+trio*+pair": Shape(4, 2, 12, (Kicker(3, run=True), Kicker(2))),
    "6x": Shape(6),
}


@pytest.mark.parametrize(("text", "shape"), SHAPES.items())
def test_shape_is_its_notation(text: str, shape: Shape) -> None:
    assert Shape.parse(text) == shape
    assert str(shape) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("single", 0),
        ("solo*5", 4),
        ("solo*1..", 5),
        ("solo*9..5", 5),
        ("solo*5..13", 5),
        ("trio+", 4),
        ("trio+6x", 4),
        ("quad+solo+pair+trio", 4),
        ("trio*2..+solo!", 13),
    ],
)
def test_bad_shape_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        Shape.parse(text)
    assert error.value.position == position


@pytest.mark.parametrize(
    ("text", "packs", "bomb"),
    [
        ("4x", 1, Bomb(4)),
        ("8x", 2, Bomb(8)),
        ("4x:soft", 1, Bomb(4, tier="soft")),
        ("xX", 1, Bomb(2, jokers=True)),
        ("2j", 2, Bomb(2, jokers=True)),
        ("4j", 2, Bomb(4, jokers=True)),
    ],
)
def test_bomb_is_its_notation(text: str, packs: int, bomb: Bomb) -> None:
    assert Bomb.parse(text) == bomb
    assert bomb.text(packs) == text


@pytest.mark.parametrize("text", ["3x", "9x", "xx", "5j", "4j:soft", "4x:weak", "bomb", ""])
def test_bad_bomb_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Bomb.parse(text)
