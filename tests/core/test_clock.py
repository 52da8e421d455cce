"""The clock of a decision stands still while code is made ready, for it alone, in all its threads."""

from __future__ import annotations

import threading
import time

import pytest

from parlour.core.clock import current, getting_ready, now, own_clock, shared
from parlour.core.driver import _within
from parlour.search.clock import deadline

NAP = 0.6  # seconds: long beside what a busy machine is late by


def test_getting_ready_is_not_thinking():
    with own_clock():
        began = now()
        with getting_ready(), getting_ready():
            time.sleep(NAP)
        assert now() - began < NAP / 2
        time.sleep(NAP)
        assert now() - began >= NAP


def test_threads_of_a_decision_share_its_clock_and_others_do_not():
    def ready() -> None:
        with getting_ready():
            time.sleep(NAP)

    with own_clock() as clock:
        for job, stands in ((shared(ready), True), (ready, False)):
            began = clock.now()
            worker = threading.Thread(target=job)
            worker.start()
            worker.join()
            assert (clock.now() - began < NAP / 2) is stands
    assert current() is not clock


def test_what_a_decision_is_a_part_of_waits_with_it():
    with own_clock() as outer:
        began = outer.now()
        with own_clock() as inner, getting_ready():
            time.sleep(NAP)
        assert outer.now() - began < NAP / 2
        assert outer.waited == pytest.approx(inner.waited, abs=NAP / 4)


def test_a_deadline_waits_until_the_code_is_ready():
    flag = [0]
    with own_clock(), deadline(flag, 0, NAP):
        with getting_ready():
            time.sleep(2 * NAP)
        assert flag == [0]
        time.sleep(2 * NAP)
        assert flag == [1]


def test_a_deadline_waits_until_there_is_something_to_stop_with():
    flag, found = [0], []
    with own_clock(), deadline(flag, 0, 0.001, lambda: bool(found)):
        time.sleep(NAP)
        assert flag == [0]
        found.append("a first depth")
        time.sleep(NAP)
        assert flag == [1]


def test_a_timeout_does_not_count_what_was_made_ready():
    def slow_to_start() -> str:
        with own_clock(), getting_ready():  # a strategy's decision has a clock of its own
            time.sleep(3 * NAP)
        return "moved"

    assert _within(NAP, slow_to_start) == "moved"
    with pytest.raises(TimeoutError, match="no move within"):
        _within(NAP, lambda: time.sleep(10))
