"""The theory folder loads alone: no other part of the package, no numpy, no scipy."""

import subprocess
import sys
from pathlib import Path

import parlour.theory

FOLDER = Path(parlour.theory.__file__).parent


def test_loading_theory_alone_pulls_in_neither_numpy_nor_scipy_nor_the_package():
    code = (
        f"import sys; sys.path.insert(0, {str(FOLDER.parent)!r}); import theory;"
        "theory.winning_moves([3, 4, 5]);"
        "print(sorted({'numpy', 'scipy', 'numba', 'parlour'} & {m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_exported_name_exists_and_says_what_it_does():
    for name in parlour.theory.__all__:
        assert getattr(parlour.theory, name).__doc__, name
