"""Errors travel between processes whole."""

import pickle

import pytest

from dizhu.errors import DizhuError, IllegalAction, NotationError, Reason, RecordError, RuleError

ERRORS = [
    (NotationError("expected a rank", "3z", 1), "expected a rank, at position 2 of '3z'"),
    (RuleError("unknown field `x`", "$.auction", "my.toml"), "my.toml: unknown field `x` - at `$.auction`"),
    (RuleError("unknown field `x`", "$"), "unknown field `x`"),
    (IllegalAction(Reason.OVER, "the deal is over"), "the deal is over"),
    (RecordError("expected a line 'end'", 7), "line 7: expected a line 'end'"),
]


@pytest.mark.parametrize(("error", "text"), ERRORS)
def test_an_error_survives_pickling(error: DizhuError, text: str) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error) == text
    assert again.__dict__ == error.__dict__
