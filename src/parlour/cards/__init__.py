"""Playing cards: their text, hand strengths, ranges and equity; usable alone."""
