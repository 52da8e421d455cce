"""Somebody who plays any game to its end by what the page shows, with the mouse or with keys alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SEEN = (Path(__file__).parent / "seen.js").read_text(encoding="utf-8")
POLLING = 25  # milliseconds
MOST_MOVES = 60  # frames in which what is to be touched comes to rest
FRAME = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
MOST_TOUCHES = 400
MOST_KEYS = 150  # to get from one place of the page to another
Target = list[Any]  # its name, and which it is of those with that name


class Player:
    """Touches what can be touched, one after the other, as a seed says."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.rng = page, random.Random(seed)
        self.touched: list[str] = []
        self.seen = ""

    def play(self) -> None:
        """Play until the match is over."""
        for _ in range(MOST_TOUCHES):
            if not self.touch():
                return
        raise AssertionError(f"no end after {MOST_TOUCHES} touches: ... {self.touched[-20:]}")

    def touch(self) -> bool:
        """Wait until something can be touched, and touch it; say no if the match is over."""
        found = self.look()
        if found["over"]:
            return False
        target = self.rng.choice(found["names"])
        self.seen = found["seen"]
        self.touched.append(target[0])
        self.at(target)
        return True

    def look(self) -> dict[str, Any]:
        """Wait until there is something new to see."""
        try:
            if not self.page.evaluate("() => 'seen' in window"):
                self.page.evaluate(SEEN)
            found = self.page.wait_for_function(
                "before => window.seen.state(before)", arg=self.seen, polling=POLLING
            )
        except Exception as error:
            told = self.page.locator("body").inner_text()
            raise AssertionError(f"nothing new after {self.touched[-5:]}; the page says: {told}") from error
        return dict(found.json_value())

    def at(self, target: Target) -> None:
        """Touch a target with the mouse."""
        place, before = self.page.evaluate("target => window.seen.place(target)", target), None
        for _ in range(MOST_MOVES):  # what moves is not aimed at
            if place == before:
                break
            before = place
            self.page.evaluate(FRAME)
            place = self.page.evaluate("target => window.seen.place(target)", target)
        assert place, f"{target} is gone"
        assert place["hit"], f"something lies over {target}"
        self.page.mouse.click(place["x"], place["y"])


class Typist(Player):
    """Has no mouse."""

    def at(self, target: Target) -> None:
        """Go to a target with Tab and the arrows, and press Enter there."""
        been: set[int] = set()
        tries = 0
        for _ in range(MOST_KEYS):
            keys = self.page.evaluate("target => window.seen.keys(target)", target)
            assert keys, f"{target} is gone"
            key = keys[0] if not tries else keys[min(tries, len(keys) - 1)]
            if tries >= len(keys):
                key = self.rng.choice(keys)
            self.page.keyboard.press(key)
            if key == "Enter":
                return
            focus = self.page.evaluate("() => window.seen.focus()")
            tries = tries + 1 if key != "Tab" and focus in been else 0
            been.add(focus)
        raise AssertionError(f"{target} cannot be reached by keys")
