"""Sets of actions as bits: an int, or a tuple of words once an action may pass 61.

A word holds 62 bits, so that no set ever touches the sign bit of a 64-bit integer. Action `a` is bit
`a % 62` of word `a // 62`. Each function takes both forms; compiled code picks the form by its type.
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias

from parlour.core.errors import BadRules

WORD = 62
Actions: TypeAlias = "int | tuple[int, ...]"


def popcount(word: int) -> int:
    """Count the bits of one word."""
    return word.bit_count()


def trailing(word: int) -> int:
    """Return the position of the lowest bit of a non-empty word."""
    return (word & -word).bit_length() - 1


def count(actions: Actions) -> int:
    """Count the actions of a set."""
    if isinstance(actions, tuple):
        return sum(word.bit_count() for word in actions)
    return actions.bit_count()


def lowest(actions: Actions) -> int:
    """Return the smallest action of a non-empty set."""
    if isinstance(actions, tuple):
        for index, word in enumerate(actions):
            if word:
                return index * WORD + trailing(word)
        return -1
    return trailing(actions)


def rest(actions: Actions) -> Actions:
    """Return the set without its smallest action."""
    if isinstance(actions, tuple):
        for index, word in enumerate(actions):
            if word:
                if word < 0:
                    refuse(word)
                return (*actions[:index], word & (word - 1), *actions[index + 1 :])
        return actions
    if actions < 0:
        refuse(actions)
    return actions & (actions - 1)


def nth(actions: Actions, index: int) -> int:
    """Return the action at `index`, counting up from the smallest, which is 0."""
    if isinstance(actions, tuple):
        for position, word in enumerate(actions):
            size = word.bit_count()
            if index < size:
                return position * WORD + nth(word, index)
            index -= size
        return -1
    for _ in range(index):
        actions &= actions - 1
    return trailing(actions)


def has(actions: Actions, action: int) -> bool:
    """Say whether the set holds the action."""
    if action < 0:
        return False
    if isinstance(actions, tuple):
        position = action // WORD
        return position < len(actions) and (actions[position] >> (action % WORD)) & 1 == 1
    return (actions >> action) & 1 == 1


def some(actions: Actions) -> bool:
    """Say whether the set holds anything."""
    if isinstance(actions, tuple):
        return any(actions)
    return actions != 0


def refuse(word: int) -> NoReturn:
    """Complain of a negative number where bits are wanted: it has no last bit, so nothing would end."""
    raise BadRules(
        f"legal gives {word}, a negative number: mask a complement as in ~x & ((1 << ACTIONS) - 1), "
        "and let fill leave no UNKNOWN"
    )


def replace(words: tuple[int, ...], index: int, word: int) -> tuple[int, ...]:
    """Return the tuple with one of its words changed: `words[index] = word` for values."""
    return (*words[:index], word, *words[index + 1 :])


def floats(words: tuple[int, ...]) -> tuple[float, ...]:
    """Return the same numbers as floats: a result for each seat, however many there are."""
    return tuple(map(float, words))


def runs(lengths: tuple[int, ...], blank: tuple[int, ...]) -> tuple[int, ...]:
    """Return the set with the first `lengths[i]` actions of stretch i; `blank` is that set when it is empty.

    The words of `blank` are shared out evenly: stretch i has the words from `i * len(blank) // len(lengths)`.
    """
    span = len(blank) // len(lengths)
    full = (1 << WORD) - 1
    words: list[int] = []
    for length in lengths:
        whole = min(span, length // WORD)
        stretch = [full] * whole + [(1 << length - WORD * whole) - 1] * (whole < span)
        words += stretch + [0] * (span - len(stretch))
    return tuple(words)


def listed(actions: Actions) -> list[int]:
    """List the actions of a set in ascending order."""
    found = []
    words = actions if isinstance(actions, tuple) else (actions,)
    for position, word in enumerate(words):
        # A game played only interpreted may keep all its actions in one long int.
        if word < 0:
            refuse(word)
        offset = position * WORD
        while word:
            low = word & -word
            found.append(offset + low.bit_length() - 1)
            word ^= low
    return found


def packed(actions: list[int], words: int = 0) -> Actions:
    """Make a set from a list of actions: an int, or `words` words when that is given."""
    if not words:
        return sum(1 << action for action in set(actions))
    out = [0] * words
    for action in actions:
        out[action // WORD] |= 1 << (action % WORD)
    return tuple(out)
