"""`changed` gives the same state compiled and interpreted, and refuses a name that is no field."""

from typing import Any, NamedTuple

import pytest

from parlour.compile import kernel
from parlour.core.errors import BadRules
from parlour.core.rules import changed, rule


class Inner(NamedTuple):
    s: int  # also what `changed` calls its own argument
    a: int


class State(NamedTuple):
    words: tuple[int, int]
    inner: Inner
    x: int
    y: int


START = State((1, 2), Inner(3, 4), 5, 6)


@rule
def by_helper(s: State, value: int) -> State:
    return changed(s, y=value)


@kernel
def rewritten(s: State, value: int, log: Any) -> State:
    s = changed(s, x=s.y, y=s.x)
    # The names count, not their order; the same types under another name are another change.
    s = changed(s, inner=changed(s.inner, s=value, a=s.x), words=(s.words[1], noted(log)))
    return by_helper(changed(s, x=s.x + 1), s.y * 10)


@kernel
def narrow(s: State, words: Any) -> State:
    return changed(s, x=words[0]) if s.y > 100 else s


@rule
def noted(log: Any) -> int:
    log[0] += 1
    return 7


@kernel
def misspelt(s: State) -> State:
    return changed(s, z=1)


@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_fields_are_changed_by_name_and_once(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setenv("PARLOUR_BACKEND", backend)
    log = np.zeros(1, np.int64)
    after = rewritten(START, 9, log)
    assert after == State((2, 7), Inner(9, 6), 7, 50)
    assert (type(after), type(after.inner), log[0]) == (State, Inner, 1)
    assert State((1, 2), Inner(3, 4), 5, 6) == START


def test_a_narrow_int_becomes_as_wide_as_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setenv("PARLOUR_BACKEND", "native")
    assert narrow(changed(START, y=101), np.array([-7], np.int32)) == changed(START, x=-7, y=101)
    assert narrow(START, np.array([-7], np.int32)) == START


@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_a_name_that_is_no_field_is_refused_in_one_line(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", backend)
    with pytest.raises(BadRules, match=r"changed\(s, z=\.\.\.\): State has no field z") as refused:
        misspelt(START)
    assert "\n" not in str(refused.value)
