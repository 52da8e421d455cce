"""Words for a move in games of making a line: what it completes, blocks, threatens and allows."""

from __future__ import annotations


def line_remark(
    line: str, other: str, completes: bool, blocks: bool, threats: list[str], replies: list[str]
) -> str:
    """Say what a move does; `line` is such as "four", `threats` and `replies` are places that would make one.

    Threats are the mover's after the move, replies the other's, who moves next: with a reply there is, no
    threat counts.
    """
    if completes:
        return f"completes {line} in a row"
    parts = [f"blocks {other}'s {line}"] if blocks else []
    if replies:
        parts.append(f"lets {other} complete {line} at {_listed(replies, 'or')}")
    elif len(threats) > 1:
        parts.append(f"threatens {line} at {_listed(threats, 'and')} at once; only one can be blocked")
    elif threats:
        parts.append(f"threatens {line} at {threats[0]}")
    return (" but " if replies else " and ").join(parts)


def _listed(places: list[str], word: str) -> str:
    return f"{', '.join(places[:-1])} {word} {places[-1]}" if len(places) > 1 else places[0]
