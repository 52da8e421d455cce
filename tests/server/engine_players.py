"""Strategies that an engine must survive, and one that marks when it began to think."""

import os
import sys
import time
from pathlib import Path

from parlour import Strategy, option


class Stuck(Strategy):
    name = "stuck"

    def choose(self, view, limit):
        while True:
            time.sleep(0.01)


class Hog(Strategy):
    name = "hog"

    def choose(self, view, limit):
        kept = []
        while True:
            kept.append(bytearray(2**24))


class Talker(Strategy):
    name = "talker"

    def choose(self, view, limit):
        print("thinking aloud", flush=True)
        os.write(1, b"\0\0\0\x05rubbish")
        assert sys.stdin.read() == ""
        return view.legal()[0]


class Leaver(Strategy):
    name = "leaver"

    def choose(self, view, limit):
        sys.exit(0)


class Raiser(Strategy):
    name = "raiser"

    def choose(self, view, limit):
        raise ValueError("no idea\nat all")


class Crasher(Strategy):
    name = "crasher"

    def choose(self, view, limit):
        os._exit(3)


class Cheat(Strategy):
    name = "cheat"

    def choose(self, view, limit):
        return 999


class Slow(Strategy):
    """It thinks for a while, by the clock if it has a limit on time, and appends its mark to a file."""

    name = "slow"
    most: float = option(0.3, "seconds", low=0.0, high=60.0)
    mark: str = option("x", "a letter")

    def choose(self, view, limit):
        from parlour.core.clock import now

        marks = Path(os.environ["ENGINE_MARKS"])
        with marks.open("a") as file:
            file.write(f"{self.mark}{os.getpid()}\n")
        until = now() + (limit.cap or self.most)
        while now() < until:
            time.sleep(0.005)
        return view.legal()[0]


class Compiling(Strategy):
    """It waits longer for its code than it may think."""

    name = "compiling"

    def choose(self, view, limit):
        from parlour.core.clock import getting_ready

        with getting_ready():
            time.sleep(0.8)
        return view.legal()[0]
