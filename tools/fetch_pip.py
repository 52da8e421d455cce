"""Fetch pip with nothing but Python's own library, for a Python that came without it.

    python tools/fetch_pip.py FOLDER        # writes FOLDER/pip.whl
    python FOLDER/pip.whl/pip install ...

The index is $PIP_INDEX_URL, or PyPI; the file must have the digest that the index names.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

INDEX = "https://pypi.org/simple"
# A finished version, for any Python 3: `href="../../pip-25.3-py3-none-any.whl#sha256=..."`.
WHEEL = re.compile(r'href="([^"]*/pip-(\d+(?:\.\d+)*)-py3-none-any\.whl#sha256=[0-9a-f]{64})"')


def newest(page: str) -> str:
    """Find the link to the newest wheel on an index's page."""
    links = {tuple(map(int, number.split("."))): link for link, number in WHEEL.findall(page)}
    if not links:
        raise ValueError("the index names no pip")
    return links[max(links)]


def fetch(folder: Path) -> None:
    """Fetch the newest pip into the folder."""
    page = f"{os.environ.get('PIP_INDEX_URL', INDEX).rstrip('/')}/pip/"
    with urlopen(page, timeout=60) as answer:
        link = urljoin(page, newest(answer.read().decode()))
    address, digest = urldefrag(link)
    with urlopen(address, timeout=60) as answer:
        content = answer.read()
    if hashlib.sha256(content).hexdigest() != digest.removeprefix("sha256="):
        raise ValueError(f"{address} is damaged")
    (folder / "pip.whl").write_bytes(content)


if __name__ == "__main__":
    try:
        fetch(Path(sys.argv[1]))
    except (OSError, ValueError) as error:
        sys.exit(f"setup: pip could not be fetched: {error}")
