"""Facts, acts, views and options as JSON and back; a card is its notation, ``"7h'"``."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from dizhu.cards import Card

T = TypeVar("T")
_CARD_SCHEMA: Final = {"type": "string", "pattern": "^(?:(?:[3-9]|10|[TJQKA2])[cdhs]|[xX])'?$", "title": "Card"}


def encode_hook(value: object) -> object:
    """What msgspec is given for a value it does not know."""
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"expected something that is written down as JSON, got {type(value).__name__}")


def decode_hook(kind: type, value: object) -> object:
    """The value of a type msgspec does not know; ValueError, and so msgspec.ValidationError, if it is none."""
    if kind is Card and isinstance(value, str):
        return Card.parse(value)
    raise ValueError(f"expected a {kind.__name__}, got {type(value).__name__}")


def schema_hook(kind: type) -> dict[str, Any]:
    """The JSON schema of a type msgspec does not know."""
    if kind is Card:
        return dict(_CARD_SCHEMA)
    raise NotImplementedError(f"expected a type with a JSON schema, got {kind.__name__}")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=encode_hook)


def encode(value: object) -> bytes:
    """`value` as JSON."""
    return _ENCODER.encode(value)


def decode(text: bytes | str, kind: type[T]) -> T:
    """A value of `kind` from JSON; msgspec.ValidationError says what is wrong with it."""
    return msgspec.json.decode(text, type=kind, dec_hook=decode_hook)
