"""Tables that ship with the package, each built by a command of `tools/`.

The ratings of the levels, level_ratings.json, are measured by `python tools/rate_levels.py`, and
parlour.store.levels reads them.
"""
