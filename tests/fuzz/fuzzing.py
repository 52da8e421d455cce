"""What the fuzzers share: a command line, the count of failures, and texts that look right but are not."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import ClassVar, NamedTuple


class Failure(NamedTuple):
    """One case that went wrong: its number (--only runs it alone), the kind of failure, and how to see it."""

    case: int
    cause: str
    shown: str

    def __str__(self) -> str:
        return f"case {self.case}: {self.cause}: {self.shown}"


class Failures(list[Failure]):
    """The failures of a run; told at once where a long run is watched, for it may be stopped."""

    told: ClassVar[bool] = False

    def append(self, failure: Failure) -> None:
        """Add a failure."""
        super().append(failure)
        if self.told:
            print(failure, flush=True)


class Report(NamedTuple):
    """What a run gave."""

    cases: int
    failures: list[Failure]
    notes: dict[str, int]

    def text(self, seconds: float) -> str:
        """Write the report, the commonest causes first."""
        lines = [] if Failures.told else list(map(str, self.failures))
        counts = Counter(failure.cause for failure in self.failures)
        lines += [f"{count:6,}  {cause}" for cause, count in counts.most_common()]
        notes = "".join(f", {count:,} {what}" for what, count in self.notes.items())
        lines.append(f"{self.cases:,} cases, {len(self.failures):,} failures{notes} ({seconds:.0f} s)")
        return "\n".join(lines)


def command(about: str, run: Callable[[Iterable[int], int], Report], cases: int) -> int:
    """Run a fuzzer from its command line; the exit code is 1 if anything failed."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=cases, metavar="N", help=f"how many ({cases:,})")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same cases")
    parser.add_argument("--only", type=int, metavar="I", help="run this case of the seed alone")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
    asked = parser.parse_args()
    Failures.told = not asked.json
    began = time.perf_counter()
    report = run(range(asked.cases) if asked.only is None else [asked.only], asked.seed)
    seconds = time.perf_counter() - began
    if asked.json:
        failures = [failure._asdict() for failure in report.failures]
        print(json.dumps({"cases": report.cases, "seed": asked.seed, "failures": failures, **report.notes}))
    else:
        print(report.text(seconds))
    return 1 if report.failures else 0


# -- texts ---------------------------------------------------------------------------------------------------

# Letters and digits that look like another, fold to it, or count as a digit without being one.
LIKE = {
    "a": "аａɑ\u1d43", "b": "Ьｂ", "c": "сｃⅽ", "d": "ԁｄⅾ", "e": "еｅ", "h": "һｈ", "i": "іıｉ", "j": "јｊ",
    "k": "\u212aκｋ", "l": "ⅼｌ1", "o": "оｏ0º", "p": "рｐ", "q": "ԛｑ", "s": "ſѕｓ", "t": "ｔт", "x": "хｘ×",
    "y": "уｙ", "A": "АＡ", "K": "\u212aКＫ", "Q": "Ｑ", "J": "Јª", "T": "ТＴ", "S": "Ѕ", "I": "İІ",
    "0": "０٠⁰〇O", "1": "１١¹①lI", "2": "２٢²②", "3": "３٣³③", "4": "４٤⁴④", "5": "５٥⁵", "6": "６٦⁶",
    "7": "７٧⁷", "8": "８٨⁸", "9": "９٩⁹", "-": "–—−‐\u00ad", ":": "：∶", "=": "＝", ",": "，؛",
    " ": "\u00a0\u3000\u2009\t", "♠": "♤s", "♥": "♡❤", ".": "．。", "/": "∕", "+": "＋",
}  # fmt: skip
# NUL, escapes, marks that turn the writing round, marks nobody sees, marks that join what is before them.
MARKS = (
    "\0\x07\x08\x1b\x7f\x85\x9b\u00ad\u0301\u0338\u200b\u200d\u200e\u200f"
    "\u202e\u2066\u2028\u20e3\ufe0f\ufeff\U000e0001"
)
ODD = [
    "", " ", "\n", "\t\t", "?", "-", "--", "=", ",", ":", "0", "-0", "-1", "+1", "007", "1_0", "1e3", "1e999",
    "0x10", "nan", "inf", "-inf", "1.5", ".5", "½", "Ⅷ", "٣", "²", "true", "no", "None", "null", "[]", "{}",
    "\\", "'", '"', "%s", "%n", "{0}", "$HOME", "`id`", "; ls", "../..", "\x1b[2J", "\x1b]0;x\x07",
    "()", "\u202emixed", "é", "e\u0301", "🂡", "👩\u200d👧", "ﷺ", "9" * 30, "\ud800", "\uffff",
    "9" * 400, "-" * 300, "a" * 250, "," * 300, "(" * 300, "=" * 300,
]  # fmt: skip
SHORT = [text for text in ODD if len(text) < 50]


def confused(rng: Random, text: str) -> str:
    """Put look-alikes and marks into a text."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = [place for place, letter in enumerate(letters) if letter in LIKE]
        if places and rng.random() < 0.7:
            place = rng.choice(places)
            letters[place] = rng.choice(LIKE[letters[place]])
        else:
            letters.insert(rng.randrange(len(letters) + 1), rng.choice(MARKS))
    return "".join(letters)


def mutated(rng: Random, text: str, alphabet: str) -> str:
    """Change a text here and there: letters lost, doubled, swapped, replaced, cases turned."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        place, kind = rng.randrange(len(letters) + 1), rng.randrange(7)
        if kind == 0:
            letters.insert(place, rng.choice(alphabet))
        elif kind == 1 and letters:
            letters.pop(min(place, len(letters) - 1))
        elif kind == 2 and letters:
            letters[min(place, len(letters) - 1)] = rng.choice(alphabet)
        elif kind == 3 and len(letters) > 1:
            place = rng.randrange(len(letters) - 1)
            letters[place : place + 2] = reversed(letters[place : place + 2])
        elif kind == 4:
            letters[place:place] = letters[: rng.randrange(1, 4)]
        elif kind == 5:
            letters = [letter.swapcase() for letter in letters]
        else:
            letters.insert(place, rng.choice(" ,:-=/"))
    return "".join(letters)


def wild(rng: Random) -> str:
    """Make a text of anything."""
    kind = rng.randrange(3)
    if kind == 0:
        return rng.choice(ODD)
    if kind == 1:
        return "".join(rng.choice(SHORT) for _ in range(rng.randrange(1, 5)))
    most = rng.choice((0x80, 0x100, 0x3000, 0xD800, 0x110000))
    return "".join(chr(rng.randrange(most)) for _ in range(rng.choice((1, 2, 3, 5, 8, 30))))
